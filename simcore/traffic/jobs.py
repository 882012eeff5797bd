"""A job: compute, then one collective, again and again.

An iteration ends when the last part of its collective has ended, latency included.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from simcore.traffic.stragglers import Compute, ComputeTimes
from simcore.traffic.streams import FIRST_OF_COLLECTIVE, NO_CAUSE, TIED, Stage

# Tags of the timers of a job.
BEGIN: Final = 0
COMPUTED: Final = 1
COMMUNICATED: Final = 2
# Parts of a collective that arrive within this of each other, relatively, arrive at one time.
SAME_TIME: Final = 1e-12


@dataclass(slots=True)
class JobLog:
    """The iterations of a job so far: when each ended, how long it took, and how long its collective (s).

    ``ready`` counts the ranks that were ready when each began its collective, the present one included.
    """

    ready: list[int] = field(default_factory=list)
    end: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    communication: list[float] = field(default_factory=list)


class Collective(Protocol):
    """How a job communicates."""

    def register(self, stage: Stage, player: int) -> None:
        """Make its streams known."""
        ...

    def start(self, stage: Stage, iteration: int) -> int:
        """Start the collective now and return of how many groups it consists."""
        ...

    def group_ended(self, group: int, stage: Stage) -> float:
        """Return when a group, whose streams have ended now, has fully arrived."""
        ...

    def finish(self, stage: Stage) -> None:
        """Give back what was held for the collective."""
        ...

    def idle_time(self, capacity: NDArray[np.float64]) -> float:
        """Return about how long it takes where nothing else moves."""
        ...


@runtime_checkable
class Patient(Protocol):
    """A collective that sets timers, with tags from ``FIRST_OF_COLLECTIVE`` on."""

    def timer(self, tag: int, stage: Stage) -> None:
        """React to a timer; its tag counts from 0 here."""
        ...


class Listener(Protocol):
    """Who is told when a job communicates."""

    def communication_begins(self) -> None:
        """Take note that a job begins to communicate."""
        ...

    def communication_ends(self) -> None:
        """Take note that a job communicates no more."""
        ...


class JobPlayer:
    """Plays a job: ``iterations`` times compute, then the collective; ``ended`` is called after the last.

    ``first_begin`` is when the first iteration begins, ``began`` when the present one began (s).
    """

    def __init__(
        self,
        *,
        compute: Compute,
        random: np.random.Generator,
        collective: Collective,
        iterations: int,
        begin: float,
        listener: Listener,
        ended: Callable[[], None],
    ) -> None:
        self.iterations = iterations
        self._compute = compute
        self._times = ComputeTimes(compute, random)
        self._collective = collective
        self.first_begin = begin
        self._listener = listener
        self._ended = ended
        self.log = JobLog()
        self._number = -1
        self.began = begin
        self._communicates_from = begin
        self._arrives = 0.0
        self._because = NO_CAUSE
        self._open_groups = 0

    def join(self, number: int) -> None:
        """Learn the number under which the stage knows this player."""
        self._number = number

    @property
    def done(self) -> int:
        """Iterations that have ended."""
        return len(self.log.end)

    @property
    def has_ended(self) -> bool:
        """Whether all iterations have ended."""
        return self.done == self.iterations

    def foreseen(self, capacity: NDArray[np.float64]) -> float:
        """Return about when the job ends where nothing else moves (s)."""
        return self.first_begin + self.iterations * self.foreseen_iteration(capacity)

    def foreseen_iteration(self, capacity: NDArray[np.float64]) -> float:
        """Return about how long an iteration takes where nothing else moves (s)."""
        return self._compute.expected() + self._collective.idle_time(capacity)

    def begin(self, stage: Stage) -> None:
        """Make the streams known, and start when the job begins."""
        self._collective.register(stage, self._number)
        stage.set_timer(self.first_begin, player=self._number, tag=BEGIN)

    def timer(self, tag: int, stage: Stage) -> None:
        """Go on to the next step, or have the collective do so."""
        if tag >= FIRST_OF_COLLECTIVE:
            if isinstance(self._collective, Patient):
                self._collective.timer(tag - FIRST_OF_COLLECTIVE, stage)
            return
        if tag == COMPUTED:
            self._communicate(stage)
            return
        if tag == COMMUNICATED:
            self._end_iteration(stage)
        if self.has_ended:
            self._ended()
        else:
            self._start_iteration(stage)

    def group_ended(self, tag: int, stage: Stage) -> None:
        """Wait for the last rail; the collective ends when the last one has arrived."""
        self._take_arrival(self._collective.group_ended(tag, stage), stage.because)
        self._open_groups -= 1
        if self._open_groups == 0:
            stage.set_timer(self._arrives, player=self._number, tag=COMMUNICATED, because=self._because)

    def _start_iteration(self, stage: Stage) -> None:
        self.began = stage.time
        readiness = self._times.next()
        self.log.ready.append(readiness.ready)
        if readiness.seconds > 0:
            stage.set_timer(self.began + readiness.seconds, player=self._number, tag=COMPUTED)
        else:
            self._communicate(stage)

    def _communicate(self, stage: Stage) -> None:
        self._listener.communication_begins()
        self._communicates_from = stage.time
        self._arrives = stage.time
        self._because = NO_CAUSE
        self._open_groups = self._collective.start(stage, self.done)

    def _take_arrival(self, at: float, because: int) -> None:
        """Take note of when a part arrives, and because of what; the last one counts."""
        if at > self._arrives * (1 + SAME_TIME) or self._because == NO_CAUSE:
            self._because = because
        elif at >= self._arrives * (1 - SAME_TIME):
            self._because |= TIED
        self._arrives = max(self._arrives, at)

    def _end_iteration(self, stage: Stage) -> None:
        self._collective.finish(stage)
        self._listener.communication_ends()
        self.log.end.append(stage.time)
        self.log.seconds.append(stage.time - self.began)
        self.log.communication.append(stage.time - self._communicates_from)
