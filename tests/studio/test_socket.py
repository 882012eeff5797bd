"""The websocket of a run: who may open it, what it says, and one frame in flight at a time."""

import json
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.test import Client

from simcore.frames import HEADER, MAGIC
from studio.live.sockets import websockets
from tests.patience import PATIENCE_S
from tests.records import person, queued_run
from twin.live.news import group_of
from twin.models import Run, RunStatus
from twin.services.access import make_api_token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
HOST = "127.0.0.1:8000"


def frame(seq: int) -> bytes:
    """Return a frame of no cables and no readout."""
    return HEADER.pack(MAGIC, 1, HEADER.size, bytes(16), seq, 0, 1.0, 1.0, 0.5, 1.0, 0, 0)


class Socket(ApplicationCommunicator):
    """A viewer; ``headers`` go beside the host. (channels.testing wants daphne, which is not needed here.)"""

    def __init__(self, run_id: object, **headers: str) -> None:
        named = {"host": HOST, **headers}
        super().__init__(
            websockets,
            {
                "type": "websocket",
                "path": f"/ws/runs/{run_id}/",
                "query_string": b"",
                "headers": [(name.encode(), value.encode()) for name, value in named.items()],
                "subprotocols": [],
            },
        )

    async def receive_output(self, timeout: float = PATIENCE_S) -> dict[str, object]:
        return await super().receive_output(timeout)

    async def wait(self, timeout: float = PATIENCE_S) -> None:
        await super().wait(timeout)

    async def answers(self) -> dict[str, object]:
        """Ask to open and return the first answer."""
        await self.send_input({"type": "websocket.connect"})
        return await self.receive_output()

    async def opened(self) -> "Socket":
        assert (await self.answers())["type"] == "websocket.accept"
        return self

    async def is_refused(self) -> bool:
        """Tell whether it is closed before it opened; the server makes this a 403."""
        return (await self.answers())["type"] == "websocket.close"

    async def closes_with(self, code: int) -> None:
        await self.opened()
        closed = await self.receive_output()
        assert (closed["type"], closed["code"]) == ("websocket.close", code)

    async def says(self, text: str | None = None, content: bytes | None = None) -> None:
        await self.send_input({"type": "websocket.receive", "text": text, "bytes": content})

    async def acknowledges(self, seq: int) -> None:
        await self.says(json.dumps({"ack": seq}))

    async def state(self) -> dict[str, object]:
        """Return the run of the next message, a state."""
        said = json.loads((await self.receive_output())["text"])
        assert said["kind"] == "state"
        return said["run"]

    async def seq(self) -> int:
        """Return the number of the next frame."""
        return HEADER.unpack_from((await self.receive_output())["bytes"])[4]

    async def disconnect(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.wait()


@sync_to_async
def a_run(owner: str = "ada") -> Run:
    return queued_run(person(owner))


@sync_to_async
def token(owner: str = "ada") -> dict[str, str]:
    return {"authorization": f"Bearer {make_api_token(person(owner))}"}


@sync_to_async
def session(owner: str = "ada") -> dict[str, str]:
    client = Client()
    client.force_login(person(owner))
    return {"cookie": f"twinloom_session={client.cookies['twinloom_session'].value}"}


async def publish(run: Run, seq: int) -> None:
    """Do what the publisher does."""
    await sync_to_async(cache.set)(f"frame:{run.id}", frame(seq))
    await get_channel_layer().group_send(group_of(run.id), {"type": "run.frame", "seq": seq})


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:9999", "null", "https://127.0.0.1.evil.example", ""]
)
async def test_a_page_of_another_origin_is_refused_before_the_socket_opens(origin):
    run = await a_run()
    assert await Socket(run.id, origin=origin, **await session()).is_refused()


async def test_no_origin_needs_a_token_and_another_host_is_refused():
    run = await a_run()
    assert await Socket(run.id, **await session()).is_refused()
    assert await Socket(run.id, host="evil.example", origin="http://evil.example").is_refused()
    socket = await Socket(run.id, **await token()).opened()
    await socket.disconnect()


async def test_the_run_of_somebody_else_and_no_run_close_alike():
    run = await a_run()
    await Socket(run.id, **await token("eve")).closes_with(4404)
    await Socket(uuid4(), **await token("eve")).closes_with(4404)
    await Socket(run.id, origin=f"http://{HOST}", **await session("eve")).closes_with(4404)


async def test_who_is_not_signed_in_is_told_so():
    run = await a_run()
    await Socket(run.id, origin=f"http://{HOST}").closes_with(4401)
    await Socket(run.id, authorization="Bearer nothing").closes_with(4401)


async def test_a_path_without_a_socket_closes_with_4404():
    await Socket("not-a-run", **await token()).closes_with(4404)


async def test_the_state_comes_first_then_the_newest_frame():
    run = await a_run()
    await sync_to_async(cache.set)(f"frame:{run.id}", frame(41))
    socket = await Socket(run.id, origin=f"http://{HOST}", **await session()).opened()
    said = await socket.state()
    assert (said["id"], said["status"], said["attempt"]) == (str(run.id), "queued", 0)
    assert await socket.seq() == 41
    await socket.disconnect()


async def test_a_change_of_the_row_is_told_as_a_new_state():
    run = await a_run()
    socket = await Socket(run.id, **await token()).opened()
    await socket.state()
    await sync_to_async(Run.objects.filter(id=run.id).update)(status=RunStatus.FAILED, error="why")
    await get_channel_layer().group_send(group_of(run.id), {"type": "run.state"})
    said = await socket.state()
    assert (said["status"], said["error"]) == ("failed", "why")
    await socket.disconnect()


async def test_one_frame_is_in_flight_and_the_newest_goes_out_next():
    run = await a_run()
    socket = await Socket(run.id, **await token()).opened()
    await socket.state()
    for seq in (1, 2, 3):
        await publish(run, seq)
        if seq == 1:
            assert await socket.seq() == 1
    assert await socket.receive_nothing()
    await socket.acknowledges(1)
    assert await socket.seq() == 3  # 2 is skipped
    await socket.acknowledges(3)
    assert await socket.receive_nothing()
    await publish(run, 4)
    assert await socket.seq() == 4
    await socket.disconnect()


async def test_what_is_no_acknowledgement_of_a_sent_frame_sets_nothing_free():
    run = await a_run()
    socket = await Socket(run.id, **await token()).opened()
    await socket.state()
    await publish(run, 5)
    assert await socket.seq() == 5
    await publish(run, 6)
    for word in ('{"ack": 9}', '{"ack": 4}', '{"ack": "5"}', '{"ack": true}', "{", "[]", "x" * 5_000, "5"):
        await socket.says(word)
    await socket.says(content=b"\x00\xff")
    assert await socket.receive_nothing()
    await socket.acknowledges(5)
    assert await socket.seq() == 6
    await socket.disconnect()


async def test_after_a_reconnect_the_newest_frame_comes_again():
    run = await a_run()
    await publish(run, 7)
    for _ in range(2):
        socket = await Socket(run.id, **await token()).opened()
        await socket.state()
        assert await socket.seq() == 7
        await socket.disconnect()
