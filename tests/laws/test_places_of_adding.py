"""What holds wherever vectors are added: no place gives more than it can, however many jobs share it."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.bounds.hierarchy import Hosts, InHost, flat_ring, rings_by_rail
from simcore.document.workload import WorkloadDocument
from simcore.topology import ScaleUpDomain, Topology
from simcore.units import bytes_per_second
from tests.simcore.fabrics import LINE, leaf_spine, one_switch, workload
from tests.simcore.simulate.runs import play

# Some of the hosts "h0" to "h5", the last two of eight being servers; and bytes.
JOBS = st.lists(
    st.tuples(st.sets(st.integers(0, 5), min_size=2), st.integers(10**6, 10**9)), min_size=1, max_size=3
)
Jobs = list[tuple[set[int], int]]


def work(jobs: Jobs) -> WorkloadDocument:
    """Return all-reduces that start together."""
    return workload(
        *(
            {"ranks": {"by": "list", "hosts": [f"h{host}" for host in sorted(hosts)]}, "size_bytes": size}
            for hosts, size in jobs
        )
    )


def on_leaves(uplink: float, seed: int) -> tuple[Topology, dict[str, Any]]:
    """Return two leaves of four hosts with two spines, and the routing that hashes by ``seed``."""
    return leaf_spine(2, 2, 4, uplink=uplink), {"routing": {"seed": seed}}


@settings(max_examples=30, deadline=None)
@given(
    JOBS, st.floats(1e9, 1e11), st.integers(0, 99), st.floats(1e8, 1e11), st.sampled_from(["peers", "ring"])
)
def test_no_host_moves_more_inside_than_its_gpus_do(
    jobs: Jobs, uplink: float, seed: int, inside: float, way: str
) -> None:
    topology, how = on_leaves(uplink, seed)
    topology = replace(topology, scale_up=(ScaleUpDomain(4, inside, None),) * 8)
    lasted = play(topology, work(jobs), scale_up={"way": way}, **how).summary.simulated_s
    for host in range(6):
        ranks = {"peers": lambda hosts: 4, "ring": lambda hosts: 4 * len(hosts)}[way]
        moved = sum(2 * (1 - 1 / ranks(hosts)) * size for hosts, size in jobs if host in hosts)
        assert moved <= inside * lasted * (1 + 1e-9)


@settings(max_examples=30, deadline=None)
@given(JOBS, st.floats(1e9, 1e11), st.integers(0, 99), st.floats(1, 1e3), st.sampled_from(["shared", "rack"]))
def test_servers_add_no_more_than_they_can(
    jobs: Jobs, uplink: float, seed: int, gbps: float, pattern: str
) -> None:
    topology, how = on_leaves(uplink, seed)
    servers = {
        "hosts": {"by": "list", "hosts": ["h6", "h7"]},
        "reduce_gbps": gbps,
        "pattern": pattern,
    }
    result = play(topology, work(jobs), algorithm="edge-servers", aggregation={"servers": servers}, **how)
    added = sum(len(hosts) * size for hosts, size in jobs)
    assert added <= 2 * bytes_per_second(gbps) * result.summary.simulated_s * (1 + 1e-9)


@settings(max_examples=30, deadline=None)
@given(JOBS, st.floats(1e9, 1e11), st.integers(0, 99), st.floats(1, 1e3))
def test_adapters_add_no_more_than_they_can(jobs: Jobs, uplink: float, seed: int, gbps: float) -> None:
    topology, how = on_leaves(uplink, seed)
    adapters = {"adapter_reduce_gbps": gbps}
    result = play(topology, work(jobs), algorithm="smart-nic", aggregation=adapters, **how)
    for host in range(6):
        added = sum((1 - 1 / len(hosts)) * size for hosts, size in jobs if host in hosts)
        assert added <= bytes_per_second(gbps) * result.summary.simulated_s * (1 + 1e-9)


@settings(max_examples=30, deadline=None)
@given(st.sets(st.integers(0, 7), min_size=2), st.floats(1e9, 1e11), st.integers(0, 99), st.floats(1e9, 1e12))
def test_no_hierarchy_is_faster_than_its_stages(
    hosts: set[int], uplink: float, seed: int, inside: float
) -> None:
    topology, how = on_leaves(uplink, seed)
    topology = replace(topology, scale_up=(ScaleUpDomain(4, inside, 0.8 * inside),) * 8)
    # One adapter for four GPUs: as if each had a quarter of it.
    stages = Hosts(len(hosts), 4, LINE / 4, inside, nvls_efficiency=0.8)
    least = {
        "ring": flat_ring(stages, 1e9),
        "peers": rings_by_rail(stages, 1e9, in_host=InHost.PEERS),
        "nvls": rings_by_rail(stages, 1e9, in_host=InHost.NVLS),
    }
    for way, form in least.items():
        (job,) = play(topology, work([(hosts, 10**9)]), scale_up={"way": way}, **how).summary.jobs
        taken = job.communication.max
        assert taken is not None
        assert job.bound is not None
        assert form.time <= taken * (1 + 1e-9)
        assert job.bound.least_s <= taken * (1 + 1e-9)


@given(st.integers(2, 12), st.integers(2, 8))
def test_hosts_add_as_much_by_a_ring_through_gpus_as_by_peers_and_rails(hosts: int, gpus: int) -> None:
    # (n - 1)/N S either way: n vectors take n - 1 additions.
    topology = replace(one_switch(hosts), scale_up=(ScaleUpDomain(gpus, 1e12, None),) * hosts)
    everybody = work([(set(range(hosts)), 10**9)])
    added = [
        play(topology, everybody, scale_up={"way": way}).summary.jobs[0].host_added_bytes
        for way in ("ring", "peers")
    ]
    assert added == pytest.approx([(hosts * gpus - 1) / hosts * 1e9] * 2)
