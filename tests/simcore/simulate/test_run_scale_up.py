"""Whole runs through the insides of hosts: against the closed forms of ``simcore.bounds``, and by hand."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.bounds.hierarchy import Hosts, InHost, flat_ring, rings_by_rail, trees_by_rail
from simcore.diagnosis import JobWhy
from simcore.errors import DocumentError
from simcore.metrics import JobSummary, RunResult
from simcore.topology import ScaleUpDomain, Topology
from tests.simcore.fabrics import LINE, QUANTUM_2, leaf_spine, machines, one_switch, workload
from tests.simcore.simulate.runs import SIZE, play

# 82 % of 450 GB/s a GPU of an H100 reaches its peers, 85 % of that where NVSwitches add; 48 GB/s an adapter.
NVLINK, ADAPTER = 0.82 * 450e9, 48e9
H100 = Hosts(16, 8, adapter_rate=ADAPTER, in_host_rate=NVLINK)
NO_CHUNK = {"chunk_bytes": 0}


def h100(hosts: int = 16, **options: Any) -> Topology:
    """Return hosts of eight H100 on one switch that adds."""
    return machines(hosts, 8, inside=NVLINK, nvls=0.85 * NVLINK, rate=ADAPTER, **options)


def ran(topology: Topology, way: str, algorithm: str = "ring", **fields: Any) -> RunResult:
    """Return a run of one all-reduce."""
    job = {"size_bytes": SIZE, **fields.pop("job", {})}
    how = {"algorithm": algorithm, "scale_up": {"way": way}, "aggregation": NO_CHUNK, **fields}
    return play(topology, workload(job), **how)


def seconds(result: RunResult) -> float:
    """Return how long the only iteration took."""
    (taken,) = result.series.iteration_seconds
    return float(taken)


def job_of(result: RunResult) -> JobSummary:
    """Return the only job."""
    (job,) = result.summary.jobs
    return job


def why_of(result: RunResult) -> JobWhy:
    """Return why the only job took as long as it did."""
    why = job_of(result).why
    assert why is not None
    return why


@pytest.mark.parametrize(
    ("way", "algorithm", "expected"),
    [
        ("ring", "ring", flat_ring(H100, SIZE)),
        ("peers", "ring", rings_by_rail(H100, SIZE, in_host=InHost.PEERS)),
        ("nvls", "ring", rings_by_rail(H100, SIZE, in_host=InHost.NVLS)),
        ("peers", "in-network", trees_by_rail(H100, SIZE, in_host=InHost.PEERS)),
        ("nvls", "in-network", trees_by_rail(H100, SIZE, in_host=InHost.NVLS)),
    ],
)
def test_hosts_of_eight_h100_take_the_closed_form(way: str, algorithm: str, expected: Any) -> None:
    assert seconds(ran(h100(), way, algorithm)) == pytest.approx(expected.time, rel=1e-9)


def test_switches_gain_half_over_a_ring_through_eight_h100_and_no_more() -> None:
    # The law of 2.6: 184.5 and 279 GB/s, 1.51; of 128 ranks the ring has 184.5 · 128/127.
    ring, tree = seconds(ran(h100(), "ring")), seconds(ran(h100(), "nvls", "in-network"))
    assert SIZE / ring == pytest.approx(184.5e9 * 128 / 127, rel=1e-9)
    assert SIZE / tree == pytest.approx(278.8e9, rel=1e-9)
    assert ring / tree == pytest.approx(1.51, rel=0.01)


def test_the_inside_of_the_hosts_is_named_where_it_is_the_slowest_stage() -> None:
    why = why_of(ran(h100(), "nvls", "in-network"))
    assert (why.limit, why.network) == ("inside", "inside")
    assert why.where.inside == pytest.approx(1)
    assert why.cables == ()


def test_adapters_are_named_where_the_inside_is_faster() -> None:
    # Rings by rail take 2 · 15/16 of S over 384 GB/s, more than NVLS takes.
    assert why_of(ran(h100(), "nvls")).limit == "adapters"


def test_a_ring_through_all_gpus_takes_as_many_hops_over_the_fabric_as_it_has_hosts_twice() -> None:
    # 3 hosts of 4 GPUs: 22 steps in a row leave out two of 24 edges, which are within a host: 6 hops of 2 us.
    topology = machines(3, 4, inside=1e15, delay=1e-6)
    stream = 2 * 11 / 12 * SIZE / 4 / LINE
    assert seconds(ran(topology, "ring")) == pytest.approx(stream + 6 * 2e-6, rel=1e-9)


def test_two_jobs_share_the_inside_of_a_host() -> None:
    # Two hosts of two GPUs with adapters far faster than the inside: each job by peers takes 2 · 1/2 · S at
    # half of 10 GB/s, then nothing is left of either.
    topology = machines(2, 2, inside=1e10)
    result = play(topology, workload({}, {}), scale_up={"way": "peers"})
    assert result.series.iteration_seconds == pytest.approx([2 * SIZE / 1e10] * 2, rel=1e-9)


@pytest.mark.parametrize(
    ("way", "bytes_inside"),
    # One pass: half of two by peers and around; in the switches S goes in or comes out, whatever the GPUs.
    [("peers", 3 / 4), ("nvls", 1.0), ("ring", 7 / 8)],
)
@pytest.mark.parametrize("collective", ["reduce-scatter", "all-gather"])
def test_one_pass_takes_its_part_of_the_inside(collective: str, way: str, bytes_inside: float) -> None:
    topology = machines(2, 4, inside=1e9, nvls=1e9)
    result = ran(topology, way, job={"collective": collective})
    assert seconds(result) == pytest.approx(bytes_inside * SIZE / 1e9, rel=1e-9)


def test_a_host_with_one_gpu_has_no_stage_inside() -> None:
    assert seconds(ran(machines(4, 1, inside=1.0, nvls=1.0), "nvls")) == pytest.approx(1.5 * SIZE / LINE)


def test_hosts_with_fewer_adapters_than_gpus_have_the_whole_vector_inside() -> None:
    # 4 GPUs behind 2 adapters: 2 · 3/4 · S at 1 GB/s.
    topology = machines(2, 4, inside=1e9, adapters=2)
    assert seconds(ran(topology, "peers")) == pytest.approx(1.5 * SIZE / 1e9, rel=1e-9)


def test_a_ring_keeps_the_stage_inside_after_it_was_routed_anew() -> None:
    # The inside is the bottleneck: that the ring goes another way after 1 ms changes nothing.
    topology = leaf_spine(2, 2, 2)
    topology = replace(topology, scale_up=(ScaleUpDomain(2, 1e9, None),) * 4)
    fault = {"cable": "c4", "rate_share": 0, "at_ms": 1}
    result = ran(topology, "peers", faults=[fault], routing={"convergence_ms": 0})
    assert seconds(result) == pytest.approx(SIZE / 1e9, rel=1e-6)


def test_a_tree_keeps_the_stage_inside_after_it_was_planned_anew() -> None:
    limits = {
        name: machines(1, 1, inside=1).aggregation[-1] for name in ("leaf0", "leaf1", "spine0", "spine1")
    }
    topology = leaf_spine(2, 2, 2, adding=limits)
    topology = replace(topology, scale_up=(ScaleUpDomain(2, 1e9, None),) * 4)
    fault = {"switch": "spine0", "at_ms": 1}
    result = ran(topology, "peers", "in-network", faults=[fault], routing={"convergence_ms": 0})
    assert seconds(result) == pytest.approx(SIZE / 1e9, rel=1e-6)
    assert job_of(result).rails[0].root == "spine1"


# What a host adds: N hosts of g GPUs, S bytes.
@pytest.mark.parametrize(
    ("way", "algorithm", "added"),
    [
        ("free", "ring", 3 / 4),  # (N - 1)/N of S
        ("ring", "ring", 8 * 31 / 32),  # each of the 8 GPUs (n - 1)/n
        ("peers", "ring", 7 + 3 / 4),  # 8 GPUs 7/8 each, then the rails
        ("nvls", "ring", 3 / 4),
        ("peers", "in-network", 7),
        ("nvls", "in-network", 0),
        ("free", "in-network", 0),
        ("free", "halving-doubling", 3 / 4),
    ],
)
def test_what_a_host_adds_itself(way: str, algorithm: str, added: float) -> None:
    result = ran(h100(4), way, algorithm, job={"iterations": 3})
    assert job_of(result).host_added_bytes == pytest.approx(added * SIZE)


def test_hosts_add_between_the_switches_where_the_leaves_alone_do() -> None:
    # Four leaves make one vector of four each; 16 hosts make one of these four: 3 S in all.
    limits = dict.fromkeys((f"leaf{leaf}" for leaf in range(4)), QUANTUM_2)
    job = job_of(ran(leaf_spine(4, 1, 4, adding=limits), "free", "in-network"))
    assert job.rails[0].granted == 1
    assert job.host_added_bytes == pytest.approx(3 / 16 * SIZE)


def test_who_only_gathers_adds_nothing() -> None:
    result = ran(h100(4), "peers", job={"collective": "all-gather"})
    assert job_of(result).host_added_bytes == 0


@pytest.mark.parametrize(
    ("way", "algorithm", "job", "rule"),
    [
        ("nvls", "ring", {}, "scale_up.adds"),
        ("ring", "in-network", {}, "scale_up.ring"),
        ("peers", "halving-doubling", {}, "scale_up.algorithm"),
        ("peers", "double-tree", {"collective": "broadcast"}, "scale_up.algorithm"),
        ("peers", "ring-steps", {}, "scale_up.algorithm"),
    ],
)
def test_what_hosts_cannot_do_is_refused_at_the_way(
    way: str, algorithm: str, job: dict[str, Any], rule: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        ran(machines(4, 4, inside=1e9), way, algorithm, job=job)
    (finding,) = refused.value.findings
    assert (finding.rule, finding.at) == (rule, "/scale_up/way")


def test_hosts_of_whose_inside_nothing_is_known_are_named() -> None:
    with pytest.raises(DocumentError) as refused:
        ran(one_switch(4), "peers")
    (finding,) = refused.value.findings
    assert (finding.rule, finding.at) == ("scale_up.unknown", "/scale_up/way")
    assert "h0 and 3 more" in finding.says


@settings(max_examples=25, deadline=None)
@given(
    hosts=st.builds(
        Hosts,
        count=st.integers(2, 9),
        gpu_count=st.integers(2, 8),
        adapter_rate=st.floats(1e9, 1e11),
        in_host_rate=st.floats(1e9, 1e12),
        nvls_efficiency=st.floats(0.1, 1),
    ),
    in_host=st.sampled_from(InHost),
    algorithm=st.sampled_from(["ring", "in-network"]),
)
def test_idle_hosts_alike_take_the_closed_form_whatever_their_rates(
    hosts: Hosts, in_host: InHost, algorithm: str
) -> None:
    nvls = hosts.nvls_efficiency * hosts.in_host_rate
    topology = machines(
        hosts.count, hosts.gpu_count, inside=hosts.in_host_rate, nvls=nvls, rate=hosts.adapter_rate
    )
    around = seconds(ran(topology, "ring"))
    assert around == pytest.approx(flat_ring(hosts, SIZE).time, rel=1e-9)
    expected = rings_by_rail(hosts, SIZE, in_host=in_host).time
    if algorithm == "in-network":  # a tree is never slower than the ring: it would not be taken
        expected = trees_by_rail(hosts, SIZE, in_host=in_host).time
    assert seconds(ran(topology, in_host.value.lower(), algorithm)) == pytest.approx(expected, rel=1e-9)


def test_messages_of_a_double_tree_pay_for_the_inside_of_the_host_that_sends_them() -> None:
    # Two hosts of two GPUs: each sends half up a tree and half down the other, and by peers 2 · 1/2 · S goes
    # through its inside: S at 1 GB/s, and the filling of 32 chunks of either half.
    topology = machines(2, 2, inside=1e9)
    taken = seconds(ran(topology, "peers", "double-tree"))
    assert SIZE / 1e9 <= taken <= SIZE / 1e9 * (1 + 2 / 32)


def test_a_quick_inside_costs_a_double_tree_nothing() -> None:
    topology = machines(4, 8, inside=1e15, nvls=1e15)
    free, nvls = (seconds(ran(topology, way, "double-tree")) for way in ("free", "nvls"))
    assert nvls == pytest.approx(free, rel=1e-9)


def test_messages_that_are_sent_another_way_pay_as_before() -> None:
    # Both leaves have cables to two spines; one is lost early, and what goes around pays all the same.
    topology = replace(
        leaf_spine(2, 2, 1), scale_up=(ScaleUpDomain(2, 1e9, None), ScaleUpDomain(2, 1e9, None))
    )
    how = {"faults": [{"switch": "spine0", "at_ms": 100}], "routing": {"convergence_ms": 0}}
    assert seconds(ran(topology, "peers", "double-tree", **how)) >= SIZE / 1e9
    assert seconds(ran(topology, "peers", "double-tree")) <= SIZE / 1e9 * (1 + 2 / 32)
