"""When samples are taken, and how a run keeps step with the clock on the wall."""

from collections.abc import Callable
from time import perf_counter, sleep
from typing import Final

from simcore.errors import StoppedError

SAMPLES_PER_WALL_SECOND: Final = 10
# An unpaced run takes about so many samples; past them the interval doubles for every further half of them.
SAMPLES: Final = 600
# A sample looks at every link of every active stream; a run that has very many takes fewer samples.
FEWEST_SAMPLES: Final = 60
ENTRIES_LOOKED_AT: Final = 400_000_000
# A sleeping run looks this often whether it should stop, s.
LOOK_EVERY: Final = 0.05


def sample_count(entries: int) -> int:
    """Return how many samples an unpaced run takes whose streams take ``entries`` links altogether."""
    return max(FEWEST_SAMPLES, min(SAMPLES, ENTRIES_LOOKED_AT // max(entries, 1)))


class Grid:
    """The times of samples. Unpaced runs widen it when they last longer than was foreseen."""

    def __init__(self, interval: float, *, widens: bool) -> None:
        self._interval = interval
        self._widens = widens
        self._taken = 0
        self._base = 0.0
        self._since_base = 0

    @property
    def next(self) -> float:
        """Time of the next sample, s."""
        return self._base + (self._since_base + 1) * self._interval

    def advance(self) -> None:
        """Go on to the sample after the next."""
        base = self.next
        self._taken += 1
        self._since_base += 1
        if self._widens and self._taken >= SAMPLES and (self._taken - SAMPLES) % (SAMPLES // 2) == 0:
            self._base, self._since_base = base, 0
            self._interval *= 2


class Pace:
    """Keeps simulated time to wall time, or lets it run free.

    A paced run shows its first sample at once and each further one a tenth of a second later. Where the
    simulation is slower than that it falls behind rather than rushing afterwards.
    """

    def __init__(
        self,
        ms_per_s: float | None,
        *,
        should_stop: Callable[[], bool] | None,
        clock: Callable[[], float] = perf_counter,
        rest: Callable[[float], None] = sleep,
    ) -> None:
        self._is_paced = ms_per_s is not None
        self._should_stop = should_stop
        self._clock = clock
        self._rest = rest
        self._due: float | None = None

    def look(self) -> None:
        """Raise ``StoppedError`` where the run should stop."""
        if self._should_stop is not None and self._should_stop():
            raise StoppedError("the run was stopped before its end")

    def keep(self) -> None:
        """Wait until the next sample is due."""
        self.look()
        if not self._is_paced:
            return
        now = self._clock()
        if self._due is None:
            self._due = now
        self._due = max(self._due + 1 / SAMPLES_PER_WALL_SECOND, now)
        while (wait := self._due - self._clock()) > 0:
            self._rest(min(wait, LOOK_EVERY))
            self.look()
