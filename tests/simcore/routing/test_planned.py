"""Planned routing against a linear program, against the hash, and as paths."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.routing.cuts import Cuts
from simcore.routing.hashing import HashRouter
from simcore.routing.planned import PlannedRouter, plan_paths
from simcore.routing.routes import Demand, Routes
from simcore.routing.shortest_paths import ShortestPaths
from simcore.simulate import simulate
from simcore.topology import Topology
from tests.simcore.fabrics import LINE, fabric, fat_tree, leaf_spine, links_from, rows, scenario, workload
from tests.simcore.routing.linear_bound import least_worst_time


def _hosts(topology: Topology) -> np.ndarray:
    return np.flatnonzero(topology.vertex_host >= 0).astype(np.int32)


def _demand(source: np.ndarray, target: np.ndarray) -> Demand:
    ids = np.arange(source.shape[0], dtype=np.uint64)
    return Demand(source, target, ids, np.full(source.shape[0], LINE))


def _permutation(topology: Topology, seed: int) -> Demand:
    """Everybody sends one second's worth of its port to another, who receives from nobody else."""
    hosts, generator = _hosts(topology), np.random.default_rng(seed)
    order = generator.permutation(hosts)
    place = np.empty(topology.vertex_count, dtype=np.int32)
    place[order] = np.roll(order, -1)
    return _demand(hosts, place[hosts])


def _shuffled_ring(topology: Topology) -> Demand:
    ring = np.random.default_rng(5).permutation(_hosts(topology))
    return _demand(ring, np.roll(ring, -1))


def _all_to_all(topology: Topology) -> Demand:
    source, target = (side.ravel() for side in np.meshgrid(_hosts(topology), _hosts(topology)))
    return _demand(source[source != target], target[source != target])


def _oversubscribed() -> Topology:
    """Two to one: eight hosts and four uplinks a leaf."""
    return leaf_spine(4, 4, 8)


def _slowed(topology: Topology, a: str, b: str, share: float = 0.25) -> Topology:
    for source, target in ((a, b), (b, a)):
        topology.link_rate[links_from(topology, source, target)] *= share
    return topology


CASES = {
    "permutation, k = 4": (lambda: fat_tree(4), lambda topology: _permutation(topology, 1)),
    "permutation, k = 8": (lambda: fat_tree(8), lambda topology: _permutation(topology, 2)),
    "ring in random order, k = 8": (lambda: fat_tree(8), _shuffled_ring),
    "all-to-all, k = 4": (lambda: fat_tree(4), _all_to_all),
    "permutation, slow core cable": (
        lambda: _slowed(fat_tree(4), "agg0.0", "core0"),
        lambda topology: _permutation(topology, 3),
    ),
    "all-to-all, slow core cable": (lambda: _slowed(fat_tree(4), "agg0.0", "core0"), _all_to_all),
    "permutation, two to one": (_oversubscribed, lambda topology: _permutation(topology, 4)),
    "all-to-all, two to one": (_oversubscribed, _all_to_all),
    "ring, two to one, slow uplink": (lambda: _slowed(_oversubscribed(), "leaf0", "spine0"), _shuffled_ring),
    "all-to-all, two to one, slow uplink": (
        lambda: _slowed(_oversubscribed(), "leaf0", "spine0"),
        _all_to_all,
    ),
}


def _worst(routes: Routes, demand: Demand, rate: np.ndarray) -> float:
    size = np.repeat(demand.size / routes.parts, routes.parts)
    load = np.bincount(routes.link, np.repeat(size, np.diff(routes.first)), rate.shape[0])
    return float((load / rate).max())


@pytest.mark.parametrize("case", CASES)
def test_the_fullest_link_is_within_five_percent_of_the_linear_programs(case: str) -> None:
    make, demand_on = CASES[case]
    topology = make()
    demand = demand_on(topology)
    plan = plan_paths(ShortestPaths(topology), demand, topology.link_rate, seed=7)
    least = least_worst_time(topology, demand)
    assert plan.worst == pytest.approx(_worst(plan.routes, demand, topology.link_rate), rel=1e-12)
    assert least * (1 - 1e-9) <= plan.worst <= 1.05 * least
    assert plan.bound <= least * (1 + 1e-9)


def test_an_all_to_all_of_128_fills_every_port_and_no_link_more() -> None:
    # A port carries 127 flows of one second each, and no link has to carry more.
    topology = fat_tree(8)
    plan = plan_paths(ShortestPaths(topology), _all_to_all(topology), topology.link_rate, seed=7)
    assert plan.worst == pytest.approx(127.0, rel=0.01)


def test_whole_flows_go_where_a_slow_uplink_is_not() -> None:
    # Eight flows over three whole uplinks and a quarter of one: 3, 3, 2 and none; in fractions 8 / 3.25.
    topology = _slowed(_oversubscribed(), "leaf0", "spine0")
    hosts = _hosts(topology)
    demand = _demand(hosts[:8], hosts[8:16])
    plan = plan_paths(ShortestPaths(topology), demand, topology.link_rate, seed=7, sub_flows=1)
    assert plan.worst == 3.0
    assert plan.bound == pytest.approx(8 / 3.25, rel=1e-12)


def test_parts_that_must_be_whole_bound_the_plan() -> None:
    topology = _slowed(_oversubscribed(), "leaf0", "spine0")
    hosts = _hosts(topology)
    cuts = Cuts.of(ShortestPaths(topology), _demand(hosts[:8], hosts[8:16]), topology.link_rate)
    # With halves 16 pieces: 5 on each whole uplink and 1 on the slow one, which then takes 2 seconds.
    assert cuts.bound_of_parts(np.full(8, LINE)) == pytest.approx(3.0, rel=1e-9)
    assert cuts.bound_of_parts(np.full(8, LINE / 2)) == pytest.approx(2.5, rel=1e-9)


def test_who_hangs_on_the_others_leaf_is_reached_without_an_uplink() -> None:
    # h1 hangs on both leaves: ten seconds' bytes for h0's port alone, whatever is between the leaves.
    topology = fabric(
        [("h0/n", "leaf0"), ("h1/n", "leaf0"), ("h1/n", "leaf1"), ("leaf0", "leaf1", 0.1 * LINE)]
    )
    demand = _demand(rows(topology, "h0/n"), rows(topology, "h1/n"))
    assert plan_paths(ShortestPaths(topology), demand, topology.link_rate, seed=7).bound == 1.0


def test_flows_between_hosts_on_one_cable_need_no_switch() -> None:
    topology = fabric([("a/n", "b/n"), ("a/n", "b/n")])
    source, target = rows(topology, "a/n", "a/n"), rows(topology, "b/n", "b/n")
    plan = plan_paths(ShortestPaths(topology), _demand(source, target), topology.link_rate, seed=7)
    # Two flows of one second each over two cables.
    assert (plan.worst, plan.bound) == (1.0, 1.0)


random_demands = st.tuples(
    st.integers(2, 4), st.integers(1, 4), st.integers(1, 4), st.integers(1, 40), st.integers(0, 2**32 - 1)
)


@settings(max_examples=40, deadline=None)
@given(random_demands, st.sampled_from([None, 1, 3]))
def test_no_plan_is_worse_than_the_hash_and_every_path_connects(
    of: tuple[int, int, int, int, int], sub_flows: int | None
) -> None:
    leaves, spines, per_leaf, count, seed = of
    generator = np.random.default_rng(seed)
    topology = leaf_spine(leaves, spines, per_leaf)
    topology.link_rate[:] *= np.repeat(generator.choice([1.0, 0.5, 0.1], topology.link_count // 2), 2)
    hosts = _hosts(topology)
    pairs = np.array([generator.choice(hosts, 2, replace=False) for _ in range(count)], dtype=np.int32)
    source, target = np.ascontiguousarray(pairs.T)
    size = generator.uniform(0, 1e9, count).round(-8)
    ids = generator.permutation(10 * count)[:count].astype(np.uint64)
    demand, paths = Demand(source, target, ids, size), ShortestPaths(topology)
    router = PlannedRouter(paths, demand, topology.link_rate, seed=3, sub_flows=sub_flows)
    routes = router.route(source, target, ids)
    hashed = HashRouter(paths, seed=3, sub_flows=sub_flows or 1).route(source, target, ids)
    worst = _worst(routes, demand, topology.link_rate)
    assert worst <= _worst(hashed, demand, topology.link_rate) * (1 + 1e-9)
    assert worst >= router.plan.bound * (1 - 1e-9)
    for path in range(count * routes.parts):
        taken = routes.link[routes.first[path] : routes.first[path + 1]]
        assert topology.link_source[taken[0]] == source[path // routes.parts]
        assert topology.link_target[taken[-1]] == target[path // routes.parts]
        assert (topology.link_target[taken[:-1]] == topology.link_source[taken[1:]]).all()
        assert routes.delay[path] == pytest.approx(topology.link_delay[taken].sum())


def test_unknown_flows_take_the_paths_of_their_hash() -> None:
    topology = leaf_spine(2, 8, 8)
    hosts, paths = _hosts(topology), ShortestPaths(topology)
    router = PlannedRouter(paths, _demand(hosts[:8], hosts[8:16]), topology.link_rate, seed=7)
    ids = np.array([2**48 + 1, 3, 2**48 + 2], dtype=np.uint64)
    source, target = hosts[[0, 3, 1]], hosts[[9, 11, 12]]
    routes = router.route(source, target, ids)
    hashed = HashRouter(paths, seed=7).route(source, target, ids)
    assert routes.parts == 1
    assert routes.link[:4].tolist() == hashed.link[:4].tolist()
    assert routes.link[8:].tolist() == hashed.link[8:].tolist()


def test_flow_numbers_are_told_apart_to_the_last_digit() -> None:
    # A double holds 53 binary digits: 2^54 - 1 and 2^54 would be one number.
    topology = leaf_spine(2, 2, 2)
    hosts, paths = _hosts(topology), ShortestPaths(topology)
    known = Demand(hosts[:1], hosts[2:3], np.array([2**54], dtype=np.uint64), np.full(1, LINE))
    router = PlannedRouter(paths, known, topology.link_rate, seed=7)
    routes = router.route(hosts[1:2], hosts[3:4], np.array([2**54 - 1], dtype=np.uint64))
    assert topology.link_source[routes.link[0]] == hosts[1]


def test_flows_that_no_path_connects_are_left_out_of_the_plan() -> None:
    topology = fabric([("a/n", "s"), ("b/n", "s"), ("c/n", "t"), ("d/n", "t")])
    demand = _demand(rows(topology, "a/n", "a/n"), rows(topology, "c/n", "b/n"))
    router = PlannedRouter(ShortestPaths(topology), demand, topology.link_rate, seed=7)
    assert router.plan.routes.count == 1


def test_a_planned_permutation_runs_at_line_rate() -> None:
    # 16 hosts on a non-blocking fat tree: 5e10 bytes at 5e10 bytes/s, whoever sends to whom.
    topology = fat_tree(4)
    demand = _permutation(topology, 6)
    names = topology.vertex_ids
    flows = [
        {"id": str(row), "src": names[a], "dst": names[b], "size_bytes": int(LINE)}
        for row, (a, b) in enumerate(zip(demand.source.tolist(), demand.target.tolist(), strict=True))
    ]
    result = simulate(topology, workload(flows=flows), scenario(routing={"mode": "planned"}))
    assert result.series.flow_completion.tolist() == pytest.approx([1.0] * 16, rel=1e-9)


def test_two_planned_rings_of_one_job_keep_out_of_each_others_way() -> None:
    # Two rails over two leaves: four ring edges cross each way and there are four uplinks of a rail's rate.
    cables = [(f"h{host}/n{nic}", f"leaf{host % 2}") for host in range(4) for nic in range(2)]
    cables += [(f"leaf{leaf}", f"spine{spine}") for leaf in range(2) for spine in range(4)]
    job = {"size_bytes": 4 * 10**9}
    rails = [{"name": f"r{nic}", "members": [f"h{host}/n{nic}" for host in range(4)]} for nic in range(2)]
    placement = [{"job": "job0", "rails": rails}]
    how = scenario(routing={"mode": "planned"}, placement=placement)
    result = simulate(fabric(cables), workload(job), how)
    # 2(n - 1)/n of half of the bytes, 2(3)/4 · 2e9, at 5e10 bytes/s.
    assert result.series.iteration_seconds.tolist() == pytest.approx([0.06], rel=1e-9)
