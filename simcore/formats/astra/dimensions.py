"""The dimensions of an ASTRA-sim network file, and whether they make a network.

Keys and rules: astra-sim/astra-network-analytical, common/network-parser/NetworkParser.cpp. Bandwidth is in
gigabytes a second, latency in nanoseconds, each of every link of its dimension.
"""

import math
import re
from dataclasses import dataclass
from typing import Final

from simcore.document.findings import Severity
from simcore.errors import FormatError
from simcore.formats.reading import Source
from simcore.formats.survey import Survey
from simcore.formats.yaml_text import Branch, parsed_yaml

KEYS: Final = ("topology", "npus_count", "bandwidth", "latency")
KINDS: Final = ("Ring", "FullyConnected", "Switch")
BITS: Final = 8.0
_NUMBER: Final = re.compile(r"[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:[eE][+-]?\d{1,2})?")
_WHOLE: Final = re.compile(r"\d{1,9}")
MOST_DIMENSIONS: Final = 16
# Devices and cables together: 16,384 NPUs in three dimensions of switches take 82,000, about a second.
MOST_PARTS: Final = 85_000


@dataclass(frozen=True, slots=True)
class Dimension:
    """One dimension: groups of ``count`` NPUs, joined as ``kind`` says, by links of Gb/s and ns."""

    kind: str
    count: int
    gbps: float
    latency_ns: float

    @property
    def links_of_group(self) -> int:
        """How many cables a group takes; a ring of two NPUs has both links of the ring."""
        return self.count * (self.count - 1) // 2 if self.kind == "FullyConnected" else self.count


def read_dimensions(source: Source, survey: Survey) -> tuple[Dimension, ...]:
    """Return the dimensions, the innermost first, and tell of keys that are not read.

    Raises
    ------
    FormatError
        If a list is missing or longer than another, a value is none of its kind, or there are too many NPUs.
    """
    root = parsed_yaml(source)
    lists = {key: _items(source, root, key) for key in KEYS}
    sizes = {key: len(found) for key, found in lists.items()}
    if len(set(sizes.values())) > 1:
        words = ", ".join(f"{key} {size}" for key, size in sizes.items())
        raise FormatError(
            f"{source.name}: the lists differ in length ({words}), each has one value a dimension"
        )
    if not 1 <= sizes["topology"] <= MOST_DIMENSIONS:
        raise FormatError(f"{source.name}: {sizes['topology']} dimensions, 1 to {MOST_DIMENSIONS} are read")
    dimensions = tuple(
        Dimension(
            kind=_kind(source, kind),
            count=_count(source, count),
            gbps=_number(source, bandwidth, least=1e-9) * BITS,
            latency_ns=_number(source, latency, least=0.0),
        )
        for kind, count, bandwidth, latency in zip(*lists.values(), strict=True)
    )
    others = [(key, branch) for key, branch in root.pairs() if key not in KEYS]
    if others:
        survey.tell(
            "line.unread",
            Severity.WARNING,
            f"keys that change no fabric here: {', '.join(key[:40] for key, _ in others[:8])} "
            f"({survey.book.listed(branch.line for _, branch in others)})",
            lines=[branch.line for _, branch in others],
        )
    _refuse_size(source, dimensions)
    return dimensions


def npus_of(dimensions: tuple[Dimension, ...]) -> int:
    """Return how many NPUs there are: the product of all dimensions."""
    return math.prod(each.count for each in dimensions)


def _items(source: Source, root: Branch, key: str) -> list[Branch]:
    found = root.at(key)
    if found is None:
        raise FormatError(f"{source.name} has no {key}")
    return [found] if found.items is None else found.items


def _kind(source: Source, branch: Branch) -> str:
    if branch.text not in KINDS:
        raise FormatError(
            f"{source.name} line {branch.line}: a dimension is one of {', '.join(KINDS)}, not "
            f"{(branch.text or '')[:40]!r}"
        )
    return branch.text


def _count(source: Source, branch: Branch) -> int:
    text = branch.text or ""
    if _WHOLE.fullmatch(text) is None or int(text) < 2:
        raise FormatError(
            f"{source.name} line {branch.line}: a dimension has 2 NPUs or more, not {text[:40]!r}"
        )
    return int(text)


def _number(source: Source, branch: Branch, *, least: float) -> float:
    text = branch.text or ""
    value = float(text) if _NUMBER.fullmatch(text) else -1.0
    if not least <= value <= 1e9:
        raise FormatError(f"{source.name} line {branch.line}: {text[:40]!r} is no bandwidth or latency")
    return value


def _refuse_size(source: Source, dimensions: tuple[Dimension, ...]) -> None:
    npus = npus_of(dimensions)
    links = sum(npus // each.count * each.links_of_group for each in dimensions)
    if 2 * npus + links > MOST_PARTS:
        raise FormatError(
            f"{source.name} describes {npus:,} NPUs and {links:,} links: more than the "
            f"{MOST_PARTS:,} parts that are built out of a description"
        )
