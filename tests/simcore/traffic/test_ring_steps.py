"""Rings step by step as collectives: their edges, and what is foreseen of them against what they take."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.engine.loop import Engine
from simcore.routing.hashing import HashRouter
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.spreading import SprayRouter
from simcore.topology import Topology
from simcore.traffic.collectives.ring_steps import StepRing, step_ring
from simcore.traffic.streams import StreamTable
from tests.simcore.engine.players import Script, engine_of, run
from tests.simcore.fabrics import LINE, fat_tree, leaf_spine, links_from, one_switch, rows


def ring_on(topology: Topology, hosts: int, size: float) -> StepRing:
    members = rows(topology, *(f"h{host}/n0" for host in range(hosts)))
    return step_ring(HashRouter(ShortestPaths(topology), seed=7), members, size, first_flow=0)


def time_of(ring: StepRing, capacity: np.ndarray) -> tuple[float, Engine]:
    """Return how long a ring takes in the engine, and the engine."""
    player = Script()
    engine = engine_of(capacity.tolist(), player)
    engine.start_ring(engine.add_ring(ring), player=0, tag=0)
    run(engine)
    return player.heard[0][2], engine


def test_each_edge_takes_the_links_of_its_path() -> None:
    topology = one_switch(3, delay=1e-6)
    ring = ring_on(topology, 3, 3e9)
    up, down = (links_from(topology, *ends)[0] for ends in (("h1/n0", "s"), ("s", "h2/n0")))
    taken = ring.edges.resource[ring.edges.first[1] : ring.edges.first[2]]
    assert sorted(taken.tolist()) == sorted([up, down])
    assert ring.edges.latency == pytest.approx([2e-6] * 3)
    assert (ring.piece, ring.steps, ring.sent) == (1e9, 4, 4e9)


def test_a_sprayed_edge_takes_its_share_of_every_path() -> None:
    """From leaf 0 to leaf 1 over 4 spines: a quarter on each of 8 links, all of it at both ends."""
    topology = leaf_spine(2, 4, 1)
    members = rows(topology, "h0/n0", "h1/n0")
    ring = step_ring(SprayRouter(ShortestPaths(topology)), members, 1e9, first_flow=0)
    shares = ring.edges.multiplicity[: ring.edges.first[1]]
    assert sorted(shares.tolist()) == [0.25] * 8 + [1.0] * 2


@pytest.mark.parametrize("edges", [[[0], []], [[], [0]]])
def test_an_edge_over_no_resource_is_refused(edges: list[list[int]]) -> None:
    with pytest.raises(ValueError, match=f"edge {edges.index([])} of the ring touches no resource"):
        StepRing(StreamTable.of(edges), 5.0, 2)


def test_a_ring_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="2 members or more"):
        ring_on(one_switch(2), 1, 1e9)


@settings(deadline=None)
@given(st.integers(2, 12), st.floats(1e3, 1e9), st.floats(0, 1e-4))
def test_on_an_idle_switch_a_ring_takes_the_closed_form(hosts: int, size: float, delay: float) -> None:
    # 2(n - 1) (delay of a hop + size / n / rate): Patarasuk and Yuan 2009; a hop here is two links.
    topology = one_switch(hosts, delay=delay)
    ring = ring_on(topology, hosts, size)
    expected = 2 * (hosts - 1) * (2 * delay + size / hosts / LINE)
    assert time_of(ring, topology.link_rate)[0] == pytest.approx(expected, rel=1e-9)
    assert ring.idle_time(topology.link_rate) == pytest.approx(expected, rel=1e-9)


@settings(deadline=None)
@given(st.integers(0, 15), st.sampled_from([0.9, 0.5, 0.1]), st.sampled_from([0.0, 1e-6, 1e-3]))
def test_a_ring_with_a_slow_cable_takes_about_as_long_as_foreseen(
    host: int, share: float, delay: float
) -> None:
    topology = fat_tree(4, delay=delay)
    ring = ring_on(topology, 16, 1e9)
    capacity = topology.link_rate.copy()
    capacity[links_from(topology, f"h{host}/n0", f"edge{host // 4}.{host % 4 // 2}")] *= share
    took, engine = time_of(ring, capacity)
    assert ring.idle_time(capacity) == pytest.approx(took, rel=0.1)
    assert engine.events == 0


def test_edges_that_meet_on_an_uplink_are_foreseen_as_slow_as_they_are() -> None:
    """Members in turn on two leaves: all four edges up take one uplink, a quarter of its rate each."""
    topology = leaf_spine(2, 1, 4)
    members = rows(topology, *(f"h{host}/n0" for host in (0, 4, 1, 5, 2, 6, 3, 7)))
    ring = step_ring(HashRouter(ShortestPaths(topology), seed=7), members, 8e9, first_flow=0)
    expected = 14 * 1e9 / (LINE / 4)
    took, engine = time_of(ring, topology.link_rate)
    assert took == pytest.approx(expected, rel=1e-9)
    assert ring.idle_time(topology.link_rate) == pytest.approx(expected, rel=1e-9)
    assert engine.events > 0
