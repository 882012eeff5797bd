"""Routing that chooses again, every so often, for all that is under way."""

from math import ceil, isfinite

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Routes
from simcore.traffic.rerouting import Travellers
from simcore.traffic.roadmaps import Wayfinder
from simcore.traffic.streams import Stage
from simcore.traffic.trips import Clock, Ends, Trips


class Restlessness:
    """The player by whom a restless router chooses again, at whole multiples of ``period`` (s).

    Moments at which nothing could come of it are left out: where nothing is under way, and where the router
    chooses by what is under way and what links can carry, and neither has changed.
    """

    def __init__(self, travellers: Travellers, wayfinder: Wayfinder, *, period: float, clock: Clock) -> None:
        self._travellers = travellers
        self._wayfinder = wayfinder
        self._period = period
        self._clock = clock
        self._number = -1
        self._turn = 0
        self._last: tuple[int, Ends, NDArray[np.float64]] | None = None

    def join(self, number: int) -> None:
        """Learn the number under which the stage knows this player."""
        self._number = number

    def begin(self, stage: Stage) -> None:
        """Choose for the first time after one period."""
        self._sleep(stage, 1)

    def timer(self, tag: int, stage: Stage) -> None:
        """Choose again for all that is under way, and set the next time."""
        router = self._wayfinder.restless
        going = [each for each in self._going() if each[1].shape[0]]
        ends = Ends.joined([trips.ends.chosen(rows) for trips, rows in going])
        now = (self._wayfinder.learned, ends, stage.capacity()[: self._wayfinder.link_count])
        is_same = self._last is not None and _are_same(self._last, now)
        if going and (router.tires_of_its_choice or not is_same):
            routes = router.choose(ends.source, ends.target, ends.flow_ids, now[2])
            begin = 0
            for trips, rows in going:
                end = begin + rows.shape[0]
                trips.take(stage, rows, part_of(routes, begin, end))
                begin = end
        self._last = now
        self._sleep(stage, self._turn + 1, may_be_longer=not (going and router.tires_of_its_choice))

    def group_ended(self, tag: int, stage: Stage) -> None:
        """Do nothing: routing moves no bytes."""

    def _going(self) -> list[tuple[Trips, NDArray[np.intp]]]:
        """Return what is under way and not cut off, with the rows of those."""
        going = []
        for traveller in self._travellers.all:
            for trips in traveller.trips(self._clock, moving=True):
                ends = trips.ends
                reached = self._wayfinder.reaches(ends.source, ends.target)
                if ends.together and not reached.all():
                    continue
                going.append((trips, np.flatnonzero(reached)))
        return going

    def _sleep(self, stage: Stage, turn: int, *, may_be_longer: bool = False) -> None:
        """Set the timer of ``turn``, or of the first after something happens; none where nothing will."""
        if may_be_longer:
            event = self._clock.next_event
            if not isfinite(event):
                return
            turn = max(turn, ceil(event / self._period))
        self._turn = turn
        stage.set_timer(max(turn * self._period, stage.time), player=self._number, tag=0)


def part_of(routes: Routes, begin: int, end: int) -> Routes:
    """Return the routes of the flows from row ``begin`` up to row ``end``."""
    paths = slice(begin * routes.parts, end * routes.parts)
    first = routes.first[paths.start : paths.stop + 1]
    entries = slice(first[0], first[-1])
    return Routes(
        first - first[0], routes.link[entries], routes.share[entries], routes.delay[paths], routes.parts
    )


def _are_same(
    one: tuple[int, Ends, NDArray[np.float64]], other: tuple[int, Ends, NDArray[np.float64]]
) -> bool:
    return (
        one[0] == other[0]
        and np.array_equal(one[1].flow_ids, other[1].flow_ids)
        and np.array_equal(one[2], other[2])
    )
