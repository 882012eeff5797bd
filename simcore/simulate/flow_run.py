"""Run a list of flows over bare links, without documents: what the solver and the engine are judged by."""

from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from simcore.engine.loop import Engine
from simcore.topology import Topology
from simcore.traffic.streams import StreamTable


@dataclass(frozen=True, slots=True)
class FlowRun:
    """What became of F flows.

    Attributes
    ----------
    completion
        (F,) s: time of sharing and one-way latency of the path.
    events
        Moments at which a flow started or ended.
    wall
        Wall time of the simulation alone, s.
    """

    completion: NDArray[np.float64]
    events: int
    wall: float


def run_flows(
    topology: Topology, table: StreamTable, size: NDArray[np.float64], start: NDArray[np.float64]
) -> FlowRun:
    """Return the completion times of flows that start by themselves and share the links max-min fairly."""
    began = perf_counter()
    engine = Engine(topology.link_rate)
    first = engine.add_arrivals(table, size, start)
    engine.begin()
    while not engine.advance(np.inf):
        pass
    finish = engine.finish_times(first, table.count)
    wall = perf_counter() - began
    return FlowRun(finish - start + table.latency, engine.events, wall)
