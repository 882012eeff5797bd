"""How long a run still lasts and how far it is, judged anew at every look.

A job's iterations are foreseen for each stretch between two fault events, at the rates of that stretch on an
otherwise idle fabric, and held against those that have ended: what other traffic has cost so far, it is
expected to cost on.
"""

from bisect import bisect_right
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.simulate.cast import Cast

# So many of the newest iterations tell how much longer they take than foreseen.
RECENT: Final = 16
# An iteration that lasts longer than expected will last so much of what it has lasted, and a run that is not
# over will last so much of its time.
OVERDUE: Final = 0.1
LEAST: Final = 1e-3
# One that lasts so many times longer than expected stands still, until a fault ends or routing avoids it.
STANDS: Final = 10.0
# An iteration lies within a stretch whose edge it crosses by no more than this share of itself.
RIM: Final = 1e-3


class Outlook:
    """The time that a run still needs, and the share of it that lies behind."""

    def __init__(self, cast: Cast, capacity: NDArray[np.float64]) -> None:
        self.left = inf
        self.progress = 0.0
        self._cast = cast
        self._capacity = capacity
        self._edges = (0.0, *(moment for moment in cast.faults.moments if moment > 0), inf)
        self._foreseen: dict[tuple[int, int], float] = {}
        # For each job the iterations that are foreseen up to each edge, as far as somebody has asked.
        self._done = [[0.0] for _ in cast.jobs]
        self._looked_at = 0.0

    def look(self, time: float, carried: NDArray[np.float64]) -> None:
        """Judge at ``time``, when each link has carried so many bytes (L,).

        The progress grows by what is done of what was still to do. So it never falls, moves all the time, and
        is even where the outlook is right; where that changes, it goes on slower or faster from where it is.
        """
        jobs = (self._left_of_job(row, time) for row in range(len(self._cast.jobs)))
        self.left = max(*jobs, self._left_of_flows(time, carried), self._cast.last_stop - time, LEAST * time)
        done = time - self._looked_at
        if done > 0:
            self.progress += (1.0 - self.progress) * done / (done + self.left)
        self._looked_at = time

    def end(self) -> None:
        """Take note that the run is over."""
        self.left, self.progress = 0.0, 1.0

    def _left_of_job(self, row: int, time: float) -> float:
        player = self._cast.jobs[row].player
        if player.has_ended:
            return 0.0
        at = self._stretch(time)
        longer = self._longer(row, at)
        if time < player.first_begin:
            now, open_iterations = player.first_begin, float(player.iterations)
            at = self._stretch(now)
        else:
            each, gone = self._iteration(row, at) * longer, time - player.began
            now, open_iterations = time, max(each - gone, OVERDUE * gone) / each
            relief = self._relief_after(time) if gone > STANDS * each else inf
            if relief < inf:
                now, at, open_iterations = relief, self._stretch(relief), 1.0
            open_iterations += player.iterations - player.done - 1
        return self._end_of(row, at, now, open_iterations * longer) - time

    def _relief_after(self, time: float) -> float:
        """Return when something can next set moving what stands still, inf without such a moment."""
        moments = [*self._cast.faults.moments]
        if self._cast.convergence is not None:
            moments += [moment + self._cast.convergence.delay for moment in self._cast.faults.down_moments]
        return min((moment for moment in moments if moment > time), default=inf)

    def _end_of(self, row: int, at: int, begin: float, iterations: float) -> float:
        """Return when so many iterations as foreseen have been done from ``begin`` on, in stretch ``at``."""
        gone = (begin - self._edges[at]) / self._iteration(row, at)
        whole = self._done_up_to(row, at) + gone + iterations
        last = len(self._edges) - 2
        while self._done_up_to(row, at) < whole and at < last:
            at = min(2 * at + 1, last)
        at = bisect_right(self._done[row], whole) - 1
        return self._edges[at] + (whole - self._done[row][at]) * self._iteration(row, at)

    def _done_up_to(self, row: int, at: int) -> float:
        """Return how many iterations a job foresees from the beginning to that of a stretch."""
        done = self._done[row]
        for stretch in range(len(done) - 1, at):
            length = self._edges[stretch + 1] - self._edges[stretch]
            done.append(done[stretch] + length / self._iteration(row, stretch))
        return done[at]

    def _longer(self, row: int, at: int) -> float:
        """Return how many times longer than foreseen the newest iterations took, here if there are any."""
        log = self._cast.jobs[row].player.log
        newest = zip(log.end[-RECENT:], log.seconds[-RECENT:], strict=True)
        known = [(stretch, took) for end, took in newest if (stretch := self._within(end, took)) is not None]
        looked_at = [each for each in known if each[0] == at] or known
        foreseen = sum(self._iteration(row, stretch) for stretch, _ in looked_at)
        return sum(took for _, took in looked_at) / foreseen if looked_at else 1.0

    def _within(self, end: float, seconds: float) -> int | None:
        """Return the stretch that an iteration lies in, but for its rims; None where it lies in several."""
        first, last = (self._stretch(end - share * seconds) for share in (1 - RIM, RIM))
        return first if first == last else None

    def _stretch(self, time: float) -> int:
        """Return the row of the stretch that ``time`` lies in."""
        return bisect_right(self._edges, time) - 1

    def _iteration(self, row: int, at: int) -> float:
        """Return how long an iteration of a job takes where nothing else moves, in a stretch (s)."""
        if (row, at) not in self._foreseen:
            capacity = self._capacity.copy()
            rates = self._cast.faults.rates_of_up(self._edges[at])
            capacity[: rates.shape[0]] = rates
            self._foreseen[row, at] = max(self._cast.jobs[row].player.foreseen_iteration(capacity), 1e-9)
        return self._foreseen[row, at]

    def _left_of_flows(self, time: float, carried: NDArray[np.float64]) -> float:
        """Return how long the listed flows still need: the last has to start, the busiest link to drain."""
        cast = self._cast
        flows = cast.explicit
        if flows.finished == flows.registered:
            return 0.0
        if cast.jobs or cast.backgrounds:  # whose bytes cannot be told apart
            load = cast.flow_load * (1 - flows.finished / flows.registered)
        else:
            load = cast.flow_load - carried
        return max(cast.last_flow_start - time, float((load / cast.faults.rates_of_up(time)).max()))
