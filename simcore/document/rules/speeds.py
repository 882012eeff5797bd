"""Rules on the speeds of cables and ports."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from simcore.document.findings import Finding, Severity, error, note, warning
from simcore.document.levels import levels_of
from simcore.document.rules.alike import usual_of
from simcore.document.structure import tier_name
from simcore.document.wiring import Wiring
from simcore.document.words import counted, speed

# A megabit and a petabit per second.
LEAST_GBPS: Final = 1e-3
MOST_GBPS: Final = 1e6
# Gbit/s of one lane: InfiniBand SDR to XDR (IBTA, InfiniBand roadmap), Ethernet (IEEE 802.3, 100 Mb/s to
# 200 Gb/s), PCI Express and Fibre Channel (8 to 128), NVLink (25 to 200: NVIDIA's NVLink page).
LANES_GBPS: Final = (0.1, 1, 2.5, 5, 8, 10, 10.3125, 14, 14.0625, 16, 25, 32, 50, 64, 100, 128, 200)
# So many odd speeds are told one by one.
ODD_SPEEDS: Final = 8
LANES: Final = (1, 2, 4, 8, 12, 16, 18, 36, 72)


def speeds_are_known(wiring: Wiring) -> Iterator[Finding]:
    """speed.unknown: a cable has a speed, its own or that of its two ports."""
    resolved = (wiring.end_vertex >= 0).all(axis=1)
    some_port_unknown = np.isnan(wiring.end_gbps).any(axis=1)
    for row in np.flatnonzero(resolved & np.isnan(wiring.cable_gbps) & some_port_unknown).tolist():
        cable = wiring.document.cables[row]
        unknown = [
            address
            for address, gbps in zip((cable.a, cable.b), wiring.end_gbps[row].tolist(), strict=True)
            if np.isnan(gbps)
        ]
        yield error(
            "speed.unknown",
            f"/cables/{row}/gbps",
            f"the speed of cable {cable.id} ({cable.a} to {cable.b}) is unknown, and so is that of "
            f"{' and '.join(unknown)}: set gbps on the cable",
            cable.id,
        )


def speeds_match(wiring: Wiring) -> Iterator[Finding]:
    """speed.mismatch: no cable runs above a port of it, and where it has no speed its ports agree."""
    too_fast = (wiring.cable_gbps[:, None] > wiring.end_gbps).any(axis=1)
    low, high = wiring.end_gbps[:, 0], wiring.end_gbps[:, 1]
    ports_differ = np.isnan(wiring.cable_gbps) & ~np.isnan(low) & ~np.isnan(high) & (low != high)
    for row in np.flatnonzero(too_fast | ports_differ).tolist():
        cable = wiring.document.cables[row]
        at_a, at_b = (speed(gbps) for gbps in wiring.end_gbps[row].tolist())
        ends = f"{cable.a} {at_a} and {cable.b} {at_b}"
        if ports_differ[row]:
            says = f"the ports of cable {cable.id} differ: {ends}; set gbps on the cable, or change a port"
        else:
            says = (
                f"cable {cable.id} runs at {speed(wiring.cable_gbps[row])}, above one of its ports: {ends}; "
                "lower the cable or change the port"
            )
        yield error("speed.mismatch", f"/cables/{row}/gbps", says, cable.id)


def speeds_are_those_of_cables(wiring: Wiring) -> Iterator[Finding]:
    """speed.range: no cable is as slow as none or faster than any."""
    odd = (wiring.cable_gbps < LEAST_GBPS) | (wiring.cable_gbps > MOST_GBPS)
    for row in np.flatnonzero(odd).tolist():
        cable = wiring.document.cables[row]
        yield error(
            "speed.range",
            f"/cables/{row}/gbps",
            f"cable {cable.id} runs at {speed(wiring.cable_gbps[row])}: give it from {LEAST_GBPS:g} to "
            f"{MOST_GBPS:,.0f} Gb/s, or take it out",
            cable.id,
        )


def speeds_are_those_of_some_technology(wiring: Wiring) -> Iterator[Finding]:
    """speed.odd: speeds that no lanes of any technology add up to, a note for each of the most frequent."""
    possible = np.unique(np.outer(LANES_GBPS, LANES))
    cables, gbps = wiring.document.cables, wiring.cable_gbps
    real = np.flatnonzero((gbps >= LEAST_GBPS) & (gbps <= MOST_GBPS))
    values, place, counts = np.unique(gbps[real], return_inverse=True, return_counts=True)
    above = np.searchsorted(possible, values).clip(1, len(possible) - 1)
    below = possible[above - 1]
    nearest = np.where(values - below < possible[above] - values, below, possible[above])
    odd = np.flatnonzero(~np.isclose(values, nearest, rtol=1e-3, atol=0))
    by_count = odd[np.argsort(-counts[odd], kind="stable")]
    groups = [by_count[at : at + 1] for at in range(min(len(odd), ODD_SPEEDS))] + [by_count[ODD_SPEEDS:]]
    for group in groups:
        rows = real[np.isin(place.reshape(-1), group)].tolist()
        if not rows:
            continue
        first = float(gbps[rows[0]])
        near = float(nearest[np.searchsorted(values, first)])
        more = f" and of {counted(len(group) - 1, 'other speed')}" if len(group) > 1 else ""
        yield note(
            "speed.odd",
            f"/cables/{rows[0]}/gbps",
            f"{counted(len(rows), 'cable')} of {speed(first)}{more}, the first {cables[rows[0]].id}: no link "
            f"has this speed, the nearest is {speed(near)}; right if a rate was measured or is shaped",
            *(cables[row].id for row in rows),
        )


def cables_run_at_the_speed_of_their_ports(wiring: Wiring) -> Iterator[Finding]:
    """speed.below: cables slower than both their ports, all in one note."""
    below = np.flatnonzero((wiring.cable_gbps[:, None] < wiring.end_gbps).all(axis=1)).tolist()
    if below:
        cables = wiring.document.cables
        first = below[0]
        yield Finding(
            rule="speed.below",
            severity=Severity.NOTE,
            at=f"/cables/{first}/gbps",
            says=f"{counted(len(below), 'cable')} slower than both ports allow, the first {cables[first].id} "
            f"at {speed(wiring.cable_gbps[first])} between ports of "
            f"{speed(float(wiring.end_gbps[first].min()))}: right if it is meant",
            objects=tuple(cables[row].id for row in below),
        )


def tiers_run_at_one_speed(wiring: Wiring) -> Iterator[Finding]:
    """speed.mixed: between two tiers of switches, or within one, cables of another speed than most."""
    levels = levels_of(wiring)
    cables = wiring.document.cables
    lower, upper = levels.tier[levels.lower], levels.tier[levels.upper]
    within = levels.tier[levels.sides[:, 0]]
    names = wiring.document.tier_names
    for tier in range(1, levels.highest + 1):
        own = tier_name(tier, levels.highest, names)
        groups = [(levels.side_rows[within == tier], f"within tier {tier} ({own})")]
        if tier < levels.highest:
            above = tier_name(tier + 1, levels.highest, names)
            between = levels.rows[(lower == tier) & (upper == tier + 1)]
            groups.append((between, f"between tiers {tier} ({own}) and {tier + 1} ({above})"))
        for rows, where in groups:
            usual = usual_of(np.nan_to_num(wiring.cable_gbps[rows])[:, None])
            if usual is None or not usual.differs.any() or not usual.row[0]:
                continue
            odd = rows[usual.differs].tolist()
            yield warning(
                "speed.mixed",
                f"/cables/{odd[0]}/gbps",
                f"{where} {usual.count:,} of {len(rows):,} cables run at {speed(usual.row[0])}, "
                f"{counted(len(odd), 'cable')} otherwise, the first {cables[odd[0]].id} "
                f"{speed(wiring.cable_gbps[odd[0]])}: give all one speed, for routing shares by count and "
                "the slow ones fill first",
                *(cables[row].id for row in odd),
            )
