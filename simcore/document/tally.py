"""What each tier of a fabric comes to: devices, ports used and free, cables and capacity down, up and across.

Tiers come from the cabling, as everywhere: ``structure.vertex_tiers``.
"""

import numpy as np
from numpy.typing import NDArray

from simcore.document.common import DocumentModel
from simcore.document.fabric import FabricDocument
from simcore.document.structure import UNREACHED, tier_name, vertex_tiers
from simcore.document.wiring import Wiring, wire


class Side(DocumentModel):
    """Cables in one direction from a tier and their capacity; those of unknown speed add nothing to it."""

    cables: int
    gbps: float


class TierTally(DocumentModel):
    """One tier, hosts being tier 0 and -1 the switches that reach none.

    ``across`` is between devices of the tier, each cable once; ``oversubscription`` is capacity down by
    capacity up, null where nothing goes up or nothing down.
    """

    tier: int
    name: str
    devices: int
    ports: int
    free_ports: int
    down: Side
    up: Side
    across: Side
    oversubscription: float | None


def tally(document: FabricDocument) -> tuple[TierTally, ...]:
    """Return the tiers of a fabric from the hosts upwards."""
    wiring = wire(document)
    vertex_tier = vertex_tiers(wiring)
    whole = wiring.is_whole
    tier = vertex_tier[wiring.end_vertex[whole]]
    rate = np.nan_to_num(wiring.cable_gbps[whole])
    low, high = tier.min(axis=1), tier.max(axis=1)
    device_tier = np.zeros(len(wiring.document.devices), dtype=np.int32)
    device_tier[wiring.vertex_device[wiring.vertex_is_switch]] = vertex_tier[wiring.vertex_is_switch]
    ports, used = _ports(wiring)
    top = int(vertex_tier.max(initial=0))

    def of(level: int) -> TierTally:
        here = device_tier == level
        down, up, across = (
            Side(cables=int(which.sum()), gbps=float(rate[which].sum()))
            for which in (
                (high == level) & (low < level),
                (low == level) & (high > level),
                (low == level) & (high == level),
            )
        )
        return TierTally(
            tier=level,
            name=_name(level, top, document.tier_names),
            devices=int(here.sum()),
            ports=int(ports[here].sum()),
            free_ports=int((ports - used)[here].sum()),
            down=down,
            up=up,
            across=across,
            oversubscription=down.gbps / up.gbps if down.gbps and up.gbps else None,
        )

    return tuple(of(level) for level in sorted(set(device_tier.tolist()), key=lambda each: each % (top + 2)))


def _name(level: int, top: int, given: tuple[str, ...]) -> str:
    if level == UNREACHED:
        return "unconnected"
    return "host" if level == 0 else tier_name(level, top, given)


def _ports(wiring: Wiring) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (D,) ports of each device, and how many of them have a cable."""
    of_type = [sum(block.count for block in each.ports) for each in wiring.document.device_types]
    ports = np.array([*of_type, 0], dtype=np.int64)[wiring.device_type]
    known = wiring.end_port >= 0
    _, first = np.unique(wiring.end_port[known], return_index=True)
    used = np.bincount(wiring.end_device[known][first], minlength=len(ports))
    return ports, used
