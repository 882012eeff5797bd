"""Lists with a cable a row: Arista AVD's, SONiC's lab with its devices, and any other by a column map."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.cables.column_map import ColumnMap, guessed_map, missing_columns
from simcore.formats.cables.netbox import looks_like_netbox
from simcore.formats.cables.table import Row, Table, has_columns, key_of, number_of, table_of
from simcore.formats.cables.words import gbps_of, is_aside, kind_of_role, metres_of
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import Survey, fabric_of

# Where all speeds are whole thousands and no unit is said, they are megabits.
MEGABITS_FROM: Final = 1_000.0
NAMED: Final = 8

AVD_MAP: Final = ColumnMap(
    name="Arista AVD",
    a_device="Node",
    a_port="Node Interface",
    a_kind="Node Type",
    b_device="Peer Node",
    b_port="Peer Interface",
    b_kind="Peer Type",
)
SONIC_LAB_MAP: Final = ColumnMap(
    name="SONiC lab",
    a_device="StartDevice",
    a_port="StartPort",
    b_device="EndDevice",
    b_port="EndPort",
    speed="BandWidth",
    speed_unit="Mb/s",
)
SONIC_DEVICES: Final = ("Hostname", "HwSku", "Type")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A file and its table."""

    source: Source
    row: int
    table: Table


def read_listed(sources: Sequence[Source], columns: ColumnMap | None = None) -> Understood:
    """Return the fabric of lists with a cable a row, by the map given or one guessed for each file.

    Raises
    ------
    FormatError
        If a file is no such list, or lacks a column of the map.
    """
    survey = Survey(LineBook(sources), origin="a list of cables")
    rejected = Rejected()
    for sheet in _sheets(sources):
        if columns is not None:
            missing = missing_columns(columns, sheet.table)
            if missing:
                raise FormatError(
                    f"{sheet.source.name} has no column {', '.join(missing)}; its columns are "
                    f"{', '.join(header for header in sheet.table.headers[:40] if header)}"
                )
            _survey(survey, rejected, sheet, columns)
            continue
        guess = guessed_map(sheet.table.headers)
        if guess is None:
            raise FormatError(
                f"{sheet.source.name}: the headers do not tell which columns hold the devices at the two "
                "ends; say it by a column map"
            )
        _tell_guess(survey, sheet, guess)
        _survey(survey, rejected, sheet, guess)
    rejected.tell(survey)
    return fabric_of(survey)


def listed_by(columns: ColumnMap) -> Callable[[Sequence[Source]], Understood]:
    """Return a reader of lists whose columns are these."""
    return lambda sources: read_listed(sources, columns)


def _sheets(sources: Sequence[Source]) -> list[_Sheet]:
    sheets = []
    for row, source in enumerate(sources):
        table = table_of(source.text)
        if table is None:
            raise FormatError(f"{source.name} is no table: its first lines have no header with two columns")
        sheets.append(_Sheet(source, row, table))
    return sheets


def _survey(survey: Survey, rejected: Rejected, sheet: _Sheet, columns: ColumnMap) -> None:
    """Add the rows of a list to the survey."""
    first = survey.book.first_of(sheet.row)
    rows = list(sheet.table.rows(sheet.source.text, first, rejected))
    unit = _unit(survey, rows, columns)
    for row in rows:
        ends = []
        for side in "ab":
            device = row.cell(getattr(columns, f"{side}_device"))
            ends.append((device, row.cell(getattr(columns, f"{side}_port"))))
        if not ends[0][0] or not ends[1][0]:
            rejected.add(row.line, "a device is missing at one end or both", _quoted(row))
            continue
        for side, end in zip("ab", ends, strict=True):
            _survey_end(survey, row, columns, side, end)
        speed, length = row.cell(columns.speed), row.cell(columns.length)
        gbps = gbps_of(speed, unit=unit) if speed else None
        length_unit = row.cell(columns.length_unit_column) or columns.length_unit
        metres = metres_of(length, length_unit) if length else None
        for word, value, what in ((speed, gbps, "speed"), (length, metres, "length")):
            if (
                value is None
                and word
                and number_of(word) != 0
                and word.lower() not in ("n/a", "na", "-", "auto")
            ):
                rejected.add(row.line, f"no {what} is understood, the cable is kept without one", word)
        survey.link(ends[0], ends[1], line=row.line, gbps=gbps, length_m=metres)


def _survey_end(survey: Survey, row: Row, columns: ColumnMap, side: str, end: tuple[str, str]) -> None:
    """Add what a row says of the device and port at one of its ends."""
    role = row.cell(getattr(columns, f"{side}_kind"))
    # In Arista's list "mlag_peer" is what a switch is to its peer, no role of its own.
    is_role = role and not role.lower().endswith("peer")
    survey.node(
        end[0],
        line=row.line,
        kind=kind_of_role(role),
        model=row.cell(getattr(columns, f"{side}_model")),
        group=row.cell(getattr(columns, f"{side}_group")),
        tags=[role] if is_role else [],
    )
    adapter = row.cell(getattr(columns, f"{side}_adapter"))
    if adapter and end[1]:
        survey.port(end[0], end[1], line=row.line, adapter=adapter)


def _quoted(row: Row) -> str:
    return ",".join(row.cells.values())


def _unit(survey: Survey, rows: Iterable[Row], columns: ColumnMap) -> float:
    """Return the unit of speeds that are numbers alone, in Gb/s, and say it where it is a guess."""
    if columns.speed_unit is not None:
        return 1e-3 if columns.speed_unit == "Mb/s" else 1.0
    bare = [
        (row.line, number)
        for row in rows
        if (number := number_of(row.cell(columns.speed))) is not None and number > 0
    ]
    if not bare:
        return 1.0
    is_mega = all(number >= MEGABITS_FROM for _, number in bare)
    survey.tell(
        "speed.unit",
        Severity.NOTE,
        f"the speeds of {counted(len(bare), 'row')} have no unit: read as {'M' if is_mega else 'G'}b/s, as "
        + (
            "all of them are 1,000 or more"
            if is_mega
            else f"some are below 1,000, such as {min(number for _, number in bare):g}"
        ),
        lines=[bare[0][0]],
    )
    return 1e-3 if is_mega else 1.0


def _tell_guess(survey: Survey, sheet: _Sheet, columns: ColumnMap) -> None:
    said = ", ".join(f"{what.replace('_', ' ')} “{column}”" for what, column in columns.columns().items())
    used = {key_of(column) for column in columns.columns().values()}
    rest = [header for header in sheet.table.headers if header and key_of(header) not in used]
    survey.tell(
        "columns.guessed",
        Severity.NOTE,
        f"the columns were understood by their headers: {said[:600]}"
        + (f"; not read: {', '.join(rest[:NAMED])[:200]}" if rest else ""),
        lines=[survey.book.first_of(sheet.row) + sheet.table.header_line + 1],
    )


# Arista AVD


def looks_like_avd(text: str) -> bool:
    """Tell whether the first lines are the header of AVD's list."""
    return has_columns(table_of(text), tuple(AVD_MAP.columns().values()))


# SONiC's lab: links, and devices with short rows


def looks_like_sonic_lab(text: str) -> bool:
    """Tell whether the first lines are the header of SONiC's list of links or of devices."""
    table = table_of(text)
    links = (SONIC_LAB_MAP.a_device, SONIC_LAB_MAP.b_device, "StartPort", "EndPort")
    return has_columns(table, links) or has_columns(table, SONIC_DEVICES)


def read_sonic_lab(sources: Sequence[Source]) -> Understood:
    """Return the fabric of SONiC's lists of links and devices; devices without a cable are not in it."""
    survey = Survey(LineBook(sources), origin="lists of a SONiC lab")
    rejected = Rejected()
    sheets = _sheets(sources)
    devices = [sheet for sheet in sheets if has_columns(sheet.table, SONIC_DEVICES)]
    for sheet in sheets:
        if sheet not in devices:
            # With and without "(Mb/s)" behind it.
            speed = next(
                (header for header in sheet.table.headers if key_of(header).startswith("bandwidth")), None
            )
            _survey(survey, rejected, sheet, SONIC_LAB_MAP.model_copy(update={"speed": speed}))
    if len(devices) == len(sheets):
        raise FormatError(
            f"{sources[0].name} lists devices alone: give the list of links too (StartDevice, StartPort, …)"
        )
    cabled = set(survey.nodes)
    idle: list[tuple[int, str]] = []
    for sheet in devices:
        for row in sheet.table.rows(sheet.source.text, survey.book.first_of(sheet.row), rejected):
            name, role = row.cell("Hostname"), row.cell("Type")
            if not name:
                rejected.add(row.line, "no host name", _quoted(row))
            elif name not in cabled:
                idle.append((row.line, name))
            else:
                kind = None if is_aside(role) else kind_of_role(role)
                model = row.cell("HwSku")
                survey.node(name, line=row.line, kind=kind, model=model, tags=[role] if role else [])
    if idle:
        survey.tell(
            "device.uncabled",
            Severity.NOTE,
            f"{counted(len(idle), 'device')} without a link left out: "
            f"{', '.join(name[:60] for _, name in idle[:NAMED])}"
            + (f" and {len(idle) - NAMED:,} more" if len(idle) > NAMED else ""),
            lines=[line for line, _ in idle],
        )
    rejected.tell(survey)
    return fabric_of(survey)


# Any list


def looks_like_a_cable_list(text: str) -> bool:
    """Tell whether the headers name devices and ports at both ends of a cable, and are no known list's."""
    table = table_of(text)
    if table is None or looks_like_netbox(text) or looks_like_avd(text) or looks_like_sonic_lab(text):
        return False
    guess = guessed_map(table.headers)
    # With two columns alone, or without a port, the rows could be of anything.
    return guess is not None and guess.a_port is not None and guess.b_port is not None


AVD: Final = Format(
    name="avd",
    title="Arista AVD's list of links (FABRIC-topology.csv)",
    recognise=looks_like_avd,
    read=listed_by(AVD_MAP),
)
SONIC_LAB: Final = Format(
    name="sonic-lab",
    title="lists of links and devices of a SONiC lab",
    recognise=looks_like_sonic_lab,
    read=read_sonic_lab,
)
CABLE_LIST: Final = Format(
    name="cable-list",
    title="a list of cables in CSV, a row a cable",
    recognise=looks_like_a_cable_list,
    read=read_listed,
)
