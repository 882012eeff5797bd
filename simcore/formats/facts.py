"""What was understood of files, in the numbers that the command line and the import page show."""

from collections import Counter
from collections.abc import Sequence

from simcore.document.fabric import DeviceKind, DeviceType, FabricDocument
from simcore.document.findings import Finding
from simcore.document.rails import rails_of
from simcore.document.structure import counts, tiers_of, vertex_tiers
from simcore.document.wiring import Wiring, wire
from simcore.document.words import counted
from simcore.formats.names import natural
from simcore.formats.reading import DeviceFact, Facts, RailFact, SaidFinding, TierFact, Understood

UNKNOWN = "unknown"


def facts_of(format_name: str, understood: Understood) -> Facts:
    """Return the facts of a fabric that was read, with its findings."""
    document = understood.document
    wiring = wire(document)
    count = counts(document)
    tiers = _tiers(wiring)
    rails = rails_of(wiring)
    return Facts(
        format=format_name,
        switches=count["switches"],
        hosts=count["hosts"],
        adapters=count["adapters"],
        links=count["cables"],
        links_by_gbps=_by_speed(Counter(cable.gbps for cable in document.cables)),
        ports_by_gbps=_ports(document),
        tiers=[tier["switches"] for tier in tiers if tier["tier"] > 0],
        tier_facts=tiers,
        devices=[
            DeviceFact(kind=each.kind.value, type=each.id, name=each.name, count=held)
            for each, held in _of_types(document)
        ],
        hosts_by_adapters=_adapters(document),
        rails=[
            RailFact(adapters=list(each.positions), leaves=list(each.leaves), hosts=len(each.hosts))
            for each in rails.groups
        ],
        hosts_off_rails=list(rails.left_out) if rails.groups else [],
        hosts_astray=list(rails.astray),
        lines_unread=understood.lines_unread,
        findings=said(understood.findings),
    )


def said(findings: Sequence[Finding]) -> list[SaidFinding]:
    """Return findings as the command line prints them."""
    return [
        SaidFinding(severity=each.severity.value, rule=each.rule, at=each.at, says=each.says)
        for each in findings
    ]


def _by_speed(counted_speeds: Counter[float | None]) -> dict[str, int]:
    """Return counts by speed in words, the slowest first, unknown last."""
    ordered = sorted(counted_speeds, key=lambda gbps: (gbps is None, gbps or 0.0))
    return {UNKNOWN if gbps is None else f"{gbps:g}": counted_speeds[gbps] for gbps in ordered}


def _of_types(document: FabricDocument) -> list[tuple[DeviceType, int]]:
    """Return the types that devices have, switches first, with how many have it."""
    held = Counter(device.type for device in document.devices)
    return sorted(
        ((each, held[each.id]) for each in document.device_types if held[each.id]),
        key=lambda pair: (pair[0].kind is DeviceKind.SERVER, -pair[1], natural(pair[0].id)),
    )


def _ports(document: FabricDocument) -> dict[str, int]:
    found: Counter[float | None] = Counter()
    for each, held in _of_types(document):
        for block in each.ports:
            found[block.gbps] += block.count * held
    return _by_speed(found)


def _adapters(document: FabricDocument) -> dict[str, int]:
    found: Counter[int] = Counter()
    for each, held in _of_types(document):
        if each.kind is DeviceKind.SERVER:
            found[len(each.ports)] += held
    return {str(adapters): found[adapters] for adapters in sorted(found, reverse=True)}


def _tiers(wiring: Wiring) -> list[TierFact]:
    """Return the tiers of switches from the hosts upwards; those that reach no host come last."""
    tier = vertex_tiers(wiring)[wiring.end_vertex[wiring.is_whole]]
    found = []
    below = "host"
    for each in tiers_of(wiring):
        level, count = each["tier"], len(each["devices"])
        if level == 0:
            continue
        touches = (tier == level).any(axis=1)
        switches = counted(count, "switch", "switches")
        if level < 0:
            why = f"{switches} without a path to any host"
        elif level == 1:
            why = f"{switches} with a host"
        else:
            why = f"{switches} cabled to a {below}, none with a host"
        found.append(
            TierFact(
                tier=level,
                name=each["name"],
                switches=count,
                why=why,
                cables_down=int((touches & (tier == level - 1).any(axis=1)).sum()) if level > 0 else 0,
                cables_up=int((touches & (tier == level + 1).any(axis=1)).sum()) if level > 0 else 0,
            )
        )
        below = each["name"]
    return found
