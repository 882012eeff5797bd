"""Why a job was slow and what more rate would have bought: by hand, and against runs with more."""

from typing import Any

import pytest

from simcore.diagnosis import JobWhy
from simcore.document.workload import WorkloadDocument
from simcore.metrics import RunResult
from simcore.topology import Topology
from tests.simcore.fabrics import LINE, leaf_spine, one_switch, workload
from tests.simcore.simulate.runs import EIGHT, SIZE, UNICAST, play, shared_uplink

GBPS = 1.25e8  # bytes/s
SLOW_CABLE = [{"cable": "c1", "rate_share": 0.25, "at_ms": 0}]


def why_of(result: RunResult) -> JobWhy:
    """Return why the only job took as long as it did."""
    (job,) = result.summary.jobs
    assert job.why is not None
    return job.why


def gained(topology: Topology, work: WorkloadDocument, cable: int, **fields: Any) -> float:
    """Return by how much sooner the run ends for each Gbit/s more on a cable, by runs with more and less."""
    both, ends = slice(2 * cable, 2 * cable + 2), []
    rates, step = topology.link_rate[both].copy(), 1e-5 * LINE
    for sign in (1, -1):
        topology.link_rate[both] = rates + sign * step
        ends.append(play(topology, work, **fields).summary.simulated_s)
    topology.link_rate[both] = rates
    return (ends[1] - ends[0]) / (2 * step) * GBPS


def test_a_cable_at_a_quarter_of_its_speed_is_named_with_what_more_of_it_buys() -> None:
    # Four iterations of 1.5 S at a quarter of the line rate, 5 ms of compute before each; 4 * 1.5 S / C
    # falls by its own part 1 Gbit/s / C for each Gbit/s more.
    work = workload({"size_bytes": SIZE, "iterations": 4, "compute_ms": 5})
    why = why_of(play(one_switch(4), work, faults=SLOW_CABLE))
    communicated = 4 * 1.5 * SIZE / (LINE / 4)
    assert why.communication_s == pytest.approx(communicated, rel=1e-9)
    assert why.where.compute == pytest.approx(0.02 / (0.02 + communicated), rel=1e-9)
    (cable,) = why.cables
    assert (cable.cable, cable.direction, cable.source, cable.target) == ("c1", "both", "h1/n0", "s")
    assert (cable.share, cable.tied) == pytest.approx((1.0, 0.0))
    assert cable.buys_s_per_gbps == pytest.approx(communicated * GBPS / (LINE / 4), rel=1e-9)


@pytest.mark.parametrize("algorithm", ["ring", "ring-steps"])
def test_of_a_ring_that_runs_at_line_rate_the_adapters_are_the_reason_and_more_of_one_buys_nothing(
    algorithm: str,
) -> None:
    why = why_of(play(one_switch(8, delay=1e-6), workload({"size_bytes": SIZE}), algorithm=algorithm))
    assert (why.limit, why.network) == ("adapters", "adapters")
    # 14 hops of two links of 1 us beside 1.75 S / B.
    hops, stream = 28e-6, 1.75 * SIZE / LINE
    assert why.where.latency == pytest.approx(hops / (hops + stream), rel=1e-6)
    assert all(cable.tied == pytest.approx(7) and cable.buys_s_per_gbps == 0 for cable in why.cables)
    # All of them together: 1.75 S / B falls by 1 Gbit/s / B of itself.
    (kind,) = why.kinds
    assert (kind.tiers, kind.cables) == ((0, 1), 8)
    assert kind.buys_s_per_gbps == pytest.approx(stream * GBPS / LINE, rel=1e-9)
    assert why.cables[0].together_s_per_gbps == pytest.approx(stream * GBPS / LINE, rel=1e-9)


def test_a_job_that_mostly_computes_is_limited_by_that() -> None:
    why = why_of(play(one_switch(4), workload({"size_bytes": SIZE, "compute_ms": 1000})))
    assert (why.limit, why.network) == ("compute", "adapters")


def test_of_an_even_all_to_all_over_a_narrow_spine_all_uplinks_hold_it_back() -> None:
    # Two leaves of four hosts over one spine: half of what each of 8 hosts sends crosses, 4 S / 2 a leaf.
    result = play(leaf_spine(2, 1, 4), workload({"size_bytes": SIZE, "collective": "all-to-all"}))
    why = why_of(result)
    assert why.limit == "fabric"
    assert why.where.fabric == pytest.approx(1, rel=1e-6)
    (kind,) = why.kinds
    assert (kind.tiers, kind.cables) == ((1, 2), 2)
    assert kind.buys_s_per_gbps == pytest.approx(2 * SIZE / LINE * GBPS / LINE, rel=1e-6)
    assert [cable.tied for cable in why.cables] == pytest.approx([1, 1])


def test_both_cables_of_an_uplink_that_ring_and_flow_share_hold_the_ring_back_alike() -> None:
    # While the flow lasts, F / (B / 2), the way up and the way down; then every cable of the ring as well.
    why = why_of(play(shared_uplink(), workload({"ranks": EIGHT}, flows=UNICAST)))
    alone = {cable.cable: cable.buys_s_per_gbps for cable in why.cables}
    assert alone["c10"] == alone["c11"] == 0
    assert [cable.share for cable in why.cables[:2]] == pytest.approx([1, 1], rel=1e-9)


def test_what_a_cable_buys_is_what_runs_with_more_of_it_gain() -> None:
    # One uplink is slower than all else, so that nothing is tied.
    topology = leaf_spine(3, 2, 3)
    topology.link_rate[:] *= 1 + 0.01 * (topology.link_source + 3.7 * topology.link_target) % 0.3
    flows = [
        {"id": f"f{row}", "src": f"h{row}", "dst": f"h{(row + 4) % 9}", "size_bytes": SIZE * (row + 2) // 9}
        for row in range(5)
    ]
    work = workload({"size_bytes": SIZE, "iterations": 3, "compute_ms": 1}, flows=flows)
    how = {"tolerances": {"exact": True}}
    result = play(topology, work, **how)
    assert result.summary.why is not None
    best = result.summary.why.cables[0]
    row = topology.cable_ids.index(best.cable)
    assert best.buys_s_per_gbps == pytest.approx(gained(topology, work, row, **how), rel=1e-3)


def test_of_a_ring_step_by_step_a_slow_cable_is_named_with_what_more_of_it_buys() -> None:
    # Into host 1 and out of it a piece takes four times as long: 6 pieces of S / 4, one after the other.
    work = workload({"size_bytes": SIZE, "iterations": 4, "compute_ms": 5})
    result = play(one_switch(4), work, algorithm="ring-steps", faults=SLOW_CABLE)
    why = why_of(result)
    assert result.summary.events == 0
    communicated = 4 * 1.5 * SIZE / (LINE / 4)
    assert (why.limit, why.communication_s) == ("adapters", pytest.approx(communicated, rel=1e-9))
    (cable,) = why.cables
    assert (cable.cable, cable.direction) == ("c1", "both")
    assert (cable.share, cable.tied) == pytest.approx((1.0, 0.0))
    assert cable.buys_s_per_gbps == pytest.approx(communicated * GBPS / (LINE / 4), rel=1e-9)


def test_a_slow_cable_that_a_ring_step_by_step_shares_with_a_flow_is_named_as_well() -> None:
    # While a flow of S / 8 has its half of the cable to host 1, 2 (S / 8) / (B / 4), the ring has the other.
    flows = [{"id": "f", "src": "h0", "dst": "h1", "size_bytes": SIZE // 8}]
    work = workload({"size_bytes": SIZE}, flows=flows)
    result = play(one_switch(4), work, algorithm="ring-steps", faults=SLOW_CABLE)
    why = why_of(result)
    assert result.summary.events > 0
    assert why.cables[0].cable == "c1"
    # All that crosses: the ring's 1.5 S and the flow's S / 8.
    buys = 1.625 * SIZE / (LINE / 4) * GBPS / (LINE / 4)
    assert why.cables[0].buys_s_per_gbps == pytest.approx(buys, rel=1e-6)


@pytest.mark.parametrize("flow_count", [0, 5])
def test_what_a_cable_buys_a_ring_step_by_step_is_what_runs_with_more_of_it_gain(flow_count: int) -> None:
    topology = leaf_spine(3, 2, 3)
    topology.link_rate[:] *= 1 + 0.01 * (topology.link_source + 3.7 * topology.link_target) % 0.3
    flows = [
        {"id": f"f{row}", "src": f"h{row}", "dst": f"h{(row + 4) % 9}", "size_bytes": SIZE * (row + 2) // 9}
        for row in range(flow_count)
    ]
    work = workload({"size_bytes": SIZE, "iterations": 3, "compute_ms": 1}, flows=flows)
    how = {"tolerances": {"exact": True}, "algorithm": "ring-steps"}
    result = play(topology, work, **how)
    assert result.summary.why is not None
    best = result.summary.why.cables[0]
    row = topology.cable_ids.index(best.cable)
    assert best.buys_s_per_gbps == pytest.approx(gained(topology, work, row, **how), rel=1e-3)


def test_a_run_of_flows_alone_says_where_more_would_shorten_them() -> None:
    # 2 S and 4 S share one cable of rate B until 4 S / B; then the second has a cable of its own that is as
    # slow. So more of the shared one alone makes both end sooner by 4 S / B times its own part.
    flows = [
        {"id": "a", "src": "h0", "dst": "h1", "size_bytes": 2 * SIZE},
        {"id": "b", "src": "h0", "dst": "h2", "size_bytes": 4 * SIZE},
    ]
    why = play(one_switch(3), workload(flows=flows)).summary.why
    assert why is not None and why.ends_with is None
    assert (why.cables[0].cable, why.flow_cables[0].cable) == ("c0", "c0")
    assert why.cables[0].buys_s_per_gbps == pytest.approx(4 * SIZE / LINE * GBPS / LINE, rel=1e-6)
    assert why.flow_cables[0].buys_s_per_gbps == pytest.approx(4 * SIZE / LINE * GBPS / LINE, rel=1e-6)


def test_a_run_that_ends_with_a_ring_step_by_step_says_which_cables_hold_back_its_end() -> None:
    work = workload(
        {"size_bytes": SIZE, "iterations": 2},
        flows=[{"id": "f", "src": "h0", "dst": "h1", "size_bytes": SIZE // 100}],
    )
    summary = play(one_switch(4), work, algorithm="ring-steps", faults=SLOW_CABLE).summary
    assert summary.why is not None
    assert (summary.why.ends_with, summary.why.cables[0].cable) == (summary.jobs[0].id, "c1")
