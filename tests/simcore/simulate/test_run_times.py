"""Whole runs: when what ends, by hand, by closed forms and by the figures of the model pages."""

import numpy as np
import pytest

from tests.simcore.fabrics import LINE, QUANTUM_2, leaf_spine, one_switch, workload
from tests.simcore.simulate.runs import EIGHT, SIZE, UNICAST, play, shared_uplink


def test_a_ring_on_an_idle_fabric_takes_the_closed_form() -> None:
    # 2(n - 1)(delay + size / n / rate) with a hop of two links of 1 us.
    result = play(one_switch(8, delay=1e-6), workload({"size_bytes": SIZE}))
    expected = 14 * (2e-6 + SIZE / 8 / LINE)
    assert result.series.iteration_seconds[0] == pytest.approx(expected, rel=1e-9)
    assert result.summary.simulated_s == pytest.approx(expected, rel=1e-9)


def test_a_flow_on_a_shared_uplink_holds_up_the_ring() -> None:
    # Ring and flow share the uplink evenly until the flow's F bytes have gone: (2(n-1)/n S + F) / B in all.
    result = play(shared_uplink(), workload({"ranks": EIGHT}, flows=UNICAST))
    assert result.series.iteration_seconds[0] == pytest.approx((14 / 8 * SIZE + SIZE / 4) / LINE, rel=1e-9)


def test_a_flow_on_a_shared_uplink_holds_up_the_tree() -> None:
    # V10d end to end: the tree has rate 1/2 while the flow lasts: (S + F) / B in all.
    result = play(
        shared_uplink(),
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
    result = play(topology, workload(*({"ranks": each} for each in ranks)))
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
    result = play(topology, workload({"iterations": 6}), faults=[fault])
    in_steps = result.series.iteration_seconds / step
    assert in_steps == pytest.approx([1, 1, 2.5, 4, 2.5, 1], rel=1e-9)


def test_windows_divide_the_iterations_at_fault_events() -> None:
    step = 1.5 * SIZE / LINE
    fault = {"cable": "c1", "rate_share": 0.25, "at_ms": 2.5 * step * 1e3}
    result = play(one_switch(4), workload({"iterations": 4}), faults=[fault])
    windows = result.summary.jobs[0].windows
    assert [(window.faults_active, window.iteration.count) for window in windows] == [(0, 2), (1, 2)]


def test_of_faults_that_overlap_on_a_cable_the_worst_counts() -> None:
    faults = [
        {"cable": "c0", "rate_share": 0.5, "at_ms": 0},
        {"cable": "c0", "rate_share": 0.1, "at_ms": 0, "until_ms": 30},
        {"cable": "c0", "rate_share": 0.8, "at_ms": 0},
    ]
    # 1e9 bytes between two hosts: 0.1 B for 30 ms moves 1.5e8 bytes, the rest goes at B / 2.
    result = play(one_switch(2), workload({"iterations": 1}), faults=faults)
    assert result.summary.simulated_s == pytest.approx(0.03 + (SIZE - 1.5e8) / (LINE / 2), rel=1e-9)


def test_compute_comes_before_each_collective() -> None:
    result = play(one_switch(2), workload({"iterations": 3, "compute_ms": 5.0}))
    assert result.series.iteration_seconds == pytest.approx([0.005 + SIZE / LINE] * 3, rel=1e-9)
    assert result.series.iteration_communication == pytest.approx([SIZE / LINE] * 3, rel=1e-9)
    assert result.summary.jobs[0].exposed_share == pytest.approx(0.02 / 0.025, rel=1e-9)


def test_jitter_lengthens_iterations_by_the_law_of_the_maximum() -> None:
    # docs/model/collectives.md with 64 ranks and 8 %: 1.20 of the mean.
    job = {"iterations": 2000, "compute_ms": 10.0, "jitter_cv": 0.08, "size_bytes": 1}
    result = play(one_switch(64), workload(job))
    assert result.summary.jobs[0].iteration.mean == pytest.approx(0.0120, rel=0.01)


@pytest.mark.parametrize(("oversubscription", "milliseconds"), [(1, 19.92), (2, 35.0), (4, 70.0)])
def test_an_all_to_all_over_an_oversubscribed_spine_takes_what_v18_says(
    oversubscription: int, milliseconds: float
) -> None:
    topology = leaf_spine(8, 4, 32, uplink=32 * LINE / 4 / oversubscription)
    job = {"collective": "all-to-all", "size_bytes": SIZE}
    result = play(topology, workload(job), routing={"mode": "spray"})
    assert 1e3 * result.series.iteration_seconds[0] == pytest.approx(milliseconds, rel=1e-3)


def test_bytes_on_the_links_are_those_of_the_streams_times_their_links() -> None:
    # V16 on one switch: every flow crosses 2 links, the tree crosses each of 8 cables both ways.
    topology = one_switch(8, adding={"s": QUANTUM_2})
    work = workload({"iterations": 3}, background=[{"id": "b", "load": 0.2, "stop_ms": 20.0}])
    result = play(topology, work, algorithm="in-network")
    carried = (result.series.cable_mean * LINE * result.summary.simulated_s).sum()
    expected = 2 * result.series.flow_size.sum() + 3 * 16 * SIZE
    assert result.summary.flows.finished == result.summary.flows.started
    assert carried == pytest.approx(expected, rel=1e-9)


def test_explicit_flows_alone_make_a_run() -> None:
    # Two flows of one adapter: each has half of it until the shorter ends.
    flows = [
        {"id": "short", "src": "h0", "dst": "h1", "size_bytes": SIZE},
        {"id": "long", "src": "h0", "dst": "h2", "size_bytes": 2 * SIZE},
    ]
    result = play(one_switch(3, delay=1e-6), workload(flows=flows))
    expected = np.array([2 * SIZE / LINE, 3 * SIZE / LINE]) + 2e-6
    assert result.series.flow_completion == pytest.approx(expected, rel=1e-9)
    assert result.summary.simulated_s == pytest.approx(expected[1], rel=1e-9)


def test_a_placement_by_hand_is_followed() -> None:
    # Ring order h0 h2 h1 h3 crosses the spine four times: the uplinks carry two edges each way.
    placed = [{"job": "job0", "rails": [{"name": "mine", "members": ["h0/n0", "h2/n0", "h1/n0", "h3/n0"]}]}]
    result = play(leaf_spine(2, 1, 2), workload({}), placement=placed)
    assert result.summary.jobs[0].rails[0].name == "mine"
    assert result.series.iteration_seconds[0] == pytest.approx(2 * 1.5 * SIZE / LINE, rel=1e-9)
