"""The port list of ``ibnetdiscover -p`` to nodes: a line a port, both ends by the GUIDs of their ports.

A line reads ``CA <lid> <port> 0x<guid> <W>x <SPEED> - SW <lid> <port> 0x<guid> ( '<name>' - '<name>' )``;
without the second end it is a port without a cable, of whatever speed, and its name may lack the quotation
marks. The ports of a switch share one GUID, an adapter has one for each.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from simcore.formats.infiniband.adapters import adapter_ids
from simcore.formats.infiniband.nodes import (
    LONGEST_DESCRIPTION,
    MOST_PORTS,
    Dump,
    Node,
    NodeKind,
    PortLine,
    guid_word,
    link_rate,
    read_lines,
    short,
)
from simcore.formats.reading import LineBook, Source

_END: Final = r"(CA|SW|RT)\s+(\d{1,9})\s+(\d{1,9})\s+0x([0-9a-fA-F]{1,16})"
_LINE: Final = re.compile(rf"{_END}\s+(\d{{1,3}}|\?{{1,3}})x\s+(\S{{1,40}})(.*)")
_PEER: Final = re.compile(rf"\s+-\s+{_END}\s+\((.*)\)\s*$")
PORT_LINE: Final = re.compile(rf"(?m)^[ \t]{{0,8}}{_END}[ \t]+(?:\d{{1,3}}|\?{{1,3}})x[ \t]")


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a cable, or a port without one."""

    is_adapter: bool
    guid: str
    port: int
    description: str


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    words: str
    near: _End
    far: _End | None
    width: str
    lane: str


def read_port_list(sources: Sequence[Source]) -> Dump:
    """Return the nodes of all sources as one subnet."""
    dump = Dump(book=LineBook(sources))
    rows: list[_Row] = []

    def take(words: str, number: int) -> str:
        row = _row(words, number)
        if row is None:
            return f"it is no line of a port: {short(words)}"
        if not all(0 < end.port <= MOST_PORTS for end in (row.near, row.far or row.near)):
            return f"ports are numbered from 1 to {MOST_PORTS:,}: {short(words)}"
        rows.append(row)
        return ""

    read_lines(dump, sources, take)
    ends = [end for row in rows for end in (row.near, row.far) if end is not None]
    ids = adapter_ids((end.guid, end.port, end.description) for end in ends if end.is_adapter)
    for row in rows:
        reason = _enter(dump, row, ids)
        if reason:
            dump.leave_out(row.line, reason)
    dump.say_unread()
    return dump


def _row(words: str, number: int) -> _Row | None:
    found = _LINE.match(words)
    if found is None:
        return None
    rest = found[7]
    peer = _PEER.match(rest)
    if peer is None and rest.lstrip().startswith("- "):
        return None  # an end that is cut off
    near_name, far_name = _names(peer[5]) if peer else (_bare(rest), "")
    return _Row(
        line=number,
        words=words,
        near=_End(found[1] == "CA", guid_word(found[4]), int(found[3]), near_name),
        far=_End(peer[1] == "CA", guid_word(peer[4]), int(peer[3]), far_name) if peer else None,
        width=found[5],
        lane=found[6],
    )


def _names(words: str) -> tuple[str, str]:
    """Return the names of both ends; a name may hold quotation marks, and white space at its ends."""
    near, _, far = words.partition("' - '")
    return _bare(near), _bare(far)


def _bare(words: str) -> str:
    name = words.strip()
    return name.removeprefix("'").removesuffix("'").strip()[:LONGEST_DESCRIPTION]


def _enter(dump: Dump, row: _Row, ids: dict[str, str]) -> str:
    near_id = _id(row.near, ids)
    node = dump.nodes.get(near_id)
    if node is None:
        kind = NodeKind.ADAPTER if row.near.is_adapter else NodeKind.SWITCH
        node = Node(near_id, kind, row.near.port, row.line, row.near.description)
        dump.nodes[near_id] = node
    node.port_count = max(node.port_count, row.near.port)
    if row.far is None:
        return ""
    said = PortLine(
        line=row.line,
        port=row.near.port,
        peer=_id(row.far, ids),
        peer_port=row.far.port,
        peer_description=row.far.description,
        gbps=link_rate(row.width, row.lane.upper()),
        rate_words=f"{row.width}x{row.lane}",
    )
    return dump.connect(node, said, row.words)


def _id(end: _End, ids: dict[str, str]) -> str:
    return ids[end.guid] if end.is_adapter else f"S-{end.guid}"
