"""Spraying: shares by hand, and what goes in comes out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.spreading import SprayRouter
from simcore.topology import Topology
from tests.simcore.fabrics import fabric, fat_tree, leaf_spine, links_from, rows


def _sprayed(topology: Topology, source: str, target: str) -> Routes:
    router = SprayRouter(ShortestPaths(topology))
    return router.route(rows(topology, source), rows(topology, target), np.zeros(1, dtype=np.uint64))


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
