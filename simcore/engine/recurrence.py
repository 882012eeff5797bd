"""A ring step by step whose edges nobody shares, without an event a step.

Where the rates of the edges are known, step s of member r ends at

    e[r, s] = drained(max(e[r, s - 1], e[r - 1, s - 1] + latency[r - 1]))

where ``drained(t)`` is when a piece that begins at t is through, at rates that change at known times alone: a
max-plus recurrence (Baccelli, Cohen, Olsder and Quadrat, "Synchronization and Linearity", Wiley 1992, chapter
1), one row of n numbers a step. It is exact, and it is all that happens as long as no rate changes and
nobody joins; ``simcore.engine.rings`` sees to that.

Rates change on the way, so rows are not kept: the newest one that lies behind in full is, with the rates
since, and from there everything can be worked out again.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.engine.graphs import Standing
from simcore.kernels import kernel
from simcore.traffic.collectives.ring_steps import StepRing

# Entries of rows that are worked out at one time, so that nobody waits for long who wants to stop the run.
ENTRIES_AT_ONCE: Final = 1_000_000


FLIGHT: Final = np.dtype(  # a piece on its way: who sent it in which step, and when it arrives (s)
    [("arrives", np.float64), ("member", np.int64), ("step", np.int64)], align=True
)


class Rows(NamedTuple):
    """What a row is worked out from, for n members and K stretches of constant rates.

    Attributes
    ----------
    done
        Steps that have ended; before the first nobody waits for anybody.
    ends
        (n,) when everybody's newest step ended, s.
    others
        (n,) room for the row after it.
    latency
        (n,) of the edge that leaves each member, s.
    since
        (K,) when each stretch began, rising, s.
    seconds
        (K, n) time of a piece in each stretch, infinite where the edge is down, s.
    """

    done: int
    ends: NDArray[np.float64]
    others: NDArray[np.float64]
    latency: NDArray[np.float64]
    since: NDArray[np.float64]
    seconds: NDArray[np.float64]


class Recurrence:
    """One run of a ring: from ``begin`` on, at ``rates`` (n,) until they change."""

    def __init__(self, ring: StepRing, *, begin: float, rates: NDArray[np.float64]) -> None:
        self.ring = ring
        self._count = ring.edges.count
        # Row 0 lies before the first step: nobody waits for anybody.
        self._done = 0
        self._ends = np.full(self._count, begin)
        self._ahead = 0
        self._ahead_ends = self._ends.copy()
        self._since = [begin]
        self._seconds = [ring.seconds(rates)]

    def change_rates(self, time: float, rates: NDArray[np.float64]) -> None:
        """Take note that the edges have other rates from ``time`` on, which is now."""
        self._settle(time)
        if self._since[-1] == time:  # the last of several changes at one time is the one that lasts
            self._seconds[-1] = self.ring.seconds(rates)
        else:
            self._since.append(time)
            self._seconds.append(self.ring.seconds(rates))
        self._ahead, self._ahead_ends = self._done, self._ends.copy()

    def look_ahead(self) -> tuple[float, bool]:
        """Return up to when it is known what happens, and whether that is the end.

        The end is when the last piece has arrived. Where it is not the end, look again at that time.
        """
        steps = min(self.ring.steps - self._ahead, max(1, ENTRIES_AT_ONCE // self._count))
        rows = self._rows(self._ahead, self._ahead_ends)
        self._ahead += advance(rows, steps, np.inf)
        self._ahead_ends = rows.ends
        if self._ahead == self.ring.steps:
            return float((rows.ends + rows.latency).max()), True
        return float(rows.ends.min()), False

    def carried(self, time: float) -> NDArray[np.float64]:
        """Return the bytes that each edge (n,) has carried up to ``time``, which is now."""
        ended, part = self._progress(time)
        carried: NDArray[np.float64] = (ended + part) * self.ring.piece
        return carried

    def standing(self, time: float, *, run: int) -> Standing:
        """Return how far ``self.ring.graph()`` is at ``time``, which is now.

        ``run`` is the number that the tape has for this run.
        """
        ended, part = self._progress(time)
        runs = part > 0
        left = np.where(runs, np.maximum(1.0 - part, np.finfo(float).eps), 0.0) * self.ring.piece
        # The token of the edge from member r to the next belongs to the task that waits, which is r + 1.
        flying = np.empty(0, dtype=FLIGHT)
        count = flights(self._rows(self._done, self._ends), self.ring.steps, time, flying)
        flying = np.empty(count, dtype=FLIGHT)
        flights(self._rows(self._done, self._ends), self.ring.steps, time, flying)
        seconds, senders = self._seconds[-1], flying["member"].copy()
        return Standing(
            ended=ended,
            left=left,
            edges=(senders + 1) % self._count,
            arrives=flying["arrives"].copy(),
            run=run,
            rates=np.divide(self.ring.piece, seconds, out=np.zeros(self._count), where=seconds > 0),
            senders=senders,
            sent=flying["step"].copy(),
        )

    def _progress(self, time: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return how many steps of everybody have ended, and which part of the next has gone."""
        self._settle(time)
        ended, part = np.full(self._count, self._done), np.zeros(self._count)
        progress(self._rows(self._done, self._ends), self.ring.steps, time, ended, part)
        return ended, part

    def _settle(self, time: float) -> None:
        """Keep the newest row that lies behind in full, and forget the rates before it."""
        rows = self._rows(self._done, self._ends)
        self._done += advance(rows, self.ring.steps - self._done, time)
        self._ends = rows.ends
        first = float(self._ends.min())
        while len(self._since) > 1 and self._since[1] <= first:
            del self._since[0], self._seconds[0]

    def _rows(self, done: int, ends: NDArray[np.float64]) -> Rows:
        return Rows(
            done,
            ends.copy(),
            np.empty(self._count),
            self.ring.edges.latency,
            np.array(self._since),
            np.array(self._seconds),
        )


@kernel
def advance(rows: Rows, steps: int, until: float) -> int:
    """Work out up to ``steps`` rows that end by ``until``, and return how many; ``ends`` is the last."""
    for step in range(steps):
        if _next_row(rows, rows.done + step == 0) > until:
            return step
        _copy(rows.others, rows.ends)
    return steps


@kernel
def write_rows(rows: Rows, ends: NDArray[np.float64]) -> None:
    """Write the row that ``rows`` has, and those after it, into ``ends`` (rows, n)."""
    for row in range(ends.shape[0]):
        for member in range(ends.shape[1]):
            ends[row, member] = rows.ends[member]
        if row + 1 < ends.shape[0]:
            _next_row(rows, rows.done + row == 0)
            _copy(rows.others, rows.ends)


@kernel
def progress(
    rows: Rows, steps: int, time: float, ended: NDArray[np.int64], part: NDArray[np.float64]
) -> None:
    """Add the steps of everybody that have ended by ``time``, and set which part of the next has gone."""
    for step in range(rows.done, steps):
        _next_row(rows, step == 0)
        has_begun = False
        for member in range(len(ended)):
            begin = _begin(rows, member, step == 0)
            if rows.others[member] <= time:
                ended[member] += 1
                has_begun = True
            elif begin < time:
                part[member] = _gone(rows, member, begin, time)
                has_begun = True
        _copy(rows.others, rows.ends)
        if not has_begun:
            break


@kernel
def flights(rows: Rows, steps: int, time: float, flying: NDArray[np.void]) -> int:
    """Return how many pieces have left and not arrived at ``time``; list FLIGHTs while there is room."""
    count = 0
    for step in range(rows.done, steps + 1):
        has_ended = False
        for member in range(len(rows.ends)):
            end = rows.ends[member]
            if end <= time:
                has_ended = True
                if step > 0 and end + rows.latency[member] > time:
                    if count < len(flying):
                        flight = flying[count]
                        flight.member, flight.step = member, step - 1
                        flight.arrives = end + rows.latency[member]
                    count += 1
        if not has_ended or step == steps:
            break
        _next_row(rows, step == 0)
        _copy(rows.others, rows.ends)
    return count


@kernel
def _copy(source: NDArray[np.float64], target: NDArray[np.float64]) -> None:
    for member in range(len(source)):
        target[member] = source[member]


@kernel
def _next_row(rows: Rows, is_first: bool) -> float:
    """Work the next row out, into ``others``; return when the last of it ends."""
    last = len(rows.since) - 1
    changed, seconds = rows.since[last], rows.seconds[last]
    ends, others, count = rows.ends, rows.others, len(rows.ends)
    if is_first:
        _copy(ends, others)
    else:
        others[0] = max(ends[0], ends[count - 1] + rows.latency[count - 1])
        for member in range(1, count):
            others[member] = max(ends[member], ends[member - 1] + rows.latency[member - 1])
    earliest = np.inf
    for member in range(count):
        earliest = min(earliest, others[member])
    latest = -np.inf
    if earliest >= changed:
        for member in range(count):
            others[member] += seconds[member]
            latest = max(latest, others[member])
    else:
        for member in range(count):
            others[member] = _drained(rows, member, others[member])
            latest = max(latest, others[member])
    return latest


@kernel
def _begin(rows: Rows, member: int, is_first: bool) -> float:
    """Return when a member begins with the row after ``ends``."""
    end = rows.ends[member]
    before = member - 1 if member > 0 else len(rows.ends) - 1
    return float(end if is_first else max(end, rows.ends[before] + rows.latency[before]))


@kernel
def _stretch(rows: Rows, time: float) -> int:
    stretch = len(rows.since) - 1
    while stretch > 0 and rows.since[stretch] > time:
        stretch -= 1
    return stretch


@kernel
def _drained(rows: Rows, member: int, begin: float) -> float:
    """Return when a piece is through that begins at ``begin``."""
    left, time = 1.0, begin
    for stretch in range(_stretch(rows, begin), len(rows.since) - 1):
        span, seconds = rows.since[stretch + 1] - time, rows.seconds[stretch, member]
        if left * seconds <= span:
            return float(time + left * seconds)
        left -= span / seconds
        time = rows.since[stretch + 1]
        if left <= 0.0:
            return float(time)
    return float(time + left * rows.seconds[len(rows.since) - 1, member])


@kernel
def _gone(rows: Rows, member: int, begin: float, time: float) -> float:
    """Return which part of a piece that begins at ``begin`` is through at ``time``."""
    gone, now = 0.0, begin
    for stretch in range(_stretch(rows, begin), len(rows.since)):
        end = time
        if stretch + 1 < len(rows.since):
            end = min(time, rows.since[stretch + 1])
        if end <= now:
            break
        gone += (end - now) / rows.seconds[stretch, member]
        now = end
    return float(gone)
