"""Waiting for children that are long in starting: as long as they are alive and work, and with words."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from studio.embedded.processes import Child

# A child that has computed for less than a second in so long is stuck, however busy the machine.
STUCK_AFTER_S: Final = 180.0
WORK_S: Final = 1.0
SAY_EVERY_S: Final = 10.0
LOOK_EVERY_S: Final = 0.05


class Clock(Protocol):
    """What tells the time and lets it pass; the module ``time`` is one."""

    def monotonic(self) -> float:
        """Return seconds that only grow."""
        ...

    def sleep(self, seconds: float, /) -> None:
        """Let seconds pass."""
        ...


def wait_for(
    children: Sequence[Child],
    is_ready: Callable[[], bool],
    *,
    say: Callable[[str], Any],
    computed: Callable[[Child], float] | None = None,
    clock: Clock = time,
) -> bool:
    """Return whether ``is_ready`` came true: False once a child has died or all of them are stuck.

    ``computed`` tells for how many seconds a child has computed. Kernels are compiled in a first start, which
    takes minutes where others want the machine too: ``say`` is told now and then how long it has been.
    """
    computed = computed or computed_by
    begun = worked_at = said_at = clock.monotonic()
    work = sum(map(computed, children))
    while not is_ready():
        if not all(child.is_alive for child in children):
            return is_ready()
        now, done = clock.monotonic(), sum(map(computed, children))
        if done >= work + WORK_S:
            work, worked_at = done, now
        if now - worked_at >= STUCK_AFTER_S:
            return False
        if now - said_at >= SAY_EVERY_S:
            names = " and ".join(child.name for child in children)
            say(f"{names}: compiling kernels, once per version: {now - begun:.0f} s so far")
            said_at = now
        clock.sleep(LOOK_EVERY_S)
    return True


def computed_by(child: Child) -> float:
    """Return the seconds that a child has computed, 0 where the system does not tell."""
    if child.process is None:
        return 0.0
    with suppress(OSError, ValueError, IndexError):
        if sys.platform == "linux":
            told = Path(f"/proc/{child.process.pid}/stat").read_text(encoding="utf-8", errors="replace")
            user, system = told.rsplit(")", 1)[1].split()[11:13]  # proc(5): utime and stime, in ticks
            return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        asks = ["ps", "-o", "time=", "-p", str(child.process.pid)]
        return seconds_of(subprocess.run(asks, capture_output=True, text=True, check=False).stdout.strip())
    return 0.0


def seconds_of(told: str) -> float:
    """Return the seconds of a time as ``ps`` writes it: [[days-]hours:]minutes:seconds.

    Raises
    ------
    ValueError
        If it is none.
    """
    days, _, rest = told.rpartition("-")
    hours, minutes, seconds = ([0.0, 0.0] + [float(part) for part in rest.split(":")])[-3:]
    return ((float(days or 0) * 24 + hours) * 60 + minutes) * 60 + seconds
