"""The trees that a run leaves behind: which switches add, and what crosses each cable, reckoned by hand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.topology import Streaming
from simcore.traffic.standing import StandingTree
from tests.simcore.fabrics import LINE, QUANTUM_2, fabric, leaf_spine, workload
from tests.simcore.simulate.runs import SIZE, play

# Cables c0 … c3 lead from the hosts h0 … h3 up to their leaves, c4 and c5 from the leaves up to the spine.
UP = [f"c{row}" for row in range(6)]


def _tree(*adding: str, size: int = SIZE, hosts: int = 2, **asked: object) -> StandingTree:
    topology = leaf_spine(2, 1, hosts, adding=dict.fromkeys(adding, QUANTUM_2))
    asked = {"aggregation": {"chunk_bytes": 0}, **asked}
    result = play(topology, workload({"size_bytes": size}), algorithm="in-network", **asked)
    (tree,) = result.trees
    return tree


def _rates(tree: StandingTree, direction: str) -> dict[str, tuple[float, float | None]]:
    return {each.cable: (each.copies, each.rate) for each in tree.edges if each.direction == direction}


def test_where_all_switches_add_each_cable_carries_the_vector_once_at_line_rate_both_ways() -> None:
    tree = _tree("leaf0", "leaf1", "spine0")
    assert (tree.roots, set(tree.adds), tree.passes_on) == (("spine0",), {"leaf0", "leaf1", "spine0"}, ())
    assert tree.rate == pytest.approx(LINE, rel=1e-9)
    for direction in ("ab", "ba"):
        rates = _rates(tree, direction)
        assert sorted(rates) == UP
        for copies, rate in rates.values():
            assert (copies, rate) == (1, pytest.approx(LINE, rel=1e-9))


def test_leaves_that_pass_copies_on_send_one_for_each_host_up_the_same_cable() -> None:
    # Uplinks of twice the rate hold both copies, so that the vector advances at line rate: a tree is granted.
    topology = leaf_spine(2, 1, 2, uplink=2 * LINE, adding={"spine0": QUANTUM_2})
    result = play(topology, workload({}), algorithm="in-network", aggregation={"chunk_bytes": 0})
    (tree,) = result.trees
    assert (set(tree.adds), set(tree.passes_on)) == ({"spine0"}, {"leaf0", "leaf1"})
    for direction in ("ab", "ba"):
        rates = _rates(tree, direction)
        assert [rates[cable][0] for cable in UP] == [1, 1, 1, 1, 2, 2]
        assert rates["c0"][1] == pytest.approx(LINE, rel=1e-9)
        assert rates["c4"][1] == pytest.approx(2 * LINE, rel=1e-9)


def test_headers_take_their_share_of_a_cable_and_are_no_copies() -> None:
    # 95 % of a cable carry the vector, so that it advances at 47.5 of 50 GB/s, once over each cable.
    adding = replace(QUANTUM_2, streaming=Streaming(wire_share=0.95))
    for limits, asked in ((adding, None), (QUANTUM_2, 0.95)):
        topology = leaf_spine(2, 1, 2, adding=dict.fromkeys(["leaf0", "leaf1", "spine0"], limits))
        settings = {"chunk_bytes": 0, "wire_share": asked}
        (tree,) = play(topology, workload({}), algorithm="in-network", aggregation=settings).trees
        assert [each.copies for each in tree.edges] == pytest.approx([1.0] * 12, rel=1e-12)
        assert [each.rate for each in tree.edges] == pytest.approx([0.95 * LINE] * 12, rel=1e-9)


def test_crowns_are_all_roots_and_the_rings_around_them_cross_the_cables_above() -> None:
    # Four leaves of four hosts add, the spine does not: four crowns. A quarter i of each sum goes around the
    # four, 2 · 3/4 of it from each, in all 1.5 times the vector up each uplink. A host sends its vector to be
    # added, its quarter around the ring, and the quarter that is done: 1 + 1.5/4 + 1/4.
    leaves = [f"leaf{row}" for row in range(4)]
    topology = leaf_spine(4, 1, 4, adding=dict.fromkeys(leaves, QUANTUM_2))
    (tree,) = play(topology, workload({}), algorithm="in-network", aggregation={"chunk_bytes": 0}).trees
    assert (set(tree.roots), set(tree.adds), tree.passes_on) == (set(leaves), set(leaves), ("spine0",))
    for direction in ("ab", "ba"):
        rates = _rates(tree, direction)
        assert [rates[f"c{row}"][0] for row in range(20)] == pytest.approx([1.625] * 16 + [1.5] * 4)
        assert rates["c0"][1] == pytest.approx(LINE, rel=1e-9)


def test_a_rail_without_a_tree_leaves_none() -> None:
    # Two hosts with an adapter on each of two switches, of which one adds.
    cables = [(f"h{host}/n{nic}", "ab"[nic]) for host in range(2) for nic in range(2)]
    topology = fabric(cables, adding={"b": QUANTUM_2})
    (tree,) = play(topology, workload({}), algorithm="in-network").trees
    assert (tree.rail, tree.roots) == ("rail 2", ("b",))
    assert play(topology, workload({})).trees == ()


@given(st.integers(2, 5), st.sampled_from([("spine0",), ("leaf0", "leaf1", "spine0")]))
def test_what_enters_a_switch_that_adds_leaves_it_once_and_of_others_all_of_it(
    hosts: int, adding: tuple[str, ...]
) -> None:
    tree = _tree(*adding, hosts=hosts, size=1000)
    # By hand: a leaf that adds sends one copy up, one that passes on as many as it has hosts.
    up = [1.0 if f"leaf{leaf}" in adding else float(hosts) for leaf in (0, 1)]
    members, links = [f"c{row}" for row in range(2 * hosts)], [f"c{2 * hosts}", f"c{2 * hosts + 1}"]
    for direction in ("ab", "ba"):
        rates = _rates(tree, direction)
        assert [rates[cable][0] for cable in members] == [1.0] * (2 * hosts)
        assert [rates[cable][0] for cable in links] == up
    if up == [1.0, 1.0]:
        assert all(each.rate == pytest.approx(LINE, rel=1e-9) for each in tree.edges)
    else:
        # Several copies over one uplink take longer than the ring: nothing ever crosses the tree.
        assert {tree.rate, *(each.rate for each in tree.edges)} == {None}
