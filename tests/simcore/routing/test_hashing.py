"""Paths by hash, against a reading of the definitions in plain Python."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.routing.hashing import FlowNumberRouter, HashRouter, QueuePairRouter, source_ports
from simcore.routing.routes import Router, Routes
from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import Topology
from tests.simcore.fabrics import fabric, fat_tree, leaf_spine, links_from, rows

MASK = 2**64 - 1


def _splitmix64(value: int) -> int:
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & MASK
    return value ^ (value >> 31)


def _hash(seed: int, flow: int) -> int:
    return _splitmix64(seed * 0x9E3779B97F4A7C15 + flow & MASK)


def _route(topology: Topology, source: str, target: str, *, flow: int = 0, seed: int = 7) -> list[int]:
    router = FlowNumberRouter(ShortestPaths(topology), seed=seed)
    ids = np.array([flow], dtype=np.uint64)
    return router.route(rows(topology, source), rows(topology, target), ids).link.tolist()


def _tuple_hash(seed: int, source: int, target: int, port: int, queue_pair: int = 0) -> int:
    """The five-tuple in two words: addresses 10.0.0.0 + endpoint; queue pair, port, 4791 and UDP."""
    ends = (0x0A000000 + source) << 32 | 0x0A000000 + target
    rest = queue_pair << 40 | port << 24 | 4791 << 8 | 17
    return _splitmix64(_splitmix64(seed * 0x9E3779B97F4A7C15 + ends & MASK) ^ rest)


def _spines(routes: Routes, topology: Topology) -> list[int]:
    """The spine of each path over two leaves."""
    names = [topology.vertex_ids[topology.link_target[routes.link[at + 1]]] for at in routes.first[:-1]]
    return [int(name.removeprefix("spine")) for name in names]


def _two_flows(router: Callable[[ShortestPaths], Router], topology: Topology) -> Routes:
    ids = np.array([5, 2**40 + 9], dtype=np.uint64)
    ends = rows(topology, "h0/n0", "h1/n0"), rows(topology, "h2/n0", "h3/n0")
    return router(ShortestPaths(topology)).route(*ends, ids)


@pytest.mark.parametrize("flow", [0, 1, 17, 2**40 + 3])
def test_the_first_choice_is_the_hash_modulo_the_number_of_uplinks(flow: int) -> None:
    topology = leaf_spine(2, 8, 2)
    spine = _hash(7, flow) % 8
    expected = [
        *links_from(topology, "h0/n0", "leaf0"),
        *links_from(topology, "leaf0", f"spine{spine}"),
        *links_from(topology, f"spine{spine}", "leaf1"),
        *links_from(topology, "leaf1", "h2/n0"),
    ]
    assert _route(topology, "h0/n0", "h2/n0", flow=flow) == expected


def test_the_second_choice_takes_the_upper_half_of_the_hash() -> None:
    topology = fat_tree(8)
    bits = _hash(3, 11)
    up, core = bits % 4, (bits >> 32) % 4
    taken = _route(topology, "h0/n0", "h127/n0", flow=11, seed=3)
    assert taken[1:3] == [
        *links_from(topology, "edge0.0", f"agg0.{up}"),
        *links_from(topology, f"agg0.{up}", f"core{up * 4 + core}"),
    ]


def test_the_third_choice_hashes_once_more() -> None:
    # Three hops in a row with four parallel cables each.
    cables = [("a/n", "s0"), *[("s0", "s1")] * 4, *[("s1", "s2")] * 4, *[("s2", "s3")] * 4, ("s3", "b/n")]
    topology = fabric(cables)
    bits = _hash(7, 5)
    choices = [bits % 4, (bits >> 32) % 4, _splitmix64(bits) % 4]
    expected = [2 * (1 + 4 * hop + choice) for hop, choice in enumerate(choices)]
    assert _route(topology, "a/n", "b/n", flow=5)[1:4] == expected


def test_a_flow_within_a_leaf_has_no_choice_and_two_links() -> None:
    topology = leaf_spine(2, 4, 2)
    assert len(_route(topology, "h0/n0", "h1/n0")) == 2


def test_the_delay_is_the_sum_of_the_links() -> None:
    topology = leaf_spine(2, 4, 2, delay=1e-6)
    router = HashRouter(ShortestPaths(topology), seed=7)
    routes = router.route(rows(topology, "h0/n0"), rows(topology, "h3/n0"), np.zeros(1, dtype=np.uint64))
    assert routes.delay[0] == pytest.approx(4e-6, rel=1e-12)


@pytest.mark.parametrize(
    ("number", "port"),
    [
        (0, 0xC000),
        (5, 0xC005),
        (0x3FFF, 0xFFFF),
        (0x4000, 0xC001),
        # 14-bit pieces from below: 3, 2, 0, 0, 1.
        ((1 << 56) + (2 << 14) + 3, 0xC000 + (3 ^ 2 ^ 1)),
    ],
)
def test_a_source_port_is_the_folded_number(number: int, port: int) -> None:
    assert source_ports(np.array([number], dtype=np.uint64)).tolist() == [port]


def test_a_path_follows_from_addresses_ports_and_protocol() -> None:
    topology = leaf_spine(2, 8, 2)
    routes = _two_flows(lambda paths: HashRouter(paths, seed=3), topology)
    # The endpoints are h0 … h3 in order; 2^40 + 9 has the 14-bit pieces 9, 0 and 2^12.
    expected = [
        _tuple_hash(3, 0, 2, 0xC005) % 8,
        _tuple_hash(3, 1, 3, 0xC000 + (9 ^ 2**12)) % 8,
    ]
    assert _spines(routes, topology) == expected


def test_sub_flows_have_source_ports_of_their_own() -> None:
    topology = leaf_spine(2, 8, 2)
    routes = _two_flows(lambda paths: HashRouter(paths, seed=3, sub_flows=4), topology)
    assert (routes.count, routes.parts) == (2, 4)
    assert _spines(routes, topology)[:4] == [
        _tuple_hash(3, 0, 2, 0xC000 + 20 + part) % 8 for part in range(4)
    ]


def test_queue_pairs_share_a_source_port_and_have_numbers_of_their_own() -> None:
    topology = leaf_spine(2, 8, 2)
    routes = _two_flows(lambda paths: QueuePairRouter(paths, seed=3), topology)
    expected = [_tuple_hash(3, 0, 2, 0xC000, 5 * 16 + part) % 8 for part in range(16)]
    # (2^40 + 9) 16 + part, of which 24 bits are left.
    expected += [_tuple_hash(3, 1, 3, 0xC000, 9 * 16 + part) % 8 for part in range(16)]
    assert (routes.parts, _spines(routes, topology)) == (16, expected)


def test_sub_flows_within_a_leaf_take_the_one_path_there_is() -> None:
    topology = leaf_spine(2, 8, 2)
    router = HashRouter(ShortestPaths(topology), seed=3, sub_flows=2)
    routes = router.route(rows(topology, "h0/n0"), rows(topology, "h1/n0"), np.zeros(1, dtype=np.uint64))
    way = links_from(topology, "h0/n0", "leaf0") + links_from(topology, "leaf0", "h1/n0")
    assert routes.link.tolist() == way + way


def test_equal_parts_are_as_fast_as_the_fullest_link_allows() -> None:
    # Three of four parts on one uplink of rate 1, one on the other: 1 / (3 / 4).
    routes = Routes(
        first=np.array([0, 2, 4, 6, 8]),
        link=np.array([0, 1, 0, 1, 0, 1, 0, 2], dtype=np.int32),
        share=np.ones(8),
        delay=np.array([1.0, 1.0, 1.0, 2.0]),
        parts=4,
    )
    rate = np.array([10.0, 1.0, 1.0])
    assert routes.equal_rates(rate).tolist() == pytest.approx([4 / 3], rel=1e-15)
    # From one queue each uplink takes what it can.
    assert routes.joint_rates(rate).tolist() == [2.0]
    assert routes.flow_delay().tolist() == [2.0]


@given(st.integers(0, 127), st.integers(0, 127), st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1))
def test_a_hashed_path_is_joined_up_and_as_short_as_any(one: int, other: int, flow: int, seed: int) -> None:
    topology = fat_tree(8)
    source, target = f"h{one}/n0", f"h{other}/n0"
    if one == other:
        return
    taken = np.array(_route(topology, source, target, flow=flow, seed=seed))
    assert topology.link_source[taken[0]] == rows(topology, source)[0]
    assert topology.link_target[taken[-1]] == rows(topology, target)[0]
    assert (topology.link_target[taken[:-1]] == topology.link_source[taken[1:]]).all()
    same_leaf, same_pod = one // 4 == other // 4, one // 16 == other // 16
    assert taken.shape[0] == (2 if same_leaf else 4 if same_pod else 6)
