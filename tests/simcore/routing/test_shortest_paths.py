"""Distances, checked against NetworkX and by hand."""

import networkx as nx
import numpy as np
import pytest

from simcore.errors import RoutingError
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.spreading import SprayRouter
from simcore.topology import Topology
from tests.simcore.fabrics import fabric, fat_tree, links_from, rows


def _graph(topology: Topology) -> nx.Graph:
    ends = zip(topology.link_source.tolist(), topology.link_target.tolist(), strict=True)
    return nx.Graph(ends)


def test_hops_in_a_fat_tree_are_those_of_a_breadth_first_search_by_networkx() -> None:
    topology = fat_tree(4)
    hosts = np.flatnonzero(topology.vertex_host >= 0).astype(np.int32)
    source, target = (side.ravel() for side in np.meshgrid(hosts, hosts))
    ways = ShortestPaths(topology).ways(source, target)
    lengths = dict(nx.all_pairs_shortest_path_length(_graph(topology)))
    expected = [lengths[a][b] for a, b in zip(source.tolist(), target.tolist(), strict=True)]
    assert ways.hops.tolist() == expected


def test_a_path_never_leads_through_a_host() -> None:
    # "gate" has an adapter with cables to both switches: a way for packets only if hosts forwarded.
    topology = fabric([("a/n", "s1"), ("gate/n", "s1"), ("gate/n", "s2"), ("b/n", "s2")])
    with pytest.raises(RoutingError, match="a/n to b/n"):
        ShortestPaths(topology).ways(rows(topology, "a/n"), rows(topology, "b/n"))


def test_an_adapter_with_two_cables_is_reached_over_the_nearer_one() -> None:
    topology = fabric([("a/n", "s1"), ("s1", "s2"), ("b/n", "s1"), ("b/n", "s2"), ("c/n", "s2")])
    paths = ShortestPaths(topology)
    assert paths.ways(rows(topology, "a/n", "c/n"), rows(topology, "b/n", "b/n")).hops.tolist() == [2, 2]


def test_two_hosts_on_one_cable_are_one_hop_apart() -> None:
    topology = fabric([("a/n", "b/n")])
    assert ShortestPaths(topology).ways(rows(topology, "a/n"), rows(topology, "b/n")).hops.tolist() == [1]


def test_islands_are_not_connected() -> None:
    topology = fabric([("a/n", "s1"), ("b/n", "s1"), ("c/n", "s2")])
    source, target = rows(topology, "a/n", "a/n"), rows(topology, "b/n", "c/n")
    assert ShortestPaths(topology).are_connected(source, target).tolist() == [True, False]


def test_links_that_are_down_are_as_good_as_removed() -> None:
    # Of two cables between edge switch and aggregation one is down, and the one cable of host 3.
    topology = fat_tree(4)
    up = links_from(topology, "edge0.0", "agg0.0")
    lost = links_from(topology, "h3/n0", "edge0.1")
    is_down = np.zeros(topology.link_count, dtype=bool)
    is_down[[each ^ way for each in [*up, *lost] for way in (0, 1)]] = True
    graph = _graph(topology)
    graph.remove_edge(*rows(topology, "edge0.0", "agg0.0").tolist())
    graph.remove_edge(*rows(topology, "h3/n0", "edge0.1").tolist())
    hosts = np.flatnonzero(topology.vertex_host >= 0).astype(np.int32)
    source, target = (side.ravel() for side in np.meshgrid(hosts, hosts))
    paths = ShortestPaths(topology, is_down=is_down)
    connected = paths.are_connected(source, target)
    pairs = list(zip(source.tolist(), target.tolist(), strict=True))
    assert connected.tolist() == [nx.has_path(graph, a, b) for a, b in pairs]
    source, target = source[connected], target[connected]
    routes = SprayRouter(paths).route(source, target, np.zeros(source.shape[0], dtype=np.uint64))
    assert not is_down[routes.link].any()
    hops = [nx.shortest_path_length(graph, a, b) for a, b in pairs if nx.has_path(graph, a, b)]
    assert paths.ways(source, target).hops.tolist() == hops
