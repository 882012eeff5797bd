"""PTM's and Air's ``topology.dot``: a node a device with its function, an edge a cable from port to port."""

from typing import Final

from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.lab_ports import port_words
from simcore.formats.writing.plan import Plan

# What stands in quotes without a backslash in the DOT language, less what steers something.
ALLOWED: Final = r"\w .:/@+|-"
# Functions that PTM's and Air's tools know, by what the tier is called.
FUNCTIONS: Final = {"host": "host", "leaf": "leaf", "spine": "spine", "core": "core"}
OTHER_FUNCTION: Final = "switch"


def write_dot(plan: Plan) -> tuple[Written, ...]:
    """Return the drawing."""
    labels = plan.labels(allowed=ALLOWED)
    ports = port_words(plan, ALLOWED)
    lines = ["graph fabric {"]
    for row, label in enumerate(labels):
        function = FUNCTIONS.get("host" if plan.is_server(row) else plan.tier_name(row), OTHER_FUNCTION)
        lines.append(f'  "{label}" [function="{function}"]')
    for _, a, b, _ in plan.cables():
        lines.append(f'  "{labels[a.device]}":"{ports[a]}" -- "{labels[b.device]}":"{ports[b]}"')
    lines.append("}")
    return (Written("topology.dot", ("\n".join(lines) + "\n").encode()),)


TOPOLOGY_DOT: Final = Export(
    name="topology-dot",
    title="PTM topology.dot",
    says="Devices with their function and every cable from port to port. Speeds, lengths and models are not "
    "in it.",
    write=write_dot,
)
