"""How flows spread: the hash against a reading of its definition in plain Python, spraying by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.routing.hashing import HashRouter
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.spreading import SprayRouter
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
    router = HashRouter(ShortestPaths(topology), seed=seed)
    ids = np.array([flow], dtype=np.uint64)
    return router.route(rows(topology, source), rows(topology, target), ids).link.tolist()


def _sprayed(topology: Topology, source: str, target: str) -> Routes:
    router = SprayRouter(ShortestPaths(topology))
    return router.route(rows(topology, source), rows(topology, target), np.zeros(1, dtype=np.uint64))


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


def test_spraying_gives_each_of_four_spines_a_quarter() -> None:
    topology = leaf_spine(2, 4, 2)
    routes = _sprayed(topology, "h0/n0", "h2/n0")
    share = dict(zip(routes.link.tolist(), routes.share.tolist(), strict=True))
    for spine in range(4):
        for source, target in (("leaf0", f"spine{spine}"), (f"spine{spine}", "leaf1")):
            assert share[links_from(topology, source, target)[0]] == 0.25


def test_spraying_splits_equally_at_each_hop_even_where_paths_are_not_equally_many() -> None:
    # One spine has two cables to the second leaf: it still gets a third of the packets per uplink.
    cables = [("a/n", "l0"), ("l0", "s0"), ("l0", "s1"), ("l0", "s2")]
    cables += [("s0", "l1"), ("s1", "l1"), ("s2", "l1"), ("s2", "l1"), ("l1", "b/n")]
    routes = _sprayed(fabric(cables), "a/n", "b/n")
    share = dict(zip(routes.link.tolist(), routes.share.tolist(), strict=True))
    thirds = [share[2 * cable] for cable in (1, 2, 3, 4, 5)]
    assert thirds == pytest.approx([1 / 3] * 5, rel=1e-15)
    assert [share[12], share[14]] == pytest.approx([1 / 6, 1 / 6], rel=1e-15)


def test_a_sprayed_flow_is_as_late_as_its_longest_path() -> None:
    topology = leaf_spine(2, 2, 1, delay=1e-6)
    topology.link_delay[links_from(topology, "leaf0", "spine1")] = 5e-6
    assert _sprayed(topology, "h0/n0", "h1/n0").delay[0] == pytest.approx(8e-6, rel=1e-12)


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


@given(st.integers(0, 127), st.integers(0, 127))
def test_what_flows_into_a_switch_flows_out_again(one: int, other: int) -> None:
    if one == other:
        return
    topology = fat_tree(8)
    source, target = f"h{one}/n0", f"h{other}/n0"
    routes = _sprayed(topology, source, target)
    balance = np.zeros(topology.vertex_count)
    np.add.at(balance, topology.link_target[routes.link], routes.share)
    np.subtract.at(balance, topology.link_source[routes.link], routes.share)
    begin, end = rows(topology, source, target)
    assert balance[begin] == pytest.approx(-1.0)
    assert balance[end] == pytest.approx(1.0)
    balance[[begin, end]] = 0.0
    assert np.abs(balance).max() < 1e-12
