"""NetBox's CSV: devices and cables, with patch panels and circuits traced and breakout cables split.

Device types in YAML beside them give the ports their names and speeds: ``netbox_types``.
Columns by NetBox's documentation ("Importing Data", models "Device" and "Cable"), as old and new versions
spell them.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from simcore.document.catalogue import type_of_model
from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.cables.netbox_types import declare_ports, looks_like_types
from simcore.formats.cables.table import Row, Table, has_columns, key_of, table_of
from simcore.formats.cables.words import is_aside, kind_of_role, metres_of
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import NodeKind, Survey, fabric_of

CABLES: Final = ("side_a_device", "side_b_device")
CABLES_BY_ID: Final = ("termination_a_id", "termination_b_id")
ROLES: Final = ("role", "device_role", "devicerole")
MODELS: Final = ("device_type", "devicetype")
INTERFACE: Final = "interface"
PASSED_THROUGH: Final = frozenset({"frontport", "rearport"})
CIRCUIT: Final = "circuittermination"
# Of power and consoles, with "dcim" or "circuits" taken off.
OTHER: Final = frozenset(
    {"consoleport", "consoleserverport", "powerport", "poweroutlet", "powerfeed", "powerpanel"}
)
NAMED: Final = 8
# A port that holds more names than that is no breakout.
MOST_LANES: Final = 16


@dataclass(frozen=True, slots=True)
class _Side:
    """One end of a cable: key in the survey, what the port is, and the names in its cell."""

    key: str
    what: str
    names: tuple[str, ...]


@dataclass(slots=True)
class _Net:
    """What the files said so far."""

    survey: Survey
    rejected: Rejected
    models: dict[str, str] = field(default_factory=dict)
    other: list[int] = field(default_factory=list)
    # Front and rear ports by panel, side and name, with the line that cables them.
    panel_ports: dict[tuple[str, str, str], int] = field(default_factory=dict)
    split: dict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))


def looks_like_netbox(text: str) -> bool:
    """Tell whether the text begins like NetBox's devices, cables or device types."""
    table = table_of(text)
    is_list = _is_cables(table) or has_columns(table, CABLES_BY_ID) or _is_devices(table)
    return is_list or looks_like_types(text)


def _is_cables(table: Table | None) -> bool:
    return has_columns(table, CABLES)


def _is_devices(table: Table | None) -> bool:
    if table is None or "name" not in table.keys:
        return False
    return any(key_of(each) in table.keys for each in ROLES) and any(
        key_of(each) in table.keys for each in MODELS
    )


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric of NetBox's lists, devices first, in whatever order they were given.

    Raises
    ------
    FormatError
        If a file is none of these lists, or holds ids where names are needed.
    """
    survey = Survey(LineBook(sources), origin="NetBox's lists of devices and cables")
    net = _Net(survey, Rejected())
    typed = [row for row, source in enumerate(sources) if looks_like_types(source.text)]
    if len(typed) == len(sources):
        raise FormatError(
            f"{sources[0].name} holds device types of NetBox, and no devices: give the lists of devices and "
            "cables with them"
        )
    tables = [None if row in typed else table_of(source.text) for row, source in enumerate(sources)]
    for row, (source, table) in enumerate(zip(sources, tables, strict=True)):
        if row in typed:
            continue
        if has_columns(table, CABLES_BY_ID) and not _is_cables(table):
            raise FormatError(
                f"{source.name} has the ids of NetBox's cables, not the names of their ends: export the "
                "cables with side_a_device, side_a_name and so on, as they are imported"
            )
        if not _is_cables(table) and not _is_devices(table):
            raise FormatError(f"{source.name} is no list of NetBox's devices or cables")
    lists = [(row, table) for row, table in enumerate(tables) if table is not None]
    for row, table in sorted(lists, key=lambda each: _is_cables(each[1])):
        reads = _cable if _is_cables(table) else _device
        for each in table.rows(sources[row].text, survey.book.first_of(row), net.rejected):
            reads(net, each)
    declare_ports(survey, net.models, sources, typed)
    _tell(net)
    return fabric_of(survey)


def _first(row: Row, columns: Sequence[str]) -> str:
    return next((cell for column in columns if (cell := row.cell(column))), "")


def _device(net: _Net, row: Row) -> None:
    name, role, model = row.cell("name"), _first(row, ROLES), _first(row, MODELS)
    if not name:
        net.rejected.add(row.line, "a device without a name", ",".join(row.cells.values()))
        return
    if is_aside(role):
        net.other.append(row.line)
        return
    net.models[name] = model
    tags = [role, *row.cell("tags").split(",")] if role else row.cell("tags").split(",")
    net.survey.node(
        name,
        line=row.line,
        kind=kind_of_role(role),
        model=model,
        tags=tags,
        group=_first(row, ("rack", "location")),
    )


def _cable(net: _Net, row: Row) -> None:
    sides = (_side(net, row, "a"), _side(net, row, "b"))
    a, b = sides
    if a is None or b is None:
        return
    length = row.cell("length")
    metres = metres_of(length, row.cell("length_unit")) if length else None
    if length and metres is None:
        net.rejected.add(row.line, "no length is understood, the cable is kept without one", length)
    for side in (a, b):
        if side.what in PASSED_THROUGH or side.what == CIRCUIT:
            net.survey.node(side.key, line=row.line, kind=NodeKind.PANEL)
    pairs = _pairs(a, b)
    if pairs is None:
        net.rejected.add(
            row.line,
            f"{len(a.names)} ports at one end and {len(b.names)} at the other",
            ",".join(row.cells.values()),
        )
        return
    for side in (a, b):
        if _is_taken(net, side, row.line):
            return
    gbps = _split_speed(net, a, b)
    for end_a, end_b in pairs:
        net.survey.link((a.key, end_a), (b.key, end_b), line=row.line, gbps=gbps, length_m=metres)
    if len(pairs) > 1 and len(a.names) != len(b.names):
        parent = a if len(a.names) == 1 else b
        net.split[parent.key, parent.names[0]].append(row.line)


def _side(net: _Net, row: Row, letter: str) -> _Side | None:
    """Return one end of a cable, None where it carries no data or does not say where it is."""
    words = row.cell(f"side_{letter}_type")
    what = key_of(words.replace("|", ".").rpartition(".")[2]) or INTERFACE
    if what in OTHER:
        net.other.append(row.line)
        return None
    if what not in (INTERFACE, CIRCUIT, *PASSED_THROUGH):
        net.rejected.add(row.line, f"side {letter} ends at something that is no port of data", words)
        return None
    device = row.cell(f"side_{letter}_device")
    name = row.cell(f"side_{letter}_name")
    if what == CIRCUIT:
        circuit = row.cell(f"side_{letter}_circuit") or device
        if not circuit:
            net.rejected.add(row.line, f"side {letter} names no circuit", ",".join(row.cells.values()))
            return None
        # The two terminations of a circuit are the two sides of one port.
        return _Side(f"circuit {circuit}", CIRCUIT, ("through",))
    if not device or not name:
        net.rejected.add(row.line, f"side {letter} names no device and port", ",".join(row.cells.values()))
        return None
    if what in PASSED_THROUGH and key_of(device) and device in net.models and not _is_panel(net, device):
        # A front port of a device that also forwards: its panel is a thing of its own.
        device = f"{device} panel"
    return _Side(device, what, tuple(part.strip() for part in name.split(",") if part.strip()))


def _is_panel(net: _Net, device: str) -> bool:
    kinds = net.survey.nodes[device].kinds
    return not kinds or NodeKind.PANEL in kinds


def _pairs(a: _Side, b: _Side) -> list[tuple[str, str]] | None:
    """Return the ports that a cable joins: one to one, or the lanes of one port to many; None for others."""
    if len(a.names) == len(b.names):
        return list(zip(a.names, b.names, strict=True))
    if len(a.names) == 1 and 0 < len(b.names) <= MOST_LANES:
        return [(f"{a.names[0]}:{lane}", name) for lane, name in enumerate(b.names, start=1)]
    if len(b.names) == 1 and 0 < len(a.names) <= MOST_LANES:
        return [(name, f"{b.names[0]}:{lane}") for lane, name in enumerate(a.names, start=1)]
    return None


def _split_speed(net: _Net, a: _Side, b: _Side) -> float | None:
    """Return the speed of a lane of a breakout, where the catalogue has that of the port it comes from."""
    lanes = max(len(a.names), len(b.names))
    if len(a.names) == len(b.names):
        return None
    parent = a if len(a.names) == 1 else b
    known = type_of_model(net.models.get(parent.key, ""))
    speeds = {block.gbps for block in known.ports} if known else set()
    gbps = next(iter(speeds)) if len(speeds) == 1 else None
    return None if gbps is None else gbps / lanes


def _is_taken(net: _Net, side: _Side, line: int) -> bool:
    """Tell whether the same side of a panel's port is cabled already, and say so."""
    if side.what not in PASSED_THROUGH:
        return False
    for name in side.names:
        earlier = net.panel_ports.setdefault((side.key, side.what, name), line)
        if earlier != line:
            front = "front" if side.what == "frontport" else "rear"
            at = net.survey.book.at(earlier)
            net.rejected.add(line, f"the {front} port {name} of {side.key} is cabled already, by {at}")
            return True
    return False


def _tell(net: _Net) -> None:
    survey = net.survey
    if net.other:
        survey.tell(
            "cable.other",
            Severity.NOTE,
            f"{counted(len(set(net.other)), 'row')} of power, consoles or management left out "
            f"({survey.book.listed(net.other)})",
            lines=net.other,
        )
    if net.split:
        lines = [line for each in net.split.values() for line in each]
        names = ", ".join(f"{key} {port}" for key, port in list(net.split)[:NAMED])
        survey.tell(
            "port.split",
            Severity.NOTE,
            f"{counted(len(net.split), 'port')} split over several cables ({names}; "
            f"{survey.book.listed(lines)}): each lane is a port of its own, with its part of the speed where "
            "the catalogue has that",
            lines=lines,
        )
    if not survey.links and survey.nodes:
        survey.tell(
            "fabric.no-cables",
            Severity.WARNING,
            "no list of cables was given, or none could be read: give NetBox's cables with the devices",
        )
    net.rejected.tell(survey)


NETBOX: Final = Format(
    name="netbox",
    title="NetBox's lists of devices and cables in CSV, and device types",
    recognise=looks_like_netbox,
    read=read,
)
