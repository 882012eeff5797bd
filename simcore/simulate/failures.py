"""What fails in a scenario, in rows of the fabric; and who is cut off by it for good."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.findings import Finding, Severity
from simcore.document.scenario import Fault
from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import Topology, VertexKind
from simcore.traffic.faults import LinkFault
from simcore.units import seconds

# Less of its rate does not let a cable be used, but lets a run last for ever.
LEAST_SHARE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Talk:
    """N pairs of vertices that have to reach each other, and ``who`` needs it, in words.

    With ``mutual`` all vertices of ``source`` have to reach each other, and ``target`` is the same.
    """

    who: str
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    mutual: bool = False

    @classmethod
    def around(cls, who: str, ring: NDArray[np.int32]) -> "Talk":
        """Return the talk of each of a ring with the next."""
        return cls(who, ring, np.roll(ring, -1))

    @classmethod
    def among(cls, who: str, members: NDArray[np.int32]) -> "Talk":
        """Return the talk of everybody with everybody."""
        return cls(who, members, members, mutual=True)

    def pairs(self, paths: ShortestPaths) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the pairs; of all with all those between one vertex for each set of vertices next to it."""
        if not self.mutual:
            return self.source, self.target
        alike: dict[tuple[int, ...], int] = {}
        for vertex in self.source.tolist():
            links = paths.graph.out_link[paths.graph.out_first[vertex] : paths.graph.out_first[vertex + 1]]
            near = tuple(sorted(set(paths.graph.target[links].tolist())))
            alike.setdefault(near or (-1, vertex), vertex)
        vertices = np.array(list(alike.values()), dtype=np.int32)
        one, other = np.triu_indices(vertices.shape[0], 1)
        return vertices[one], vertices[other]


def find_faults(topology: Topology, faults: Sequence[Fault]) -> tuple[list[LinkFault], list[Finding]]:
    """Return the faults by the rows of their links, and an error for each that cannot be."""
    cables = {name: row for row, name in enumerate(topology.cable_ids)}
    vertices = {name: row for row, name in enumerate(topology.vertex_ids)}
    found: list[LinkFault] = []
    findings = []
    for row, fault in enumerate(faults):
        begin, end = seconds(fault.at_ms), inf if fault.until_ms is None else seconds(fault.until_ms)
        if fault.switch is not None:
            vertex = vertices.get(fault.switch)
            if vertex is not None and topology.vertex_kind[vertex] == VertexKind.SWITCH:
                found.append(LinkFault.of_switch(topology, vertex, begin, end))
            else:
                at = f"/faults/{row}/switch"
                findings.append(_error("fault.switch", at, _unknown("switch", fault.switch)))
        elif fault.cable in cables:
            if 0 < fault.rate_share < LEAST_SHARE:
                says = f"a cable at {fault.rate_share:g} of its rate is down: give 0 or {LEAST_SHARE:g}"
                findings.append(_error("fault.share", f"/faults/{row}/rate_share", says))
            found.append(LinkFault.of_cable(cables[fault.cable], begin, end, fault.rate_share))
        else:
            findings.append(_error("fault.cable", f"/faults/{row}/cable", _unknown("cable", fault.cable)))
    return found, findings


def find_cut_off(topology: Topology, faults: Sequence[LinkFault], talks: Sequence[Talk]) -> list[Finding]:
    """Return one error for each talk of which faults without an end leave a pair no path.

    It names the fault that takes the last path. ``faults`` are those of the scenario, row by row.
    """
    lasting = [row for row, fault in enumerate(faults) if fault.is_down and isinf(fault.end)]
    lasting.sort(key=lambda row: faults[row].begin)
    if not lasting:
        return []
    paths = _paths_without(topology, [faults[row] for row in lasting])
    findings = []
    for talk in talks:
        source, target = talk.pairs(paths)
        apart = np.flatnonzero(~paths.are_connected(source, target))
        if apart.shape[0]:
            pair = source[apart[:1]], target[apart[:1]]
            row = _last_straw(topology, faults, lasting, pair)
            one, other = (topology.vertex_ids[int(end[0])] for end in pair)
            says = (
                f"from {1e3 * faults[row].begin:g} ms on {called(topology, faults[row])} is down for good, "
                f"and {talk.who} then has no path from {one} to {other}: give the fault an end (until_ms), "
                f"or leave these two out"
            )
            findings.append(_error("fault.cuts-off", f"/faults/{row}", says))
    return findings


def called(topology: Topology, fault: LinkFault) -> str:
    """Return what fails, in words."""
    if fault.switch is not None:
        return f"switch {topology.vertex_ids[fault.switch]}"
    return f"cable {topology.cable_ids[int(fault.links[0]) // 2]}"


def _last_straw(
    topology: Topology,
    faults: Sequence[LinkFault],
    lasting: Sequence[int],
    pair: tuple[NDArray[np.int32], NDArray[np.int32]],
) -> int:
    """Return the fault in ``lasting``, rows by time, that takes the last path of ``pair``."""
    for count in range(1, len(lasting)):
        paths = _paths_without(topology, [faults[row] for row in lasting[:count]])
        if not paths.are_connected(*pair)[0]:
            return lasting[count - 1]
    return lasting[-1]


def _paths_without(topology: Topology, faults: Sequence[LinkFault]) -> ShortestPaths:
    is_down = np.zeros(topology.link_count, dtype=np.bool_)
    for fault in faults:
        is_down[fault.links] = True
    return ShortestPaths(topology, is_down=is_down)


def _unknown(kind: str, name: str | None) -> str:
    return f"there is no {kind} {name} in the fabric to be faulty"


def _error(rule: str, at: str, says: str) -> Finding:
    return Finding(rule=rule, severity=Severity.ERROR, at=at, says=says)
