"""Price lists in workbooks, written by openpyxl: the first sheet as shown, broken ones refused in words."""

import io
import zipfile
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from simcore.errors import FormatError
from simcore.formats import PricesRead, read_prices
from simcore.formats.workbook_rows import MOST_UNPACKED, sheet_text


def workbook(*rows: tuple[object, ...]) -> bytes:
    made = Workbook()
    for row in rows:
        made.worksheets[0].append(row)
    made.create_sheet("Other").append(("part", "price"))
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def prices(content: bytes) -> PricesRead:
    return read_prices([("prices.xlsx", content)])


SHEET = workbook(
    ("Reseller, May", None, datetime(2026, 5, 1, tzinfo=UTC).replace(tzinfo=None)),
    (),
    ("Qty", "Part", "Unit price", "Note"),
    (4, "QM9700", 25_000.5, "with\nlicence"),
    (1, "DGX-H100", "310.000,00 €"),
    (1, "cable-400", "on request"),
    (1, "MCP4Y10", 0.1 + 0.2),
)


def test_the_first_sheet_is_read_with_numbers_and_texts_below_a_title():
    found = prices(SHEET)
    read = [(each.part, each.price, each.note) for each in found.document.prices]
    assert read == [("QM9700", 25_000.5, "with licence"), ("DGX-H100", 310_000, ""), ("MCP4Y10", 0.3, "")]


def test_rows_left_out_are_told_by_their_row_in_the_sheet():
    assert [(each.rule, each.at) for each in prices(SHEET).findings] == [("line.unread", "line 6")]


def test_another_archive_is_no_workbook():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("prices.csv", "part,price\nQM9700,1\n")
    with pytest.raises(FormatError, match="zip archive"):
        prices(packed.getvalue())


def _with_part(part: str, content: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(SHEET)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, content if name == part else old.read(name))
    return packed.getvalue()


def test_a_small_file_that_unpacks_to_a_large_one_is_refused():
    bomb = _with_part("xl/worksheets/sheet1.xml", b"<worksheet>" + b" " * MOST_UNPACKED + b"</worksheet>")
    assert len(bomb) < 100_000
    with pytest.raises(FormatError, match="too large"):
        prices(bomb)


def test_entities_are_refused():
    text = b'<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>'
    with pytest.raises(FormatError, match="entities"):
        prices(_with_part("xl/worksheets/sheet1.xml", text))


def test_a_row_beyond_any_list_is_refused_and_not_filled_up_to():
    text = (
        b'<worksheet><sheetData><row r="1000000"><c r="A1000000"><v>1</v></c></row></sheetData></worksheet>'
    )
    with pytest.raises(FormatError, match="rows"):
        prices(_with_part("xl/worksheets/sheet1.xml", text))


def test_cells_keep_their_column_and_rows_their_number():
    text = (
        b'<worksheet><sheetData><row r="2"><c r="B2"><v>7</v></c><c r="D2" t="str"><v>x;y</v></c></row>'
        b'<row><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c></row></sheetData></worksheet>'
    )
    assert sheet_text("a.xlsx", _with_part("xl/worksheets/sheet1.xml", text)) == '\n;7;;"x;y"\nab\n'


@given(st.integers(0, len(SHEET) - 1), st.integers(0, 255), st.integers(0, len(SHEET)))
def test_no_damage_raises_anything_but_a_refusal(at, byte, end):
    damaged = bytearray(SHEET)
    damaged[at] = byte
    for content in (bytes(damaged), SHEET[:end]):
        try:
            assert isinstance(prices(content), PricesRead)
        except FormatError as refusal:
            assert str(refusal)


def test_an_archive_of_a_later_version_is_refused():
    # The version that is needed to unpack stands 6 bytes into each entry of the archive's directory.
    later = bytearray(SHEET)
    at = later.find(b"PK\x01\x02")
    while at >= 0:
        later[at + 6] = 225
        at = later.find(b"PK\x01\x02", at + 4)
    with pytest.raises(FormatError):
        prices(bytes(later))
