"""The head of a table as a person sees it who says which column is what: headers, first rows, a guess."""

from dataclasses import dataclass
from itertools import islice
from typing import Final

from simcore.formats.cables.column_map import LONGEST_HEADER, ColumnMap, guessed_map
from simcore.formats.cables.table import key_of, table_of
from simcore.formats.reading import Source
from simcore.formats.recognise import kind_by_its_marks
from simcore.formats.rejected import Rejected

ROWS_SHOWN: Final = 8
LONGEST_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class TableHead:
    """The columns that a map can name, the first rows below them, and what the headers tell, if anything."""

    name: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    guess: ColumnMap | None


def head_of(source: Source) -> TableHead | None:
    """Return the head of a table, None where the text is none: JSON, XML and YAML have commas too.

    Of two columns of one name the first counts; columns without a name, or with one that is too long for a
    map, are left out.
    """
    table = table_of(source.text) if kind_by_its_marks(source.text) is None else None
    if table is None:
        return None
    first: dict[str, str] = {}
    for header in table.headers:
        if key_of(header) and len(header) <= LONGEST_HEADER:
            first.setdefault(key_of(header), header)
    headers = tuple(first.values())
    rows = islice(table.rows(source.text, 0, Rejected()), ROWS_SHOWN)
    return TableHead(
        name=source.name,
        headers=headers,
        rows=tuple(tuple(row.cell(header)[:LONGEST_SHOWN] for header in headers) for row in rows),
        guess=guessed_map(table.headers),
    )
