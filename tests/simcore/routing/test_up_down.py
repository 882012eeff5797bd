"""Static routing by structure and by tables: paths by hand, and laws on random fabrics."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.errors import RoutingError
from simcore.routing.routes import Router, Routes
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.tables import Fate, TableRouter, Tables
from simcore.routing.up_down import UpDownRouter, up_and_down
from simcore.topology import Topology
from tests.simcore.fabrics import fabric, fat_tree, leaf_spine, links_from, rows


def _hosts(topology: Topology) -> np.ndarray:
    return np.flatnonzero(topology.vertex_host >= 0).astype(np.int32)


def _all_pairs(topology: Topology) -> tuple[np.ndarray, np.ndarray]:
    source, target = (side.ravel() for side in np.meshgrid(_hosts(topology), _hosts(topology)))
    return source[source != target], target[source != target]


def _routes(router: Router, source: np.ndarray, target: np.ndarray) -> Routes:
    return router.route(source, target, np.zeros(source.shape[0], dtype=np.uint64))


def _names(topology: Topology, routes: Routes, flow: int = 0) -> list[str]:
    links = routes.link[routes.first[flow] : routes.first[flow + 1]]
    return [topology.vertex_ids[vertex] for vertex in topology.link_target[links]]


@pytest.mark.parametrize(
    ("target", "way"),
    [
        # Of four uplinks, host d takes number d mod 4 at the edge and d / 4 mod 4 above.
        (127, ["edge0.0", "agg0.3", "core15", "agg7.3", "edge7.3", "h127/n0"]),
        (70, ["edge0.0", "agg0.2", "core9", "agg4.2", "edge4.1", "h70/n0"]),
        (8, ["edge0.0", "agg0.0", "edge0.2", "h8/n0"]),
        (2, ["edge0.0", "h2/n0"]),
    ],
)
def test_a_destination_decides_the_way_by_its_number(target: int, way: list[str]) -> None:
    topology = fat_tree(8)
    router = UpDownRouter(ShortestPaths(topology))
    routes = _routes(router, rows(topology, "h0/n0"), rows(topology, f"h{target}/n0"))
    assert _names(topology, routes) == way


def test_every_link_of_a_fat_tree_leads_to_equally_many_destinations() -> None:
    # 16 hosts of k = 4: a way up from an edge switch or an aggregation switch is that of 16 / 2 / 2 of them
    # or fewer by those below; over all pairs each of a tier's links carries the same number of flows down.
    topology = fat_tree(4)
    routes = _routes(UpDownRouter(ShortestPaths(topology)), *_all_pairs(topology))
    load = np.bincount(routes.link, minlength=topology.link_count)
    into = [name.rstrip("0123456789.") for name in np.array(topology.vertex_ids)[topology.link_target]]
    out_of = [name.rstrip("0123456789.") for name in np.array(topology.vertex_ids)[topology.link_source]]
    for tier in (("core", "agg"), ("agg", "edge")):
        rows_ = [row for row in range(topology.link_count) if (out_of[row], into[row]) == tier]
        assert len(set(load[rows_])) == 1


def test_a_permutation_by_shift_meets_nobody() -> None:
    # Zahavi 2012: with destinations by number every shift is free of contention on a non-blocking tree.
    topology = fat_tree(8)
    hosts, router = _hosts(topology), UpDownRouter(ShortestPaths(topology))
    for shift in (1, 3, 16, 77):
        routes = _routes(router, hosts, np.roll(hosts, -shift))
        assert np.bincount(routes.link).max() == 1


def test_what_goes_down_never_goes_up_again() -> None:
    # Two spines share but one leaf: from l0 to l2 only through l1, down and up again; a third spine gives a
    # longer way that goes up, then down.
    cables = [(f"h{leaf}/n0", f"l{leaf}") for leaf in range(3)]
    cables += [("l0", "s0"), ("l1", "s0"), ("l1", "s1"), ("l2", "s1"), ("s0", "top"), ("s1", "top")]
    topology = fabric(cables)
    routes = _routes(UpDownRouter(ShortestPaths(topology)), rows(topology, "h0/n0"), rows(topology, "h2/n0"))
    assert _names(topology, routes) == ["l0", "s0", "top", "s1", "l2", "h2/n0"]


def test_where_no_way_goes_up_then_down_a_shortest_one_is_taken() -> None:
    cables = [(f"h{leaf}/n0", f"l{leaf}") for leaf in range(3)]
    cables += [("l0", "s0"), ("l1", "s0"), ("l1", "s1"), ("l2", "s1")]
    topology = fabric(cables)
    routes = _routes(UpDownRouter(ShortestPaths(topology)), rows(topology, "h0/n0"), rows(topology, "h2/n0"))
    assert _names(topology, routes) == ["l0", "s0", "l1", "s1", "l2", "h2/n0"]


def test_islands_are_told() -> None:
    topology = fabric([("a/n", "s"), ("b/n", "t")])
    with pytest.raises(RoutingError, match="a/n to b/n"):
        _routes(UpDownRouter(ShortestPaths(topology)), rows(topology, "a/n"), rows(topology, "b/n"))


random_fabrics = st.tuples(
    st.integers(2, 7), st.integers(2, 9), st.integers(1, 12), st.integers(0, 2**32 - 1)
)


def _random(of: tuple[int, int, int, int]) -> Topology:
    """Switches in a chain with some more cables between any two, and hosts of one or two cables."""
    switches, hosts, more, seed = of
    generator = np.random.default_rng(seed)
    cables = [(f"s{switch}", f"s{switch + 1}") for switch in range(switches - 1)]
    for _ in range(more):
        one, other = generator.choice(switches, 2, replace=False)
        cables.append((f"s{one}", f"s{other}"))
    for host in range(hosts):
        for switch in set(generator.integers(switches, size=2).tolist()):
            cables.append((f"h{host}/n", f"s{switch}"))
    return fabric(cables)


def _check_paths(topology: Topology, routes: Routes, source: np.ndarray, target: np.ndarray) -> None:
    assert (routes.share == 1.0).all()
    for flow in range(source.shape[0]):
        links = routes.link[routes.first[flow] : routes.first[flow + 1]]
        assert topology.link_source[links[0]] == source[flow]
        assert topology.link_target[links[-1]] == target[flow]
        assert (topology.link_target[links[:-1]] == topology.link_source[links[1:]]).all()
        passed = topology.link_target[links[:-1]]
        assert len(set(passed.tolist())) == passed.shape[0]
        assert (topology.vertex_host[passed] < 0).all()


@settings(max_examples=60, deadline=None)
@given(random_fabrics)
def test_paths_connect_pass_no_switch_twice_and_depend_on_the_destination_alone(
    of: tuple[int, int, int, int],
) -> None:
    topology = _random(of)
    source, target = _all_pairs(topology)
    routes = _routes(UpDownRouter(ShortestPaths(topology)), source, target)
    _check_paths(topology, routes, source, target)
    flow = np.repeat(np.arange(source.shape[0]), np.diff(routes.first))
    at = topology.link_source[routes.link]
    inner = topology.vertex_host[at] < 0
    entries = set(
        zip(at[inner].tolist(), target[flow][inner].tolist(), routes.link[inner].tolist(), strict=True)
    )
    assert len(entries) == len({(switch, destination) for switch, destination, _ in entries})


@settings(max_examples=60, deadline=None)
@given(random_fabrics)
def test_tables_that_say_what_structure_says_give_the_same_paths(of: tuple[int, int, int, int]) -> None:
    topology = _random(of)
    source, target = _all_pairs(topology)
    paths = ShortestPaths(topology)
    routes = _routes(UpDownRouter(paths), source, target)
    flow = np.repeat(np.arange(source.shape[0]), np.diff(routes.first))
    at = topology.link_source[routes.link]
    inner = topology.vertex_host[at] < 0
    tables = Tables(
        topology.vertex_count,
        at[inner].astype(np.int64),
        target[flow][inner].astype(np.int64),
        routes.link[inner],
    )
    told = _routes(TableRouter(paths, tables), source, target)
    single = np.bincount(topology.link_source, minlength=topology.vertex_count)[source] == 1
    for row in np.flatnonzero(single):
        links = slice(routes.first[row], routes.first[row + 1])
        assert told.link[told.first[row] : told.first[row + 1]].tolist() == routes.link[links].tolist()
    _check_paths(topology, told, source, target)


def _tables(topology: Topology, *entries: tuple[str, str, str]) -> Tables:
    """Entries (switch, destination, next vertex)."""
    switch, destination, _ = (
        np.array([topology.vertex_ids.index(name) for name in names]) for names in zip(*entries, strict=True)
    )
    link = [links_from(topology, at, after)[0] for at, _, after in entries]
    return Tables(topology.vertex_count, switch, destination, np.array(link, dtype=np.int32))


def test_tables_are_followed_over_longer_ways_too() -> None:
    topology = leaf_spine(3, 1, 1)
    topology = fabric([("a/n", "s0"), ("b/n", "s1"), ("s0", "s1"), ("s0", "s2"), ("s2", "s1")])
    tables = _tables(topology, ("s0", "b/n", "s2"), ("s2", "b/n", "s1"), ("s1", "b/n", "b/n"))
    router = TableRouter(ShortestPaths(topology), tables)
    routes = _routes(router, rows(topology, "a/n"), rows(topology, "b/n"))
    assert _names(topology, routes) == ["s0", "s2", "s1", "b/n"]


def test_the_fate_of_a_flow_is_told_with_the_place_where_it_stands() -> None:
    topology = fabric([("a/n", "s0"), ("b/n", "s1"), ("c/n", "s1"), ("d/n", "s1"), ("s0", "s1")])
    tables = _tables(
        topology,
        ("s0", "b/n", "s1"),
        ("s0", "c/n", "s1"),
        ("s1", "c/n", "s0"),
        ("s0", "d/n", "s1"),
        ("s1", "d/n", "b/n"),
    )
    source = rows(topology, "a/n", "a/n", "a/n")
    target = rows(topology, "b/n", "c/n", "d/n")
    _, _, fate, stand = tables.follow(ShortestPaths(topology).graph, source, target)
    assert fate.tolist() == [Fate.HAS_NO_ENTRY, Fate.GOES_ROUND, Fate.ENDS_ELSEWHERE]
    assert [topology.vertex_ids[row] for row in stand[[0, 2]]] == ["s1", "b/n"]


def test_flows_of_tables_over_links_that_are_down_go_up_and_down() -> None:
    topology = leaf_spine(2, 2, 1)
    tables = _tables(
        topology,
        ("leaf0", "h1/n0", "spine0"),
        ("spine0", "h1/n0", "leaf1"),
        ("leaf1", "h1/n0", "h1/n0"),
    )
    is_down = np.zeros(topology.link_count, dtype=bool)
    is_down[links_from(topology, "spine0", "leaf1")] = True
    router = TableRouter(ShortestPaths(topology, is_down=is_down), tables)
    routes = _routes(router, rows(topology, "h0/n0"), rows(topology, "h1/n0"))
    assert _names(topology, routes) == ["leaf0", "spine1", "leaf1", "h1/n0"]


def test_the_top_is_what_is_farthest_from_all_endpoints() -> None:
    topology = fat_tree(4)
    order = up_and_down(ShortestPaths(topology).graph)
    top = [topology.vertex_ids[vertex] for vertex in order.from_top[:4]]
    assert sorted(top) == ["core0", "core1", "core2", "core3"]
    assert order.stride[rows(topology, "edge0.0", "agg0.0")].tolist() == [1, 2]
