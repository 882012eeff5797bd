"""Sends what is under way another way: after a fault, and where routing chooses again and again.

A fault that takes links down changes nothing at first but their rates, and what goes over them stands still.
``delay`` later routing has learned of it, and everything is routed anew over what is left; ``delay`` after
they are up again it is routed as before.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcore.traffic.faults import FaultPlayer
from simcore.traffic.rails import AllReduce, Rail
from simcore.traffic.roadmaps import Wayfinder
from simcore.traffic.streams import Stage
from simcore.traffic.trees import RailTree, TreeMaker
from simcore.traffic.trips import Clock, Traveller


@dataclass(frozen=True, slots=True)
class Travellers:
    """All whose streams can be sent another way; ``wooded`` are those of them that have trees."""

    all: Sequence[Traveller]
    wooded: Sequence[AllReduce]


class Convergence:
    """The player by whom routing learns what is down, ``delay`` (s) after it went down or came up."""

    def __init__(
        self,
        travellers: Travellers,
        wayfinder: Wayfinder,
        faults: FaultPlayer,
        *,
        delay: float,
        trees: TreeMaker,
        clock: Clock,
    ) -> None:
        self._travellers = travellers
        self._wayfinder = wayfinder
        self._faults = faults
        self.delay = delay
        self._trees = trees
        self._clock = clock
        self._number = -1

    def join(self, number: int) -> None:
        """Learn the number under which the stage knows this player."""
        self._number = number

    def begin(self, stage: Stage) -> None:
        """Set a timer for each moment at which something is learned."""
        for tag, moment in enumerate(self._faults.down_moments):
            stage.set_timer(moment + self.delay, player=self._number, tag=tag)

    def timer(self, tag: int, stage: Stage) -> None:
        """Route everything anew over what was up ``delay`` ago."""
        self._wayfinder.learn(self._faults.down(self._faults.down_moments[tag]))
        for traveller in self._travellers.all:
            self._send(traveller)
        for job in self._travellers.wooded:
            job.uproot(stage, [self._tree(rail) for rail in job.rails])
        for job in self._travellers.wooded:
            job.replant(stage)

    def group_ended(self, tag: int, stage: Stage) -> None:
        """Do nothing: routing moves no bytes."""

    def _tree(self, rail: Rail) -> RailTree:
        """Return the tree over what is up; a rail that is cut off keeps the one it has, and waits."""
        if not self._wayfinder.reaches(rail.ends.source, rail.ends.target).all():
            return rail.tree
        return self._trees.make(self._wayfinder.planner, self._wayfinder.router, rail.grove)

    def _send(self, traveller: Traveller) -> None:
        """Route all that a traveller may still move; who is cut off stays where it waits."""
        for trips in traveller.trips(self._clock, moving=False):
            ends = trips.ends
            reached = self._wayfinder.reaches(ends.source, ends.target)
            if ends.together and not reached.all():
                continue
            chosen = np.flatnonzero(reached)
            if chosen.shape[0]:
                known = ends.chosen(chosen)
                routes = self._wayfinder.router.route(known.source, known.target, known.flow_ids)
                trips.take(self._clock, chosen, routes)
