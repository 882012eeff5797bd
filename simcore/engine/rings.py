"""Rings step by step: by recurrence where nobody is in their way, else as a graph of streams.

A ring runs by recurrence (``simcore.engine.recurrence``) while every edge has the rate that it has alone. So
it is while

- nobody else is active on its resources, will arrive there by himself, or runs a graph over them, and
- all rings that run this way together take no more than each resource has, each edge at its rate alone. Then
  every edge has a bottleneck of its own, and these rates are the fair ones, whoever waits at the moment.

Whoever starts something on a resource is announced before it starts, and so is every new capacity; where a
condition falls, the ring goes on from where it is as a graph (``StepRing.graph``), until its run ends. So the
choice costs nothing but time, and no stream that arrives later is missed.
"""

from dataclasses import dataclass, field, replace
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.engine.graphs import Standing
from simcore.engine.recurrence import Recurrence
from simcore.engine.ring_runs import RingRun, RingRuns
from simcore.engine.tape import NO_RUN
from simcore.traffic.collectives.ring_steps import StepRing
from simcore.traffic.graph import TaskGraph
from simcore.traffic.streams import Stage, StreamTable

# The number under which the engine knows the rings, for their timers.
RINGS: Final = -1
# Demand above a capacity by no more than this is rounding.
ROUNDING: Final = 1e-9


class Ground(Stage, Protocol):
    """What the engine offers to the rings."""

    def add_graph(self, graph: TaskGraph) -> int:
        """Register a graph."""
        ...

    def start_graph(self, number: int, *, player: int, tag: int, standing: Standing | None = None) -> None:
        """Start a graph, or go on from where its tasks stand."""
        ...

    def reroute_graph(self, number: int, routes: StreamTable, lag: NDArray[np.float64]) -> None:
        """Give a graph other routes and lags from now on."""
        ...

    def is_in_use(self, is_asked: NDArray[np.bool_]) -> bool:
        """Return whether a stream is active on one of the resources, will arrive or belongs to a graph."""
        ...

    def add_carried(self, carried: NDArray[np.float64]) -> None:
        """Take note of bytes (R,) that resources have carried."""
        ...

    def drop_timers(self, player: int, tag: int) -> None:
        """Forget timers that were set."""
        ...

    def tell(self, player: int, tag: int, *, run: int) -> None:
        """Tell a player that what it started has ended, which the tape has as a ``run`` of a ring."""
        ...

    @property
    def has_tape(self) -> bool:
        """Whether what happens is written down."""
        ...


@dataclass(slots=True)
class _Ring:
    """A ring, and for whom it runs; ``run`` is None while it does not run by recurrence.

    ``number`` is that of the run on the tape.
    """

    ring: StepRing
    graph: int | None = None
    run: Recurrence | None = None
    rates: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    number: int = NO_RUN
    player: int = RINGS
    tag: int = 0
    ends: bool = False


class Rings:
    """All rings of an engine, which is handed to every method as its ground."""

    def __init__(self, resource_count: int) -> None:
        self._resource_count = resource_count
        self.runs = RingRuns()
        self._rings: list[_Ring] = []
        self._running: list[int] = []

    @property
    def are_running(self) -> bool:
        """Whether a ring runs by recurrence."""
        return bool(self._running)

    def add(self, ring: StepRing) -> int:
        """Register a ring and return its number."""
        self._rings.append(_Ring(ring))
        return len(self._rings) - 1

    def start(self, number: int, ground: Ground, *, player: int, tag: int) -> None:
        """Start a ring now; ``player`` is told when its last piece has arrived.

        Raises
        ------
        ValueError
            If it is running already.
        """
        if number in self._running:
            raise ValueError(f"ring {number} is running already")
        entry = self._rings[number]
        capacity = ground.capacity()
        entry.player, entry.tag, entry.run = player, tag, None
        entry.rates = entry.ring.rates_alone(capacity)
        self._running.append(number)
        demand = self._demand()
        fits = not np.any(demand > capacity * (1 + ROUNDING))
        if fits and not ground.is_in_use(self._mask(entry.ring.edges.resource)):
            entry.run = Recurrence(entry.ring, begin=ground.time, rates=entry.rates)
            if ground.has_tape:
                entry.number = self.runs.begin(RingRun(entry.ring, ground.because))
                self._note_rates(entry, ground, demand)
            self._look_ahead(number, ground)
        else:
            self._go_on_as_graph(number, ground)

    def reroute(self, number: int, edges: StreamTable, ground: Ground) -> None:
        """Have a ring take other edges from now on; one that is under way goes on as a graph."""
        entry = self._rings[number]
        if number in self._running:
            self._go_on_as_graph(number, ground)
        entry.ring = replace(entry.ring, edges=edges)
        if entry.graph is not None:
            ground.reroute_graph(entry.graph, edges, entry.ring.graph().lag)

    def make_way(self, resources: NDArray[np.int32], ground: Ground) -> None:
        """Have every ring on one of ``resources`` go on as a graph: somebody is about to start there."""
        is_taken = self._mask(resources)
        for number in tuple(self._running):
            # Whoever goes on as a graph starts something himself, so that others may have left meanwhile.
            is_in_the_way = is_taken[self._rings[number].ring.edges.resource].any()
            if is_in_the_way and number in self._running:
                self._go_on_as_graph(number, ground)

    def capacity_changed(self, ground: Ground) -> None:
        """Go on at the rates of the capacities now; who meets others for them goes on as a graph."""
        capacity = ground.capacity()
        for number in self._running:
            entry = self._rings[number]
            rates = entry.ring.rates_alone(capacity)
            if entry.run is not None and not np.array_equal(rates, entry.rates):
                entry.rates = rates
                entry.run.change_rates(ground.time, rates)
                self._look_ahead(number, ground)
        demand = self._demand()
        for number in self._running:
            self._note_rates(self._rings[number], ground, demand)
        overloaded = np.flatnonzero(demand > capacity * (1 + ROUNDING))
        self.make_way(overloaded.astype(np.int32), ground)

    def carried(self, now: float) -> NDArray[np.float64]:
        """Return the bytes (R,) that rings have carried that run by recurrence."""
        carried = np.zeros(self._resource_count)
        for number in self._running:
            carried += self._carried(self._rings[number], now)
        return carried

    def timer(self, number: int, ground: Ground) -> None:
        """End a ring whose last piece has arrived, or look further ahead."""
        entry = self._rings[number]
        if entry.ends:
            sent = np.full(entry.ring.edges.count, entry.ring.sent)
            self._leave(number, entry.ring.demand(sent, self._resource_count), ground)
            ground.tell(entry.player, entry.tag, run=entry.number)
        else:
            self._look_ahead(number, ground)

    def _look_ahead(self, number: int, ground: Ground) -> None:
        entry = self._rings[number]
        if entry.run is None:
            return
        time, entry.ends = entry.run.look_ahead()
        ground.drop_timers(RINGS, number)
        if time < np.inf:
            ground.set_timer(max(time, ground.time), player=RINGS, tag=number)

    def _go_on_as_graph(self, number: int, ground: Ground) -> None:
        entry = self._rings[number]
        if entry.graph is None:
            entry.graph = ground.add_graph(entry.ring.graph())
        standing = None if entry.run is None else entry.run.standing(ground.time, run=entry.number)
        self._leave(number, self._carried(entry, ground.time), ground)
        ground.start_graph(entry.graph, player=entry.player, tag=entry.tag, standing=standing)

    def _leave(self, number: int, carried: NDArray[np.float64], ground: Ground) -> None:
        """Run a ring by recurrence no more."""
        entry = self._rings[number]
        self._running.remove(number)
        entry.run = None
        run = self.runs.run(entry.number)
        if run is not None:
            run.end = ground.time
        ground.drop_timers(RINGS, number)
        ground.add_carried(carried)

    def _note_rates(self, entry: _Ring, ground: Ground, demand: NDArray[np.float64]) -> None:
        """Write down at which rates a ring goes on, where all of them take ``demand`` (R,) at most."""
        run = self.runs.run(entry.number)
        if run is not None and entry.run is not None:
            run.goes_on(ground.time, entry.rates, ground.capacity(), demand)

    def _carried(self, entry: _Ring, now: float) -> NDArray[np.float64]:
        if entry.run is None:
            return np.zeros(self._resource_count)
        return entry.ring.demand(entry.run.carried(now), self._resource_count)

    def _demand(self) -> NDArray[np.float64]:
        """Return what all running rings take of each resource at most."""
        demand = np.zeros(self._resource_count)
        for number in self._running:
            entry = self._rings[number]
            demand += entry.ring.demand(entry.rates, self._resource_count)
        return demand

    def _mask(self, resources: NDArray[np.int32]) -> NDArray[np.bool_]:
        mask = np.zeros(self._resource_count, dtype=bool)
        mask[resources] = True
        return mask
