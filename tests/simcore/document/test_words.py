"""Words of findings: what is quoted cannot steer a terminal."""

from hypothesis import given
from hypothesis import strategies as st

from simcore.document.words import printable


@given(st.text())
def test_whatever_is_quoted_can_be_shown_and_keeps_its_length(text: str) -> None:
    assert printable(text).isprintable()
    assert len(printable(text)) == len(text)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S", "M"])))
def test_what_can_be_shown_stays(text: str) -> None:
    assert printable(text) == text


def test_white_space_becomes_a_space_and_what_steers_a_replacement() -> None:
    assert printable("a\tb\nc\x1b[2J\u202ed\u00a0e\x00") == "a b c\ufffd[2J\ufffdd e\ufffd"
