"""V11, V12 and V22: random permutations over hashed paths, by the twin and by a second method.

The twin's way is a template's document built to arrays, its hash router with a seed of its own for each
permutation, and its solver. The second method knows none of them: it numbers links by arithmetic, draws paths
by NumPy, and fills progressively (``tests.oracle``).
"""

from collections.abc import Callable, Iterator
from math import factorial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.routing.hashing import HashRouter, QueuePairRouter
from simcore.routing.shortest_paths import ShortestPaths
from simcore.solver.max_min import share_rates
from simcore.topology import Topology
from simcore.traffic.streams import StreamTable
from tests import oracle
from validation.fabrics import endpoints, fabric
from validation.rows import CLOSED_FORM, SECOND_METHOD, Between, Row, Sample

Rates = NDArray[np.float64]
# Gives the rates of the N q paths of one random permutation, (N, q) of line rate.
Draw = Callable[[np.random.Generator], Rates]

LEAVES: Final = 16
# Of line rate: so fast is a link that shall not matter.
WIDE: Final = 1e3


def permutation(generator: np.random.Generator, hosts: int, *, group: int) -> NDArray[np.int64]:
    """Return a random permutation of hosts in which nobody sends into its own ``group`` of neighbours.

    Who would is made to change places with somebody at random, until nobody is left.
    """
    target = generator.permutation(hosts)
    own = np.arange(hosts) // group
    while (wrong := np.flatnonzero(target // group == own)).size:
        for place in wrong:
            other = generator.integers(hosts)
            target[[place, other]] = target[[other, place]]
    return target


def by_twin(
    topology: Topology,
    *,
    group: int,
    parts: int,
    uplinks_alone: bool = False,
    hashing: type[HashRouter | QueuePairRouter] = HashRouter,
) -> Draw:
    """Return the twin's rates of random permutations, each flow over ``parts`` hashed paths."""
    paths, adapters = ShortestPaths(topology), endpoints(topology)
    capacity = topology.link_rate / topology.link_rate.min()
    if uplinks_alone:
        tier = topology.vertex_tier
        goes_up = (tier[topology.link_source] == 1) & (tier[topology.link_target] == 2)
        capacity = np.where(goes_up, capacity, WIDE)

    def draw(generator: np.random.Generator) -> Rates:
        target = adapters[permutation(generator, adapters.size, group=group)]
        router = hashing(paths, seed=int(generator.integers(2**32)), sub_flows=parts)
        routes = router.route(adapters, target, np.arange(adapters.size, dtype=np.uint64))
        rates = share_rates(capacity, routes.first, routes.link, routes.share)
        return rates.reshape(-1, parts)

    return draw


def filled(links: int, rows: NDArray[np.int64], parts: int) -> Rates:
    """Return the rates of paths over unit links by the second method; -1 in ``rows`` (N q, H) is no link."""
    used = rows >= 0
    first = np.concatenate([[0], np.cumsum(used.sum(axis=1))])
    link = rows[used].astype(np.int32)
    table = StreamTable(first, link, np.ones(link.size), np.zeros(rows.shape[0]))
    return oracle.fair_rates(np.ones(links), table).reshape(-1, parts)


def by_arithmetic_leaf_spine(spines: int, *, parts: int) -> Draw:
    """Return the second method's rates on ``LEAVES`` leaves with as many hosts each as there are spines."""
    hosts = LEAVES * spines

    def draw(generator: np.random.Generator) -> Rates:
        source = np.repeat(np.arange(hosts), parts)
        target = np.repeat(permutation(generator, hosts, group=spines), parts)
        spine = generator.integers(spines, size=source.size)
        up, down = (side // spines * spines + spine for side in (source, target))
        rows = np.stack([source, hosts + up, 2 * hosts + down, 3 * hosts + target], axis=1)
        return filled(4 * hosts, rows, parts)

    return draw


def by_arithmetic_fat_tree(ports: int, *, parts: int) -> Draw:
    """Return the second method's rates on the three-tier fat tree of switches with ``ports`` ports."""
    half = ports // 2
    layer = ports * half * half

    def draw(generator: np.random.Generator) -> Rates:
        source = np.repeat(np.arange(layer), parts)
        target = np.repeat(permutation(generator, layer, group=1), parts)
        agg, spine = generator.integers(half, size=(2, source.size))
        edges, pods = ([side // size for side in (source, target)] for size in (half, half * half))
        leaves_edge, leaves_pod = edges[0] != edges[1], pods[0] != pods[1]
        core = agg * half + spine
        rows = [source]
        rows += [np.where(leaves_edge, (1 + way) * layer + edges[way] * half + agg, -1) for way in (0, 1)]
        rows += [np.where(leaves_pod, (3 + way) * layer + pods[way] * half**2 + core, -1) for way in (0, 1)]
        rows += [5 * layer + target]
        return filled(6 * layer, np.stack(rows, axis=1), parts)

    return draw


def sampled(draw: Draw, seeds: int, *, first_seed: int) -> tuple[Sample, Sample]:
    """Return mean and worst rate of a flow, its paths added up, over ``seeds`` permutations."""
    rates = [draw(np.random.default_rng(first_seed + seed)).sum(axis=1) for seed in range(seeds)]
    return Sample.of([each.mean() for each in rates]), Sample.of([each.min() for each in rates])


def fullest_uplink(spines: int) -> float:
    """Return E[1 / most flows on an uplink] over ``LEAVES`` leaves that each hash m flows to m uplinks.

    P(no uplink of a leaf has more than k) = m! [z^m] (sum over j ≤ k of z^j / j!)^m / m^m, to the power of
    the number of leaves, which are independent.
    """
    at_most = [0.0]
    for most in range(1, spines + 1):
        one = np.array([1 / factorial(count) for count in range(most + 1)])
        power = np.ones(1)
        for _ in range(spines):
            power = np.convolve(power, one)[: spines + 1]
        at_most.append(float(power[spines] * factorial(spines) / float(spines) ** spines) ** LEAVES)
    return float(sum((at_most[k] - at_most[k - 1]) / k for k in range(1, spines + 1)))


def leaf_spine(spines: int) -> Topology:
    """Return the non-blocking leaf-spine of V11."""
    return fabric("leaf-spine", leaves=LEAVES, spines=spines, hosts_per_leaf=spines)


def two_tiers() -> Iterator[Row]:
    """V11: permutations across a non-blocking leaf-spine, one hashed path a pair."""
    where = f"permutation over {LEAVES} leaves, m = "
    for spines in (8, 16, 32):
        mean, worst = sampled(
            by_twin(leaf_spine(spines), group=spines, parts=1, uplinks_alone=True), 240, first_seed=11_000
        )
        form = 1 - (1 - 1 / spines) ** spines
        what = f"(a) {where}{spines} uplinks, they alone matter: "
        yield Row("V11", "I", what + "mean rate", form, CLOSED_FORM, mean.mean, 0.02, mean.noise_beside())
        form = fullest_uplink(spines)
        yield Row("V11", "I", what + "worst rate", form, CLOSED_FORM, worst.mean, 0.02, worst.noise_beside())
    for spines in (8, 16, 32):
        mean, _ = sampled(by_twin(leaf_spine(spines), group=spines, parts=1), 60, first_seed=11_000)
        other, _ = sampled(by_arithmetic_leaf_spine(spines, parts=1), 60, first_seed=12_000)
        what = f"(b) {where}{spines}, all links matter: mean rate"
        noise = mean.noise_beside(other)
        yield Row("V11", "I", what, other.mean, SECOND_METHOD, mean.mean, 0.02, noise)


def three_tiers() -> Iterator[Row]:
    """V12: permutations across a three-tier fat tree, one hashed path a pair or several in one queue."""
    for parts, trees in ((1, {8: 60, 16: 30, 24: 10}), (4, {8: 30, 16: 10, 24: 4}), (16, {8: 20, 16: 5})):
        for ports, seeds in trees.items():
            twin = sampled(
                by_twin(fabric("fat-tree", k=ports), group=1, parts=parts), seeds, first_seed=21_000
            )
            second = sampled(by_arithmetic_fat_tree(ports, parts=parts), seeds, first_seed=22_000)
            paths = "one path" if parts == 1 else f"{parts} paths, rates added"
            for name, mine, other, tolerance in zip(
                ("mean", "worst"), twin, second, (0.03, 0.15), strict=True
            ):
                what = f"permutation on a fat tree of k = {ports}, {paths}: {name} rate"
                noise = mine.noise_beside(other)
                yield Row("V12", "I", what, other.mean, SECOND_METHOD, mine.mean, tolerance, noise)


def more_queue_pairs() -> Iterator[Between]:
    """V22: what E-ECMP with 16 queue pairs gives the slowest flow, against ECMP with 4 sub-flows."""
    rates = {
        parts: [
            by_twin(leaf_spine(16), group=16, parts=parts, hashing=hashing)(
                np.random.default_rng(31_000 + seed)
            )
            for seed in range(20)
        ]
        for parts, hashing in ((4, HashRouter), (16, QueuePairRouter))
    }
    published = "up to 1.4 in all-reduce with E-ECMP and 16 queue pairs a pair of GPUs (Meta)"
    rules: tuple[tuple[str, Callable[[Rates], float]], ...] = (
        ("one shared queue", lambda each: float(each.sum(axis=1).min())),
        ("equal parts", lambda each: float(each.shape[1] * each.min())),
    )
    for rule, slowest in rules:
        few, many = (Sample.of([slowest(each) for each in rates[parts]]).mean for parts in (4, 16))
        what = (
            f"slowest flow of a permutation on {LEAVES} leaves with 16 spines: E-ECMP with 16 queue pairs by "
            f"ECMP with 4 sub-flows, {rule}"
        )
        yield Between("V22", what, 1.2, 1.8, published, many / few)


def rows() -> Iterator[Row | Between]:
    """All rows of this page."""
    yield from two_tiers()
    yield from three_tiers()
    yield from more_queue_pairs()
