"""The links that ``iblinkinfo`` prints to nodes: blocks with a header a node, or all on one line (``-l``).

A line of a port reads ``<lid> <port>[..] ==( <W>X <lane rate> Gbps <state>/ <physical state>)==> <lid>
<port>[..] "<name>" ( <what it could be> )``. In a block the port's own GUID stands before it where the node
is no switch, and the far end is told by its local identifier (LID) alone; with ``-l`` each end has the GUID
of its port before it and the near one its name, and nothing says what kind a node is: see ``link_ends``.
"""

import re
from collections.abc import Sequence
from typing import Final

from simcore.formats.infiniband.link_ends import Block, Row, enter_rows
from simcore.formats.infiniband.nodes import (
    LONGEST_DESCRIPTION,
    MOST_PORTS,
    Dump,
    guid_word,
    lane_name,
    link_rate,
    read_lines,
    short,
)
from simcore.formats.reading import LineBook, Source

_HEADER: Final = re.compile(
    r"(switch|ca|router|rt)\b:?\s+(?:0x([0-9a-f]{1,16})\s+)?(.{0,400}):$", re.IGNORECASE
)
_NEAR: Final = re.compile(
    r'(?:0x([0-9a-fA-F]{1,16})\s+)?(?:"(.{0,400})"\s+)?(\d{1,9})\s+(\d{1,9})\s*\[[^\]]{0,9}\]\s*$'
)
_FAR: Final = re.compile(
    r'\s*(?:0x([0-9a-fA-F]{1,16})\s+)?(\d{1,9})\s+(\d{1,9})\s*\[[^\]]{0,9}\]\s*"(.{0,400})"\s*(?:\(.*)?$'
)
_NO_FAR: Final = re.compile(r'\s*(?:\[[^\]]{0,9}\]\s*"\s*"|"Port not available")')
_RATE: Final = re.compile(r"\(\s*(\d{1,3}|\?{1,3})[xX]\s+(\S{1,40})\s+Gbps(?:\s+\((\w{1,20})\))?")
_ANY_RATE: Final = re.compile(r"\(\s*+(.{0,60}?)\s++\S{1,20}/")
_ARROW: Final = "==("
_TIP: Final = "==>"
LINK_LINE: Final = re.compile(r"(?m)^[^\n]{0,400}?\[[^\]\n]{0,9}\][ \t]*==\([^\n]{0,200}\)==>")


def read_link_list(sources: Sequence[Source]) -> Dump:
    """Return the nodes of all sources as one subnet."""
    dump = Dump(book=LineBook(sources))
    blocks: list[Block] = []
    rows: list[Row] = []

    def take(words: str, number: int) -> str:
        arrow = words.find(_ARROW)
        tip = words.find(_TIP, arrow)
        if arrow < 0 or tip < 0:
            header = _HEADER.match(words)
            if header is None:
                return f"it is no header of a node and no line of a port: {short(words)}"
            blocks.append(_block(header, number))
            return ""
        row = _row(words, number, blocks[-1] if blocks else None, (arrow, tip))
        if isinstance(row, Row):
            rows.append(row)
            return ""
        return f"{row}: {short(words)}"

    read_lines(dump, sources, take)
    enter_rows(dump, rows)
    dump.say_unread()
    return dump


def _block(header: re.Match[str], number: int) -> Block:
    return Block(
        line=number,
        is_adapter=header[1].lower() == "ca",
        guid=guid_word(header[2]) if header[2] else "",
        description=header[3].strip()[:LONGEST_DESCRIPTION],
    )


def _row(words: str, number: int, block: Block | None, arrow: tuple[int, int]) -> Row | str:
    """Return the row of a port line, or why it is none."""
    near = _NEAR.match(words[: arrow[0]])
    middle, rest = words[arrow[0] + 2 : arrow[1]], words[arrow[1] + len(_TIP) :]
    far = _FAR.match(rest)
    if near is None or (far is None and not _NO_FAR.match(rest)):
        return "it is no whole line of a port"
    if near[2] is not None and near[1] is not None:
        block = None  # all on one line
    elif block is None:
        return "no header of a node stands before this line of a port"
    if not all(0 < int(port) <= MOST_PORTS for port in (near[4], far[3] if far else near[4])):
        return f"ports are numbered from 1 to {MOST_PORTS:,}"
    gbps, rate_words = _rate(middle)
    return Row(
        line=number,
        words=words,
        block=block,
        guid=guid_word(near[1]) if near[1] else block.guid if block else "",
        lid=int(near[3]),
        port=int(near[4]),
        description=block.description if block else near[2].strip()[:LONGEST_DESCRIPTION],
        is_connected=far is not None,
        far_guid=guid_word(far[1]) if far and far[1] else "",
        far_lid=int(far[2]) if far else 0,
        far_port=int(far[3]) if far else 0,
        far_description=far[4].strip()[:LONGEST_DESCRIPTION] if far else "",
        gbps=gbps,
        rate_words=rate_words,
    )


def _rate(middle: str) -> tuple[float | None, str]:
    """Return the rate of a link in Gb/s, None if unknown, and its words: a lane's rate times the lanes."""
    found = _RATE.match(middle)
    if found is None:
        other = _ANY_RATE.match(middle)
        return None, " ".join(other[1].split()) if other else ""
    lane = lane_name(found[3].upper() if found[3] else found[2])
    return link_rate(found[1], lane), f"{found[1]}X {found[2]} Gbps"
