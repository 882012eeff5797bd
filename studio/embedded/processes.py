"""Child processes that end with their parent and are started again when they die.

On Linux each child asks the kernel to be killed when its parent is gone, whatever ended that. None of ours
has children of its own (the workers run their tasks in threads), so nothing is left behind. Elsewhere the
next start ends what the file of process ids names; where it cannot, it starts all the same.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

PR_SET_PDEATHSIG: Final = 1  # prctl(2)
LONGEST_REST_S: Final = 10.0
QUICK_DEATH_S: Final = 5.0
LIBC: Final = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


@dataclass
class Child:
    """A process to keep alive. ``files`` are file descriptors that it inherits."""

    name: str
    command: Sequence[str]
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    files: tuple[int, ...] = ()
    process: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0
    quick_deaths: int = 0
    restart_at: float = 0.0

    def start(self) -> None:
        """Start the process. Call from the main thread: it must outlive the child."""
        with self.log.open("ab") as log:
            self.process = self._popen(log)
        self.started = time.monotonic()

    def _popen(self, log: IO[bytes]) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={**os.environ, **self.environment},
            pass_fds=self.files,
            start_new_session=True,  # Ctrl-C is the parent's business
            preexec_fn=_end_with_parent(os.getpid()) if LIBC else None,  # noqa: PLW1509 (the parent is one thread)
        )

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self.process is not None and self.process.poll() is None

    def keep_alive(self) -> int | None:
        """Start a dead process again, later where it died at once; return the code of a new death."""
        if self.is_alive:
            return None
        now = time.monotonic()
        if self.process is not None:
            code = self.process.returncode
            self.process = None
            self.quick_deaths = self.quick_deaths + 1 if now - self.started < QUICK_DEATH_S else 0
            rest = 0.1 * 2**self.quick_deaths if self.quick_deaths else 0.0
            self.restart_at = now + min(LONGEST_REST_S, rest)
            if self.quick_deaths:
                return code
            self.start()
            return code
        if now >= self.restart_at:
            self.start()
        return None


def stop(children: Sequence[Child], *, grace_s: float) -> None:
    """End processes: by request, and after ``grace_s`` by force."""
    for child in children:
        if child.process is not None and child.is_alive:
            child.process.terminate()
    deadline = time.monotonic() + grace_s
    for child in children:
        if child.process is None:
            continue
        try:
            child.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.process.kill()
            child.process.wait()


def write_ids(path: Path, children: Sequence[Child]) -> None:
    """Write down which processes run, for a next start that finds them still there."""
    running = [
        {"pid": child.process.pid, "command": list(child.command)} for child in children if child.process
    ]
    path.write_text(json.dumps(running), encoding="utf-8")


def end_left_behind(path: Path) -> None:
    """End processes that an earlier parent wrote down and that still run the same command."""
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return
    for each in written:
        if command_of(each["pid"]) == " ".join(each["command"]):
            with suppress(OSError):  # it has ended by itself, or is another's by now
                os.kill(each["pid"], signal.SIGTERM)
    path.unlink(missing_ok=True)


def command_of(process: int) -> str | None:
    """Return the command line of a process, None where there is none or the system does not tell."""
    asks = ["ps", "-o", "command=", "-ww", "-p", str(process)]
    try:
        if sys.platform == "linux":
            told = os.fsdecode(Path(f"/proc/{process}/cmdline").read_bytes()).replace("\0", " ")
        else:
            told = subprocess.run(asks, capture_output=True, text=True, check=False).stdout
    except OSError:
        return None
    return told.strip() or None


def _end_with_parent(parent: int) -> Callable[[], None]:
    def ask_the_kernel() -> None:
        assert LIBC is not None
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before we asked
            os._exit(1)

    return ask_the_kernel
