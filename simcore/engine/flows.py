"""A plain list of flows over given paths, from the first start to the last end."""

from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from simcore.engine.loop import Engine, warm_up
from simcore.traffic.streams import StreamTable


@dataclass(frozen=True, slots=True)
class FlowRun:
    """What became of a list of flows.

    Attributes
    ----------
    finish
        (S,) when each flow ended by sharing alone, s; its completion time is that minus its start plus its
        one-way latency. NaN where it never ends, because a resource on its path has no capacity.
    events
        Instants at which a flow started or ended.
    seconds, compile_seconds
        Wall time of the simulation, and of compiling or loading the kernels before it.
    """

    finish: NDArray[np.float64]
    events: int
    seconds: float
    compile_seconds: float


def run_flows(
    capacity: NDArray[np.float64],
    table: StreamTable,
    size: NDArray[np.float64],
    start: NDArray[np.float64],
) -> FlowRun:
    """Return the ends of flows that start at ``start`` (S,) s with ``size`` (S,) bytes.

    Raises
    ------
    ValueError
        If a size or start is negative or not finite, or a path names a resource that is not there.
    """
    before = perf_counter()
    warm_up()
    compiled = perf_counter()
    engine = Engine(capacity)
    row = engine.add_arrivals(table, size, start)
    while not engine.advance(np.inf):
        pass
    return FlowRun(
        finish=engine.finish_times(row, table.count),
        events=engine.events,
        seconds=perf_counter() - compiled,
        compile_seconds=compiled - before,
    )
