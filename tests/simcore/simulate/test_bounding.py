"""The least time of a way and the stage that bounds it, by hand; and what tiers carry."""

from dataclasses import replace
from typing import Any

import pytest

from simcore.bounds.gain import Stage, Way, shown_gain
from simcore.metrics import JobBound
from simcore.topology import AggregationLimits, ScaleUpDomain, Segments, Streaming, Topology
from tests.simcore.fabrics import LINE, QUANTUM_2, fabric, leaf_spine, one_switch, workload
from tests.simcore.simulate.runs import SIZE, play

INF = float("inf")
# Reducers of 1.6e11 bytes/s: four inputs at 4e10, below the line.
SLOW = AggregationLimits("custom", "port", 1, 1.6e11)


def bound(topology: Topology, **how: Any) -> JobBound:
    """Return the bound of one all-reduce of SIZE."""
    found = play(topology, workload({}), **how).summary.jobs[0].bound
    assert found is not None
    return found


def test_a_ring_is_bounded_by_its_slowest_adapter_which_is_named() -> None:
    cables: list[Any] = [("h0/n0", "s"), ("h1/n0", "s", LINE / 2), ("h2/n0", "s"), ("h3/n0", "s")]
    found = bound(fabric(cables, delay=1e-6))
    stage = found.stages[0]
    assert (stage.name, stage.at, found.bounded_by) == ("the adapters", "h1/n0", "the adapters")
    assert stage.seconds == pytest.approx(2 * 3 / 4 * SIZE / (LINE / 2))
    assert found.latency_s == pytest.approx(6 * 2e-6)  # 2 (n - 1) hops over two cables
    assert found.least_s == pytest.approx(found.latency_s + stage.seconds)
    assert found.says.startswith("at least 60 ms, bounded by the adapters (h1/n0)")


def test_adapters_alike_have_no_name() -> None:
    assert bound(one_switch(4)).stages[0].at is None


def test_a_tree_is_bounded_by_a_slow_reducer() -> None:
    found = bound(one_switch(4, adding={"s": SLOW}), algorithm="in-network")
    assert (found.bounded_by, found.stages[0].at) == ("adding in the switches", "s")
    assert found.stages[0].seconds == pytest.approx(4 * SIZE / 1.6e11)


def tree_alone(size: float = SIZE, **given: Any) -> tuple[JobBound, float]:
    """Return bound and time of a tree over four hosts on one switch with these limits, cables of 1 us."""
    adding = AggregationLimits("custom", "any", 1, INF, **given)
    topology = one_switch(4, adding={"s": adding}, delay=1e-6)
    job = play(topology, workload({"size_bytes": int(size)}), algorithm="in-network").summary.jobs[0]
    assert job.bound is not None
    assert job.communication.p50 is not None
    return job.bound, job.communication.p50


def test_a_stream_has_its_share_of_the_wire_and_starts_late_and_the_bound_is_met_where_it_is_alone() -> None:
    found, took = tree_alone(streaming=Streaming(wire_share=0.8, start=1e-4))
    assert (found.bounded_by, found.latency_s) == ("the adapters", 1e-4)
    assert found.stages[0].seconds == pytest.approx(SIZE / (0.8 * LINE))
    assert took == pytest.approx(found.least_s, rel=1e-9)


def test_slots_bound_what_is_under_way() -> None:
    # Up and down are two cables of 1 us and a chunk of 4,096 bytes each: 2.164 us for 100,000 bytes.
    found, took = tree_alone(streaming=Streaming(window=100_000))
    assert found.bounded_by == "the slots of the switches"
    assert found.stages[0].seconds == pytest.approx(SIZE * 2 * (1e-6 + 4096 / LINE) / 100_000)
    assert took == pytest.approx(found.least_s, rel=1e-9)


def test_segments_go_through_one_after_the_other() -> None:
    found, took = tree_alone(10_000, streaming=None, segments=Segments(1_000, 3e-6, 1e-6))
    assert found.bounded_by == "segments one by one"
    assert found.least_s == pytest.approx(3e-6 + 9 * 1e-6)
    assert took == pytest.approx(found.least_s, rel=1e-9)


def test_a_refused_tree_is_bounded_as_the_ring_that_it_was() -> None:
    # The leaves pass copies on: two of them on an uplink, where the ring takes one and a half.
    found = bound(leaf_spine(2, 1, 2, adding={"spine0": QUANTUM_2}), algorithm="in-network")
    assert found.least_s == pytest.approx(2 * 3 / 4 * SIZE / LINE)


def test_a_double_tree_is_bounded_by_the_rank_that_sends_most() -> None:
    # Of 4 ranks one has two children in a tree: half up and half down to each there, half up as a leaf.
    found = bound(one_switch(4), algorithm="double-tree")
    assert 1.5 * SIZE / LINE <= found.stages[0].seconds <= 2 * SIZE / LINE


def test_small_messages_are_bounded_by_latency() -> None:
    found = play(one_switch(4, delay=1e-6), workload({"size_bytes": 8})).summary.jobs[0].bound
    assert found is not None
    assert found.bounded_by == "latency"


def test_nvls_inside_the_host_bounds_where_adapters_are_quick() -> None:
    # S (1 + 1/8) / 3e11 is 3.75 ms; each of 8 adapters takes S/8 in 2.5 ms.
    topology = one_switch(2, adapters=8, adding={"s": QUANTUM_2})
    domains = (ScaleUpDomain(8, 3.6e11, 3e11),) * 2
    found = bound(replace(topology, scale_up=domains), algorithm="in-network", scale_up={"way": "nvls"})
    assert (found.bounded_by, found.stages[0].at) == ("NVLS inside the host", None)  # hosts are alike
    assert found.stages[0].seconds == pytest.approx(SIZE * 9 / 8 / 3e11)
    assert found.stages[1].seconds == pytest.approx(SIZE / 8 / LINE)


def test_an_all_to_all_has_no_bound() -> None:
    result = play(one_switch(3), workload({"collective": "all-to-all"}))
    assert result.summary.jobs[0].bound is None


def test_tiers_carry_what_a_ring_sends_over_them() -> None:
    # Two hosts on two leaves: each sends SIZE to the other over one spine.
    tiers = play(leaf_spine(2, 1, 1), workload({})).summary.tiers
    assert [(each.tiers, each.cables) for each in tiers] == [((0, 1), 2), ((1, 2), 2)]
    for each in tiers:
        assert (each.up_bytes, each.down_bytes) == pytest.approx((2 * SIZE, 2 * SIZE))


WAY = Way("a tree", (Stage("the adapters", 2.0), Stage("NVLS inside the host", 4.0, "h3")), 0.5)


def shown(time: float, **given: float):
    """Return the gain of ``time`` by WAY over a host's 9 s."""
    return shown_gain(host="the ring", host_time=9.0, name="the tree", time=time, way=WAY, **given)


def test_a_gain_up_to_the_bound_is_shown_with_what_bounds_it() -> None:
    gain = shown(6.0)
    assert (gain.times, gain.bound, gain.bounded_by) == (1.5, 2.0, "NVLS inside the host")
    assert gain.says == (
        "at most 2 times as fast as the ring: its slowest stage, NVLS inside the host (h3), takes 4 s"
    )


def test_a_gain_above_the_bound_is_withheld_and_the_words_say_why() -> None:
    gain = shown(4.0)
    assert gain.times is None
    assert gain.says.startswith("not shown: the tree would take")
    assert "cannot be more than 2 times as fast" in gain.says


def test_what_a_run_with_tolerances_may_be_off_is_shown_as_the_bound() -> None:
    assert shown(4.49, within=0.005).times == 2.0
    assert shown(4.49).times is None


def test_a_loss_is_shown_as_one() -> None:
    assert shown(18.0).times == 0.5
