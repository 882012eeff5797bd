"""GraphML: nodes and edges in XML, as NetworkX, yEd and the Internet Topology Zoo write it.

Brandes, Eiglsperger, Lerner, Pich, "Graph Markup Language (GraphML)", 2013: keys declare the attributes; an
edge may name ports; hyperedges join more than two ends and are told and left out.
"""

import re
from collections.abc import Sequence
from typing import Final

from simcore.errors import FormatError
from simcore.formats.graph import GraphEdge, GraphNode, plain_name, survey_graph
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import Survey, fabric_of
from simcore.formats.xml_text import XmlNode, parsed_xml, tell_broken

HEAD: Final = 1_000_000
_ROOT: Final = re.compile(r"<(?:[\w.-]+:)?graphml[\s>]")

# (for, key) -> (plain name of the attribute, default)
_Keys = dict[tuple[str, str], tuple[str, str]]


def looks_like_graphml(text: str) -> bool:
    """Tell whether the beginning of the text has the root element of GraphML."""
    return text[:1_000].lstrip()[:1] == "<" and _ROOT.search(text[:HEAD]) is not None


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric of the graphs in the files, taken together: a node is known by its id.

    Raises
    ------
    FormatError
        If a file is no XML, or holds no graph.
    """
    survey = Survey(LineBook(sources), origin="a GraphML graph")
    rejected = Rejected()
    nodes: list[GraphNode] = []
    edges: list[GraphEdge] = []
    for row, source in enumerate(sources):
        parsed = parsed_xml(source)
        first = survey.book.first_of(row)
        if parsed.root.tag != "graphml":
            raise FormatError(
                f"{source.name} line {parsed.root.line} is no <graphml> but <{parsed.root.tag}>"
            )
        _collect(parsed.root, first, nodes, edges, rejected)
        tell_broken(survey, source, first, parsed.broken_at, parsed.broken)
    if not nodes and not edges:
        raise FormatError(f"{sources[0].name} holds no graph with a node")
    rejected.tell(survey)
    survey_graph(survey, nodes, edges)
    return fabric_of(survey)


def _collect(
    root: XmlNode, first: int, nodes: list[GraphNode], edges: list[GraphEdge], rejected: Rejected
) -> None:
    keys = _keys(root)
    waiting = [(child, False) for child in reversed(root.children)]
    while waiting:
        element, is_directed = waiting.pop()
        line = first + element.line
        if element.tag == "graph":
            # A graph within a node is a part of the same fabric.
            is_directed = element.said("edgedefault") == "directed"
        elif element.tag == "node":
            if element.said("id"):
                nodes.append(GraphNode(element.said("id"), line, _words(element, "node", keys)))
            else:
                rejected.add(line, "a node without an id")
        elif element.tag == "edge":
            _add_edge(element, line, keys, is_directed=is_directed, edges=edges, rejected=rejected)
            continue
        elif element.tag == "hyperedge":
            rejected.add(line, "a hyperedge joins any number of nodes, a cable two")
            continue
        else:
            continue
        waiting.extend((child, is_directed) for child in reversed(element.children))


def _add_edge(
    element: XmlNode,
    line: int,
    keys: _Keys,
    *,
    is_directed: bool,
    edges: list[GraphEdge],
    rejected: Rejected,
) -> None:
    source, target = element.said("source"), element.said("target")
    if not source or not target:
        rejected.add(line, "an edge without two ends", source or target)
        return
    words = _words(element, "edge", keys)
    for name in ("sourceport", "targetport"):
        if element.said(name):
            words[name] = element.said(name)
    stated = element.said("directed")
    edges.append(GraphEdge(source, target, line, words, stated == "true" if stated else is_directed))


def _keys(root: XmlNode) -> _Keys:
    keys: _Keys = {}
    for element in root.children:
        if element.tag == "key":
            name = plain_name(element.said("attr.name", "yfiles.type", "id"))
            default = next((child.text.strip() for child in element.children if child.tag == "default"), "")
            keys[element.said("for") or "all", element.said("id")] = (name, default)
    return keys


def _words(element: XmlNode, of: str, keys: _Keys) -> dict[str, str]:
    """Return the attributes of a node or edge by plain name, with the defaults of those it has not."""
    words = {name: default for (what, _), (name, default) in keys.items() if default and what in (of, "all")}
    for child in element.children:
        if child.tag != "data":
            continue
        key = child.said("key")
        name, _ = keys.get((of, key)) or keys.get(("all", key)) or (plain_name(key), "")
        text = child.text.strip()
        if not text and child.children:
            # yEd draws its labels in elements of its own.
            drawn = (each.text.strip() for each in child.below() if each.tag == "NodeLabel")
            name, text = "nodelabel", next((label for label in drawn if label), "")
        if text:
            words[name] = text
    return words


GRAPHML: Final = Format(
    name="graphml", title="GraphML graph (NetworkX, yEd)", recognise=looks_like_graphml, read=read
)
