"""The lists of flows that are measured: the reference ones where they lie beside the project, else alike.

Alike means the same fabric, numbers, sizes and hash, with flows drawn here: their times are of the same kind
and their completions are others.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.routing.hashing import FlowNumberRouter
from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import Topology, VertexKind
from simcore.traffic.background import web_search_sizes
from simcore.traffic.streams import StreamTable
from tests.reference.works import REFERENCE, Work, read_work
from tests.simcore.fabrics import fat_tree, leaf_spine

__all__ = ["Work", "are_reference", "work"]

DELAY: Final = 1e-6
HASH_SEED: Final = 7


@dataclass(frozen=True, slots=True)
class _Flows:
    """Flows between adapters (numbers, in document order): sizes in bytes, starts in s."""

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    size: NDArray[np.float64]
    start: NDArray[np.float64]


def are_reference() -> bool:
    """Return whether the reference flows lie where they are looked for."""
    return (REFERENCE / "flows").is_dir()


def work(name: str) -> Work:
    """Return a list of flows by the name of the reference."""
    return read_work(name) if are_reference() else _drawn(name)


def _drawn(name: str) -> Work:
    generator = np.random.default_rng(20261130)
    if name == "w3_websearch":
        return _routed(leaf_spine(8, 4, 16, rate=1.25e10, uplink=5e10, delay=DELAY), _poisson(generator))
    topology = fat_tree(16, delay=DELAY)
    if name == "w4_a2a128":
        source, target = (side.ravel() for side in np.indices((128, 128)))
        apart = source != target
        count = int(apart.sum())
        flows = _Flows(source[apart], target[apart], np.full(count, 1e6), np.zeros(count))
        return _routed(topology, flows)
    count = int(name.rpartition("perm")[2])
    return _routed(topology, _permutations(generator, count, one_size=name.startswith("w1")))


def _permutations(generator: np.random.Generator, count: int, *, one_size: bool) -> _Flows:
    """Return derangements of 1,024 hosts, all at once: 100 MB each, or 1 to 10 MB."""
    targets: list[NDArray[np.int64]] = []
    while len(targets) * 1024 < count:
        target = generator.permutation(1024)
        if not np.any(target == np.arange(1024)):
            targets.append(target)
    size = np.full(count, 1e8) if one_size else np.round(generator.uniform(1e6, 1e7, count))
    return _Flows(np.tile(np.arange(1024), len(targets)), np.concatenate(targets), size, np.zeros(count))


def _poisson(generator: np.random.Generator) -> _Flows:
    """Return 100,000 Poisson flows at half of the rate of 128 adapters of 100 Gbit/s."""
    count, sizes = 100_000, web_search_sizes()
    start = np.cumsum(generator.exponential(sizes.mean / (0.5 * 128 * 1.25e10), count))
    source, target = generator.integers(128, size=(2, count))
    target = np.where(source == target, (target + 1) % 128, target)
    return _Flows(source, target, sizes.draw(generator, count), start)


def _routed(topology: Topology, flows: _Flows) -> Work:
    adapters = np.flatnonzero(topology.vertex_kind == VertexKind.ENDPOINT).astype(np.int32)
    router = FlowNumberRouter(ShortestPaths(topology), seed=HASH_SEED)
    flow_ids = np.arange(flows.size.shape[0], dtype=np.uint64)
    routes = router.route(adapters[flows.source], adapters[flows.target], flow_ids)
    table = StreamTable(routes.first, routes.link, routes.share, routes.delay)
    return Work(capacity=topology.link_rate, table=table, size=flows.size, start=flows.start)
