"""Finds the groups in a document: runs of entries whose numbers count evenly become one entry each.

``expanded`` in ``simcore.document.groups`` is the way back: it gives the same entries in the same order.
Entries are cut into literals and numbers. Where literals and everything else agree, the differences between
neighbours tell the shape: a run that is periodic with period B is made of blocks of B, whatever those are
made of in turn; so the counts are found from the innermost outwards.
"""

import re
import string
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.patterns import MOST_FACTOR, Sum, spelled

# A group is written for no fewer members than this.
FEWEST: Final = 4
MOST_LEVELS: Final = 8
LONGEST_PATTERN: Final = 200
DEVICE_TEXTS: Final = ("id", "name", "group", "tags")
CABLE_TEXTS: Final = ("id", "a", "b")

_NUMBER: Final = re.compile(r"(\d{1,15})")
_BETWEEN: Final = "\x1f"  # between the texts of an entry while they are cut up together

Entry = dict[str, Any]


def grouped(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return an explicit fabric document (as JSON) in groups wherever entries count evenly."""
    return {
        **document,
        "devices": _in_groups(document["devices"], DEVICE_TEXTS),
        "cables": _in_groups(document["cables"], CABLE_TEXTS),
    }


def _in_groups(entries: Sequence[Entry], texts: tuple[str, ...]) -> list[Entry]:
    if len(entries) < FEWEST:
        return list(entries)
    cut = [_cut(entry, texts) for entry in entries]
    result: list[Entry] = []
    start = 0
    for alike, run in groupby(cut, key=lambda each: each[0]):
        rows = [each[1] for each in run]
        those = entries[start : start + len(rows)]
        start += len(rows)
        result += _alike(those, alike[0], rows, texts) if len(rows) >= FEWEST and rows[0] else those
    return result


def _cut(entry: Entry, texts: tuple[str, ...]) -> tuple[tuple[Any, ...], list[str]]:
    """Return what must agree within a group (the literals first), and the entry's numbers as written."""
    parts: list[str] = []
    shape: list[int] = []
    for key in texts:
        value = entry[key]
        if isinstance(value, str):
            parts.append(value)
        else:
            parts += value or ()
            shape.append(-1 if value is None else len(value))
    text = _BETWEEN.join(parts)
    pieces = _NUMBER.split(text) if text.count(_BETWEEN) == len(parts) - 1 else [text]
    return (pieces[::2], shape, [entry[key] for key in entry if key not in texts]), pieces[1::2]


def _alike(
    entries: Sequence[Entry], literals: Sequence[str], rows: Sequence[list[str]], texts: tuple[str, ...]
) -> list[Entry]:
    """Return entries that differ in numbers alone, in groups where these count evenly."""
    numbers = np.array([[int(number) for number in row] for row in rows], dtype=np.int64)
    steps = _named(np.diff(numbers, axis=0))
    changes = np.flatnonzero(steps[1:] != steps[:-1])
    result: list[Entry] = []
    at = 0
    while at < len(rows):
        counts = _counts(steps, at, int(np.searchsorted(changes, at)), changes)
        count = int(np.prod(counts))
        widths = _widths(rows[at : at + count]) if count >= FEWEST else None
        group = None
        if widths is not None:
            sums = _sums(numbers, at, counts, widths)
            group = _group(entries[at], literals, sums, counts, texts)
        if group is None:
            count = 1
        result.append(group or entries[at])
        at += count
    return result


def _named(differences: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a number for each difference (n, k): the same for the same."""
    names: dict[bytes, int] = {}
    wide, whole = differences.shape[1] * differences.itemsize, differences.tobytes()
    rows = (whole[at : at + wide] for at in range(0, len(whole), wide))
    return np.array([names.setdefault(row, len(names)) for row in rows], dtype=np.int64)


def _counts(steps: NDArray[np.int64], at: int, change: int, changes: NDArray[np.intp]) -> list[int]:
    """Return the counts of the largest group found at a row, the innermost first."""
    # Rows at … end step alike: the first step that differs is the one after changes[change].
    end = int(changes[change]) if change < len(changes) else len(steps) - 1
    counts = [end - at + 2] if at < len(steps) else [1]
    block = counts[0]
    while block > 1 and len(counts) < MOST_LEVELS:
        repeats = (_periodic(steps, at, block) + block + 1) // block
        if repeats < 2:
            break
        counts.append(repeats)
        block *= repeats
    return counts


def _periodic(steps: NDArray[np.int64], at: int, period: int) -> int:
    """Return for how many places from ``at`` on each step equals the one a period later."""
    found, look = 0, max(64, period)
    longest = len(steps) - at - period
    while found < longest:
        look = min(look, longest - found)
        here = steps[at + found : at + found + look]
        there = steps[at + found + period : at + found + period + look]
        unlike = np.flatnonzero(here != there)
        if unlike.size:
            return found + int(unlike[0])
        found += look
        look *= 2
    return found


def _widths(rows: Sequence[list[str]]) -> list[int] | None:
    """Return for each number the digits it is padded to, 0 for none; None where they do not agree."""
    widths = []
    for column in zip(*rows, strict=True):
        padded = {len(text) for text in column if text[0] == "0" and len(text) > 1}
        width = min(padded, default=0)
        if width > 9 or (width and any(text != f"{int(text):0{width}}" for text in column)):
            return None
        widths.append(width)
    return widths


def _sums(numbers: NDArray[np.int64], at: int, counts: Sequence[int], widths: Sequence[int]) -> list[Sum]:
    first = numbers[at]
    factors: list[NDArray[np.int64]] = []
    block = 1
    for count in counts:
        factors.append(numbers[at + block] - first)
        block *= count
    letters = string.ascii_lowercase[: len(counts)]
    return [
        Sum(
            {letter: int(each[column]) for letter, each in zip(letters, reversed(factors), strict=True)},
            int(first[column]),
            width,
        )
        for column, width in enumerate(widths)
    ]


def _group(
    first: Entry, literals: Sequence[str], sums: Sequence[Sum], counts: Sequence[int], texts: tuple[str, ...]
) -> Entry | None:
    """Return the group of ``first`` and those after it; None where it cannot be spelled within the limits."""
    pieces: list[str | Sum] = [literals[0]]
    for number, literal in zip(sums, literals[1:], strict=True):
        is_fixed = not any(number.factors.values())
        pieces += [f"{number.offset:0{number.width}}" if is_fixed else number, literal]
    patterns = spelled(pieces).split(_BETWEEN)
    if max(map(len, patterns)) > LONGEST_PATTERN or any(
        abs(factor) >= MOST_FACTOR for each in sums for factor in each.factors.values()
    ):
        return None
    spelt = iter(patterns)
    group: Entry = {"each": dict(zip(string.ascii_lowercase, reversed(counts), strict=False))}
    for key, value in first.items():
        if key not in texts or value is None:
            group[key] = value
        elif isinstance(value, list):
            group[key] = [next(spelt) for _ in value]
        else:
            group[key] = next(spelt)
    return group
