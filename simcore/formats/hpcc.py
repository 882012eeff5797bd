"""Topologies of HPCC's ns-3 simulator: ``nodes switches links``, the switches, one link a line.

README of alibaba-edu/High-Precision-Congestion-Control, section "Topology": hosts are the nodes that the
second line does not list; parallel links are links of their own (#43 there: they were overwritten).
"""

import re
from collections.abc import Sequence
from typing import Final

from simcore.errors import FormatError
from simcore.formats.numbered_links import (
    Delays,
    book_of,
    has_header,
    header_of,
    read_list,
    the_only,
    unlinked,
)
from simcore.formats.reading import Format, Source, Understood
from simcore.formats.survey import NodeKind, Survey, fabric_of

_HEADER: Final = re.compile(r"(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})")


def looks_like_hpcc(text: str) -> bool:
    """Tell whether the text begins with three counts, ids, and a link with a rate."""
    return has_header(text, _HEADER)


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric: every node that is no switch a host, each of its links an adapter.

    Raises
    ------
    FormatError
        If there are several files, or the first line is no header.
    """
    source = the_only(sources, "a topology")
    survey = Survey(book_of(source), origin=f"HPCC topology {source.name}")
    at, header = header_of(source)
    counts = _HEADER.fullmatch(header)
    if counts is None:
        raise FormatError(f"{source.name} line {at} is not the three counts of nodes, switches and links")
    nodes, switches, links = (int(word) for word in counts.groups())
    found = read_list(source, survey, nodes=nodes, switches=switches, links=links)
    is_switch = set(found.switches)
    for number in found.switches:
        survey.node(f"switch-{number}", kind=NodeKind.SWITCH, line=at)
    linked = {end for link in found.links for end in (link.a, link.b)}
    for number in (*(linked - is_switch), *unlinked(survey, nodes, linked | is_switch, "host")):
        survey.node(f"host-{number}", kind=NodeKind.SERVER, line=at)

    def key(number: int) -> str:
        return f"switch-{number}" if number in is_switch else f"host-{number}"

    delays = Delays(found.links)
    delays.tell(survey)
    for link in found.links:
        ends = ((key(link.a), ""), (key(link.b), ""))
        survey.link(*ends, gbps=link.gbps, length_m=delays.length_m(link), line=link.line)
    return delays.of(fabric_of(survey))


HPCC: Final = Format(
    name="hpcc", title="HPCC topology (ns-3): numbered nodes and links", recognise=looks_like_hpcc, read=read
)
