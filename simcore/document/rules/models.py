"""Rules on models: what one switch can be, and switches of a tier that are not of a kind."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.capabilities import AggregationProfile
from simcore.document.fabric import DeviceKind
from simcore.document.findings import Finding, note, warning
from simcore.document.levels import levels_of, switches_of
from simcore.document.rules.alike import usual_of
from simcore.document.structure import tier_name
from simcore.document.wiring import Wiring
from simcore.document.words import called, counted

# Broadcom, Tomahawk 6 (BCM78910) product page: 102.4 Tb/s, 512 ports of 200 Gb/s or 1,024 of 100.
CHIP_GBPS: Final = 102_400.0
CHIP_PORTS: Final = 1_024


def types_fit_a_chip(wiring: Wiring) -> Iterator[Finding]:
    """type.radix: a switch type with more ports, or more Gbit/s in all, than the largest chip has."""
    for row, each in enumerate(wiring.document.device_types):
        used = np.flatnonzero(wiring.device_type == row)
        if each.kind is not DeviceKind.SWITCH or not len(used):
            continue
        ports = sum(block.count for block in each.ports)
        gbps = sum(block.count * (block.gbps or 0.0) for block in each.ports)
        if ports > CHIP_PORTS or gbps > CHIP_GBPS:
            yield note(
                "type.radix",
                f"/device_types/{row}/ports",
                f"a {each.id} has {counted(ports, 'port')} of {gbps / 1000:,.1f} Tb/s in all, more than one "
                f"chip switches ({CHIP_PORTS:,} ports, {CHIP_GBPS / 1000:g} Tb/s): right for a chassis, "
                "whose inner stages are not modelled",
                *(wiring.document.devices[device].id for device in used.tolist()),
            )


def tiers_have_one_model(wiring: Wiring) -> Iterator[Finding]:
    """tier.models: switches of another model than most of their tier."""
    types = wiring.device_type[wiring.vertex_device].astype(np.int64)
    for tier, name, switches, differs, usual in _odd_of_tiers(wiring, types):
        devices = [wiring.document.devices[wiring.vertex_device[each]] for each in switches[differs].tolist()]
        first = int(wiring.vertex_device[switches[differs][0]])
        yield note(
            "tier.models",
            f"/devices/{first}/type",
            f"tier {tier} ({name}) mixes models: {called(devices[0])} is a {devices[0].type}"
            + (f", one of {len(devices):,} others," if len(devices) > 1 else ",")
            + f" where {len(switches) - len(devices):,} are {wiring.document.device_types[usual].id}: "
            "right if it is meant, else change the type",
            *(each.id for each in devices),
        )


def tiers_add_alike(wiring: Wiring) -> Iterator[Finding]:
    """tier.aggregation: switches that can add less, or otherwise, than most of their tier."""
    profiles = list(AggregationProfile)
    own = np.full(len(wiring.vertex_device), -1, dtype=np.int64)
    for vertex in np.flatnonzero(wiring.vertex_is_switch).tolist():
        row = int(wiring.vertex_device[vertex])
        found = wiring.type_of(row)
        if found is not None:
            setting = wiring.document.devices[row].aggregation or found.aggregation
            own[vertex] = profiles.index(setting.profile)
    for tier, name, switches, differs, usual in _odd_of_tiers(wiring, own):
        for vertex in switches[differs].tolist():
            row = int(wiring.vertex_device[vertex])
            device = wiring.document.devices[row]
            yield warning(
                "tier.aggregation",
                f"/devices/{row}" + ("/aggregation" if device.aggregation else "/type"),
                f"{called(device)} adds by the profile {profiles[own[vertex]].value}, where "
                f"{int((~differs).sum()):,} of {len(switches):,} switches of tier {tier} ({name}) have "
                f"{profiles[usual].value}: a tree over it is held to what it can do",
                device.id,
            )


def tier_names_have_tiers(wiring: Wiring) -> Iterator[Finding]:
    """tier.names: names for tiers that the fabric does not have."""
    given = len(wiring.document.tier_names)
    highest = levels_of(wiring).highest
    if given > highest:
        yield note(
            "tier.names",
            f"/tier_names/{highest}",
            f"{counted(given, 'tier')} named, but the cables make {highest}: "
            f"{wiring.document.tier_names[highest] or 'the last'} names none: take it out, or look for a "
            "cable that is missing",
        )


def _odd_of_tiers(
    wiring: Wiring, value: NDArray[np.int64]
) -> Iterator[tuple[int, str, NDArray[np.int64], NDArray[np.bool_], int]]:
    """Yield the tiers of which most switches have one value and some another: with what most have."""
    levels = levels_of(wiring)
    for tier in range(1, levels.highest + 1):
        switches = switches_of(levels, wiring, tier)
        usual = usual_of(value[switches][:, None].astype(np.float64))
        if usual is not None and usual.differs.any():
            name = tier_name(tier, levels.highest, wiring.document.tier_names)
            yield tier, name, switches, usual.differs, int(usual.row[0])
