"""The parent of everything that `make run` starts: broker, web server, workers.

It starts a child that dies again, and lets ``twin.services.runs.recovery`` put right what that child had in
its hands. It is one thread that looks around a few times a second.
"""

import http.client
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.db import DatabaseError, connections

from studio.embedded import broker
from studio.embedded.broker import NoBrokerError
from studio.embedded.patience import wait_for
from studio.embedded.processes import Child, end_left_behind, stop, write_ids
from studio.environment import Environment
from twin.queue import FAST_QUEUE, PACED_QUEUE, all_listening, forget_listening
from twin.services.runs.recovery import recover
from twin.services.runs.retention import remove_old_frames

LOOK_EVERY_S: Final = 0.2
RECOVER_EVERY_S: Final = 2.0
CLEAR_EVERY_S: Final = 3600.0
BROKER_STARTS_S: Final = 30.0  # both are milliseconds and seconds, but on a machine that is busy
GRACE_S: Final = 2.0
MOST_FAST: Final = 4
PACED_AT_ONCE: Final = 4  # they sleep most of the time
# glibc gives back what a large document took: one arena, not one a thread, trimmed from 1 MB on. A studio
# with a fabric of 16,384 GPUs peaks below 500 MB so, at 610 MB without (``python -m benchmarks large``).
THRIFTY: Final = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "1000000"}

log = logging.getLogger(__name__)


class StartError(Exception):
    """The studio cannot start; the message says why and what helps, in one line."""


@dataclass
class Parent:
    """Starts the children of one studio and keeps them alive."""

    environment: Environment
    listening: socket.socket
    say: Callable[[str], Any]
    children: list[Child] = field(default_factory=list)
    is_over: bool = False

    @property
    def logs(self) -> Path:
        """The folder of the children's logs."""
        return self.environment.data / "logs"

    def start_broker(self) -> None:
        """Start the embedded broker and wait until it answers; the one of REDIS_URL answers by itself."""
        self.logs.mkdir(exist_ok=True)
        end_left_behind(self._ids)
        if url := self.environment.redis_url:
            if silence := broker.silence(url):
                raise StartError(f"the broker of REDIS_URL cannot be used: {silence}")
            return
        path = self.environment.broker_socket
        try:
            broker.prepare_folder(path)
            broker.stop_stray(path)
            child = Child("broker", broker.broker_command(path), self._log("broker"))
        except NoBrokerError as error:
            raise StartError(str(error)) from None
        child.start()
        self.children.append(child)
        if not _wait(lambda: broker.answers(path), BROKER_STARTS_S):
            raise StartError(f"the embedded broker does not start; {child.log} says why")

    def start_others(self) -> None:
        """Start the web server and the workers."""
        forget_listening()
        descriptor = self.listening.fileno()
        fast = max(1, min(MOST_FAST, (os.cpu_count() or 1) - 1))
        web = [sys.executable, "-m", "studio.embedded.web", str(descriptor)]
        others = [
            Child("web", web, self._log("web"), THRIFTY, files=(descriptor,)),
            Child("worker", _worker(FAST_QUEUE, fast), self._log("worker")),
            Child("paced-worker", _worker(PACED_QUEUE, PACED_AT_ONCE), self._log("paced-worker")),
        ]
        for child in others:
            child.environment = {**child.environment, "DJANGO_SETTINGS_MODULE": "studio.settings"}
            child.start()
        self.children += others
        write_ids(self._ids, self.children)

    def wait_until_ready(self) -> None:
        """Return when the web server answers and the workers listen; a first start compiles for minutes."""
        for is_ready, names in ((self._answers, ("web",)), (all_listening, ("worker", "paced-worker"))):
            awaited = [child for child in self.children if child.name in names]
            if not wait_for(awaited, is_ready, say=self.say):
                logs = " and ".join(str(child.log) for child in awaited)
                raise StartError(f"{' and '.join(names)} did not start; {logs} may say why")

    def watch(self) -> None:
        """Keep everything alive until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        recovered = cleared = time.monotonic()
        self._put_right(partial(recover, is_start=True))
        self._put_right(remove_old_frames)
        while not self.is_over:
            has_changed = self._keep_alive()
            if has_changed or time.monotonic() - recovered >= RECOVER_EVERY_S:
                self._put_right(partial(recover, is_start=has_changed))
                recovered = time.monotonic()
            if time.monotonic() - cleared >= CLEAR_EVERY_S:
                self._put_right(remove_old_frames)
                cleared = time.monotonic()
            time.sleep(LOOK_EVERY_S)

    def stop(self) -> None:
        """End all children, the broker last."""
        stop([child for child in self.children if child.name != "broker"], grace_s=GRACE_S)
        stop([child for child in self.children if child.name == "broker"], grace_s=GRACE_S)
        self._ids.unlink(missing_ok=True)

    @property
    def _ids(self) -> Path:
        return self.environment.data / "processes.json"

    def _log(self, name: str) -> Path:
        path = self.logs / f"{name}.log"
        path.write_bytes(b"")
        return path

    def _answers(self) -> bool:
        host, port = self.listening.getsockname()[:2]
        reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        connection = http.client.HTTPConnection(reachable, port, timeout=5)
        with suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/api/v1/me", headers={"Host": self.environment.allowed_hosts[0]})
            return connection.getresponse().status == http.client.UNAUTHORIZED
        return False

    def _keep_alive(self) -> bool:
        """Start dead children again; return whether there was one."""
        deaths = {
            child.name: (code, child) for child in self.children if (code := child.keep_alive()) is not None
        }
        for name, (code, child) in deaths.items():
            self.say(f"{name} ended with code {code} and is started again; see {child.log}")
        if deaths:
            if "broker" in deaths:
                _wait(lambda: broker.answers(self.environment.broker_socket), BROKER_STARTS_S)
            write_ids(self._ids, self.children)
        return bool(deaths)

    def _put_right(self, work: Callable[[], object]) -> None:
        try:
            work()
        except DatabaseError as error:
            log.warning("the records cannot be put right now, it is tried again: %s", error)
        finally:
            connections.close_all()

    def _end(self, *_: object) -> None:
        self.is_over = True


def listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to the address, for the web server to listen on.

    Raises
    ------
    StartError
        If it is taken, or not an address of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(1024)
    except (OSError, OverflowError, TypeError) as error:  # TypeError: a name that no host can have
        bound.close()
        says = getattr(error, "strerror", None) or str(error)
        helps = "Set TWINLOOM_PORT to a free one, or TWINLOOM_HOST to an address of this machine"
        raise StartError(f"cannot listen on {host}:{port}: {says}. {helps}") from None
    return bound


def _worker(queue: str, at_once: int) -> list[str]:
    """Return the command of a worker; its tasks run in threads, whose kernels do not hold Python's lock."""
    return [
        *(sys.executable, "-m", "celery", "--app", "studio", "worker", "--queues", queue),
        *("--pool", "threads", "--concurrency", str(at_once), "--hostname", f"{queue}@%h"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"),
    ]


def _wait(is_so: Callable[[], bool], at_most_s: float) -> bool:
    deadline = time.monotonic() + at_most_s
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
