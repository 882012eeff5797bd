"""Tables in CSV as people's tools write them: any common separator, short rows, quoted fields, comments."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from simcore.formats.rejected import Rejected

SEPARATORS: Final = (",", ";", "\t", "|")
# Of a field; a quotation mark that nothing closes takes what follows into one.
LONGEST_FIELD: Final = 10_000
MOST_COLUMNS: Final = 400
# A list has its header among its first lines, below a title or comments.
HEADER_WITHIN: Final = 20
HEAD: Final = 20_000
_NUMBER: Final = re.compile(r"[-+]?\d{1,15}(?:[.,]\d{1,12})?(?:[eE][-+]?\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Row:
    """A row below the header: its running line number, and its cells by the column's key."""

    line: int
    cells: dict[str, str]

    def cell(self, column: str | None) -> str:
        """Return the cell of a column, "" where the row or the table has none."""
        return "" if column is None else self.cells.get(key_of(column), "")


@dataclass(frozen=True, slots=True)
class Table:
    """The headers as they stand, and the line of the header counted from 0."""

    headers: tuple[str, ...]
    separator: str
    header_line: int

    @property
    def keys(self) -> frozenset[str]:
        """The columns in small letters, without white space and punctuation."""
        return frozenset(key_of(header) for header in self.headers)

    def rows(self, text: str, first_line: int, rejected: Rejected) -> Iterator[Row]:
        """Yield the rows; those that are no CSV, or have more cells than columns, go to ``rejected``."""
        keys = [key_of(header) for header in self.headers]
        lines = io.StringIO(text)
        for _ in range(self.header_line):
            lines.readline()
        reader = csv.reader(_bounded(lines), delimiter=self.separator)
        while True:
            before = reader.line_num
            try:
                fields = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                rejected.add(first_line + self.header_line + before + 1, f"it is no CSV ({error})")
                continue
            line = first_line + self.header_line + before + 1
            if before == 0 or not any(field.strip() for field in fields) or fields[0].startswith("#"):
                continue
            if any(field.strip() for field in fields[len(keys) :]) and keys[-1:] != [""]:
                # NetBox and others quote lists at the end of a row without a header for them.
                fields = fields[: len(keys)]
            # The first of two columns of one name counts.
            cells: dict[str, str] = {}
            for key, field in zip(keys, fields, strict=False):
                cells.setdefault(key, field.strip())
            yield Row(line, cells)


def table_of(text: str) -> Table | None:
    """Return the table that begins in the first lines of the text, None where those are no table."""
    for number, line in enumerate(islice(io.StringIO(text[:HEAD]), HEADER_WITHIN)):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        separator = max(SEPARATORS, key=words.count)
        if not words.count(separator):
            continue
        try:
            fields = next(csv.reader([line], delimiter=separator), [])
        except csv.Error:
            return None
        headers = tuple(field.strip() for field in fields[:MOST_COLUMNS])
        if sum(1 for header in headers if header and _NUMBER.fullmatch(header) is None) < 2:
            return None
        return Table(headers, separator, number)
    return None


@lru_cache(maxsize=512)
def key_of(header: str) -> str:
    """Return a header as it is compared: small letters and digits alone."""
    return "".join(each for each in header.lower() if each.isalnum())


def number_of(text: str) -> float | None:
    """Return the number in a cell, with a point or comma before its decimals, None where it is none."""
    bare = text.replace("\u00a0", "").replace(" ", "")
    return float(bare.replace(",", ".")) if _NUMBER.fullmatch(bare) else None


def _bounded(lines: io.StringIO) -> Iterator[str]:
    """Yield lines, cut where they are longer than any row: nothing must grow without bound."""
    for line in lines:
        yield line if len(line) <= LONGEST_FIELD * 10 else line[: LONGEST_FIELD * 10] + "\n"


def has_columns(table: Table | None, names: Sequence[str]) -> bool:
    """Tell whether the table has all of these columns, however they are spelt."""
    if table is None:
        return False
    keys = table.keys
    return all(key_of(name) in keys for name in names)
