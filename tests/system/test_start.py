"""The one command: what stops it is said in one line with exit code 2; what the first start makes."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.running import ROOT, Studio, free_port, running_studio

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
        timeout=60,
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


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio whose data folder lies too deep for the path of a unix socket."""
    with running_studio(tmp_path_factory.mktemp("d" * 60) / ("e" * 60)) as studio:
        yield studio


def test_a_deep_data_folder_is_no_trouble_for_the_brokers_socket(deep: Studio) -> None:
    assert any("valkey" in command for command in deep.descendants().values())
    assert deep.ask("GET", "/me").body["username"] == "local"


def test_one_data_folder_has_one_studio(deep: Studio) -> None:
    assert_says(up(deep.data), "a studio already runs on")
    assert deep.ask("GET", "/me").status == 200


def test_the_link_command_prints_a_link_of_the_running_studio(deep: Studio) -> None:
    command = [sys.executable, "manage.py", "link"]
    printed = subprocess.run(
        command, cwd=ROOT, env=deep.environment, capture_output=True, text=True, check=True
    )
    assert re.fullmatch(rf"{deep.url}/enter/[\w-]+/\n", printed.stdout)


def test_the_sample_project_is_loaded_at_the_first_start_alone(tmp_path: Path) -> None:
    with running_studio(tmp_path / "studio") as studio:
        (project,) = studio.ask("GET", "/projects").body["results"]
        assert studio.ask("GET", "/scenarios").body["count"] == 3
        assert studio.ask("DELETE", f"/projects/{project['id']}").status == 204
    with running_studio(tmp_path / "studio") as studio:
        assert studio.ask("GET", "/projects").body["count"] == 0
