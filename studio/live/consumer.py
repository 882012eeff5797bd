"""The viewer of a run: state on connect and at each change, frames one at a time.

A frame is in flight until the page says ``{"ack": seq}``; those published meanwhile are skipped but for the
newest, which goes out next. So a slow viewer sees fewer frames, and nothing queues up for it.
"""

import json
from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from simcore.frames import HEADER
from twin.live.news import group_of, newest_frame
from twin.selectors.runs import state_of

UNKNOWN_RUN: Final = 4404
SIGNED_OUT: Final = 4401
LONGEST_WORD: Final = 200


class RunViewer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Forwards the news of one run to one viewer."""

    async def connect(self) -> None:
        """Accept who may see the run, tell its state and the newest frame; close 4404 for all others."""
        self.run_id: UUID = self.scope["url_route"]["kwargs"]["run_id"]
        self.sent = self.acknowledged = -1
        self.is_behind = False
        self.has_joined = False
        await self.accept()
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.close(SIGNED_OUT)
            return
        if await self._state() is None:
            await self.close(UNKNOWN_RUN)
            return
        await self.channel_layer.group_add(group_of(self.run_id), self.channel_name)
        self.has_joined = True
        await self.run_state({})
        await self._send_newest()

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.has_joined:
            await self.channel_layer.group_discard(group_of(self.run_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take an acknowledgement; anything else is not for us."""
        try:
            word = json.loads(text_data) if text_data and len(text_data) <= LONGEST_WORD else None
        except ValueError:
            return
        seq = word.get("ack") if isinstance(word, dict) else None
        if isinstance(seq, int) and self.acknowledged < seq <= self.sent:
            self.acknowledged = seq
            if self.is_behind and seq == self.sent:
                await self._send_newest()

    async def run_frame(self, news: dict[str, Any]) -> None:
        """Send the newest frame if the viewer is ready for one."""
        if self.sent > self.acknowledged:
            self.is_behind = True
        else:
            await self._send_newest()

    async def run_state(self, news: dict[str, Any]) -> None:
        """Send the state of the run, read from its row."""
        state = await self._state()
        if state is None:
            await self.close(UNKNOWN_RUN)
            return
        await self.send(text_data=json.dumps({"kind": "state", "run": state}))

    async def _send_newest(self) -> None:
        self.is_behind = False
        frame = await newest_frame(self.run_id)
        if frame is None:
            return
        seq = HEADER.unpack_from(frame)[4]
        if seq > self.sent:
            self.sent = seq
            await self.send(bytes_data=frame)

    async def _state(self) -> dict[str, Any] | None:
        state = await database_sync_to_async(state_of)(self.scope["user"], self.run_id)
        return None if state is None else {"id": str(self.run_id), **asdict(state)}
