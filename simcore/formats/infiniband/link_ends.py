"""Whose the ends of links are that ``iblinkinfo`` lists: by GUID, else by local identifier, else by name."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from simcore.document.findings import Finding, Severity
from simcore.document.words import counted
from simcore.formats.infiniband.adapters import adapter_ids
from simcore.formats.infiniband.names import host_and_adapter, is_adapter, switch_and_model
from simcore.formats.infiniband.nodes import Dump, Node, NodeKind, PortLine, short


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The header of a node that has one; the GUID of an adapter stands before its ports instead."""

    line: int
    is_adapter: bool
    guid: str
    description: str


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One line of a port; "" and 0 where the line does not say it. ``block`` None: all on one line."""

    line: int
    words: str
    block: Block | None
    guid: str
    lid: int
    port: int
    description: str
    is_connected: bool
    far_guid: str
    far_lid: int
    far_port: int
    far_description: str
    gbps: float | None
    rate_words: str


def enter_rows(dump: Dump, rows: Sequence[Row]) -> None:
    """Add the nodes of the rows and their ports to the dump, and say what is uncertain about them."""
    _enter_lines(dump, [row for row in rows if row.block is None])
    _enter_blocks(dump, [row for row in rows if row.block is not None])


def _enter_lines(dump: Dump, rows: Sequence[Row]) -> None:
    """Add rows that state the GUIDs of both ends."""
    kinds = _kinds(dump, rows)
    adapters = adapter_ids(
        (guid, port, name)
        for row in rows
        for guid, port, name in (
            (row.guid, row.port, row.description),
            (row.far_guid, row.far_port, row.far_description),
        )
        if guid and kinds[guid] is NodeKind.ADAPTER
    )
    for row in rows:
        near, far = (adapters.get(guid, f"S-{guid}") for guid in (row.guid, row.far_guid))
        if row.is_connected and not row.far_guid:
            dump.leave_out(row.line, f"its far end has no GUID: {short(row.words)}")
        else:
            _enter(dump, row, near, kinds[row.guid], far)


def _kinds(dump: Dump, rows: Sequence[Row]) -> dict[str, NodeKind]:
    """Return what the nodes are, by GUID: the file does not say it, so their ports and names have to."""
    ports: defaultdict[str, set[int]] = defaultdict(set)
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    names: dict[str, str] = {}
    lines: dict[str, int] = {}
    for row in rows:
        for guid, port, name in (
            (row.guid, row.port, row.description),
            (row.far_guid, row.far_port, row.far_description),
        ):
            if guid:
                ports[guid].add(port)
                names.setdefault(guid, name)
                lines.setdefault(guid, row.line)
        if row.far_guid:
            neighbours[row.guid].add(row.far_guid)
            neighbours[row.far_guid].add(row.guid)
    kinds: dict[str, NodeKind] = {}
    for guid, name in names.items():
        # All ports of a switch have its GUID, an adapter has one for each of its ports.
        if len(ports[guid]) > 1 or switch_and_model(name):
            kinds[guid] = NodeKind.SWITCH
        elif is_adapter(name):
            kinds[guid] = NodeKind.ADAPTER
    certain = dict(kinds)
    guessed = [guid for guid in names if guid not in certain]
    for guid in guessed:
        beside_adapter = any(certain.get(each) is NodeKind.ADAPTER for each in neighbours[guid])
        kinds[guid] = NodeKind.SWITCH if beside_adapter else NodeKind.ADAPTER
    if guessed:
        dump.findings.append(_guessed(dump, guessed, names, lines))
    return kinds


def _guessed(dump: Dump, guids: list[str], names: Mapping[str, str], lines: Mapping[str, int]) -> Finding:
    return Finding(
        rule="node.kind",
        severity=Severity.NOTE,
        at=dump.book.at(min(lines[guid] for guid in guids)),
        says=f"{counted(len(guids), 'node')} with one port, first {names[guids[0]] or guids[0]} "
        f"({dump.book.listed(lines[guid] for guid in guids)}): the file does not say what a node is; read as "
        "a switch beside an adapter, else as an adapter",
    )


def _enter_blocks(dump: Dump, rows: Sequence[Row]) -> None:
    """Add rows under headers, whose far ends have no GUID."""
    ids = _block_ids(rows)
    holders: defaultdict[int, set[str]] = defaultdict(set)
    backs: defaultdict[tuple[str, int, str, int], set[str]] = defaultdict(set)
    for row in rows:
        if row.lid:
            holders[row.lid].add(ids[row.block])
        if row.is_connected:
            backs[row.description, row.port, row.far_description, row.far_port].add(ids[row.block])
    outside = _outside(row for row in rows if row.is_connected and row.far_lid not in holders)
    for row in rows:
        kind = NodeKind.ADAPTER if row.block and row.block.is_adapter else NodeKind.SWITCH
        far = holders.get(row.far_lid, set())
        if len(far) != 1:
            # Before a subnet manager has run, all have the same identifier: the two ends name each other.
            back = backs.get((row.far_description, row.far_port, row.description, row.port), set())
            far = back & far if far else back
        if len(far) == 1 or not row.is_connected:
            _enter(dump, row, ids[row.block], kind, next(iter(far), ""))
        elif row.far_lid in outside and not far:
            _enter(dump, row, ids[row.block], kind, outside[row.far_lid])
        else:
            number = f"could be {len(far)} nodes" if far else "is no node of the file and has no identifier"
            dump.leave_out(row.line, f"its far end {number}: {short(row.words)}")
            _enter(dump, row, ids[row.block], kind, "")


def _block_ids(rows: Sequence[Row]) -> dict[Block | None, str]:
    """Return the node id of each block with rows: that of its GUID, or of the lowest of its ports'."""
    guids: defaultdict[Block | None, set[str]] = defaultdict(set)
    for row in rows:
        guids[row.block].add(row.guid)
    return {
        block: f"{'H' if block is not None and block.is_adapter else 'S'}-{min(members)}"
        for block, members in guids.items()
    }


def _outside(rows: Iterable[Row]) -> dict[int, str]:
    """Return node ids for far ends without a block, by identifier; ports of one adapter share theirs.

    What is cabled at more than one port, or to an adapter, is a switch.
    """
    ends: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        if row.far_lid:
            ends[row.far_lid].append(row)
    ids: dict[int, str] = {}
    named: defaultdict[str, list[int]] = defaultdict(list)
    for lid, members in sorted(ends.items()):
        name = members[0].far_description
        if (
            len({row.far_port for row in members}) > 1
            or switch_and_model(name)
            or any(row.block and row.block.is_adapter for row in members)
        ):
            ids[lid] = f"S-lid-{lid}"
        else:
            ids[lid] = f"H-lid-{lid}"
            named[name].append(lid)
    for name, lids in named.items():
        ports = [ends[lid][0].far_port for lid in lids]
        if is_adapter(name) and host_and_adapter(name) and len(set(ports)) == len(ports):
            ids.update({lid: f"H-lid-{lids[0]}" for lid in lids})
    return ids


def _enter(dump: Dump, row: Row, node_id: str, kind: NodeKind, far: str) -> None:
    """Add a row's node, and its port where it is connected to a known node."""
    node = dump.nodes.setdefault(node_id, Node(node_id, kind, 0, row.line, row.description))
    node.port_count = max(node.port_count, row.port)
    if not row.is_connected or not far:
        return
    said = PortLine(
        line=row.line,
        port=row.port,
        peer=far,
        peer_port=row.far_port,
        peer_description=row.far_description,
        gbps=row.gbps,
        rate_words=row.rate_words,
    )
    reason = dump.connect(node, said, row.words)
    if reason:
        dump.leave_out(row.line, reason)
