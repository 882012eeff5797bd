"""What a person says of a fabric that a file does not: speeds, what to leave out, names, oversubscription.

``Amendments`` are rules; ``amended`` applies them to a document, in the order: exclude, speeds,
oversubscription from the hosts upwards, names of tiers, neutral names. A rule that met nothing is a finding.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from simcore.document.common import DocumentModel, Name
from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument
from simcore.document.findings import Finding, Severity
from simcore.document.neutral import neutral
from simcore.document.structure import vertex_tiers
from simcore.document.wiring import wire

Pattern = Annotated[str, Field(min_length=1, max_length=400)]
Level = Annotated[int, Field(ge=0, le=64)]
MOST_RULES: Final = 1_000


class SpeedRule(DocumentModel):
    """Gives cables a speed; those without one, unless ``unknown_only`` is false. All conditions must hold.

    ``tiers``: of the two ends, in any order; 0 is the hosts, 1 the switches next to them. ``model`` and
    ``port``: patterns (``*``, ``?``, ``[abc]``) of the type of an end, and of its address "leaf-1/p3".
    """

    gbps: Annotated[float, Field(gt=0, le=1e6)]
    tiers: Annotated[tuple[Level, ...], Field(min_length=2, max_length=2)] | None = None
    model: Pattern | None = None
    port: Pattern | None = None
    unknown_only: bool = True


class TrunkRule(DocumentModel):
    """Gives cables up from a tier the speed by which its switches carry ``ratio`` times as much down as up.

    Only cables of unknown speed are set: what a switch carries down, over ``ratio``, less what it carries up
    already, in equal parts. Tier 1 is next to the hosts.
    """

    tier: Annotated[int, Field(ge=1, le=64)]
    ratio: Annotated[float, Field(gt=0, le=1e6)]


class Amendments(DocumentModel):
    """Rules for a fabric. ``exclude``: patterns of ids or names of devices, or "device/adapter" for adapters
    and ports; ``tier_names`` from the switches next to the hosts upwards.
    """

    speeds: Annotated[tuple[SpeedRule, ...], Field(max_length=MOST_RULES)] = ()
    exclude: Annotated[tuple[Pattern, ...], Field(max_length=MOST_RULES)] = ()
    tier_names: Annotated[tuple[Name, ...], Field(max_length=64)] = ()
    oversubscription: Annotated[tuple[TrunkRule, ...], Field(max_length=64)] = ()
    neutral_names: bool = False


@dataclass(frozen=True, slots=True)
class Amended:
    """The document after the rules, findings on rules that met nothing, and what became of device ids."""

    document: FabricDocument
    findings: tuple[Finding, ...]
    id_of: dict[str, str]


def amended(document: FabricDocument, amendments: Amendments) -> Amended:
    """Return the document with the rules applied; ``id_of`` has the new id of each device that is kept."""
    findings: list[Finding] = []
    for row, pattern in enumerate(amendments.exclude):
        document, met = _without(document, pattern)
        if not met:
            findings.append(_met_nothing(f"/exclude/{row}", f"no device or adapter is called {pattern}"))
    for row, rule in enumerate(amendments.speeds):
        document, count = _with_speeds(document, rule)
        if not count:
            findings.append(_met_nothing(f"/speeds/{row}", f"no cable was given {rule.gbps:g} Gb/s"))
    by_tier = sorted(enumerate(amendments.oversubscription), key=lambda each: each[1].tier)
    for row, trunk in by_tier:
        document, count = _with_trunks(document, trunk)
        if not count:
            says = f"no switch of tier {trunk.tier} has cables up without a speed, and all below with one"
            findings.append(_met_nothing(f"/oversubscription/{row}", says))
    if amendments.tier_names:
        document = document.model_copy(update={"tier_names": amendments.tier_names})
    id_of = {device.id: device.id for device in document.devices}
    if amendments.neutral_names:
        document, id_of = neutral(document, amendments.tier_names)
    return Amended(document, tuple(findings), id_of)


def _met_nothing(place: str, says: str) -> Finding:
    return Finding(
        rule="amendment.unused",
        severity=Severity.WARNING,
        at=f"amendments{place}",
        says=f"{says}: look at the rule, or take it out",
    )


def _without(document: FabricDocument, pattern: str) -> tuple[FabricDocument, bool]:
    """Return the document without the devices, or the adapters and ports, that the pattern means."""
    if "/" in pattern:
        return _without_adapters(document, pattern)
    kept = tuple(
        device
        for device in document.devices
        if not (fnmatchcase(device.id, pattern) or fnmatchcase(device.name, pattern))
    )
    if len(kept) == len(document.devices):
        return document, False
    ids = {device.id for device in kept}
    cables = tuple(
        cable
        for cable in document.cables
        if cable.a.partition("/")[0] in ids and cable.b.partition("/")[0] in ids
    )
    return _tidied(document, document.device_types, kept, cables), True


def _without_adapters(document: FabricDocument, pattern: str) -> tuple[FabricDocument, bool]:
    """Return the document without these adapters of servers, and without cables at these ports."""
    types = {each.id: each for each in reversed(document.device_types)}
    taken = set(types)
    made: dict[tuple[str, tuple[int, ...]], DeviceType] = {}
    devices: list[Device] = []
    gone: set[str] = set()
    for device in document.devices:
        found = types.get(device.type)
        dropped = [] if found is None else _blocks_meant(device, found, pattern)
        if found is None or not dropped:
            devices.append(device)
            continue
        gone.update(f"{device.id}/{name}" for row in dropped for name in found.ports[row].port_names())
        key = (found.id, tuple(dropped))
        if key not in made:
            kept = tuple(block for row, block in enumerate(found.ports) if row not in dropped)
            made[key] = found.model_copy(update={"id": _free(found.id, taken), "ports": kept})
        devices.append(device.model_copy(update={"type": made[key].id}))
    cables = tuple(
        cable
        for cable in document.cables
        if not any(end in gone or fnmatchcase(end, pattern) for end in (cable.a, cable.b))
    )
    if not made and len(cables) == len(document.cables):
        return document, False
    return _tidied(document, (*document.device_types, *made.values()), devices, cables), True


def _blocks_meant(device: Device, found: DeviceType, pattern: str) -> list[int]:
    if found.kind is not DeviceKind.SERVER:
        return []
    return [
        row
        for row, block in enumerate(found.ports)
        if any(fnmatchcase(f"{word}/{block.name}", pattern) for word in {device.id, device.name})
    ]


def _free(wanted: str, taken: set[str]) -> str:
    number = 2
    while f"{wanted[:190]}~{number}" in taken:
        number += 1
    taken.add(f"{wanted[:190]}~{number}")
    return f"{wanted[:190]}~{number}"


def _tidied(
    document: FabricDocument,
    types: Iterable[DeviceType],
    devices: Iterable[Device],
    cables: Iterable[Cable],
) -> FabricDocument:
    """Return the document with these parts, without types that no device has any more."""
    kept = tuple(devices)
    had = {device.type for device in document.devices}
    held = {device.type for device in kept}
    return document.model_copy(
        update={
            "device_types": tuple(each for each in types if each.id in held or each.id not in had),
            "devices": kept,
            "cables": tuple(cables),
        }
    )


def _with_speeds(document: FabricDocument, rule: SpeedRule) -> tuple[FabricDocument, int]:
    """Return the document with the speed where the rule holds, and on how many cables it does."""
    wiring = wire(document)
    holds = (
        np.isnan(wiring.cable_gbps) if rule.unknown_only else np.ones(len(document.cables), dtype=np.bool_)
    )
    if rule.tiers is not None:
        tier = np.append(vertex_tiers(wiring), -1)[wiring.end_vertex]
        holds &= (np.sort(tier, axis=1) == sorted(rule.tiers)).all(axis=1)
    if rule.model is not None:
        meant = [fnmatchcase(each.id, rule.model) for each in document.device_types]
        is_meant = np.array([*meant, False], dtype=np.bool_)
        type_of = np.append(wiring.device_type, -1)[wiring.end_device]
        holds &= is_meant[type_of].any(axis=1)
    rows = np.flatnonzero(holds).tolist()
    if rule.port is not None:
        cables = document.cables
        rows = [
            row
            for row in rows
            if fnmatchcase(cables[row].a, rule.port) or fnmatchcase(cables[row].b, rule.port)
        ]
    return _set_speeds(document, dict.fromkeys(rows, rule.gbps)), len(rows)


def _with_trunks(document: FabricDocument, rule: TrunkRule) -> tuple[FabricDocument, int]:
    """Return the document with the speeds of the trunks up from a tier, and how many those are."""
    wiring = wire(document)
    tier = np.append(vertex_tiers(wiring), -1)[wiring.end_vertex]
    down: defaultdict[int, float] = defaultdict(float)
    up: defaultdict[int, float] = defaultdict(float)
    open_rows: defaultdict[int, list[int]] = defaultdict(list)
    unsure: set[int] = set()
    for row in np.flatnonzero(wiring.is_whole & (tier == rule.tier).any(axis=1)).tolist():
        for side in (0, 1):
            here, there = int(tier[row, side]), int(tier[row, 1 - side])
            if here != rule.tier or there < 0 or there == here:
                continue
            vertex, gbps = int(wiring.end_vertex[row, side]), float(wiring.cable_gbps[row])
            is_known = not np.isnan(gbps)
            if there < here and is_known:
                down[vertex] += gbps
            elif there < here:
                unsure.add(vertex)
            elif is_known:
                up[vertex] += gbps
            else:
                open_rows[vertex].append(row)
    speeds: dict[int, float] = {}
    for vertex, rows in open_rows.items():
        left = down[vertex] / rule.ratio - up[vertex]
        if vertex not in unsure and left > 0:
            speeds.update(dict.fromkeys(rows, left / len(rows)))
    return _set_speeds(document, speeds), len(speeds)


def _set_speeds(document: FabricDocument, gbps_of: dict[int, float]) -> FabricDocument:
    """Return the document with these speeds of cables, by row."""
    if not gbps_of:
        return document
    cables = list(document.cables)
    for row, gbps in gbps_of.items():
        cables[row] = cables[row].model_copy(update={"gbps": gbps})
    return document.model_copy(update={"cables": tuple(cables)})
