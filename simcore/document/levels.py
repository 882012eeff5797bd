"""The cables of a fabric by what they join: hosts, two tiers, or two switches of one tier.

Tiers are hops from the nearest adapter. One host on a spine would make that spine a leaf, and blame would
fall on everybody else; so cables that leave out a tier are found first, and then not counted.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.structure import hops_from
from simcore.document.wiring import Wiring

# A switch with so small a part of the usual cables down, in the place of a switch above, is one from above.
FEW: Final = 0.5


@dataclass(frozen=True, slots=True)
class Levels:
    """K cables that climb a tier and S between switches of one tier; whole cables alone.

    Attributes
    ----------
    tier
        (V,) 0 for endpoints, hops from the nearest of them for switches, -1 where none is reached.
    rows, lower, upper
        (K,) rows of cables, and the vertices of their ends, the one nearer to the hosts first.
    side_rows, sides
        (S,) rows of cables and (S, 2) vertices.
    skipping
        (J,) rows of the cables that leave out a tier; they are among neither of the others.
    """

    tier: NDArray[np.int32]
    rows: NDArray[np.int64]
    lower: NDArray[np.int32]
    upper: NDArray[np.int32]
    side_rows: NDArray[np.int64]
    sides: NDArray[np.int32]
    skipping: NDArray[np.int64]

    @property
    def highest(self) -> int:
        """The tier that is farthest from the hosts."""
        return int(self.tier.max(initial=0))


def levels_of(wiring: Wiring) -> Levels:
    """Return the cables of a resolved document by the tiers they join."""
    whole = np.flatnonzero(wiring.is_whole)
    found = _levels(wiring, whole, np.zeros(0, dtype=np.int64))
    skipping = _skipping(wiring, found)
    return _levels(wiring, np.setdiff1d(whole, skipping), skipping) if len(skipping) else found


def switches_of(levels: Levels, wiring: Wiring, tier: int) -> NDArray[np.int64]:
    """Return the vertices of the switches of one tier."""
    return np.flatnonzero(wiring.vertex_is_switch & (levels.tier == tier))


def _levels(wiring: Wiring, rows: NDArray[np.int64], skipping: NDArray[np.int64]) -> Levels:
    ends = wiring.end_vertex[rows]
    tier = hops_from(~wiring.vertex_is_switch, ends)
    step = tier[ends[:, 1]] - tier[ends[:, 0]]
    climbs = step != 0
    up = ends[climbs]
    falls = step[climbs] < 0
    side = ~climbs & wiring.vertex_is_switch[ends].all(axis=1)
    return Levels(
        tier=tier,
        rows=rows[climbs],
        lower=np.where(falls, up[:, 1], up[:, 0]),
        upper=np.where(falls, up[:, 0], up[:, 1]),
        side_rows=rows[side],
        sides=ends[side],
        skipping=skipping,
    )


def _skipping(wiring: Wiring, levels: Levels) -> NDArray[np.int64]:
    """Return the rows of cables from a tier to a switch that stands two tiers above it.

    Such a switch has few cables down, and the switches beside it are those that a switch of the next tier
    has below it.
    """
    count = len(levels.tier)
    down = np.bincount(levels.upper, minlength=count)
    found: list[NDArray[np.int64]] = []
    for tier in range(1, levels.highest):
        here = switches_of(levels, wiring, tier)
        usual = float(np.median(down[here]))
        few = here[down[here] <= FEW * usual]
        beside = np.isin(levels.sides, few).any(axis=1)
        above = switches_of(levels, wiring, tier + 1)
        if not beside.any() or not len(above):
            continue
        below = _neighbours(levels.upper, levels.lower, above)
        for switch in few.tolist():
            near = levels.sides[(levels.sides == switch).any(axis=1)]
            company = set(near[near != switch].tolist()) - set(few.tolist())
            if len(company) > 1 and any(2 * len(company & each) >= len(company | each) for each in below):
                found.append(levels.rows[levels.upper == switch])
    return np.sort(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)


def _neighbours(
    of: NDArray[np.int32], neighbour: NDArray[np.int32], vertices: NDArray[np.int64]
) -> list[set[int]]:
    """Return the different sets of neighbours that ``vertices`` have, where ``of`` lists them."""
    chosen = np.isin(of, vertices)
    order = np.argsort(of[chosen], kind="stable")
    own, near = of[chosen][order], neighbour[chosen][order]
    starts = np.flatnonzero(np.diff(own, prepend=-1))
    return [set(each) for each in {tuple(np.unique(part).tolist()) for part in np.split(near, starts[1:])}]
