"""Slurm's lists of hosts ("cn[1,3],rack[01-04]n[1-8]") to names, and names to such lists."""

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from simcore.formats.names import natural

_RANGE: Final = re.compile(r"(\d{1,15})(?:-(\d{1,15}))?")
_NUMBER: Final = re.compile(r"(.*?)(\d{1,15})(\D*)", re.DOTALL)


class HostlistError(ValueError):
    """A list of hosts that cannot be expanded; the message says why."""


def expand(text: str, most: int) -> list[str]:
    """Return the names of a list, in its order, each once; zeros before a number are kept.

    Raises
    ------
    HostlistError
        For brackets that do not match, a range that is none, or more than ``most`` names.

    References
    ----------
    SchedMD, "Slurm host list" (scontrol show hostnames) and topology.conf(5): commas split outside of
    brackets only, and several brackets in one name multiply.
    """
    names: dict[str, None] = {}
    for word in _words(text):
        parts = [_choices(part, most) for part in re.split(r"(\[[^\[\]]*\])", word) if part]
        count = 1
        for part in parts:
            count *= len(part)
        if len(names) + count > most:
            raise HostlistError(f"“{word[:60]}” makes more than {most:,} names")
        names.update(dict.fromkeys("".join(chosen) for chosen in product(*parts)))
    return list(names)


def _words(text: str) -> Iterator[str]:
    """Yield the parts between commas that stand outside of brackets."""
    depth = start = 0
    for at, each in enumerate(text):
        if each == "[":
            depth += 1
        elif each == "]":
            depth -= 1
        if depth not in (0, 1):
            raise HostlistError(f"the brackets of “{text[:60]}” do not match")
        if each == "," and depth == 0:
            yield from _word(text[start:at])
            start = at + 1
    if depth:
        raise HostlistError(f"the brackets of “{text[:60]}” do not match")
    yield from _word(text[start:])


def _word(text: str) -> Iterator[str]:
    if text.strip():
        yield text.strip()


def _choices(part: str, most: int) -> list[str]:
    """Return what a bracket stands for, or the part itself."""
    if not part.startswith("["):
        return [part]
    found: list[str] = []
    for each in part[1:-1].split(","):
        match = _RANGE.fullmatch(each.strip())
        if match is None:
            raise HostlistError(f"“{each.strip()[:40]}” in “{part[:60]}” is no number and no range")
        first, last = match[1], match[2] or match[1]
        if int(last) < int(first):
            raise HostlistError(f"the range “{each.strip()}” runs backwards")
        if int(last) - int(first) >= most - len(found):
            raise HostlistError(f"“{part[:60]}” makes more than {most:,} names")
        found.extend(str(number).zfill(len(first)) for number in range(int(first), int(last) + 1))
    return found


def fold(names: Iterable[str]) -> str:
    """Return the shortest list that we know for the names; ``expand`` gives them back, in natural order.

    Raises
    ------
    HostlistError
        If a name holds a comma, a bracket or white space, which a list cannot say.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    words: list[str] = []
    for name in sorted(dict.fromkeys(names), key=natural):
        if not name or re.search(r"[\[\],\s]", name):
            raise HostlistError(f"“{name[:60]}” cannot stand in a list of hosts")
        match = _NUMBER.fullmatch(name)
        if match is None:
            words.append(name)
            continue
        key = (match[1], match[3])
        if key not in groups:
            groups[key] = []
            words.append("")
        groups[key].append(match[2])
    folded = iter(_bracketed(*key, numbers) for key, numbers in groups.items())
    return ",".join(word or next(folded) for word in words)


def _bracketed(start: str, end: str, numbers: list[str]) -> str:
    if len(numbers) == 1:
        return start + numbers[0] + end
    left = dict.fromkeys(numbers)
    ranges = []
    while left:
        first = last = next(iter(left))
        del left[first]
        while (following := str(int(last) + 1).zfill(len(first))) in left:
            del left[following]
            last = following
        ranges.append(first if first == last else f"{first}-{last}")
    return f"{start}[{','.join(ranges)}]{end}"
