"""The live path on a real worker, broker and server: frames as they come, quiet sockets, lost brokers."""

import json
import os
import signal
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
from tests.records import all_reduce, leaf_spine, scenario
from tests.system.running import ROOT, Studio, wait_until

pytestmark = pytest.mark.system
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
    with connect(address, additional_headers=given, open_timeout=10) as socket:
        yield socket


def next_frame(socket: ClientConnection, within: float = 10.0) -> Frame:
    """Return the next frame and acknowledge it."""
    end = time.monotonic() + within
    while True:
        said = socket.recv(timeout=max(0.1, end - time.monotonic()))
        if isinstance(said, bytes):
            frame = decode(said)
            socket.send(json.dumps({"ack": frame.seq}))
            return frame


def next_state(socket: ClientConnection, within: float = 10.0) -> Any:
    """Return the next state."""
    end = time.monotonic() + within
    while True:
        said = socket.recv(timeout=max(0.1, end - time.monotonic()))
        if isinstance(said, str):
            return json.loads(said)["run"]


def end_of(studio: Studio, run: str) -> Any:
    """Return the run when it has ended."""

    def look() -> Any:
        found = studio.ask("GET", f"/runs/{run}").body
        return found if found["finished_at"] else None

    return wait_until(look, within=60, what=f"the end of run {run}")


def test_each_frame_of_a_paced_run_is_of_a_later_time_and_the_last_one_says_so(studio: Studio) -> None:
    run = started_run(studio, iterations=60, ms_per_s=40)
    with watched(studio, run) as socket:
        frames = [next_frame(socket)]
        while not frames[-1].flags & FrameFlag.LAST:
            frames.append(next_frame(socket))
        assert next_state(socket)["status"] in ("running", "finished")
    times = [frame.time for frame in frames[:-1]]
    assert all(later > earlier for earlier, later in pairwise(times))
    wall = frames[-1].wall - frames[0].wall
    assert len(frames) >= 0.8 * 10 * wall  # ten a second, on a machine that does other things too
    assert end_of(studio, run)["status"] == "finished"


def test_a_viewer_that_does_not_acknowledge_gets_one_frame_and_then_the_newest(studio: Studio) -> None:
    run = started_run(studio, iterations=400, ms_per_s=100)
    with watched(studio, run) as socket:
        said = socket.recv(timeout=10)
        while isinstance(said, str):
            said = socket.recv(timeout=10)
        first = decode(said)
        with pytest.raises(TimeoutError):
            while isinstance(socket.recv(timeout=1.5), str):
                pass
        socket.send(json.dumps({"ack": first.seq}))
        assert next_frame(socket).seq >= first.seq + 10
    studio.ask("POST", f"/runs/{run}/cancel")


def test_after_a_reconnect_the_frames_go_on(studio: Studio) -> None:
    run = started_run(studio, iterations=400, ms_per_s=100)
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


def test_a_socket_that_is_open_hears_again_after_the_broker_was_killed(own_studio: Studio) -> None:
    run = started_run(own_studio, iterations=2_000, ms_per_s=100)
    with watched(own_studio, run) as socket:
        before = next_frame(socket)
        (broker,) = [pid for pid, command in own_studio.descendants().items() if "valkey" in command]
        os.kill(broker, signal.SIGKILL)
        wait_until(lambda: next_frame(socket, within=20).wall > before.wall + 5, within=30, what="new frames")
    own_studio.ask("POST", f"/runs/{run}/cancel")
    assert end_of(own_studio, run)["status"] == "cancelled"


def test_a_long_paced_run_does_not_hold_up_a_fast_one(studio: Studio) -> None:
    slow = started_run(studio, iterations=2_000, ms_per_s=10)
    wait_until(
        lambda: studio.ask("GET", f"/runs/{slow}").body["status"] == "running", within=20, what="the slow run"
    )
    assert end_of(studio, started_run(studio, iterations=3, ms_per_s=None))["status"] == "finished"
    assert studio.ask("GET", f"/runs/{slow}").body["status"] == "running"
    asked = time.monotonic()
    assert studio.ask("POST", f"/runs/{slow}/cancel").status == 202
    assert end_of(studio, slow)["status"] == "cancelled"
    assert time.monotonic() - asked < 5


def test_another_origin_gets_403_and_anothers_run_4404(studio: Studio) -> None:
    run = started_run(studio, iterations=1, ms_per_s=None)
    with pytest.raises(InvalidStatus) as refused, watched(studio, run, Origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403
    unknown = "00000000-0000-4000-8000-000000000000"
    with watched(studio, unknown) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
