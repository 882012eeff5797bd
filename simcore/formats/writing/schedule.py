"""The cable schedule: every cable with both of its ends, how many of what length to buy, and the devices."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from math import ceil
from typing import Final

from simcore.document.catalogue import CABLE_TYPES
from simcore.document.fabric import CableType
from simcore.document.structure import UNREACHED
from simcore.formats.names import as_written
from simcore.formats.writing.cells import Cell, csv_bytes, figure
from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.plan import End, Plan
from simcore.formats.writing.workbook import Column, Sheet, xlsx_bytes

CABLE_COLUMNS: Final = (
    Column("cable", 30),
    Column("from_device", 22),
    Column("from_role", 10),
    Column("from_group", 14),
    Column("from_port", 14),
    Column("from_connector", 16),
    Column("to_device", 22),
    Column("to_role", 10),
    Column("to_group", 14),
    Column("to_port", 14),
    Column("to_connector", 16),
    Column("speed_gbps", 11),
    Column("length_m", 10),
    Column("part", 16),
    Column("medium", 16),
)
COUNT_COLUMNS: Final = (
    Column("between", 18),
    Column("part", 16),
    Column("name", 48),
    Column("medium", 16),
    Column("connector", 28),
    Column("speed_gbps", 11),
    Column("length_m", 10),
    Column("cables", 10),
    Column("pieces", 10),
    Column("total_length_m", 14),
)
DEVICE_COLUMNS: Final = (
    Column("device", 22),
    Column("id", 22),
    Column("role", 10),
    Column("group", 14),
    Column("type", 22),
    Column("ports", 8),
    Column("cabled", 8),
)
# Between the two ends of a type's connectors, the one at the switch first.
BETWEEN: Final = " – "


def tables(plan: Plan) -> tuple[Sheet, ...]:
    """Return the tables of the schedule."""
    return (
        Sheet("Cables", CABLE_COLUMNS, _cables(plan)),
        Sheet("Counts", COUNT_COLUMNS, _counts(plan)),
        Sheet("Devices", DEVICE_COLUMNS, _devices(plan)),
    )


def write_csv(plan: Plan) -> tuple[Written, ...]:
    """Return a file for each table."""
    return tuple(
        Written(f"{sheet.name.lower()}.csv", csv_bytes([each.heading for each in sheet.columns], sheet.rows))
        for sheet in tables(plan)
    )


def write_xlsx(plan: Plan) -> tuple[Written, ...]:
    """Return one workbook with a sheet for each table."""
    return (Written("cable-schedule.xlsx", xlsx_bytes(tables(plan))),)


def connectors(found: CableType | None, *, first_is_higher: bool) -> tuple[str, str]:
    """Return what is plugged in at the first and at the second end of a cable of this type.

    The type names that of the switch first, or of the switch further from the hosts.
    """
    if found is None:
        return "", ""
    high, _, low = found.connector.partition(BETWEEN)
    return (high, low or high) if first_is_higher else (low or high, high)


def _cables(plan: Plan) -> Iterator[tuple[Cell, ...]]:
    labels = plan.labels()
    for cable, a, b, gbps in plan.cables():
        found = CABLE_TYPES.get(cable.medium or "")
        at_a, at_b = connectors(found, first_is_higher=_height(plan, a) > _height(plan, b))
        yield (
            cable.id,
            *_end(plan, labels, a, at_a),
            *_end(plan, labels, b, at_b),
            figure(gbps),
            figure(cable.length_m),
            cable.medium,
            None if found is None else found.medium.value,
        )


def _end(plan: Plan, labels: tuple[str, ...], end: End, connector: str) -> tuple[Cell, ...]:
    group = plan.document.devices[end.device].group
    return labels[end.device], plan.tier_name(end.device), group, as_written(end.port), connector or None


def _counts(plan: Plan) -> Iterator[tuple[Cell, ...]]:
    alike: Counter[tuple[int, int, str, float, float]] = Counter()
    names: dict[int, str] = {}
    for cable, a, b, gbps in plan.cables():
        low, high = sorted((a, b), key=lambda end: _height(plan, end))
        for end in (low, high):
            names.setdefault(_height(plan, end), plan.tier_name(end.device))
        # Unknown speeds and lengths come first, as nought.
        tiers = (_height(plan, low), _height(plan, high))
        alike[(*tiers, cable.medium or "", gbps or 0.0, cable.length_m or 0.0)] += 1
    for (low_tier, high_tier, medium, gbps, length), count in sorted(alike.items()):
        found = CABLE_TYPES.get(medium)
        yield (
            f"{names[low_tier]}{BETWEEN}{names[high_tier]}",
            medium or None,
            None if found is None else found.name,
            None if found is None else found.medium.value,
            None if found is None else found.connector,
            figure(gbps) or None,
            figure(length) or None,
            count,
            count if found is None else ceil(count / found.links),
            figure(round(count * length, 3)) or None,
        )


def _devices(plan: Plan) -> Iterator[tuple[Cell, ...]]:
    cabled = Counter(chain.from_iterable(plan.wiring.end_device.tolist()))
    for row, (device, label) in enumerate(zip(plan.document.devices, plan.labels(), strict=True)):
        ports = sum(block.count for block in plan.type_of(row).ports)
        yield label, device.id, plan.tier_name(row), device.group, device.type, ports, cabled[row]


def _height(plan: Plan, end: End) -> int:
    """Return where the tier of an end stands: switches that reach no server are above all others."""
    tier = int(plan.device_tier[end.device])
    return len(plan.device_tier) if tier == UNREACHED else tier


_SAYS: Final = (
    "Every cable with both ends, their tiers, groups, ports and connectors, its speed, length and type; how "
    "many cables and pieces of what length; and the devices. GPUs, aggregation and latencies are not in it."
)
SCHEDULE_CSV: Final = Export("schedule-csv", "Cable schedule: CSV", _SAYS, write_csv)
SCHEDULE_XLSX: Final = Export("schedule-xlsx", "Cable schedule: Excel workbook", _SAYS, write_xlsx)
