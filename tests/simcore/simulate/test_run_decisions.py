"""What a run decides, rail by rail, and says in words: trees granted or not, and its notes."""

from typing import Any

import pytest

from simcore.metrics import RunResult
from simcore.simulate import simulate
from tests.simcore.fabrics import QUANTUM, QUANTUM_2, leaf_spine, one_switch, scenario, workload
from tests.simcore.simulate.runs import EIGHT, play, shared_uplink, watched


def _two_jobs(limits: Any) -> RunResult:
    topology = leaf_spine(2, 2, 2, adding=dict.fromkeys(["leaf0", "leaf1", "spine0", "spine1"], limits))
    ranks = [{"by": "list", "hosts": [f"h{host}", f"h{host + 2}"]} for host in (0, 1)]
    jobs = ({"ranks": each, "iterations": 2} for each in ranks)
    return play(
        topology, workload(*jobs), algorithm="in-network", aggregation={"chunk_bytes": 0, "wait": "never"}
    )


def test_quantum_sends_the_second_job_to_the_ring_and_says_why() -> None:
    result = _two_jobs(QUANTUM)
    first, second = (job.rails[0] for job in result.summary.jobs)
    assert (first.granted, first.fell_back) == (2, 0)
    assert second.fell_back >= 1
    assert second.says == "switch leaf0 (quantum) aggregates 1 stream at a time, and job0, rail 1 holds it"
    assert [record.decision for record in result.audit[:2]] == ["grant", "fallback"]
    assert result.audit[1].reason == second.says


def test_decisions_and_figures_of_a_rail_carry_the_id_of_the_job_and_reasons_its_name() -> None:
    topology = leaf_spine(1, 1, 4, adding={"leaf0": QUANTUM})
    pairs = [{"by": "list", "hosts": hosts} for hosts in (["h0", "h1"], ["h2", "h3"])]
    work = workload(*({"ranks": pair, "name": "Training"} for pair in pairs))
    how = scenario(algorithm="in-network", aggregation={"chunk_bytes": 0, "wait": "never"})
    seen = watched(topology, work, how)
    result = simulate(topology, work, how)
    assert [record.job for record in result.audit] == ["job0", "job1"]
    assert [rail.job for rail in seen[-1].readout.rails] == ["job0", "job1"]
    assert result.audit[1].reason.endswith("and Training, rail 1 holds it")


def test_quantum_2_aggregates_for_both_jobs_on_separate_ports() -> None:
    result = _two_jobs(QUANTUM_2)
    assert [job.rails[0].granted for job in result.summary.jobs] == [2, 2]
    assert [job.rails[0].root for job in result.summary.jobs] == ["spine0", "spine1"]


def test_a_tree_that_is_slower_than_the_ring_is_not_taken() -> None:
    # The leaves pass copies on: the tree runs at a quarter of the uplink (80 ms), the ring takes 35 ms.
    topology = leaf_spine(2, 1, 4, adding={"spine0": QUANTUM_2})
    result = play(topology, workload({}), algorithm="in-network", aggregation={"chunk_bytes": 0})
    assert "spine0 would take 80 ms" in result.audit[0].reason
    assert "the ring 35 ms" in result.audit[0].reason
    assert result.series.iteration_seconds[0] == pytest.approx(0.035, rel=1e-9)


def test_the_notes_say_in_which_direction_small_flows_are_off() -> None:
    # docs/model/tails.md: 4.75 / 3.25 and 40.8 / 28.8.
    note = play(one_switch(2), workload({})).summary.notes[0]
    assert "up to 1 kB take 1.46 times as long here on average" in note
    assert "p99 is 1.42 times too low" in note


def test_a_tree_keeps_its_root_on_a_slow_cable_and_the_notes_say_so() -> None:
    # Both spines could root the tree; c2 leads from leaf0 to spine0.
    topology = leaf_spine(2, 2, 1, adding={"spine0": QUANTUM_2, "spine1": QUANTUM_2})
    fault = {"cable": "c2", "rate_share": 0.5, "at_ms": 0}
    how = {"algorithm": "in-network", "aggregation": {"chunk_bytes": 0}}
    slow, sound = (play(topology, workload({}), faults=faults, **how) for faults in ([fault], []))
    assert {record.root for record in slow.audit} == {"spine0"}
    assert [note for note in slow.summary.notes if "keeps its root" in note]
    assert not [note for note in sound.summary.notes if "keeps its root" in note]


def test_a_ring_needs_no_decision() -> None:
    result = play(shared_uplink(), workload({"ranks": EIGHT}))
    assert result.audit == ()
    assert result.summary.jobs[0].rails[0].says is None
