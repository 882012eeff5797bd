"""The first sheet of an XLSX workbook, as a table in text: what it shows, formulas by their last value.

Format: ECMA-376, part 1, SpreadsheetML. Read here from the parts of the archive, each of which may have
``MOST_UNPACKED`` bytes, so that no small file becomes a large one.
"""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final

from simcore.errors import FormatError
from simcore.formats.reading import Source
from simcore.formats.xml_text import XmlNode, parsed_xml

SIGNATURE: Final = b"PK\x03\x04"
MOST_UNPACKED: Final = 16_000_000
MOST_ROWS: Final = 50_000
MOST_COLUMNS: Final = 200
# What opening a damaged archive, a locked one or one of a later version may raise.
BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, OSError, ValueError, RuntimeError)
SEPARATOR: Final = ";"
_WORKBOOK: Final = "xl/workbook.xml"
_RELATIONS: Final = "xl/_rels/workbook.xml.rels"
_STRINGS: Final = "xl/sharedStrings.xml"
_PLACE: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})")


def looks_like_a_workbook(content: bytes) -> bool:
    """Tell whether the bytes are an archive with a workbook in it."""
    if not content.startswith(SIGNATURE):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _WORKBOOK in archive.namelist()
    except BROKEN:
        return False


def sheet_text(name: str, content: bytes) -> str:
    """Return the first sheet as text: a line a row, cells between semicolons.

    Raises
    ------
    FormatError
        If the workbook is broken, locked by a password, or larger than any list of prices.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            sheet = _part(archive, name, _first_sheet(archive, name))
            shared = _strings(archive, name)
    except BROKEN as error:
        raise FormatError(f"{name} is a workbook that cannot be opened ({error}): save it anew") from None
    written = io.StringIO()
    writer = csv.writer(written, delimiter=SEPARATOR, lineterminator="\n")
    line = 0
    for number, cells in _rows(sheet, shared):
        if number <= line:
            continue
        if number > MOST_ROWS:
            raise FormatError(f"{name} has more than {MOST_ROWS:,} rows: split it")
        written.write("\n" * (number - line - 1))
        writer.writerow(cells)
        line = number
    return written.getvalue()


def _part(archive: zipfile.ZipFile, name: str, part: str) -> XmlNode:
    size = archive.getinfo(part).file_size
    if size > MOST_UNPACKED:
        raise FormatError(f"{name} is too large: {part} has {size:,} bytes, the most is {MOST_UNPACKED:,}")
    with archive.open(part) as opened:
        # The size that an archive states need not be the true one.
        unpacked = opened.read(MOST_UNPACKED + 1)
    if len(unpacked) > MOST_UNPACKED:
        raise FormatError(f"{name} is too large: {part} has more than {MOST_UNPACKED:,} bytes")
    return parsed_xml(Source(f"{name}, {part}", unpacked.decode("utf-8-sig", errors="replace"))).root


def _first_sheet(archive: zipfile.ZipFile, name: str) -> str:
    """Return the part that holds the first sheet, as the workbook's relations name it."""
    targets = {
        node.said("Id"): node.said("Target")
        for node in _part(archive, name, _RELATIONS).children
        if node.said("Type").endswith("/worksheet")
    }
    for sheet in (node for node in _part(archive, name, _WORKBOOK).below() if node.tag == "sheet"):
        target = targets.get(sheet.said("id"), "")
        if target:
            return target[1:] if target.startswith("/") else f"xl/{target}"
    raise FormatError(f"{name} has no sheet with cells")


def _strings(archive: zipfile.ZipFile, name: str) -> list[str]:
    if _STRINGS not in archive.namelist():
        return []
    return [_text(item) for item in _part(archive, name, _STRINGS).children if item.tag == "si"]


def _text(node: XmlNode) -> str:
    """Return the text of an item, in one piece or in several runs; how it is pronounced is no part of it."""
    runs = [node, *(child for child in node.children if child.tag == "r")]
    return "".join(child.text for run in runs for child in run.children if child.tag == "t")


def _rows(sheet: XmlNode, shared: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each row and its cells, from the first column on."""
    line = 0
    for row in (node for node in sheet.below() if node.tag == "row"):
        stated = row.said("r")
        line = int(stated) if re.fullmatch(r"\d{1,7}", stated, re.ASCII) else line + 1
        cells: list[str] = []
        for cell in (node for node in row.children if node.tag == "c"):
            column = _column(cell.said("r"), len(cells))
            if len(cells) <= column < MOST_COLUMNS:
                cells += [""] * (column - len(cells)) + [" ".join(_shown(cell, shared).split())]
        yield line, cells


def _column(place: str, following: int) -> int:
    found = _PLACE.fullmatch(place)
    if found is None:
        return following
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1


def _shown(cell: XmlNode, shared: list[str]) -> str:
    """Return what a cell holds: a text, or a number without the digits that binary fractions add."""
    value = next((child.text.strip() for child in cell.children if child.tag == "v"), "")
    kind = cell.said("t")
    if kind == "inlineStr":
        return "".join(_text(child) for child in cell.children if child.tag == "is")
    if kind == "s":
        at = int(value) if re.fullmatch(r"\d{1,9}", value, re.ASCII) else len(shared)
        return shared[at] if at < len(shared) else ""
    if kind in ("", "n"):
        try:
            number = float(value)
        except ValueError:
            return ""
        return f"{number:.15g}" if 1e-4 <= abs(number) < 1e15 or number == 0 else value
    return value
