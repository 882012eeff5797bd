"""Rules on single points of failure: which cable or switch cuts off which GPUs."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.bridges import Hold, holds_of
from simcore.document.findings import Finding, note, warning
from simcore.document.wiring import Wiring
from simcore.document.words import called, counted

# Losses are worked out for so many switches or cables, those that hold most first.
WORKED_OUT: Final = 200
# So many of the hosts are named one by one.
NAMED_HOSTS: Final = 3


def nothing_holds_a_part(wiring: Wiring) -> Iterator[Finding]:
    """single.cable, single.switch: without which hosts on other switches lose the rest of the fabric."""
    rows, switches, cables = _holds(wiring)
    yield from _cables(wiring, rows, cables)
    yield from _switches(wiring, switches)


def hosts_hang_on_one_switch(wiring: Wiring) -> Iterator[Finding]:
    """single.leaf: switches that are the only one of some hosts, in one note with the GPUs of the worst."""
    host, switch = _attachments(wiring)
    if len(np.unique(switch)) < 2:
        return
    first = np.full(len(wiring.document.devices), -1, dtype=np.int64)
    first[host] = switch
    has_other = np.zeros(len(first), dtype=np.bool_)
    has_other[host[first[host] != switch]] = True
    alone = np.unique(host[~has_other[host]])
    if not len(alone):
        return
    gpus = np.bincount(first[alone], _gpus(wiring)[alone], len(wiring.vertex_device))
    hosts = np.bincount(first[alone], minlength=len(wiring.vertex_device))
    leaves = np.flatnonzero(hosts)
    worst = int(leaves[np.lexsort((-hosts[leaves], -gpus[leaves]))[0]])
    devices = wiring.document.devices
    row = int(wiring.vertex_device[worst])
    losing = counted(int(hosts[worst]), "host")
    if gpus[worst]:
        losing += f" with {counted(int(gpus[worst]), 'GPU')}"
    yield note(
        "single.leaf",
        f"/devices/{row}",
        f"{len(alone):,} of {counted(len(np.unique(host)), 'cabled host')} hang on one switch alone, on "
        f"{counted(len(leaves), 'switch', 'switches')} in all; {called(devices[row])} cuts off most: "
        f"{losing}; ports at a second switch would keep them",
        *(devices[wiring.vertex_device[leaf]].id for leaf in leaves.tolist()),
    )


def _cables(wiring: Wiring, rows: NDArray[np.int64], bridges: list[Hold]) -> Iterator[Finding]:
    for hold in _worst(bridges):
        cable = wiring.document.cables[rows[hold.edge]]
        lost = _lost(wiring, hold.away)
        yield warning(
            "single.cable",
            f"/cables/{rows[hold.edge]}",
            f"cable {cable.id} ({cable.a} to {cable.b}) is the only way for {lost.says}: add a second one, "
            "to another switch if there is one",
            cable.id,
            *lost.hosts,
        )


def _switches(wiring: Wiring, cuts: list[Hold]) -> Iterator[Finding]:
    for hold in _worst(cuts):
        row = int(wiring.vertex_device[hold.vertex])
        device = wiring.document.devices[row]
        lost = _lost(wiring, hold.away)
        yield warning(
            "single.switch",
            f"/devices/{row}",
            f"without {called(device)} there is no way to the others for {lost.says}: add a switch beside it",
            device.id,
            *lost.hosts,
        )


class _Lost:
    """The hosts that have no adapter outside of the switches that fall away, or at least an adapter there."""

    def __init__(self, wiring: Wiring, hosts: NDArray[np.int64], weaker: NDArray[np.int64]) -> None:
        devices = wiring.document.devices
        gpus = _gpus(wiring)
        self.hosts = tuple(devices[row].id for row in (hosts if len(hosts) else weaker).tolist())
        first = ", ".join(called(devices[row]) for row in (hosts if len(hosts) else weaker)[:NAMED_HOSTS])
        first += ", …" if len(self.hosts) > NAMED_HOSTS else ""
        if len(hosts):
            on = f"{counted(int(gpus[hosts].sum()), 'GPU')} on " if gpus[hosts].any() else ""
            self.says = f"{on}{counted(len(hosts), 'host')} ({first})"
            if len(weaker):
                self.says += f" and for one plane or more of {counted(len(weaker), 'host')}"
        else:
            self.says = f"one plane or more of {counted(len(weaker), 'host')} ({first})"


def _lost(wiring: Wiring, away: NDArray[np.int64]) -> _Lost:
    host, switch = _attachments(wiring)
    falls = np.zeros(len(wiring.vertex_device), dtype=np.bool_)
    falls[away] = True
    stays = np.zeros(len(wiring.document.devices), dtype=np.bool_)
    stays[host[~falls[switch]]] = True
    touched = np.unique(host[falls[switch]])
    return _Lost(wiring, touched[~stays[touched]], touched[stays[touched]])


def _holds(wiring: Wiring) -> tuple[NDArray[np.int64], list[Hold], list[Hold]]:
    """Return the rows of the cables between switches, the switches and the cables that hold hosts."""
    whole = np.flatnonzero(wiring.is_whole)
    between = whole[wiring.vertex_is_switch[wiring.end_vertex[whole]].all(axis=1)]
    _, switch = _attachments(wiring)
    count = len(wiring.vertex_device)
    weight = np.bincount(switch, minlength=count)
    vertices, bridges = holds_of(count, wiring.end_vertex[between], weight)
    return between, vertices, bridges


def _worst(holds: list[Hold]) -> list[Hold]:
    return sorted(holds, key=lambda hold: -len(hold.away))[:WORKED_OUT]


def _attachments(wiring: Wiring) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (A,) devices of hosts and vertices of switches, one a cable between them."""
    ends = wiring.end_vertex[wiring.is_whole]
    is_switch = wiring.vertex_is_switch[ends]
    at, side = np.nonzero(~is_switch & is_switch[:, ::-1])
    return wiring.vertex_device[ends[at, side]].astype(np.int64), ends[at, 1 - side].astype(np.int64)


def _gpus(wiring: Wiring) -> NDArray[np.int64]:
    """Return (D,) the GPUs of each device."""
    of_type = np.array([each.gpus for each in wiring.document.device_types] + [0], dtype=np.int64)
    gpus: NDArray[np.int64] = of_type[wiring.device_type]
    return gpus
