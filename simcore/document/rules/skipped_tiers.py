"""Rules on cables that join tiers which others leave apart: past a tier, or within one."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from simcore.document.findings import Finding, warning
from simcore.document.levels import levels_of, switches_of
from simcore.document.structure import tier_name
from simcore.document.wiring import Wiring
from simcore.document.words import called

# Where more of a tier's switches than this are cabled to one another, it is meant.
FEW_OF_A_TIER: Final = 0.25


def cables_climb_one_tier(wiring: Wiring) -> Iterator[Finding]:
    """tier.skipped: a cable that leaves out a tier, as from a host to a spine."""
    levels = levels_of(wiring)
    for row in levels.skipping.tolist():
        cable = wiring.document.cables[row]
        ends = wiring.end_vertex[row]
        upper = int(ends[np.argmax(levels.tier[ends])])
        lower = int(ends.sum()) - upper
        names = [wiring.document.devices[wiring.vertex_device[vertex]] for vertex in (lower, upper)]
        yield warning(
            "tier.skipped",
            f"/cables/{row}",
            f"cable {cable.id} joins {called(names[0])} to {called(names[1])}, which otherwise stands a tier "
            "higher, with the same switches below it as others there: move it to the tier between",
            cable.id,
            names[1].id,
        )


def few_cables_stay_in_a_tier(wiring: Wiring) -> Iterator[Finding]:
    """tier.sideways: a cable between two switches of a tier where nearly all others go up."""
    levels = levels_of(wiring)
    cables, devices = wiring.document.cables, wiring.document.devices
    for tier in range(1, levels.highest + 1):
        here = switches_of(levels, wiring, tier)
        within = levels.tier[levels.sides[:, 0]] == tier
        joined = np.unique(levels.sides[within])
        climbing = np.isin(levels.lower, here).any() or np.isin(levels.upper, here).any()
        if not len(joined) or len(joined) > FEW_OF_A_TIER * len(here) or not climbing:
            continue
        name = tier_name(tier, levels.highest, wiring.document.tier_names)
        for row, ends in zip(levels.side_rows[within].tolist(), levels.sides[within], strict=True):
            one, other = (devices[wiring.vertex_device[vertex]] for vertex in ends.tolist())
            yield warning(
                "tier.sideways",
                f"/cables/{row}",
                f"cable {cables[row].id} joins {called(one)} and {called(other)}, both of tier {tier} "
                f"({name}), where {len(here) - len(joined):,} of {len(here):,} switches have no such cable: "
                "shortest paths hardly use it; move it up",
                cables[row].id,
            )
