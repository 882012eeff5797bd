"""A fabric as a graph with attributes, under the names that ``formats.graph`` reads."""

from collections.abc import Iterator
from dataclasses import dataclass

from simcore.document.words import printable
from simcore.formats.names import as_written
from simcore.formats.writing.plan import End, Plan, distinct

# Text, numbers; what a device or cable has not is left out.
Attributes = dict[str, str | float | int]


@dataclass(frozen=True, slots=True)
class Node:
    """A device: its id in the file, and its attributes."""

    id: str
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Edge:
    """A cable. The source is the earlier device, so that a program that turns edges turns no port."""

    source: str
    target: str
    attributes: Attributes


def nodes_of(plan: Plan) -> Iterator[Node]:
    """Yield the devices in document order."""
    for row, (device, node_id) in enumerate(zip(plan.document.devices, node_ids(plan), strict=True)):
        found = plan.type_of(row)
        said: Attributes = {
            "kind": found.kind.value,
            "name": printable(device.name),
            "model": printable(found.id),
            "tier": plan.tier_name(row),
            "group": printable(device.group or ""),
            "tags": ",".join(printable(tag).replace(",", " ") for tag in device.tags),
            "gpus": found.gpus,
        }
        yield Node(node_id, {key: value for key, value in said.items() if value})


def edges_of(plan: Plan) -> Iterator[Edge]:
    """Yield the cables in document order."""
    ids = node_ids(plan)
    adapters = _adapters(plan)
    for cable, first, second, gbps in plan.cables():
        a, b = sorted((first, second), key=lambda end: end.device)
        said: Attributes = {
            "cable": printable(cable.id),
            "source_port": printable(as_written(a.port)),
            "target_port": printable(as_written(b.port)),
            "source_adapter": adapters.get(a, ""),
            "target_adapter": adapters.get(b, ""),
            "gbps": gbps or 0.0,
            "length_m": cable.length_m or 0.0,
            "medium": printable(cable.medium or ""),
        }
        yield Edge(ids[a.device], ids[b.device], {key: value for key, value in said.items() if value})


def node_ids(plan: Plan) -> tuple[str, ...]:
    """Return the id of each device in the file: (D,) its own, where it can be printed."""
    return distinct([device.id for device in plan.document.devices])


def _adapters(plan: Plan) -> dict[End, str]:
    """Return the adapter of each port of a server that shares its adapter with another port."""
    found: dict[End, str] = {}
    for row in range(len(plan.document.devices)):
        if plan.is_server(row):
            for block in plan.type_of(row).ports:
                if block.count > 1:
                    found.update({End(row, name): printable(block.name) for name in block.port_names()})
    return found
