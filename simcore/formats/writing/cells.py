"""Tables as CSV, with cells that no spreadsheet takes for a formula."""

import csv
import io
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Final

from simcore.document.words import printable

Cell = str | int | float | None

# A cell that begins so is computed by a spreadsheet that opens the file (OWASP, "CSV Injection"); the last
# four are the wide forms, which some take for the same.
COMPUTED: Final = tuple("=+-@＝＋－＠")


def harmless(text: str) -> str:
    """Return the text on one line, with an apostrophe before what a spreadsheet would compute."""
    shown = printable(text)
    return f"'{shown}" if shown.lstrip().startswith(COMPUTED) else shown


def figure(number: float | None) -> int | float | None:
    """Return a number as it is shown best: a whole one without a decimal point, None for a sum past all."""
    if number is None or not isfinite(number):
        return None
    return int(number) if number == int(number) else number


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a table as CSV in UTF-8, lines ended by a line feed; None is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue().encode()
