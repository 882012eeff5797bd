"""The solver by itself: a solve from nothing, against the oracle, and how long its caller waits."""

from collections.abc import Iterator
from time import process_time

import numpy as np
from numpy.typing import NDArray

from benchmarks.bars import Bar
from benchmarks.flows import run_of
from benchmarks.timing import timed
from benchmarks.works import work
from simcore.engine.loop import Engine
from simcore.solver.max_min import share_rates
from simcore.traffic.streams import StreamTable
from simcore.units import bytes_per_second
from tests import oracle

PORTS = 16
FLOWS = 16_384


def fat_tree_flows(generator: np.random.Generator) -> tuple[NDArray[np.float64], StreamTable]:
    """Return the links of a three-tier fat tree at 400 Gbit/s, and random flows, one random path each.

    With half = ports / 2, the hosts' links come first (up, then down), then edge to aggregation (up, then
    down), then aggregation to core: each layer has ports * half * half cables.
    """
    half = PORTS // 2
    layer = PORTS * half * half
    source, target = generator.integers(layer, size=(2, FLOWS))
    target = np.where(target == source, (target + 1) % layer, target)
    first, second = generator.integers(half, size=(2, FLOWS))
    rows = [[up, layer + down] for up, down in zip(source, target, strict=True)]
    edge, pod = (source // half, target // half), (source // half**2, target // half**2)
    for flow, row in enumerate(rows):
        if edge[0][flow] != edge[1][flow]:
            row.append(2 * layer + edge[0][flow] * half + first[flow])
            row.append(3 * layer + edge[1][flow] * half + first[flow])
        if pod[0][flow] != pod[1][flow]:
            core = first[flow] * half + second[flow]
            row.append(4 * layer + pod[0][flow] * half**2 + core)
            row.append(5 * layer + pod[1][flow] * half**2 + core)
    return np.full(6 * layer, bytes_per_second(400)), StreamTable.of(rows)


def solve_from_nothing() -> Bar:
    """Return the time of one solve of random flows on a fat tree."""
    capacity, table = fat_tree_flows(np.random.default_rng(0))
    took = timed(100, lambda: share_rates(capacity, table.first, table.resource, table.multiplicity))
    name = f"{FLOWS:,} random flows, k = {PORTS}, from nothing"
    return Bar(name, 1e3 * took.processor, "ms", most=5.0, says=took.says(), wall=1e3 * took.wall)


def apart_from_oracle() -> Bar:
    """Return how far the run of w4 is from solving each instant from nothing, at most and relatively."""
    flows = work("w4_a2a128")
    found = run_of(flows).finish_times(0, flows.table.count)
    expected = oracle.finish_times(flows.capacity, flows.table, flows.size, flows.start)
    return Bar(
        "w4_a2a128: furthest flow from the oracle",
        float(np.abs(found / expected - 1.0).max()),
        "1",
        most=1e-9,
        says="progressive filling in plain NumPy, each instant from nothing",
    )


def longest_advance() -> Bar:
    """Return how long the engine keeps its caller waiting at worst, in the densest run at hand."""
    flows = work("w5_perm4096")
    engine = Engine(flows.capacity)
    engine.add_arrivals(flows.table, flows.size, flows.start)
    waits = []
    is_over = False
    while not is_over:
        began = process_time()
        is_over = engine.advance(np.inf)
        waits.append(process_time() - began)
    return Bar("longest advance of w5_perm4096", 1e3 * max(waits), "ms", most=50.0)


def bars() -> Iterator[Bar]:
    """Measure everything."""
    yield solve_from_nothing()
    yield apart_from_oracle()
    yield longest_advance()
