"""The one command: what stops it is said in one line with exit code 2."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.system.running import ROOT, Studio, free_port

pytestmark = pytest.mark.system


def up(data: Path, **extra: str) -> "subprocess.CompletedProcess[str]":
    """Run the command and return how it ended."""
    environment = {**os.environ, "TWINLOOM_DATA": str(data), "TWINLOOM_PORT": str(free_port()), **extra}
    return subprocess.run(
        [sys.executable, "manage.py", "up"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def assert_says(ended: "subprocess.CompletedProcess[str]", words: str) -> None:
    """Check that it ended with code 2 and one line with these words."""
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.strip().splitlines()) == 1, ended.stderr
    assert words in ended.stderr


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert_says(up(tmp_path, TWINLOOM_PORT=str(other.getsockname()[1])), "Set TWINLOOM_PORT")


def test_an_address_that_others_can_reach_demands_an_account(tmp_path: Path) -> None:
    assert_says(up(tmp_path, TWINLOOM_HOST="0.0.0.0"), "manage.py createsuperuser")
    made = subprocess.run(
        [sys.executable, "manage.py", "createsuperuser", "--noinput", "--username", "ada", "--email", ""],
        cwd=ROOT,
        env={**os.environ, "TWINLOOM_DATA": str(tmp_path), "DJANGO_SUPERUSER_PASSWORD": "a-long-one-7"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    port = str(free_port())
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up"],
        cwd=ROOT,
        env={**os.environ, "TWINLOOM_DATA": str(tmp_path), "TWINLOOM_PORT": port, "TWINLOOM_HOST": "0.0.0.0"},
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        said = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
    assert "sign in with an account" in said
    assert "/enter/" not in said


def test_a_deep_data_folder_is_no_trouble_for_the_brokers_socket(studio: Studio) -> None:
    assert any("valkey" in command for command in studio.descendants().values())
    assert studio.ask("GET", "/me").body["username"] == "local"


def test_one_data_folder_has_one_studio(studio: Studio) -> None:
    assert_says(up(studio.data), "a studio already runs on")
    assert studio.ask("GET", "/me").status == 200
