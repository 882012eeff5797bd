"""Lists of links between numbered nodes, as the ns-3 simulators HPCC and SimAI read them.

A header of counts, the ids of the switches, then one link a line: ``a b rate delay error_rate``.
HPCC's loader (alibaba-edu/High-Precision-Congestion-Control, simulation/scratch/third.cc) reads as many links
as the header declares; what follows is not read.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from simcore.document.fabric import FabricDocument
from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.quantities import gbps_of, latency_of_links, length_of_delay, nanoseconds_of
from simcore.formats.reading import LineBook, Source, Understood
from simcore.formats.survey import Survey

HEAD: Final = 1_000_000
# So many lines after the ids may be damaged without the format being mistaken.
LOOKED_AT: Final = 20
# Nodes of which no link tells: a header that declares more is not believed.
MOST_UNLINKED: Final = 20_000

_LINK: Final = re.compile(r"\s*(\d{1,9})\s+(\d{1,9})\s+(\S+)(?:\s+(\S+))?(?:\s+(\S+))?\s*$")
_RATED: Final = re.compile(r"\s*\d{1,9}\s+\d{1,9}\s+\d[\d.eE+]*\s*[kKMGT]?i?(?:bps|b/s|Bps|B/s)\b")
_WHOLE: Final = re.compile(r"\d{1,9}")


@dataclass(frozen=True, slots=True)
class NumberedLink:
    """One link: nodes by number, Gb/s, ns; None where the file's word is no rate or delay."""

    a: int
    b: int
    gbps: float | None
    delay_ns: float | None
    line: int


@dataclass(frozen=True, slots=True)
class NumberedLinks:
    """What the file lists: switches in its order, and as many links as the header declares."""

    switches: tuple[int, ...]
    links: tuple[NumberedLink, ...]


def has_header(text: str, pattern: re.Pattern[str]) -> bool:
    """Tell whether the first line is such a header, numbers follow, and then a link with a rate."""
    lines = [line for line in text[:HEAD].split("\n") if line.strip()]
    if len(lines) < 2 or pattern.fullmatch(lines[0].strip()) is None:
        return False
    body = iter(lines[1:])
    first = next((line for line in body if not all(_WHOLE.fullmatch(word) for word in line.split())), "")
    return any(_RATED.match(line) for line in (first, *islice(body, LOOKED_AT)))


def the_only(sources: Sequence[Source], noun: str) -> Source:
    """Return the one source.

    Raises
    ------
    FormatError
        If there are more: their numbers would name the same nodes.
    """
    if len(sources) > 1:
        raise FormatError(
            f"{sources[0].name} and {sources[1].name} are each {noun} of their own, and both number their "
            "nodes from 0: give one at a time"
        )
    return sources[0]


def header_of(source: Source) -> tuple[int, str]:
    """Return the number and the text of the first line that is not blank."""
    lines = enumerate(source.text.split("\n"), start=1)
    return next(((at, line.strip()) for at, line in lines if line.strip()), (1, ""))


def read_list(source: Source, survey: Survey, *, nodes: int, switches: int, links: int) -> NumberedLinks:
    """Return what the lines after the header list, and tell of every line that was not understood.

    Parameters
    ----------
    nodes, switches, links
        How many of each the header declares.
    """
    lines = [(at, line) for at, line in enumerate(source.text.split("\n"), start=1) if line.strip()][1:]
    ids, used = _ids(lines, switches)
    known = [each for each in dict.fromkeys(ids) if each < nodes]
    if len(known) < switches:
        at = [lines[0][0]] if lines else [1]
        survey.tell(
            "header.count",
            Severity.WARNING,
            f"the header declares {counted(switches, 'switch', 'switches')}, {len(known):,} different ids of "
            f"nodes below {nodes:,} are listed ({survey.book.listed(at)}): the others are taken for hosts",
            lines=at,
        )
    body = lines[used:]
    found = _links(body[:links], survey, nodes)
    if len(body) > links:
        at = [line for line, _ in body[links:]]
        survey.tell(
            "lines.beyond",
            Severity.NOTE,
            f"{counted(len(at), 'line')} after the {counted(links, 'link')} that the header declares "
            f"({survey.book.listed(at)}): not read, as the simulator does not read them either",
            lines=at,
        )
    if len(body) < links:
        survey.tell(
            "file.cut",
            Severity.WARNING,
            f"the header declares {counted(links, 'link')}, {len(body):,} lines follow: the file is cut, or "
            "its header is of another",
            lines=[source.text.count("\n") + 1],
        )
    return NumberedLinks(tuple(known), tuple(found))


class Delays:
    """Delays of links: the most common is the latency of the fabric, a link of another has a length.

    Parameters
    ----------
    links
        Those that are drawn.
    """

    def __init__(self, links: Iterable[NumberedLink]) -> None:
        count: dict[float, int] = {}
        self._first: dict[float, int] = {}
        for link in links:
            if link.delay_ns is not None:
                count[link.delay_ns] = count.get(link.delay_ns, 0) + 1
                self._first.setdefault(link.delay_ns, link.line)
        self._count = count
        self.usual_ns = max(count, key=lambda delay: (count[delay], -delay)) if count else None

    def length_m(self, link: NumberedLink) -> float | None:
        """Return the length of fibre that takes as long as the link, None for the usual delay."""
        if link.delay_ns is None or link.delay_ns == self.usual_ns:
            return None
        return length_of_delay(link.delay_ns)

    def tell(self, survey: Survey) -> None:
        """Tell of links that have a length for their delay."""
        others = sorted(delay for delay in self._count if delay != self.usual_ns)
        if others:
            lines = [self._first[delay] for delay in others]
            links = sum(self._count[delay] for delay in others)
            survey.tell(
                "delay.mixed",
                Severity.NOTE,
                f"{counted(links, 'link')} with another delay than the {self.usual_ns:g} ns of most "
                f"({', '.join(f'{delay:g}' for delay in others[:4])} ns; {survey.book.listed(lines)}): they "
                "have a length of fibre that takes as long",
                lines=lines,
            )

    def of(self, understood: Understood) -> Understood:
        """Return the fabric with the usual delay as its latency."""
        if self.usual_ns is None:
            return understood
        latency = latency_of_links(self.usual_ns)
        document: FabricDocument = understood.document.model_copy(update={"latency": latency})
        return replace(understood, document=document)


def unlinked(survey: Survey, nodes: int, known: set[int], noun: str) -> list[int]:
    """Return the nodes of which nothing else is known, as far as they are drawn, and tell of them."""
    count = nodes - len(known)
    if not count:
        return []
    is_believed = count <= MOST_UNLINKED
    first = next(number for number in range(nodes) if number not in known)
    survey.tell(
        "node.unlinked",
        Severity.WARNING,
        f"{counted(count, noun)} that the header declares and no link names, the first number {first}: "
        + ("kept, without a cable" if is_believed else "left out, there are too many to be meant"),
    )
    return [number for number in range(nodes) if number not in known] if is_believed else []


def book_of(source: Source) -> LineBook:
    """Return the line numbers of the one file."""
    return LineBook([source])


def _ids(lines: Sequence[tuple[int, str]], wanted: int) -> tuple[list[int], int]:
    """Return the ids of the switches, and how many lines they take."""
    ids: list[int] = []
    for row, (_, line) in enumerate(lines):
        words = line.split()
        if len(ids) >= wanted or not all(_WHOLE.fullmatch(word) for word in words):
            return ids[:wanted], row
        ids.extend(int(word) for word in words)
    return ids[:wanted], len(lines)


def _links(lines: Iterable[tuple[int, str]], survey: Survey, nodes: int) -> list[NumberedLink]:
    found = []
    unread: list[int] = []
    undeclared: list[int] = []
    odd_delay: list[int] = []
    for at, line in lines:
        words = _LINK.match(line)
        if words is None:
            unread.append(at)
            continue
        a, b = int(words[1]), int(words[2])
        if a >= nodes or b >= nodes:
            undeclared.append(at)
            continue
        delay = nanoseconds_of(words[4] or "?")
        if delay is None:
            odd_delay.append(at)
        found.append(NumberedLink(a, b, gbps_of(words[3]), delay, at))
    for rule, at_lines, what in (
        ("line.unread", unread, "not two numbers and a rate: left out"),
        (
            "node.undeclared",
            undeclared,
            f"a node that the header, which declares {nodes:,}, does not have: left out",
        ),
        ("delay.unread", odd_delay, "no delay such as 1us or 0.0005ms: unknown"),
    ):
        if at_lines:
            words_ = counted(len(at_lines), "line")
            survey.tell(
                rule,
                Severity.WARNING,
                f"{words_} with {what} ({survey.book.listed(at_lines)})",
                lines=at_lines,
            )
    return found
