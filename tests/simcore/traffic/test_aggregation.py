"""Roots, ports and tokens of in-network aggregation."""

from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import Topology
from simcore.traffic.admission import Admission
from simcore.traffic.aggregation import PlannedTree, TreePlanner
from tests.simcore.fabrics import LINE, QUANTUM, QUANTUM_2, fabric, fat_tree, leaf_spine, rows


def _all_adding(topology: Topology) -> dict[str, object]:
    return {name: QUANTUM_2 for name in topology.vertex_ids if "/" not in name}


def _planner(topology: Topology) -> TreePlanner:
    return TreePlanner(topology, ShortestPaths(topology))


def _plan(planner: TreePlanner, topology: Topology, *hosts: int) -> PlannedTree:
    planned = planner.plan(rows(topology, *(f"h{host}/n0" for host in hosts)))
    assert isinstance(planned, PlannedTree)
    return planned


def _adding_leaf_spine(spines: int, limits: object = QUANTUM_2, **options: object) -> Topology:
    names = ["leaf0", "leaf1", *(f"spine{spine}" for spine in range(spines))]
    return leaf_spine(2, spines, 4, adding=dict.fromkeys(names, limits), **options)  # type: ignore[arg-type]


def test_roots_of_rails_are_spread_over_the_spines() -> None:
    topology = _adding_leaf_spine(3)
    planner = _planner(topology)
    roots = [_plan(planner, topology, host, host + 4).root for host in range(3)]
    assert roots == ["spine0", "spine1", "spine2"]


def test_the_root_with_the_higher_rate_is_taken_first() -> None:
    topology = _adding_leaf_spine(2)
    slow = [row for row in range(topology.link_count) if "spine0" in _ends(topology, row)]
    topology.link_rate[slow] = LINE / 4
    assert _plan(_planner(topology), topology, 0, 4).root == "spine1"


def _ends(topology: Topology, link: int) -> tuple[str, str]:
    names = topology.vertex_ids
    return names[topology.link_source[link]], names[topology.link_target[link]]


def test_a_rail_within_a_leaf_is_rooted_there() -> None:
    topology = _adding_leaf_spine(2)
    assert _plan(_planner(topology), topology, 0, 1, 2).root == "leaf0"


def test_a_rail_within_a_pod_of_a_fat_tree_needs_no_core() -> None:
    names = [name for name in fat_tree(4).vertex_ids if "/" not in name]
    topology = fat_tree(4, adding=dict.fromkeys(names, QUANTUM_2))
    assert _plan(_planner(topology), topology, 0, 2).root == "agg0.0"
    assert _plan(_planner(topology), topology, 0, 15).root == "core0"


def test_a_switch_that_one_leaf_does_not_reach_is_no_root() -> None:
    cables = [
        ("h0/n0", "leaf0"),
        ("h1/n0", "leaf1"),
        ("leaf0", "spine0"),
        ("leaf0", "spine1"),
        ("leaf1", "spine1"),
    ]
    topology = fabric(cables, adding=dict.fromkeys(["spine0", "spine1"], QUANTUM_2))
    assert _plan(_planner(topology), topology, 0, 1).root == "spine1"


def test_without_a_switch_that_can_add_the_reason_is_given() -> None:
    topology = leaf_spine(2, 2, 4)
    assert (
        _planner(topology).plan(rows(topology, "h0/n0", "h4/n0")) == "no switch of this fabric can aggregate"
    )


def test_quantum_lets_one_tree_through_each_switch() -> None:
    topology = _adding_leaf_spine(2, QUANTUM)
    planner, admission = _planner(topology), Admission()
    first, second = _plan(planner, topology, 0, 4), _plan(planner, topology, 1, 5)
    assert admission.request(first.tokens, "job a, rail 1") == ""
    assert admission.request(second.tokens, "job b, rail 1") == (
        "switch leaf0 (quantum) aggregates 1 stream at a time, and job a, rail 1 holds it"
    )


def test_quantum_2_lets_trees_run_together_that_share_no_port() -> None:
    topology = _adding_leaf_spine(2)
    planner, admission = _planner(topology), Admission()
    assert admission.request(_plan(planner, topology, 0, 4).tokens, "a") == ""
    assert admission.request(_plan(planner, topology, 1, 5).tokens, "b") == ""


def test_quantum_2_refuses_a_tree_that_shares_a_port() -> None:
    topology = _adding_leaf_spine(1)
    planner, admission = _planner(topology), Admission()
    admission.request(_plan(planner, topology, 0, 4).tokens, "a")
    reason = admission.request(_plan(planner, topology, 1, 5).tokens, "b")
    assert (
        reason
        == "the port of switch leaf0 (quantum-2) towards spine0 aggregates 1 stream at a time, and a holds it"
    )


def test_a_refused_tree_holds_nothing() -> None:
    topology = _adding_leaf_spine(1)
    planner, admission = _planner(topology), Admission()
    first, second = _plan(planner, topology, 0, 4), _plan(planner, topology, 1, 5)
    admission.request(first.tokens, "a")
    admission.request(second.tokens, "b")
    admission.release(first.tokens, "a")
    assert admission.request(first.tokens, "c") == ""


def test_tokens_that_were_given_back_can_be_taken_again() -> None:
    topology = _adding_leaf_spine(1)
    planner, admission = _planner(topology), Admission()
    first, second = _plan(planner, topology, 0, 4), _plan(planner, topology, 1, 5)
    admission.request(first.tokens, "a")
    admission.release(first.tokens, "a")
    assert admission.request(second.tokens, "b") == ""


def test_of_roots_that_meet_as_few_trees_the_one_with_most_left_is_taken() -> None:
    # Two cables from each leaf to spine0, one of half the rate to spine1. The second tree has a free cable to
    # spine0 at full rate, and takes that root again.
    cables = [(f"h{row}/n0", f"leaf{row % 2}") for row in range(4)]
    up = [(f"leaf{leaf}", "spine0") for leaf in (0, 1) for _ in range(2)]
    slow = [(f"leaf{leaf}", "spine1", LINE / 2) for leaf in (0, 1)]
    names = ["leaf0", "leaf1", "spine0", "spine1"]
    topology = fabric([*cables, *up, *slow], adding=dict.fromkeys(names, QUANTUM_2))
    planner = _planner(topology)
    assert [_plan(planner, topology, *pair).root for pair in ((0, 1), (2, 3))] == ["spine0", "spine0"]


def test_a_switch_that_adds_for_one_stream_is_no_root_for_a_second_where_another_is() -> None:
    # The same cables, and switches that count streams as a whole: the slower spine is free.
    cables = [(f"h{row}/n0", f"leaf{row}") for row in range(4)]
    up = [(f"leaf{leaf}", "spine0") for leaf in range(4)]
    slow = [(f"leaf{leaf}", "spine1", LINE / 2) for leaf in range(4)]
    names = ["spine0", "spine1"]
    topology = fabric([*cables, *up, *slow], adding=dict.fromkeys(names, QUANTUM))
    planner = _planner(topology)
    assert [_plan(planner, topology, *pair).root for pair in ((0, 1), (2, 3))] == ["spine0", "spine1"]
