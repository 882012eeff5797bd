"""Writes node-link JSON, which ``networkx.node_link_graph`` and d3 read."""

import json
from typing import Final

from simcore.document.words import printable
from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.graph import edges_of, nodes_of
from simcore.formats.writing.plan import Plan


def write(plan: Plan) -> tuple[Written, ...]:
    """Return the one file; the edges are called "edges", as NetworkX does since 3.4."""
    graph = {
        "directed": False,
        "multigraph": True,
        "graph": {"name": printable(plan.document.name)},
        "nodes": [{"id": node.id, **node.attributes} for node in nodes_of(plan)],
        "edges": [
            {"source": edge.source, "target": edge.target, "key": number, **edge.attributes}
            for number, edge in enumerate(edges_of(plan))
        ],
    }
    return (Written("fabric.json", (json.dumps(graph, ensure_ascii=False, indent=1) + "\n").encode()),)


NODE_LINK: Final = Export(
    name="node-link",
    title="Node-link JSON",
    says="Devices and cables with kinds, models, ports, speeds and lengths, for NetworkX and d3; "
    "not free ports, what else a type has, or latencies.",
    write=write,
)
