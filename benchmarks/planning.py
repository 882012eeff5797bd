"""Planned routing beside the linear program's bound, and how long a plan takes."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import numpy as np

from benchmarks.bars import Bar
from benchmarks.timing import timed
from simcore.routing.hashing import HashRouter
from simcore.routing.planned import plan_paths
from simcore.routing.routes import Demand
from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import Topology, VertexKind
from tests.simcore.fabrics import LINE, fat_tree, leaf_spine, links_from
from tests.simcore.routing.linear_bound import least_worst_time

SEED: Final = 7


def fullest(topology: Topology, demand: Demand) -> float:
    """Return the time that the fullest link needs where every flow has one path by its hash, s."""
    paths = ShortestPaths(topology)
    routes = HashRouter(paths, seed=SEED).route(demand.source, demand.target, demand.flow_ids)
    size = np.repeat(demand.size, np.diff(routes.first))
    return float((np.bincount(routes.link, size, topology.link_count) / topology.link_rate).max())


def works() -> Iterator[tuple[str, Topology, Demand]]:
    """Return the fabrics and what is to be sent on them: permutations, rings, exchanges, a slow cable."""
    generator = np.random.default_rng(5)
    slow = leaf_spine(4, 4, 8)
    for ends in (("leaf0", "spine0"), ("spine0", "leaf0")):
        slow.link_rate[links_from(slow, *ends)] *= 0.25
    fabrics = (
        ("fat tree, k = 4", fat_tree(4)),
        ("fat tree, k = 8", fat_tree(8)),
        ("leaf-spine 2 : 1", leaf_spine(4, 4, 8)),
        ("leaf-spine 2 : 1, one uplink at a quarter", slow),
    )
    for where, topology in fabrics:
        adapters = np.flatnonzero(topology.vertex_kind == VertexKind.ENDPOINT).astype(np.int32)
        ring = generator.permutation(adapters)
        yield f"ring in random order, {where}", topology, demand_of(ring, np.roll(ring, -1))
        if adapters.size <= 32:
            source, target = (side.ravel() for side in np.meshgrid(adapters, adapters))
            apart = source != target
            yield f"all-to-all, {where}", topology, demand_of(source[apart], target[apart])


def demand_of(source: np.ndarray, target: np.ndarray) -> Demand:
    """Return flows that each fill a port for a second."""
    flow_ids = np.arange(source.size, dtype=np.uint64)
    return Demand(source, target, flow_ids, np.full(source.size, LINE))


def bars() -> Iterator[Bar]:
    """Measure every work; the bound is of flows that may be split at will, by SciPy's HiGHS."""
    for name, topology, demand in works():
        paths = ShortestPaths(topology)
        least = least_worst_time(topology, demand)
        make = partial(plan_paths, paths, demand, topology.link_rate, seed=SEED)
        took, plan = timed(2, make), make()
        hashed = fullest(topology, demand) / least
        says = f"by one hashed path {hashed:.2f}; planned in {1e3 * took.processor:.0f} ms"
        yield Bar(f"planned by bound: {name}", plan.worst / least, "x", most=1.05, says=says)
