"""V05, V07 and the law of 2.6 as whole runs: hosts whose inside is a stage, and servers that add."""

from collections.abc import Iterator
from typing import Any, Final

from simcore.bounds.bus import Collective, bus_bandwidth, bus_factor
from simcore.bounds.edge import edge_servers
from simcore.bounds.hierarchy import Hosts, InHost, flat_ring, rings_by_rail, trees_by_rail
from simcore.document.build import build_topology
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.simulate import simulate
from simcore.templates import TEMPLATES
from simcore.topology import Topology
from validation.rows import CLOSED_FORM, Between, Row

GIGA: Final = 1e9
# Large enough that hops do not matter.
SIZE: Final = 10**12
# 48 of the 50 GB/s of an adapter with 400 Gb/s, 24 of 25 (nccl-tests issue 267).
PAYLOAD: Final = 0.96
UNITS, PER_LEAF, RAILS = 2, 32, 8
HOSTS: Final = UNITS * PER_LEAF


def machines(gbps: float, profile: str) -> Topology:
    """Return hosts of the catalogue with a leaf for each rail, and a spine for the tree of each."""
    document, findings = TEMPLATES["leaf-spine"].make(
        {
            "leaves": UNITS * RAILS,
            "spines": RAILS,
            "hosts_per_leaf": PER_LEAF,
            "rails": RAILS,
            "host_gbps": gbps,
            "uplink_gbps": gbps,
            "aggregation": profile,
        }
    )
    if document is None:
        raise ValueError(f"leaf-spine: {findings[0].says}")
    return build_topology(document, payload_share=PAYLOAD)


def taken(topology: Topology, **how: Any) -> float:
    """Return how long an all-reduce of all hosts takes, s."""
    workload = WorkloadDocument.model_validate(
        {"jobs": [{"id": "all", "size_bytes": SIZE, **how.pop("job", {})}]}
    )
    scenario = ScenarioDocument.model_validate({"transport": {"payload_share": PAYLOAD}, **how})
    return float(simulate(topology, workload, scenario).series.iteration_seconds[0])


def h100() -> Iterator[Row | Between]:
    """V05 and 2.6: hosts of eight H100, each way against its closed form."""
    topology = machines(400.0, "quantum-2")
    hosts = Hosts(HOSTS, RAILS, adapter_rate=48 * GIGA, in_host_rate=0.82 * 450 * GIGA)
    ring = taken(topology, scale_up={"way": "ring"})
    rate = bus_bandwidth(Collective.ALL_REDUCE, rank_count=hosts.rank_count, size=SIZE, time=ring)
    where = f"{HOSTS} hosts of 8 H100, 8 × 400 Gb/s, a run"
    what = f"{where}: ring over all GPUs, bus bandwidth, GB/s, against the middle of 370 to 380"
    yield Row("V05", "P", what, 375.0, "published", rate / GIGA, 0.05)
    ways = {
        "ring over all GPUs": (ring, flat_ring(hosts, SIZE)),
        "rings by rail, NVLS": (
            taken(topology, scale_up={"way": "nvls"}),
            rings_by_rail(hosts, SIZE, in_host=InHost.NVLS),
        ),
        "rings by rail, peers": (
            taken(topology, scale_up={"way": "peers"}),
            rings_by_rail(hosts, SIZE, in_host=InHost.PEERS),
        ),
        "trees by rail, NVLS": (
            taken(topology, algorithm="in-network", scale_up={"way": "nvls"}),
            trees_by_rail(hosts, SIZE, in_host=InHost.NVLS),
        ),
    }
    for name, (time, form) in ways.items():
        what = f"{where}: {name}, algorithm bandwidth, GB/s"
        # A tree takes 125 GB in calls of 1 GB, each of which begins 8 us late.
        within = 1e-3 if name.startswith("trees") else 1e-4
        yield Row("2.6", "I", what, SIZE / form.time / GIGA, CLOSED_FORM, SIZE / time / GIGA, within)
    gain = ring / ways["trees by rail, NVLS"][0]
    what = f"{where}: gain of trees with NVLS over one ring, bounded inside the host"
    yield Row("2.6", "I", what, 1.51, CLOSED_FORM, gain, 0.01)


def a100() -> Iterator[Between]:
    """2.6: hosts of eight A100, which have no NVLS."""
    topology = machines(200.0, "quantum")
    ring = taken(topology, scale_up={"way": "ring"})
    tree = taken(topology, algorithm="in-network", scale_up={"way": "peers"})
    what = f"{HOSTS} hosts of 8 A100, 8 × 200 Gb/s, a run: gain of trees with peers over one ring"
    says = "about 1.15 expected by a maintainer (nccl 320); below what the network alone gives"
    yield Between("2.6", what, 1.15, bus_factor(Collective.ALL_REDUCE, HOSTS), says, ring / tree)


def edge() -> Iterator[Row]:
    """V07: eight workers and a server's adapter for each, nothing fitted."""
    document, _ = TEMPLATES["leaf-spine"].make(
        {"leaves": 1, "spines": 1, "hosts_per_leaf": 16, "host_gbps": 100.0, "uplink_gbps": 100.0}
    )
    if document is None:
        raise ValueError("leaf-spine: no document")
    topology = build_topology(document)
    named = [{"by": "list", "hosts": topology.host_ids[half]} for half in (slice(0, 8), slice(8, 16))]
    transport = {"payload_share": 1.0}
    servers = {"servers": {"hosts": named[1]}}
    job = {"ranks": named[0]}
    time = taken(topology, algorithm="edge-servers", aggregation=servers, job=job, transport=transport)
    form = edge_servers(
        worker_count=8,
        server_count=8,
        size=SIZE,
        worker_rate=12.5 * GIGA,
        server_rate=12.5 * GIGA,
        reduce_rate=1e15,
    )
    where = "8 workers and 8 edge servers, 100 Gb/s each, a run, nothing fitted"
    yield Row(
        "V07",
        "I",
        f"{where}: algorithm bandwidth, GB/s",
        SIZE / form.time / GIGA,
        CLOSED_FORM,
        SIZE / time / GIGA,
        1e-4,
    )
    ring = taken(topology, job=job, transport=transport)
    yield Row("V07", "I", f"{where}: gain over the ring, the bound", 1.75, CLOSED_FORM, ring / time, 1e-4)


def rows() -> Iterator[Row | Between]:
    """All rows of this page."""
    yield from h100()
    yield from a100()
    yield from edge()
