"""An all-reduce over the rails of a job: each a ring or, where its tree is granted, a tree."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.traffic.aggregation import Admission, PlannedTree
from simcore.traffic.audit import AuditRecord
from simcore.traffic.collectives.pipeline import Pipeline
from simcore.traffic.streams import Stage


@dataclass(frozen=True, slots=True)
class Rail:
    """One rail of an all-reduce: its ring, and where in-network aggregation is wanted its tree.

    ``planned`` and ``tree`` are None where there is no tree; ``no_tree`` then says why, or is empty where
    none was asked for.
    """

    name: str
    members: int
    size: float
    ring: Pipeline
    tree: Pipeline | None
    planned: PlannedTree | None
    no_tree: str


@dataclass(slots=True)
class RailLog:
    """What a rail has done: how often its tree was granted and refused, and over how long it ran (s)."""

    granted: int = 0
    fell_back: int = 0
    ran: int = 0
    busy: float = 0.0
    sent: float = 0.0
    says: str | None = None


class AllReduce:
    """An all-reduce over rails, each as a ring or, where its tree is granted, as a tree.

    ``job`` is the job's id, for the record; ``called`` is what people call it, for reasons in words.
    """

    def __init__(
        self, rails: Sequence[Rail], *, job: str, called: str, admission: Admission, audit: list[AuditRecord]
    ) -> None:
        self._rails = tuple(rails)
        self._job = job
        self._called = called
        self._admission = admission
        self._audit = audit
        self.log = tuple(RailLog() for _ in rails)
        self._streams: list[tuple[NDArray[np.int32], NDArray[np.int32] | None]] = []
        self._player = -1
        self._running: list[Pipeline] = [rail.ring for rail in rails]
        self._held: list[PlannedTree | None] = [None for _ in rails]
        self._began = 0.0
        self._known_capacity = np.empty(0)
        self._times: list[tuple[float, float, float, float]] = []

    def register(self, stage: Stage, player: int) -> None:
        """Make the streams of all rings and trees known."""
        self._player = player
        for rail in self._rails:
            ring = _one_row(stage, rail.ring)
            self._streams.append((ring, None if rail.tree is None else _one_row(stage, rail.tree)))

    def start(self, stage: Stage, iteration: int) -> int:
        """Start every rail now, by tree where it is granted, else by ring."""
        self._began = stage.time
        self._look_at_capacity(stage)
        for row, rail in enumerate(self._rails):
            by_tree = self._decide(row, rail, stage.time, iteration)
            ring_stream, tree_stream = self._streams[row]
            if by_tree and rail.tree is not None and tree_stream is not None:
                stream, self._running[row] = tree_stream, rail.tree
            else:
                stream, self._running[row] = ring_stream, rail.ring
            size = np.array([self._running[row].size])
            stage.start(stream, size, player=self._player, tag=row)
        return len(self._rails)

    def group_ended(self, group: int, stage: Stage) -> float:
        """Return when the rail has ended: now, and the latency of its last piece."""
        self._look_at_capacity(stage)
        ring_latency, _, tree_latency, _ = self._times[group]
        pipeline = self._running[group]
        latency = ring_latency if pipeline is self._rails[group].ring else tree_latency
        log = self.log[group]
        log.ran += 1
        log.busy += stage.time + latency - self._began
        log.sent += pipeline.sent
        return stage.time + latency

    def finish(self, stage: Stage) -> None:
        """Give back the tokens of all trees."""
        for row, planned in enumerate(self._held):
            if planned is not None:
                self._admission.release(planned.tokens, self._holder(row))
                self._held[row] = None

    def idle_time(self, capacity: NDArray[np.float64]) -> float:
        """Return the time of the slowest rail, each by what it would choose alone."""
        return max(
            min(way.idle_time(capacity) for way in (rail.ring, rail.tree) if way is not None)
            for rail in self._rails
        )

    def _holder(self, row: int) -> str:
        return f"{self._called}, {self._rails[row].name}"

    def _look_at_capacity(self, stage: Stage) -> None:
        """Work out latencies and idle times anew where a fault has changed the capacities."""
        capacity = stage.capacity()
        if np.array_equal(capacity, self._known_capacity):
            return
        self._known_capacity = capacity
        self._times = []
        for rail in self._rails:
            ring, tree = rail.ring, rail.tree
            by_tree = (np.inf, np.inf)
            if tree is not None:
                by_tree = (tree.latency(capacity), tree.idle_time(capacity))
            self._times.append((ring.latency(capacity), ring.idle_time(capacity), *by_tree))

    def _decide(self, row: int, rail: Rail, time: float, iteration: int) -> bool:
        """Return whether the rail runs as a tree, and put the decision on record."""
        planned = rail.planned
        if planned is None and not rail.no_tree:
            return False
        reason = rail.no_tree
        if planned is not None:
            _, ring_time, _, tree_time = self._times[row]
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
                iteration=iteration,
                decision="grant" if granted else "fallback",
                root=None if planned is None else planned.root,
                switches=() if planned is None else planned.switches,
                bytes=round(rail.size),
                reason=reason,
            )
        )
        return granted


def _one_row(stage: Stage, pipeline: Pipeline) -> NDArray[np.int32]:
    """Register a pipeline's one stream and return its row as an array."""
    return np.array([stage.add_streams(pipeline.table())], dtype=np.int32)
