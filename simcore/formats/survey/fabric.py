"""The fabric document of a survey, in an order that does not depend on the order of the file."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from pydantic import ValidationError

from simcore.document.fabric import Cable, Device, FabricDocument
from simcore.document.findings import Finding, Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.names import NAME_LENGTH, Ids, natural, safe
from simcore.formats.reading import Understood
from simcore.formats.survey.joins import Join, joins_of
from simcore.formats.survey.kinds import Kinds, kinds_of
from simcore.formats.survey.speeds import PortSpeed, speeds_of
from simcore.formats.survey.survey import End, Node, NodeKind, Survey
from simcore.formats.survey.types import Shape, Used, catalogue_kind, catalogue_type, the_one, types_of

# Further from the servers than any switch: what has no path to one.
FURTHEST: Final = 2**31
PLACES: Final = {1: "leaf", 2: "spine", 3: "core", FURTHEST: "unconnected"}


def fabric_of(survey: Survey) -> Understood:
    """Return the fabric of what was found, and all findings on it; call it once for a survey.

    Raises
    ------
    FormatError
        If nothing was found, or more than a fabric document holds.
    """
    joins = _named(joins_of(survey))
    kinds = kinds_of(survey, joins, catalogue_kind)
    if not kinds:
        raise FormatError(f"{survey.origin} names no device: there is nothing to make a fabric of")
    model = {key: min(node.models, default="") for key, node in survey.nodes.items()}
    gbps_of = {each: _model_gbps(each) for each in set(model.values())}
    joins, speeds = speeds_of(survey, joins, lambda key: gbps_of[model[key]])
    hops = _hops(kinds, joins)
    typed = types_of(survey, _shapes(survey, kinds, hops, joins, speeds))
    called = {key: _called(survey.nodes[key]) for key in kinds}
    order = sorted(
        kinds, key=lambda key: (kinds[key] is NodeKind.SERVER, natural(called[key]), natural(key), key)
    )
    ids = Ids()
    id_of = {key: ids.give(safe(key)) for key in order}
    address = {end: f"{id_of[end[0]]}/{name}" for end, name in typed.port_of.items()}
    _tell_numbers(survey)
    _tell_trunks(survey, joins)
    try:
        document = FabricDocument(
            device_types=typed.types,
            devices=tuple(
                _device(survey.nodes[key], id_of[key], called[key], typed.type_of[key]) for key in order
            ),
            cables=_cables(joins, hops, address),
        )
    except ValidationError as error:
        raise FormatError(
            f"{survey.origin} holds more than a fabric document does: {counted(len(kinds), 'device')} and "
            f"{counted(len(joins), 'cable')}"
        ) from error
    findings = tuple(_with_ids(finding, id_of) for finding in survey.findings)
    return Understood(document, findings, survey.lines_unread)


def _named(joins: list[Join]) -> list[Join]:
    """Return the cables with names for ports that have none: p1, p2 and so on by what they lead to."""
    used: defaultdict[str, set[str]] = defaultdict(set)
    at_node: defaultdict[str, list[tuple[tuple[object, ...], int, int]]] = defaultdict(list)
    for row, join in enumerate(joins):
        for side, (here, there) in enumerate(((join.a, join.b), (join.b, join.a))):
            used[here[0]].add(here[1])
            if not here[1]:
                apart = (natural(there[0]), there, join.gbps or 0.0, join.length_m or 0.0, join.lines[0])
                at_node[here[0]].append((apart, row, side))
    names: dict[tuple[int, int], str] = {}
    for key, unnamed in at_node.items():
        number = 0
        for _, row, side in sorted(unnamed):
            number += 1
            while f"p{number}" in used[key]:
                number += 1
            names[row, side] = f"p{number}"
    return [
        replace(
            join,
            a=(join.a[0], names.get((row, 0), join.a[1])),
            b=(join.b[0], names.get((row, 1), join.b[1])),
        )
        for row, join in enumerate(joins)
    ]


def _model_gbps(model: str) -> float | None:
    """Return the speed of every port of a model, None where the catalogue does not say one."""
    known = catalogue_type(model)
    return the_one({block.gbps for block in known.ports}) if known else None


def _hops(kinds: Kinds, joins: Iterable[Join]) -> dict[str, int]:
    """Return how far each device is from the nearest server, FURTHEST where no path leads to one."""
    near: defaultdict[str, set[str]] = defaultdict(set)
    for join in joins:
        near[join.a[0]].add(join.b[0])
        near[join.b[0]].add(join.a[0])
    hops = {key: 0 for key, kind in kinds.items() if kind is NodeKind.SERVER}
    frontier = set(hops)
    distance = 0
    while frontier:
        distance += 1
        frontier = {each for key in frontier for each in near[key] if each not in hops}
        hops.update(dict.fromkeys(frontier, distance))
    return {key: hops.get(key, FURTHEST) for key in kinds}


def _shapes(
    survey: Survey, kinds: Kinds, hops: dict[str, int], joins: Iterable[Join], speeds: PortSpeed
) -> list[Shape]:
    ports: defaultdict[str, set[str]] = defaultdict(set)
    ends = (end for join in joins for end in (join.a, join.b))
    for key, name in (*survey.ports, *ends):
        ports[key].add(name)
    shapes = []
    for key, kind in kinds.items():
        node = survey.nodes[key]
        used = []
        for name in sorted(ports[key], key=lambda name: (natural(name), name)):
            said = survey.ports.get((key, name))
            adapter = min(said.adapters, default="") if said else ""
            used.append(Used(name, speeds.get((key, name)), adapter))
        place = PLACES.get(hops[key], f"tier-{hops[key]}")
        shapes.append(Shape(key, kind, min(node.models, default=""), place, node.gpus, tuple(used)))
    return shapes


def _called(node: Node) -> str:
    return min(node.names, default=node.key)[:NAME_LENGTH]


def _device(node: Node, device_id: str, name: str, type_id: str) -> Device:
    group = min(node.groups, default="")[:NAME_LENGTH]
    return Device(
        id=device_id,
        type=type_id,
        name=name,
        group=group or None,
        tags=tuple(sorted({tag[:NAME_LENGTH] for tag in node.tags})),
    )


def _cables(joins: Iterable[Join], hops: dict[str, int], address: dict[End, str]) -> tuple[Cable, ...]:
    """Return the cables from the end nearer to the servers, in natural order of that end."""
    listed = []
    for join in joins:
        a, b = address[join.a], address[join.b]
        key_a, key_b = natural(a), natural(b)
        if (hops[join.a[0]], key_a, a) > (hops[join.b[0]], key_b, b):
            a, b, key_a, key_b = b, a, key_b, key_a
        listed.append(((key_a, a, key_b, b), join))
    ids = Ids()
    return tuple(
        # A port holds one cable, so the lower end's address is an id that stays the same from file to file.
        Cable(id=ids.give(a.replace("/", ":")), a=a, b=b, gbps=join.gbps, length_m=join.length_m)
        for (_, a, _, b), join in sorted(listed, key=lambda each: each[0])
    )


def _tell_numbers(survey: Survey) -> None:
    if survey.odd_numbers:
        survey.tell(
            "number.unread",
            Severity.WARNING,
            f"speeds or lengths that are no positive number count as unknown "
            f"({survey.book.listed(survey.odd_numbers)})",
            lines=survey.odd_numbers,
        )
        survey.leave_unread(survey.odd_numbers)


def _tell_trunks(survey: Survey, joins: Iterable[Join]) -> None:
    trunks = [join for join in joins if join.trunk and join.gbps is None]
    if trunks:
        lines = [join.lines[0] for join in trunks]
        survey.tell(
            "trunk.unknown",
            Severity.WARNING,
            f"{counted(len(trunks), 'trunk')} between switches, of which the file states neither the number "
            f"of cables nor the speed ({survey.book.listed(lines)}): one cable each, of unknown speed; "
            "state the oversubscription of the tier",
            lines=lines,
        )


def _with_ids(finding: Finding, id_of: dict[str, str]) -> Finding:
    return finding.model_copy(
        update={"objects": tuple(id_of[key] for key in finding.objects if key in id_of)}
    )
