"""An all-reduce over the rails of a job: each a ring or, where its tree is granted, a tree.

Where routing changes its mind during a collective, what is left goes another way: a ring by new paths, a tree
by a new tree or, where none is granted, around the ring.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Routes
from simcore.traffic.admission import Admission
from simcore.traffic.audit import AuditRecord, Decision
from simcore.traffic.collectives.pipeline import Pipeline
from simcore.traffic.courses import Course
from simcore.traffic.granting import Ask, Grants, Party, RailLog
from simcore.traffic.streams import FIRST_OF_COLLECTIVE, Stage
from simcore.traffic.trees import Grove, RailTree
from simcore.traffic.trips import Clock, Ends, Trips

# Between the flow numbers of a rail's ring and those of the rings around its crowns.
CROWN_FLOWS: Final = 1 << 23


@dataclass(frozen=True, slots=True)
class Added:
    """Bytes that a host adds up itself, on average, for a rail that goes its course, and one by its tree.

    ``a_vector`` is its part where hosts make one vector of two, as they do between the crowns of a tree.
    """

    by_course: float = 0.0
    by_tree: float = 0.0
    a_vector: float = 0.0


@dataclass(frozen=True, slots=True)
class Rail:
    """One rail of a collective: its ring, and its tree where in-network aggregation is wanted.

    ``ring`` is its ``course`` over the routes of now, which may lead over servers instead of around; the
    ``grove`` says what goes over it, and what it asks a tree for.
    """

    name: str
    course: Course
    ring: Pipeline
    tree: RailTree
    grove: Grove
    added: Added = Added()

    @property
    def members(self) -> NDArray[np.int32]:
        """Its adapters in ring order, rows of vertices."""
        return self.grove.members

    @property
    def size(self) -> float:
        """Bytes of its vector."""
        return self.grove.size

    def added_by(self, way: "Way") -> float:
        """Return the bytes that a host adds up itself, on average."""
        if way is not Way.TREE:
            return self.added.by_course
        crowns = 1 if self.tree.planned is None else len(self.tree.planned.crowns)
        return self.added.by_tree + (crowns - 1) * self.added.a_vector

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
    WAITS = 4  # for the tokens of its tree


class AllReduce:
    """A collective over rails, each around its ring or, where its tree is granted, as a tree."""

    def __init__(
        self, rails: Sequence[Rail], *, party: Party, admission: Admission, audit: list[AuditRecord]
    ) -> None:
        self.rails = list(rails)
        self.log = tuple(RailLog() for _ in rails)
        self._grants = Grants(party, self.log, admission=admission, audit=audit)
        self._streams: list[tuple[NDArray[np.int32], NDArray[np.int32] | None]] = []
        self._player = -1
        self._way = [Way.NONE for _ in rails]
        # How often each rail has waited: a timer of an earlier wait is out of date.
        self._waits = [0 for _ in rails]
        self._uprooted: list[int] = []
        self._began = 0.0
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

    def pipelines(self) -> list[Pipeline]:
        """Return all that may ever move: the ring of each rail, and its tree where there is one."""
        ways = ((rail.ring, rail.tree.pipeline) for rail in self.rails)
        return [way for both in ways for way in both if way is not None]

    def start(self, stage: Stage, iteration: int) -> int:
        """Start every rail now, by tree where that is granted, else by ring; or later, where it waits."""
        self._began, self._grants.iteration = stage.time, iteration
        self._look_at_capacity(stage)
        for row in range(len(self.rails)):
            self._set_out(stage, row)
        return len(self.rails)

    def admitted(self, stage: Stage, row: int) -> None:
        """Start a rail that waited for its tree, which it holds now."""
        self._grants.admitted(row, stage.time)
        self._start(stage, row, Way.TREE)

    def timer(self, tag: int, stage: Stage) -> None:
        """Let a rail wait no longer: by now it would have been faster around its ring."""
        count, row = divmod(tag, len(self.rails))
        if self._way[row] is Way.WAITS and count == self._waits[row]:
            reason = "it has waited for its tree for as long as that could pay"
            self._grants.give_up(row, self, reason, stage.time)
            self._start(stage, row, Way.RING)

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
        log.added += rail.added_by(way)
        return stage.time + latency

    def finish(self, stage: Stage) -> None:
        """Give back the tokens of all trees."""
        self._grants.end(stage)

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

    def uproot(self, stage: Stage, trees: Sequence[RailTree]) -> None:
        """Give each rail its new tree; those whose trees are others than before give back their tokens."""
        for row, tree in enumerate(trees):
            before = self.rails[row].tree
            if not before.is_like(tree):
                if self._way[row] is Way.WAITS:
                    self._grants.give_up(row, self, "its tree has been planned anew", stage.time)
                self.rails[row] = replace(self.rails[row], tree=tree)
                self._grants.give_back(row, stage)
                self._uprooted.append(row)
        self._known_capacity = np.empty(0)

    def replant(self, stage: Stage) -> None:
        """Let the trees that are new take the place of the old.

        A rail that is under way by a tree goes on by the new one where it is granted, else around the ring.
        """
        self._look_at_capacity(stage)
        for row in self._uprooted:
            if self._way[row] is Way.WAITS:
                self._plant(stage, row)
                self._set_out(stage, row)
            elif self._way[row] is Way.TREE and self._decide(row, stage.time) is not Decision.GRANT:
                self._way[row] = Way.REST_BY_RING
                self._go_on_by_ring(stage, row)
            elif self._way[row] is not Way.REST_BY_RING:
                self._plant(stage, row)
        self._uprooted.clear()

    # Steps.

    def _set_out(self, stage: Stage, row: int) -> None:
        """Start a rail by the way that is decided on now, or have it wait."""
        decision = self._decide(row, stage.time)
        if decision is Decision.WAIT:
            self._way[row] = Way.WAITS
            self._waits[row] += 1
            pays = self._grants.wait(row, self)
            tag = FIRST_OF_COLLECTIVE + self._waits[row] * len(self.rails) + row
            stage.set_timer(stage.time + pays, player=self._player, tag=tag)
        else:
            self._start(stage, row, Way.TREE if decision is Decision.GRANT else Way.RING)

    def _start(self, stage: Stage, row: int, way: Way) -> None:
        """Start the stream of a rail's tree or ring."""
        ring_stream, tree_stream = self._streams[row]
        tree = self.rails[row].tree.pipeline
        self._way[row] = way
        if way is Way.TREE and tree is not None and tree_stream is not None:
            stage.start(tree_stream, np.array([tree.size]), player=self._player, tag=row)
        else:
            size = self.rails[row].ring.size
            stage.start(ring_stream, np.array([size]), player=self._player, tag=row)

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

    def _decide(self, row: int, time: float) -> Decision | None:
        """Return whether the rail runs as a tree, waits for it or not, and put the decision on record."""
        rail = self.rails[row]
        ring_time, tree_time = self._idle[row]
        ask = Ask(rail.name, rail.members.shape[0], rail.size, rail.tree, ring_time, tree_time)
        return self._grants.ask(row, ask, time)


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
