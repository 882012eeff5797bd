"""Whole runs with servers that add at the edge, and adapters that add: by closed forms and by hand."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.bounds.edge import edge_servers, rack_servers, smart_adapters
from simcore.diagnosis import JobWhy
from simcore.document.scenario import RoutingMode
from simcore.errors import DocumentError
from simcore.metrics import JobSummary, RunResult
from simcore.topology import Topology
from simcore.units import bytes_per_second
from tests.simcore.fabrics import LINE, fabric, leaf_spine, machines, one_switch, workload
from tests.simcore.simulate.runs import SIZE, play

FAST = 1e6  # Gbit/s: adds faster than anything comes in


def hosts(first: int, count: int) -> dict[str, Any]:
    """Return the selection of ``count`` hosts from "h<first>" on."""
    return {"by": "list", "hosts": [f"h{host}" for host in range(first, first + count)]}


def ran(
    topology: Topology,
    workers: int,
    servers: dict[str, Any],
    *,
    job: dict[str, Any] | None = None,
    **fields: Any,
) -> RunResult:
    """Return a run of one all-reduce of the first ``workers`` hosts over the scenario's ``servers``."""
    chosen = {"ranks": hosts(0, workers), **(job or {})}
    aggregation = {"chunk_bytes": 0, "servers": {"reduce_gbps": FAST, **servers}, **fields.pop("more", {})}
    how = {"algorithm": "edge-servers", "aggregation": aggregation, **fields}
    return play(topology, workload(chosen), **how)


def seconds(result: RunResult) -> float:
    """Return how long the first iteration took."""
    return float(result.series.iteration_seconds[0])


def job_of(result: RunResult) -> JobSummary:
    """Return the only job."""
    (job,) = result.summary.jobs
    return job


def why_of(result: RunResult) -> JobWhy:
    """Return why the only job took as long as it did."""
    why = job_of(result).why
    assert why is not None
    return why


def test_a_server_for_each_worker_is_as_fast_as_a_switch() -> None:
    # V07 without what was fitted: 8 adapters of 100 Gb/s, 8 of servers: S/B, where the ring takes 14/8 S/B.
    topology = one_switch(16, rate=12.5e9)
    taken = seconds(ran(topology, 8, {"hosts": hosts(8, 8)}))
    assert taken == pytest.approx(SIZE / 12.5e9, rel=1e-9)
    ring = play(topology, workload({"ranks": hosts(0, 8)})).series.iteration_seconds[0]
    assert ring / taken == pytest.approx(1.75, rel=1e-9)


def test_two_servers_for_eight_workers_take_four_times_as_long() -> None:
    result = ran(one_switch(10), 8, {"hosts": hosts(8, 2)})
    assert seconds(result) == pytest.approx(4 * SIZE / LINE, rel=1e-9)
    assert why_of(result).limit == "adapters"
    assert {cable.source for cable in why_of(result).cables[:2]} <= {"h8/n0", "h9/n0", "s"}


def test_servers_that_add_slowly_are_named() -> None:
    # 8 S into two servers that add 80 Gb/s each.
    result = ran(one_switch(10), 8, {"hosts": hosts(8, 2), "reduce_gbps": 80})
    assert seconds(result) == pytest.approx(4 * SIZE / 1e10, rel=1e-9)
    why = why_of(result)
    assert (why.limit, why.network, why.cables) == ("servers", "servers", ())
    assert why.where.servers == pytest.approx(1)


def test_the_rails_of_a_host_share_what_a_server_adds() -> None:
    # Two rails of half of the bytes; 4 S through one server that adds 1e10 bytes/s.
    result = ran(one_switch(5, adapters=2), 4, {"hosts": hosts(4, 1), "reduce_gbps": 80})
    assert seconds(result) == pytest.approx(4 * SIZE / 1e10, rel=1e-9)


def test_rails_take_turns_at_the_adapters_of_a_server() -> None:
    # Four rails, a server with two adapters: two rails of S/4 from 4 workers each share one.
    cables = [(f"h{host}/n{nic}", "s") for host in range(4) for nic in range(4)]
    cables += [("h4/n0", "s"), ("h4/n1", "s")]
    result = ran(fabric(cables), 4, {"hosts": hosts(4, 1)})
    assert seconds(result) == pytest.approx(4 * 2 * SIZE / 4 / LINE, rel=1e-9)


def test_latency_is_the_way_there_and_back_with_a_chunk_at_each_hop() -> None:
    # Four hops of 1 us, and a chunk of 5 kB that takes 0.1 us at each.
    result = ran(one_switch(3, delay=1e-6), 2, {"hosts": hosts(2, 1)}, more={"chunk_bytes": 5_000})
    assert seconds(result) == pytest.approx(2 * SIZE / LINE + 4e-6 + 4e-7, rel=1e-9)


def test_servers_in_the_racks_spare_the_spine() -> None:
    # Two leaves of five, the fifth a server; uplinks ten times slower. Shared: each server takes halves of 8
    # vectors, of which those of the other leaf cross: 4 · S/2 up, and as much down again. In the rack only
    # the ring of the servers crosses: S. The servers' adapters take 4 S and the ring's S.
    topology = leaf_spine(2, 1, 5, uplink=LINE / 10)
    ranks = {"by": "list", "hosts": [f"h{host}" for host in (0, 1, 2, 3, 5, 6, 7, 8)]}
    servers = {"hosts": {"by": "list", "hosts": ["h4", "h9"]}}
    shared = ran(topology, 0, servers, job={"ranks": ranks})
    assert seconds(shared) == pytest.approx((2 + 2) * SIZE / (LINE / 10), rel=1e-9)
    rack = ran(topology, 0, {**servers, "pattern": "rack"}, job={"ranks": ranks})
    assert seconds(rack) == pytest.approx(SIZE / (LINE / 10), rel=1e-9)


def test_workers_send_their_vector_once_and_add_nothing() -> None:
    job = job_of(ran(one_switch(10), 8, {"hosts": hosts(8, 2)}, job={"iterations": 3}))
    assert (job.iterations_done, job.algorithm) == (3, "edge-servers")
    assert job.bytes_per_host == pytest.approx(SIZE)
    assert job.host_added_bytes == 0


def test_gpus_add_within_the_host_before_servers_do() -> None:
    # Two GPUs a host by peers: 2 · 1/2 S at 1 GB/s; each host adds (g - 1) S.
    result = ran(
        machines(3, 2, inside=1e9),
        2,
        {"hosts": hosts(2, 1)},
        scale_up={"way": "peers"},
        job={"size_bytes": SIZE},
    )
    assert seconds(result) == pytest.approx(SIZE / 1e9, rel=1e-9)
    assert why_of(result).limit == "inside"
    assert job_of(result).host_added_bytes == pytest.approx(SIZE)


def test_two_jobs_share_a_server() -> None:
    # Each job brings two vectors to the one server, whose adapter both fill.
    jobs = [{"ranks": hosts(first, 2)} for first in (0, 2)]
    aggregation = {"chunk_bytes": 0, "servers": {"hosts": hosts(4, 1), "reduce_gbps": FAST}}
    result = play(one_switch(5), workload(*jobs), algorithm="edge-servers", aggregation=aggregation)
    assert result.series.iteration_seconds == pytest.approx([4 * SIZE / LINE] * 2, rel=1e-9)


@pytest.mark.parametrize("pattern", ["shared", "rack"])
def test_streams_to_servers_go_around_what_is_down(pattern: str) -> None:
    # Two leaves of two, two spines, one server on the far leaf. Spine 0 goes down after 1 ms and routing
    # knows at once: all goes over spine 1, whose uplink of leaf 0 carries the vectors of both workers.
    topology = leaf_spine(2, 2, 2)
    servers = {"hosts": hosts(2, 1), "pattern": pattern}
    fault = {"switch": "spine0", "at_ms": 1}
    result = ran(topology, 2, servers, faults=[fault], routing={"convergence_ms": 0}, job={"iterations": 2})
    assert result.series.iteration_seconds[1] == pytest.approx(2 * SIZE / LINE, rel=1e-6)


def test_planned_routing_lays_out_the_flows_to_servers() -> None:
    # Two workers on leaf 0 and two servers on leaf 1: half of each vector to each; two spines carry S each.
    topology = leaf_spine(2, 2, 2)
    result = ran(topology, 2, {"hosts": hosts(2, 2)}, routing={"mode": "planned"})
    assert seconds(result) == pytest.approx(SIZE / LINE, rel=1e-9)


@pytest.mark.parametrize("pattern", ["shared", "rack"])
@pytest.mark.parametrize(
    "routing", [{"mode": mode.value} for mode in RoutingMode] + [{"mode": "hash", "sub_flows": 4}], ids=str
)
def test_servers_are_reached_by_every_routing(routing: dict[str, Any], pattern: str) -> None:
    # Two leaves of three, the third of each a server that takes in 2 S, and in the rack S of the ring: no
    # routing changes that, and no more than S crosses an uplink either way.
    topology = leaf_spine(2, 2, 3, delay=1e-6)
    ranks = {"by": "list", "hosts": ["h0", "h1", "h3", "h4"]}
    servers = {"hosts": {"by": "list", "hosts": ["h2", "h5"]}, "pattern": pattern}
    result = ran(topology, 0, servers, job={"ranks": ranks, "iterations": 2}, routing=routing)
    assert job_of(result).bytes_per_host == pytest.approx(SIZE)
    taken = (2 if pattern == "shared" else 3) * SIZE / LINE
    assert result.series.iteration_seconds == pytest.approx([taken] * 2, rel=1e-3)


@pytest.mark.parametrize(
    ("servers", "rule", "at"),
    [
        ({}, "servers.none", ""),
        ({"hosts": hosts(3, 2)}, "servers.busy", ""),
        ({"hosts": {"by": "list", "hosts": ["h4", "nobody"]}}, "servers.unknown", "/hosts/1"),
        ({"hosts": {"by": "tag", "tag": "edge"}}, "servers.unknown", "/tag"),
        ({"hosts": {**hosts(4, 2), "count": 3}}, "servers.too-few", "/count"),
    ],
)
def test_servers_that_cannot_serve_are_refused_where_they_are_named(
    servers: dict[str, Any], rule: str, at: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        ran(one_switch(6), 4, servers)
    (finding,) = refused.value.findings
    assert (finding.rule, finding.at) == (rule, f"/aggregation/servers/hosts{at}")


def test_a_server_out_of_reach_is_refused() -> None:
    apart = fabric([("h0/n0", "s"), ("h1/n0", "s"), ("h2/n0", "t"), ("h3/n0", "t")])
    with pytest.raises(DocumentError) as refused:
        ran(apart, 2, {"hosts": hosts(2, 1)})
    (finding,) = refused.value.findings
    assert (finding.rule, finding.at) == ("servers.unreachable", "/aggregation/servers/hosts")
    assert "h0/n0 to h2/n0" in finding.says


def test_another_job_on_a_server_is_refused_too() -> None:
    jobs = [{"ranks": hosts(0, 2)}, {"ranks": hosts(2, 2)}]
    aggregation = {"servers": {"hosts": hosts(3, 1)}}
    with pytest.raises(DocumentError) as refused:
        play(one_switch(4), workload(*jobs), algorithm="edge-servers", aggregation=aggregation)
    assert "servers.busy" in {finding.rule for finding in refused.value.findings}


def test_a_fault_that_cuts_a_server_off_for_good_is_told_before_the_run() -> None:
    with pytest.raises(DocumentError) as refused:
        ran(one_switch(3), 2, {"hosts": hosts(2, 1)}, faults=[{"cable": "c2", "rate_share": 0, "at_ms": 1}])
    (finding,) = refused.value.findings
    assert (finding.rule, finding.at) == ("fault.cuts-off", "/faults/0")
    assert "its servers" in finding.says


# Adapters that add.


def by_adapters(topology: Topology, gbps: float, **job: Any) -> RunResult:
    """Return a run of a ring of adapters that add ``gbps``."""
    return play(topology, workload(job), algorithm="smart-nic", aggregation={"adapter_reduce_gbps": gbps})


def test_adapters_that_add_at_line_rate_are_as_fast_as_a_ring_and_spare_the_hosts() -> None:
    result = by_adapters(one_switch(8), 400)
    assert seconds(result) == pytest.approx(1.75 * SIZE / LINE, rel=1e-9)
    assert job_of(result).host_added_bytes == 0
    assert job_of(result).bytes_per_host == pytest.approx(1.75 * SIZE)


@pytest.mark.parametrize("collective", ["all-reduce", "reduce-scatter"])
def test_adapters_that_add_slowly_are_named(collective: str) -> None:
    # One pass adds: 7/8 S at 1e10 bytes/s.
    result = by_adapters(one_switch(8), 80, collective=collective)
    assert seconds(result) == pytest.approx(7 / 8 * SIZE / 1e10, rel=1e-9)
    why = why_of(result)
    assert (why.limit, why.where.adding_adapters) == ("adding_adapters", pytest.approx(1))


def test_two_jobs_share_what_an_adapter_adds() -> None:
    result = play(
        one_switch(4),
        workload({}, {}),
        algorithm="smart-nic",
        aggregation={"adapter_reduce_gbps": 8},
    )
    assert result.series.iteration_seconds == pytest.approx([2 * 0.75 * SIZE / 1e9] * 2, rel=1e-9)


@pytest.mark.parametrize(
    ("algorithm", "collective"),
    [("edge-servers", "all-gather"), ("smart-nic", "all-gather"), ("smart-nic", "reduce")],
)
def test_what_nobody_has_to_add_is_refused(algorithm: str, collective: str) -> None:
    with pytest.raises(DocumentError) as refused:
        play(one_switch(4), workload({"collective": collective}), algorithm=algorithm)
    (finding,) = refused.value.findings
    assert finding.rule == "algorithm.operation"


# Laws.


@settings(max_examples=25, deadline=None)
@given(
    workers=st.integers(2, 12),
    servers=st.integers(1, 6),
    rate=st.floats(1e9, 1e11),
    gbps=st.floats(1, 1e4),
    rack=st.booleans(),
)
def test_on_one_switch_servers_take_the_closed_form(
    workers: int, servers: int, rate: float, gbps: float, rack: bool
) -> None:
    servers = min(servers, workers) if rack else servers
    expected = (rack_servers if rack else edge_servers)(
        worker_count=workers,
        server_count=servers,
        size=SIZE,
        worker_rate=rate,
        server_rate=rate,
        reduce_rate=bytes_per_second(gbps),
    )
    named = {"hosts": hosts(workers, servers), "reduce_gbps": gbps, "pattern": "rack" if rack else "shared"}
    taken = seconds(ran(one_switch(workers + servers, rate=rate), workers, named))
    assert taken == pytest.approx(expected.time, rel=1e-9)


@settings(max_examples=25, deadline=None)
@given(
    shape=st.tuples(st.integers(1, 4), st.integers(1, 3), st.integers(3, 5)),
    uplink=st.floats(1e9, 1e11),
    gbps=st.floats(1, 1e4),
    seed=st.integers(0, 99),
    pattern=st.sampled_from(["shared", "rack"]),
)
def test_no_run_is_faster_than_what_adapters_and_servers_can_do(
    shape: tuple[int, int, int], uplink: float, gbps: float, seed: int, pattern: str
) -> None:
    leaves, spines, on_leaf = shape
    # The last host of each leaf is a server.
    topology = leaf_spine(leaves, spines, on_leaf, uplink=uplink)
    named = [f"h{leaf * on_leaf + on_leaf - 1}" for leaf in range(leaves)]
    ranks = {"by": "list", "hosts": [name for name in topology.host_ids if name not in named]}
    servers = {"hosts": {"by": "list", "hosts": named}, "reduce_gbps": gbps, "pattern": pattern}
    result = ran(topology, 0, servers, job={"ranks": ranks}, routing={"seed": seed})
    least = edge_servers(
        worker_count=len(ranks["hosts"]),
        server_count=leaves,
        size=SIZE,
        worker_rate=LINE,
        server_rate=LINE,
        reduce_rate=bytes_per_second(gbps),
    )
    assert seconds(result) >= least.time * (1 - 1e-9)
    bound = job_of(result).bound
    assert bound is not None
    assert seconds(result) >= bound.least_s * (1 - 1e-9)


@settings(max_examples=25, deadline=None)
@given(ranks=st.integers(2, 12), rate=st.floats(1e9, 1e11), gbps=st.floats(1, 1e4))
def test_a_ring_of_adapters_takes_the_closed_form(ranks: int, rate: float, gbps: float) -> None:
    expected = smart_adapters(rank_count=ranks, size=SIZE, rate=rate, reduce_rate=bytes_per_second(gbps))
    assert seconds(by_adapters(one_switch(ranks, rate=rate), gbps)) == pytest.approx(expected.time, rel=1e-9)
