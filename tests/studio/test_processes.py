"""The children of the parent: started again when they die, ended with it, a port that is taken."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from studio.embedded.lock import take_lock
from studio.embedded.parent import StartError, listen
from studio.embedded.processes import Child, command_of, end_left_behind, stop, write_ids
from tests.patience import wait_until

SLEEPS = [sys.executable, "-c", "import time; time.sleep(600)"]
ENDS = [sys.executable, "-c", "raise SystemExit(7)"]


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def child(tmp_path):
    child = Child("sleeper", SLEEPS, tmp_path / "log")
    child.start()
    yield child
    stop([child], grace_s=5)


def test_a_child_that_is_killed_is_started_again(child):
    first = child.process.pid
    child.started -= 60  # it has run for a while
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: not child.is_alive, "its end")
    assert child.keep_alive() == -signal.SIGKILL
    assert child.is_alive
    assert child.process.pid != first
    assert child.keep_alive() is None


def test_a_child_that_dies_at_once_rests_longer_and_longer(tmp_path, monkeypatch):
    standing = SimpleNamespace(monotonic=lambda: 100.0, sleep=time.sleep)
    monkeypatch.setattr("studio.embedded.processes.time", standing)
    child = Child("dier", ENDS, tmp_path / "log")
    rests = []
    child.start()
    for _ in range(3):
        wait_until(lambda: not child.is_alive, "its end")
        assert child.keep_alive() == 7
        rests.append(child.restart_at - 100.0)
        child.restart_at = 0.0
        assert child.keep_alive() is None  # started again
    assert rests == sorted(rests)
    assert rests[-1] > 2 * rests[0]
    stop([child], grace_s=5)


def test_a_child_that_does_not_listen_is_ended_by_force(tmp_path):
    deaf = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "print('deaf', flush=True); time.sleep(600)"
    )
    child = Child("deaf", [sys.executable, "-c", deaf], tmp_path / "log")
    child.start()
    wait_until(lambda: b"deaf" in child.log.read_bytes(), "its first word")
    stop([child], grace_s=0.2)
    assert child.process.returncode == -signal.SIGKILL


@pytest.mark.skipif(sys.platform != "linux", reason="the parent-death signal is Linux's")
def test_a_child_dies_with_a_parent_that_is_killed(tmp_path):
    program = (
        "import sys, time; from pathlib import Path; from studio.embedded.processes import Child; "
        f"child = Child('c', {SLEEPS!r}, Path({str(tmp_path / 'log')!r})); child.start(); "
        "print(child.process.pid, flush=True); time.sleep(600)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    grandchild = int(parent.stdout.readline())
    assert is_running(grandchild)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_until(lambda: not is_running(grandchild), "its end")


def test_what_an_earlier_parent_left_behind_is_ended_and_nothing_else(tmp_path, child):
    ids = tmp_path / "processes.json"
    write_ids(ids, [child])
    ids.write_text(ids.read_text().replace("600", "601"))  # the id was given to another program
    end_left_behind(ids)
    assert child.is_alive
    write_ids(ids, [child])
    end_left_behind(ids)
    wait_until(lambda: not child.is_alive, "its end")
    assert not ids.exists()
    end_left_behind(ids)  # nothing written: nothing to do


def test_the_command_of_a_process_is_known_and_that_of_none_is_not(child):
    assert "time.sleep(600)" in command_of(child.process.pid)
    assert command_of(2**22 + 1) is None


def test_a_system_without_ps_is_no_hindrance(child, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert command_of(child.process.pid) is None
    ids = tmp_path / "processes.json"
    write_ids(ids, [child])
    end_left_behind(ids)
    assert child.is_alive
    assert not ids.exists()


def test_linux_tells_the_command_without_ps(child, tmp_path, monkeypatch):
    if sys.platform != "linux":
        pytest.skip("/proc is Linux's")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command_of(child.process.pid) == " ".join(SLEEPS)


def test_a_port_that_is_taken_is_said_in_one_line():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(StartError, match=f"127.0.0.1:{port}: Address already in use. Set TWINLOOM_PORT"):
            listen("127.0.0.1", port)


@pytest.mark.parametrize(("host", "port"), [("192.0.2.1", 0), ("127.0.0.1", 70_000), ("\u00fc" * 80, 0)])
def test_an_address_that_cannot_be_is_said_too(host, port):
    with pytest.raises(StartError, match="cannot listen"):
        listen(host, port)


def test_one_data_folder_has_one_parent(tmp_path):
    held = take_lock(tmp_path / "lock")
    program = (
        "from pathlib import Path; from studio.embedded.lock import take_lock; "
        f"print(take_lock(Path({str(tmp_path / 'lock')!r})))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "None"
    os.close(held)
    assert take_lock(tmp_path / "lock") is not None
