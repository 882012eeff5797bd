"""A person's prices from a table: a column that names the part, one with the price, perhaps one of notes.

The header tells the columns, in any order and case, with others between them; commas, semicolons or tabs
separate. A bill of materials that was written here and priced by hand is read too.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from simcore.document.findings import Finding, Severity
from simcore.document.parse import parse_model
from simcore.document.prices import Price, PriceList
from simcore.document.words import counted, printable
from simcore.errors import FormatError
from simcore.formats.reading import LineBook, Source

PART: Final = ("part", "sku", "model", "part number", "part_number", "id")
PRICE: Final = (
    "price",
    "unit price",
    "unit_price",
    "unit cost",
    "unit_cost",
    "cost",
    "list price",
    "list_price",
)
NOTE: Final = ("note", "notes", "comment", "description", "remark")
SEPARATORS: Final = (",", ";", "\t")
MOST_PRICES: Final = 10_000
MOST_FINDINGS: Final = 100
# With a comma or nothing between thousands; with a comma before the cents where no comma separates cells.
_POINT: Final = re.compile(r"(?:\d{1,3}(?:[,' ]\d{3})+|\d+)(?:\.\d+)?", re.ASCII)
_COMMA: Final = re.compile(r"(?:\d{1,3}(?:[.' ]\d{3})+|\d+),\d{1,2}", re.ASCII)
# Of a run of blanks only the first is a beginning to try, or a long run would take the square of its length.
_CURRENCY: Final = re.compile(r"^[A-Z]{3}\s+|(?<!\s)\s+[A-Z]{3}$")
_AROUND: Final = " \u00a0$€£¥"


@dataclass(frozen=True, slots=True)
class PricesRead:
    """A price list as far as it could be understood, and the rows that were left out."""

    document: PriceList
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Columns:
    part: int
    price: int
    note: int | None


def read_price_table(source: Source) -> PricesRead:
    """Return the prices of a table.

    Raises
    ------
    FormatError
        If no row of the file's beginning names a column of parts and one of prices.
    """
    separator, columns, rows = _table(source)
    book = LineBook([source])
    lines: dict[str, int] = {}
    prices: dict[str, Price] = {}
    rejected: list[tuple[int, str]] = []
    unpriced: list[int] = []
    for line, row in rows:
        part, written, note = (_cell(row, each) for each in (columns.part, columns.price, columns.note))
        if not written:
            unpriced += [line] if part else []
            continue
        found = _price(part, written, note, decimal_comma=separator != ",")
        before = prices.get(part)
        if isinstance(found, str):
            rejected.append((line, found))
        elif before is None and len(prices) < MOST_PRICES:
            prices[part], lines[part] = found, line
        elif before is None:
            rejected.append((line, f"a list has {MOST_PRICES:,} prices at most"))
        elif before.price != found.price:
            rejected.append((line, f"{printable(part)} has another price on line {lines[part]}"))
    return PricesRead(PriceList(prices=tuple(prices.values())), tuple(_findings(book, rejected, unpriced)))


def amount_of(written: str, *, decimal_comma: bool) -> float | None:
    """Return the number in "$25,000.50" or "25 000", None where it is none or could be two.

    With ``decimal_comma`` a comma before one or two last digits is the decimal sign.
    """
    bare = written.strip(_AROUND)
    bare = _CURRENCY.sub("", bare).strip(_AROUND).replace("\u00a0", " ")
    if _POINT.fullmatch(bare):
        return float(re.sub("[,' ]", "", bare))
    if decimal_comma and _COMMA.fullmatch(bare):
        return float(re.sub("[.' ]", "", bare).replace(",", "."))
    return None


def _table(source: Source) -> tuple[str, _Columns, Iterator[tuple[int, list[str]]]]:
    """Return the separator, the columns and the rows below the header, each with its line."""
    for separator in SEPARATORS:
        rows = _rows(source.text, separator)
        for _, row in islice(rows, 20):
            columns = _columns(row)
            if columns is not None:
                return separator, columns, rows
    raise FormatError(
        f"{source.name} is no table of prices: its header must name a column of parts ({PART[0]}) and one of "
        f"prices ({PRICE[0]})"
    )


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    last = 0
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:
            row = []
        yield last + 1, row
        last = reader.line_num


def _columns(row: Sequence[str]) -> _Columns | None:
    headings = [" ".join(cell.lower().split()) for cell in row]
    part, price, note = (
        next((headings.index(word) for word in words if word in headings), None)
        for words in (PART, PRICE, NOTE)
    )
    return None if part is None or price is None else _Columns(part, price, note)


def _cell(row: Sequence[str], column: int | None) -> str:
    """Return a cell without blanks around it, and without the apostrophe that makes a text harmless."""
    cell = "" if column is None or column >= len(row) else row[column].strip()
    return cell[1:] if cell[:1] == "'" else cell


def _price(part: str, written: str, note: str, *, decimal_comma: bool) -> Price | str:
    """Return the price of a row, or what is wrong with it."""
    amount = amount_of(written, decimal_comma=decimal_comma)
    if amount is None:
        return f"“{printable(written[:40])}” is no price: write it like 25000 or 25000.50"
    price, wrong = parse_model(Price, {"part": part, "price": amount, "note": note[:200]})
    return f"{wrong[0].at.lstrip('/')} {wrong[0].says}" if price is None else price


def _findings(book: LineBook, rejected: list[tuple[int, str]], unpriced: list[int]) -> Iterator[Finding]:
    for line, reason in rejected[:MOST_FINDINGS]:
        yield Finding(
            rule="line.unread", severity=Severity.WARNING, at=book.at(line), says=f"left out: {reason}"
        )
    rest = [line for line, _ in rejected[MOST_FINDINGS:]]
    if rest:
        says = f"{counted(len(rest), 'more row')} left out ({book.listed(rest)})"
        yield Finding(rule="line.unread", severity=Severity.WARNING, at=book.at(rest[0]), says=says)
    if unpriced:
        says = f"{counted(len(unpriced), 'part')} without a price ({book.listed(unpriced)})"
        yield Finding(rule="price.none", severity=Severity.NOTE, at=book.at(unpriced[0]), says=says)
