"""The decisions on in-network aggregation of a run as CSV: a row for each record."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, Final

from simcore.formats.writing.cells import Cell, csv_bytes
from simcore.traffic.audit import AuditRecord

COLUMNS: Final = tuple(field.name for field in fields(AuditRecord))


def audit_csv(records: Iterable[Mapping[str, Any]]) -> bytes:
    """Return records, by the names of ``AuditRecord``, as CSV; several names in a cell are one to a space."""
    return csv_bytes(COLUMNS, ([_cell(record.get(name)) for name in COLUMNS] for record in records))


def _cell(value: Any) -> Cell:
    if isinstance(value, list | tuple):
        return " ".join(str(each) for each in value)
    known: Cell = value
    return known
