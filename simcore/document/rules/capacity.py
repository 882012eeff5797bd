"""Rules that state a tier's numbers: what it can carry down and up, and the ports it has left."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.findings import Finding, Severity
from simcore.document.structure import tier_name, vertex_tiers
from simcore.document.wiring import Wiring
from simcore.document.words import called, counted, speed

# No tier has so many Gbit/s: digits would say nothing.
BEYOND_ALL: Final = 1e12


def tiers_state_their_oversubscription(wiring: Wiring) -> Iterator[Finding]:
    """tier.oversubscription: cables and capacity down and up of every tier that has a tier above."""
    whole = wiring.is_whole
    ends, gbps = wiring.end_vertex[whole], wiring.cable_gbps[whole]
    tier = vertex_tiers(wiring)
    count = len(tier)
    highest = int(tier.max(initial=0))
    step = tier[ends[:, 1]] - tier[ends[:, 0]]
    reached = (tier[ends] >= 0).all(axis=1)
    lower = np.where(step > 0, ends[:, 0], ends[:, 1])[reached & (step != 0)]
    upper = np.where(step > 0, ends[:, 1], ends[:, 0])[reached & (step != 0)]
    rate = np.nan_to_num(gbps[reached & (step != 0)])
    up: NDArray[np.float64] = np.bincount(lower, rate, count).astype(np.float64)
    down: NDArray[np.float64] = np.bincount(upper, rate, count).astype(np.float64)
    cables_up, cables_down = np.bincount(lower, minlength=count), np.bincount(upper, minlength=count)
    unknown = bool(np.isnan(gbps).any())
    for level in range(1, highest):
        switches = np.flatnonzero(wiring.vertex_is_switch & (tier == level))
        if not (up[switches].any() and down[switches].any()):
            continue
        names = tuple(wiring.document.devices[row].id for row in wiring.vertex_device[switches].tolist())
        yield Finding(
            rule="tier.oversubscription",
            severity=Severity.NOTE,
            at="/cables",
            says=f"tier {level} ({tier_name(level, highest, wiring.document.tier_names)}, "
            f"{counted(len(switches), 'switch', 'switches')}): "
            f"{_side(cables_down[switches], down[switches])} down, "
            f"{_side(cables_up[switches], up[switches])} up: "
            f"{down[switches].sum() / up[switches].sum():.2f} to 1"
            + _extremes(wiring, switches, down, up)
            + ("; cables of unknown speed are left out" if unknown else ""),
            objects=names,
        )


def tiers_state_their_free_ports(wiring: Wiring) -> Iterator[Finding]:
    """tier.ports: used and free ports of each tier, where there is more than one."""
    tier = vertex_tiers(wiring)
    highest = int(tier.max(initial=0))
    if highest < 2:
        return
    ports = np.array(
        [sum(block.count for block in each.ports) for each in wiring.document.device_types] + [0]
    )
    device = wiring.vertex_device
    held = ports[wiring.device_type[device]]
    cabled = np.unique(wiring.end_port[wiring.end_port >= 0])
    owner = np.searchsorted(wiring.device_port, cabled, side="right") - 1
    used = np.bincount(owner, minlength=len(wiring.document.devices))[device]
    said: list[str] = []
    for level in range(1, highest + 1):
        switches = np.flatnonzero(wiring.vertex_is_switch & (tier == level))
        free = held[switches] - used[switches]
        each = f"{free.min():,}" if free.min() == free.max() else f"{free.min():,} to {free.max():,}"
        name = tier_name(level, highest, wiring.document.tier_names)
        of_all = f"{used[switches].sum():,} of {held[switches].sum():,}"
        said.append(f"tier {level} ({name}) {of_all}, {each} free a switch")
    yield Finding(
        rule="tier.ports", severity=Severity.NOTE, at="/devices", says=f"ports in use: {'; '.join(said)}"
    )


def _side(cables: NDArray[np.int64], gbps: NDArray[np.float64]) -> str:
    total = float(gbps.sum())
    if total < 1000:
        capacity = f"{total:,.0f} Gb/s"
    else:
        capacity = f"{total / 1000:,.1f} Tb/s" if total < BEYOND_ALL else speed(total)
    return f"{counted(int(cables.sum()), 'cable')} of {capacity}"


def _extremes(
    wiring: Wiring, switches: NDArray[np.int64], down: NDArray[np.float64], up: NDArray[np.float64]
) -> str:
    """Say which switch has most below it for what it has above, where they differ."""
    with_up = switches[up[switches] > 0]
    without = switches[(up[switches] == 0) & (down[switches] > 0)]
    ratio = down[with_up] / up[with_up]
    says = ""
    if not np.allclose(ratio, ratio[0]):
        worst = int(np.argmax(ratio))
        name = called(wiring.document.devices[wiring.vertex_device[with_up[worst]]])
        says += f"; of one switch at most {ratio[worst]:.2f} to 1 ({name})"
    if len(without):
        name = called(wiring.document.devices[wiring.vertex_device[without[0]]])
        says += f"; {len(without):,} without a cable up, the first {name}"
    return says
