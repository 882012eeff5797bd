"""An all-reduce over the rails of a job: each a ring or, where its tree is granted, a tree.

Where routing changes its mind during a collective, what is left goes another way: a ring by new paths, a tree
by a new tree or, where none is granted, around the ring.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Routes
from simcore.traffic.aggregation import Admission, PlannedTree
from simcore.traffic.audit import AuditRecord
from simcore.traffic.collectives.pipeline import Pipeline
from simcore.traffic.courses import Course
from simcore.traffic.resources import Toll
from simcore.traffic.streams import Stage
from simcore.traffic.trees import RailTree
from simcore.traffic.trips import Clock, Ends, Trips


@dataclass(frozen=True, slots=True)
class Added:
    """Bytes that a host adds up itself, on average, for a rail that goes its course, and one by its tree."""

    by_course: float = 0.0
    by_tree: float = 0.0


@dataclass(frozen=True, slots=True)
class Rail:
    """One rail of an all-reduce: its ring, and its tree where in-network aggregation is wanted.

    ``members`` are its adapters in ring order, rows of vertices. ``ring`` is its ``course`` over the routes
    of now, which may lead over servers instead of around; its tree pays ``toll``.
    """

    name: str
    members: NDArray[np.int32]
    size: float
    course: Course
    ring: Pipeline
    tree: RailTree
    toll: Toll = field(default_factory=Toll.none)
    added: Added = Added()

    @property
    def ends(self) -> Ends:
        """The two ends of each flow of the course, which go together."""
        flows = self.course.demand
        return Ends(flows.source, flows.target, flows.flow_ids, together=True)


class Way(IntEnum):
    """How a rail is under way."""

    NONE = 0
    RING = 1
    TREE = 2
    REST_BY_RING = 3  # it began as a tree, which it lost: the tree's stream goes around the ring


@dataclass(slots=True)
class RailLog:
    """What a rail has done: how often its tree was granted and refused, and over how long it ran (s)."""

    granted: int = 0
    fell_back: int = 0
    ran: int = 0
    busy: float = 0.0
    sent: float = 0.0
    added: float = 0.0
    says: str | None = None


class AllReduce:
    """An all-reduce over rails, each as a ring or, where its tree is granted, as a tree.

    ``job`` is the job's id, for the record; ``called`` is what people call it, for reasons in words.
    """

    def __init__(
        self, rails: Sequence[Rail], *, job: str, called: str, admission: Admission, audit: list[AuditRecord]
    ) -> None:
        self.rails = list(rails)
        self._job = job
        self._called = called
        self._admission = admission
        self._audit = audit
        self.log = tuple(RailLog() for _ in rails)
        self._streams: list[tuple[NDArray[np.int32], NDArray[np.int32] | None]] = []
        self._player = -1
        self._way = [Way.NONE for _ in rails]
        self._held: list[PlannedTree | None] = [None for _ in rails]
        self._uprooted: list[int] = []
        self._began = 0.0
        self._iteration = 0
        self._known_capacity = np.empty(0)
        # How long the ring and the tree of each rail take where nothing else moves.
        self._idle: list[tuple[float, float]] = []

    def register(self, stage: Stage, player: int) -> None:
        """Make the streams of all rings and trees known."""
        self._player = player
        for rail in self.rails:
            tree = rail.tree.pipeline
            self._streams.append(
                (_one_row(stage, rail.ring), None if tree is None else _one_row(stage, tree))
            )

    def start(self, stage: Stage, iteration: int) -> int:
        """Start every rail now, by tree where it is granted, else by ring."""
        self._began, self._iteration = stage.time, iteration
        self._look_at_capacity(stage)
        for row, rail in enumerate(self.rails):
            ring_stream, tree_stream = self._streams[row]
            tree = rail.tree.pipeline
            if self._decide(row, stage.time) and tree is not None and tree_stream is not None:
                stream, size, self._way[row] = tree_stream, tree.size, Way.TREE
            else:
                stream, size, self._way[row] = ring_stream, rail.ring.size, Way.RING
            stage.start(stream, np.array([size]), player=self._player, tag=row)
        return len(self.rails)

    def group_ended(self, group: int, stage: Stage) -> float:
        """Return when the rail has ended: now, and the latency of its last piece."""
        self._look_at_capacity(stage)
        rail, way = self.rails[group], self._way[group]
        pipeline = (rail.tree.pipeline if way is Way.TREE else None) or rail.ring
        if way is Way.REST_BY_RING:
            self._plant(stage, group)
        self._way[group] = Way.NONE
        latency = pipeline.latency(self._known_capacity)
        log = self.log[group]
        log.ran += 1
        log.busy += stage.time + latency - self._began
        log.sent += pipeline.sent
        log.added += rail.added.by_tree if way is Way.TREE else rail.added.by_course
        return stage.time + latency

    def finish(self, stage: Stage) -> None:
        """Give back the tokens of all trees."""
        for row in range(len(self.rails)):
            self._give_back(row)

    def idle_time(self, capacity: NDArray[np.float64]) -> float:
        """Return the time of the slowest rail, each by what it would choose alone."""
        return max(
            min(way.idle_time(capacity) for way in (rail.ring, rail.tree.pipeline) if way is not None)
            for rail in self.rails
        )

    def trips(self, stage: Clock, *, moving: bool) -> list[Trips]:
        """Return the rings of all rails; or of those that go around it now."""
        around = (Way.RING, Way.REST_BY_RING)
        return [RingTrip(self, row) for row, way in enumerate(self._way) if way in around or not moving]

    def take(self, stage: Stage, row: int, routes: Routes) -> None:
        """Send the ring of a rail over other routes from now on."""
        rail = self.rails[row]
        ring = rail.course.over(routes)
        self.rails[row] = replace(rail, ring=ring)
        self._known_capacity = np.empty(0)
        stage.replace(self._streams[row][0], ring.table())
        if self._way[row] is Way.REST_BY_RING:
            self._go_on_by_ring(stage, row)

    def uproot(self, trees: Sequence[RailTree]) -> None:
        """Give each rail its new tree; those whose trees are others than before give back their tokens."""
        for row, tree in enumerate(trees):
            before = self.rails[row].tree
            if not before.is_like(tree):
                self.rails[row] = replace(self.rails[row], tree=tree)
                self._give_back(row)
                self._uprooted.append(row)
        self._known_capacity = np.empty(0)

    def replant(self, stage: Stage) -> None:
        """Let the trees that are new take the place of the old.

        A rail that is under way by a tree goes on by the new one where it is granted, else around the ring.
        """
        self._look_at_capacity(stage)
        for row in self._uprooted:
            if self._way[row] is Way.TREE and not self._decide(row, stage.time):
                self._way[row] = Way.REST_BY_RING
                self._go_on_by_ring(stage, row)
            elif self._way[row] is not Way.REST_BY_RING:
                self._plant(stage, row)
        self._uprooted.clear()

    # Steps.

    def _plant(self, stage: Stage, row: int) -> None:
        """Have the stream of a rail's tree take the way of its present tree, if it has one."""
        pipeline, (ring_stream, tree_stream) = self.rails[row].tree.pipeline, self._streams[row]
        if pipeline is not None and tree_stream is None:
            self._streams[row] = (ring_stream, _one_row(stage, pipeline))
        elif pipeline is not None and tree_stream is not None:
            stage.replace(tree_stream, pipeline.table())

    def _go_on_by_ring(self, stage: Stage, row: int) -> None:
        """Send the rest of a tree's stream around the ring: for each byte as much as a ring takes for it."""
        ring, tree_stream = self.rails[row].ring, self._streams[row][1]
        if tree_stream is not None:
            table = ring.table()
            share = ring.size / self.rails[row].size
            stage.replace(tree_stream, replace(table, multiplicity=share * table.multiplicity))

    def _holder(self, row: int) -> str:
        return f"{self._called}, {self.rails[row].name}"

    def _give_back(self, row: int) -> None:
        """Give back the tokens of the tree of a rail."""
        planned = self._held[row]
        if planned is not None:
            self._admission.release(planned.tokens, self._holder(row))
            self._held[row] = None

    def _look_at_capacity(self, stage: Stage) -> None:
        """Work out idle times anew where the capacities or the ways have changed."""
        capacity = stage.capacity()
        if np.array_equal(capacity, self._known_capacity):
            return
        self._known_capacity = capacity
        self._idle = []
        for rail in self.rails:
            tree = rail.tree.pipeline
            self._idle.append(
                (rail.ring.idle_time(capacity), np.inf if tree is None else tree.idle_time(capacity))
            )

    def _decide(self, row: int, time: float) -> bool:
        """Return whether the rail runs as a tree, and put the decision on record."""
        rail = self.rails[row]
        planned, reason = rail.tree.planned, rail.tree.no_tree
        if planned is None and not reason:
            return False
        if planned is not None:
            ring_time, tree_time = self._idle[row]
            if tree_time > ring_time:
                reason = (
                    f"on an otherwise idle fabric the tree over {planned.root} would take "
                    f"{1e3 * tree_time:.4g} ms at the rates of now, the ring {1e3 * ring_time:.4g} ms"
                )
            else:
                reason = self._admission.request(planned.tokens, self._holder(row))
        granted = not reason
        log = self.log[row]
        if granted:
            log.granted += 1
            self._held[row] = planned
        else:
            log.fell_back += 1
            log.says = reason
        self._audit.append(
            AuditRecord(
                at_s=time,
                job=self._job,
                rail=rail.name,
                iteration=self._iteration,
                decision="grant" if granted else "fallback",
                root=None if planned is None else planned.root,
                switches=() if planned is None else planned.switches,
                bytes=round(rail.size),
                reason=reason,
            )
        )
        return granted


class Railway(Protocol):
    """An all-reduce that sends the ring of a rail another way."""

    @property
    def rails(self) -> Sequence[Rail]:
        """The rails."""
        ...

    def take(self, stage: Stage, row: int, routes: Routes) -> None:
        """Send the ring of a rail over other routes from now on."""
        ...


@dataclass(frozen=True, slots=True)
class RingTrip:
    """The ring of one rail."""

    of: Railway
    row: int

    @property
    def ends(self) -> Ends:
        """The two ends of each ring edge."""
        return self.of.rails[self.row].ends

    def take(self, stage: Stage, chosen: NDArray[np.intp], routes: Routes) -> None:
        """Send the whole ring over ``routes`` from now on."""
        self.of.take(stage, self.row, routes)


def _one_row(stage: Stage, pipeline: Pipeline) -> NDArray[np.int32]:
    """Register a pipeline's one stream and return its row as an array."""
    return np.array([stage.add_streams(pipeline.table())], dtype=np.int32)
