"""Lengths and media for the cables of a template's fabric: as stated, or estimated by a rule of racks.

The rule is an assumption, in one sentence: servers fill racks in their order, racks fill rows; a switch
stands in the rack in the middle of what it is cabled to from below; a cable goes up to a tray, along the
rows, across them, and down, and is ordered in the next length that is sold.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.capabilities import AggregationProfile
from simcore.document.catalogue import CABLE_TYPES
from simcore.document.fabric import CableType, FabricDocument, Medium
from simcore.document.structure import vertex_tiers
from simcore.document.wiring import Wiring, wire
from simcore.document.words import counted

# The rule of racks, all assumptions: a rack of 600 mm, rows with an aisle between, two metres to the tray.
RACK_M: Final = 0.6
ROW_M: Final = 2.4
TRAY_M: Final = 2.0
IN_RACK_M: Final = 2.0
SOLD_M: Final = (
    1,
    2,
    3,
    5,
    7,
    10,
    15,
    20,
    30,
    40,
    50,
    75,
    100,
    150,
    200,
    300,
    400,
    500,
    750,
    1000,
    1500,
    2000,
)
# To hosts; between switches from the lowest tier; from a higher one.
BOUNDARIES: Final = 3

# What is taken at each speed, from short to long. InfiniBand switches have twin-port cages from 400 Gb/s.
_ETHERNET: Final[dict[float, tuple[str, ...]]] = {
    100.0: ("100GBASE-CR4", "100GBASE-SR4", "100GBASE-DR", "100GBASE-LR4"),
    200.0: ("DAC-200", "200GBASE-SR4", "200GBASE-DR4", "200GBASE-FR4"),
    400.0: ("400GBASE-CR4", "400GBASE-SR4", "400GBASE-DR4", "400GBASE-FR4"),
    800.0: ("800GBASE-CR8", "800GBASE-SR8", "800GBASE-DR8"),
}
_TO_ADAPTERS: Final[dict[float, tuple[str, ...]]] = {
    200.0: ("DAC-200", "AOC-200"),
    400.0: ("MCP7Y00", "SR4-2x400-adapters", "DR4-2x400-adapters"),
    800.0: ("DR4-2x800",),
}
_BETWEEN_SWITCHES: Final[dict[float, tuple[str, ...]]] = {
    **_TO_ADAPTERS,
    400.0: ("MCP4Y10", "ACC-2x400", "SR4-2x400", "DR4-2x400-100m", "DR4-2x400-500m", "FR4-2x400"),
}


class Lengths(StrEnum):
    """Where lengths come from that nobody has stated."""

    UNKNOWN = "unknown"
    RACKS = "estimated by racks"


class Media(StrEnum):
    """Which cable types are taken."""

    UNKNOWN = "unknown"
    BY_LENGTH = "by length"
    COPPER = "copper"
    MULTIMODE = "multimode"
    SINGLEMODE = "single mode"


_OF_MEDIA: Final[dict[Media, tuple[Medium, ...]]] = {
    Media.BY_LENGTH: tuple(Medium),
    Media.COPPER: (Medium.PASSIVE_COPPER, Medium.ACTIVE_COPPER),
    Media.MULTIMODE: (Medium.MULTIMODE, Medium.ACTIVE_OPTICAL),
    Media.SINGLEMODE: (Medium.SINGLEMODE,),
}


@dataclass(frozen=True, slots=True)
class Cabling:
    """What a person says of the cables; ``stated`` are metres by boundary, 0 for not stated."""

    lengths: Lengths
    stated: tuple[float, float, float]
    servers_per_rack: int
    racks_per_row: int
    media: Media

    @property
    def says_something(self) -> bool:
        """Whether a cable gets a length or a medium."""
        return self.lengths is not Lengths.UNKNOWN or any(self.stated) or self.media is not Media.UNKNOWN

    def rule(self) -> str:
        """Return the rule of racks in words, with its numbers."""
        racks = counted(self.racks_per_row, "rack")
        return (
            f"lengths are estimated, an assumption: servers fill racks of {self.servers_per_rack} and rows "
            f"of {racks}, {RACK_M:g} m a rack and {ROW_M:g} m a row; a switch stands in the middle of what "
            f"it is cabled to from below; {TRAY_M:g} m up to the tray and {TRAY_M:g} m down, {IN_RACK_M:g} "
            "m within a rack; rounded up to a length that is sold. Measure before you order"
        )


def cabled(document: FabricDocument, cabling: Cabling) -> FabricDocument:
    """Return the document with lengths and media for its cables, as far as ``cabling`` tells them."""
    if not cabling.says_something:
        return document
    wiring = wire(document)
    tier = vertex_tiers(wiring)
    low = np.minimum(*tier[wiring.end_vertex].T)
    metres = np.array(cabling.stated)[np.clip(low, 0, BOUNDARIES - 1)]
    if cabling.lengths is Lengths.RACKS:
        metres = np.where(metres > 0, metres, _by_racks(wiring, tier, cabling))
    twin = _of_twin_ports(wiring)
    return document.model_copy(
        update={
            "cables": tuple(
                cable.model_copy(
                    update={
                        "length_m": length or None,
                        "medium": _type_for(
                            cabling.media, length, cable.gbps, has_twin_ports=is_twin, to_host=bottom == 0
                        ),
                    }
                )
                for cable, length, is_twin, bottom in zip(
                    document.cables, metres.tolist(), twin.tolist(), low.tolist(), strict=True
                )
            )
        }
    )


def _by_racks(wiring: Wiring, tier: NDArray[np.int32], cabling: Cabling) -> NDArray[np.float64]:
    """Return (C,) metres by the rule of racks."""
    pitch = np.array([RACK_M, ROW_M])
    place = np.zeros((len(tier), 2))  # in racks and rows
    hosts = np.unique(wiring.vertex_device[tier == 0])
    rack = np.searchsorted(hosts, wiring.vertex_device[tier == 0]) // cabling.servers_per_rack
    place[tier == 0] = np.stack((rack % cabling.racks_per_row, rack // cabling.racks_per_row), axis=1)
    ends = wiring.end_vertex
    above, below = np.concatenate((ends, ends[:, ::-1])).T
    for level in range(1, int(tier.max(initial=0)) + 1):
        chosen = (tier[above] == level) & (tier[below] == level - 1)
        total = np.zeros(place.shape)
        np.add.at(total, above[chosen], place[below[chosen]])
        count = np.bincount(above[chosen], minlength=len(tier))
        here = tier == level
        place[here] = np.rint(total[here] / count[here, None])
    apart = (np.abs(place[ends[:, 0]] - place[ends[:, 1]]) * pitch).sum(axis=1)
    needed = np.where(apart > 0, apart + 2 * TRAY_M, IN_RACK_M)
    sold = np.array((*SOLD_M, np.inf), dtype=np.float64)
    found = sold[np.searchsorted(sold, needed - 1e-9)]
    return np.where(np.isinf(found), np.ceil(needed), found)


def _of_twin_ports(wiring: Wiring) -> NDArray[np.bool_]:
    """Return (C,) whether a cable ends at an InfiniBand switch, which one that aggregates is taken for."""
    types = [each.aggregation.profile is not AggregationProfile.NONE for each in wiring.document.device_types]
    of_device: NDArray[np.bool_] = np.array([*types, False])[wiring.device_type]
    one, other = of_device[wiring.end_device].T
    twin: NDArray[np.bool_] = one | other
    return twin


@lru_cache(maxsize=4096)
def _type_for(
    media: Media, length: float, gbps: float | None, *, has_twin_ports: bool, to_host: bool
) -> str | None:
    """Return the first type of these media that reaches, else the one that reaches furthest, None for none.

    By length alone nothing is taken that does not reach, nor without a length.
    """
    if media is Media.UNKNOWN or gbps is None or (media is Media.BY_LENGTH and not length):
        return None
    fitting = list(_types(media, gbps, has_twin_ports=has_twin_ports, to_host=to_host))
    for each in fitting:
        if length <= each.max_length_m:
            return each.id
    return fitting[-1].id if fitting and media is not Media.BY_LENGTH else None


def _types(media: Media, gbps: float, *, has_twin_ports: bool, to_host: bool) -> Iterator[CableType]:
    table = (_TO_ADAPTERS if to_host else _BETWEEN_SWITCHES) if has_twin_ports else _ETHERNET
    for name in table.get(gbps, ()):
        if CABLE_TYPES[name].medium in _OF_MEDIA[media]:
            yield CABLE_TYPES[name]
