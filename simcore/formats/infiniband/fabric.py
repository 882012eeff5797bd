"""The fabric document of a dump, in an order that does not depend on where the dump was started."""

from typing import Final

from pydantic import ValidationError

from simcore.document.fabric import Cable, FabricDocument
from simcore.document.findings import Finding
from simcore.document.structure import vertex_tiers
from simcore.document.wiring import wire
from simcore.errors import FormatError
from simcore.formats.infiniband.cables import End, Join, join_ports, looped
from simcore.formats.infiniband.hosts import Host, find_hosts
from simcore.formats.infiniband.nodes import Dump
from simcore.formats.infiniband.structure import look_at_the_whole
from simcore.formats.infiniband.switches import Switch, find_switches, is_aggregation
from simcore.formats.infiniband.types import host_devices, switch_devices
from simcore.formats.names import Ids, natural
from simcore.formats.reading import Understood

FURTHEST: Final = 2**31


def fabric_of(dump: Dump, name: str) -> Understood:
    """Return the fabric of one subnet's nodes; ``name`` is the file's, for what is refused.

    Raises
    ------
    FormatError
        If there are more than a fabric document holds.
    """
    joins, cable_findings = join_ports(dump)
    joins = [join for join in joins if not _is_internal(dump, join)]
    ids = Ids()
    switches, switch_findings = find_switches(dump, joins, ids)
    hosts, host_findings = find_hosts(dump, joins, ids)
    joins, loop_findings = _between_devices(dump, hosts, joins)
    try:
        document, ordered = _document(switches, hosts, joins)
    except ValidationError as error:
        raise FormatError(
            f"{name} holds more than a fabric document does: "
            f"{len(switches) + len(hosts):,} devices and {len(joins):,} cables"
        ) from error
    findings = [*dump.findings, *cable_findings, *loop_findings, *host_findings, *switch_findings]
    findings += look_at_the_whole(dump, hosts, ordered, wire(document))
    return Understood(document, tuple(findings), dump.unread_count)


def _is_internal(dump: Dump, join: Join) -> bool:
    return any(is_aggregation(dump.nodes[node_id]) for node_id, _ in (join.a, join.b))


def _between_devices(dump: Dump, hosts: list[Host], joins: list[Join]) -> tuple[list[Join], list[Finding]]:
    """Return the cables without those between two adapters of one host, and a finding on the latter."""
    host_of = {adapter.node.id: host.id for host in hosts for adapter in host.adapters}
    kept: list[Join] = []
    lines: list[int] = []
    for join in joins:
        host = host_of.get(join.a[0])
        if host is not None and host == host_of.get(join.b[0]):
            lines.extend(join.lines)
        else:
            kept.append(join)
    return kept, looped(dump.book, lines)


def _document(
    switches: list[Switch], hosts: list[Host], joins: list[Join]
) -> tuple[FabricDocument, list[Join]]:
    """Return the document and the cables' joins in its order: from below upwards, by address."""
    type_ids = Ids()
    switch_types, switch_rows = switch_devices(switches, joins, type_ids)
    host_types, host_rows = host_devices(hosts, joins, type_ids)
    addresses = _Addresses(switches, hosts)
    pairs = [(join, addresses.of(join.a), addresses.of(join.b)) for join in joins]
    document = FabricDocument(
        device_types=(*switch_types, *host_types),
        devices=(*switch_rows, *host_rows),
        cables=tuple(_cable(join, a, b, Ids()) for join, a, b in pairs),
    )
    wiring = wire(document)
    cable_ids = Ids()
    tier = vertex_tiers(wiring)[wiring.end_vertex]
    turned = [
        (join, *((b, a) if _is_upside_down(tiers, a, b) else (a, b)))
        for (join, a, b), tiers in zip(pairs, tier.tolist(), strict=True)
    ]
    turned.sort(key=lambda pair: (natural(pair[1]), natural(pair[2])))
    ordered = document.model_copy(
        update={"cables": tuple(_cable(join, a, b, cable_ids) for join, a, b in turned)}
    )
    return ordered, [join for join, _, _ in turned]


def _is_upside_down(tiers: list[int], a: str, b: str) -> bool:
    """Tell whether end a is further from the hosts than b; -1 reaches none and counts as furthest."""
    first, second = (FURTHEST if tier < 0 else tier for tier in tiers)
    return first > second or (first == second and natural(a) > natural(b))


def _cable(join: Join, a: str, b: str, ids: Ids) -> Cable:
    # A port holds one cable, so the lower end's address is an id that stays the same from dump to dump.
    return Cable(id=ids.give(a.replace("/", ":")), a=a, b=b, gbps=join.gbps)


class _Addresses:
    """Port addresses of the document by node id and port number."""

    def __init__(self, switches: list[Switch], hosts: list[Host]) -> None:
        self._switches = {each.node.id: each for each in switches}
        self._adapters = {adapter.node.id: (host.id, adapter) for host in hosts for adapter in host.adapters}

    def of(self, end: End) -> str:
        node_id, port = end
        switch = self._switches.get(node_id)
        if switch is not None:
            return f"{switch.id}/p" if switch.ports == 1 else f"{switch.id}/p{port}"
        host_id, adapter = self._adapters[node_id]
        return f"{host_id}/{adapter.name}" + (str(port) if adapter.ports > 1 else "")
