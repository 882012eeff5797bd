"""What a fabric is by its cabling: counts, tiers and parts. Names play no role."""

from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from simcore.document.fabric import DeviceKind, FabricDocument
from simcore.document.wiring import Wiring, wire

UNREACHED = -1


class Counts(TypedDict):
    """How much stands in a fabric. An adapter is one port block of a server."""

    switches: int
    hosts: int
    adapters: int
    cables: int
    gpus: int


class Tier(TypedDict):
    """The devices of one tier, from the hosts (tier 0) upwards; tier -1 holds switches that reach no host."""

    tier: int
    name: str
    devices: list[str]


def counts(document: FabricDocument) -> Counts:
    """Return how many switches, hosts, adapters, cables and GPUs the document declares."""
    types = {each.id: each for each in reversed(document.device_types)}
    switches = hosts = adapters = gpus = 0
    for device in document.devices:
        found = types.get(device.type)
        if found is None:
            continue
        if found.kind is DeviceKind.SWITCH:
            switches += 1
        else:
            hosts += 1
            adapters += len(found.ports)
            gpus += found.gpus
    return Counts(switches=switches, hosts=hosts, adapters=adapters, cables=len(document.cables), gpus=gpus)


def tiers(document: FabricDocument) -> list[Tier]:
    """Return the tiers from the hosts upwards, each with the ids of its devices in document order."""
    return tiers_of(wire(document))


def tiers_of(wiring: Wiring) -> list[Tier]:
    """Return the tiers of a resolved document; see ``tiers``."""
    devices = wiring.document.devices
    hosts = [device.id for row, device in enumerate(devices) if wiring.kind_of(row) is DeviceKind.SERVER]
    by_tier: dict[int, list[str]] = {}
    switches = np.flatnonzero(wiring.vertex_is_switch)
    tier_of_vertex = vertex_tiers(wiring)
    for vertex in switches.tolist():
        by_tier.setdefault(int(tier_of_vertex[vertex]), []).append(devices[wiring.vertex_device[vertex]].id)
    unreached = by_tier.pop(UNREACHED, [])
    highest = max(by_tier, default=0)
    found = [Tier(tier=0, name="host", devices=hosts)] if hosts else []
    found += [
        Tier(tier=tier, name=tier_name(tier, highest, wiring.document.tier_names), devices=by_tier[tier])
        for tier in sorted(by_tier)
    ]
    if unreached:
        found.append(Tier(tier=UNREACHED, name="unconnected", devices=unreached))
    return found


def tier_name(tier: int, highest: int, given: tuple[str, ...] = ()) -> str:
    """Return the name ``given`` to a tier of switches, else what engineers call it at its distance."""
    if tier <= len(given) and given[tier - 1]:
        return given[tier - 1]
    names = {1: "leaf", 2: "spine", 3: "core"}
    if highest <= 3:
        return names[tier]
    return f"tier {tier}"


def vertex_tiers(wiring: Wiring) -> NDArray[np.int32]:
    """Return (V,) hops from the nearest endpoint: 0 for endpoints, -1 for switches that reach none."""
    ends = wiring.end_vertex[wiring.is_whole]
    return hops_from(~wiring.vertex_is_switch, ends)


def hops_from(origins: NDArray[np.bool_], ends: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return (V,) hops of each vertex from the nearest origin over the edges ``ends`` (E, 2), else -1."""
    count = len(origins)
    hops = np.full(count, UNREACHED, dtype=np.int32)
    hops[origins] = 0
    source = np.concatenate((ends[:, 0], ends[:, 1]))
    target = np.concatenate((ends[:, 1], ends[:, 0]))
    order = np.argsort(source, kind="stable")
    target = target[order]
    first = np.searchsorted(source[order], np.arange(count + 1))
    frontier = np.flatnonzero(origins)
    distance = 0
    while len(frontier):
        distance += 1
        near = target[_ranges(first[frontier], first[frontier + 1])]
        frontier = np.unique(near[hops[near] == UNREACHED])
        hops[frontier] = distance
    return hops


def _ranges(start: NDArray[np.int64], stop: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the concatenation of ``range(start[i], stop[i])``."""
    length = stop - start
    total = int(length.sum())
    shift = np.repeat(start - (np.cumsum(length) - length), length)
    indices: NDArray[np.int64] = np.arange(total, dtype=np.int64) + shift
    return indices


def vertex_parts(wiring: Wiring) -> NDArray[np.int32]:
    """Return (V,) the smallest vertex that each vertex is connected with (itself where it stands alone)."""
    return connected_parts(len(wiring.vertex_device), wiring.end_vertex[wiring.is_whole])


def connected_parts(count: int, ends: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return (count,) the smallest vertex that each is connected with over the edges ``ends`` (E, 2)."""
    part = np.arange(count, dtype=np.int32)
    while True:
        lowest = np.minimum(part[ends[:, 0]], part[ends[:, 1]])
        before = part.copy()
        # Hook the larger root to the smaller, then halve the way to the root until it is short.
        np.minimum.at(part, before[ends[:, 0]], lowest)
        np.minimum.at(part, before[ends[:, 1]], lowest)
        while True:
            shorter = part[part]
            if np.array_equal(shorter, part):
                break
            part = shorter
        if np.array_equal(part, before):
            return part
