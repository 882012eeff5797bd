"""Rules on rails: ports of the same position on the same switches, host by host."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.fabric import DeviceKind
from simcore.document.findings import Finding, warning
from simcore.document.rules.alike import odd_ones, usual_of
from simcore.document.wiring import Wiring
from simcore.document.words import called, counted

UNCABLED: Final = -1


def adapters_keep_to_their_rail(wiring: Wiring) -> Iterator[Finding]:
    """rail.misaligned: a host whose ports of a position end at other switches than those of like hosts."""
    document = wiring.document
    for type_row, hosts, switch, cable in _host_ports(wiring):
        for odd in odd_ones(switch, nearest=switch.shape[1]):
            own = switch[odd.row]
            wrong = np.flatnonzero((own != odd.like) & (own >= 0) & (odd.like >= 0))
            kept = set(own[own >= 0].tolist())
            is_swap = kept == set(odd.like[odd.like >= 0].tolist())
            bunched = len(kept) < len(set(odd.like[odd.like >= 0].tolist()))
            if not len(wrong) or bunched or (not is_swap and 2 * len(wrong) > (own >= 0).sum()):
                continue
            row = int(cable[odd.row, wrong[0]])
            host = document.devices[hosts[odd.row]]
            names = [each for block in document.device_types[type_row].ports for each in block.port_names()]
            at, usual = (
                called(document.devices[wiring.vertex_device[vertex]])
                for vertex in (own[wrong[0]], odd.like[wrong[0]])
            )
            yield warning(
                "rail.misaligned",
                f"/cables/{row}",
                f"{names[wrong[0]]} of {called(host)} ends at {at}, where that of "
                f"{counted(odd.group, 'like host')} ends at {usual}"
                + (f"; {counted(len(wrong), 'port')} of it off their rails" if len(wrong) > 1 else "")
                + (": swap them" if is_swap else ": move it there"),
                *(document.cables[each].id for each in cable[odd.row, wrong].tolist()),
                host.id,
            )


def hosts_spread_alike(wiring: Wiring) -> Iterator[Finding]:
    """host.bunched: a host whose cables end at fewer switches than those of most hosts of its type."""
    document = wiring.document
    for type_row, hosts, switch, cable in _host_ports(wiring):
        in_order = np.sort(switch, axis=1)
        spread = 1 + (np.diff(in_order, axis=1) > 0).sum(axis=1) - (in_order[:, 0] == UNCABLED)
        cabled = (switch != UNCABLED).sum(axis=1)
        usual = usual_of(np.stack((spread, cabled), axis=1).astype(np.float64))
        if usual is None:
            continue
        fewer = (spread < usual.row[0]) & (cabled == usual.row[1])
        for at in np.flatnonzero(fewer).tolist():
            host = document.devices[hosts[at]]
            values, counts = np.unique(switch[at][switch[at] >= 0], return_counts=True)
            fullest = values[counts.argmax()]
            row = int(cable[at][switch[at] == fullest][-1])
            yield warning(
                "host.bunched",
                f"/cables/{row}",
                f"{called(host)} has its {counted(int(cabled[at]), 'cable')} on "
                f"{counted(int(spread[at]), 'switch', 'switches')}, where {usual.count:,} of {len(hosts):,} "
                f"hosts of type {document.device_types[type_row].id} have theirs on {int(usual.row[0]):,}; "
                f"{counted(int(counts.max()), 'cable')} go to "
                f"{called(document.devices[wiring.vertex_device[fullest]])}: spread them",
                document.cables[row].id,
                host.id,
            )


def ports_are_cabled_alike(wiring: Wiring) -> Iterator[Finding]:
    """host.port-uncabled: a free port beside a used one of its adapter, where most like hosts use it."""
    document = wiring.document
    for type_row, hosts, switch, _ in _host_ports(wiring):
        blocks = document.device_types[type_row].ports
        names = [name for block in blocks for name in block.port_names()]
        adapter = np.repeat(np.arange(len(blocks)), [block.count for block in blocks])
        cabled = switch != UNCABLED
        used = np.stack([cabled[:, adapter == at].any(axis=1) for at in range(len(blocks))], axis=1)
        usual = 2 * cabled.sum(axis=0) > len(hosts)
        for at, port in np.argwhere(usual & ~cabled & used[:, adapter]).tolist():
            host = document.devices[hosts[at]]
            yield warning(
                "host.port-uncabled",
                f"/devices/{hosts[at]}",
                f"{names[port]} of {called(host)} has no cable, where {int(cabled[:, port].sum()):,} of "
                f"{len(hosts):,} hosts of type {document.device_types[type_row].id} have one: cable it, "
                "or it has one plane less",
                host.id,
            )


def _host_ports(
    wiring: Wiring,
) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]]:
    """Yield each server type with two ports or more: its row, (H,) hosts, (H, P) switches and cables.

    The columns are the ports in the order of the type; -1 is a port without a cable to a switch.
    """
    rows = np.flatnonzero(wiring.is_whole)
    ends = wiring.end_vertex[rows]
    from_host = ~wiring.vertex_is_switch[ends] & wiring.vertex_is_switch[ends[:, ::-1]]
    at, side = np.nonzero(from_host)
    device = wiring.end_device[rows[at], side]
    place = wiring.end_port[rows[at], side] - wiring.device_port[device]
    switch = ends[at, 1 - side]
    for type_row, each in enumerate(wiring.document.device_types):
        port_count = sum(block.count for block in each.ports)
        hosts = np.flatnonzero(wiring.device_type == type_row)
        if each.kind is not DeviceKind.SERVER or port_count < 2 or len(hosts) < 2:
            continue
        row_of = np.full(len(wiring.device_type), -1, dtype=np.int64)
        row_of[hosts] = np.arange(len(hosts))
        own = row_of[device] >= 0
        switches = np.full((len(hosts), port_count), UNCABLED, dtype=np.int64)
        cables = np.full((len(hosts), port_count), UNCABLED, dtype=np.int64)
        switches[row_of[device[own]], place[own]] = switch[own]
        cables[row_of[device[own]], place[own]] = rows[at[own]]
        cabled = (switches != UNCABLED).any(axis=1)
        if cabled.any():
            yield type_row, hosts[cabled], switches[cabled], cables[cabled]
