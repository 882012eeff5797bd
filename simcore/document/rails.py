"""Rails by structure: adapters of the same position that hosts have on the same leaves."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.fabric import DeviceKind
from simcore.document.wiring import Wiring

# Where more of a position's cables than this share are on leaves of another, the two are one rail; where it
# is fewer, those are cabled wrongly.
MOST_ASTRAY: Final = 1 / 3


@dataclass(frozen=True, slots=True)
class RailGroup:
    """One rail: positions of adapters (from 1), the leaves they are on, and hosts with an adapter there."""

    positions: tuple[int, ...]
    leaves: tuple[str, ...]
    hosts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rails:
    """The rails of a fabric.

    ``adapters`` is how many adapters most hosts have, and the rails are looked for among such hosts.
    ``left_out`` has the hosts with another number of them; ``astray`` those with an adapter on a leaf of
    another rail. No ``groups`` where positions share their leaves, or hosts have one adapter.
    """

    adapters: int
    groups: tuple[RailGroup, ...]
    left_out: tuple[str, ...]
    astray: tuple[str, ...]


def rails_of(wiring: Wiring) -> Rails:
    """Return the rails; an adapter's position is its place among the port blocks of the host's type."""
    devices = wiring.document.devices
    cabled = _leaf_of_adapter(wiring)
    by_host: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for vertex, leaf in cabled:
        host = int(wiring.vertex_device[vertex])
        by_host[host].append((vertex - int(wiring.device_vertex[host]) + 1, leaf))
    sizes = Counter(len({position for position, _ in held}) for held in by_host.values())
    adapters = max(sizes, key=lambda size: (sizes[size], size), default=0)
    usual = {host: held for host, held in by_host.items() if len({place for place, _ in held}) == adapters}
    # Hosts without a free adapter and with one count alike: the position is that among those in use.
    placed = {host: _numbered(held) for host, held in usual.items()}
    left_out = tuple(
        device.id
        for row, device in enumerate(devices)
        if wiring.kind_of(row) is DeviceKind.SERVER and row not in placed
    )
    rail_of_leaf, positions = _rails_of_leaves(placed)
    if adapters < 2 or len(positions) < 2:
        return Rails(adapters, (), left_out, ())
    astray = {
        host
        for host, held in placed.items()
        for place, leaf in held
        if place not in positions.get(rail_of_leaf[leaf], ())
    }
    groups = []
    for rail, places in sorted(positions.items(), key=lambda item: item[1]):
        hosts = sorted(
            host
            for host, held in placed.items()
            if any(place in places and rail_of_leaf[leaf] == rail for place, leaf in held)
        )
        leaves = sorted(leaf for leaf, of in rail_of_leaf.items() if of == rail)
        groups.append(
            RailGroup(
                places,
                tuple(devices[int(wiring.vertex_device[leaf])].id for leaf in leaves),
                tuple(devices[host].id for host in hosts),
            )
        )
    return Rails(adapters, tuple(groups), left_out, tuple(devices[host].id for host in sorted(astray)))


def _leaf_of_adapter(wiring: Wiring) -> list[tuple[int, int]]:
    """Return (adapter, switch) vertices of each cable between a host and a switch, each pair once."""
    ends: NDArray[np.int32] = wiring.end_vertex[wiring.is_whole]
    is_switch = wiring.vertex_is_switch[ends]
    mixed = is_switch[:, 0] != is_switch[:, 1]
    adapter = np.where(is_switch[:, 0], ends[:, 1], ends[:, 0])[mixed]
    leaf = np.where(is_switch[:, 0], ends[:, 0], ends[:, 1])[mixed]
    pairs = np.unique(np.stack((adapter, leaf), axis=1), axis=0)
    return [(int(vertex), int(switch)) for vertex, switch in pairs.tolist()]


def _numbered(held: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return (position, leaf) with positions counted from 1 among the adapters in use."""
    number = {place: at for at, place in enumerate(sorted({place for place, _ in held}), start=1)}
    return [(number[place], leaf) for place, leaf in held]


def _rails_of_leaves(
    placed: dict[int, list[tuple[int, int]]],
) -> tuple[dict[int, int], dict[int, tuple[int, ...]]]:
    """Return the rail of each leaf, and the positions of each rail; a rail is called by its least position.

    Positions that share a leaf are one rail.
    """
    counts: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for held in placed.values():
        for place, leaf in held:
            counts[leaf][place] += 1
    most = {leaf: max(found, key=lambda place: (found[place], -place)) for leaf, found in counts.items()}
    total: Counter[int] = Counter()
    away: Counter[tuple[int, int]] = Counter()
    for leaf, found in counts.items():
        for place, count in found.items():
            total[place] += count
            away[place, most[leaf]] += count
    above = {place: place for place in total}

    def root(place: int) -> int:
        while above[place] != place:
            place = above[place]
        return place

    for (place, other), count in sorted(away.items()):
        low, high = sorted((root(place), root(other)))
        if count > MOST_ASTRAY * total[place]:
            above[high] = low
    rail_of_leaf = {leaf: root(place) for leaf, place in most.items()}
    positions: defaultdict[int, list[int]] = defaultdict(list)
    for place in sorted(total):
        positions[root(place)].append(place)
    return rail_of_leaf, {rail: tuple(places) for rail, places in positions.items()}
