"""Where a job stands: which adapters take part, rail by rail, and which hosts are left out and why."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simcore.topology import Topology, VertexKind


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A host that the placement left out, and why."""

    host: str
    reason: str


@dataclass(frozen=True, slots=True)
class RailMembers:
    """One rail: its name and its adapters, rows of vertices, in ring order."""

    name: str
    members: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Placement:
    """The rails of a job, and the hosts that do not take part."""

    rails: tuple[RailMembers, ...]
    left_out: tuple[LeftOut, ...]


def adapters_of_hosts(topology: Topology) -> list[list[int]]:
    """Return, for each host, its cabled adapters (rows of vertices) in natural order of their names."""
    cabled = np.zeros(topology.vertex_count, dtype=bool)
    cabled[topology.link_source] = True
    rows: list[list[int]] = [[] for _ in topology.host_ids]
    for vertex in np.flatnonzero((topology.vertex_kind == VertexKind.ENDPOINT) & cabled).tolist():
        rows[topology.vertex_host[vertex]].append(vertex)
    for adapters in rows:
        adapters.sort(key=lambda vertex: natural_key(_own_name(topology, vertex)))
    return rows


def _own_name(topology: Topology, vertex: int) -> str:
    """Return the name of an adapter without its host's: the hosts of a fabric have the same few."""
    return topology.vertex_ids[vertex][len(topology.host_ids[topology.vertex_host[vertex]]) + 1 :]


@lru_cache(maxsize=4096)
def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts mlx5_2 before mlx5_10."""
    parts = re.split(r"(\d+)", name)
    return tuple((1, int(part), "") if part.isdigit() else (0, 0, part) for part in parts)


def place_by_structure(
    topology: Topology, hosts: Sequence[int], *, alike_only: bool, count: int | None = None
) -> Placement:
    """Return the rails over ``hosts`` (rows), one rail an adapter position.

    A host's adapters are numbered in natural order of their names; a leaf's rail is the position that most
    of its adapters hold, and an adapter follows its leaf where that gives each adapter of its host a rail of
    its own, else its own position. Members of a rail stand in order of leaf, then port, so that ring
    neighbours share a leaf.

    Parameters
    ----------
    alike_only
        Keep only hosts with the most common number of adapters (of two equally common ones the larger);
        otherwise every host takes part with as many adapters as the host with the fewest.
    count
        Keep the first so many of the hosts that are left.
    """
    adapters = adapters_of_hosts(topology)
    left_out: list[LeftOut] = []
    kept = []
    for host in hosts:
        if adapters[host]:
            kept.append(host)
        else:
            left_out.append(LeftOut(topology.host_ids[host], "has no adapter with a cable"))
    if not kept:
        return Placement((), tuple(left_out))
    if alike_only:
        rail_count = _most_common([len(adapters[host]) for host in kept])
        for host in kept:
            if len(adapters[host]) != rail_count:
                reason = f"has {_adapters(len(adapters[host]))} where most hosts have {rail_count}"
                left_out.append(LeftOut(topology.host_ids[host], reason))
        kept = [host for host in kept if len(adapters[host]) == rail_count]
    else:
        rail_count = min(len(adapters[host]) for host in kept)
    if count is not None:
        for host in kept[count:]:
            left_out.append(LeftOut(topology.host_ids[host], f"not among the first {count} hosts"))
        kept = kept[:count]
    return Placement(_rails(topology, [adapters[host][:rail_count] for host in kept]), tuple(left_out))


def _adapters(count: int) -> str:
    return "1 adapter" if count == 1 else f"{count} adapters"


def _most_common(counts: Sequence[int]) -> int:
    return max(Counter(counts).items(), key=lambda item: (item[1], item[0]))[0]


def _rails(topology: Topology, adapters: Sequence[Sequence[int]]) -> tuple[RailMembers, ...]:
    """Return the rails over hosts that are given as equally long lists of adapters."""
    rail_count = len(adapters[0])
    leaf, port = _attachments(topology)
    votes: dict[int, Counter[int]] = {}
    for row in adapters:
        for position, vertex in enumerate(row):
            votes.setdefault(int(leaf[vertex]), Counter())[position] += 1
    leaf_rail = {
        at: min(count.items(), key=lambda item: (-item[1], item[0]))[0] for at, count in votes.items()
    }
    members: list[list[int]] = [[] for _ in range(rail_count)]
    for row in adapters:
        rails = [leaf_rail[int(leaf[vertex])] for vertex in row]
        if len(set(rails)) != rail_count:
            rails = list(range(rail_count))
        for rail, vertex in zip(rails, row, strict=True):
            members[rail].append(vertex)
    for together in members:
        together.sort(key=lambda vertex: (leaf[vertex], port[vertex]))
    return tuple(
        RailMembers(f"rail {number}", np.array(rail, dtype=np.int32))
        for number, rail in enumerate(members, 1)
    )


def _attachments(topology: Topology) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return, for each vertex, the far end of its first link and the row of that link, -1 without one."""
    far = np.full(topology.vertex_count, -1, dtype=np.int32)
    link = np.full(topology.vertex_count, -1, dtype=np.int32)
    rows = np.arange(topology.link_count, dtype=np.int32)[::-1]
    link[topology.link_source[rows]] = rows  # of several, the last one written is the first link
    cabled = link >= 0
    far[cabled] = topology.link_target[link[cabled]]
    return far, link
