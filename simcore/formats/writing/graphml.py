"""Writes GraphML: a node a device, an edge a cable, with keys for their attributes."""

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.graph import Attributes, edges_of, nodes_of
from simcore.formats.writing.plan import Plan

_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
)
_TYPES: Final = {str: "string", int: "int", float: "double"}


def write(plan: Plan) -> tuple[Written, ...]:
    """Return the one file; cables keep the order of the document."""
    nodes, edges = list(nodes_of(plan)), list(edges_of(plan))
    node_keys, node_lines = _keys("node", 0, (node.attributes for node in nodes))
    edge_keys, edge_lines = _keys("edge", len(node_keys), (edge.attributes for edge in edges))
    lines = [*node_lines, *edge_lines, '  <graph edgedefault="undirected">']
    for node in nodes:
        lines.append(f"    <node id={quoteattr(node.id)}>")
        lines += _data(node.attributes, node_keys)
        lines.append("    </node>")
    for number, edge in enumerate(edges):
        ends = f"source={quoteattr(edge.source)} target={quoteattr(edge.target)}"
        lines.append(f'    <edge id="e{number}" {ends}>')
        lines += _data(edge.attributes, edge_keys)
        lines.append("    </edge>")
    lines += ["  </graph>", "</graphml>", ""]
    return (Written("fabric.graphml", (_HEAD + "\n".join(lines)).encode()),)


def _keys(of: str, first: int, rows: Iterable[Attributes]) -> tuple[dict[str, str], list[str]]:
    """Return the key of each attribute that a row has, and the lines that declare them."""
    types: dict[str, type] = {}
    for row in rows:
        for name, value in row.items():
            types.setdefault(name, type(value))
    keys = {name: f"d{number}" for number, name in enumerate(types, start=first)}
    return keys, [
        f'  <key id="{keys[name]}" for="{of}" attr.name="{name}" attr.type="{_TYPES[found]}"/>'
        for name, found in types.items()
    ]


def _data(attributes: Attributes, keys: dict[str, str]) -> list[str]:
    return [
        f'      <data key="{keys[name]}">{escape(str(value))}</data>' for name, value in attributes.items()
    ]


GRAPHML: Final = Export(
    name="graphml",
    title="GraphML graph",
    says="Devices and cables with kinds, models, ports, speeds and lengths, for NetworkX, yEd and Gephi; "
    "not free ports, what else a type has, or latencies.",
    write=write,
)
