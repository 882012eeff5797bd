"""Cables and switches that fail during a run: what waits, what goes around, and who is cut off. By hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.document.scenario import Algorithm, RoutingMode
from simcore.document.workload import Collective
from simcore.errors import DocumentError
from simcore.frames import Snapshot
from simcore.metrics import RunResult
from simcore.simulate import run_findings, simulate
from simcore.simulate.algorithms import fitting
from simcore.topology import Topology
from tests.simcore.fabrics import (
    LINE,
    QUANTUM_2,
    fabric,
    fat_tree,
    leaf_spine,
    one_switch,
    scenario,
    workload,
)

SIZE = 10**9
T = SIZE / LINE  # of one flow on an idle path: 20 ms
DELAY = 0.003
SPRAY = {"mode": "spray", "convergence_ms": 1e3 * DELAY}


def _play(topology: Topology, work: Any, *, routing: Any = SPRAY, **fields: Any) -> RunResult:
    return simulate(topology, work, scenario(routing=routing, **fields))


def _flows(*ends: tuple[str, str]) -> Any:
    listed = [
        {"id": f"f{row}", "src": src, "dst": dst, "size_bytes": SIZE} for row, (src, dst) in enumerate(ends)
    ]
    return workload(flows=listed)


def _down(what: dict[str, str], begin: float, end: float | None = None) -> dict[str, Any]:
    return {**what, "at_ms": 1e3 * begin, "until_ms": None if end is None else 1e3 * end}


@pytest.mark.parametrize("what", [{"cable": "c2"}, {"switch": "spine0"}])
def test_a_flow_stands_still_until_routing_has_converged(what: dict[str, str]) -> None:
    # Half of it goes over each spine; without one of them all stands still, then goes over the other.
    topology = leaf_spine(2, 2, 1)
    result = _play(topology, _flows(("h0", "h1")), faults=[_down(what, 0.25 * T)])
    assert result.series.flow_completion == pytest.approx([T + DELAY], rel=1e-9)


def test_of_two_hashed_paths_the_flow_leaves_the_one_that_is_down() -> None:
    # c2 and c3 are the uplinks of leaf 0: the flow is on one of them and does not feel the other.
    topology = leaf_spine(2, 2, 1)
    routing = {"convergence_ms": 1e3 * DELAY}
    took = [
        _play(topology, _flows(("h0", "h1")), routing=routing, faults=[_down({"cable": cable}, 0.5 * T)])
        for cable in ("c2", "c3")
    ]
    assert sorted(each.series.flow_completion[0] for each in took) == pytest.approx([T, T + DELAY], rel=1e-9)


def test_after_the_repair_routing_goes_back_when_it_has_converged() -> None:
    # Two flows over two spines, each at the rate of a line. One spine falls out from T/4 to 1.25 T: they
    # wait for the delay, have half the rate until the delay after the repair, then the whole again.
    topology = leaf_spine(2, 2, 2)
    fault = _down({"switch": "spine1"}, 0.25 * T, 1.25 * T)
    result = _play(topology, _flows(("h0", "h2"), ("h1", "h3")), faults=[fault])
    left = T - 0.25 * T - T / 2
    assert result.series.flow_completion == pytest.approx([1.25 * T + DELAY + left] * 2, rel=1e-9)


def test_who_is_cut_off_for_a_while_waits() -> None:
    fault = _down({"cable": "c0"}, 0.25 * T, 2.25 * T)
    result = _play(one_switch(2), _flows(("h0", "h1")), faults=[fault])
    assert result.series.flow_completion == pytest.approx([3 * T], rel=1e-9)


def test_a_flow_that_starts_cut_off_waits_for_the_repair() -> None:
    # The switch is down from 0 to T, and routing knows it when the flow starts at T/2.
    work = workload(
        flows=[{"id": "f", "src": "h0", "dst": "h1", "size_bytes": SIZE, "start_ms": 1e3 * 0.5 * T}]
    )
    result = _play(one_switch(2), work, faults=[_down({"switch": "s"}, 0.0, T)])
    assert result.series.flow_completion == pytest.approx([1.5 * T], rel=1e-9)


def test_a_ring_goes_around_the_switch_that_is_down() -> None:
    # Two hosts: the ring's stream has 2 (n - 1) / n S = S bytes.
    topology = leaf_spine(2, 2, 1)
    fault = _down({"switch": "spine1"}, 0.5 * T)
    result = _play(topology, workload({"iterations": 2}), faults=[fault])
    assert result.series.iteration_seconds == pytest.approx([T + DELAY, T], rel=1e-9)


def test_an_all_to_all_goes_around_the_cable_that_is_down() -> None:
    # Two hosts send each other half of their bytes over both spines evenly, then over one.
    topology = leaf_spine(2, 2, 1)
    fault = _down({"cable": "c3"}, 0.25 * T)
    work = workload({"iterations": 2, "collective": "all-to-all"})
    result = _play(topology, work, faults=[fault])
    assert result.series.iteration_seconds == pytest.approx([T / 2 + DELAY, T / 2], rel=1e-9)


def _over_a_tree(topology: Topology, *, faults: list[Any]) -> RunResult:
    return _play(
        topology,
        workload({"iterations": 3}),
        algorithm="in-network",
        aggregation={"chunk_bytes": 0},
        faults=faults,
    )


def test_a_tree_gets_another_root_and_goes_on() -> None:
    topology = leaf_spine(2, 2, 2, adding=dict.fromkeys(["leaf0", "leaf1", "spine0", "spine1"], QUANTUM_2))
    fault = _down({"switch": "spine0"}, 0.5 * T)
    result = _over_a_tree(topology, faults=[fault])
    assert result.series.iteration_seconds == pytest.approx([T + DELAY, T, T], rel=1e-9)
    assert [(each.decision, each.root) for each in result.audit] == [
        ("grant", "spine0"),
        ("grant", "spine1"),
        ("grant", "spine1"),
        ("grant", "spine1"),
    ]


def test_a_tree_that_finds_no_root_goes_on_as_a_ring_and_comes_back_after_the_repair() -> None:
    # Four hosts: what the tree has left takes 2 (n - 1) / n = 1.5 times as long around the ring. The repair
    # comes in the second iteration, which stays a ring.
    topology = leaf_spine(4, 2, 1, adding={"spine0": QUANTUM_2})
    fault = _down({"switch": "spine0"}, 0.5 * T, 2 * T)
    result = _over_a_tree(topology, faults=[fault])
    expected = [0.5 * T + DELAY + 1.5 * 0.5 * T, 1.5 * T, T]
    assert result.series.iteration_seconds == pytest.approx(expected, rel=1e-9)
    assert [each.decision for each in result.audit] == ["grant", "refusal", "refusal", "grant"]
    assert "no switch that can aggregate reaches all 4 members" in result.audit[1].reason


def test_background_goes_around_and_loses_no_bytes() -> None:
    # A spine and a cable fall out in turn: every flow ends, and the fabric carries at least its bytes.
    topology = leaf_spine(2, 2, 4)
    background = {"id": "b", "load": 0.3, "stop_ms": 40}
    faults = [_down({"switch": "spine0"}, 0.005, 0.015), _down({"cable": "c0"}, 0.02, 0.03)]
    result = _play(topology, workload(background=[background]), faults=faults)
    assert result.summary.flows.finished == result.summary.flows.started > 1_000
    sent = result.series.cable_mean[:8].sum() / 2 * result.summary.simulated_s * LINE
    assert sent == pytest.approx(result.series.flow_size.sum(), rel=1e-9)


def test_who_is_cut_off_for_good_is_found_before_the_run_with_the_fault_that_does_it() -> None:
    topology = leaf_spine(2, 2, 1)
    how = scenario(
        faults=[
            _down({"switch": "spine1"}, 0.009),
            _down({"cable": "c2"}, 0.005),
            _down({"cable": "c3"}, 0.001, 0.002),
        ]
    )
    (finding,) = run_findings(topology, _flows(("h0", "h1")), how)
    assert (finding.rule, finding.at) == ("fault.cuts-off", "/faults/0")
    assert "from 9 ms on switch spine1 is down for good" in finding.says
    assert "h0/n0 to h1/n0" in finding.says
    with pytest.raises(DocumentError):
        simulate(topology, _flows(("h0", "h1")), how)


@pytest.mark.parametrize("collective", ["all-reduce", "all-to-all"])
def test_a_job_with_a_host_cut_off_for_good_is_found(collective: str) -> None:
    work = workload({"collective": collective})
    (finding,) = run_findings(one_switch(4), work, scenario(faults=[_down({"cable": "c3"}, 1.0)]))
    assert (finding.rule, finding.at) == ("fault.cuts-off", "/faults/0")
    assert "job job0" in finding.says


def test_two_that_only_meet_at_an_adapter_with_two_cables_are_cut_off_too() -> None:
    # b reaches a and c, but once the cable between the switches is down a and c do not reach each other.
    topology = fabric([("a/n", "s1"), ("b/n", "s1"), ("b/n", "s2"), ("c/n", "s2"), ("s1", "s2")])
    work = workload({"collective": "all-to-all", "ranks": {"by": "list", "hosts": ["b", "a", "c"]}})
    (finding,) = run_findings(topology, work, scenario(faults=[_down({"cable": "c4"}, 1.0)]))
    assert "a/n to c/n" in finding.says


def test_a_fault_is_of_a_switch_that_is_there() -> None:
    how = scenario(faults=[_down({"switch": "nowhere"}, 1.0)])
    (finding,) = run_findings(one_switch(2), workload({}), how)
    assert (finding.rule, finding.at) == ("fault.switch", "/faults/0/switch")


def test_frames_name_the_switch_that_is_down() -> None:
    topology, seen = leaf_spine(2, 2, 1), list[Snapshot]()

    def keep(snapshot: Snapshot) -> None:
        assert snapshot.readout is not None
        seen.append(snapshot)

    fault = _down({"switch": "spine1"}, 0.25 * T, 0.75 * T)
    simulate(topology, workload({}), scenario(faults=[fault], routing=SPRAY), observer=keep)
    begins = next(each for each in seen if each.event)
    assert [(each.cable, each.switch, each.rate_share) for each in begins.readout.faults_active] == [
        (None, "spine1", 0.0)
    ]
    assert all(np.isfinite(each.utilisation[np.isfinite(each.utilisation)]).all() for each in seen)
    assert [each.progress for each in seen] == sorted(each.progress for each in seen)


@settings(max_examples=10)
@given(
    st.lists(st.tuples(st.integers(16, 47), st.floats(0, 30), st.floats(0.1, 30)), min_size=1, max_size=8),
    st.sampled_from(RoutingMode),
    st.sampled_from([each for each in fitting(Collective.ALL_REDUCE) if each is not Algorithm.EDGE_SERVERS]),
    st.floats(0, 5),
)
def test_whatever_fails_for_a_while_everything_ends_with_all_its_bytes(
    outages: list[tuple[int, float, float]], mode: RoutingMode, algorithm: Algorithm, converges: float
) -> None:
    adding = {f"core{row}": QUANTUM_2 for row in range(4)} | {
        f"{tier}{pod}.{row}": QUANTUM_2 for tier in ("edge", "agg") for pod in range(4) for row in range(2)
    }
    topology = fat_tree(4, adding=adding)
    faults = [{"cable": f"c{cable}", "at_ms": at, "until_ms": at + lasts} for cable, at, lasts in outages]
    flows = [{"id": "f", "src": "h1", "dst": "h14", "size_bytes": SIZE}]
    result = simulate(
        topology,
        workload({"size_bytes": SIZE // 4}, flows=flows),
        scenario(faults=faults, algorithm=algorithm, routing={"mode": mode, "convergence_ms": converges}),
    )
    assert result.summary.jobs[0].iterations_done == 1
    assert result.summary.flows.finished == 1
    # Every host of a ring, or of halving and doubling, sends 2 (n - 1) / n of the size; of trees its size.
    is_tree = result.summary.jobs[0].algorithm in {Algorithm.IN_NETWORK, Algorithm.DOUBLE_TREE}
    least = SIZE // 4 * (1 if is_tree else 30 / 16)
    sent = result.series.cable_mean.sum(axis=1) * result.summary.simulated_s * LINE
    host = next(row for row, (a, _) in enumerate(_ends(topology)) if a == "h3/n0")
    assert sent[host] >= 2 * least * (1 - 1e-9)


def _ends(topology: Topology) -> list[tuple[str, str]]:
    names = topology.vertex_ids
    return [
        (names[topology.link_source[2 * row]], names[topology.link_target[2 * row]])
        for row in range(len(topology.cable_ids))
    ]
