"""What gets across a fabric at most: tier by tier, and between two halves that a person names."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from simcore.document.fabric import DeviceKind
from simcore.document.findings import Finding, error
from simcore.document.levels import levels_of, switches_of
from simcore.document.max_flow import max_flow
from simcore.document.structure import tier_name
from simcore.document.wiring import Wiring
from simcore.errors import DocumentError

# Capacities are whole numbers of a hundred kilobits per second: lanes of 10.3125 Gb/s stay exact.
UNITS_OF_GBPS: Final = 10_000
# So many cables of the least cut are listed.
LISTED_CABLES: Final = 1_000


class TierCut(TypedDict):
    """What a tier carries: cables and Gbit/s to the tier below and above, and its ports.

    ``oversubscription`` is down over up, None where nothing goes up.
    """

    tier: int
    name: str
    switches: int
    cables_down: int
    gbps_down: float
    cables_up: int
    gbps_up: float
    oversubscription: float | None
    ports: int
    ports_used: int


class Half(TypedDict):
    """One side: its hosts, their GPUs, and the Gbit/s of their cables."""

    hosts: int
    gpus: int
    gbps: float


class HalvesCut(TypedDict):
    """What gets from one half to the other at most, in each direction, and the least cut that says so.

    ``share`` is that flow over what the smaller half can send: 1 where nothing is in its way.
    ``cables`` are those of one least cut, at most ``LISTED_CABLES`` of ``cable_count``; ``where`` counts them
    by the tiers they join. ``unknown`` cables have no speed and count as nothing.
    """

    a: Half
    b: Half
    gbps: float
    share: float
    cables: list[str]
    cable_count: int
    where: list[str]
    unknown: int


def tier_cuts(wiring: Wiring) -> list[TierCut]:
    """Return what each tier of switches carries, from the hosts upwards."""
    levels = levels_of(wiring)
    count = len(levels.tier)
    gbps = np.nan_to_num(wiring.cable_gbps[levels.rows])
    up, down = np.bincount(levels.lower, gbps, count), np.bincount(levels.upper, gbps, count)
    cables_up = np.bincount(levels.lower, minlength=count)
    cables_down = np.bincount(levels.upper, minlength=count)
    ends = np.where(wiring.end_port >= 0, wiring.end_vertex, -1)
    used = np.bincount(ends[ends >= 0], minlength=count)
    ports = np.array([sum(block.count for block in each.ports) for each in wiring.document.device_types])
    found: list[TierCut] = []
    for tier in range(1, levels.highest + 1):
        here = switches_of(levels, wiring, tier)
        gbps_down, gbps_up = float(down[here].sum()), float(up[here].sum())
        found.append(
            TierCut(
                tier=tier,
                name=tier_name(tier, levels.highest, wiring.document.tier_names),
                switches=len(here),
                cables_down=int(cables_down[here].sum()),
                gbps_down=gbps_down,
                cables_up=int(cables_up[here].sum()),
                gbps_up=gbps_up,
                oversubscription=gbps_down / gbps_up if gbps_up else None,
                ports=int(ports[wiring.device_type[wiring.vertex_device[here]]].sum()),
                ports_used=int(used[here].sum()),
            )
        )
    return found


def cut_between(wiring: Wiring, a: Sequence[str], b: Sequence[str] = ()) -> HalvesCut:
    """Return what gets from the hosts that ``a`` names to those that ``b`` names, all others if empty.

    A name is an id, a name, a group or a tag of hosts, or a pattern of these (``pod-1*``). Hosts do not
    forward.

    Raises
    ------
    DocumentError
        If a name means no host, the halves share one, or one of them is empty.
    """
    wrong = [*_unmatched(wiring, "a", a), *_unmatched(wiring, "b", b)]
    in_a = _hosts(wiring, a)
    in_b = _hosts(wiring, b) if b else _are_hosts(wiring) & ~in_a
    if not wrong:
        wrong = _unfit(wiring, in_a, in_b)
    if wrong:
        raise DocumentError(wrong[0].says, tuple(wrong))
    is_switch = wiring.vertex_is_switch
    whole = np.flatnonzero(wiring.is_whole)
    ends = wiring.end_vertex[whole].astype(np.int64)
    # A host's adapters are the source or the sink; those of a host of no half carry nothing.
    source, sink = len(is_switch), len(is_switch) + 1
    point = np.where(is_switch, np.arange(len(is_switch)), -1)
    point[~is_switch & in_a[wiring.vertex_device]] = source
    point[~is_switch & in_b[wiring.vertex_device]] = sink
    placed = point[ends]
    carries = (placed >= 0).all(axis=1) & (placed[:, 0] != placed[:, 1])
    rows, placed = whole[carries], placed[carries]
    capacity = np.rint(UNITS_OF_GBPS * np.nan_to_num(wiring.cable_gbps[rows])).astype(np.int64)
    cut = max_flow(len(is_switch) + 2, placed, capacity, source=source, sink=sink)
    side = cut.is_source_side[placed]
    crossing = rows[side[:, 0] != side[:, 1]]
    halves = [_half(wiring, each) for each in (in_a, in_b)]
    gbps, most = cut.flow / UNITS_OF_GBPS, min(half["gbps"] for half in halves)
    return HalvesCut(
        a=halves[0],
        b=halves[1],
        gbps=gbps,
        share=gbps / most if most else 0.0,
        cables=[wiring.document.cables[row].id for row in crossing[:LISTED_CABLES].tolist()],
        cable_count=len(crossing),
        where=_where(wiring, crossing),
        unknown=int(np.isnan(wiring.cable_gbps[rows]).sum()),
    )


def _are_hosts(wiring: Wiring) -> NDArray[np.bool_]:
    kinds = [each.kind is DeviceKind.SERVER for each in wiring.document.device_types]
    are_hosts: NDArray[np.bool_] = np.array([*kinds, False])[wiring.device_type]
    return are_hosts


def _hosts(wiring: Wiring, patterns: Sequence[str]) -> NDArray[np.bool_]:
    """Return (D,) whether one of the patterns means the device, and it is a host."""
    exact = {each for each in patterns if not _is_glob(each)}
    globs = [each for each in patterns if _is_glob(each)]
    meant = np.zeros(len(wiring.document.devices), dtype=np.bool_)
    for row in np.flatnonzero(_are_hosts(wiring)).tolist():
        words = _words(wiring, row)
        meant[row] = bool(words & exact) or any(fnmatchcase(word, glob) for word in words for glob in globs)
    return meant


def _is_glob(pattern: str) -> bool:
    return bool(set(pattern) & set("*?["))


def _words(wiring: Wiring, row: int) -> set[str]:
    """Return everything that the device is called by."""
    device = wiring.document.devices[row]
    return {each for each in (device.id, device.name, device.group, *device.tags) if each}


def _unmatched(wiring: Wiring, name: str, patterns: Sequence[str]) -> list[Finding]:
    hosts = np.flatnonzero(_are_hosts(wiring)).tolist()
    known = {word for row in hosts for word in _words(wiring, row)}
    return [
        error(
            "cut.nobody",
            f"/{name}/{at}",
            f"no host is meant by {pattern}: give an id, a name, a group or a tag of hosts, or a pattern of "
            "these, as pod-1*",
        )
        for at, pattern in enumerate(patterns)
        if not (any(fnmatchcase(word, pattern) for word in known) if _is_glob(pattern) else pattern in known)
    ]


def _unfit(wiring: Wiring, a: NDArray[np.bool_], b: NDArray[np.bool_]) -> list[Finding]:
    shared = np.flatnonzero(a & b)
    if len(shared):
        first = wiring.document.devices[int(shared[0])].id
        return [error("cut.shared", "/b", f"{first} is in both halves, one of {len(shared):,}: name it once")]
    return [
        error("cut.empty", f"/{name}", f"half {name} has no host: name some")
        for name, half in (("a", a), ("b", b))
        if not half.any()
    ]


def _half(wiring: Wiring, hosts: NDArray[np.bool_]) -> Half:
    gpus = np.array([each.gpus for each in wiring.document.device_types] + [0])
    ends = wiring.end_vertex[wiring.is_whole]
    own = (~wiring.vertex_is_switch & hosts[wiring.vertex_device])[ends].any(axis=1)
    return Half(
        hosts=int(hosts.sum()),
        gpus=int(gpus[wiring.device_type[hosts]].sum()),
        gbps=float(np.nan_to_num(wiring.cable_gbps[wiring.is_whole][own]).sum()),
    )


def _where(wiring: Wiring, rows: NDArray[np.int64]) -> list[str]:
    """Say how many of the cables join which tiers."""
    levels = levels_of(wiring)
    tiers, counts = np.unique(
        np.sort(levels.tier[wiring.end_vertex[rows]], axis=1), axis=0, return_counts=True
    )
    names = [
        "host",
        *(
            tier_name(tier, levels.highest, wiring.document.tier_names)
            for tier in range(1, levels.highest + 1)
        ),
    ]
    return [
        f"{count:,} {names[low]} – {names[high]}"
        for (low, high), count in zip(tiers.tolist(), counts.tolist(), strict=True)
    ]
