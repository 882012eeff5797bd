"""Tables of prices: columns in any order, amounts as people write them, every row left out is told."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.errors import FormatError
from simcore.formats import PricesRead, read_prices
from simcore.formats.price_lists import amount_of


def read(text: str | bytes) -> PricesRead:
    return read_prices([("prices.csv", text.encode() if isinstance(text, str) else text)])


def prices(found: PricesRead) -> dict[str, float]:
    return {each.part: each.price for each in found.document.prices}


def test_columns_are_found_by_their_headings_among_others():
    found = read('\ufeffQty;Unit Price;PART;Notes\r\n4;"25.000,50";QM9700;list of May\r\n1;99;cable-400;\r\n')
    assert prices(found) == {"QM9700": 25_000.5, "cable-400": 99}
    assert [each.note for each in found.document.prices] == ["list of May", ""]
    assert found.findings == ()


def test_lines_before_the_header_are_no_rows():
    assert prices(read("Prices of our reseller\n\nsku\tcost\nQM9700\t$25,000.50\n")) == {"QM9700": 25_000.5}


@pytest.mark.parametrize(
    ("written", "comma", "amount"),
    [
        ("25000", False, 25000),
        ("$25,000.50", False, 25000.5),
        ("25 000", False, 25000),
        ("25'000.5", False, 25000.5),
        ("EUR 99", False, 99),
        ("1.234,50 €", True, 1234.5),
        ("99,5", True, 99.5),
        ("99,5", False, None),
        ("1,234,5", False, None),
        ("-5", False, None),
        ("1e9", False, None),
        ("on request", False, None),
        ("٣", False, None),
    ],
)
def test_amounts_are_read_as_people_write_them_or_not_at_all(written, comma, amount):
    assert amount_of(written, decimal_comma=comma) == amount


def test_rows_left_out_are_told_with_line_and_reason():
    found = read("part,price\nQM9700,1\n,5\nQM9700,2\nQM9700,1\nx y,3\nb,soon\nc,\n")
    assert prices(found) == {"QM9700": 1}
    told = [(each.rule, each.at) for each in found.findings]
    assert told == [
        ("line.unread", "line 3"),
        ("line.unread", "line 4"),
        ("line.unread", "line 6"),
        ("line.unread", "line 7"),
        ("price.none", "line 8"),
    ]
    assert "another price on line 2" in found.findings[1].says
    assert "no price" in found.findings[3].says


def test_a_row_over_several_lines_counts_them():
    found = read('part,price,note\na,1,"two\nlines"\nb,none,\n')
    assert [each.at for each in found.findings] == ["line 4"]


def test_what_a_table_here_made_harmless_is_the_part_it_was():
    assert prices(read("part,price\n'=odd,3\n")) == {"=odd": 3}


def test_a_cell_of_many_blanks_takes_no_longer_than_another():
    begun = process_time()
    assert amount_of("310" + " " * 200_000 + "EUR.", decimal_comma=False) is None
    assert amount_of("310" + " " * 200_000 + "EUR", decimal_comma=False) == 310
    assert process_time() - begun < 1.0


@pytest.mark.parametrize("content", ["", "a,b\n1,2\n", "part\nQM9700\n", b"PK\x03\x04rest"])
def test_what_is_no_table_of_prices_is_refused_with_what_would_be_read(content):
    with pytest.raises(FormatError, match=r"prices\.csv .*part"):
        read(content)


def test_one_file_at_a_time():
    with pytest.raises(FormatError, match=r"b\.csv is one file too many"):
        read_prices([("a.csv", b"part,price\n"), ("b.csv", b"part,price\n")])


def test_ten_thousand_bad_rows_are_told_in_a_hundred_and_one():
    found = read("part,price\n" + "x,?\n" * 10_000)
    assert len(found.findings) == 101
    assert "9,900 more rows" in found.findings[-1].says


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
def test_any_text_below_a_header_gives_a_list(text):
    found = read("part,price\n" + text)
    assert len(prices(found)) == len(found.document.prices)
