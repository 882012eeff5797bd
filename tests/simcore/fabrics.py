"""Builders of small fabrics as arrays, and of the documents that run on them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.topology import AggregationLimits, ScaleUpDomain, Topology, VertexKind

QUANTUM = AggregationLimits("quantum", "switch", 1, float("inf"))
QUANTUM_2 = AggregationLimits("quantum-2", "port", 1, float("inf"))

# 400 Gbit/s.
LINE = 5e10


def fabric(
    cables: Sequence[tuple[str, str] | tuple[str, str, float]],
    *,
    rate: float = LINE,
    delay: float = 0.0,
    adding: Mapping[str, AggregationLimits] | None = None,
    tags: Mapping[str, tuple[str, ...]] | None = None,
) -> Topology:
    """Return the fabric of cables (a, b, bytes/s or ``rate``); a name with "/" is an adapter of a host.

    Cables are called "c0", "c1" and so on. ``adding`` says which switches aggregate.
    """
    vertices = list(dict.fromkeys(name for cable in cables for name in cable[:2]))
    hosts = list(dict.fromkeys(name.split("/")[0] for name in vertices if "/" in name))
    row = {name: number for number, name in enumerate(vertices)}
    ends = np.array([[row[cable[0]], row[cable[1]]] for cable in cables], dtype=np.int32)
    is_endpoint = np.array(["/" in name for name in vertices])
    touches = [bool(is_endpoint[ends[(ends == number).any(axis=1)]].any()) for number in range(len(vertices))]
    return Topology(
        vertex_ids=tuple(vertices),
        vertex_kind=np.where(is_endpoint, VertexKind.ENDPOINT, VertexKind.SWITCH).astype(np.int8),
        vertex_host=np.array(
            [hosts.index(name.split("/")[0]) if "/" in name else -1 for name in vertices], dtype=np.int32
        ),
        vertex_tier=np.where(is_endpoint, 0, np.where(touches, 1, 2)).astype(np.int32),
        host_ids=tuple(hosts),
        host_tags=tuple((tags or {}).get(host, ()) for host in hosts),
        cable_ids=tuple(f"c{number}" for number in range(len(cables))),
        link_source=np.ascontiguousarray(ends.reshape(-1)),
        link_target=np.ascontiguousarray(ends[:, ::-1].reshape(-1)),
        link_rate=np.repeat([cable[2] if len(cable) == 3 else rate for cable in cables], 2).astype(float),
        link_delay=np.full(2 * len(cables), delay),
        aggregation=tuple((adding or {}).get(name) for name in vertices),
    )


def one_switch(hosts: int, *, adapters: int = 1, **options: Any) -> Topology:
    """Return hosts "h0", "h1" … on one switch "s"."""
    return fabric([(f"h{host}/n{nic}", "s") for host in range(hosts) for nic in range(adapters)], **options)


def machines(
    hosts: int,
    gpus: int,
    *,
    inside: float,
    nvls: float | None = None,
    adapters: int | None = None,
    **options: Any,
) -> Topology:
    """Return hosts on one switch, an adapter a GPU unless told otherwise; rates inside in bytes/s a GPU.

    The switch "s" adds.
    """
    topology = one_switch(hosts, adapters=adapters or gpus, **{"adding": {"s": QUANTUM_2}, **options})
    return replace(topology, scale_up=(ScaleUpDomain(gpus, inside, nvls),) * hosts)


def leaf_spine(
    leaves: int, spines: int, hosts_per_leaf: int, *, uplink: float = LINE, **options: Any
) -> Topology:
    """Return a leaf-spine with one adapter a host; host h stands on leaf h // hosts_per_leaf."""
    down = [
        (f"h{leaf * hosts_per_leaf + host}/n0", f"leaf{leaf}")
        for leaf in range(leaves)
        for host in range(hosts_per_leaf)
    ]
    up = [(f"leaf{leaf}", f"spine{spine}", uplink) for leaf in range(leaves) for spine in range(spines)]
    return fabric([*down, *up], **options)


def fat_tree(ports: int, **options: Any) -> Topology:
    """Return a three-tier fat tree: ports / 2 hosts an edge switch, as many edge switches a pod."""
    half = ports // 2
    cables: list[tuple[str, str]] = []
    for pod in range(ports):
        for edge in range(half):
            name = f"edge{pod}.{edge}"
            cables += [(f"h{(pod * half + edge) * half + host}/n0", name) for host in range(half)]
            cables += [(name, f"agg{pod}.{agg}") for agg in range(half)]
    cables += [
        (f"agg{pod}.{agg}", f"core{agg * half + core}")
        for pod in range(ports)
        for agg in range(half)
        for core in range(half)
    ]
    return fabric(cables, **options)


def rows(topology: Topology, *names: str) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return the rows of vertices by name."""
    return np.array([topology.vertex_ids.index(name) for name in names], dtype=np.int32)


def links_from(topology: Topology, source: str, target: str) -> list[int]:
    """Return the directed links between two vertices."""
    begin, end = rows(topology, source, target)
    return np.flatnonzero((topology.link_source == begin) & (topology.link_target == end)).tolist()


def workload(*jobs: dict[str, Any], **more: Any) -> WorkloadDocument:
    """Return a workload of jobs; each has an id and a size unless it says otherwise."""
    named = [{"id": f"job{number}", "size_bytes": 10**9, **job} for number, job in enumerate(jobs)]
    return WorkloadDocument.model_validate({"jobs": named, **more})


def scenario(**fields: Any) -> ScenarioDocument:
    """Return a scenario, of an exact run unless it says otherwise."""
    return ScenarioDocument.model_validate({"tolerances": {"exact": True}, **fields})
