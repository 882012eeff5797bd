"""Channel adapters to hosts: adapters of one host name are one host, factory names one host a system."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from simcore.document.fabric import PortBlock
from simcore.document.findings import Finding, Severity
from simcore.document.words import counted
from simcore.formats.infiniband.cables import Join, highest_ports
from simcore.formats.infiniband.names import (
    host_and_adapter,
    is_aggregation_node,
    is_default_name,
    is_management,
)
from simcore.formats.infiniband.nodes import MOST_PORTS, Dump, Node, NodeKind
from simcore.formats.names import Ids, natural

MANAGEMENT_TAG: Final = "management"


@dataclass(frozen=True, slots=True)
class Adapter:
    """One channel adapter of a host; ``name`` is its port block, of ``ports`` ports."""

    name: str
    ports: int
    node: Node


@dataclass(frozen=True, slots=True)
class Host:
    """One server and its adapters in natural order of their names."""

    id: str
    name: str
    adapters: tuple[Adapter, ...]
    tags: tuple[str, ...] = ()


@dataclass(slots=True)
class _Group:
    """The adapters that go by one host name (or one system), before ids are given."""

    wanted_id: str
    name: str
    members: list[tuple[str, Node]]


def find_hosts(dump: Dump, joins: list[Join], ids: Ids) -> tuple[list[Host], list[Finding]]:
    """Return the hosts in natural order of their names, and what is uncertain about them.

    Adapters that share a host name are one host, unless two of them share an adapter name as well: then
    the name is no host's own, and each system (its GUID) is one host, as for factory names.
    """
    named: dict[str, _Group] = {}
    systems: dict[str, _Group] = {}
    factory: list[Node] = []
    for node in dump.nodes.values():
        if node.kind is not NodeKind.ADAPTER or is_aggregation_node(node.description):
            continue
        names = host_and_adapter(node.description)
        if names is not None:
            named.setdefault(names[0], _Group(names[0], names[0], [])).members.append((names[1], node))
        elif node.description.strip():
            factory.append(node)
            _by_system(systems, node, " ".join(node.description.split()[:2]))
        else:
            named.setdefault(node.id, _Group(node.id, node.id, [])).members.append(("", node))
    shared = [group for group in named.values() if _repeats_an_adapter(group)]
    for group in shared:
        del named[group.wanted_id]
        for _, node in group.members:
            _by_system(systems, node, group.name)
    groups = sorted(
        (*named.values(), *systems.values()),
        key=lambda group: (natural(group.name), natural(group.wanted_id)),
    )
    highest = highest_ports(joins)
    hosts = [_host(group, ids, highest) for group in groups]
    leaf = _neighbours(joins)
    return hosts, [
        *_factory_names(dump, factory, hosts),
        *_default_names(dump, hosts, leaf),
        *_shared_names(dump, shared),
        *_management(dump, hosts),
    ]


def _by_system(systems: dict[str, _Group], node: Node, name: str) -> None:
    system = f"H-{node.system_guid}" if node.system_guid else node.id
    systems.setdefault(system, _Group(system, f"{name} …{system[-6:]}", [])).members.append(("", node))


def _repeats_an_adapter(group: _Group) -> bool:
    own = [adapter for adapter, _ in group.members if adapter]
    return len(set(own)) < len(own)


def _host(group: _Group, ids: Ids, highest: dict[str, int]) -> Host:
    """Return the host with names for all its adapters; those without one are numbered."""
    members = sorted(group.members, key=lambda member: (natural(member[0]), natural(member[1].id)))
    unnamed = sum(1 for name, _ in members if not name)
    taken: set[str] = set()
    number = 0
    adapters = []
    for name, node in members:
        word = name
        if not word:
            number += 1
            word = "hca" if unnamed == 1 else f"hca{number}"
        ports = max(min(node.port_count, MOST_PORTS), highest.get(node.id, 0), 1)
        adapters.append(Adapter(_block_name(word, ports, taken), ports, node))
    tags = (MANAGEMENT_TAG,) if is_management(group.name) else ()
    return Host(ids.give(group.wanted_id), group.name[:200], tuple(adapters), tags)


def _block_name(word: str, ports: int, taken: set[str]) -> str:
    """Return a name for a port block of which no port is called as one that is taken."""
    base = Ids().give(word) + ("-port" if ports > 1 else "")
    name, number = base, 1
    while True:
        called = set(PortBlock(name=name, count=ports).port_names())
        if not called & taken:
            taken |= called
            return name
        number += 1
        name = f"{base}~{number}-"


def _neighbours(joins: list[Join]) -> dict[str, str]:
    """Return the node at the other end of a cable of each node; of a host's adapter, its leaf."""
    return {a[0]: b[0] for join in joins for a, b in ((join.a, join.b), (join.b, join.a))}


def _factory_names(dump: Dump, factory: list[Node], hosts: list[Host]) -> list[Finding]:
    if not factory:
        return []
    names = Counter(node.description for node in factory)
    words = ", ".join(f"“{name}”" for name, _ in names.most_common(3))
    unknown = {id(node) for node in factory}
    held = [host for host in hosts if any(id(adapter.node) in unknown for adapter in host.adapters)]
    size = Counter(len(host.adapters) for host in held)
    shape = ", ".join(
        f"{counted(count, 'host')} of {_adapters(adapters)}" for adapters, count in sorted(size.items())
    )
    return [
        Finding(
            rule="name.factory",
            severity=Severity.WARNING,
            at=dump.book.at(factory[0].line),
            says=f"{_adapters(len(factory))} with a factory name ({words}) and no host's: read as {shape}, "
            f"one for each system GUID ({dump.book.listed(node.line for node in factory)})",
            objects=tuple(host.id for host in held),
        )
    ]


def _default_names(dump: Dump, hosts: list[Host], leaf: dict[str, str]) -> list[Finding]:
    findings = []
    for host in hosts:
        if not is_default_name(host.name):
            continue
        lines = [adapter.node.line for adapter in host.adapters]
        leaves = len({leaf[adapter.node.id] for adapter in host.adapters if adapter.node.id in leaf})
        count = len(host.adapters)
        doubt = f"one host whose name was never set, or {count}" if count > 1 else "its name was never set"
        findings.append(
            Finding(
                rule="name.default",
                severity=Severity.WARNING,
                at=dump.book.at(min(lines)),
                says=f"“{host.name}” names {_adapters(count)} on {counted(leaves, 'switch', 'switches')} "
                f"({dump.book.listed(lines)}): {doubt}; read as one host",
                objects=(host.id,),
            )
        )
    return findings


def _shared_names(dump: Dump, shared: list[_Group]) -> list[Finding]:
    findings = []
    for group in shared:
        lines = [node.line for _, node in group.members]
        twice, _ = Counter(adapter for adapter, _ in group.members if adapter).most_common(1)[0]
        findings.append(
            Finding(
                rule="name.shared",
                severity=Severity.WARNING,
                at=dump.book.at(min(lines)),
                says=f"“{group.name}” names {_adapters(len(group.members))}, {twice} more than once "
                f"({dump.book.listed(lines)}): more hosts than one have this name; read as one host for each "
                "system GUID",
            )
        )
    return findings


def _management(dump: Dump, hosts: list[Host]) -> list[Finding]:
    held = [host for host in hosts if host.tags]
    if not held:
        return []
    nodes = [adapter.node for host in held for adapter in host.adapters]
    lines = [node.line for node in nodes]
    names = ", ".join(host.name for host in held[:5])
    return [
        Finding(
            rule="host.management",
            severity=Severity.NOTE,
            at=dump.book.at(min(lines)),
            says=f"{_adapters(len(nodes))} of {names} look like a fabric manager's by name "
            f"({dump.book.listed(lines)}): kept, tagged “{MANAGEMENT_TAG}”",
            objects=tuple(host.id for host in held),
        )
    ]


def _adapters(count: int) -> str:
    return counted(count, "adapter")
