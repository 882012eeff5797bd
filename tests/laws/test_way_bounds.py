"""No run is faster than its way allows, and no gain higher than its bound: random fabrics and profiles."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from simcore.bounds.gain import shown_gain
from simcore.document.findings import Severity
from simcore.metrics import JobSummary
from simcore.simulate import run_findings, simulate
from simcore.simulate.bounding import way_of
from simcore.topology import AggregationLimits, ScaleUpDomain, Segments, Streaming, Topology
from tests.simcore.fabrics import fabric, scenario, workload

WAYS = ("ring", "ring-steps", "double-tree", "halving-doubling", "smart-nic", "in-network")

rates = st.sampled_from([1.25e10, 2.5e10, 5e10])
streams = st.none() | st.builds(
    Streaming,
    wire_share=st.sampled_from([0.5, 0.95, 1.0]),
    start=st.sampled_from([0.0, 8e-6]),
    window=st.sampled_from([float("inf"), 2.6e5, 4e3]),
    most=st.sampled_from([float("inf"), 1e8]),
)
segments = st.none() | st.builds(
    Segments, st.sampled_from([256.0, 2048.0]), st.sampled_from([0.0, 2.8e-6]), st.sampled_from([1e-7, 9e-7])
)
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
    made = fabric([*down, *up], delay=draw(st.sampled_from([0.0, 3e-7, 2e-6])), adding=adding)
    inside = draw(st.sampled_from([3e10, 1e11, 3.7e11]))
    domain = ScaleUpDomain(draw(st.sampled_from([2, 8])), inside, 0.85 * inside)
    return replace(made, scale_up=(domain,) * len(made.host_ids))


@st.composite
def scenarios(draw: st.DrawFn) -> dict[str, Any]:
    """Return a way with tiers, protocol and inside of hosts as they fit it."""
    algorithm = draw(st.sampled_from(WAYS))
    how: dict[str, Any] = {"algorithm": algorithm}
    if algorithm in {"ring", "double-tree", "in-network", "smart-nic"}:
        ways = ["free", "peers", "nvls", *(["ring"] if algorithm == "ring" else [])]
        how["scale_up"] = {"way": draw(st.sampled_from(ways))}
    how["aggregation"] = {
        "tiers": draw(st.sampled_from(["all", "leaf"])),
        "protocol": draw(st.sampled_from(["auto", "latency", "streaming"])),
        "wait": draw(st.sampled_from(["never", "when-it-pays"])),
        "merged_share": draw(st.sampled_from([1.0, 0.5])),
        "wire_share": draw(st.sampled_from([None, 0.9])),
        "chunk_bytes": draw(st.sampled_from([0, 4096])),
    }
    return how


def is_runnable(topology: Topology, work: Any, how: dict[str, Any]) -> bool:
    """Return whether nothing stops the run: a fabric may have no switch that adds as is asked."""
    findings = run_findings(topology, work, scenario(**how))
    return all(each.severity is not Severity.ERROR for each in findings)


def played(topology: Topology, work: Any, **how: Any) -> JobSummary:
    """Return what the first job came to."""
    return simulate(topology, work, scenario(**how)).summary.jobs[0]


@settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.filter_too_much])
@given(fabrics(), st.sampled_from([1, 4_096, 10**6, 10**9]), scenarios(), st.integers(1, 3))
def test_no_simulated_way_is_faster_than_its_latency_and_its_slowest_stage(
    topology: Topology, size: int, how: dict[str, Any], jobs: int
) -> None:
    work = workload(*({"size_bytes": size, "iterations": 2} for _ in range(jobs)))
    assume(is_runnable(topology, work, how))
    result = simulate(topology, work, scenario(**how))
    for row, job in enumerate(result.summary.jobs):
        assert job.bound is not None
        took = result.series.iteration_communication[result.series.iteration_job == row]
        assert took.min() >= job.bound.least_s * (1 - 1e-9)
        assert job.bound.least_s == pytest.approx(job.bound.latency_s + job.bound.stages[0].seconds)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])
@given(fabrics(), st.sampled_from([4_096, 10**9]), scenarios())
def test_the_simulated_gain_over_the_ring_is_never_above_the_closed_bound(
    topology: Topology, size: int, how: dict[str, Any]
) -> None:
    work = workload({"size_bytes": size})
    assume(is_runnable(topology, work, how))
    ring, other = played(topology, work, algorithm="ring"), played(topology, work, **how)
    assert ring.communication.p50 and other.communication.p50 and other.bound
    gain = ring.communication.p50 / other.communication.p50
    assert gain <= ring.communication.p50 / other.bound.least_s * (1 + 1e-9)
    shown = shown_gain(
        host="the ring",
        host_time=ring.communication.p50,
        name=how["algorithm"],
        time=other.communication.p50,
        way=way_of(other.bound),
    )
    assert shown.times == pytest.approx(gain, rel=1e-9)


@settings(deadline=None, max_examples=40)
@given(
    fabrics(),
    st.sampled_from([4_096, 10**9]),
    st.sampled_from(["shared", "rack"]),
    st.sampled_from([100.0, 1_100.0]),
    st.integers(1, 2),
)
def test_no_servers_at_the_edge_are_faster_than_their_adapters_and_what_they_add(
    topology: Topology, size: int, pattern: str, reduce_gbps: float, count: int
) -> None:
    hosts = topology.host_ids
    assume(len(hosts) - count >= 2)
    servers = {
        "hosts": {"by": "list", "hosts": hosts[:count]},
        "pattern": pattern,
        "reduce_gbps": reduce_gbps,
    }
    work = workload({"size_bytes": size, "ranks": {"by": "list", "hosts": hosts[count:]}})
    how = {"algorithm": "edge-servers", "aggregation": {"servers": servers}}
    assume(is_runnable(topology, work, how))
    job = played(topology, work, **how)
    assert job.bound is not None
    assert job.communication.p50 is not None
    assert job.communication.p50 >= job.bound.least_s * (1 - 1e-9)
