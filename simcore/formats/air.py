"""NVIDIA Air's JSON export of a simulation: nodes with their systems, links with "unconnected" ports."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.json_text import Places, entries, items, parsed_json, words
from simcore.formats.management import Edge, survey_data_edges
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import End, NodeKind, Survey, fabric_of

HEAD: Final = 1_000_000
_LINKS: Final = re.compile(r'"links"\s*:\s*\[')
_END: Final = re.compile(r'"interface"\s*:')
_FORMAT: Final = re.compile(r'"format"\s*:\s*"JSON"')
_NODES: Final = re.compile(r'"nodes"\s*:\s*\{')
# Systems that run on switches alone; others, Ubuntu say, may be either.
SWITCH_SYSTEMS: Final = ("cumulus", "sonic")


def looks_like_air(text: str) -> bool:
    """Tell whether the beginning of the text has the format's name, or nodes by name and links of ends."""
    head = text[:HEAD]
    if head[:1_000].lstrip()[:1] != "{" or _NODES.search(head) is None:
        return False
    return _FORMAT.search(head) is not None or (
        '"content"' in head and _LINKS.search(head) is not None and _END.search(head) is not None
    )


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric of the exports.

    Raises
    ------
    FormatError
        If a file is no JSON object, or there is no node in them.
    """
    survey = Survey(LineBook(sources), origin="an Air topology")
    rejected = Rejected()
    for row, source in enumerate(sources):
        value = parsed_json(source)
        content = entries(entries(value).get("content")) or entries(value)
        places = Places(source.text, survey.book.first_of(row))
        places.next("nodes")
        nodes = _nodes(content, places)
        places.next("links")
        links = _Links(survey, rejected, places, {each.name for each in nodes if each.is_switch})
        for link in items(content.get("links")):
            links.add(link)
        idle = survey_data_edges(survey, links.edges, [each.name for each in nodes if each.is_out_of_band])
        for each in nodes:
            if each.name not in idle:
                kind = NodeKind.SWITCH if each.is_switch else None
                survey.node(each.name, kind=kind, tags=each.tags, line=each.line)
        links.tell()
    if not survey.nodes:
        raise FormatError(f"{sources[0].name} holds no node")
    rejected.tell(survey)
    return fabric_of(survey)


@dataclass(frozen=True, slots=True)
class _Node:
    name: str
    is_switch: bool
    is_out_of_band: bool
    tags: tuple[str, ...]
    line: int


def _nodes(content: dict[str, object], places: Places) -> list[_Node]:
    found = []
    for name, value in entries(content.get("nodes")).items():
        if name.strip():
            said = entries(value)
            system, role = words(said.get("os")), words(said.get("function"))
            found.append(
                _Node(
                    name=name,
                    is_switch=system.lower().startswith(SWITCH_SYSTEMS),
                    is_out_of_band="oob" in role.lower() or said.get("oob") is True,
                    tags=tuple(word for word in (system, role) if word),
                    line=places.next(name),
                )
            )
    return found


class _Links:
    """Collects links of two ends; of the others the ports, on switches, and their count."""

    def __init__(self, survey: Survey, rejected: Rejected, places: Places, switches: set[str]) -> None:
        self.edges: list[Edge] = []
        self._survey = survey
        self._rejected = rejected
        self._places = places
        self._switches = switches
        self._open: list[int] = []

    def add(self, link: object) -> None:
        """Add a link: a list of two ends, the second may be a word ("unconnected")."""
        ends: list[End] = []
        line = 0
        for each in items(link)[:2]:
            said = entries(each)
            node, port = words(said.get("node")), words(said.get("interface"))
            if node:
                line = self._places.next(node)
                ends.append((node, port))
        if len(ends) == 2:
            self.edges.append(Edge(ends[0], ends[1], line))
        elif ends:
            self._open.append(line)
            node, port = ends[0]
            if port and node in self._switches:
                self._survey.port(node, port, line=line)
        else:
            self._rejected.add(self._places.next("node"), "a link without a node at an end")

    def tell(self) -> None:
        """Tell how many ports are not connected."""
        if self._open:
            self._survey.tell(
                "port.unconnected",
                Severity.NOTE,
                f"{counted(len(self._open), 'port')} not connected "
                f"({self._survey.book.listed(self._open)}): those of switches are free ports, those of "
                "other nodes were left out",
                lines=self._open,
            )


AIR: Final = Format(
    name="air",
    title="NVIDIA Air topology (JSON)",
    recognise=looks_like_air,
    read=read,
)
