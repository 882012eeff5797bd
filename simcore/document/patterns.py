"""Texts with numbers counted into them: ``leaf-{24p+l+1:03}`` for p and l from 0 upwards.

A pattern is text with sums in braces. A term is a number, a letter, or a number before a letter (its
multiple); terms are joined by + and -, and ``:03`` after the sum pads with zeros to three digits. ``{{`` and
``}}`` stand for braces themselves.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

# Factors have at most 12 digits, numbers 15: with half a million members a 64-bit integer keeps every sum.
MOST_FACTOR: Final = 10**12

_PIECE: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]")
_SUM: Final = re.compile(r"([+-]?(?:\d{0,12}[a-z]|\d{1,15})(?:[+-](?:\d{0,12}[a-z]|\d{1,15}))*)(?::0(\d))?")
_TERM: Final = re.compile(r"([+-]?)(\d*)([a-z]?)")


@dataclass(frozen=True, slots=True)
class Sum:
    """``offset`` plus each letter's value times its factor, written with at least ``width`` digits."""

    factors: Mapping[str, int]
    offset: int
    width: int = 0


@dataclass(frozen=True, slots=True)
class Pattern:
    """A text whose places ``{}`` (in the manner of ``str.format``) are taken by the sums in turn."""

    text: str
    sums: tuple[Sum, ...]

    def written(self, counted: Mapping[str, NDArray[np.int64]], count: int) -> list[str]:
        """Return the ``count`` texts for the letters' values, (count,) each.

        Raises
        ------
        ValueError
            If a sum is below zero somewhere: no name holds a sign.
        """
        if not self.sums:
            return [self.text.format()] * count
        columns = []
        for each in self.sums:
            values = np.full(count, each.offset, dtype=np.int64)
            for letter, factor in each.factors.items():
                values += factor * counted[letter]
            if count and int(values.min()) < 0:
                raise ValueError(f"a number in {self.text!r} falls below 0: to {int(values.min())}")
            columns.append(values.tolist())
        return list(map(self.text.format, *columns))


def parsed(text: str, letters: Sequence[str]) -> Pattern:
    """Return the pattern that ``text`` spells, with sums of these letters.

    Raises
    ------
    ValueError
        If a brace is alone, a sum is none, or a letter is not counted.
    """
    made: list[str] = []
    sums: list[Sum] = []
    for piece in _PIECE.finditer(text):
        whole, inner = piece[0], piece[1]
        if inner is not None:
            sums.append(_sum_of(inner, letters, text))
            made.append(f"{{:0{sums[-1].width}}}" if sums[-1].width else "{}")
        elif whole in {"{", "}"}:
            raise ValueError(f"a brace stands alone in {text!r}: write {{{{ and }}}} for braces themselves")
        else:
            made.append(whole)
    return Pattern("".join(made), tuple(sums))


def spelled(pieces: Sequence[str | Sum]) -> str:
    """Return the text of a pattern, of what stands between its sums and of these."""
    return "".join(
        piece.replace("{", "{{").replace("}", "}}") if isinstance(piece, str) else _spelled(piece)
        for piece in pieces
    )


def _sum_of(inner: str, letters: Sequence[str], text: str) -> Sum:
    found = _SUM.fullmatch(inner)
    if found is None:
        raise ValueError(f"{{{inner}}} in {text!r} is no sum: write it as {{24p+l+1}} or {{n:03}}")
    factors: dict[str, int] = {}
    offset = 0
    for term in _TERM.finditer(found[1]):
        sign, digits, letter = term.groups()
        if not digits and not letter:
            continue
        value = int(digits or 1) * (-1 if sign == "-" else 1)
        if letter and letter not in letters:
            raise ValueError(f"{{{inner}}} in {text!r} uses the letter {letter}, which is not in each")
        if letter:
            factors[letter] = factors.get(letter, 0) + value
        else:
            offset += value
    return Sum(factors, offset, int(found[2] or 0))


def _spelled(given: Sum) -> str:
    terms = [
        f"{'-' if factor < 0 else '+'}{'' if abs(factor) == 1 else abs(factor)}{letter}"
        for letter, factor in given.factors.items()
        if factor
    ]
    if given.offset or not terms:
        terms.append(f"{given.offset:+d}")
    width = f":0{given.width}" if given.width else ""
    return "{" + "".join(terms).removeprefix("+") + width + "}"
