"""Routers that look at loads: splits and paths by hand, and what they never do worse than others."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from simcore.routing.adaptive import AdaptiveSprayRouter
from simcore.routing.flowlets import FlowletRouter
from simcore.routing.hashing import FlowNumberRouter
from simcore.routing.least_loaded import LeastLoadedRouter
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.spreading import SprayRouter
from simcore.topology import Topology
from tests.simcore.fabrics import LINE, fat_tree, leaf_spine, links_from, rows

FAT_TREE = fat_tree(4)


def _numbers(count: int) -> NDArray[np.uint64]:
    return np.arange(count, dtype=np.uint64)


def _across(
    topology: Topology, count: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint64]]:
    """Return flows from the first ``count`` of four hosts of leaf 0 to as many of leaf 1."""
    source = rows(topology, *(f"h{host}/n0" for host in range(count)))
    target = rows(topology, *(f"h{4 + host}/n0" for host in range(count)))
    return source, target, _numbers(count)


def _rates(topology: Topology, source: str, target: str, share: float) -> NDArray[np.float64]:
    rate = topology.link_rate.copy()
    rate[links_from(topology, source, target)] *= share
    return rate


def _share_over(topology: Topology, routes: Routes, source: str, target: str) -> float:
    """Return which part of the flows goes over a link, on average."""
    is_there = np.isin(routes.link, links_from(topology, source, target))
    return float(routes.share[is_there].sum() / routes.count)


@pytest.mark.parametrize(("share", "part"), [(0.25, 0.2), (0.5, 1 / 3), (0.0, 0.0)])
@pytest.mark.parametrize("slow", [("leaf0", "spine0"), ("spine0", "leaf1")])
def test_parts_follow_what_the_links_have_left(share: float, part: float, slow: tuple[str, str]) -> None:
    # Two ways of rate c and 1: the split that uses both alike is c / (1 + c) to 1 / (1 + c).
    topology = leaf_spine(2, 2, 4)
    router = AdaptiveSprayRouter(ShortestPaths(topology), topology.link_count)
    ends = _across(topology, 4)
    routes = router.choose(*ends, _rates(topology, *slow, share))
    assert _share_over(topology, routes, "leaf0", "spine0") == pytest.approx(part, abs=1e-12)
    started_later = router.route(*ends)
    assert _share_over(topology, started_later, "leaf0", "spine0") == pytest.approx(part, abs=1e-12)


def test_parts_stay_equal_where_that_is_enough() -> None:
    # One flow of a line over two uplinks, of which one still carries the half that it has to.
    topology = leaf_spine(2, 2, 4)
    router = AdaptiveSprayRouter(ShortestPaths(topology), topology.link_count)
    routes = router.choose(*_across(topology, 1), _rates(topology, "leaf0", "spine0", 0.5))
    assert _share_over(topology, routes, "leaf0", "spine0") == 0.5


def test_as_many_flows_as_spines_end_on_spines_of_their_own() -> None:
    topology = leaf_spine(2, 4, 4)
    for seed in range(8):
        router = LeastLoadedRouter(ShortestPaths(topology), seed=seed)
        routes = router.choose(*_across(topology, 4), topology.link_rate)
        for spine in range(4):
            assert _share_over(topology, routes, "leaf0", f"spine{spine}") == 0.25


def test_flows_shun_a_link_that_is_down() -> None:
    topology = leaf_spine(2, 2, 4)
    router = LeastLoadedRouter(ShortestPaths(topology), seed=7)
    routes = router.choose(*_across(topology, 4), _rates(topology, "spine1", "leaf1", 0.0))
    assert _share_over(topology, routes, "leaf0", "spine0") == 1.0


def test_where_every_way_is_down_parts_stay_as_they_are() -> None:
    # One flow has lost all its ways, the other its own cable: nobody has a use for the links that are up.
    topology = leaf_spine(3, 2, 4)
    rate = topology.link_rate.copy()
    for spine in ("spine0", "spine1"):
        rate[links_from(topology, "leaf0", spine)] = rate[links_from(topology, spine, "leaf1")] = 0.0
    rate[links_from(topology, "h8/n0", "leaf2")] = 0.0
    router = AdaptiveSprayRouter(ShortestPaths(topology), topology.link_count)
    routes = router.choose(
        rows(topology, "h0/n0", "h8/n0"), rows(topology, "h4/n0", "h4/n0"), _numbers(2), rate
    )
    # Two ways for each, taken half and half, and two links to every way.
    assert sorted(routes.share.tolist()) == pytest.approx([0.5] * 8 + [1.0] * 4, abs=1e-12)


def test_flowlets_draw_every_path_equally_often() -> None:
    # 4,000 draws among 4 paths: 1,000 each, with a standard deviation of 27.
    topology = leaf_spine(2, 4, 4)
    router = FlowletRouter(ShortestPaths(topology), seed=7)
    draws = [router.choose(*_across(topology, 4), topology.link_rate) for _ in range(1_000)]
    for spine in range(4):
        drawn = sum(4 * _share_over(topology, routes, "leaf0", f"spine{spine}") for routes in draws)
        assert drawn == pytest.approx(1_000, abs=4 * 27)


def _worst(routes: Routes, rate: NDArray[np.float64]) -> float:
    """Return the use of the most used link where every flow moves at the rate of a line."""
    load = np.zeros(rate.shape[0])
    np.add.at(load, routes.link, LINE * routes.share)
    assert not load[rate == 0].any()
    return float((load[rate > 0] / rate[rate > 0]).max())


def _are_whole_paths(topology: Topology, routes: Routes, source: NDArray[np.int32]) -> bool:
    """Return whether what leaves each vertex of each flow is what came in, and 1 leaves the source."""
    for flow in range(routes.count):
        entries = slice(routes.first[flow], routes.first[flow + 1])
        net = np.zeros(topology.vertex_count)
        np.add.at(net, topology.link_source[routes.link[entries]], routes.share[entries])
        np.add.at(net, topology.link_target[routes.link[entries]], -routes.share[entries])
        ends = np.flatnonzero(np.abs(net) > 1e-9)
        if len(ends) != 2 or abs(net[source[flow]] - 1) > 1e-9:
            return False
    return True


# Hosts send to one another, each to one: what every flow demands is the rate of a line.
permutations = st.permutations(range(16)).map(lambda order: [(a, b) for a, b in enumerate(order) if a != b])
slow_links = st.lists(st.tuples(st.integers(16, 47), st.floats(0.01, 1)), max_size=12)


@settings(max_examples=60)
@given(permutations, slow_links)
def test_adaptive_is_never_worse_than_oblivious_on_the_worst_link(
    pairs: list[tuple[int, int]], slow: list[tuple[int, float]]
) -> None:
    ends, rate = _fabric_with(pairs, slow)
    paths = ShortestPaths(FAT_TREE)
    adaptive = AdaptiveSprayRouter(paths, FAT_TREE.link_count).choose(*ends, rate)
    assert _worst(adaptive, rate) <= _worst(SprayRouter(paths).route(*ends), rate) * (1 + 1e-9)
    assert _are_whole_paths(FAT_TREE, adaptive, ends[0])


@settings(max_examples=60)
@given(permutations, slow_links)
def test_least_loaded_is_never_worse_than_its_hash_on_the_worst_link(
    pairs: list[tuple[int, int]], slow: list[tuple[int, float]]
) -> None:
    ends, rate = _fabric_with(pairs, slow)
    paths = ShortestPaths(FAT_TREE)
    chosen = LeastLoadedRouter(paths, seed=7).choose(*ends, rate)
    assert _worst(chosen, rate) <= _worst(FlowNumberRouter(paths, seed=7).route(*ends), rate) * (1 + 1e-9)
    assert _are_whole_paths(FAT_TREE, chosen, ends[0])


def _fabric_with(
    pairs: list[tuple[int, int]], slow: list[tuple[int, float]]
) -> tuple[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint64]], NDArray[np.float64]]:
    """Return flows between hosts of the fat tree, and the rates of its links where some cables are slow."""
    hosts = rows(FAT_TREE, *(f"h{host}/n0" for host in range(16)))
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    rate = FAT_TREE.link_rate.copy()
    for cable, share in slow:
        if FAT_TREE.vertex_host[FAT_TREE.link_source[2 * cable]] < 0:
            rate[2 * cable : 2 * cable + 2] = LINE * share
    return (hosts[ends[:, 0]], hosts[ends[:, 1]], _numbers(ends.shape[0])), rate
