"""A ring all-reduce of 1,024 adapters, one link degraded on the way: step by step and pipelined."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import numpy as np

from benchmarks.bars import Bar
from benchmarks.flows import beside
from benchmarks.simgrid import Change, SimGrid
from benchmarks.timing import timed
from benchmarks.works import Work
from simcore.engine.loop import Engine
from simcore.routing.hashing import HashRouter
from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import VertexKind
from simcore.traffic.collectives.pipeline import Pipeline
from simcore.traffic.collectives.ring import ring_pipeline
from simcore.traffic.collectives.ring_steps import StepRing, step_ring
from simcore.traffic.streams import Stage, StreamTable
from tests.simcore.fabrics import fat_tree

PORTS: Final = 16
DELAY: Final = 1e-6
SIZE: Final = 2.0**30
DEGRADED_AT_STEP: Final = 500
# What is left of the degraded link.
SHARE: Final = 0.25
MS: Final = 1e3


class Listener:
    """A player that starts something at the beginning, and notes when it has ended."""

    def __init__(self) -> None:
        self.ended_at = np.nan

    def begin(self, stage: Stage) -> None:
        """Do nothing: the benchmark starts what is measured."""

    def group_ended(self, tag: int, stage: Stage) -> None:
        """Note the time."""
        self.ended_at = stage.time

    def timer(self, tag: int, stage: Stage) -> None:
        """Do nothing: no timer is set."""


def played(engine: Engine, change: Change) -> float:
    """Run an engine in which something has been started to its end, with a change; return when it ended."""
    while not engine.advance(change.at):
        pass
    engine.set_capacity([change.link], [change.rate])
    while not engine.advance(np.inf):
        pass
    return engine.time


def run_steps(
    capacity: np.ndarray[tuple[int], np.dtype[np.float64]], ring: StepRing, change: Change
) -> float:
    """Run a ring step by step, and return when its last piece has arrived (s)."""
    engine, listener = Engine(capacity), Listener()
    player = engine.add_player(listener)
    engine.start_ring(engine.add_ring(ring), player=player, tag=0)
    played(engine, change)
    return listener.ended_at


def run_pipeline(
    capacity: np.ndarray[tuple[int], np.dtype[np.float64]], pipeline: Pipeline, change: Change
) -> float:
    """Run a ring as one stream, and return when its last piece has arrived (s)."""
    engine, listener = Engine(capacity), Listener()
    player = engine.add_player(listener)
    row = engine.add_streams(StreamTable.of([pipeline.resource], [pipeline.multiplicity]))
    engine.start([row], [pipeline.size], player=player, tag=0)
    played(engine, change)
    return listener.ended_at + pipeline.latency(engine.capacity())


def bars(peer: SimGrid) -> Iterator[Bar]:
    """Measure both ways, SimGrid on the same ring after the first, and compare the ends without latencies."""
    topology = fat_tree(PORTS, delay=DELAY)
    members = np.flatnonzero(topology.vertex_kind == VertexKind.ENDPOINT).astype(np.int32)
    router = HashRouter(ShortestPaths(topology), seed=7)
    ring = step_ring(router, members, SIZE, first_flow=0)
    capacity = topology.link_rate
    step = ring.piece / float(capacity[0]) + float(ring.edges.latency.mean())
    first = int(ring.edges.resource[0])
    change = Change(DEGRADED_AT_STEP * step, first, SHARE * float(capacity[first]))

    took = timed(5, partial(run_steps, capacity, ring, change))
    pieces = np.full(members.size, ring.piece)
    work = Work(capacity, ring.edges, pieces, np.zeros(members.size))
    answer, says = beside(
        peer, work, within=120.0, latency=topology.link_delay, steps=ring.steps, change=change
    )
    end = run_steps(capacity, ring, change)
    where = f"1 GiB, {members.size:,} adapters, fat tree k = {PORTS}, one link at {SHARE:g} from step 500 on"
    theirs = f"; it ends at {1e3 * answer.end.max():.3f} ms there" if answer else ""
    yield Bar(
        "ring all-reduce, step by step",
        MS * took.processor,
        "ms",
        most=200.0,
        says=f"{where}; ends at {1e3 * end:.3f} ms{theirs}; {took.says()}",
        wall=MS * took.wall,
        peer=MS * answer.processor if answer else None,
        peer_says=says,
        quoted="SimGrid 4.1: 23,500 ms; ASTRA-sim analytical: 2,250 to 3,840 ms",
    )
    if answer:
        yield from without_latency(peer, work, ring, change)
    pipeline = ring_pipeline(router, members, SIZE, first_flow=0)
    took = timed(20, partial(run_pipeline, capacity, pipeline, change))
    end = run_pipeline(capacity, pipeline, change)
    yield Bar(
        "ring all-reduce, pipelined",
        MS * took.processor,
        "ms",
        most=5.0,
        says=f"the same as one stream; ends at {1e3 * end:.3f} ms; {took.says()}",
        wall=MS * took.wall,
    )


def without_latency(peer: SimGrid, work: Work, ring: StepRing, change: Change) -> Iterator[Bar]:
    """Compare the end of the ring where no link has latency.

    With latency the two differ on purpose: SimGrid holds back the next piece of a member until the last has
    arrived, and not only until it has gone.
    """
    edges = StreamTable(
        ring.edges.first, ring.edges.resource, ring.edges.multiplicity, np.zeros(work.size.size)
    )
    ours = run_steps(work.capacity, StepRing(edges, ring.piece, ring.steps), change)
    answer, _ = beside(peer, work, within=120.0, steps=ring.steps, change=change)
    if answer:
        off = abs(ours / float(answer.end.max()) - 1.0)
        name = f"ring without latency: end from {answer.version}"
        yield Bar(name, off, "1", most=3e-4, says=f"{MS * ours:.3f} ms")
