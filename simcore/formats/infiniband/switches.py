"""Switch nodes to switches: name, model, ports, and the aggregation node that stands in one."""

from dataclasses import dataclass

from simcore.document.capabilities import AggregationProfile
from simcore.document.catalogue import Chip, infiniband_chip
from simcore.document.findings import Finding, Severity
from simcore.document.words import counted
from simcore.formats.infiniband.cables import Join, highest_ports
from simcore.formats.infiniband.names import is_aggregation_node, switch_and_model
from simcore.formats.infiniband.nodes import MOST_PORTS, Dump, Node, NodeKind
from simcore.formats.names import Ids, natural


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch with its ports for cables. ``adds`` says that an aggregation node stands in it."""

    id: str
    name: str
    model: str
    chip: Chip | None
    ports: int
    adds: bool
    node: Node


def is_aggregation(node: Node) -> bool:
    """Tell whether the node is the reducer inside a switch."""
    return node.kind is NodeKind.ADAPTER and is_aggregation_node(node.description)


def find_switches(dump: Dump, joins: list[Join], ids: Ids) -> tuple[list[Switch], list[Finding]]:
    """Return the switches in natural order of their names; aggregation nodes are an attribute of theirs."""
    holders = _holders(dump)
    highest = highest_ports(joins)
    switches = []
    for node in dump.nodes.values():
        if node.kind is not NodeKind.SWITCH:
            continue
        found = switch_and_model(node.description)
        described = " ".join(node.description.split())
        name, model = found or (f"{described} …{node.id[-6:]}" if described else node.id, "")
        own = min(node.port_count, MOST_PORTS)
        # The reducer takes the last port number; no cable can end there.
        ports = own - 1 if own > 0 and holders.get(node.id) == own else own
        switches.append(
            Switch(
                id=ids.give(node.id),
                name=name[:200],
                model=model,
                chip=infiniband_chip(node.chip, model),
                ports=max(ports, highest.get(node.id, 0)),
                adds=node.id in holders,
                node=node,
            )
        )
    switches.sort(key=lambda switch: (natural(switch.name), natural(switch.id)))
    return switches, [*_port_counts(dump, switches), *_aggregation(dump, switches)]


def _holders(dump: Dump) -> dict[str, int]:
    """Return the switches in which an aggregation node stands, with its port there (0: not stated)."""
    found: dict[str, int] = {}
    systems = {node.system_guid: node.id for node in dump.nodes.values() if node.kind is NodeKind.SWITCH}
    for node in dump.nodes.values():
        if node.kind is NodeKind.SWITCH:
            for said in node.ports.values():
                peer = dump.nodes.get(said.peer)
                if peer is not None and is_aggregation(peer):
                    found[node.id] = said.port
        elif is_aggregation(node):
            ends = [said for said in node.ports.values() if said.peer in dump.nodes]
            for said in ends:
                found.setdefault(said.peer, said.peer_port)
            if not ends and node.system_guid and node.system_guid in systems:
                found.setdefault(systems[node.system_guid], 0)
    return found


def _port_counts(dump: Dump, switches: list[Switch]) -> list[Finding]:
    odd = [each for each in switches if each.node.is_declared and each.ports > each.node.port_count]
    odd += [each for each in switches if each.node.port_count > MOST_PORTS]
    if not odd:
        return []
    first = odd[0]
    return [
        Finding(
            rule="ports.count",
            severity=Severity.WARNING,
            at=dump.book.at(first.node.line),
            says=f"the header of {first.name} says {first.node.port_count:,} ports: read as {first.ports:,} "
            f"({dump.book.listed(each.node.line for each in odd)})",
            objects=tuple(dict.fromkeys(each.id for each in odd)),
        )
    ]


def _aggregation(dump: Dump, switches: list[Switch]) -> list[Finding]:
    """Say what became of the aggregation nodes, and which switches that could add have none."""
    nodes = [node for node in dump.nodes.values() if is_aggregation(node)]
    able = [each for each in switches if each.chip and each.chip.aggregation is not AggregationProfile.NONE]
    findings = []
    if nodes:
        holding = [each for each in switches if each.adds]
        profiles = sorted({each.chip.aggregation.value for each in able if each.adds and each.chip})
        known = {each.id for each in able}
        unknown = [each for each in holding if each.id not in known]
        says = (
            f"{counted(len(nodes), 'aggregation node')} (SHARP) in "
            f"{counted(len(holding), 'switch', 'switches')}: no hosts, but the profile "
            f"{' and '.join(profiles) or 'none'} of their switch"
        )
        if unknown:
            says += f"; {len(unknown):,} of these switches are of no known model: set their profile by hand"
        findings.append(
            Finding(
                rule="aggregation.nodes",
                severity=Severity.WARNING if unknown or len(holding) < len(nodes) else Severity.NOTE,
                at=dump.book.at(nodes[0].line),
                says=says,
                objects=tuple(each.id for each in holding),
            )
        )
    without = [each for each in able if not each.adds and each.node.is_declared]
    if without:
        names = ", ".join(each.name for each in without[:5])
        findings.append(
            Finding(
                rule="aggregation.absent",
                severity=Severity.NOTE,
                at=dump.book.at(without[0].node.line),
                says=f"{counted(len(without), 'switch', 'switches')} could add in the network by model "
                f"but show no aggregation node, so SHARP is off there ({names}): profile none",
                objects=tuple(each.id for each in without),
            )
        )
    return findings
