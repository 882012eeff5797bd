"""An all-reduce over the rails of a job, each a ring step by step."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Routes
from simcore.traffic.collectives.ring_steps import StepRing, edges_over
from simcore.traffic.granting import RailLog
from simcore.traffic.rails import Rail, RingTrip
from simcore.traffic.streams import Stage
from simcore.traffic.trips import Clock, Trips


class SteppedAllReduce:
    """An all-reduce in which every piece of every ring is a stream of its own."""

    def __init__(self, rails: Sequence[Rail], rings: Sequence[StepRing]) -> None:
        self.rails = tuple(rails)
        self.log = tuple(RailLog() for _ in rails)
        self._rings = list(rings)
        self._is_moving = [False for _ in rails]
        self._numbers: list[int] = []
        self._player = -1
        self._began = 0.0

    def register(self, stage: Stage, player: int) -> None:
        """Make all rings known."""
        self._player = player
        self._numbers = [stage.add_ring(ring) for ring in self._rings]

    def start(self, stage: Stage, iteration: int) -> int:
        """Start every ring now."""
        self._began = stage.time
        for row, number in enumerate(self._numbers):
            self._is_moving[row] = True
            stage.start_ring(number, player=self._player, tag=row)
        return len(self._rings)

    def group_ended(self, group: int, stage: Stage) -> float:
        """Return when the ring has ended: its last piece has arrived now."""
        self._is_moving[group] = False
        log = self.log[group]
        log.ran += 1
        log.busy += stage.time - self._began
        log.sent += self._rings[group].sent
        log.added += self.rails[group].added.by_course
        return stage.time

    def finish(self, stage: Stage) -> None:
        """Do nothing: nothing is held."""

    def idle_time(self, capacity: NDArray[np.float64]) -> float:
        """Return about the time of the slowest ring."""
        return max(ring.idle_time(capacity) for ring in self._rings)

    def trips(self, stage: Clock, *, moving: bool) -> list[Trips]:
        """Return the rings of all rails; or of those that run now."""
        return [RingTrip(self, row) for row, runs in enumerate(self._is_moving) if runs or not moving]

    def take(self, stage: Stage, row: int, routes: Routes) -> None:
        """Send the ring of a rail over other routes from now on."""
        ring = replace(self._rings[row], edges=edges_over(routes))
        if not ring.has_edges_of(self._rings[row]):
            self._rings[row] = ring
            stage.reroute_ring(self._numbers[row], ring.edges)
