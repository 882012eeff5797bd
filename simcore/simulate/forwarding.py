"""The forwarding tables of a scenario in rows of the fabric, and who would not arrive by them."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.findings import Finding, Severity
from simcore.document.scenario import ForwardingTable
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.tables import Fate, Tables
from simcore.simulate.failures import Talk
from simcore.topology import Topology, VertexKind

# Findings of one kind that are listed one by one; the rest is counted.
LISTED: Final = 20

AT: Final = "/routing/tables"
FATES: Final = {
    Fate.HAS_NO_ENTRY: "{stand} has no route to it, or one over a port without a cable",
    Fate.GOES_ROUND: "the tables send it round in a circle, which {stand} is part of",
    Fate.ENDS_ELSEWHERE: "the tables send it to {stand}",
}


def find_tables(topology: Topology, tables: Sequence[ForwardingTable]) -> tuple[Tables, list[Finding]]:
    """Return tables by rows, and an error for each entry that cannot be followed."""
    vertex = {name: row for row, name in enumerate(topology.vertex_ids)}
    link_out = {port: row for row, port in enumerate(topology.link_ports)}
    entries: dict[tuple[int, int], int] = {}
    wrong: list[Finding] = []
    for number, table in enumerate(tables):
        switch = vertex.get(table.switch, -1)
        if switch < 0 or topology.vertex_kind[switch] != VertexKind.SWITCH:
            says = f"there is no switch {table.switch} in the fabric: leave its table out"
            wrong.append(_error("tables.switch", f"{AT}/{number}/switch", says))
            continue
        for row, route in enumerate(table.routes):
            at = f"{AT}/{number}/routes/{row}"
            destination, link = vertex.get(route.destination, -1), link_out.get(route.port, -1)
            if destination < 0 or topology.vertex_host[destination] < 0:
                says = f"there is no adapter {route.destination} in the fabric"
                wrong.append(_error("tables.destination", f"{at}/destination", says))
            elif link < 0 or topology.link_source[link] != switch:
                says = f"{route.port} is no port of {table.switch} with a cable"
                wrong.append(_error("tables.port", f"{at}/port", says))
            elif entries.setdefault((switch, destination), link) != link:
                first = topology.link_ports[entries[switch, destination]]
                says = f"{table.switch} sends to {route.destination} out of {first} too: leave one out"
                wrong.append(_error("tables.twice", f"{at}/port", says))
    columns = np.array([(*pair, link) for pair, link in entries.items()], dtype=np.int64).reshape(-1, 3)
    found = Tables(topology.vertex_count, columns[:, 0], columns[:, 1], columns[:, 2].astype(np.int32))
    return found, _listed(wrong, len(wrong))


def find_lost(topology: Topology, tables: Tables, talks: Iterable[Talk]) -> list[Finding]:
    """Return an error for each pair of a talk that the tables do not bring together."""
    graph = ShortestPaths(topology).graph
    lost: list[Finding] = []
    count = 0
    for talk in talks:
        source, target = _pairs(topology, talk)
        _, _, fate, stand = tables.follow(graph, source, target)
        rows = np.flatnonzero(fate != Fate.ARRIVES)
        count += rows.shape[0]
        for row in rows[: LISTED + 1 - len(lost)].tolist():
            one, other, where = (topology.vertex_ids[ends[row]] for ends in (source, target, stand))
            why = FATES[Fate(int(fate[row]))].format(stand=where)
            says = f"{talk.who}: from {one} nothing arrives at {other} by the forwarding tables: {why}"
            lost.append(_error("tables.lost", AT, says))
    return _listed(lost, count)


def _pairs(topology: Topology, talk: Talk) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return all pairs of a talk, without those within a host where everybody talks with everybody."""
    if not talk.mutual:
        return talk.source, talk.target
    source, target = (side.ravel() for side in np.meshgrid(talk.source, talk.source))
    apart = topology.vertex_host[source] != topology.vertex_host[target]
    return source[apart], target[apart]


def _listed(findings: list[Finding], count: int) -> list[Finding]:
    """Return the first of so many findings, and one that counts the others."""
    more = count - LISTED
    if more <= 0:
        return findings
    last = findings[LISTED]
    return [*findings[:LISTED], _error(last.rule, last.at, f"and {more:,} more like it: {last.says}")]


def _error(rule: str, at: str, says: str) -> Finding:
    return Finding(rule=rule, severity=Severity.ERROR, at=at, says=says)
