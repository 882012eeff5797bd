"""Fabrics of NPUs that pass on for each other, taken apart into the dimensions that they are made of.

An NPU is a switch with one cabled adapter of a server. A dimension is the ports of its type that cables join,
as x+ of one NPU with x- of another; the NPUs that hang together over the cables of one are a group.
"""

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Final

from simcore.document.structure import vertex_tiers
from simcore.errors import ExportRefusedError
from simcore.formats.writing.numbered_links import delay_ns, known_speeds
from simcore.formats.writing.plan import End, Plan

HELPS: Final = "take the HPCC topology or GraphML, which list every link"


@dataclass(frozen=True, slots=True)
class Dimension:
    """Groups of ``count`` NPUs, joined as ``kind`` says, by links of Gb/s and ns."""

    kind: str
    count: int
    gbps: float
    delay_ns: float


@dataclass(slots=True)
class _Cables:
    """The cables of one dimension by vertices, and what they run at."""

    ends: list[tuple[int, int]] = field(default_factory=list)
    kinds: set[tuple[float, float]] = field(default_factory=set)


def passes_on(plan: Plan) -> bool:
    """Tell whether every switch next to a server has one adapter alone, and there are several of them."""
    npus = _npus(plan)
    tier = vertex_tiers(plan.wiring).tolist()
    leaves = {vertex for vertex, each in enumerate(tier) if each == 1}
    return bool(npus) and npus == leaves and len(npus) > 1


def dimensions_of(plan: Plan) -> list[Dimension]:
    """Return the dimensions, in the order of the ports.

    Raises
    ------
    ExportRefusedError
        If the fabric is no product of rings, full meshes and switches; the reason is where it differs.
    """
    npus = _npus(plan)
    dimensions = [cables for _, cables in sorted(_cables(plan, npus).items())]
    found = [_dimension(number, cables, npus) for number, cables in enumerate(dimensions, start=1)]
    if not _is_grid(dimensions, found, npus):
        counts = " × ".join(str(each.count) for each in found)
        raise ExportRefusedError(
            f"its {len(npus):,} NPUs are no grid of {counts}: dimensions are twisted or not complete", HELPS
        )
    return found


def _npus(plan: Plan) -> set[int]:
    """Return the switches with exactly one cabled adapter."""
    is_switch = plan.wiring.vertex_is_switch
    hosts: Counter[int] = Counter()
    for a, b in plan.wiring.end_vertex.tolist():
        if is_switch[a] != is_switch[b]:
            hosts[a if is_switch[a] else b] += 1
    return {vertex for vertex, count in hosts.items() if count == 1}


def _cables(plan: Plan, npus: set[int]) -> dict[int, _Cables]:
    """Return the cables of each dimension, by the first port of the type that is in it."""
    ports = [
        {name: at for at, name in enumerate(name for block in each.ports for name in block.port_names())}
        for each in plan.document.device_types
    ]
    types = {int(plan.wiring.device_type[int(plan.wiring.vertex_device[npu])]) for npu in npus}
    if len(types) > 1:
        raise ExportRefusedError("its NPUs are of several types", HELPS)

    def port(end: End) -> int:
        return ports[int(plan.wiring.device_type[end.device])][end.port]

    first: dict[int, int] = {}

    def root(at: int) -> int:
        while first.setdefault(at, at) != at:
            at = first[at]
        return at

    listed: list[tuple[int, tuple[int, int], tuple[float, float]]] = []
    for (a, b), (cable, end_a, end_b, gbps) in zip(
        plan.wiring.end_vertex.tolist(), known_speeds(plan), strict=True
    ):
        if not (plan.wiring.vertex_is_switch[a] and plan.wiring.vertex_is_switch[b]):
            continue
        labels = [port(end) for vertex, end in ((a, end_a), (b, end_b)) if vertex in npus]
        if not labels:
            raise ExportRefusedError(f"the cable {cable.id} joins two switches that are no NPUs", HELPS)
        low, high = sorted((root(labels[0]), root(labels[-1])))
        first[high] = low
        listed.append((labels[0], (a, b), (gbps, round(delay_ns(plan, cable, end_a, end_b), 6))))
    found: defaultdict[int, _Cables] = defaultdict(_Cables)
    for label, ends, kind in listed:
        found[root(label)].ends.append(ends)
        found[root(label)].kinds.add(kind)
    return dict(found)


def _group_of(ends: list[tuple[int, int]]) -> dict[int, int]:
    """Return for each vertex the smallest one that it hangs together with over these cables."""
    near: defaultdict[int, set[int]] = defaultdict(set)
    for a, b in ends:
        near[a].add(b)
        near[b].add(a)
    group_of: dict[int, int] = {}
    for start in sorted(near):
        if start in group_of:
            continue
        frontier = {start}
        while frontier:
            group_of.update(dict.fromkeys(frontier, start))
            frontier = {other for each in frontier for other in near[each] if other not in group_of}
    return group_of


def _dimension(number: int, cables: _Cables, npus: set[int]) -> Dimension:
    if len(cables.kinds) > 1:
        words = " and ".join(f"{gbps:g} Gb/s with {delay:g} ns" for gbps, delay in sorted(cables.kinds)[:3])
        raise ExportRefusedError(f"the cables of dimension {number} differ: {words}", HELPS)
    group_of = _group_of(cables.ends)
    members: defaultdict[int, set[int]] = defaultdict(set)
    inside: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for vertex, group in group_of.items():
        members[group].add(vertex)
    for a, b in cables.ends:
        inside[group_of[a]].append((min(a, b), max(a, b)))
    kinds = {_kind(number, members[group], inside[group], npus) for group in members}
    if len(kinds) > 1:
        words = " and ".join(f"{kind} of {count}" for kind, count in sorted(kinds)[:3])
        raise ExportRefusedError(f"the groups of dimension {number} differ: {words}", HELPS)
    [(kind, count)] = kinds
    [(gbps, delay)] = cables.kinds
    return Dimension(kind, count, gbps, delay)


def _kind(number: int, members: set[int], cables: list[tuple[int, int]], npus: set[int]) -> tuple[str, int]:
    """Return what a group is, and of how many NPUs."""
    count = len(members & npus)
    degree = Counter(vertex for ends in cables for vertex in ends)
    pairs = set(cables)
    centres = members - npus
    if (
        len(centres) == 1
        and len(cables) == len(pairs) == count
        and max(degree[each] for each in members & npus) == 1
    ):
        return "Switch", count
    if not centres and set(degree.values()) == {2} and len(cables) == count:
        return "Ring", count
    if not centres and len(cables) == len(pairs) == count * (count - 1) // 2:
        return "FullyConnected", count
    raise ExportRefusedError(
        f"a group of {count:,} NPUs of dimension {number} is no ring, no full mesh, and not at one switch",
        HELPS,
    )


def _is_grid(dimensions: list[_Cables], found: list[Dimension], npus: set[int]) -> bool:
    """Tell whether the NPUs have coordinates: what hangs together without a dimension has one place in it."""
    if math.prod(each.count for each in found) != len(npus):
        return False
    coordinates = []
    for at, dimension in enumerate(found):
        others = [ends for number, each in enumerate(dimensions) if number != at for ends in each.ends]
        apart = _group_of(others)
        place = {npu: apart.get(npu, npu) for npu in npus}
        if len(set(place.values())) != dimension.count:
            return False
        steps = {frozenset((place[a], place[b])) for a, b in dimensions[at].ends if a in npus and b in npus}
        if dimension.kind == "Ring" and len(steps) != (dimension.count if dimension.count > 2 else 1):
            return False
        coordinates.append(place)
    return len({tuple(place[npu] for place in coordinates) for npu in npus}) == len(npus)
