"""Whole runs: completions by hand, decisions in words, and the same bytes whoever looks on."""

from typing import Any

import numpy as np
import pytest

from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.engine.loop import Engine
from simcore.errors import DocumentError, StoppedError
from simcore.frames import Snapshot
from simcore.metrics import RunResult, RunSeries
from simcore.simulate import run_findings, simulate
from simcore.topology import Topology
from simcore.traffic.background import BLOCK
from tests.simcore.fabrics import (
    LINE,
    QUANTUM,
    QUANTUM_2,
    fabric,
    leaf_spine,
    one_switch,
    scenario,
    workload,
)

SIZE = 10**9


def _play(topology: Topology, work: WorkloadDocument, **fields: Any) -> RunResult:
    return simulate(topology, work, scenario(**fields))


def _watched(topology: Topology, work: WorkloadDocument, how: ScenarioDocument) -> list[Snapshot]:
    seen: list[Snapshot] = []

    def keep(snapshot: Snapshot) -> None:
        _ = snapshot.readout
        seen.append(snapshot)

    simulate(topology, work, how, observer=keep)
    return seen


def _shared_uplink(limits: Any = QUANTUM_2) -> Topology:
    # Two leaves of five hosts on one spine, every cable 5e10 bytes/s: the uplinks are what all share.
    return leaf_spine(2, 1, 5, adding=dict.fromkeys(["leaf0", "leaf1", "spine0"], limits))


# Hosts 0-3 and 5-8 make up the job, host 4 sends to host 9 in the background over the same uplink.
EIGHT = {"by": "list", "hosts": ["h0", "h1", "h2", "h3", "h5", "h6", "h7", "h8"]}
UNICAST = [{"id": "f", "src": "h4", "dst": "h9", "size_bytes": SIZE // 4}]


def test_a_ring_on_an_idle_fabric_takes_the_closed_form() -> None:
    # 2(n - 1)(delay + size / n / rate) with a hop of two links of 1 us.
    result = _play(one_switch(8, delay=1e-6), workload({"size_bytes": SIZE}))
    expected = 14 * (2e-6 + SIZE / 8 / LINE)
    assert result.series.iteration_seconds[0] == pytest.approx(expected, rel=1e-9)
    assert result.summary.simulated_s == pytest.approx(expected, rel=1e-9)


def test_a_flow_on_a_shared_uplink_holds_up_the_ring() -> None:
    # Ring and flow share the uplink evenly until the flow's F bytes have gone: (2(n-1)/n S + F) / B in all.
    result = _play(_shared_uplink(), workload({"ranks": EIGHT}, flows=UNICAST))
    assert result.series.iteration_seconds[0] == pytest.approx((14 / 8 * SIZE + SIZE / 4) / LINE, rel=1e-9)


def test_a_flow_on_a_shared_uplink_holds_up_the_tree() -> None:
    # V10d end to end: the tree has rate 1/2 while the flow lasts: (S + F) / B in all.
    result = _play(
        _shared_uplink(),
        workload({"ranks": EIGHT}, flows=UNICAST),
        algorithm="in-network",
        aggregation={"chunk_bytes": 0},
    )
    assert result.summary.jobs[0].rails[0].granted == 1
    assert result.series.iteration_seconds[0] == pytest.approx((SIZE + SIZE / 4) / LINE, rel=1e-9)
    assert result.series.flow_completion[0] == pytest.approx(2 * (SIZE / 4) / LINE, rel=1e-9)


def test_two_jobs_on_one_uplink_share_it() -> None:
    # Two equal rings of two hosts across the spine: each at half the rate of the uplink.
    topology = leaf_spine(2, 1, 2)
    ranks = [{"by": "list", "hosts": [f"h{host}", f"h{host + 2}"]} for host in (0, 1)]
    result = _play(topology, workload(*({"ranks": each} for each in ranks)))
    assert result.series.iteration_seconds == pytest.approx([2 * SIZE / LINE] * 2, rel=1e-9)


def test_a_fault_in_mid_iteration_lengthens_what_is_left_of_it() -> None:
    # T = 2(n-1)/n S/B. At 2.5 T one cable falls to a quarter: iteration 3 takes T/2 + 2 T, the next 4 T; the
    # cable recovers 2 T into iteration 5, which has then done half: T/2 more.
    topology = one_switch(4)
    step = 1.5 * SIZE / LINE
    fault = {
        "cable": "c1",
        "rate_share": 0.25,
        "at_ms": 2.5 * step * 1e3,
        "until_ms": (2.5 + 2 + 4 + 2) * step * 1e3,
    }
    result = _play(topology, workload({"iterations": 6}), faults=[fault])
    in_steps = result.series.iteration_seconds / step
    assert in_steps == pytest.approx([1, 1, 2.5, 4, 2.5, 1], rel=1e-9)


def test_windows_divide_the_iterations_at_fault_events() -> None:
    step = 1.5 * SIZE / LINE
    fault = {"cable": "c1", "rate_share": 0.25, "at_ms": 2.5 * step * 1e3}
    result = _play(one_switch(4), workload({"iterations": 4}), faults=[fault])
    windows = result.summary.jobs[0].windows
    assert [(window.faults_active, window.iteration.count) for window in windows] == [(0, 2), (1, 2)]


def test_of_faults_that_overlap_on_a_cable_the_worst_counts() -> None:
    faults = [
        {"cable": "c0", "rate_share": 0.5, "at_ms": 0},
        {"cable": "c0", "rate_share": 0.1, "at_ms": 0, "until_ms": 30},
        {"cable": "c0", "rate_share": 0.8, "at_ms": 0},
    ]
    # 1e9 bytes between two hosts: 0.1 B for 30 ms moves 1.5e8 bytes, the rest goes at B / 2.
    result = _play(one_switch(2), workload({"iterations": 1}), faults=faults)
    assert result.summary.simulated_s == pytest.approx(0.03 + (SIZE - 1.5e8) / (LINE / 2), rel=1e-9)


def test_compute_comes_before_each_collective() -> None:
    result = _play(one_switch(2), workload({"iterations": 3, "compute_ms": 5.0}))
    assert result.series.iteration_seconds == pytest.approx([0.005 + SIZE / LINE] * 3, rel=1e-9)
    assert result.series.iteration_communication == pytest.approx([SIZE / LINE] * 3, rel=1e-9)
    assert result.summary.jobs[0].exposed_share == pytest.approx(0.02 / 0.025, rel=1e-9)


def test_jitter_lengthens_iterations_by_the_law_of_the_maximum() -> None:
    # docs/model/collectives.md with 64 ranks and 8 %: 1.20 of the mean.
    job = {"iterations": 2000, "compute_ms": 10.0, "jitter_cv": 0.08, "size_bytes": 1}
    result = _play(one_switch(64), workload(job))
    assert result.summary.jobs[0].iteration.mean == pytest.approx(0.0120, rel=0.01)


@pytest.mark.parametrize(("oversubscription", "milliseconds"), [(1, 19.92), (2, 35.0), (4, 70.0)])
def test_an_all_to_all_over_an_oversubscribed_spine_takes_what_v18_says(
    oversubscription: int, milliseconds: float
) -> None:
    topology = leaf_spine(8, 4, 32, uplink=32 * LINE / 4 / oversubscription)
    job = {"collective": "all-to-all", "size_bytes": SIZE}
    result = _play(topology, workload(job), routing={"mode": "spray"})
    assert 1e3 * result.series.iteration_seconds[0] == pytest.approx(milliseconds, rel=1e-3)


def test_bytes_on_the_links_are_those_of_the_streams_times_their_links() -> None:
    # V16 on one switch: every flow crosses 2 links, the tree crosses each of 8 cables both ways.
    topology = one_switch(8, adding={"s": QUANTUM_2})
    work = workload({"iterations": 3}, background=[{"id": "b", "load": 0.2, "stop_ms": 20.0}])
    result = _play(topology, work, algorithm="in-network")
    carried = (result.series.cable_mean * LINE * result.summary.simulated_s).sum()
    expected = 2 * result.series.flow_size.sum() + 3 * 16 * SIZE
    assert result.summary.flows.finished == result.summary.flows.started
    assert carried == pytest.approx(expected, rel=1e-9)


# Admission.


def _two_jobs(limits: Any) -> RunResult:
    topology = leaf_spine(2, 2, 2, adding=dict.fromkeys(["leaf0", "leaf1", "spine0", "spine1"], limits))
    ranks = [{"by": "list", "hosts": [f"h{host}", f"h{host + 2}"]} for host in (0, 1)]
    jobs = ({"ranks": each, "iterations": 2} for each in ranks)
    return _play(topology, workload(*jobs), algorithm="in-network", aggregation={"chunk_bytes": 0})


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
    how = scenario(algorithm="in-network", aggregation={"chunk_bytes": 0})
    seen = _watched(topology, work, how)
    result = simulate(topology, work, how)
    assert [record.job for record in result.audit] == ["job0", "job1"]
    assert [rail.job for rail in seen[-1].readout.rails] == ["job0", "job1"]
    assert result.audit[1].reason.endswith("and Training, rail 1 holds it")


def test_quantum_2_aggregates_for_both_jobs_on_separate_ports() -> None:
    result = _two_jobs(QUANTUM_2)
    assert [job.rails[0].granted for job in result.summary.jobs] == [2, 2]
    assert [job.rails[0].root for job in result.summary.jobs] == ["spine0", "spine1"]


def test_a_fabric_that_cannot_add_runs_rings_and_records_why() -> None:
    result = _play(one_switch(4), workload({}), algorithm="in-network")
    assert result.audit[0].reason == "no switch of this fabric can aggregate"
    assert result.summary.jobs[0].rails[0].fell_back == 1
    assert result.series.iteration_seconds[0] == pytest.approx(1.5 * SIZE / LINE, rel=1e-9)


def test_a_tree_that_is_slower_than_the_ring_is_not_taken() -> None:
    # The leaves pass copies on: the tree runs at a quarter of the uplink (80 ms), the ring takes 35 ms.
    topology = leaf_spine(2, 1, 4, adding={"spine0": QUANTUM_2})
    result = _play(topology, workload({}), algorithm="in-network", aggregation={"chunk_bytes": 0})
    assert "spine0 would take 80 ms" in result.audit[0].reason
    assert "the ring 35 ms" in result.audit[0].reason
    assert result.series.iteration_seconds[0] == pytest.approx(0.035, rel=1e-9)


def test_the_notes_say_in_which_direction_small_flows_are_off() -> None:
    # docs/model/tails.md: 4.75 / 3.25 and 40.8 / 28.8.
    note = _play(one_switch(2), workload({})).summary.notes[0]
    assert "up to 1 kB take 1.46 times as long here on average" in note
    assert "p99 is 1.42 times too low" in note


def test_a_tree_keeps_its_root_on_a_slow_cable_and_the_notes_say_so() -> None:
    # Both spines could root the tree; c2 leads from leaf0 to spine0.
    topology = leaf_spine(2, 2, 1, adding={"spine0": QUANTUM_2, "spine1": QUANTUM_2})
    fault = {"cable": "c2", "rate_share": 0.5, "at_ms": 0}
    how = {"algorithm": "in-network", "aggregation": {"chunk_bytes": 0}}
    slow, sound = (_play(topology, workload({}), faults=faults, **how) for faults in ([fault], []))
    assert {record.root for record in slow.audit} == {"spine0"}
    assert [note for note in slow.summary.notes if "keeps its root" in note]
    assert not [note for note in sound.summary.notes if "keeps its root" in note]


def test_a_ring_needs_no_decision() -> None:
    result = _play(_shared_uplink(), workload({"ranks": EIGHT}))
    assert result.audit == ()
    assert result.summary.jobs[0].rails[0].says is None


# Hot cables.


def test_cables_of_a_ring_are_hot_while_it_communicates_though_it_mostly_computes() -> None:
    # Four cables full for 30 ms of every 130.
    result = _play(one_switch(4), workload({"iterations": 3, "compute_ms": 100}))
    assert result.series.cable_mean.max() == pytest.approx(30 / 130, rel=1e-9)
    assert result.summary.cables_hot == 4


def test_a_cable_that_the_bottleneck_keeps_from_filling_is_not_hot() -> None:
    # The second host's cable has half the rate of the others: it is full, they are half full.
    topology = fabric([("h0/n0", "s"), ("h1/n0", "s", LINE / 2), ("h2/n0", "s")])
    assert _play(topology, workload({"compute_ms": 10})).summary.cables_hot == 1


def test_background_beside_compute_makes_no_cable_hot() -> None:
    # A flow fills two cables for 80 ms, for 70 of which the ring, on two others, computes.
    flows = [{"id": "f", "src": "h2", "dst": "h3", "size_bytes": 4 * SIZE}]
    ranks = {"by": "list", "hosts": ["h0", "h1"]}
    result = _play(
        one_switch(4), workload({"ranks": ranks, "compute_ms": 70, "size_bytes": 4 * SIZE}, flows=flows)
    )
    # The ring takes 80 ms from 70 ms on; the flow is under way for 10 of them.
    assert result.summary.simulated_s == pytest.approx(0.15, rel=1e-9)
    assert result.summary.cables_hot == 2


@pytest.mark.parametrize("at_ms", [15, 30, 45, 60])  # compute, its end, communication, its end
def test_a_cable_at_its_lower_rate_is_hot_at_that_rate(at_ms: float) -> None:
    # A ring over four cables, full in one of 20 iterations at most, then held up by the slow one of them.
    fault = {"cable": "c1", "rate_share": 0.5, "at_ms": at_ms}
    result = _play(one_switch(4), workload({"iterations": 20, "compute_ms": 30}), faults=[fault])
    assert result.summary.cables_hot == 1


def test_two_jobs_count_as_communicating_while_one_of_them_does() -> None:
    # Each keeps two cables full for 20 ms, the second from 20 ms on: half of the 40 ms, so none is hot.
    topology = one_switch(4)
    ranks = [{"by": "list", "hosts": hosts} for hosts in (["h0", "h1"], ["h2", "h3"])]
    after = _play(topology, workload({"ranks": ranks[0]}, {"ranks": ranks[1], "start_ms": 20}))
    beside = _play(topology, workload({"ranks": ranks[0]}, {"ranks": ranks[1]}))
    assert (after.summary.cables_hot, beside.summary.cables_hot) == (0, 4)


def test_without_a_job_a_cable_is_hot_over_the_whole_run() -> None:
    flows = [{"id": "f", "src": "h0", "dst": "h1", "size_bytes": SIZE}]
    assert _play(one_switch(3), workload(flows=flows)).summary.cables_hot == 2


# Samples, pace and repetition.


def _lively() -> tuple[Topology, WorkloadDocument, dict[str, Any]]:
    topology = _shared_uplink()
    job = {"iterations": 12, "compute_ms": 3.0, "jitter_cv": 0.1, "size_bytes": SIZE // 10}
    work = workload(job, background=[{"id": "b", "load": 0.1}])
    faults = [{"cable": "c0", "rate_share": 0.5, "at_ms": 20.0, "until_ms": 40.0}]
    return topology, work, {"algorithm": "in-network", "faults": faults, "seed": 5}


def _bytes_of(result: RunResult) -> bytes:
    arrays = [getattr(result.series, name).tobytes() for name in result.series.__dataclass_fields__]
    return b"".join(arrays) + repr(result.summary).encode() + repr(result.audit).encode()


def test_the_same_seed_gives_the_same_bytes_whoever_looks_on() -> None:
    topology, work, fields = _lively()
    alone = simulate(topology, work, scenario(**fields))
    watched = simulate(topology, work, scenario(**fields), observer=lambda snapshot: None)
    assert _bytes_of(alone) == _bytes_of(watched)


def test_a_paced_run_gives_the_same_bytes_as_an_unpaced_one() -> None:
    topology, work, fields = _lively()
    free = simulate(topology, work, scenario(**fields))
    paced = simulate(topology, work, scenario(**fields, pace={"ms_per_s": 5000.0}))
    assert _bytes_of(free) == _bytes_of(paced)


def test_another_seed_gives_other_iterations() -> None:
    topology, work, fields = _lively()
    one = simulate(topology, work, scenario(**fields))
    other = simulate(topology, work, scenario(**{**fields, "seed": 6}))
    assert one.series.iteration_seconds.tobytes() != other.series.iteration_seconds.tobytes()


def test_samples_go_forward_in_time_and_progress_never_falls() -> None:
    topology, work, fields = _lively()
    seen = _watched(topology, work, scenario(**fields))
    times, progress = ([getattr(each, name) for each in seen] for name in ("time", "progress"))
    assert len(seen) > 100
    assert (np.diff(times) > 0).all()
    assert (np.diff(progress) >= 0).all()
    assert 0 <= progress[0] < progress[-1] == 1.0


def test_progress_is_about_the_share_of_the_time_that_has_gone() -> None:
    topology, work, fields = _lively()
    seen = _watched(topology, work, scenario(**fields))
    half = next(each for each in seen if each.progress >= 0.5)
    assert half.time / seen[-1].time == pytest.approx(0.5, abs=0.1)


def test_utilisation_lies_between_nothing_and_the_rate_of_the_time() -> None:
    topology, work, fields = _lively()
    for snapshot in _watched(topology, work, scenario(**fields)):
        assert (snapshot.utilisation >= 0).all()
        assert (snapshot.utilisation <= 1).all()


def test_a_cable_at_a_quarter_of_its_rate_counts_as_full_when_it_carries_that() -> None:
    fault = {"cable": "c1", "rate_share": 0.25, "at_ms": 1.0}
    seen = _watched(one_switch(4), workload({}), scenario(faults=[fault]))
    assert seen[-2].utilisation[2] == pytest.approx(1.0, rel=1e-9)
    assert seen[-2].utilisation[0] == pytest.approx(0.25, rel=1e-9)


def test_fault_events_are_shown_at_their_moment() -> None:
    topology, work, fields = _lively()
    events = [each for each in _watched(topology, work, scenario(**fields)) if each.event]
    assert [each.time for each in events] == pytest.approx([0.02, 0.04])
    assert [len(each.readout.faults_active) for each in events] == [1, 0]
    assert events[1].readout.before_fault is not None


def test_a_readout_counts_what_the_summary_counts() -> None:
    topology, work, fields = _lively()
    last = _watched(topology, work, scenario(**fields))[-1].readout
    summary = simulate(topology, work, scenario(**fields)).summary
    assert last.iterations.done == last.iterations.total == 12
    assert last.flows.finished == summary.flows.finished
    assert last.iteration == summary.jobs[0].iteration
    assert len(last.recent) == 12


def test_a_run_stops_when_it_is_told_to() -> None:
    topology, work, fields = _lively()
    with pytest.raises(StoppedError):
        simulate(topology, work, scenario(**fields), should_stop=lambda: True)


def test_a_run_with_open_background_ends_with_its_last_job() -> None:
    topology, work, fields = _lively()
    result = simulate(topology, work, scenario(**fields))
    assert result.summary.simulated_s == result.series.iteration_end[-1]


def test_explicit_flows_alone_make_a_run() -> None:
    # Two flows of one adapter: each has half of it until the shorter ends.
    flows = [
        {"id": "short", "src": "h0", "dst": "h1", "size_bytes": SIZE},
        {"id": "long", "src": "h0", "dst": "h2", "size_bytes": 2 * SIZE},
    ]
    result = _play(one_switch(3, delay=1e-6), workload(flows=flows))
    expected = np.array([2 * SIZE / LINE, 3 * SIZE / LINE]) + 2e-6
    assert result.series.flow_completion == pytest.approx(expected, rel=1e-9)
    assert result.summary.simulated_s == pytest.approx(expected[1], rel=1e-9)


# What does not fit.


@pytest.mark.parametrize(
    ("work", "how", "rule", "at"),
    [
        (workload(), scenario(), "run.nothing", "/"),
        (
            workload({"ranks": {"by": "list", "hosts": ["h0", "zz"]}}),
            scenario(),
            "ranks.unknown",
            "/jobs/0/ranks/hosts/1",
        ),
        (workload({"ranks": {"by": "tag", "tag": "gpu"}}), scenario(), "ranks.unknown", "/jobs/0/ranks/tag"),
        (workload({"ranks": {"by": "list", "hosts": ["h0"]}}), scenario(), "ranks.too-few", "/jobs/0/ranks"),
        (workload({"ranks": {"count": 99}}), scenario(), "ranks.too-few", "/jobs/0/ranks/count"),
        (workload({"id": "j"}, {"id": "j"}), scenario(), "id.duplicate", "/jobs/1/id"),
        (
            workload(background=[{"id": "b", "load": 0.1}]),
            scenario(),
            "background.endless",
            "/background/0/stop_ms",
        ),
        (
            workload({}, background=[{"id": "b", "load": 0.1, "start_ms": 5, "stop_ms": 5}]),
            scenario(),
            "background.time",
            "/background/0/stop_ms",
        ),
        (
            workload(flows=[{"id": "f", "src": "h0", "dst": "h9", "size_bytes": 1}]),
            scenario(),
            "flow.end",
            "/flows/0/dst",
        ),
        (
            workload(flows=[{"id": "f", "src": "h0", "dst": "h0", "size_bytes": 1}]),
            scenario(),
            "flow.self",
            "/flows/0/dst",
        ),
        (
            workload({}),
            scenario(faults=[{"cable": "zz", "at_ms": 0, "rate_share": 0.5}]),
            "fault.cable",
            "/faults/0/cable",
        ),
        (
            workload({}),
            scenario(placement=[{"job": "zz", "rails": [{"name": "r", "members": ["h0/n0", "h1/n0"]}]}]),
            "placement.job",
            "/placement/0/job",
        ),
        (
            workload({"id": "j"}),
            scenario(placement=[{"job": "j", "rails": [{"name": "r", "members": ["h0/n0", "s"]}]}]),
            "placement.adapter",
            "/placement/0/rails/0/members/1",
        ),
    ],
)
def test_what_does_not_fit_is_found_at_its_place(
    work: WorkloadDocument, how: ScenarioDocument, rule: str, at: str
) -> None:
    topology = one_switch(4)
    assert (rule, at) in [(each.rule, each.at) for each in run_findings(topology, work, how)]
    with pytest.raises(DocumentError):
        simulate(topology, work, how)


def test_ranks_on_two_islands_are_found() -> None:
    topology = leaf_spine(2, 1, 2)
    apart = Topology(
        **{
            name: getattr(topology, name)[:-4] if name.startswith("link_") else getattr(topology, name)
            for name in Topology.__dataclass_fields__
        }
    )
    found = run_findings(apart, workload({}), scenario())
    assert [each.rule for each in found] == ["ranks.unreachable"]
    assert "2 of its 4 adapters are out of reach" in found[0].says


def test_a_placement_by_hand_is_followed() -> None:
    # Ring order h0 h2 h1 h3 crosses the spine four times: the uplinks carry two edges each way.
    placed = [{"job": "job0", "rails": [{"name": "mine", "members": ["h0/n0", "h2/n0", "h1/n0", "h3/n0"]}]}]
    result = _play(leaf_spine(2, 1, 2), workload({}), placement=placed)
    assert result.summary.jobs[0].rails[0].name == "mine"
    assert result.series.iteration_seconds[0] == pytest.approx(2 * 1.5 * SIZE / LINE, rel=1e-9)


def test_many_findings_of_one_kind_are_counted_after_the_first_ones() -> None:
    flows = [{"id": str(row), "src": "h0", "dst": "zz", "size_bytes": 1} for row in range(80)]
    found = run_findings(one_switch(2), workload(flows=flows), scenario())
    assert len(found) == 51
    assert found[-1].says == "and 30 more like it"


def test_a_run_that_waits_for_flows_beside_open_background_ends_at_one_moment_at_any_pace() -> None:
    topology, work, fields = _lively()
    flows = [{"id": "late", "src": "h0", "dst": "h5", "size_bytes": SIZE, "start_ms": 50.0}]
    longer = WorkloadDocument.model_validate({**work.model_dump(), "flows": flows})
    free = simulate(topology, longer, scenario(**fields))
    paced = simulate(topology, longer, scenario(**fields, pace={"ms_per_s": 5000.0}))
    assert free.summary.simulated_s > 0.07
    assert SIZE in free.series.flow_size
    assert _bytes_of(free) == _bytes_of(paced)


def test_a_run_that_gives_rows_back_leaves_the_same_bytes_as_one_that_keeps_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = workload({"iterations": 40}, background=[{"id": "b", "load": 0.4, "stop_ms": 300}])
    freeing = _play(leaf_spine(2, 2, 4), work)
    monkeypatch.setattr(Engine, "release", lambda engine, first, count: None)
    keeping = _play(leaf_spine(2, 2, 4), work)
    assert freeing.summary.flows.started > 3 * BLOCK
    assert freeing.summary == keeping.summary
    for name in RunSeries.__dataclass_fields__:
        assert getattr(freeing.series, name).tobytes() == getattr(keeping.series, name).tobytes()
