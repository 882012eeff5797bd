"""Jobs by every collective and algorithm, against closed forms on one switch without contention."""

from math import ceil, log2
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.errors import DocumentError
from simcore.metrics import RunResult
from simcore.simulate import simulate
from simcore.topology import Topology
from tests.simcore.fabrics import LINE, leaf_spine, one_switch, scenario, workload

SIZE = 10**9
DELAY = 1e-3  # of each link; a message has two of them
LATENCY = 2 * DELAY


def ran(topology: Topology, collective: str, algorithm: str, **fields: Any) -> RunResult:
    job = {"collective": collective, "iterations": 2}
    return simulate(topology, workload(job), scenario(algorithm=algorithm, **fields))


def seconds(topology: Topology, collective: str, algorithm: str) -> float:
    times = ran(topology, collective, algorithm).series.iteration_communication
    assert times == pytest.approx([times[0]] * 2, rel=1e-9)
    return float(times[0])


def alpha_beta(steps: int, copies: float) -> float:
    """Return the time of ``steps`` messages in a row that have ``copies`` times the bytes together."""
    return steps * LATENCY + copies * SIZE / LINE


def bits(count: int) -> int:
    return sum(way.bit_count() for way in range(count))


@pytest.mark.parametrize("n", [2, 3, 4, 7, 8])
@pytest.mark.parametrize("collective", ["reduce-scatter", "all-gather"])
@pytest.mark.parametrize("algorithm", ["ring", "ring-steps", "pairwise"])
def test_one_pass_takes_n_less_1_steps_of_a_part(collective: str, algorithm: str, n: int) -> None:
    """So pipelined and step by step agree."""
    topology = one_switch(n, delay=DELAY)
    job = ran(topology, collective, algorithm)
    assert job.series.iteration_communication == pytest.approx([alpha_beta(n - 1, (n - 1) / n)] * 2, rel=1e-9)
    assert job.summary.jobs[0].bytes_per_host == pytest.approx((n - 1) / n * SIZE)


@pytest.mark.parametrize("n", [2, 4, 8])
def test_halving_and_doubling_take_logarithms_of_steps(n: int) -> None:
    topology, steps = one_switch(n, delay=DELAY), round(log2(n))
    one, both = alpha_beta(steps, (n - 1) / n), alpha_beta(2 * steps, 2 * (n - 1) / n)
    assert seconds(topology, "reduce-scatter", "halving-doubling") == pytest.approx(one, rel=1e-9)
    assert seconds(topology, "all-gather", "halving-doubling") == pytest.approx(one, rel=1e-9)
    assert seconds(topology, "all-reduce", "halving-doubling") == pytest.approx(both, rel=1e-9)


@pytest.mark.parametrize(("n", "steps"), [(3, 2), (7, 4)])
def test_ranks_that_are_no_power_of_two_cost_two_messages_of_all_bytes(n: int, steps: int) -> None:
    """Between them 2 log2 p steps of the p that are one: of two 1 copy, of four 1.5."""
    copies = {3: 1.0, 7: 1.5}[n]
    expected = alpha_beta(steps + 2, copies + 2)
    assert seconds(one_switch(n, delay=DELAY), "all-reduce", "halving-doubling") == pytest.approx(
        expected, rel=1e-9
    )


@pytest.mark.parametrize("n", [2, 3, 4, 7, 8])
def test_all_to_all_by_pairs_and_by_bruck(n: int) -> None:
    topology = one_switch(n, delay=DELAY)
    by_pairs, by_bruck = alpha_beta(n - 1, (n - 1) / n), alpha_beta(ceil(log2(n)), bits(n) / n)
    assert seconds(topology, "all-to-all", "pairwise") == pytest.approx(by_pairs, rel=1e-9)
    assert seconds(topology, "all-to-all", "bruck") == pytest.approx(by_bruck, rel=1e-9)
    sent = ran(topology, "all-to-all", "bruck").summary.jobs[0].bytes_per_host
    assert sent == pytest.approx(bits(n) / n * SIZE)


@pytest.mark.parametrize(("n", "hops"), [(2, 2), (3, 4), (4, 4), (7, 6), (8, 6)])
def test_a_barrier_takes_the_latencies_of_its_longest_way(n: int, hops: int) -> None:
    """Up and down a tree of depth 1, 2, 2, 3, 3; or ceil(log2 n) messages."""
    topology = one_switch(n, delay=DELAY)
    assert seconds(topology, "barrier", "double-tree") == pytest.approx(hops * LATENCY, rel=1e-9)
    assert seconds(topology, "barrier", "bruck") == pytest.approx(ceil(log2(n)) * LATENCY, rel=1e-9)


def test_two_ranks_exchange_all_bytes_once_by_a_double_tree() -> None:
    """Without latency no cable is idle until all has gone: half up one tree, half down the other."""
    assert seconds(one_switch(2), "all-reduce", "double-tree") == pytest.approx(SIZE / LINE, rel=1e-9)


def test_broadcast_and_reduction_between_two_are_one_transfer() -> None:
    """Both halves share the cable, chunk by chunk."""
    topology = one_switch(2, delay=DELAY)
    for collective in ("broadcast", "reduce"):
        assert seconds(topology, collective, "double-tree") == pytest.approx(alpha_beta(1, 1.0), rel=1e-9)


@pytest.mark.parametrize("n", [3, 4, 7, 8])
def test_broadcast_and_reduction_take_the_same_and_not_much_more_than_the_bytes(n: int) -> None:
    """The root's cable carries each byte once; trees of depth d fill within d + 1 chunks of 1/64 of them."""
    topology = one_switch(n)
    for collective in ("broadcast", "reduce"):
        taken = seconds(topology, collective, "double-tree") * LINE / SIZE
        assert 1.0 - 1e-9 <= taken <= 1.0 + 4 * ceil(log2(n)) / 64


@settings(max_examples=25, deadline=None)
@given(
    st.integers(2, 12),
    st.sampled_from(
        [
            ("all-reduce", "double-tree", 2.0),
            ("all-reduce", "halving-doubling", 2.0),
            ("reduce-scatter", "halving-doubling", 1.0),
            ("all-gather", "pairwise", 1.0),
            ("all-to-all", "bruck", 1.0),
        ]
    ),
)
def test_nothing_ends_before_the_bytes_have_passed(n: int, way: tuple[str, str, float]) -> None:
    """The mean cable carries passes (n - 1)/n of the bytes at least, each way."""
    collective, algorithm, passes = way
    job = ran(one_switch(n), collective, algorithm)
    least = passes * (n - 1) / n * SIZE / LINE
    assert job.series.iteration_communication.min() >= least * (1 - 1e-9)
    sent = job.summary.jobs[0].bytes_per_host
    assert sent is not None
    assert job.series.cable_mean.mean() * LINE * job.summary.simulated_s == pytest.approx(2 * sent, rel=1e-6)


def test_what_stays_in_a_host_is_off_the_fabric() -> None:
    """Four adapters in two hosts, half of the bytes each: steps 1, 2 and 3 of an eighth cross for some."""
    job = ran(one_switch(2, adapters=2), "all-to-all", "pairwise").summary.jobs[0]
    assert job.bytes_per_host == pytest.approx(SIZE / 2)
    assert job.rails == ()


def test_rails_run_side_by_side_with_their_part() -> None:
    """Four rails on the hosts of one switch: a quarter of the bytes each, on its own cables."""
    topology = one_switch(4, adapters=4)
    job = ran(topology, "all-reduce", "halving-doubling")
    rails = len(job.summary.jobs[0].rails)
    assert job.series.iteration_communication == pytest.approx([1.5 * SIZE / rails / LINE] * 2, rel=1e-9)


def test_a_graph_goes_around_a_spine_that_is_down() -> None:
    """Two spines; the one that is down is avoided 10 ms later, and all bytes arrive nevertheless."""
    topology = leaf_spine(2, 2, 2)
    faults = [{"switch": "spine0", "at_ms": 5.0}]
    for collective, algorithm in (("all-reduce", "double-tree"), ("all-to-all", "pairwise")):
        routing = {"convergence_ms": 10.0}
        job = ran(topology, collective, algorithm, faults=faults, routing=routing)
        assert job.summary.jobs[0].iterations_done == 2
        assert job.series.iteration_communication[0] > ran(
            topology, collective, algorithm
        ).series.iteration_communication[0] * (1 - 1e-9)


@pytest.mark.parametrize(
    ("collective", "algorithm", "choose"),
    [
        ("all-reduce", "pairwise", "auto, ring, ring-steps, in-network, double-tree, halving-doubling"),
        ("all-reduce", "bruck", "auto, ring, ring-steps, in-network, double-tree, halving-doubling"),
        ("broadcast", "bruck", "choose auto, ring, ring-steps, in-network or double-tree"),
        ("reduce", "pairwise", "choose auto, ring, ring-steps, in-network or double-tree"),
        ("all-gather", "double-tree", "ring-steps, in-network, halving-doubling, pairwise or bruck"),
        ("all-to-all", "double-tree", "pairwise, bruck or direct"),
        ("barrier", "pairwise", "ring, ring-steps, in-network, double-tree or bruck"),
    ],
)
def test_what_an_algorithm_does_not_do_is_refused_with_what_does(
    collective: str, algorithm: str, choose: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        ran(one_switch(4), collective, algorithm)
    (finding,) = refused.value.findings
    assert (finding.rule, finding.at) == ("algorithm.operation", "/algorithm")
    assert choose in finding.says


def test_planned_routing_lays_out_the_messages_of_a_graph() -> None:
    """Two leaves of two with two uplinks each: no uplink has to carry two messages of one step for long."""
    topology = leaf_spine(2, 2, 2)
    planned = ran(topology, "all-gather", "pairwise", routing={"mode": "planned"})
    assert np.isfinite(planned.series.iteration_communication).all()
    assert planned.series.iteration_communication[0] >= 0.75 * SIZE / LINE * (1 - 1e-9)


def test_more_messages_than_fit_are_refused_before_they_are_made() -> None:
    """1,500 ranks pairwise are 1,500 * 1,499 messages."""
    with pytest.raises(DocumentError) as refused:
        ran(one_switch(1500), "all-to-all", "pairwise")
    (finding,) = refused.value.findings
    assert (finding.rule, finding.at) == ("algorithm.messages", "/algorithm")
    assert "2,248,500" in finding.says


@pytest.mark.parametrize("mode", ["flowlets", "adaptive-spray", "least-loaded", "spray", "e-ecmp", "static"])
@pytest.mark.parametrize(
    ("collective", "algorithm", "copies"),
    [("all-reduce", "double-tree", 1.875), ("all-to-all", "bruck", 2.0)],
)
def test_every_routing_takes_graphs_and_no_fewer_bytes(
    mode: str, collective: str, algorithm: str, copies: float
) -> None:
    """Sixteen ranks send 2 * 15/16 of the bytes on average, or 32/16."""
    job = ran(leaf_spine(4, 2, 4), collective, algorithm, routing={"mode": mode, "period_us": 500.0})
    assert job.summary.jobs[0].bytes_per_host == pytest.approx(copies * SIZE)
    assert job.series.iteration_communication.min() >= copies * SIZE / LINE * (1 - 1e-9)
