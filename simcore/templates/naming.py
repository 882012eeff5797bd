"""Numbering patterns: "leaf-{n:02}" names leaf-01, leaf-02, …; "r{rail}-leaf{n}" puts the rail first."""

import re
from collections.abc import Iterable
from string import Formatter
from typing import Final

LONGEST_PATTERN: Final = 80
# Digits to fill up to, with a zero before them: {n:02}, {n:03}; nothing else that Python would format.
_FILL: Final = re.compile(r"(0?[1-9])?")


def check_pattern(pattern: str, fields: Iterable[str]) -> str:
    """Return the pattern if it can name devices.

    Raises
    ------
    ValueError
        If it has another field than ``fields``, no field at all, another format than zeros, or characters
        that an id cannot have. The words say what would help.
    """
    known = tuple(fields)
    told = ", ".join(f"{{{each}}}" for each in known)
    if len(pattern) > LONGEST_PATTERN:
        raise ValueError(f"a numbering pattern has at most {LONGEST_PATTERN} characters, got {len(pattern)}")
    if "/" in pattern or any(each.isspace() or not each.isprintable() for each in pattern):
        raise ValueError("a name has no white space and no /: take - or _ instead")
    try:
        parts = [(field, spec, conversion) for _, field, spec, conversion in Formatter().parse(pattern)]
    except ValueError:
        raise ValueError("a { stands without its }: write {n}, or {{ for the character itself") from None
    used = [(field, spec, conversion) for field, spec, conversion in parts if field is not None]
    if not used:
        raise ValueError(f"all would be called alike: add {{n}}; there are {told}")
    for field, spec, conversion in used:
        if field not in known:
            raise ValueError(f"there is no {{{field}}} here; there are {told}")
        if conversion or not _FILL.fullmatch(spec or ""):
            raise ValueError(f"{{{field}:{spec}}} is no numbering: {{{field}}} or {{{field}:02}} is")
    return pattern


def named(pattern: str, **numbers: int) -> str:
    """Return the name that a checked pattern gives to these numbers."""
    return pattern.format(**numbers)
