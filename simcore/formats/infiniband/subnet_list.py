"""The subnet list that OpenSM writes (``opensm-subnet.lst``) to nodes: a line an end of a cable.

A line reads ``{ <type> Ports:.. SystemGUID:.. NodeGUID:.. PortGUID:.. VenID:.. DevID:.. Rev:.. {<name>}
LID:.. PN:.. } { … } PHY=<W>x LOG=<state> SPD=<Gb/s of a lane>``; numbers are hexadecimal without a prefix.
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
    guid_word,
    lane_name,
    link_rate,
    read_lines,
    short,
)
from simcore.formats.reading import LineBook, Source

_HEX: Final = "([0-9a-fA-F]{1,16})"
_END: Final = re.compile(
    rf"\{{\s*(SW|CA|Rt)(?:-SM)?\s+Ports:{_HEX}\s+SystemGUID:{_HEX}\s+NodeGUID:{_HEX}\s+PortGUID:{_HEX}\s+"
    rf"VenID:{_HEX}\s+DevID:{_HEX}\s+Rev:{_HEX}\s+\{{(.{{0,400}}?)\}}\s+LID:{_HEX}\s+PN:{_HEX}\s*\}}\s*"
)
_LINK: Final = re.compile(r"PHY=(\S{1,20})\s+LOG=(\S{1,20})\s+SPD=(\S{1,20})$")
SUBNET_LINE: Final = re.compile(
    r"(?m)^[ \t]{0,8}\{[ \t]*(?:SW|CA|Rt|\*\*)(?:-SM)?[ \t]+Ports:[0-9a-fA-F]{1,16}[ \t]+SystemGUID:"
)


def read_subnet_list(sources: Sequence[Source]) -> Dump:
    """Return the nodes of all sources as one subnet."""
    dump = Dump(book=LineBook(sources))

    def take(words: str, number: int) -> str:
        first = _END.match(words)
        second = first and _END.match(words, first.end())
        link = second and _LINK.match(words, second.end())
        if not (first and second and link):
            return f"it is no whole line of two ports: {short(words)}"
        near, far = (_node(dump, half.groups(), number) for half in (first, second))
        if not near.is_declared:
            near.is_declared, near.line = True, number
        width, lane = link[1].lower().removesuffix("x"), link[3]
        said = PortLine(
            line=number,
            port=int(first[11], 16),
            peer=far.id,
            peer_port=int(second[11], 16),
            peer_description=far.description,
            gbps=link_rate(width, lane_name(lane)),
            rate_words=f"{width}x{lane}",
        )
        return dump.connect(near, said, words)

    read_lines(dump, sources, take)
    dump.say_unread()
    return dump


def _node(dump: Dump, words: Sequence[str], line: int) -> Node:
    """Return the node of one half of a line; it counts as declared once a line begins with it."""
    kind, ports, system, guid, _, _, chip, _, description, _, _ = words
    node_id = f"{'H' if kind == 'CA' else 'S'}-{guid_word(guid)}"
    node = dump.nodes.get(node_id)
    if node is None:
        node = Node(
            id=node_id,
            kind=NodeKind.ADAPTER if kind == "CA" else NodeKind.SWITCH,
            port_count=int(ports, 16),
            line=line,
            description=description.strip()[:LONGEST_DESCRIPTION],
            system_guid=f"{int(system, 16):x}",
            chip=_chip(chip),
            is_declared=False,
        )
        dump.nodes[node_id] = node
    return node


def _chip(words: str) -> int:
    """Return the device id; in the second half OpenSM writes its two bytes as the upper two of four."""
    number = int(words, 16)
    return number >> 16 if len(words) > 4 else number
