"""Flows split over the planes of a fabric: parts by hand, and whole runs."""

import pytest

from simcore.routing.planes import most_planes, planes_of
from simcore.routing.shortest_paths import ShortestPaths
from simcore.simulate import run_findings, simulate
from simcore.topology import Topology
from tests.simcore.fabrics import LINE, fabric, leaf_spine, scenario, workload

SIZE = int(LINE)


def _dual_plane(*, single: bool = False) -> Topology:
    """Four hosts, each on a leaf of either plane by one adapter; with ``single`` h3 is in plane a alone."""
    cables = [
        (f"h{host}/n", f"{plane}{host // 2}")
        for host in range(4)
        for plane in ("a", "b")
        if not (single and host == 3 and plane == "b")
    ]
    cables += [(f"{plane}{leaf}", f"{plane}-top{top}") for plane in "ab" for leaf in (0, 1) for top in (0, 1)]
    return fabric(cables)


def _run(topology: Topology, *pairs: tuple[str, str], faults: object = (), **routing: object) -> list[float]:
    flows = [
        {"id": str(row), "src": src, "dst": dst, "size_bytes": SIZE} for row, (src, dst) in enumerate(pairs)
    ]
    how = scenario(routing={"planes": "split", **routing}, faults=faults)
    return simulate(topology, workload(flows=flows), how).series.flow_completion.tolist()


def test_switches_that_no_cable_connects_are_planes() -> None:
    topology = _dual_plane()
    graph = ShortestPaths(topology).graph
    plane = dict(zip(topology.vertex_ids, planes_of(graph).tolist(), strict=True))
    assert {plane[name] for name in ("a0", "a1", "a-top0", "a-top1")} == {0}
    assert {plane[name] for name in ("b0", "b1", "b-top0", "b-top1")} == {1}
    assert plane["h0/n"] == -1
    assert most_planes(graph) == 2
    assert most_planes(ShortestPaths(leaf_spine(2, 2, 2)).graph) == 1


@pytest.mark.parametrize("mode", ["hash", "e-ecmp", "spray", "static", "planned"])
@pytest.mark.parametrize("splitting", ["shared-queue", "equal"])
def test_a_flow_alone_has_both_planes_to_itself(mode: str, splitting: str) -> None:
    # Two cables of one LINE each.
    ended = _run(_dual_plane(), ("h0", "h2"), mode=mode, splitting=splitting)
    assert ended == pytest.approx([0.5], rel=1e-9)


def test_without_splitting_a_flow_takes_one_plane() -> None:
    assert _run(_dual_plane(), ("h0", "h2"), planes="any") == pytest.approx([1.0], rel=1e-9)


def test_who_has_one_plane_is_reached_over_it_alone() -> None:
    ended = _run(_dual_plane(single=True), ("h0", "h3"), mode="hash")
    assert ended == pytest.approx([1.0], rel=1e-9)


@pytest.mark.parametrize("mode", ["hash", "spray"])
@pytest.mark.parametrize("splitting", ["shared-queue", "equal"])
def test_who_has_one_plane_is_not_slowed_down_by_having_one(mode: str, splitting: str) -> None:
    # Alone, a flow takes as long as its one cable needs: slowdown 1.
    flows = [{"id": "f", "src": "h0", "dst": "h3", "size_bytes": SIZE}]
    how = scenario(routing={"planes": "split", "mode": mode, "splitting": splitting})
    series = simulate(_dual_plane(single=True), workload(flows=flows), how).series
    assert series.flow_completion.tolist() == pytest.approx([1.0], rel=1e-9)
    assert series.flow_slowdown.tolist() == pytest.approx([1.0], rel=1e-9)


def test_sub_flows_are_shared_among_the_planes() -> None:
    topology = _dual_plane()
    # Three sub-flows are two for each plane.
    ended = _run(topology, ("h0", "h2"), ("h1", "h3"), mode="planned", sub_flows=3)
    assert ended == pytest.approx([0.5, 0.5], rel=1e-9)


def test_a_ring_over_two_planes_is_twice_as_fast() -> None:
    job = {"size_bytes": SIZE}
    how = scenario(routing={"planes": "split", "mode": "planned"})
    result = simulate(_dual_plane(), workload(job), how)
    # 2 · 3 / 4 of one second at two cables of one LINE each.
    assert result.series.iteration_seconds.tolist() == pytest.approx([0.75], rel=1e-9)


def test_after_a_plane_is_lost_the_other_carries_all() -> None:
    # A quarter of a second at both cables, 50 ms at one, then the rest at one: 0.5 LINE-seconds are left at
    # 0.25 s, and what plane b had waits no longer from 0.3 s on.
    topology = _dual_plane()
    cable = topology.cable_ids[1]
    ended = _run(
        topology, ("h0", "h2"), mode="hash", faults=[{"cable": cable, "at_ms": 250.0}], convergence_ms=50.0
    )
    assert ended == pytest.approx([0.75], rel=1e-9)


@pytest.mark.parametrize("mode", ["flowlets", "adaptive-spray", "least-loaded"])
def test_what_chooses_again_is_not_split_and_that_is_told(mode: str) -> None:
    how = scenario(routing={"planes": "split", "mode": mode})
    flows = [{"id": "f", "src": "h0", "dst": "h2", "size_bytes": 1}]
    found = run_findings(_dual_plane(), workload(flows=flows), how)
    assert [(each.rule, each.severity.value) for each in found] == [("routing.planes", "error")]


def test_a_fabric_of_one_plane_is_noted() -> None:
    how = scenario(routing={"planes": "split"})
    found = run_findings(leaf_spine(2, 2, 2), workload({}), how)
    assert [(each.rule, each.severity.value) for each in found] == [("routing.planes", "note")]
