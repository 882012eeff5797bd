"""A bill of materials as CSV: a row for each line, one for each place, and one for all."""

from collections.abc import Iterator
from typing import Final

from simcore.document.bill import Bill, BillFigures, BillLine
from simcore.formats.writing.cells import Cell, csv_bytes, figure

COLUMNS: Final = (
    "place",
    "kind",
    "part",
    "name",
    "count",
    "links",
    "length_m",
    "price_low",
    "price_high",
    "sum_low",
    "sum_high",
    "currency",
    "without_price",
    "power_w",
    "without_power",
    "rack_units",
    "without_rack_units",
    "price_basis",
)
SUM: Final = "sum"
ALL: Final = "all"


def bill_csv(bill: Bill) -> bytes:
    """Return the bill as CSV. Price bands are of one piece; sums, power and rack units of all in the row.

    A row of sums has "sum" for its kind; the last one, of the place "all", is of the whole fabric.
    """
    return csv_bytes(COLUMNS, _rows(bill))


def _rows(bill: Bill) -> Iterator[tuple[Cell, ...]]:
    for line in bill.lines:
        yield _row(line, line.figures(), bill.currency)
    for each in bill.places:
        yield _sum_row(each.place, each.figures, bill.currency)
    yield _sum_row(ALL, bill.total, bill.currency)


def _row(line: BillLine, sums: BillFigures, currency: str) -> tuple[Cell, ...]:
    return (
        line.place,
        line.kind,
        line.part,
        line.name,
        line.count,
        line.links,
        figure(line.length_m),
        figure(line.price_low),
        figure(line.price_high),
        *_sums(sums, currency),
        line.basis,
    )


def _sum_row(place: str, sums: BillFigures, currency: str) -> tuple[Cell, ...]:
    return (place, SUM, None, None, sums.count, None, None, None, None, *_sums(sums, currency), None)


def _sums(sums: BillFigures, currency: str) -> tuple[Cell, ...]:
    return (
        figure(sums.price_low),
        figure(sums.price_high),
        currency,
        sums.without_price,
        figure(sums.power_w),
        sums.without_power,
        figure(sums.rack_units),
        sums.without_rack_units,
    )
