"""JSON text to values, refused where it nests too deep; and the lines on which words of it stand."""

import json
import re
from typing import Final

from simcore.errors import FormatError
from simcore.formats.reading import Source

# Files of people are some ten levels deep.
DEEPEST: Final = 100
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)
# After so many words that are not found as written, no more are looked for.
MISSES: Final = 50


class Repeated(list[object]):
    """The values of a key that an object has more than once, in their order."""


def parsed_json(source: Source) -> object:
    """Return the value of a JSON text; a key that is written twice gives a ``Repeated``.

    Raises
    ------
    FormatError
        If it is no JSON, or nests deeper than ``DEEPEST``.
    """
    _refuse_depth(source)
    try:
        return json.loads(source.text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise FormatError(f"{source.name} line {error.lineno}: this is no JSON: {error.msg}") from None
    except ValueError:
        raise FormatError(f"{source.name}: a number in it has too many digits") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        every: dict[str, Repeated] = {}
        for key, value in pairs:
            every.setdefault(key, Repeated()).append(value)
        found = {key: values if len(values) > 1 else values[0] for key, values in every.items()}
    return found


def _refuse_depth(source: Source) -> None:
    text = source.text
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for match in _TOKEN.finditer(text):
        mark = match[0]
        if mark in ("[", "{"):
            depth += 1
            if depth > DEEPEST:
                line = text.count("\n", 0, match.start()) + 1
                raise FormatError(f"{source.name} line {line}: nested deeper than {DEEPEST} levels")
        elif mark in ("]", "}"):
            depth -= 1


def entries(value: object) -> dict[str, object]:
    """Return an object's entries, none for any other value."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[object]:
    """Return a list's items; any other value but null is a list of itself."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def words(value: object) -> str:
    """Return a string or number as text without white space around it, "" for any other value."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}" if isinstance(value, float) else str(value)
    return ""


class Places:
    """Finds the lines of words in the order in which they stand in the text, for findings.

    Parameters
    ----------
    text
        A JSON text.
    first
        The running number of the line before its first.
    """

    def __init__(self, text: str, first: int) -> None:
        self._text = text
        self._at = 0
        self._line = first + 1
        self._misses = 0

    def next(self, word: str) -> int:
        """Return the line of the next string ``word``, else of the last one that was found."""
        if self._misses > MISSES:
            return self._line
        found = self._text.find(f'"{word}"', self._at)
        if found < 0:
            found = self._text.find(json.dumps(word), self._at)
        if found < 0:
            self._misses += 1
            return self._line
        self._line += self._text.count("\n", self._at, found)
        self._at = found + 1
        return self._line
