"""What every InfiniBand reader fills: nodes with their port lines, rates of links, lines left out."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from simcore.document.findings import Finding, Severity
from simcore.formats.reading import LISTED_LINES, LineBook, Source

# Rate of one lane in Gb/s by its name (InfiniBand Architecture Specification, volume 2).
LANE_GBPS: Final = {
    "SDR": 2.5,
    "DDR": 5.0,
    "QDR": 10.0,
    "FDR10": 10.3125,
    "FDR": 14.0625,
    "EDR": 25.0,
    "HDR": 50.0,
    "NDR": 100.0,
    "XDR": 200.0,
}
WIDTHS: Final = frozenset({1, 2, 4, 8, 12})
# Port numbers are one byte on the wire; the bound of a port block of the document is far above.
MOST_PORTS: Final = 4096
# A node description is 64 bytes on the wire (same specification, NodeDescription).
LONGEST_DESCRIPTION: Final = 256
# So many lines that were not understood are said one by one.
SAID_LINES: Final = 50


class NodeKind(Enum):
    """What a node is."""

    SWITCH = "switch"
    ADAPTER = "adapter"


@dataclass(frozen=True, slots=True)
class PortLine:
    """One line of a connected port. ``rate_words`` is what the line says of its rate, "" for nothing."""

    line: int
    port: int
    peer: str
    peer_port: int
    peer_description: str
    gbps: float | None
    rate_words: str


@dataclass(slots=True)
class Node:
    """One node of the subnet. Without lines of its own (``is_declared``) ``line`` is one that names it.

    ``system_guid`` "" and ``chip`` 0 are unknown.
    """

    id: str
    kind: NodeKind
    port_count: int
    line: int
    description: str = ""
    system_guid: str = ""
    chip: int = 0
    is_declared: bool = True
    ports: dict[int, PortLine] = field(default_factory=dict)


@dataclass(slots=True)
class Dump:
    """All nodes by id in the order in which they appear, and what there is to say about the lines."""

    book: LineBook
    nodes: dict[str, Node] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    last_line: int = 0
    unread_count: int = 0
    last_unread: int = 0
    _unread: list[tuple[int, str]] = field(default_factory=list)

    def leave_out(self, line: int, reason: str) -> None:
        """Note that a line was not understood, and why."""
        self.unread_count += 1
        self.last_unread = line
        if self.unread_count <= SAID_LINES + LISTED_LINES:
            self._unread.append((line, reason))

    def connect(self, node: Node, said: PortLine, words: str) -> str:
        """Take in a line of a port and return why it could not be, "" where it could."""
        if not (0 < said.port <= MOST_PORTS and 0 < said.peer_port <= MOST_PORTS):
            return f"ports are numbered from 1 to {MOST_PORTS:,}: {short(words)}"
        before = node.ports.setdefault(said.port, said)
        if (before.peer, before.peer_port) != (said.peer, said.peer_port):
            at = self.book.at(before.line)
            return f"port {said.port} of {node.id[:80]} already leads elsewhere by {at}: {short(words)}"
        return ""

    def say_unread(self) -> None:
        """Add the findings on the lines left out: the first one by one, the rest in one."""
        for line, reason in self._unread[:SAID_LINES]:
            says = f"{self.book.at(line)} was left out: {reason}"
            self.warn("line.unread", line, says)
        rest = self._unread[SAID_LINES:]
        if rest:
            more = self.unread_count - SAID_LINES
            lines = self.book.listed((line for line, _ in rest), more)
            says = f"{more:,} more lines were left out: {lines}; the first, because {rest[0][1]}"
            self.warn("line.unread", rest[0][0], says)

    def say_cut(self, words: str) -> None:
        """Add the finding that the file ends in the middle, after ``words`` on its last line."""
        at = self.book.at(self.last_line)
        says = (
            f"the file seems cut off at {at} ({short(words)}): what stands before it was read; dump it "
            "again for the rest, or see that its last node has a link"
        )
        self.warn("file.cut", self.last_line, says)

    def warn(self, rule: str, line: int, says: str) -> None:
        """Add a warning at a line."""
        self.findings.append(Finding(rule=rule, severity=Severity.WARNING, at=self.book.at(line), says=says))


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of the text one by one, without their line feeds."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:]


def read_lines(dump: Dump, sources: Sequence[Source], take: Callable[[str, int], str]) -> None:
    """Give each line that says something to ``take``, which returns why it could not be understood, or "".

    A file that ends without a line feed in a line that was not understood is said to be cut off.
    """
    for row, source in enumerate(sources):
        words = ""
        for number, line in enumerate(lines_of(source.text), start=dump.book.first_of(row) + 1):
            words = line.strip()
            if not words or words.startswith("#") or _NOTICE.match(words):
                continue
            dump.last_line = number
            reason = take(words, number)
            if reason:
                dump.leave_out(number, reason)
        if words and dump.last_unread == dump.last_line:
            dump.say_cut(words)


# What the tools say to a terminal, kept in a file with their output.
_NOTICE: Final = re.compile(r"(?:ibwarn|ibpanic|src/\w+\.c):", re.IGNORECASE)


def guid_word(words: str) -> str:
    """Return a GUID of at most sixteen hexadecimal digits in sixteen."""
    return f"{int(words, 16):016x}"


def link_rate(width: str, lane: str) -> float | None:
    """Return the rate of a link in Gb/s by its number of lanes and the name of a lane's, None if unknown."""
    if width.isdecimal() and int(width) in WIDTHS and lane in LANE_GBPS:
        return int(width) * LANE_GBPS[lane]
    return None


def lane_name(words: str) -> str:
    """Return the name of a lane's rate that is written as a number of Gb/s, "" for none of them.

    Tools write the signalling rate ("25.78125") or the nominal one, rounded or not ("25", "14").
    """
    return _LANE_OF_WORDS.get(words.rstrip("0").rstrip(".") if "." in words else words, "")


# Signalling rates with 64b/66b and with PAM4 (same specification); nominal rates, as they are rounded.
_LANE_OF_WORDS: Final = {
    "2.5": "SDR",
    "5": "DDR",
    "10": "QDR",
    "FDR10": "FDR10",
    "10.3125": "FDR10",
    "14": "FDR",
    "14.0625": "FDR",
    "25": "EDR",
    "25.78125": "EDR",
    "50": "HDR",
    "53.125": "HDR",
    "100": "NDR",
    "106.25": "NDR",
    "200": "XDR",
    "212.5": "XDR",
}


def short(words: str) -> str:
    """Return the words in quotation marks, their beginning where they are long."""
    return f"“{words[:70]}…”" if len(words) > 70 else f"“{words}”"
