"""V15 and V16: flows in numbers, against queueing theory and a second simulation of a shared link."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from math import floor, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.engine.loop import Engine
from simcore.routing.hashing import HashRouter
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.spreading import SprayRouter
from simcore.traffic.background import web_search_sizes
from simcore.traffic.streams import StreamTable
from validation.fabrics import endpoints, fabric, run_until
from validation.rows import CLOSED_FORM, SECOND_METHOD, Row, Sample

Values = NDArray[np.float64]

LINE: Final = 5e10
# Runs and jobs of a run, by load: the nearer to 1, the longer the memory of the queue, and the more jobs a
# mean needs; a p99 needs more still.
RUNS: Final = {0.3: (2, 400_000), 0.5: (2, 400_000), 0.7: (4, 1_000_000), 0.8: (8, 1_000_000)}
RUN_OF_SECOND: Final = 400_000
# So many of the jobs are probes, so small that hardly anything happens while one is under way: the slowdown
# of a probe is 1 more than the jobs that it finds. Both kinds are Poisson, since chance divides them.
PROBE_SHARE: Final = 0.05
PROBE_SIZE: Final = 1e-4


@dataclass(frozen=True, slots=True)
class Jobs:
    """Poisson jobs of one link of rate 1: starts, sizes and ends, each (N,), and which are probes."""

    start: Values
    size: Values
    end: Values
    is_probe: NDArray[np.bool_]

    @property
    def slowdown(self) -> Values:
        """Time in the system by time alone on the link."""
        return (self.end - self.start) / self.size


def poisson_jobs(load: float, count: int, *, seed: int) -> tuple[Values, Values, NDArray[np.bool_]]:
    """Return starts and sizes (web-search, of mean 1) at ``load``, and which of them are tiny probes."""
    generator = np.random.default_rng(seed)
    sizes = web_search_sizes()
    size = sizes.draw(generator, count) / sizes.mean
    is_probe = generator.random(count) < PROBE_SHARE
    size[is_probe] = PROBE_SIZE
    start = np.cumsum(generator.exponential((1 - PROBE_SHARE) / load, count))
    return start, size, is_probe


def by_twin(load: float, count: int, *, seed: int) -> Jobs:
    """Return what the engine makes of the jobs."""
    start, size, is_probe = poisson_jobs(load, count, seed=seed)
    table = StreamTable(
        first=np.arange(count + 1),
        resource=np.zeros(count, dtype=np.int32),
        multiplicity=np.ones(count),
        latency=np.zeros(count),
    )
    engine = Engine(np.ones(1))
    engine.add_arrivals(table, size, start)
    return Jobs(start, size, run_until(engine).finish_times(0, count), is_probe)


def by_virtual_time(load: float, count: int, *, seed: int) -> Jobs:
    """Return what a queue in virtual time makes of the jobs.

    While n are there, v rises by dt / n; a job ends when v has risen by its size.
    """
    start, size, is_probe = poisson_jobs(load, count, seed=seed)
    end = np.empty(count)
    waiting: list[tuple[float, int]] = []
    now = virtual = 0.0
    for job, (begins, amount) in enumerate(zip(start.tolist(), size.tolist(), strict=True)):
        while waiting and now + (waiting[0][0] - virtual) * len(waiting) <= begins:
            now += (waiting[0][0] - virtual) * len(waiting)
            virtual, ended = heappop(waiting)
            end[ended] = now
        virtual += (begins - now) / len(waiting) if waiting else 0.0
        now = begins
        heappush(waiting, (virtual + amount, job))
    while waiting:
        now += (waiting[0][0] - virtual) * len(waiting)
        virtual, ended = heappop(waiting)
        end[ended] = now
    return Jobs(start, size, end, is_probe)


def finds_three(jobs: Jobs) -> float:
    """Return the share of the jobs that find three or more on the link."""
    gone = np.searchsorted(np.sort(jobs.end), jobs.start, side="right")
    return float((np.arange(jobs.start.size) - gone >= 3).mean())


def p99(slowdown: Values) -> float:
    """Return the value, to two digits, that 99 of 100 stay at or below."""
    return float(np.quantile(np.round(slowdown, 2), 0.99, method="inverted_cdf"))


def shared_link() -> Iterator[Row]:
    """V15: one link, Poisson arrivals, web-search sizes."""
    for load, (runs, count) in RUNS.items():
        where = f"shared link, load {load:g}, web-search sizes: "
        jobs = [by_twin(load, count, seed=1500 + run) for run in range(runs)]
        flows = np.concatenate([each.slowdown[~each.is_probe] for each in jobs])
        sizes = np.concatenate([each.size[~each.is_probe] for each in jobs])
        small = sizes < np.median(sizes)
        form = 1 / (1 - load)
        noise = Sample.of([float(each.slowdown[~each.is_probe].mean()) for each in jobs]).noise_beside()
        for who, which in (("all", slice(None)), ("smaller half", small), ("larger half", ~small)):
            mean = float(flows[which].mean())
            yield Row("V15", "I", f"{where}mean slowdown, {who}", form, CLOSED_FORM, mean, 0.02, noise)
        found = Sample.of([finds_three(each) for each in jobs])
        what = f"{where}share that finds 3 or more"
        yield Row("V15", "I", what, load**3, CLOSED_FORM, found.mean, 0.05, found.noise_beside())
        form = 1 + floor(log(0.01) / log(load))
        each_tiny = [each.slowdown[each.is_probe] for each in jobs]
        noise = Sample.of([p99(each) for each in each_tiny]).noise_beside()
        tiny = p99(np.concatenate(each_tiny))
        yield Row("V15", "I", f"{where}p99 slowdown of tiny flows", form, CLOSED_FORM, tiny, 0.05, noise)
        each_own = Sample.of([p99(each.slowdown[~each.is_probe]) for each in jobs])
        del jobs
        others = [by_virtual_time(load, RUN_OF_SECOND, seed=1600 + run) for run in range(runs)]
        slowdowns = [each.slowdown[~each.is_probe] for each in others]
        noise = each_own.noise_beside(Sample.of([p99(each) for each in slowdowns]))
        other = p99(np.concatenate(slowdowns))
        yield Row("V15", "I", f"{where}p99 slowdown, all", other, SECOND_METHOD, p99(flows), 0.05, noise)
    same = by_twin(0.7, RUN_OF_SECOND, seed=1600).end / by_virtual_time(0.7, RUN_OF_SECOND, seed=1600).end
    worst = float(same[np.argmax(np.abs(same - 1.0))])
    what = f"shared link, load 0.7: the same {RUN_OF_SECOND:,} flows one by one, the end furthest off"
    yield Row("V15", "I", what, 1.0, SECOND_METHOD, worst, 1e-9)


def conservation() -> Iterator[Row]:
    """V16 on a fat tree with hashed and sprayed flows and trees: Little's law, and bytes on the links."""
    topology = fabric("fat-tree", k=8)
    paths, adapters = ShortestPaths(topology), endpoints(topology)
    generator = np.random.default_rng(160)
    count = 20_000
    source, target = generator.choice(adapters, (2, count))
    target = np.where(
        source == target, adapters[(np.searchsorted(adapters, source) + 1) % adapters.size], target
    )
    flow_ids = np.arange(count, dtype=np.uint64)
    half = count // 2
    hashed = HashRouter(paths, seed=7).route(source[:half], target[:half], flow_ids[:half])
    sprayed = SprayRouter(paths).route(source[half:], target[half:], flow_ids[half:])
    # A tree over the cables of all adapters, both ways, and the links into the first core.
    to_core = np.flatnonzero(topology.link_target == topology.vertex_ids.index("core-1"))
    edges = np.flatnonzero(np.isin(topology.link_source, adapters) | np.isin(topology.link_target, adapters))
    trees = StreamTable.of([np.concatenate([edges, to_core])] * 20)
    table = StreamTable.joined(
        [StreamTable(each.first, each.link, each.share, each.delay) for each in (hashed, sprayed)] + [trees]
    )
    sizes = web_search_sizes()
    size = np.concatenate([sizes.draw(generator, count), np.full(20, 1e7)])
    lasts = count * sizes.mean / (0.4 * adapters.size * LINE)
    start = generator.uniform(0.0, lasts, size.size)
    engine = Engine(topology.link_rate)
    engine.add_arrivals(table, size, start)
    grid = np.arange(0.5, 20_000) * (2 * lasts / 20_000)
    active = np.array([run_until(engine, at).active for at in grid])
    assert active[-1] == 0
    run_until(engine)
    ends = engine.finish_times(0, table.count)
    rate, mean_time = table.count / (2 * lasts), float((ends - start).mean())
    what = "fat tree, hashed and sprayed flows and trees: flows under way on average"
    yield Row(
        "V16", "I", what, rate * mean_time, "Little: arrival rate × mean time", float(active.mean()), 0.005
    )
    hops = np.add.reduceat(table.multiplicity, table.first[:-1])
    sent, carried = float((size * hops).sum()), float(engine.carried().sum())
    what = "the same: bytes on all links, by sizes times links, trees and shares counted"
    yield Row("V16", "I", what, sent, CLOSED_FORM, carried, 0.005)


def rows() -> Iterator[Row]:
    """All rows of this page."""
    yield from shared_link()
    yield from conservation()
