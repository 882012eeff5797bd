"""Rules on cables as things: how far one reaches, at which speed, and how long it can be."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from simcore.document.catalogue import CABLE_TYPES
from simcore.document.fabric import CableType
from simcore.document.findings import Finding, note, warning
from simcore.document.wiring import Wiring
from simcore.document.words import counted, speed

# A building ends before; single-mode optics of data centres reach 2 km (IEEE 802.3, FR types).
LONGEST_M: Final = 2_000.0
# Half of a metre is the shortest length in the vendors' lists; below a tenth two ports cannot be joined.
SHORTEST_M: Final = 0.1


def cables_reach_so_far(wiring: Wiring) -> Iterator[Finding]:
    """cable.medium, cable.too-long, cable.too-fast: what a cable is made of allows its length and speed."""
    by_medium: dict[str, list[int]] = {}
    for row, cable in enumerate(wiring.document.cables):
        if cable.medium is not None:
            by_medium.setdefault(cable.medium, []).append(row)
    for medium, rows in by_medium.items():
        found = CABLE_TYPES.get(medium)
        if found is None:
            yield _of_rows(
                wiring,
                "cable.medium",
                rows,
                f"a {medium}, which is not in the catalogue: its reach is unknown",
            )
            continue
        too_fast = [row for row in rows if wiring.cable_gbps[row] > found.gbps]
        if too_fast:
            yield _of_rows(
                wiring,
                "cable.too-fast",
                too_fast,
                f"a {medium}, which carries {speed(found.gbps)}, but runs at "
                f"{speed(wiring.cable_gbps[too_fast[0]])}: take another, or lower the speed",
            )
        yield from _too_long(wiring, found, rows)


def _too_long(wiring: Wiring, found: CableType, rows: list[int]) -> Iterator[Finding]:
    cables = wiring.document.cables
    long = [row for row in rows if (cables[row].length_m or 0.0) > found.max_length_m]
    if not long:
        return
    first = cables[long[0]]
    length = max(cables[row].length_m or 0.0 for row in long)
    others = f" (and {counted(len(long) - 1, 'other')} up to {length:g} m)" if len(long) > 1 else ""
    carried = np.nan_to_num(wiring.cable_gbps[long]).max()
    yield warning(
        "cable.too-long",
        f"/cables/{long[0]}/length_m",
        f"cable {first.id} is {first.length_m:g} m long{others}, and {found.id} reaches "
        f"{found.max_length_m:g} m: take {_reaching(length, float(carried) or found.gbps, found)}",
        *(cables[row].id for row in long),
    )


def _of_rows(wiring: Wiring, rule: str, rows: list[int], says: str) -> Finding:
    """Return one finding on several cables, at the first of them."""
    cables = [wiring.document.cables[row].id for row in rows]
    others = f" (and {counted(len(rows) - 1, 'other')})" if len(rows) > 1 else ""
    return warning(rule, f"/cables/{rows[0]}/medium", f"cable {cables[0]}{others} is {says}", *cables)


def lengths_fit_a_building(wiring: Wiring) -> Iterator[Finding]:
    """cable.length: lengths of no cable between two machines of a hall."""
    cables = wiring.document.cables
    lengths = np.array([np.nan if cable.length_m is None else cable.length_m for cable in cables])
    for rows, says in (
        (np.flatnonzero(lengths > LONGEST_M), f"longer than {LONGEST_M:,.0f} m: is the unit metres?"),
        (np.flatnonzero(lengths < SHORTEST_M), f"shorter than {SHORTEST_M:g} m: is the unit metres?"),
    ):
        if len(rows):
            first = int(rows[0])
            yield note(
                "cable.length",
                f"/cables/{first}/length_m",
                f"{counted(len(rows), 'cable')}, the first {cables[first].id} of {lengths[first]:g} m, "
                f"{says}",
                *(cables[row].id for row in rows.tolist()),
            )


def _reaching(length: float, gbps: float, instead_of: CableType) -> str:
    """Say what reaches and carries so much, first of all a piece with as many cables: it fits the cages."""
    fit = [each for each in CABLE_TYPES.values() if each.max_length_m >= length and each.gbps >= gbps]
    if not fit:
        return "a switch between, for no cable of the catalogue reaches so far"
    nearest = min(fit, key=lambda each: (each.links != instead_of.links, each.gbps, each.max_length_m))
    return f"{nearest.id} ({nearest.max_length_m:g} m), or a shorter way"
