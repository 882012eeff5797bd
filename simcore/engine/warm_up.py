"""Compiles the kernels of solver and engine."""

import numpy as np

from simcore.engine.causes import Flows, Outcome
from simcore.engine.loop import Engine
from simcore.traffic.collectives.ring_steps import StepRing
from simcore.traffic.graph import TaskGraph
from simcore.traffic.streams import Stage, StreamTable


class _Listener:
    """A player that does nothing."""

    def begin(self, stage: Stage) -> None:
        """Start nothing."""

    def group_ended(self, tag: int, stage: Stage) -> None:
        """Start nothing."""

    def timer(self, tag: int, stage: Stage) -> None:
        """Start nothing."""


def warm_up() -> None:
    """Compile every kernel, or load it from the cache, by a tiny run that meets each of them."""
    engine = Engine(np.ones(2), tape_lines=256)
    table = StreamTable.of([[0], [0, 1]])
    row = engine.add_arrivals(table, [1.0, 1.0], [0.0, 0.5])
    engine.set_capacity([0], [2.0])
    engine.replace([row], StreamTable.of([[1]]))
    for _ in range(9):
        engine.start([engine.add_streams(StreamTable.of([[1]]))], [1.0], player=0, tag=0)
    graph = TaskGraph.of(
        [[1], [0]], seconds=0.25, size=1.0, route=0, routes=table, lag=0.25, ahead=[0, 1], rounds=2
    )
    engine.start_graph(engine.add_graph(graph), player=0, tag=0)
    engine.start_ring(engine.add_ring(StepRing(table, 1.0, 2)), player=0, tag=0)
    while engine.next_event <= 0.75:
        engine.advance(0.75)
    ring = Engine(np.ones(2), tape_lines=256)
    ring.add_player(_Listener())
    number = ring.add_ring(StepRing(StreamTable.of([[0], [1]]), 1.0, 2))
    for until in (2.0, 2.5):
        ring.start_ring(number, player=0, tag=0)
        ring.advance(until)
    ring.add_arrivals(table, [1.0, 1.0], [2.5, 2.5])
    while ring.next_event < np.inf:
        ring.advance(np.inf)
    ring.hindsight([Outcome(flows=Flows.ALL)])
    engine.carried()
    engine.rates(row, 2)
    engine.hindsight([Outcome()])
