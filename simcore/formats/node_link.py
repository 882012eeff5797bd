"""Node-link JSON, as NetworkX writes it: ``nodes`` with ids, ``links`` or ``edges`` with source and target.

NetworkX reference, ``readwrite.json_graph.node_link_data``: the list of edges is called "edges" since 3.4 and
"links" before; before 2.0 source and target were positions in the list of nodes.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from simcore.errors import FormatError
from simcore.formats.graph import GraphEdge, GraphNode, plain_name, survey_graph
from simcore.formats.json_text import entries, parsed_json, words
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import Survey, fabric_of

HEAD: Final = 1_000_000
LISTS: Final = ("nodes", "links", "edges")
_NODES: Final = re.compile(r'"nodes"\s*:\s*\[')
_GRAPH: Final = re.compile(r'"multigraph"\s*:\s*(?:true|false)')
_ENDS: Final = re.compile(r'"source"\s*:\s*(?:["\d\[])[^}]{0,400}"target"\s*:')
_SPACE: Final = re.compile(r"[\s:,]*")


def looks_like_node_link(text: str) -> bool:
    """Tell whether the beginning of the text is an object with nodes, and edges by source and target."""
    head = text[:HEAD]
    return head.lstrip()[:1] == "{" and (
        _NODES.search(head) is not None and (_GRAPH.search(head) or _ENDS.search(head)) is not None
    )


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric of the graphs in the files, taken together: a node is known by its id.

    Raises
    ------
    FormatError
        If a file is no JSON, or holds no list of nodes.
    """
    survey = Survey(LineBook(sources), origin="a node-link graph")
    rejected = Rejected()
    nodes: list[GraphNode] = []
    edges: list[GraphEdge] = []
    for row, source in enumerate(sources):
        value = entries(parsed_json(source))
        if not isinstance(value.get("nodes"), list):
            raise FormatError(f"{source.name} holds no list of nodes")
        lines = _lines(source.text)
        first = survey.book.first_of(row)
        own = list(_nodes(value["nodes"], [first + line for line in lines.get("nodes", [])], rejected))
        nodes.extend(own)
        for key in ("links", "edges"):
            edges.extend(
                _edges(
                    value.get(key),
                    [first + line for line in lines.get(key, [])],
                    is_directed=value.get("directed") is True,
                    named=[node.id for node in own],
                    rejected=rejected,
                )
            )
    rejected.tell(survey)
    survey_graph(survey, nodes, edges)
    return fabric_of(survey)


def _nodes(value: object, lines: list[int], rejected: Rejected) -> Iterator[GraphNode]:
    for row, item in enumerate(value if isinstance(value, list) else []):
        line = _at(lines, row)
        found = entries(item)
        key = _id(found["id"]) if "id" in found else _id(found.get("name"))
        if key:
            yield GraphNode(key, line, _words(found))
        else:
            rejected.add(line, "a node without an id")


def _edges(
    value: object, lines: list[int], *, is_directed: bool, named: list[str], rejected: Rejected
) -> Iterator[GraphEdge]:
    rows = [entries(item) for item in value] if isinstance(value, list) else []
    by_place = _are_places(rows, named)
    for row, found in enumerate(rows):
        line = _at(lines, row)
        ends = [_id(found.get(key)) for key in ("source", "target")]
        if by_place:
            ends = [named[int(end)] if end and int(end) < len(named) else "" for end in ends]
        if all(ends):
            yield GraphEdge(ends[0], ends[1], line, _words(found), is_directed)
        else:
            rejected.add(line, "an edge without two ends", ends[0] or ends[1])


def _are_places(rows: Sequence[dict[str, object]], named: Sequence[str]) -> bool:
    """Tell whether all ends are whole numbers of which none is a node's id: places in the list of nodes."""
    ends = [found.get(key) for found in rows for key in ("source", "target")]
    numbers = {end for end in ends if isinstance(end, int) and not isinstance(end, bool) and end >= 0}
    return bool(ends) and all(isinstance(end, int) for end in ends) and not numbers & _numbers(named)


def _numbers(named: Sequence[str]) -> set[int]:
    return {int(each) for each in named if re.fullmatch(r"\d{1,18}", each)}


def _id(value: object) -> str:
    """Return an id as text; of a list or an object its JSON, as NetworkX ids may be tuples."""
    if isinstance(value, list | dict):
        return json.dumps(value, separators=(",", ":"))
    return words(value)


def _words(found: dict[str, object]) -> dict[str, str]:
    said = {}
    for key, value in found.items():
        text = ",".join(words(each) for each in value) if isinstance(value, list) else words(value)
        if text and plain_name(key) not in ("source", "target", "id"):
            said[plain_name(key)] = text
    return said


def _at(lines: list[int], row: int) -> int:
    return lines[row] if row < len(lines) else 1


def _lines(text: str) -> dict[str, list[int]]:
    """Return the lines on which the items of the lists begin; ``text`` is known to be a JSON object."""
    decoder = json.JSONDecoder()
    found: dict[str, list[int]] = {}
    at = _skip(text, text.index("{") + 1)
    line, counted_to = 1, 0
    while text[at] != "}":
        key, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
        if key in LISTS and text[at] == "[":
            listed = found.setdefault(key, [])
            at = _skip(text, at + 1)
            while text[at] != "]":
                line += text.count("\n", counted_to, at)
                counted_to = at
                listed.append(line)
                _, at = decoder.raw_decode(text, at)
                at = _skip(text, at)
            at += 1
        else:
            _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
    return found


def _skip(text: str, at: int) -> int:
    """Return the place after white space and separators."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


NODE_LINK: Final = Format(
    name="node-link",
    title="node-link JSON (NetworkX, d3)",
    recognise=looks_like_node_link,
    read=read,
)
