"""Trees in whole runs: tiers, windows, segments, tree limits, families; times by hand."""

from dataclasses import replace
from typing import Any

import pytest

from simcore.topology import AggregationLimits, Segments, Streaming, Topology
from tests.simcore.fabrics import LINE, QUANTUM, QUANTUM_2, leaf_spine, one_switch, workload
from tests.simcore.simulate.runs import SIZE, play

EXACT = {"chunk_bytes": 0}


def _adding(topology: Topology, limits: AggregationLimits) -> Topology:
    given = tuple(limits if "/" not in name else None for name in topology.vertex_ids)
    return replace(topology, aggregation=given)


def _halves() -> list[dict[str, Any]]:
    """Return two jobs, each of four of eight hosts."""
    halves = (range(4), range(4, 8))
    return [{"ranks": {"by": "list", "hosts": [f"h{host}" for host in half]}} for half in halves]


def _times(topology: Topology, job: dict[str, Any] | None = None, **aggregation: Any) -> Any:
    how = {"algorithm": "in-network", "aggregation": EXACT | aggregation}
    return play(topology, workload(job or {}), **how)


def test_three_leaves_that_add_alone_send_rings_around_over_the_spine() -> None:
    # 3 leaves of 4 hosts. A host's cable up: its vector, its quarter of the rings' 2 (3 - 1)/3, and its
    # quarter of the result: 1 + 1/3 + 1/4. An uplink: four rings with a quarter of 4/3 each. One tree with
    # its root at a leaf would bring that leaf two copies over one cable.
    topology = _adding(leaf_spine(3, 1, 4), QUANTUM_2)
    result = _times(topology, tiers="leaf")
    took = 19 / 12 * SIZE / LINE
    assert result.series.iteration_seconds[0] == pytest.approx(took, rel=1e-9)
    assert result.series.cable_mean[12:] * took * LINE == pytest.approx(4 / 3 * SIZE, rel=1e-9)
    (record,) = result.audit
    assert set(record.switches) == {"leaf0", "leaf1", "leaf2"}


def test_of_two_leaves_that_add_alone_one_adds_for_both() -> None:
    # One copy passes the spine each way.
    topology = _adding(leaf_spine(2, 1, 4), QUANTUM_2)
    result = _times(topology, tiers="leaf")
    assert result.series.iteration_seconds[0] == pytest.approx(SIZE / LINE, rel=1e-9)


def test_adding_in_every_tier_crosses_each_uplink_once_and_each_host_once() -> None:
    topology = _adding(leaf_spine(2, 1, 4), QUANTUM_2)
    result = _times(topology, tiers="all")
    assert result.series.iteration_seconds[0] == pytest.approx(SIZE / LINE, rel=1e-9)
    assert result.series.cable_mean == pytest.approx(1.0, rel=1e-9)


def test_crowns_of_unequal_size_take_their_members_in_turn() -> None:
    # Leaves of 2, 2, 2 and 1 hosts, two rings. Nobody adds for the single host, which leads both; of the
    # others each leads one: 1 + 2 (4 - 1)/4 / 2 + 1/2 = 2.25 times the vector. The ring of seven sends 12/7.
    topology = _adding(leaf_spine(4, 1, 2), QUANTUM_2)
    job = {"ranks": {"by": "list", "hosts": [f"h{host}" for host in range(7)]}}
    result = _times(topology, job, tiers="leaf")
    assert result.audit[0].decision == "fallback"
    assert "would take 45 ms" in result.audit[0].reason


def test_a_window_of_slots_bounds_a_tree_by_its_round_trip() -> None:
    # Two hops up and two down of 1 µs: 4 µs. Four fifths of what the line carries meanwhile fit in.
    window = 0.8 * LINE * 4e-6
    limits = AggregationLimits("slots", "any", 1, float("inf"), streaming=Streaming(window=window))
    topology = _adding(leaf_spine(2, 1, 2, delay=1e-6), limits)
    result = _times(topology)
    assert result.series.iteration_seconds[0] == pytest.approx(SIZE / (0.8 * LINE) + 4e-6, rel=1e-9)


def test_a_window_is_each_trees_own() -> None:
    # One switch with slots for two streams: two jobs of four hosts, each held by its own window alone.
    window = 0.8 * LINE * 2e-6
    limits = AggregationLimits("slots", "switch", 2, float("inf"), streaming=Streaming(window=window))
    topology = _adding(one_switch(8, delay=1e-6), limits)
    result = play(topology, workload(*_halves()), algorithm="in-network", aggregation=EXACT)
    assert {record.decision for record in result.audit} == {"grant"}
    assert result.series.iteration_seconds == pytest.approx([SIZE / (0.8 * LINE) + 2e-6] * 2, rel=1e-9)


@pytest.mark.parametrize(
    ("size", "protocol", "seconds"),
    [
        # Segments of 2,048 bytes: the first after 3 µs, others 0.9 µs apart or as fast as the line, which is
        # slower for one alone. A stream: 8 µs and S/(.5 line).
        (2_048, "latency", 3e-6 + 2_048 / LINE),
        (4_096, "latency", 3.9e-6),
        (2_048 * 40, "streaming", 8e-6 + 2_048 * 40 / (0.5 * LINE)),
    ],
)
def test_the_faster_of_segments_and_stream_is_taken(size: int, protocol: str, seconds: float) -> None:
    limits = AggregationLimits(
        "both",
        "switch",
        1,
        float("inf"),
        streaming=Streaming(wire_share=0.5, start=8e-6),
        segments=Segments(2_048, 3e-6, 0.9e-6),
    )
    topology = _adding(one_switch(64, delay=1e-6), limits)
    result = _times(topology, {"size_bytes": size})
    (rail,) = result.summary.jobs[0].rails
    assert (rail.protocol, rail.granted) == (protocol, 1)
    assert result.series.iteration_seconds[0] == pytest.approx(seconds, rel=1e-6)


def test_segments_need_no_token() -> None:
    # Where the switch admits one stream, two jobs have their segments added at once.
    limits = AggregationLimits(
        "segments", "switch", 1, float("inf"), streaming=None, segments=Segments(2_048, 1e-6, 1e-7)
    )
    topology = _adding(one_switch(8, delay=1e-6), limits)
    jobs = [job | {"size_bytes": 2_048} for job in _halves()]
    result = play(topology, workload(*jobs), algorithm="in-network", aggregation=EXACT)
    assert {record.decision for record in result.audit} == {"grant"}
    assert {record.reason.split(":")[0] for record in result.audit} == {"nothing of it is locked"}


def test_no_more_trees_stand_than_switches_keep() -> None:
    limits = AggregationLimits("few", "any", 1, float("inf"), trees=2)
    topology = _adding(one_switch(8, adapters=3), limits)
    result = _times(topology)
    assert [record.decision for record in result.audit] == ["grant", "grant", "refusal"]
    assert result.audit[2].reason == "2 trees stand already, all that switches of few keep"


def test_switches_of_another_family_pass_copies_on() -> None:
    # The leaves are of one family, the spine of another: the leaves' sums go around.
    topology = leaf_spine(3, 1, 4)
    other = AggregationLimits("other", "any", 1, float("inf"), family="b")
    mine = AggregationLimits("mine", "any", 1, float("inf"), family="a")
    given = {"leaf0": mine, "leaf1": mine, "leaf2": mine, "spine0": other}
    topology = replace(topology, aggregation=tuple(given.get(name) for name in topology.vertex_ids))
    result = _times(topology)
    assert set(result.audit[0].switches) == {"leaf0", "leaf1", "leaf2"}
    assert result.series.iteration_seconds[0] == pytest.approx(19 / 12 * SIZE / LINE, rel=1e-9)


def test_best_effort_sends_on_what_it_does_not_merge() -> None:
    # Half of 3 further copies is merged: 1 + 0.5 · 3 = 2.5 copies over an uplink that is 2.5 times as fast.
    topology = _adding(leaf_spine(2, 1, 4, uplink=2.5 * LINE), QUANTUM_2)
    result = _times(topology, merged_share=0.5)
    assert result.series.iteration_seconds[0] == pytest.approx(SIZE / LINE, rel=1e-9)
    assert result.series.cable_mean[8:, 0] == pytest.approx(1.0, rel=1e-9)
    assert result.series.cable_mean[8:, 1] == pytest.approx(0.4, rel=1e-9)


def test_a_reduce_scatter_in_the_network_sends_more_than_its_ring() -> None:
    # Every host sends its whole vector up, where the ring of one pass sends 3/4 of it.
    result = _times(_adding(one_switch(4), QUANTUM), {"collective": "reduce-scatter"})
    assert result.audit[0].decision == "fallback"
    assert "would take 20 ms at the rates of now, the ring 15 ms" in result.audit[0].reason


def test_an_all_gather_brings_each_part_up_once_and_all_down() -> None:
    # With hops of 1 µs and few bytes the tree's two hops beat the ring's 2 (n - 1).
    topology = _adding(one_switch(4, delay=1e-6), QUANTUM)
    result = _times(topology, {"collective": "all-gather", "size_bytes": 40_000})
    took = 40_000 / LINE + 2e-6
    assert result.series.iteration_seconds[0] == pytest.approx(took, rel=1e-9)
    carried = result.series.cable_mean * took * LINE
    assert carried[:, 0] == pytest.approx(10_000, rel=1e-9)
    assert carried[:, 1] == pytest.approx(40_000, rel=1e-9)


def test_a_broadcast_goes_up_from_its_root_alone_and_down_to_all() -> None:
    # The third rank's vector goes up to the spine, and from there down to all, its own leaf among them.
    topology = _adding(leaf_spine(2, 1, 4, delay=1e-6), QUANTUM_2)
    how = {"algorithm": "in-network", "aggregation": EXACT, "collectives": {"root": 2}}
    result = play(topology, workload({"collective": "broadcast"}), **how)
    took = SIZE / LINE + 4e-6
    assert result.audit[0].decision == "grant"
    assert result.series.iteration_seconds[0] == pytest.approx(took, rel=1e-9)
    carried = result.series.cable_mean * took * LINE / SIZE
    assert carried[:, 0] == pytest.approx([0, 0, 1, 0, 0, 0, 0, 0, 1, 0], abs=1e-9)
    assert carried[:, 1] == pytest.approx(1, abs=1e-9)


def test_a_reduce_goes_up_from_all_and_down_to_its_root_alone() -> None:
    topology = _adding(leaf_spine(2, 1, 4, delay=1e-6), QUANTUM_2)
    how = {"algorithm": "in-network", "aggregation": EXACT, "collectives": {"root": 5}}
    result = play(topology, workload({"collective": "reduce"}), **how)
    took = SIZE / LINE + 4e-6
    assert result.series.iteration_seconds[0] == pytest.approx(took, rel=1e-9)
    carried = result.series.cable_mean * took * LINE / SIZE
    assert carried[:, 0] == pytest.approx([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], abs=1e-9)
    assert carried[:, 1] == pytest.approx([0, 0, 0, 0, 0, 1, 0, 0, 0, 1], abs=1e-9)


def test_a_barrier_in_the_network_takes_the_ways_up_and_down_and_moves_nothing() -> None:
    topology = _adding(leaf_spine(2, 1, 4, delay=1e-6), QUANTUM_2)
    result = _times(topology, {"collective": "barrier", "iterations": 3}, chunk_bytes=4096)
    assert result.series.iteration_seconds == pytest.approx([4e-6] * 3, rel=1e-9)
    assert result.series.cable_mean == pytest.approx(0.0, abs=1e-12)
    assert [record.bytes for record in result.audit] == [0, 0, 0]


def test_a_barrier_without_a_token_goes_around_twice() -> None:
    # Two jobs on one switch that admits one: the other's token passes 2 (4 - 1) hops of two links.
    topology = _adding(one_switch(8, delay=1e-6), QUANTUM)
    jobs = [job | {"collective": "barrier"} for job in _halves()]
    how = {"algorithm": "in-network", "aggregation": EXACT | {"wait": "never"}}
    result = play(topology, workload(*jobs), **how)
    assert sorted(result.series.iteration_seconds) == pytest.approx([2e-6, 12e-6], rel=1e-9)


def test_two_trees_on_one_uplink_share_it() -> None:
    # Two jobs, a tree each over the same leaves' single uplink; switches admit both.
    limits = AggregationLimits("many", "any", 1, float("inf"))
    topology = _adding(leaf_spine(2, 1, 4), limits)
    halves = [[0, 1, 4, 5], [2, 3, 6, 7]]
    jobs = [{"ranks": {"by": "list", "hosts": [f"h{host}" for host in half]}} for half in halves]
    result = play(topology, workload(*jobs), algorithm="in-network", aggregation=EXACT)
    assert {record.decision for record in result.audit} == {"grant"}
    assert result.series.iteration_seconds == pytest.approx([2 * SIZE / LINE] * 2, rel=1e-9)


def test_a_tree_and_a_flow_share_an_uplink() -> None:
    # The flow takes half of the uplink for as long as it lasts: 20 ms at half the line for 10 ms of it.
    topology = _adding(leaf_spine(2, 1, 4), QUANTUM_2)
    flow = {"id": "f", "src": "h0", "dst": "h4", "size_bytes": SIZE // 2}
    job = {"ranks": {"by": "list", "hosts": ["h1", "h2", "h5", "h6"]}}
    result = play(topology, workload(job, flows=[flow]), algorithm="in-network", aggregation=EXACT)
    assert result.series.flow_completion[0] == pytest.approx(SIZE / LINE, rel=1e-9)
    assert result.series.iteration_seconds[0] == pytest.approx(1.5 * SIZE / LINE, rel=1e-9)


def test_a_quorum_begins_without_the_slowest_and_says_how_many_were_ready() -> None:
    # 6 of 8 hosts: with exponential jitter the sixth comes at 1 - cv + cv (H_8 - H_2) of the mean.
    topology = _adding(one_switch(8), QUANTUM)
    job = {"iterations": 2_000, "compute_ms": 10, "jitter_cv": 0.5, "jitter": "exponential", "size_bytes": 8}
    six = _times(topology, job, quorum=6).summary.jobs[0]
    every = _times(topology, job).summary.jobs[0]
    assert (six.ready_share, every.ready_share) == (6 / 8, 1.0)
    for job_of, last in ((six, 6), (every, 8)):
        until = sum(1 / rank for rank in range(8 - last + 1, 9))
        assert job_of.iteration.mean == pytest.approx(5e-3 * (1 + until), rel=0.02)
