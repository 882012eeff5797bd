"""Rules on what hangs together: hosts that reach nobody, a fabric in parts, devices without a cable."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.findings import Finding, Severity
from simcore.document.structure import vertex_parts
from simcore.document.wiring import Wiring
from simcore.document.words import called, counted

# So many parts of a fabric are described one by one.
DESCRIBED_PARTS: Final = 4


def hosts_reach_each_other(wiring: Wiring) -> Iterator[Finding]:
    """host.unreachable: a host with adapters of which none has a path to another host."""
    devices = wiring.document.devices
    endpoints = np.flatnonzero(~wiring.vertex_is_switch)
    host = wiring.vertex_device[endpoints]
    part = vertex_parts(wiring)[endpoints]
    hosts_of_part = _distinct(part, host, len(wiring.vertex_device))
    reaches = np.zeros(len(devices), dtype=np.bool_)
    reaches[host[hosts_of_part[part] > 1]] = True
    for row in np.unique(host[~reaches[host]]).tolist():
        yield Finding(
            rule="host.unreachable",
            severity=Severity.WARNING,
            at=f"/devices/{row}",
            says=f"{called(devices[row])} reaches no other host: cable it to a switch of the others, "
            "or leave it out of the workload",
            objects=(devices[row].id,),
        )


def fabric_is_one(wiring: Wiring) -> Iterator[Finding]:
    """fabric.islands: parts with no path between them; only a note where all hosts stand in each."""
    ends = wiring.end_vertex[wiring.is_whole]
    part = vertex_parts(wiring)
    roots = np.unique(part[ends[:, 0]])
    if len(roots) < 2:
        return
    devices = wiring.document.devices
    members = [np.flatnonzero(part == root) for root in roots[:DESCRIBED_PARTS]]
    size = np.bincount(part, minlength=len(part))
    largest = roots[np.argmax(size[roots])]
    away = np.isin(part, roots) & (part != largest)
    away_devices = np.unique(wiring.vertex_device[away])
    described = [_described(wiring, vertices) for vertices in members]
    if len(roots) > DESCRIBED_PARTS:
        described.append(f"{len(roots) - DESCRIBED_PARTS:,} more")
    planes = _are_planes(wiring, part, roots)
    yield Finding(
        rule="fabric.islands",
        severity=Severity.NOTE if planes else Severity.WARNING,
        at="/cables",
        says=f"the fabric falls into {len(roots):,} parts with no path between them: {'; '.join(described)}; "
        + (
            "every host stands in each of them, so they work as separate planes"
            if planes
            else "flows between parts are impossible: add cables, or keep each job within one part"
        ),
        objects=tuple(devices[row].id for row in away_devices.tolist()),
    )


def devices_have_cables(wiring: Wiring) -> Iterator[Finding]:
    """device.uncabled: switches without a cable, and free adapters of hosts that have others in use."""
    devices = wiring.document.devices
    cabled = np.zeros(len(wiring.vertex_device), dtype=np.bool_)
    cabled[wiring.end_vertex[wiring.end_vertex >= 0]] = True
    host_in_use = np.zeros(len(devices), dtype=np.bool_)
    host_in_use[wiring.vertex_device[cabled]] = True
    for noun, idle in (
        (("switch", "switches"), ~cabled & wiring.vertex_is_switch),
        (("adapter",), ~cabled & ~wiring.vertex_is_switch & host_in_use[wiring.vertex_device]),
    ):
        rows = np.unique(wiring.vertex_device[idle]).tolist()
        if rows:
            count = int(idle.sum())
            yield Finding(
                rule="device.uncabled",
                severity=Severity.NOTE,
                at=f"/devices/{rows[0]}",
                says=f"{counted(count, *noun)} without a cable, the first at {called(devices[rows[0]])}: "
                "cable what was forgotten, leave what is a reserve",
                objects=tuple(devices[row].id for row in rows),
            )


def _distinct(group: NDArray[np.int32], member: NDArray[np.int32], groups: int) -> NDArray[np.int64]:
    """Return (groups,) how many different members each group has."""
    pairs = np.unique(np.stack((group, member), axis=1), axis=0)
    return np.bincount(pairs[:, 0], minlength=groups)


def _are_planes(wiring: Wiring, part: NDArray[np.int32], roots: NDArray[np.int32]) -> bool:
    """Tell whether each part holds adapters of every host, as in a rail-only fabric."""
    endpoints = np.flatnonzero(~wiring.vertex_is_switch)
    host = wiring.vertex_device[endpoints]
    hosts_of_part = _distinct(part[endpoints], host, len(part))
    return bool((hosts_of_part[roots] == len(np.unique(host))).all())


def _described(wiring: Wiring, vertices: NDArray[np.int64]) -> str:
    switches = int(wiring.vertex_is_switch[vertices].sum())
    adapters = len(vertices) - switches
    first = called(wiring.document.devices[wiring.vertex_device[vertices[0]]])
    return f"{counted(switches, 'switch', 'switches')} and {counted(adapters, 'adapter')} with {first}"
