"""A websocket under a path where there is none."""

from typing import Final

from channels.generic.websocket import AsyncWebsocketConsumer

UNKNOWN_PATH: Final = 4404


class UnknownSocket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Accepts and closes with 4404, so that the caller learns why."""

    async def connect(self) -> None:
        """Close at once."""
        await self.accept()
        await self.close(UNKNOWN_PATH)
