"""Forwarding tables of InfiniBand switches for a fabric: from ``dump_lfts.sh``, ``ibroute`` or OpenSM.

Switches are found in the fabric by GUID or name, destinations by the names of host and adapter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from simcore.document.fabric import DeviceKind, FabricDocument
from simcore.document.findings import Finding, Severity
from simcore.document.scenario import ForwardingRoute, ForwardingTable
from simcore.document.words import counted, printable
from simcore.errors import FormatError
from simcore.formats.forwarding_dump import SwitchTable, TableDump, read_dump
from simcore.formats.infiniband.names import host_and_adapter, is_aggregation_node, switch_and_model
from simcore.formats.reading import LISTED_LINES, Source

# So many things of one kind are named in a finding.
NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class TablesRead:
    """Forwarding tables as far as they could be understood, and what there is to say about them."""

    tables: tuple[ForwardingTable, ...]
    findings: tuple[Finding, ...]


def read_forwarding_tables(files: Sequence[Source], fabric: FabricDocument) -> TablesRead:
    """Return the tables of a dump for ``fabric``; where tables send something round, with an error.

    Raises
    ------
    FormatError
        If no line begins a table.
    """
    dump = read_dump(files)
    if not dump.blocks:
        raise FormatError(
            f"{files[0].name} holds no forwarding table: there is no line like "
            "'Unicast lids [0x0-0x10] of switch Lid 1 guid 0x… (name):'"
        )
    names = _Names(fabric)
    findings = _unread(dump)
    destinations = _destinations(dump, names, findings)
    tables: dict[str, dict[str, str]] = {}
    unknown: list[SwitchTable] = []
    uncabled: list[tuple[str, int]] = []
    for block in dump.blocks:
        switch = names.switch(block.guid, block.description)
        if switch is None:
            unknown.append(block)
            continue
        routes = tables.setdefault(switch, {})
        for lid, (port, line) in block.ports.items():
            address = f"{switch}/p{port}" if f"{switch}/p{port}" in names.cabled else f"{switch}/p"
            if lid not in destinations or port == 0:
                continue
            if address not in names.cabled:
                uncabled.append((f"{switch}/p{port}", line))
            else:
                routes.setdefault(destinations[lid], address)
    findings += _unknown_switches(dump, unknown)
    findings += _uncabled(dump, uncabled)
    findings += _missing(dump, names, tables, set(destinations.values()))
    findings += _circles(dump, names, tables)
    return TablesRead(
        tuple(
            ForwardingTable(
                switch=switch,
                routes=tuple(ForwardingRoute(destination=each, port=port) for each, port in routes.items()),
            )
            for switch, routes in tables.items()
        ),
        tuple(findings),
    )


class _Names:
    """What the fabric calls its switches, adapters and cables."""

    def __init__(self, fabric: FabricDocument) -> None:
        kinds = {each.id: each for each in fabric.device_types}
        self._switches: dict[str, str] = {}
        self._hosts: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.adapters: list[str] = []
        for device in fabric.devices:
            found = kinds.get(device.type)
            if found is None:
                continue
            if found.kind is DeviceKind.SWITCH:
                for name in (device.id, device.name):
                    self._switches.setdefault(name.lower(), device.id)
            else:
                blocks = tuple(block.name for block in found.ports)
                self.adapters.extend(f"{device.id}/{block}" for block in blocks)
                for name in (device.id, device.name):
                    self._hosts.setdefault(name.lower(), (device.id, blocks))
        self.switch_ids = list(dict.fromkeys(self._switches.values()))
        self.cabled: dict[str, str] = {}
        for cable in fabric.cables:
            self.cabled[cable.a], self.cabled[cable.b] = cable.b, cable.a

    def switch(self, guid: str, description: str) -> str | None:
        """Return the id of a switch by GUID or by what it is called, None where there is none."""
        found = switch_and_model(description)
        node = f"s-{int(guid, 16):016x}" if guid else ""
        for name in (node, found[0] if found else "", description):
            if name and name.lower() in self._switches:
                return self._switches[name.lower()]
        return None

    def adapter(self, description: str) -> str | None:
        """Return an adapter ("host/adapter") by its description, None where there is none."""
        names = host_and_adapter(description)
        if names is None or names[0].lower() not in self._hosts:
            return None
        host, blocks = self._hosts[names[0].lower()]
        wanted = {names[1], f"{names[1]}-port"}
        chosen = [block for block in blocks if block in wanted] or (blocks if len(blocks) == 1 else ())
        return f"{host}/{chosen[0]}" if chosen else None


def _destinations(dump: TableDump, names: _Names, findings: list[Finding]) -> dict[int, str]:
    """Return the adapters by LID, one LID each, and say which descriptions name none of the fabric."""
    known: dict[int, str] = {}
    taken: set[str] = set()
    unknown: list[str] = []
    for lid, description in sorted(dump.adapters.items()):
        adapter = names.adapter(description)
        if adapter is None:
            if not is_aggregation_node(description):
                unknown.append(description)
        elif adapter not in taken:
            taken.add(adapter)
            known[lid] = adapter
    if unknown:
        says = (
            f"{counted(len(unknown), 'destination')} of the tables by the name of no adapter of the fabric "
            f"({_named(unknown)}): their routes were left out"
        )
        findings.append(_finding("tables.destination", Severity.WARNING, dump.book.at(1), says))
    listed = {lid for block in dump.blocks for lid in block.ports}
    nameless = listed - dump.adapters.keys() - dump.others
    if nameless and not known:
        says = (
            "the tables name no adapter: dump them with the names of destinations (ibroute without -n), "
            "which tell whose the addresses are"
        )
        findings.append(_finding("tables.nameless", Severity.ERROR, dump.book.at(1), says))
    return known


def _unread(dump: TableDump) -> list[Finding]:
    if not dump.unread:
        return []
    lines = dump.book.listed(dump.unread[:LISTED_LINES], len(dump.unread))
    says = f"{counted(len(dump.unread), 'line')} left out that are no route and no header ({lines})"
    return [_finding("line.unread", Severity.WARNING, dump.book.at(dump.unread[0]), says)]


def _unknown_switches(dump: TableDump, blocks: list[SwitchTable]) -> list[Finding]:
    if not blocks:
        return []
    called = _named([each.description or each.guid for each in blocks])
    says = (
        f"{counted(len(blocks), 'table')} of switches that the fabric does not have by GUID or name "
        f"({called}; {dump.book.listed(each.line for each in blocks)}): left out"
    )
    return [_finding("tables.switch", Severity.WARNING, dump.book.at(blocks[0].line), says)]


def _uncabled(dump: TableDump, routes: list[tuple[str, int]]) -> list[Finding]:
    if not routes:
        return []
    ports = list(dict.fromkeys(port for port, _ in routes))
    says = (
        f"{counted(len(routes), 'route')} over {counted(len(ports), 'port')} without a cable in the fabric "
        f"({_named(ports)}): left out"
    )
    return [_finding("tables.port", Severity.WARNING, dump.book.at(routes[0][1]), says)]


def _missing(
    dump: TableDump, names: _Names, tables: dict[str, dict[str, str]], known: set[str]
) -> list[Finding]:
    """Say which switches have no table, and which adapters are no destination of a table."""
    findings = []
    without = [switch for switch in names.switch_ids if switch not in tables]
    if without:
        says = (
            f"{counted(len(without), 'switch', 'switches')} of the fabric without a table ({_named(without)})"
        )
        findings.append(_finding("tables.missing", Severity.WARNING, dump.book.at(1), says, without))
    cabled = [each for each in names.adapters if any(port in names.cabled for port in _ports(names, each))]
    nowhere = [each for each in cabled if each not in known]
    if nowhere:
        says = f"{counted(len(nowhere), 'adapter')} of the fabric to which no table leads ({_named(nowhere)})"
        findings.append(_finding("tables.missing", Severity.WARNING, dump.book.at(1), says))
    gaps = [
        f"{switch} to {each}"
        for switch, routes in tables.items()
        for each in cabled
        if each in known - routes.keys()
    ]
    if gaps:
        says = f"{counted(len(gaps), 'route')} missing in tables that lead elsewhere ({_named(gaps)})"
        findings.append(_finding("tables.missing", Severity.WARNING, dump.book.at(1), says))
    return findings


def _ports(names: _Names, adapter: str) -> Iterator[str]:
    """Yield the addresses that the ports of an adapter may have: its name, or with a number."""
    yield adapter
    number = 1
    while number == 1 or f"{adapter}{number - 1}" in names.cabled:
        yield f"{adapter}{number}"
        number += 1


def _circles(dump: TableDump, names: _Names, tables: dict[str, dict[str, str]]) -> list[Finding]:
    """Say which destinations the tables send round in a circle, and over which switches."""
    row = {switch: number for number, switch in enumerate(tables)}
    findings: list[Finding] = []
    count = 0
    for destination in dict.fromkeys(each for routes in tables.values() for each in routes):
        after = np.full(len(row) + 1, len(row))
        for switch, routes in tables.items():
            far = names.cabled.get(routes.get(destination, ""), "").partition("/")[0]
            after[row[switch]] = row.get(far, len(row))
        # After as many steps as there are switches only those in a circle have not arrived or stopped.
        for _ in range(max(1, len(row)).bit_length()):
            after = after[after]
        inside = np.unique(after[after < len(row)])
        if inside.shape[0]:
            count += 1
            if count <= NAMED:
                switches = [switch for switch, number in row.items() if number in inside]
                says = f"the tables send what goes to {destination} round in a circle over {_named(switches)}"
                findings.append(_finding("tables.circle", Severity.ERROR, dump.book.at(1), says, switches))
    if count > NAMED:
        says = f"and {count - NAMED:,} more destinations in a circle"
        findings.append(_finding("tables.circle", Severity.ERROR, dump.book.at(1), says))
    return findings


def _named(names: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return ", ".join(printable(name)[:80] for name in names[:NAMED]) + more


def _finding(rule: str, severity: Severity, at: str, says: str, objects: Sequence[str] = ()) -> Finding:
    return Finding(rule=rule, severity=severity, at=at, says=says, objects=tuple(objects[:1000]))
