"""The live path on a real worker, broker and server: frames as they come, quiet sockets."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from simcore.frames import Frame, FrameFlag, decode
from tests.patience import PATIENCE_S, wait_until
from tests.records import all_reduce, leaf_spine, scenario
from tests.system.running import ROOT, Studio

pytestmark = pytest.mark.system
LONG = 20_000  # iterations: minutes at these paces; such runs are cancelled
QUIET_S = 11.0  # the core channel layer of another make tears a quiet socket down after 5 s


def started_run(studio: Studio, *, iterations: int, ms_per_s: float | None) -> str:
    """Queue an all-reduce at a pace and return the run's id."""
    parts = {
        "fabric": leaf_spine(),
        "workload": all_reduce(iterations=iterations),
        "scenario": scenario(ms_per_s=ms_per_s),
    }
    ids = {
        noun: studio.made(f"/{noun}s", {"document": document.model_dump(mode="json")})["id"]
        for noun, document in parts.items()
    }
    return str(studio.made("/runs", ids)["id"])


@contextmanager
def watched(studio: Studio, run: str, **headers: str) -> Iterator[ClientConnection]:
    """Open the run's websocket with the token, or with these headers alone."""
    given = headers or {"Authorization": f"Bearer {studio.token}"}
    address = f"{studio.url.replace('http', 'ws', 1)}/ws/runs/{run}/"
    with connect(address, additional_headers=given, open_timeout=PATIENCE_S) as socket:
        yield socket


def heard_frame(socket: ClientConnection) -> Frame:
    """Return the next frame."""
    while True:
        said = socket.recv(timeout=PATIENCE_S)
        if isinstance(said, bytes):
            return decode(said)


def next_frame(socket: ClientConnection) -> Frame:
    """Return the next frame and acknowledge it."""
    frame = heard_frame(socket)
    socket.send(json.dumps({"ack": frame.seq}))
    return frame


def next_state(socket: ClientConnection) -> Any:
    """Return the next state."""
    while True:
        said = socket.recv(timeout=PATIENCE_S)
        if isinstance(said, str):
            return json.loads(said)["run"]


def end_of(studio: Studio, run: str) -> Any:
    """Return the run when it has ended."""

    def look() -> Any:
        found = studio.ask("GET", f"/runs/{run}").body
        return found if found["finished_at"] else None

    return wait_until(look, f"the end of run {run}")


def test_each_frame_of_a_paced_run_is_of_a_later_time_and_the_last_one_says_so(studio: Studio) -> None:
    run = started_run(studio, iterations=60, ms_per_s=20)
    with watched(studio, run) as socket:
        frames = [next_frame(socket)]
        while not frames[-1].flags & FrameFlag.LAST:
            frames.append(next_frame(socket))
    times = [frame.time for frame in frames[:-1]]
    assert all(later > earlier for earlier, later in pairwise(times))
    assert end_of(studio, run)["status"] == "finished"


def test_a_viewer_that_does_not_acknowledge_gets_one_frame_and_then_the_newest(studio: Studio) -> None:
    run = started_run(studio, iterations=LONG, ms_per_s=100)
    with watched(studio, run) as silent, watched(studio, run) as other:
        first = heard_frame(silent)
        newest = next_frame(other)
        while newest.seq < first.seq + 10:
            newest = next_frame(other)
        with pytest.raises(TimeoutError):
            while isinstance(silent.recv(timeout=0.5), str):
                pass
        silent.send(json.dumps({"ack": first.seq}))
        assert next_frame(silent).seq >= newest.seq
    studio.ask("POST", f"/runs/{run}/cancel")


def test_after_a_reconnect_the_frames_go_on(studio: Studio) -> None:
    run = started_run(studio, iterations=LONG, ms_per_s=100)
    with watched(studio, run) as socket:
        before = next_frame(socket).seq
    with watched(studio, run) as socket:
        assert next_state(socket)["status"] == "running"
        assert next_frame(socket).seq >= before
    studio.ask("POST", f"/runs/{run}/cancel")


def test_a_quiet_socket_stays_open_and_then_hears_the_news(studio: Studio) -> None:
    run = started_run(studio, iterations=1, ms_per_s=None)
    end_of(studio, run)
    with watched(studio, run) as socket:
        assert next_state(socket)["status"] == "finished"
        quiet_until = time.monotonic() + QUIET_S
        while time.monotonic() < quiet_until:
            try:
                said = socket.recv(timeout=max(0.1, quiet_until - time.monotonic()))
            except TimeoutError:
                break
            assert isinstance(said, bytes)  # the newest frame, once
        told = f"from uuid import UUID; from twin.live.news import tell_state; tell_state(UUID('{run}'))"
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", told]
        subprocess.run(command, cwd=ROOT, env=studio.environment, check=True, capture_output=True)
        assert next_state(socket)["status"] == "finished"


def test_a_long_paced_run_does_not_hold_up_a_fast_one(studio: Studio) -> None:
    slow = started_run(studio, iterations=LONG, ms_per_s=10)
    wait_until(lambda: studio.ask("GET", f"/runs/{slow}").body["status"] == "running", "the slow run")
    assert end_of(studio, started_run(studio, iterations=3, ms_per_s=None))["status"] == "finished"
    assert studio.ask("GET", f"/runs/{slow}").body["status"] == "running"
    assert studio.ask("POST", f"/runs/{slow}/cancel").status == 202
    assert end_of(studio, slow)["status"] == "cancelled"


def test_another_origin_gets_403_and_anothers_run_4404(studio: Studio) -> None:
    run = started_run(studio, iterations=1, ms_per_s=None)
    with pytest.raises(InvalidStatus) as refused, watched(studio, run, Origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403
    unknown = "00000000-0000-4000-8000-000000000000"
    with watched(studio, unknown) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=PATIENCE_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
