"""Every operation by every algorithm of hosts on one idle switch, against the closed forms of the bounds."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.bounds.algorithms import Algorithm as Form
from simcore.bounds.algorithms import collective_time
from simcore.bounds.bus import Collective as Kind
from simcore.bounds.bus import bandwidth_bound
from simcore.document.scenario import Algorithm
from simcore.document.workload import Collective
from simcore.errors import DocumentError
from simcore.simulate import simulate
from simcore.simulate.algorithms import fitting
from tests.simcore.fabrics import LINE, fabric, leaf_spine, one_switch, scenario, workload

SIZE = 10**9
DELAY = 1e-3  # of each link; a message has two of them
LATENCY = 2 * DELAY

FORMS = {
    "ring": Form.RING,
    "ring-steps": Form.RING,
    "double-tree": Form.TREE,
    "halving-doubling": Form.HALVING_DOUBLING,
    "pairwise": Form.PAIRWISE,
    "bruck": Form.BRUCK,
}
# Those in which chunks are forwarded; the closed form counts one hop of a chunk too many.
CHAINS = {"broadcast", "reduce"}
RINGS = {"ring", "ring-steps"}
ELSEWHERE = {"auto", "in-network", "edge-servers", "smart-nic", "direct"}
# An all-to-all by ring is every pair for itself, as is every send-recv.
DIRECT = {("all-to-all", "ring"), ("all-to-all", "ring-steps")}

PAIRS = [
    (kind.value, algorithm.value)
    for kind in Collective
    if kind is not Collective.SEND_RECV
    for algorithm in fitting(kind)
    if algorithm.value not in ELSEWHERE and (kind.value, algorithm.value) not in DIRECT
]


def seconds(
    n: int, collective: str, algorithm: str, *, size: int = SIZE, delay: float = DELAY, **more: Any
) -> float:
    job = {"collective": collective, "size_bytes": size, **more.pop("job", {})}
    how = scenario(algorithm=algorithm, **more)
    (time,) = simulate(one_switch(n, delay=delay), workload(job), how).series.iteration_communication
    return float(time)


def closed(n: int, collective: str, algorithm: str, *, chunk: float = 0.0) -> float:
    # To gather in pairs takes the messages of a ring.
    form = Form.RING if (collective, algorithm) == ("all-gather", "pairwise") else FORMS[algorithm]
    return collective_time(
        Kind(collective), form, rank_count=n, size=SIZE, rate=LINE, delay=LATENCY, chunk=chunk
    )


def test_every_algorithm_has_a_form_or_is_held_to_another_test() -> None:
    assert {each.value for each in Algorithm} == {*FORMS, *ELSEWHERE}


@pytest.mark.parametrize("n", [2, 4, 8])
@pytest.mark.parametrize(("collective", "algorithm"), [pair for pair in PAIRS if pair[1] != "double-tree"])
def test_a_collective_takes_what_its_closed_form_says(collective: str, algorithm: str, n: int) -> None:
    is_chain = collective in CHAINS and algorithm in RINGS
    chunk = SIZE / 32 if is_chain else 0.0
    one_too_many = chunk / LINE
    expected = closed(n, collective, algorithm, chunk=chunk) - one_too_many
    assert seconds(n, collective, algorithm) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("n", [2, 3, 4, 7, 8])
@pytest.mark.parametrize("collective", [kind for kind, algorithm in PAIRS if algorithm == "double-tree"])
def test_a_double_tree_lies_between_its_bytes_and_its_closed_form(collective: str, n: int) -> None:
    """An adapter has a chunk of each tree on its hands, so that a hop takes two of them at most.

    A root stands above both trees, one hop higher than in the closed form.
    """
    chunk = 0.0 if collective == "barrier" else 2 * SIZE / 2 / 32
    time = seconds(n, collective, "double-tree")
    above = LATENCY + chunk / LINE if collective in CHAINS else 0.0
    assert time <= (closed(n, collective, "double-tree", chunk=chunk) + above) * (1 + 1e-9)
    least = bandwidth_bound(Kind(collective), rank_count=n, size=SIZE, rate=LINE)
    assert time >= least * (1 - 1e-9)


@pytest.mark.parametrize("n", [2, 3, 8])
@pytest.mark.parametrize("algorithm", ["direct", "ring", "ring-steps", "in-network", "auto"])
def test_an_all_to_all_of_all_pairs_at_once_takes_one_latency_and_the_bytes(n: int, algorithm: str) -> None:
    expected = LATENCY + (n - 1) / n * SIZE / LINE
    assert seconds(n, "all-to-all", algorithm) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("algorithm", [each.value for each in Algorithm])
@pytest.mark.parametrize(("n", "distance"), [(2, None), (4, None), (5, None), (4, 1), (7, 3)])
def test_a_send_takes_one_message_whatever_the_algorithm(
    algorithm: str, n: int, distance: int | None
) -> None:
    """A rank in the middle sends and receives at the same time, each way over its own link."""
    time = seconds(n, "send-recv", algorithm, job={"distance": distance})
    assert time == pytest.approx(LATENCY + SIZE / LINE, rel=1e-9)


@settings(max_examples=30, deadline=None)
@given(
    n=st.integers(2, 9),
    root=st.integers(0, 8),
    chunks=st.integers(1, 40),
    collective=st.sampled_from(["broadcast", "reduce"]),
    delay=st.sampled_from([0.0, 1e-6, 1e-3]),
    size=st.integers(1, 10**9),
)
def test_a_chain_takes_the_same_pipelined_and_step_by_step(
    *, n: int, root: int, chunks: int, collective: str, delay: float, size: int
) -> None:
    layout = {"chunks": chunks, "root": root % n}
    pipelined, stepped = (
        seconds(n, collective, algorithm, size=size, delay=delay, collectives=layout)
        for algorithm in ("ring", "ring-steps")
    )
    assert stepped == pytest.approx(pipelined, rel=1e-9)


@settings(max_examples=30, deadline=None)
@given(
    n=st.integers(2, 9),
    collective=st.sampled_from(["all-reduce", "reduce-scatter", "all-gather"]),
    delay=st.sampled_from([0.0, 1e-6, 1e-3]),
    size=st.integers(1, 10**9),
)
def test_a_ring_takes_the_same_pipelined_and_step_by_step(
    *, n: int, collective: str, delay: float, size: int
) -> None:
    pipelined, stepped = (
        seconds(n, collective, algorithm, size=size, delay=delay) for algorithm in ("ring", "ring-steps")
    )
    assert stepped == pytest.approx(pipelined, rel=1e-9)


@settings(max_examples=20, deadline=None)
@given(
    rates=st.lists(st.sampled_from([0.25, 0.5, 1.0, 2.0]), min_size=2, max_size=7),
    chunks=st.integers(1, 12),
    collective=st.sampled_from(["broadcast", "reduce"]),
)
def test_a_chain_of_unequal_edges_is_as_slow_as_its_slowest_and_one_chunk_on_the_others(
    *, rates: list[float], chunks: int, collective: str
) -> None:
    """Edge i is bound by the slower of the cables of rank i and the next; ranks of one switch, root 0."""
    topology = fabric([(f"h{row}/n0", "s", share * LINE) for row, share in enumerate(rates)], delay=DELAY)
    order = rates if collective == "broadcast" else [*rates[1:], rates[0]]
    edge = [min(pair) * LINE for pair in pairwise(order)]
    chunk = SIZE / chunks
    expected = sum(LATENCY + chunk / rate for rate in edge) + (chunks - 1) * chunk / min(edge)
    for algorithm in ("ring", "ring-steps"):
        how = scenario(algorithm=algorithm, collectives={"chunks": chunks})
        result = simulate(topology, workload({"collective": collective}), how)
        assert result.series.iteration_communication == pytest.approx([expected], rel=1e-9)


@pytest.mark.parametrize("algorithm", ["ring", "ring-steps", "double-tree"])
@pytest.mark.parametrize("collective", ["broadcast", "reduce"])
def test_bytes_go_from_the_root_or_to_it_alone(collective: str, algorithm: str) -> None:
    """Rank 2 of five sends (or has) all bytes once; nothing of the other direction of its cable."""
    how = scenario(algorithm=algorithm, collectives={"root": 2})
    result = simulate(one_switch(5), workload({"collective": collective}), how)
    carried = result.series.cable_mean[2] * LINE * result.summary.simulated_s
    expected = [SIZE, 0.0] if collective == "broadcast" else [0.0, SIZE]
    assert carried == pytest.approx(expected, rel=1e-6, abs=1.0)
    assert result.summary.jobs[0].bytes_per_host == pytest.approx(4 / 5 * SIZE)


def test_fewer_chunks_fill_a_double_tree_more_slowly() -> None:
    times = [
        seconds(8, "all-reduce", "double-tree", delay=0.0, collectives={"chunks": chunks})
        for chunks in (1, 4, 16, 64)
    ]
    assert times == sorted(times, reverse=True)
    assert times[-1] >= 2 * 7 / 8 * SIZE / LINE * (1 - 1e-9)


@pytest.mark.parametrize("algorithm", ["ring", "ring-steps"])
def test_a_chain_goes_around_a_spine_that_is_down(algorithm: str) -> None:
    """Two spines; the one that is down is avoided 10 ms later, and all bytes arrive nevertheless."""
    work = workload({"collective": "broadcast", "iterations": 2})
    faults = [{"switch": "spine0", "at_ms": 5.0}]
    how = scenario(algorithm=algorithm, faults=faults, routing={"convergence_ms": 10.0})
    faulty = simulate(leaf_spine(2, 2, 2), work, how)
    plain = simulate(leaf_spine(2, 2, 2), work, scenario(algorithm=algorithm))
    assert faulty.summary.jobs[0].iterations_done == 2
    assert faulty.series.iteration_communication[0] >= plain.series.iteration_communication[0] * (1 - 1e-9)


@pytest.mark.parametrize(
    ("job", "how", "rule", "at"),
    [
        ({"collective": "reduce"}, {"collectives": {"root": 4}}, "collectives.root", "/collectives/root"),
        ({"collective": "send-recv", "distance": 4}, {}, "job.distance", "/jobs/0/distance"),
    ],
)
def test_what_lies_beyond_the_ranks_is_refused(
    job: dict[str, Any], how: dict[str, Any], rule: str, at: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        simulate(one_switch(4), workload(job), scenario(algorithm="ring", **how))
    (finding,) = refused.value.findings
    assert (finding.rule, finding.at) == (rule, at)
