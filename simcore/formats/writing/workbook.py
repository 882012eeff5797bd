"""Tables as an XLSX workbook, row by row, and the same bytes for the same rows.

Written here as text, since openpyxl takes 10 s for a schedule of 50,000 cables, and as every text becomes an
inline string: no cell is a formula, whatever it begins with. Format: ECMA-376, part 1, SpreadsheetML.
"""

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final
from xml.sax.saxutils import escape

from simcore.document.words import printable
from simcore.formats.writing.archive import entry
from simcore.formats.writing.cells import COMPUTED, Cell

# Of a cell (Excel specifications and limits); of rows a sheet takes 1,048,576, more than a fabric has cables.
MOST_CHARACTERS: Final = 32_767
# Rows of the styles in STYLES.
PLAIN: Final = 0
HEADER: Final = 1
# Says that a text is a text, also after somebody has edited the cell.
QUOTED: Final = 2

_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
STYLES: Final = (
    f'{_XML}<styleSheet xmlns="{_MAIN}">'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    "<borders><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column by its heading, and how many characters wide it is shown."""

    heading: str
    width: int = 14


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a name: at most 31 characters, none of []:*?/\\."""

    name: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]


def xlsx_bytes(sheets: Sequence[Sheet]) -> bytes:
    """Return a workbook with the sheets in order; headings stay in sight and can be filtered by."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in _fixed_parts(sheets):
            archive.writestr(entry(name), text)
        for number, sheet in enumerate(sheets, 1):
            with archive.open(entry(f"xl/worksheets/sheet{number}.xml"), "w") as part:
                for text in _sheet(sheet):
                    part.write(text.encode())
    return content.getvalue()


def _fixed_parts(sheets: Sequence[Sheet]) -> Iterator[tuple[str, str]]:
    numbers = range(1, len(sheets) + 1)
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        for number in numbers
    )
    yield (
        "[Content_Types].xml",
        f'{_XML}<Types xmlns="{_PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>{overrides}</Types>',
    )
    yield "_rels/.rels", _relationships(["officeDocument xl/workbook.xml"])
    listed = "".join(
        f'<sheet name="{escape(sheet.name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, sheet in zip(numbers, sheets, strict=True)
    )
    yield (
        "xl/workbook.xml",
        f'{_XML}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>',
    )
    targets = [f"worksheet worksheets/sheet{number}.xml" for number in numbers]
    yield "xl/_rels/workbook.xml.rels", _relationships([*targets, "styles styles.xml"])
    yield "xl/styles.xml", STYLES


def _relationships(targets: list[str]) -> str:
    """Return the part that joins others: each target is a kind and a path."""
    listed = ""
    for number, each in enumerate(targets, 1):
        kind, target = each.split()
        listed += f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
    return f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def _sheet(sheet: Sheet) -> Iterator[str]:
    letters = [_letters(number) for number in range(len(sheet.columns))]
    widths = "".join(
        f'<col min="{number}" max="{number}" width="{column.width}" customWidth="1"/>'
        for number, column in enumerate(sheet.columns, 1)
    )
    yield (
        f'{_XML}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
        f"<cols>{widths}</cols><sheetData>"
    )
    yield _row(1, letters, [column.heading for column in sheet.columns], HEADER)
    last = 1
    for last, row in enumerate(sheet.rows, 2):
        yield _row(last, letters, row, PLAIN)
    yield f'</sheetData><autoFilter ref="A1:{letters[-1]}{last}"/></worksheet>'


def _row(number: int, letters: list[str], row: Sequence[Cell], style: int) -> str:
    cells = []
    for letter, cell in zip(letters, row, strict=True):
        if isinstance(cell, str):
            text = escape(printable(cell)[:MOST_CHARACTERS])
            own = QUOTED if cell.lstrip().startswith(COMPUTED) else style
            inline = f't="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
            cells.append(f'<c r="{letter}{number}" s="{own}" {inline}')
        elif cell is not None:
            cells.append(f'<c r="{letter}{number}" s="{style}"><v>{cell!r}</v></c>')
    return f'<row r="{number}">{"".join(cells)}</row>'


def _letters(number: int) -> str:
    """Return what a spreadsheet calls a column: A for 0, Z for 25, AA for 26."""
    word = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        word = chr(ord("A") + digit) + word
    return word
