"""Lines of a dump to nodes with port lines. Every line that is not understood is said with its reason.

Grammar, per block: attributes (``vendid=`` …), one header ``Switch|Ca <ports> "<id>" # "<description>" …``,
then a line for each connected port ``[port] "<peer id>"[peer port] … # … <width>x<speed>``. The ibsim
dialect says ``Hca``, has names for ids, no descriptions, ``w=<width>`` and ``s=<speed code>`` as options,
and ``include`` and ``do`` lines.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from simcore.document.findings import Finding, Severity
from simcore.formats.reading import LISTED_LINES, LineBook, Source

# Signalling rate of one lane in Gb/s by its name (InfiniBand Architecture Specification, volume 2).
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
# LinkSpeed codes of the option s= (same specification, PortInfo).
LANE_OF_CODE: Final = {1: "SDR", 2: "DDR", 4: "QDR"}
WIDTHS: Final = frozenset({1, 2, 4, 8, 12})
# Port numbers are one byte on the wire; the bound of a port block of the document is far above.
MOST_PORTS: Final = 4096
# A node description is 64 bytes on the wire (same specification, NodeDescription).
LONGEST_DESCRIPTION: Final = 256
# So many lines that were not understood are said one by one.
SAID_LINES: Final = 50

_ATTRIBUTE: Final = re.compile(r"(\w{1,40})\s*=\s*(?:0x)?([0-9a-fA-F]{1,32})\b")
_HEADER: Final = re.compile(r'(switch|ca|hca|rt|router)\s+(\d{1,9})\s+"([^"]+)"(.*)', re.IGNORECASE)
_PORT: Final = re.compile(
    r"\[(\d{1,9})\](?:\[ext \d{1,9}\])?(?:\([0-9a-fA-F]{1,32}\))?\s*"
    r'"([^"]+)"\s*\[(\d{1,9})\](?:\[ext \d{1,9}\])?(?:\([0-9a-fA-F]{1,32}\))?(.*)'
)
_RATE: Final = re.compile(r"(?:^|\s)(\d{1,3}|\?{1,3})x\s?(\S*)")
_OPTION: Final = re.compile(r"(?:^|\s)([ws])=(\d{1,6})\b")
_IGNORED: Final = re.compile(r"(?:#|do\b|chassis\b|module\b)", re.IGNORECASE)
_INCLUDE: Final = re.compile(r'include\s+"?([^"]*)"?', re.IGNORECASE)


class NodeKind(Enum):
    """What a block describes."""

    SWITCH = "switch"
    ADAPTER = "adapter"


_KINDS: Final = {
    "switch": NodeKind.SWITCH,
    "ca": NodeKind.ADAPTER,
    "hca": NodeKind.ADAPTER,
    # A router forwards between subnets; within a dump it stands where a switch would.
    "rt": NodeKind.SWITCH,
    "router": NodeKind.SWITCH,
}


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
    """One node of the subnet. Without a block of its own (``is_declared``) ``line`` is one that names it."""

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
    """All nodes by id in the order of their blocks, and what there is to say about the lines."""

    book: LineBook
    nodes: dict[str, Node] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    unread: list[tuple[int, str]] = field(default_factory=list)
    unread_count: int = 0
    last_unread: int = 0
    again: list[Node] = field(default_factory=list)
    again_lines: list[int] = field(default_factory=list)
    last_line: int = 0


def read_dump(sources: Sequence[Source]) -> Dump:
    """Return the nodes of all sources as one subnet."""
    dump = Dump(book=LineBook(sources))
    names = {source.name.rpartition("/")[2] for source in sources}
    for row, source in enumerate(sources):
        _Block(dump, names).read(source.text, dump.book.first_of(row))
    _say_unread(dump)
    _say_again(dump)
    return dump


class _Block:
    """Reads one text; holds the attributes seen before a header and the node whose ports follow."""

    def __init__(self, dump: Dump, file_names: set[str]) -> None:
        self._dump = dump
        self._file_names = file_names
        self._attributes: dict[str, str] = {}
        self._node: Node | None = None

    def read(self, text: str, before: int) -> None:
        dump, last_words = self._dump, ""
        for number, line in enumerate(lines_of(text), start=before + 1):
            words = line.strip()
            if not words or _IGNORED.match(words):
                continue
            dump.last_line, last_words = number, words
            reason = self._take(words, number)
            if reason:
                dump.unread_count += 1
                dump.last_unread = number
                if dump.unread_count <= SAID_LINES + LISTED_LINES:
                    dump.unread.append((number, reason))
        self._say_cut(last_words, text)

    def _take(self, words: str, number: int) -> str:
        """Take in one line and return why it could not be, "" where it could."""
        if words.startswith("["):
            return self._port(words, number)
        header = _HEADER.match(words)
        if header:
            self._header(header, number)
            return ""
        attribute = _ATTRIBUTE.match(words)
        if attribute:
            if self._node is not None:
                self._attributes = {}
            self._node = None
            self._attributes[attribute[1].lower()] = attribute[2]
            return ""
        include = _INCLUDE.match(words)
        if include:
            if include[1].rpartition("/")[2] not in self._file_names:
                return f"it includes {include[1][:80]}, which was not given: give both files together"
            return ""
        return f"it is no attribute, header or port: {_short(words)}"

    def _header(self, header: re.Match[str], number: int) -> None:
        kind, node_id = _KINDS[header[1].lower()], header[3]
        node = self._dump.nodes.get(node_id)
        if node is not None:
            self._dump.again.append(node)
            self._dump.again_lines.append(number)
        else:
            attributes = self._attributes
            node = Node(
                id=node_id,
                kind=kind,
                port_count=int(header[2]),
                line=number,
                description=quoted(header[4]),
                system_guid=attributes.get("sysimgguid", ""),
                chip=int(attributes.get("devid", "0"), 16),
            )
            self._dump.nodes[node_id] = node
        self._node, self._attributes = node, {}

    def _port(self, words: str, number: int) -> str:
        found = _PORT.match(words)
        if found is None:
            return f"it is no whole port line: {_short(words)}"
        if self._node is None:
            return f"no header of a node stands before this port line: {_short(words)}"
        port, peer_port = int(found[1]), int(found[3])
        if not (0 < port <= MOST_PORTS and 0 < peer_port <= MOST_PORTS):
            return f"ports are numbered from 1 to {MOST_PORTS:,}: {_short(words)}"
        gbps, rate_words = rate(found[4])
        said = PortLine(
            line=number,
            port=port,
            peer=found[2],
            peer_port=peer_port,
            peer_description=quoted(found[4]),
            gbps=gbps,
            rate_words=rate_words,
        )
        before = self._node.ports.setdefault(port, said)
        if (before.peer, before.peer_port) != (said.peer, said.peer_port):
            at = self._dump.book.at(before.line)
            return f"port {port} of {self._node.id} already leads elsewhere by {at}: {_short(words)}"
        return ""

    def _say_cut(self, last_words: str, text: str) -> None:
        """Say that the file ends in the middle, where its last line shows it."""
        dump = self._dump
        unread = dump.last_unread == dump.last_line
        # Attributes without a header, or a header without a port line.
        half_block = self._node is None or self._node.line == dump.last_line
        half_rate = False
        if last_words.startswith("[") and not text.endswith("\n") and self._node is not None:
            found = _PORT.match(last_words)
            said = self._node.ports.get(int(found[1])) if found else None
            half_rate = said is not None and said.gbps is None and self._states_rates()
        if dump.last_line and (unread or half_block or half_rate):
            dump.findings.append(
                Finding(
                    rule="file.cut",
                    severity=Severity.WARNING,
                    at=dump.book.at(dump.last_line),
                    says=f"the file seems cut off at {dump.book.at(dump.last_line)} ({_short(last_words)}): "
                    "what stands before it was read; dump it again for the rest, or see that its last node "
                    "has a link",
                )
            )

    def _states_rates(self) -> bool:
        nodes = self._dump.nodes.values()
        return any(said.rate_words for node in nodes for said in node.ports.values())


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of the text one by one, without their line feeds."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:]


def quoted(words: str) -> str:
    """Return what stands between the first and the last quotation mark, "" without two of them."""
    first, last = words.find('"'), words.rfind('"')
    return words[first + 1 : last][:LONGEST_DESCRIPTION] if first < last else ""


def rate(rest: str) -> tuple[float | None, str]:
    """Return the rate that the end of a port line states in Gb/s, None if unknown, and its words."""
    tail = rest[rest.rfind('"') + 1 :]
    found = _RATE.search(tail)
    if found:
        width, lane = found[1], found[2].upper()
        words = f"{width}x{found[2][:40]}"
    else:
        options = dict(_OPTION.findall(tail))
        width, lane = options.get("w", ""), LANE_OF_CODE.get(int(options.get("s", "0")), "")
        words = " ".join(f"{key}={value}" for key, value in sorted(options.items()))
        if "s" in options and "w" not in options:
            width = "4"  # ibsim: a link without w= is four lanes wide
    if width.isdecimal() and int(width) in WIDTHS and lane in LANE_GBPS:
        return int(width) * LANE_GBPS[lane], words
    return None, words


def _say_unread(dump: Dump) -> None:
    for line, reason in dump.unread[:SAID_LINES]:
        dump.findings.append(
            Finding(
                rule="line.unread",
                severity=Severity.WARNING,
                at=dump.book.at(line),
                says=f"{dump.book.at(line)} was left out: {reason}",
            )
        )
    rest = dump.unread[SAID_LINES:]
    more = dump.unread_count - SAID_LINES
    lines = dump.book.listed((line for line, _ in rest), more)
    if rest:
        dump.findings.append(
            Finding(
                rule="line.unread",
                severity=Severity.WARNING,
                at=dump.book.at(rest[0][0]),
                says=f"{more:,} more lines were left out: {lines}; the first, because {rest[0][1]}",
            )
        )


def _say_again(dump: Dump) -> None:
    if dump.again:
        ids = tuple(dict.fromkeys(node.id for node in dump.again))
        dump.findings.append(
            Finding(
                rule="node.twice",
                severity=Severity.WARNING,
                at=dump.book.at(dump.again_lines[0]),
                says=f"{len(ids):,} {'node has' if len(ids) == 1 else 'nodes have'} more than one block, the "
                f"first {ids[0][:80]} ({dump.book.listed(dump.again_lines)}): the ports of both were taken",
            )
        )


def _short(words: str) -> str:
    return f"“{words[:70]}…”" if len(words) > 70 else f"“{words}”"
