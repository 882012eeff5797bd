"""Whole runs under routing that chooses again: when it does, and what that is worth. By hand."""

from typing import Any

import numpy as np
import pytest

from simcore.metrics import RunResult
from simcore.routing.flowlets import FlowletRouter
from simcore.routing.shortest_paths import ShortestPaths
from simcore.simulate import simulate
from simcore.topology import Topology
from tests.simcore.fabrics import LINE, leaf_spine, links_from, rows, scenario, workload

SIZE = 10**9
T = SIZE / LINE  # of one flow on an idle path: 20 ms
PERIOD = 0.002


def _play(topology: Topology, work: Any, mode: str, *, seed: int = 7, **fields: Any) -> RunResult:
    routing = {"mode": mode, "period_us": 1e6 * PERIOD, "seed": seed}
    return simulate(topology, work, scenario(routing=routing, **fields))


def _flows(*ends: tuple[str, str]) -> Any:
    return workload(
        flows=[
            {"id": f"f{row}", "src": src, "dst": dst, "size_bytes": SIZE}
            for row, (src, dst) in enumerate(ends)
        ]
    )


def test_adaptive_spraying_re_weights_a_flow_after_one_period() -> None:
    # One of two uplinks at a quarter: half of the rate over it until the first choice, then all of a line.
    slow = [{"cable": "c2", "at_ms": 0, "rate_share": 0.25}]
    result = _play(leaf_spine(2, 2, 1), _flows(("h0", "h1")), "adaptive-spray", faults=slow)
    assert result.series.flow_completion == pytest.approx([T + PERIOD / 2], rel=1e-9)


def test_adaptive_spraying_re_weights_a_ring_once_and_keeps_it() -> None:
    slow = [{"cable": "c2", "at_ms": 0, "rate_share": 0.25}]
    work = workload({"iterations": 3, "compute_ms": 5, "start_ms": 0.5})
    result = _play(leaf_spine(2, 2, 1), work, "adaptive-spray", faults=slow)
    # It communicates from 5.5 ms on, and the choice comes at 6 ms.
    assert result.series.iteration_communication == pytest.approx([T + 0.0005 / 2, T, T], rel=1e-9)


def test_adaptive_spraying_leaves_a_link_that_is_down_before_routing_has_converged() -> None:
    down = [{"cable": "c2", "at_ms": 2.5 * 1e3 * PERIOD}]
    result = _play(leaf_spine(2, 2, 1), _flows(("h0", "h1")), "adaptive-spray", faults=down)
    assert result.series.flow_completion == pytest.approx([T + PERIOD / 2], rel=1e-9)


def test_an_all_to_all_is_re_weighted_too() -> None:
    # Each of two hosts sends half of its bytes to the other; one of two uplinks is slow both ways.
    slow = [{"cable": "c2", "at_ms": 0, "rate_share": 0.25}]
    work = workload({"collective": "all-to-all", "iterations": 2})
    result = _play(leaf_spine(2, 2, 1), work, "adaptive-spray", faults=slow)
    assert result.series.iteration_seconds == pytest.approx([T / 2 + PERIOD / 2, T / 2], rel=1e-9)


def test_least_loaded_parts_two_flows_that_met_after_one_period() -> None:
    # Half of a line each while they share a spine, then one each.
    took = {
        round(float(result.series.flow_completion.max() / T), 9)
        for seed in range(8)
        for result in [
            _play(leaf_spine(2, 2, 2), _flows(("h0", "h2"), ("h1", "h3")), "least-loaded", seed=seed)
        ]
    }
    assert took == {1.0, round(1 + PERIOD / 2 / T, 9)}


def test_flowlets_meet_and_part_again_period_by_period() -> None:
    # A second method: the paths of each period, and half of the rate where both are on one spine.
    topology = leaf_spine(2, 2, 2)
    router = FlowletRouter(ShortestPaths(topology), seed=7)
    ends = rows(topology, "h0/n0", "h1/n0"), rows(topology, "h2/n0", "h3/n0")
    over_first = links_from(topology, "leaf0", "spine0")
    routes = router.route(*ends, np.arange(2, dtype=np.uint64))
    left, time = float(SIZE), 0.0
    while True:
        on_first = np.isin(routes.link, over_first).sum()
        rate = LINE if on_first == 1 else LINE / 2
        if left <= rate * PERIOD:
            break
        left, time = left - rate * PERIOD, time + PERIOD
        routes = router.choose(*ends, np.arange(2, dtype=np.uint64), topology.link_rate)
    result = _play(topology, _flows(("h0", "h2"), ("h1", "h3")), "flowlets")
    assert T < time + left / rate < 2 * T
    assert result.series.flow_completion == pytest.approx([time + left / rate] * 2, rel=1e-9)


@pytest.mark.parametrize("mode", ["flowlets", "adaptive-spray", "least-loaded"])
def test_what_is_re_routed_keeps_its_bytes_and_the_same_seed_gives_the_same_run(mode: str) -> None:
    background = {"id": "b", "load": 0.4, "stop_ms": 10}
    faults = [
        {"cable": "c9", "at_ms": 2, "rate_share": 0.1},
        {"switch": "spine1", "at_ms": 4, "until_ms": 7},
    ]
    topology, work = leaf_spine(2, 3, 4), workload({"size_bytes": SIZE // 8}, background=[background])
    one, other = (_play(topology, work, mode, faults=faults) for _ in range(2))
    assert one.summary == other.summary
    assert one.summary.flows.finished == one.summary.flows.started > 100
    # What hosts send is what they receive: over all host cables, twice the bytes of flows and ring edges.
    carried = one.series.cable_mean[:8].sum() * one.summary.simulated_s * LINE
    ring = 2 * 7 / 8 * (SIZE // 8) * 8
    assert carried == pytest.approx(2 * (one.series.flow_size.sum() + ring), rel=1e-9)
