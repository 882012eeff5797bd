"""Collectives as streams: closed forms on idle fabrics, multiplicities by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.routing.hashing import HashRouter
from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import AggregationLimits, Topology
from simcore.traffic.aggregation import finite_reducers
from simcore.traffic.collectives.all_to_all import exchange
from simcore.traffic.collectives.crowns import Crown
from simcore.traffic.collectives.pipeline import Pipeline
from simcore.traffic.collectives.planted import Fabric, Operation, tree_pipeline
from simcore.traffic.collectives.ring import ring_pipeline
from simcore.traffic.collectives.tree import build_tree
from tests.simcore.fabrics import LINE, QUANTUM_2, fabric, leaf_spine, links_from, one_switch, rows

MEGABYTE = 10**6


def _hosts(topology: Topology, *hosts: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return rows(topology, *(f"h{host}/n0" for host in hosts))


def _ring(topology: Topology, members: np.ndarray[tuple[int], np.dtype[np.int32]], size: float) -> Pipeline:
    return ring_pipeline(HashRouter(ShortestPaths(topology), seed=7), members, size, first_flow=0)


def _tree(topology: Topology, root: str, hosts: int, size: float, *, chunk: float = 0.0) -> Pipeline:
    port_use = np.zeros(len(topology.cable_ids), dtype=np.int64)
    members, top = _hosts(topology, *range(hosts)), int(rows(topology, root)[0])
    tree = build_tree(topology, ShortestPaths(topology), members, top, port_use=port_use)
    return tree_pipeline(
        Fabric(topology, finite_reducers(topology)),
        [Crown(np.arange(hosts), tree)],
        Operation.ALL_REDUCE,
        size,
        chunk=chunk,
    )


def _crossings(pipeline: Pipeline) -> dict[int, float]:
    return dict(zip(pipeline.resource.tolist(), pipeline.multiplicity.tolist(), strict=True))


@given(st.integers(2, 40), st.floats(1e3, 1e12), st.floats(1e8, 1e11), st.floats(0, 1e-4))
def test_a_ring_on_one_switch_takes_the_closed_form(
    count: int, size: float, rate: float, delay: float
) -> None:
    # 2(n - 1) (delay of a hop + size / n / rate): Patarasuk and Yuan 2009; a hop here is two links.
    topology = one_switch(count, rate=rate, delay=delay)
    ring = _ring(topology, _hosts(topology, *range(count)), size)
    expected = 2 * (count - 1) * (2 * delay + size / count / rate)
    assert ring.idle_time(topology.link_rate) == pytest.approx(expected, rel=1e-9)


def test_the_last_piece_of_a_ring_takes_the_hops_in_a_row_that_are_longest() -> None:
    # Three hosts, hops of 2, 4 and 6 us: 2(n - 1) = 4 hops are once around (12 us) and the longest (6 us).
    topology = one_switch(3, delay=1e-6)
    topology.link_delay[links_from(topology, "s", "h2/n0")] = 3e-6
    topology.link_delay[links_from(topology, "h2/n0", "s")] = 5e-6
    ring = _ring(topology, _hosts(topology, 0, 1, 2), MEGABYTE)
    assert ring.delay == pytest.approx(18e-6, rel=1e-12)


def test_ring_edges_that_share_a_cable_add_up() -> None:
    # Ring order h0 h2 h1 h3 crosses between the leaves on every edge: twice each way.
    topology = leaf_spine(2, 1, 2)
    crossings = _crossings(_ring(topology, _hosts(topology, 0, 2, 1, 3), MEGABYTE))
    assert crossings[links_from(topology, "leaf0", "spine0")[0]] == 2.0
    assert crossings[links_from(topology, "leaf1", "spine0")[0]] == 2.0


def test_a_ring_of_one_is_refused() -> None:
    topology = one_switch(2)
    with pytest.raises(ValueError, match="2 members"):
        _ring(topology, _hosts(topology, 0), MEGABYTE)


def test_a_tree_of_adding_switches_crosses_every_link_once_each_way() -> None:
    topology = leaf_spine(2, 2, 4, adding={"leaf0": QUANTUM_2, "leaf1": QUANTUM_2, "spine1": QUANTUM_2})
    crossings = _crossings(_tree(topology, "spine1", 8, MEGABYTE))
    assert len(crossings) == 2 * (8 + 2)
    assert set(crossings.values()) == {1.0}


def test_a_leaf_that_cannot_add_passes_four_copies_on() -> None:
    # V10e: the shared uplink carries four copies, and the tree runs at a quarter of its rate.
    topology = leaf_spine(2, 1, 4, adding={"spine0": QUANTUM_2})
    tree = _tree(topology, "spine0", 8, 1e9)
    crossings = _crossings(tree)
    assert crossings[links_from(topology, "leaf0", "spine0")[0]] == 4.0
    assert crossings[links_from(topology, "spine0", "leaf0")[0]] == 4.0
    assert tree.idle_time(topology.link_rate) == pytest.approx(4 * 1e9 / LINE, rel=1e-12)


def test_a_finite_reducer_holds_a_tree_to_its_rate_over_its_fan_in() -> None:
    # Four hosts at a reducer of 1e11 bytes/s of input: 2.5e10 of the vector.
    topology = one_switch(4, adding={"s": AggregationLimits("slow", "switch", 1, 1e11)})
    tree = _tree(topology, "s", 4, 1e9)
    capacity = np.append(topology.link_rate, 1e11)
    assert tree.idle_time(capacity) == pytest.approx(1e9 / 2.5e10, rel=1e-12)


def test_a_tree_adds_a_chunk_and_a_latency_for_each_of_its_hops_up_and_down() -> None:
    # Two levels: 4 hops of 1 us, and 4 times 4,096 bytes at 5e10 (docs/model/aggregation.md).
    topology = leaf_spine(
        2, 1, 2, delay=1e-6, adding={"spine0": QUANTUM_2, "leaf0": QUANTUM_2, "leaf1": QUANTUM_2}
    )
    tree = _tree(topology, "spine0", 4, 1e9, chunk=4096)
    expected = 1e9 / LINE + 4 * (1e-6 + 4096 / LINE)
    assert tree.idle_time(topology.link_rate) == pytest.approx(expected, rel=1e-12)


def test_a_tree_takes_the_parallel_cable_that_fewest_trees_use() -> None:
    topology = fabric([("h0/n0", "l"), ("h1/n0", "l"), ("l", "s"), ("l", "s")], adding={"s": QUANTUM_2})
    port_use = np.array([0, 0, 1, 0])
    root = int(rows(topology, "s")[0])
    tree = build_tree(topology, ShortestPaths(topology), _hosts(topology, 0, 1), root, port_use=port_use)
    assert sorted((tree.up // 2).tolist()) == [0, 1, 3]


def test_an_exchange_of_six_hosts_with_eight_adapters_is_faster_than_its_adapters() -> None:
    # V06: bus bandwidth B (n - 1)/(n - g), 57.0 GB/s at six nodes of eight with 48.5 GB/s each.
    topology = one_switch(6, adapters=8, rate=48.5e9)
    adapters = np.flatnonzero(topology.vertex_host >= 0).astype(np.int32)
    router = HashRouter(ShortestPaths(topology), seed=7)
    pairs = exchange(router, adapters, topology.vertex_host[adapters], 8e9, first_flow=0)
    per_rank = 1e9
    bus = per_rank * (48 - 1) / 48 / pairs.idle_time(topology.link_rate)
    assert bus == pytest.approx(48.5e9 * 47 / 40, rel=1e-12)
    assert bus == pytest.approx(57.0e9, rel=1e-3)


def test_an_exchange_sends_what_does_not_stay_in_the_host() -> None:
    topology = one_switch(4, adapters=2)
    adapters = np.flatnonzero(topology.vertex_host >= 0).astype(np.int32)
    router = HashRouter(ShortestPaths(topology), seed=7)
    pairs = exchange(router, adapters, topology.vertex_host[adapters], 8.0, first_flow=0)
    assert pairs.table.count == 8 * 6
    assert pairs.sent == pytest.approx(8.0 * 6 / 8, rel=1e-15)
