"""A whole studio for a test: the parent process with its broker, workers and server, on loopback."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE_S, wait_until

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Answer:
    """Status, headers and parsed body of one request."""

    status: int
    headers: dict[str, str]
    body: Any


@dataclass
class Studio:
    """A running studio: where it answers, how to sign in, and its processes."""

    process: subprocess.Popen[str]
    data: Path
    url: str
    link: str
    token: str
    environment: dict[str, str]

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """Send one JSON request to the API as the owner of the token."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else json.dumps(body).encode()
        return self._sent(method, path, data, {"Content-Type": "application/json", **named})

    def _sent(self, method: str, path: str, data: bytes | None, headers: dict[str, str]) -> Answer:
        request = urllib.request.Request(
            f"{self.url}/api/v1{path}",
            method=method,
            data=data,
            headers={"Authorization": f"Bearer {self.token}", **headers},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return Answer(answer.status, dict(answer.headers), _parsed(answer.read()))
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, dict(error.headers), _parsed(error.read()))

    def send_file(self, path: str, name: str, content: bytes) -> Answer:
        """Send one file as a form of several parts to the API."""
        boundary = "boundary-of-no-file"
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        return self._sent(
            "POST",
            path,
            head.encode() + content + f"\r\n--{boundary}--\r\n".encode(),
            {"Content-Type": f"multipart/form-data; boundary={boundary}"},
        )

    def made(self, path: str, body: object) -> Any:
        """Return what ``POST`` made, or fail with the answer."""
        answer = self.ask("POST", path, body)
        assert answer.status == 201, f"{answer.status} {answer.body!s:.500}"
        return answer.body

    def new_link(self) -> str:
        """Return a further link that signs in once, as the command prints it."""
        printed = _printed_by("link", self.environment)
        assert re.fullmatch(rf"{self.url}/enter/[\w-]+/", printed), printed
        return printed

    def descendants(self) -> dict[int, str]:
        """Return pid and command line of every process below the parent."""
        return descendants(self.process.pid)


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw) if raw else None
    except ValueError:
        return raw


def _printed_by(command: str, environment: dict[str, str]) -> str:
    return subprocess.run(
        [sys.executable, "manage.py", command],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


def _stat(pid: str) -> tuple[int, str] | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return int(fields[1]), fields[0]


def descendants(root: int) -> dict[int, str]:
    """Return pid and command line of all living processes whose ancestor is ``root`` (Linux)."""
    parents = {}
    for pid in (entry.name for entry in Path("/proc").iterdir() if entry.name.isdigit()):
        if (stat := _stat(pid)) and stat[1] != "Z":
            parents[int(pid)] = stat[0]
    found: dict[int, str] = {}
    frontier = {root}
    while frontier:
        frontier = {pid for pid, parent in parents.items() if parent in frontier and pid not in found}
        for pid in frontier:
            try:
                found[pid] = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
    return found


def is_alive(pid: int) -> bool:
    """Say whether a process lives and is no zombie."""
    stat = _stat(str(pid))
    return stat is not None and stat[1] != "Z"


def free_port() -> int:
    """Return a loopback port that is free, below those that a system gives to whoever dials out."""
    while True:
        port = random.randrange(12_000, 30_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@contextmanager
def running_studio(data: Path, **extra: str) -> Iterator[Studio]:
    """Start a studio with its data in ``data``; end it (politely, then not) when the block ends."""
    port = free_port()
    environment = {**os.environ, "TWINLOOM_DATA": str(data), "TWINLOOM_PORT": str(port), **extra}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    log = data / "up.log"
    data.mkdir(parents=True, exist_ok=True)
    with log.open("w") as sink:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=environment,
            stdout=sink,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:

        def link() -> str | None:
            assert process.poll() is None, log.read_text()
            found = re.search(r"http://\S+/enter/\S+", log.read_text())
            return found.group(0) if found else None

        address = wait_until(link, "the link that signs in")
        token = _printed_by("token", environment).splitlines()[-1]
        yield Studio(process, data, f"http://127.0.0.1:{port}", address, token, environment)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(PATIENCE_S)
