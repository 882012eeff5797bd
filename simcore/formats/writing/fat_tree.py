"""A fabric as the fat tree that it is to the last cable, or the first thing in which it differs from one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from simcore.document.structure import vertex_tiers
from simcore.errors import ExportRefusedError
from simcore.formats.writing.numbered_links import fibre_ns, hop_ns, known_speeds
from simcore.formats.writing.plan import End, Plan

HELPS: Final = "take GraphML or the HPCC topology, which list every link"
BETWEEN: Final = ("hosts and leaves", "the first and the second tier", "the second and the third tier")
MOST_NAMED: Final = 3

# A link by its vertices, the lower one first.
Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Level:
    """All links between two tiers, which are alike.

    ``down`` and ``up`` are links of a device above and below, ``bundle`` those between a pair.
    """

    links: tuple[Link, ...]
    down: int
    up: int
    bundle: int
    gbps: float
    delay_ns: float


@dataclass(frozen=True, slots=True)
class FatTree:
    """Levels from the hosts upwards, pods of leaves and switches above them, hosts by pod and leaf.

    All by vertex; a host is an adapter with a cable.
    """

    levels: tuple[Level, ...]
    pods: tuple[frozenset[int], ...]
    hosts: tuple[int, ...]


def fat_tree_of(plan: Plan) -> FatTree:
    """Return the tree of two or three tiers that the fabric is.

    Raises
    ------
    ExportRefusedError
        If it is none; the reason is the first thing in which it differs.
    """
    levels = _levels(plan)
    pods = _pods(levels)
    _refuse_other_cores(levels, pods)
    return FatTree(tuple(levels), tuple(map(frozenset, pods)), tuple(_hosts(levels[0], pods)))


def _levels(plan: Plan) -> list[Level]:
    """Return the levels from the hosts upwards."""
    wiring = plan.wiring
    tier = vertex_tiers(wiring).tolist()
    cables = known_speeds(plan)
    top = max(tier)
    if top not in (2, 3):
        raise ExportRefusedError(
            f"htsim takes fat trees of 2 or 3 tiers of switches, this one has {top}", HELPS
        )
    if min(tier) < 0:
        raise ExportRefusedError("some switches reach no host", "take them out")
    links: list[list[Link]] = [[] for _ in range(top)]
    kinds: list[Counter[tuple[float, float]]] = [Counter() for _ in range(top)]
    for (a, b), (cable, end_a, end_b, gbps) in zip(wiring.end_vertex.tolist(), cables, strict=True):
        low, high = sorted((a, b), key=tier.__getitem__)
        if tier[high] != tier[low] + 1:
            raise ExportRefusedError(
                f"the cable {cable.id} joins devices of tier {tier[low]} and {tier[high]}", HELPS
            )
        links[tier[low]].append((low, high))
        delay = fibre_ns(plan, cable) + _host_ns(plan, (end_a, end_b))
        kinds[tier[low]][gbps, round(delay, 6)] += 1
    cabled = {vertex for pair in links[0] for vertex in pair}
    counts = Counter(each for vertex, each in enumerate(tier) if each or vertex in cabled)
    found = [_level(number, links[number], kinds[number]) for number in range(top)]
    for number, level in enumerate(found):
        below = {low for low, _ in level.links}
        above = {high for _, high in level.links}
        if (len(below), len(above)) != (counts[number], counts[number + 1]):
            raise ExportRefusedError(f"between {BETWEEN[number]} some devices have no cable", HELPS)
    if found[0].up != 1:
        raise ExportRefusedError(f"an adapter has {found[0].up} cables, and a host of htsim one", HELPS)
    return found


def _host_ns(plan: Plan, ends: Sequence[End]) -> float:
    """Return half of what a hop adds at an adapter: a path has one such hop, and two links of hosts."""
    return sum(hop_ns(plan, end.device) for end in ends if plan.is_server(end.device)) / 2


def _level(number: int, links: list[Link], kinds: Counter[tuple[float, float]]) -> Level:
    if len(kinds) > 1:
        words = " and ".join(f"{gbps:g} Gb/s with {delay:g} ns" for gbps, delay in sorted(kinds)[:MOST_NAMED])
        raise ExportRefusedError(f"the cables between {BETWEEN[number]} differ: {words}", HELPS)
    counted = (
        ("cables up a device", Counter(low for low, _ in links)),
        ("cables down a device", Counter(high for _, high in links)),
        ("parallel cables", Counter(links)),
    )
    for what, found in counted:
        if len(set(found.values())) > 1:
            raise ExportRefusedError(
                f"between {BETWEEN[number]} the numbers of {what} differ: "
                f"{min(found.values())} to {max(found.values())}",
                HELPS,
            )
    up, down, bundle = (next(iter(found.values())) for _, found in counted)
    [(gbps, delay)] = kinds
    return Level(tuple(links), down=down, up=up, bundle=bundle, gbps=gbps, delay_ns=delay)


def _pods(levels: list[Level]) -> list[set[int]]:
    """Return the leaves and the switches above them, pod by pod."""
    pods = _groups(levels[1].links)
    level = levels[1]
    leaves, aggregations = level.down // level.bundle, level.up // level.bundle
    if any(len(pod) != leaves + aggregations for pod in pods) or (len(levels) == 2 and len(pods) > 1):
        raise ExportRefusedError("not every leaf of a pod is cabled to every switch above it", HELPS)
    return pods


def _refuse_other_cores(levels: list[Level], pods: list[set[int]]) -> None:
    """Refuse cores but those cabled to one switch of every pod, each of the same place."""
    if len(levels) < 3:
        return
    level = levels[2]
    cores, size = level.up // level.bundle, level.down // level.bundle
    for plane in _groups(level.links):
        if size != len(pods) or len(plane) != cores + size or any(len(plane & pod) != 1 for pod in pods):
            raise ExportRefusedError(
                "htsim cables a core to one switch of every pod, and cores with one such switch in common to "
                "the same ones; this is not so here",
                HELPS,
            )


def _hosts(level: Level, pods: list[set[int]]) -> list[int]:
    """Return the vertices of the adapters, those of one switch and those of one pod together."""
    pod_of = {vertex: number for number, pod in enumerate(pods) for vertex in pod}
    ordered = sorted(level.links, key=lambda link: (pod_of[link[1]], link[1], link[0]))
    return [low for low, _ in ordered]


def _groups(links: Iterable[Link]) -> list[set[int]]:
    """Return the vertices that hang together over these links, group by group."""
    near: defaultdict[int, set[int]] = defaultdict(set)
    for a, b in links:
        near[a].add(b)
        near[b].add(a)
    groups: list[set[int]] = []
    seen: set[int] = set()
    for start in sorted(near):
        if start in seen:
            continue
        group = {start}
        frontier = {start}
        while frontier:
            frontier = {other for each in frontier for other in near[each]} - group
            group |= frontier
        seen |= group
        groups.append(group)
    return groups
