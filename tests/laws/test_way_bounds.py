"""No run is faster than its way allows, and no gain higher than its bound: random fabrics and profiles."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simcore.bounds.gain import shown_gain
from simcore.document.findings import Severity
from simcore.metrics import JobSummary, RunResult
from simcore.simulate import run_findings, simulate
from simcore.simulate.bounding import way_of
from simcore.topology import AggregationLimits, Segments, Streaming, Topology
from tests.simcore.fabrics import fabric, scenario, workload

WAYS = ("ring", "ring-steps", "double-tree", "halving-doubling", "in-network")

rates = st.sampled_from([1.25e10, 2.5e10, 5e10])
streams = st.one_of(
    st.none(),
    st.builds(
        Streaming,
        wire_share=st.sampled_from([1.0, 0.95]),
        start=st.sampled_from([0.0, 8e-6]),
        window=st.sampled_from([float("inf"), 5e4, 1e6]),
    ),
)
segments = st.one_of(st.none(), st.just(Segments(2_048, 2.83e-6, 9e-7)))
limits = st.builds(
    AggregationLimits,
    st.just("any"),
    st.sampled_from(["switch", "port", "any", "none"]),
    st.integers(1, 2),
    st.sampled_from([float("inf"), 4e10, 1e11, 4e11]),
    family=st.sampled_from(["one", "other"]),
    streaming=streams,
    segments=segments,
)
hows = st.fixed_dictionaries(
    {
        "tiers": st.sampled_from(["all", "leaf"]),
        "wait": st.sampled_from(["never", "when-it-pays"]),
        "merged_share": st.sampled_from([1.0, 0.5]),
    }
)


@st.composite
def fabrics(draw: st.DrawFn) -> Topology:
    """Return leaves and spines with one or two adapters a host, rates and abilities as drawn."""
    leaves, spines, hosts = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(2, 4))
    adapters = draw(st.integers(1, 2))
    down = [
        (f"h{leaf}.{host}/n{nic}", f"leaf{leaf}", draw(rates))
        for leaf in range(leaves)
        for host in range(hosts)
        for nic in range(adapters)
    ]
    up = [(f"leaf{leaf}", f"spine{spine}", draw(rates)) for leaf in range(leaves) for spine in range(spines)]
    names = [*(f"leaf{leaf}" for leaf in range(leaves)), *(f"spine{spine}" for spine in range(spines))]
    adding = {name: draw(limits) for name in names}
    return fabric([*down, *up], delay=draw(st.sampled_from([0.0, 3e-7, 2e-6])), adding=adding)


def run(topology: Topology, work: Any, way: str, how: Any) -> RunResult:
    """Return a run by a way; fabrics and settings that it does not fit are left out."""
    wanted = scenario(algorithm=way, aggregation=how if way == "in-network" else {})
    assume(all(each.severity is not Severity.ERROR for each in run_findings(topology, work, wanted)))
    return simulate(topology, work, wanted)


def played(topology: Topology, work: Any, way: str, how: Any) -> JobSummary:
    """Return what the first job came to."""
    return run(topology, work, way, how).summary.jobs[0]


@settings(deadline=None, max_examples=60)
@given(fabrics(), st.sampled_from([1, 4_096, 10**6, 10**9]), st.sampled_from(WAYS), st.integers(1, 3), hows)
def test_no_simulated_way_is_faster_than_its_latency_and_its_slowest_stage(
    topology: Topology, size: int, way: str, jobs: int, how: Any
) -> None:
    work = workload(*({"size_bytes": size, "iterations": 2} for _ in range(jobs)))
    result = run(topology, work, way, how)
    for row, job in enumerate(result.summary.jobs):
        assert job.bound is not None
        took = result.series.iteration_communication[result.series.iteration_job == row]
        assert took.min() >= job.bound.least_s * (1 - 1e-9)
        assert job.bound.least_s == pytest.approx(job.bound.latency_s + job.bound.stages[0].seconds)


@settings(deadline=None, max_examples=40)
@given(fabrics(), st.sampled_from([4_096, 10**9]), st.sampled_from(WAYS[1:]), hows)
def test_the_simulated_gain_over_the_ring_is_never_above_the_closed_bound(
    topology: Topology, size: int, way: str, how: Any
) -> None:
    work = workload({"size_bytes": size})
    ring, other = played(topology, work, "ring", how), played(topology, work, way, how)
    assert ring.communication.p50 and other.communication.p50 and other.bound
    gain = ring.communication.p50 / other.communication.p50
    assert gain <= ring.communication.p50 / other.bound.least_s * (1 + 1e-9)
    shown = shown_gain(
        host="the ring",
        host_time=ring.communication.p50,
        name=way,
        time=other.communication.p50,
        way=way_of(other.bound),
    )
    assert shown.times == pytest.approx(gain, rel=1e-9)
