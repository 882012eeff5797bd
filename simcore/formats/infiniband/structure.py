"""What the whole of a dump shows: uneven pairs between tiers, hosts of different sizes, parts."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from simcore.document.findings import Finding, Severity
from simcore.document.rules.parts import fabric_is_one
from simcore.document.structure import tier_name, vertex_tiers
from simcore.document.wiring import Wiring
from simcore.formats.infiniband.cables import Join
from simcore.formats.infiniband.hosts import Host
from simcore.formats.infiniband.nodes import Dump

# Where so many of all pairs of two tiers are cabled, those that are not are missing, not meant.
NEARLY_ALL = 0.9
NAMED = 6


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The pairs of switches of two neighbouring tiers: cables by (lower, upper) device row."""

    lower_name: str
    upper_name: str
    lower: list[int]
    upper: list[int]
    cables: dict[tuple[int, int], list[Join]]


def look_at_the_whole(dump: Dump, hosts: list[Host], joins: list[Join], wiring: Wiring) -> list[Finding]:
    """Return findings on the structure; ``joins`` stand in the order of the document's cables."""
    findings = _host_sizes(dump, hosts)
    for pairs in _pairs(wiring, joins):
        findings += _uneven(dump, wiring, pairs)
    if not joins:
        findings.append(
            Finding(
                rule="fabric.no-cables",
                severity=Severity.WARNING,
                at=dump.book.at(dump.last_line),
                says="no node of the file has a port line, so there are no cables: the dump was cut off, or "
                "the node it started from had no link",
            )
        )
    return [*findings, *fabric_is_one(wiring)]


def _host_sizes(dump: Dump, hosts: list[Host]) -> list[Finding]:
    sizes = Counter(len(host.adapters) for host in hosts)
    if len(sizes) < 2:
        return []
    common = max(sizes, key=lambda size: (sizes[size], size))
    shape = ", ".join(f"{sizes[size]:,} have {size}" for size in sorted(sizes, reverse=True))
    others = [host for host in hosts if len(host.adapters) != common]
    return [
        Finding(
            rule="hosts.uneven",
            severity=Severity.NOTE,
            at=dump.book.at(min(others[0].adapters[0].node.line, dump.last_line)),
            says=f"hosts differ in their number of adapters: {shape}; a job takes the {sizes[common]:,} with "
            f"{common} unless it names others",
            objects=tuple(host.id for host in others),
        )
    ]


def _pairs(wiring: Wiring, joins: list[Join]) -> list[_Pairs]:
    tier = vertex_tiers(wiring)
    highest = int(tier.max(initial=0))
    by_tiers: dict[int, dict[tuple[int, int], list[Join]]] = {}
    ends = wiring.end_vertex
    low_first = tier[ends[:, 0]] <= tier[ends[:, 1]]
    for row in np.flatnonzero((tier[ends] > 0).all(axis=1)).tolist():
        low, high = ends[row] if low_first[row] else ends[row][::-1]
        if tier[high] == tier[low] + 1:
            devices = (int(wiring.vertex_device[low]), int(wiring.vertex_device[high]))
            by_tiers.setdefault(int(tier[low]), {}).setdefault(devices, []).append(joins[row])
    return [
        _Pairs(
            lower_name=tier_name(level, highest),
            upper_name=tier_name(level + 1, highest),
            lower=wiring.vertex_device[tier == level].tolist(),
            upper=wiring.vertex_device[tier == level + 1].tolist(),
            cables=cables,
        )
        for level, cables in sorted(by_tiers.items())
    ]


def _uneven(dump: Dump, wiring: Wiring, pairs: _Pairs) -> list[Finding]:
    """Say which pairs of two tiers have no cable, or fewer than most."""
    sizes = Counter(len(cables) for cables in pairs.cables.values())
    usual = max(sizes, key=lambda size: (sizes[size], size))
    fewer = {pair: cables for pair, cables in pairs.cables.items() if len(cables) < usual}
    absent: list[tuple[int, int]] = []
    if len(pairs.cables) >= NEARLY_ALL * len(pairs.lower) * len(pairs.upper):
        absent = [
            (low, high) for low in pairs.lower for high in pairs.upper if (low, high) not in pairs.cables
        ]
    if not fewer and not absent:
        return []
    words = []
    if absent:
        words.append(f"{len(absent):,} {'has' if len(absent) == 1 else 'have'} no cable")
    for size in sorted({len(cables) for cables in fewer.values()}):
        count = sum(1 for cables in fewer.values() if len(cables) == size)
        words.append(f"{count:,} {'has' if count == 1 else 'have'} {size} of {usual}")
    lines = [join.lines[0] for cables in fewer.values() for join in cables]
    says = f"of {len(pairs.cables) + len(absent):,} {pairs.lower_name}-{pairs.upper_name} pairs " + ", ".join(
        words
    )
    if lines:
        says += f" ({dump.book.listed(lines)})"
    if absent:
        says += _not_reached(wiring, pairs, absent)
    touched = dict.fromkeys(row for pair in [*absent, *fewer] for row in pair)
    devices = wiring.document.devices
    return [
        Finding(
            rule="tier.uneven",
            severity=Severity.WARNING,
            at=dump.book.at(min(lines)) if lines else dump.book.at(dump.last_line),
            says=says,
            objects=tuple(devices[row].id for row in touched),
        )
    ]


def _not_reached(wiring: Wiring, pairs: _Pairs, absent: list[tuple[int, int]]) -> str:
    """Say which upper switches miss which lower ones, and what that costs."""
    devices = wiring.document.devices
    missed: dict[int, list[str]] = {}
    for low, high in absent:
        missed.setdefault(high, []).append(devices[low].name or devices[low].id)
    said = [
        f"{devices[high].name or devices[high].id} does not reach {', '.join(names[:NAMED])}"
        + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")
        for high, names in list(missed.items())[:NAMED]
    ]
    rest = len(missed) - NAMED
    return (
        "; "
        + "; ".join(said)
        + (f"; and {rest} more" if rest > 0 else "")
        + f": such a {pairs.upper_name} cannot be the root of an aggregation tree over all of them"
    )
