"""Rule on switches of a tier that are cabled otherwise than their neighbours of the same tier."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.fabric import Device
from simcore.document.findings import Finding, Severity, note, warning
from simcore.document.levels import Levels, levels_of, switches_of
from simcore.document.rules.alike import Usual, odd_ones, usual_of
from simcore.document.structure import tier_name
from simcore.document.wiring import Wiring
from simcore.document.words import called, counted

# Switches of a flat fabric must be this many times more alike than not, or its edge is meant (a mesh).
FLAT_MAJORITY: Final = 0.75
# Those that are as odd as several others, and so large a share of their tier, may be meant: a remainder that
# every group of a dragonfly has.
SEVERAL: Final = 3
SHARE_MEANT: Final = 0.1
# Sets of neighbours are compared only in tiers of so many switches: (N, N) cells.
COMPARED_SWITCHES: Final = 4_000
# So many switches that lack a cable, and so many cables, are named.
NAMED_MISSING: Final = 4
NAMED_CABLES: Final = 3
DIRECTIONS: Final = {
    "uplinks.unequal": "up",
    "downlinks.unequal": "down",
    "neighbours.unequal": "to switches of its tier",
}


@dataclass(frozen=True, slots=True)
class _Side:
    """The cables of the switches of one tier in one direction: (N,) counts and Gbit/s, and each cable.

    ``gbps`` is 0 throughout where the speed of one is unknown.
    """

    switches: NDArray[np.int64]
    of: NDArray[np.int64]
    neighbour: NDArray[np.int64]
    rows: NDArray[np.int64]
    count: NDArray[np.int64]
    gbps: NDArray[np.float64]

    @property
    def profile(self) -> NDArray[np.float64]:
        return np.stack((self.count, np.round(self.gbps, 3)), axis=1)


def switches_of_a_tier_are_cabled_alike(wiring: Wiring) -> Iterator[Finding]:
    """uplinks.unequal, uplinks.bunched, uplinks.crossed, downlinks.unequal, neighbours.unequal: who differs.

    In this order for each tier, and a later one only of switches that an earlier one has not named.
    """
    levels = levels_of(wiring)
    for tier in range(1, levels.highest + 1):
        tell = _Tier(wiring, levels, tier)
        found = [*tell.unequal(), *tell.bunched(), *tell.crossed()]
        yield from found
        if not found and tier < levels.highest:
            yield from tell.downlinks_above()
        yield from tell.sideways()


class _Tier:
    """The switches of one tier, and those of them that something was said about."""

    def __init__(self, wiring: Wiring, levels: Levels, tier: int) -> None:
        self.wiring = wiring
        self.levels = levels
        self.tier = tier
        self.switches = switches_of(levels, wiring, tier)
        self.up = self._side(self.switches, levels.rows, levels.lower, levels.upper)
        self.said = np.zeros(len(self.switches), dtype=np.bool_)

    def unequal(self) -> Iterator[Finding]:
        up = self.up
        if not up.count.any():
            return
        usual = usual_of(up.profile)
        if usual is None:
            usual = self._of_two(up.profile)
        if usual is None:
            yield self._irregular()
            return
        if not usual.row[0]:
            return
        short = self._short_above()
        for at in np.flatnonzero(usual.differs).tolist():
            self.said[at] = True
            missing = [vertex for vertex in short if vertex not in set(up.neighbour[up.of == at].tolist())]
            named = [self._device(vertex) for vertex in missing[:NAMED_MISSING]]
            yield self._differs("uplinks.unequal", up, usual, at, named)

    def bunched(self) -> Iterator[Finding]:
        """Of as many cables as the others, some go to one switch where others spread them."""
        pairs, cables = np.unique(
            np.stack((self.up.of, self.up.neighbour), axis=1), axis=0, return_counts=True
        )
        most = np.zeros(len(self.switches), dtype=np.int64)
        np.maximum.at(most, pairs[:, 0], cables)
        usual = usual_of(
            np.stack((most, np.bincount(pairs[:, 0], minlength=len(most))), axis=1).astype(float)
        )
        if usual is None:
            return
        for at in np.flatnonzero(usual.differs & ~self.said & (most > usual.row[0])).tolist():
            self.said[at] = True
            heaviest = pairs[pairs[:, 0] == at][cables[pairs[:, 0] == at].argmax(), 1]
            own = self.up.rows[(self.up.of == at) & (self.up.neighbour == heaviest)].tolist()
            held = [self.wiring.document.cables[row].id for row in own]
            switch, above = self._device(int(self.switches[at])), self._device(int(heaviest))
            yield warning(
                "uplinks.bunched",
                f"/devices/{self.wiring.vertex_device[self.switches[at]]}",
                f"{called(switch)} has {counted(len(held), 'cable')} to {called(above)} "
                f"({', '.join(held[:NAMED_CABLES])}), where {usual.count:,} of {len(self.switches):,} "
                f"switches of tier {self.tier} ({self._name()}) have {int(usual.row[0]):,} to each: move one "
                "to the switch that lacks it",
                switch.id,
                above.id,
                *held,
            )

    def crossed(self) -> Iterator[Finding]:
        """A switch that has nearly, but not quite, the switches above it that a group of others has."""
        if not 2 < len(self.switches) <= COMPARED_SWITCHES or not len(self.up.of):
            return
        above, column = np.unique(self.up.neighbour, return_inverse=True)
        if len(above) > COMPARED_SWITCHES:
            return
        cells = np.zeros((len(self.switches), len(above)), dtype=np.int64)
        cells[self.up.of, column.reshape(-1)] = 1
        least = int(cells.sum(axis=1).min())
        for odd in odd_ones(cells, nearest=max(least // 2, 1) * 2):
            own = cells[odd.row]
            strays = np.flatnonzero((own == 1) & (odd.like == 0))
            if self.said[odd.row] or not len(strays) or 2 * len(strays) > own.sum():
                continue
            yield self._crossed(odd.row, above[strays], above[(own == 0) & (odd.like == 1)], odd.group)

    def _crossed(self, at: int, strays: NDArray[np.int64], lacking: NDArray[np.int64], group: int) -> Finding:
        self.said[at] = True
        chosen = (self.up.of == at) & np.isin(self.up.neighbour, strays)
        rows = self.up.rows[chosen].tolist()
        cables = [self.wiring.document.cables[row].id for row in rows]
        switch = self._device(int(self.switches[at]))
        to = ", ".join(called(self._device(int(vertex))) for vertex in strays[:3])
        instead = ", ".join(called(self._device(int(vertex))) for vertex in lacking[:3])
        return warning(
            "uplinks.crossed",
            f"/cables/{rows[0]}",
            f"{called(switch)} is cabled to {to} by {', '.join(cables[:NAMED_CABLES])}, where "
            f"{counted(group, 'switch', 'switches')} with the same others above go to "
            f"{instead or 'none such'}: look whether cables were swapped",
            *cables,
            switch.id,
        )

    def downlinks_above(self) -> Iterator[Finding]:
        above = switches_of(self.levels, self.wiring, self.tier + 1)
        down = self._side(above, self.levels.rows, self.levels.upper, self.levels.lower)
        usual = usual_of(down.profile)
        if usual is None or not usual.row[0]:
            return
        for at in np.flatnonzero(usual.differs).tolist():
            yield self._differs("downlinks.unequal", down, usual, at)

    def sideways(self) -> Iterator[Finding]:
        levels = self.levels
        ends = np.concatenate((levels.sides[:, 0], levels.sides[:, 1]))
        others = np.concatenate((levels.sides[:, 1], levels.sides[:, 0]))
        side = self._side(self.switches, np.tile(levels.side_rows, 2), ends, others)
        usual = usual_of(side.profile)
        if usual is None or not usual.row[0] or usual.count < FLAT_MAJORITY * len(self.switches):
            return
        _, group, counts = np.unique(side.profile, axis=0, return_inverse=True, return_counts=True)
        meant = (counts >= SEVERAL) & (counts >= SHARE_MEANT * len(self.switches))
        for at in np.flatnonzero(usual.differs).tolist():
            found = self._differs("neighbours.unequal", side, usual, at)
            is_meant = meant[group.reshape(-1)[at]]
            yield found.model_copy(update={"severity": Severity.NOTE}) if is_meant else found

    def _side(
        self,
        switches: NDArray[np.int64],
        rows: NDArray[np.int64],
        of: NDArray[np.int32],
        neighbour: NDArray[np.int32],
    ) -> _Side:
        place = np.full(len(self.levels.tier), -1, dtype=np.int64)
        place[switches] = np.arange(len(switches))
        chosen = place[of] >= 0
        own = place[of[chosen]]
        gbps = self.wiring.cable_gbps[rows[chosen]]
        if np.isnan(gbps).any():
            gbps = np.zeros(len(gbps))  # counts alone are compared
        return _Side(
            switches=switches,
            of=own,
            neighbour=neighbour[chosen].astype(np.int64),
            rows=rows[chosen],
            count=np.bincount(own, minlength=len(switches)),
            gbps=np.bincount(own, gbps, len(switches)).astype(np.float64),
        )

    def _of_two(self, profiles: NDArray[np.float64]) -> Usual | None:
        """Of two switches that differ, the one with more is the measure."""
        if len(profiles) != 2:
            return None
        more = int(np.lexsort((profiles[:, 1], profiles[:, 0]))[-1])
        return Usual(row=profiles[more], count=1, differs=np.arange(2) != more)

    def _short_above(self) -> list[int]:
        """Return the switches above that have fewer cables down than most there."""
        above = switches_of(self.levels, self.wiring, self.tier + 1)
        down = self._side(above, self.levels.rows, self.levels.upper, self.levels.lower)
        usual = usual_of(down.count[:, None].astype(np.float64))
        enough = usual.row[0] if usual else down.count.max(initial=0)
        return [int(vertex) for vertex in above[down.count < enough]]

    def _irregular(self) -> Finding:
        count = self.up.count
        least, most = int(count.argmin()), int(count.argmax())
        few, many = self._device(int(self.switches[least])), self._device(int(self.switches[most]))
        return note(
            "uplinks.irregular",
            f"/devices/{self.wiring.vertex_device[self.switches[least]]}",
            f"the {len(count):,} switches of tier {self.tier} ({self._name()}) have no usual number of "
            f"cables up: from {count[least]:,} ({called(few)}) to {count[most]:,} ({called(many)}): "
            "look at these two, if the tier should be even",
            few.id,
            many.id,
        )

    def _differs(
        self, rule: str, side: _Side, usual: Usual, at: int, missing: Sequence[Device] = ()
    ) -> Finding:
        row = int(self.wiring.vertex_device[side.switches[at]])
        device = self.wiring.document.devices[row]
        tier = int(self.levels.tier[side.switches[at]])
        name = tier_name(tier, self.levels.highest, self.wiring.document.tier_names)
        none_to = f"; none to {', '.join(called(each) for each in missing)}" if missing else ""
        return warning(
            rule,
            f"/devices/{row}",
            f"{called(device)} has {_cables(side.count[at], side.gbps[at])} {DIRECTIONS[rule]}, where "
            f"{usual.count:,} of {len(side.switches):,} switches of tier {tier} ({name}) have "
            f"{_cables(usual.row[0], usual.row[1])}{none_to}: cable it like them",
            device.id,
            *(each.id for each in missing),
        )

    def _device(self, vertex: int) -> Device:
        return self.wiring.document.devices[int(self.wiring.vertex_device[vertex])]

    def _name(self) -> str:
        return tier_name(self.tier, self.levels.highest, self.wiring.document.tier_names)


def _cables(count: float, gbps: float) -> str:
    return counted(int(count), "cable") + (f" of {gbps:,.0f} Gb/s" if gbps else "")
