"""Jobs whose rings run step by step, from documents to the summary."""

from collections.abc import Sequence
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from simcore.errors import StoppedError
from simcore.metrics import RunResult
from simcore.simulate import simulate
from simcore.topology import Topology
from tests.simcore.fabrics import LINE, fat_tree, leaf_spine, one_switch, scenario, workload

SIZE = 10**9
STEP = 1.5 * SIZE / LINE  # an iteration of a ring of four on an idle switch


def ran(topology: Topology, *jobs: dict[str, Any], flows: Sequence[Any] = (), **fields: Any) -> RunResult:
    return simulate(topology, workload(*jobs, flows=flows), scenario(algorithm="ring-steps", **fields))


def test_iterations_take_the_closed_form_with_every_latency() -> None:
    """2(n - 1) steps of S/n bytes and two links."""
    result = ran(one_switch(4, delay=1e-3), {"iterations": 3, "compute_ms": 2.0})
    job = result.summary.jobs[0]
    step = SIZE / 4 / LINE + 2e-3
    assert result.series.iteration_communication == pytest.approx([6 * step] * 3, rel=1e-9)
    assert result.summary.simulated_s == pytest.approx(3 * (6 * step + 2e-3), rel=1e-9)
    assert (job.algorithm, job.bytes_per_host) == ("ring-steps", pytest.approx(1.5 * SIZE))
    assert job.rails[0].rate == pytest.approx(SIZE / (6 * step), rel=1e-9)


def test_the_cables_carry_what_the_ring_sends() -> None:
    """Each of four cables carries 1.5 S up and 1.5 S down, in the time of the ring: it is full."""
    result = ran(one_switch(4), {})
    assert result.series.cable_mean == pytest.approx(1.0, rel=1e-9)
    assert result.summary.cables_hot == 4


def test_beside_other_traffic_a_ring_takes_longer_and_shares_the_cable() -> None:
    """Two hosts, 2 steps of S/2. A flow of S over the same cable has half of it until the steps are done."""
    flows = [{"id": "f", "src": "h0", "dst": "h1", "size_bytes": SIZE}]
    result = ran(one_switch(2), {}, flows=flows)
    # S/2 and S/2 at half the rate each take S/B; then the flow has nothing left either.
    assert result.series.iteration_seconds == pytest.approx([2 * SIZE / LINE], rel=1e-9)
    assert result.series.flow_completion == pytest.approx([2 * SIZE / LINE], rel=1e-9)
    assert result.summary.events > 0


def test_two_jobs_on_their_own_cables_need_no_events() -> None:
    ranks = [{"by": "list", "hosts": [f"h{host}" for host in each]} for each in ((0, 1, 2, 3), (4, 5, 6, 7))]
    result = ran(one_switch(8), *({"ranks": each, "iterations": 2} for each in ranks))
    assert result.series.iteration_seconds == pytest.approx([STEP] * 4, rel=1e-9)
    assert result.summary.events == 0


def test_a_step_waits_for_a_slow_cable_and_not_for_the_others() -> None:
    """From half of an iteration on one cable runs at half its rate, both ways, so two edges do.

    Each has 3 of its 6 steps left, twice as long: 1.5 iterations.
    """
    result = ran(one_switch(4), {}, faults=[{"cable": "c1", "rate_share": 0.5, "at_ms": 500.0 * STEP}])
    assert result.series.iteration_seconds == pytest.approx([1.5 * STEP], rel=1e-9)


def test_a_ring_whose_spine_goes_down_goes_on_when_routing_has_found_another() -> None:
    """Who crosses that spine sends nothing for 10 ms, and then all its steps one after the other."""
    topology, seconds = leaf_spine(2, 2, 2), []
    for spine in ("spine0", "spine1"):
        down = [{"switch": spine, "rate_share": 0.0, "at_ms": 0.0}]
        result = ran(topology, {"iterations": 2}, faults=down, routing={"convergence_ms": 10.0})
        seconds.append(result.series.iteration_seconds)
    # The ring crosses one of them at least; from the second iteration on it avoids what is down.
    assert np.max(seconds, axis=0) == pytest.approx([0.01 + STEP, STEP], rel=1e-9)


def test_the_end_of_a_run_of_rings_is_foreseen() -> None:
    seen = []
    work = workload({"iterations": 20, "compute_ms": 5.0})
    simulate(fat_tree(4, delay=1e-6), work, scenario(algorithm="ring-steps"), observer=seen.append)
    end = seen[-1].time
    for each in seen[:-1]:
        assert each.left == pytest.approx(end - each.time, abs=0.02 * end)
        assert each.progress == pytest.approx(each.time / end, abs=0.02)


@pytest.mark.parametrize("background", [[], [{"id": "b", "load": 0.05}]], ids=["alone", "beside others"])
def test_a_ring_of_many_steps_can_be_stopped_at_once(background: list[dict[str, Any]]) -> None:
    topology = leaf_spine(16, 8, 16, delay=1e-6)
    work = workload({"iterations": 10_000}, background=background)
    asked: list[float] = []

    def should_stop() -> bool:
        asked.append(perf_counter())
        return len(asked) > 20

    with pytest.raises(StoppedError):
        simulate(topology, work, scenario(algorithm="ring-steps"), should_stop=should_stop)
    longest = max(later - sooner for sooner, later in pairwise(asked))
    assert longest < 0.5  # 0.05 s on a machine with nothing else to do
