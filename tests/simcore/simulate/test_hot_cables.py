"""Which cables a run calls hot."""

import pytest

from tests.simcore.fabrics import LINE, fabric, one_switch, workload
from tests.simcore.simulate.runs import SIZE, play


def test_cables_of_a_ring_are_hot_while_it_communicates_though_it_mostly_computes() -> None:
    # Four cables full for 30 ms of every 130.
    result = play(one_switch(4), workload({"iterations": 3, "compute_ms": 100}))
    assert result.series.cable_mean.max() == pytest.approx(30 / 130, rel=1e-9)
    assert result.summary.cables_hot == 4


def test_a_cable_that_the_bottleneck_keeps_from_filling_is_not_hot() -> None:
    # The second host's cable has half the rate of the others: it is full, they are half full.
    topology = fabric([("h0/n0", "s"), ("h1/n0", "s", LINE / 2), ("h2/n0", "s")])
    assert play(topology, workload({"compute_ms": 10})).summary.cables_hot == 1


def test_background_beside_compute_makes_no_cable_hot() -> None:
    # A flow fills two cables for 80 ms, for 70 of which the ring, on two others, computes.
    flows = [{"id": "f", "src": "h2", "dst": "h3", "size_bytes": 4 * SIZE}]
    ranks = {"by": "list", "hosts": ["h0", "h1"]}
    result = play(
        one_switch(4), workload({"ranks": ranks, "compute_ms": 70, "size_bytes": 4 * SIZE}, flows=flows)
    )
    # The ring takes 80 ms from 70 ms on; the flow is under way for 10 of them.
    assert result.summary.simulated_s == pytest.approx(0.15, rel=1e-9)
    assert result.summary.cables_hot == 2


@pytest.mark.parametrize("at_ms", [15, 30, 45, 60])  # compute, its end, communication, its end
def test_a_cable_at_its_lower_rate_is_hot_at_that_rate(at_ms: float) -> None:
    # A ring over four cables, full in one of 20 iterations at most, then held up by the slow one of them.
    fault = {"cable": "c1", "rate_share": 0.5, "at_ms": at_ms}
    result = play(one_switch(4), workload({"iterations": 20, "compute_ms": 30}), faults=[fault])
    assert result.summary.cables_hot == 1


def test_two_jobs_count_as_communicating_while_one_of_them_does() -> None:
    # Each keeps two cables full for 20 ms, the second from 20 ms on: half of the 40 ms, so none is hot.
    topology = one_switch(4)
    ranks = [{"by": "list", "hosts": hosts} for hosts in (["h0", "h1"], ["h2", "h3"])]
    after = play(topology, workload({"ranks": ranks[0]}, {"ranks": ranks[1], "start_ms": 20}))
    beside = play(topology, workload({"ranks": ranks[0]}, {"ranks": ranks[1]}))
    assert (after.summary.cables_hot, beside.summary.cables_hot) == (0, 4)


def test_without_a_job_a_cable_is_hot_over_the_whole_run() -> None:
    flows = [{"id": "f", "src": "h0", "dst": "h1", "size_bytes": SIZE}]
    assert play(one_switch(3), workload(flows=flows)).summary.cables_hot == 2
