"""The solver's bars: how long a solve and a run of reference flows take on one core, kernels warm.

Bars are printed, not tested: a busy machine proves nothing. Each figure is the best of a few repetitions.
"""

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from benchmarks.bars import Bar
from simcore.engine.loop import Engine, warm_up
from simcore.solver.max_min import share_rates
from simcore.traffic.streams import StreamTable
from simcore.units import bytes_per_second
from tests import oracle
from tests.reference.works import REFERENCE, Work, read_work

PORTS = 16
FLOWS = 16_384


def best_of(repetitions: int, run: Callable[[], object]) -> float:
    """Return the shortest wall time of ``run``, s."""
    times = []
    for _ in range(repetitions):
        began = perf_counter()
        run()
        times.append(perf_counter() - began)
    return min(times)


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
    seconds = best_of(100, lambda: share_rates(capacity, table.first, table.resource, table.multiplicity))
    return Bar(f"{FLOWS:,} flows, k={PORTS}", 1e3 * seconds, "ms", most=5.0, says="solved from nothing")


def run_of(work: Work) -> Engine:
    """Run a list of flows to its end."""
    engine = Engine(work.capacity)
    engine.add_arrivals(work.table, work.size, work.start)
    while not engine.advance(np.inf):
        pass
    return engine


def run_of_reference(name: str, *, most: float | None = None, repetitions: int) -> Bar:
    """Return the time of a run of reference flows, held to ``most`` ms."""
    work = read_work(name)
    seconds = best_of(repetitions, lambda: run_of(work))
    says = f"{work.table.count:,} flows, {run_of(work).events:,} events" if repetitions > 1 else "one run"
    return Bar(name, 1e3 * seconds, "ms", most=most, says=says)


def apart_from_oracle() -> Bar:
    """Return how far the run of w4 is from solving each instant from nothing, at most and relatively."""
    work = read_work("w4_a2a128")
    found = run_of(work).finish_times(0, work.table.count)
    expected = oracle.finish_times(work.capacity, work.table, work.size, work.start)
    return Bar(
        "w4_a2a128, oracle",
        float(np.abs(found / expected - 1.0).max()),
        "1",
        most=1e-9,
        says="largest difference",
    )


def longest_advance() -> Bar:
    """Return how long the engine keeps its caller waiting at worst, in the densest run at hand."""
    work = read_work("w5_perm4096")
    engine = Engine(work.capacity)
    engine.add_arrivals(work.table, work.size, work.start)
    waits = []
    is_over = False
    while not is_over:
        began = perf_counter()
        is_over = engine.advance(np.inf)
        waits.append(perf_counter() - began)
    return Bar("longest advance", 1e3 * max(waits), "ms", most=50.0, says="w5_perm4096")


def bars(*, is_long: bool = False) -> Iterator[Bar]:
    """Measure everything; the reference flows only where they lie beside the project."""
    warm_up()
    yield solve_from_nothing()
    if not (REFERENCE / "flows").is_dir():
        print(f"no reference flows at {REFERENCE}: set TWINLOOM_SHARED to measure them")
        return
    yield run_of_reference("w3_websearch", most=1500.0, repetitions=3)
    yield run_of_reference("w4_a2a128", most=100.0, repetitions=5)
    yield apart_from_oracle()
    yield run_of_reference("w1_perm1024", repetitions=5)
    yield run_of_reference("w5_perm1024", repetitions=5)
    yield run_of_reference("w5_perm4096", most=1000.0, repetitions=3)
    yield longest_advance()
    if is_long:
        yield run_of_reference("w5_perm16384", most=60_000.0, repetitions=1)
