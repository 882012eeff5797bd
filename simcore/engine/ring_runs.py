"""What is kept of rings that ran by recurrence, so that hindsight can go through them again.

A run of a ring is known by when and because of what it began, and by the time of a piece on each edge between
two changes of capacity. Of all runs the newest are kept, as many as hindsight will go through.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.solver.holders import TIE
from simcore.traffic.collectives.ring_steps import StepRing

# Pieces that hindsight goes through at most: about 40 ms, and 8 bytes for each.
MOST_PIECES: Final = 1 << 21
# To go through a run takes about as long as so many pieces at least.
LEAST_PIECES: Final = 1 << 12
# The moment from which on is found to this part of the time: 2 to the minus so many.
HALVINGS: Final = 20


@dataclass(slots=True)
class RingRun:
    """A run of a ring, whose edges have the same rates in each of K stretches.

    Attributes
    ----------
    cause
        Because of what it began.
    since
        (K) when each stretch began, the first at the begin of the run (s).
    seconds
        (K) of (n,): time of a piece on each edge, infinite where it is down (s).
    held
        (K) of (E,): whether an entry of the edges' paths holds its edge back.
    end
        When the last piece had arrived, or the ring went on as a graph (s).
    """

    ring: StepRing
    cause: int
    since: list[float] = field(default_factory=list)
    seconds: list[NDArray[np.float64]] = field(default_factory=list)
    held: list[NDArray[np.bool_]] = field(default_factory=list)
    end: float = np.inf

    @property
    def pieces(self) -> int:
        """How many pieces it sends."""
        return self.ring.edges.count * self.ring.steps

    def goes_on(
        self,
        time: float,
        rates: NDArray[np.float64],
        capacity: NDArray[np.float64],
        demand: NDArray[np.float64],
    ) -> None:
        """Take note of the rates (n,) from ``time`` on, which is now.

        ``demand`` (R,) is what all rings together take where everybody sends.
        """
        seconds, held = self.ring.seconds(rates), _held_by(self.ring, rates, capacity, demand)
        if self.since and np.array_equal(seconds, self.seconds[-1]) and np.array_equal(held, self.held[-1]):
            return
        if self.since and self.since[-1] == time:
            del self.since[-1], self.seconds[-1], self.held[-1]
        self.since.append(time)
        self.seconds.append(seconds)
        self.held.append(held)

    def pieces_from(self, time: float) -> float:
        """Return about how many pieces it sent from ``time`` on."""
        begin = self.since[0]
        if time <= begin or self.end == np.inf:
            return float(self.pieces)
        return self.pieces * max(0.0, self.end - time) / (self.end - begin)


class RingRuns:
    """The newest runs of all rings, by their numbers."""

    def __init__(self) -> None:
        self._runs: OrderedDict[int, RingRun] = OrderedDict()
        self._count = 0
        self._cost = 0
        self._forgotten_until = 0.0

    def begin(self, run: RingRun) -> int:
        """Keep a run that begins, and return its number; forget old ones where there are too many pieces."""
        number = self._count
        self._count += 1
        self._runs[number] = run
        self._cost += _cost(run)
        while self._cost > MOST_PIECES and next(iter(self._runs.values())).end < np.inf:
            _, oldest = self._runs.popitem(last=False)
            self._cost -= _cost(oldest)
            self._forgotten_until = max(self._forgotten_until, oldest.end)
        return number

    def run(self, number: int) -> RingRun | None:
        """Return a run, None where it is forgotten."""
        return self._runs.get(number)

    def known_from(self) -> float:
        """Return from when on all runs are kept and have few pieces enough to be gone through (s)."""
        early, runs = self._forgotten_until, self._runs.values()
        late = max((run.end for run in runs if run.end < np.inf), default=early)
        if sum(run.pieces_from(early) for run in runs) <= MOST_PIECES:
            return early
        for _ in range(HALVINGS):
            middle = (early + late) / 2
            if sum(run.pieces_from(middle) for run in runs if run.end < np.inf) > MOST_PIECES:
                early = middle
            else:
                late = middle
        return late


def _cost(run: RingRun) -> int:
    return max(run.pieces, LEAST_PIECES)


def _held_by(
    ring: StepRing,
    rates: NDArray[np.float64],
    capacity: NDArray[np.float64],
    demand: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Return whether each entry (E,) of the edges holds its edge: the narrowest, or full with its like."""
    edges = ring.edges
    most = np.repeat(rates, np.diff(edges.first)) * (1 + TIE)
    is_narrowest = capacity[edges.resource] / edges.multiplicity <= most
    fastest = np.zeros(capacity.shape)
    np.maximum.at(fastest, edges.resource, most)
    is_full = (demand >= capacity * (1 - TIE))[edges.resource] & (fastest[edges.resource] <= most * (1 + TIE))
    held: NDArray[np.bool_] = is_narrowest | is_full
    return held
