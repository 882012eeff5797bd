"""The dump of ``ibnetdiscover`` to nodes with port lines, and the dialect of it that ``ibsim`` loads.

Grammar, per block: attributes (``vendid=`` …), one header ``Switch|Ca <ports> "<id>" # "<description>" …``,
then a line for each connected port ``[port] "<peer id>"[peer port] … # … <width>x<speed>``. The ibsim
dialect says ``Hca``, has names for ids, no descriptions, ``w=<width>``, ``s=`` and ``e=<speed bits>`` as
options, and ``include`` and ``do`` lines.
"""

import re
from collections.abc import Sequence
from typing import Final

from simcore.formats.infiniband.nodes import (
    LONGEST_DESCRIPTION,
    Dump,
    Node,
    NodeKind,
    PortLine,
    lines_of,
    link_rate,
    short,
)
from simcore.formats.reading import LineBook, Source

# Bits of the options s= and e= from the slowest: the speeds that a port may run at, of which it takes the
# fastest (InfiniBand Architecture Specification, volume 2, PortInfo: LinkSpeedEnabled, LinkSpeedExtEnabled).
LANES_OF_BITS: Final = {"s": ("SDR", "DDR", "QDR"), "e": ("FDR", "EDR", "HDR", "NDR")}

DUMP_MARK: Final = re.compile(
    r"^[ \t]{0,8}(?:# ?Topology file: generated on\b|(?:vendid|devid|sysimgguid|switchguid|caguid)=|"
    r'(?:switch|ca|hca|rt)[ \t]+\d{1,9}[ \t]+")',
    re.IGNORECASE | re.MULTILINE,
)
_ATTRIBUTE: Final = re.compile(r"(\w{1,40})\s*=\s*(?:0x)?([0-9a-fA-F]{1,32})\b")
_HEADER: Final = re.compile(r'(switch|ca|hca|rt|router)\s+(\d{1,9})\s+"([^"]+)"(.*)', re.IGNORECASE)
_PORT: Final = re.compile(
    r"\[(\d{1,9})\](?:\[ext \d{1,9}\])?(?:\([0-9a-fA-F]{1,32}\))?\s*"
    r'"([^"]+)"\s*\[(\d{1,9})\](?:\[ext \d{1,9}\])?(?:\([0-9a-fA-F]{1,32}\))?(.*)'
)
_RATE: Final = re.compile(r"(?:^|\s)(\d{1,3}|\?{1,3})x\s?(\S*)")
_OPTION: Final = re.compile(r"(?:^|\s)([wse])=(\d{1,6})\b")
_IGNORED: Final = re.compile(r"(?:#|do\b|chassis\b|module\b)", re.IGNORECASE)
_INCLUDE: Final = re.compile(r'include\s+"?([^"]*)"?', re.IGNORECASE)

_KINDS: Final = {
    "switch": NodeKind.SWITCH,
    "ca": NodeKind.ADAPTER,
    "hca": NodeKind.ADAPTER,
    # A router forwards between subnets; within a dump it stands where a switch would.
    "rt": NodeKind.SWITCH,
    "router": NodeKind.SWITCH,
}


def read_dump(sources: Sequence[Source]) -> Dump:
    """Return the nodes of all sources as one subnet."""
    dump = Dump(book=LineBook(sources))
    names = {source.name.rpartition("/")[2] for source in sources}
    again: list[tuple[str, int]] = []
    for row, source in enumerate(sources):
        block = _Block(dump, names)
        block.read(source.text, dump.book.first_of(row))
        again += block.again
    dump.say_unread()
    if again:
        ids = list(dict.fromkeys(node_id for node_id, _ in again))
        says = (
            f"{len(ids):,} {'node has' if len(ids) == 1 else 'nodes have'} more than one block, the first "
            f"{ids[0][:80]} ({dump.book.listed(line for _, line in again)}): the ports of both were taken"
        )
        dump.warn("node.twice", again[0][1], says)
    return dump


class _Block:
    """Reads one text; holds the attributes seen before a header and the node whose ports follow."""

    def __init__(self, dump: Dump, file_names: set[str]) -> None:
        self._dump = dump
        self._file_names = file_names
        self._attributes: dict[str, str] = {}
        self._node: Node | None = None
        self.again: list[tuple[str, int]] = []

    def read(self, text: str, before: int) -> None:
        dump, last_words = self._dump, ""
        for number, line in enumerate(lines_of(text), start=before + 1):
            words = line.strip()
            if not words or _IGNORED.match(words):
                continue
            dump.last_line, last_words = number, words
            reason = self._take(words, number)
            if reason:
                dump.leave_out(number, reason)
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
        return f"it is no attribute, header or port: {short(words)}"

    def _header(self, header: re.Match[str], number: int) -> None:
        kind, node_id = _KINDS[header[1].lower()], header[3]
        node = self._dump.nodes.get(node_id)
        if node is not None:
            self.again.append((node_id, number))
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
            return f"it is no whole port line: {short(words)}"
        if self._node is None:
            return f"no header of a node stands before this port line: {short(words)}"
        gbps, rate_words = rate(found[4])
        said = PortLine(
            line=number,
            port=int(found[1]),
            peer=found[2],
            peer_port=int(found[3]),
            peer_description=quoted(found[4]),
            gbps=gbps,
            rate_words=rate_words,
        )
        return self._dump.connect(self._node, said, words)

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
            dump.say_cut(last_words)

    def _states_rates(self) -> bool:
        nodes = self._dump.nodes.values()
        return any(said.rate_words for node in nodes for said in node.ports.values())


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
        lane = _fastest("e", options) or _fastest("s", options)
        # ibsim: a link without w= is four lanes wide.
        width = options.get("w", "4" if lane else "")
        words = " ".join(f"{key}={value}" for key, value in sorted(options.items()))
    return link_rate(width, lane), words


def _fastest(key: str, options: dict[str, str]) -> str:
    """Return the lane of the highest bit of an option, "" where it is not given or has another bit."""
    lanes, bits = LANES_OF_BITS[key], int(options.get(key, "0")).bit_length()
    return lanes[bits - 1] if 0 < bits <= len(lanes) else ""
