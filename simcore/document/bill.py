"""The bill of materials: how many of each part, what they cost, draw and take up, per tier and in all.

Tiers come from the cabling. Parts are device types and cable types; a cable without a known type counts as
the part "cable-400", by its speed, or "cable". A device's power is without optics, which a cable
type counts; a cable without a known type adds nothing. Nothing raises: what is not known is counted so.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil, isfinite, isnan
from typing import Final

import numpy as np

from simcore.document.catalogue import CABLE_TYPES
from simcore.document.common import DocumentModel
from simcore.document.fabric import CableType, DeviceType, FabricDocument
from simcore.document.prices import PriceList
from simcore.document.structure import UNREACHED, tier_name, vertex_tiers
from simcore.document.wiring import Wiring, wire

NO_PRICES: Final = PriceList()
UNCONNECTED: Final = "unconnected"
HOSTS: Final = "host"
UNKNOWN: Final = "unknown"


class BillFigures(DocumentModel):
    """Sums over pieces; ``without_…`` counts the pieces whose figure is not known and not in the sum."""

    count: int = 0
    price_low: float = 0.0
    price_high: float = 0.0
    without_price: int = 0
    power_w: float = 0.0
    without_power: int = 0
    rack_units: float = 0.0
    without_rack_units: int = 0


class BillLine(DocumentModel):
    """One part in one place; figures are of one piece.

    ``kind`` is "switch", "server" or "cable", "unknown" for devices whose type is not declared.
    ``place`` is a tier ("leaf"), or two with cables between them ("host – leaf"). ``listed`` tells that the
    price is the person's own; ``basis`` on what ground another is said, which may be an assumption, None
    without such a price. ``links`` counts the cables of the drawing, where a piece carries several.
    """

    place: str
    kind: str
    part: str
    name: str
    count: int
    links: int | None
    listed: bool
    price_low: float | None
    price_high: float | None
    basis: str | None
    power_w: float | None
    rack_units: float | None
    length_m: float | None
    without_length: int

    def figures(self) -> BillFigures:
        """Return the sums of this line."""
        is_cable = self.kind == "cable"
        return BillFigures(
            count=self.count,
            price_low=self.count * (self.price_low or 0.0),
            price_high=self.count * (self.price_high or 0.0),
            without_price=self.count if self.price_low is None else 0,
            power_w=self.count * (self.power_w or 0.0),
            without_power=self.count if self.power_w is None and not is_cable else 0,
            rack_units=self.count * (self.rack_units or 0.0),
            without_rack_units=self.count if self.rack_units is None and not is_cable else 0,
        )


class PlaceFigures(DocumentModel):
    """The sums of one tier, or of the cables between two."""

    place: str
    figures: BillFigures


class Bill(DocumentModel):
    """All lines, from the hosts upwards with the cables of each tier after it; their sums; the currency."""

    currency: str
    lines: tuple[BillLine, ...]
    places: tuple[PlaceFigures, ...]
    total: BillFigures


def bill_of(
    document: FabricDocument,
    *,
    prices: PriceList = NO_PRICES,
    cable_types: Mapping[str, CableType] = CABLE_TYPES,
) -> Bill:
    """Return the bill of a fabric; ``cable_types`` are those that a cable's ``medium`` can name, by id."""
    wiring = wire(document)
    tier = _device_tiers(wiring)
    lines = [*_devices(wiring, tier, prices), *_cables(wiring, tier, prices, cable_types)]
    lines.sort(key=lambda each: each[0])
    places: dict[str, list[BillFigures]] = {}
    for _, line in lines:
        places.setdefault(line.place, []).append(line.figures())
    return Bill(
        currency=prices.currency,
        lines=tuple(line for _, line in lines),
        places=tuple(PlaceFigures(place=place, figures=_sum(each)) for place, each in places.items()),
        total=_sum(line.figures() for _, line in lines),
    )


def cable_parts(wiring: Wiring) -> tuple[str, ...]:
    """Return the part of each cable: (C,) its medium, else "cable-400" by its speed, else "cable"."""
    speeds: list[float] = wiring.cable_gbps.tolist()
    return tuple(
        cable.medium or ("cable" if isnan(gbps) else f"cable-{gbps:g}")
        for cable, gbps in zip(wiring.document.cables, speeds, strict=True)
    )


# Sorts lines: by tier, devices before the cables that go up from it, then by the tier above, then by part.
_Order = tuple[int, int, int, str]


def _devices(wiring: Wiring, tier: list[int], prices: PriceList) -> list[tuple[_Order, BillLine]]:
    listed = prices.by_part()
    types = {each.id: each for each in reversed(wiring.document.device_types)}
    parts = [device.type for device in wiring.document.devices]
    lines = []
    for (level, part), count in Counter(zip(tier, parts, strict=True)).items():
        found = types.get(part)
        band = prices.band(part, listed, None if found is None else found.price_usd)
        line = BillLine(
            place=_place(wiring, tier, level),
            kind=UNKNOWN if found is None else found.kind.value,
            part=part,
            name="" if found is None else found.name,
            count=count,
            links=None,
            listed=part in listed,
            price_low=None if band is None else band[0],
            price_high=None if band is None else band[1],
            basis=_basis(found, is_said=band is not None and part not in listed),
            power_w=None if found is None else found.power_w,
            rack_units=None if found is None else found.rack_units,
            length_m=None,
            without_length=0,
        )
        lines.append(((_height(level), 0, 0, part), line))
    return lines


def _cables(
    wiring: Wiring, tier: list[int], prices: PriceList, cable_types: Mapping[str, CableType]
) -> list[tuple[_Order, BillLine]]:
    document, listed = wiring.document, prices.by_part()
    alike: dict[tuple[int, int, str], list[float | None]] = {}
    whole: list[bool] = wiring.is_whole.tolist()
    ends: list[list[int]] = wiring.end_device.tolist()
    for cable, part, joins, (a, b) in zip(document.cables, cable_parts(wiring), whole, ends, strict=True):
        if joins:
            low, high = sorted((tier[a], tier[b]), key=_height)
            alike.setdefault((low, high, part), []).append(cable.length_m)
    lines = []
    for (low, high, part), lengths in alike.items():
        found = cable_types.get(part)
        band = prices.band(part, listed, None if found is None else found.price_usd)
        known = [each for each in lengths if each is not None]
        line = BillLine(
            place=f"{_place(wiring, tier, low)} – {_place(wiring, tier, high)}",
            kind="cable",
            part=part,
            name="" if found is None else found.name,
            count=len(lengths) if found is None else ceil(len(lengths) / found.links),
            links=len(lengths),
            listed=part in listed,
            price_low=None if band is None else band[0],
            price_high=None if band is None else band[1],
            basis=_basis(found, is_said=band is not None and part not in listed),
            power_w=None if found is None else found.power_w,
            rack_units=None,
            length_m=sum(known) if isfinite(sum(known)) else None,
            without_length=len(lengths) - len(known),
        )
        lines.append(((_height(low), 1, _height(high), part), line))
    return lines


def _basis(found: DeviceType | CableType | None, *, is_said: bool) -> str | None:
    return found.price_usd.basis if is_said and found is not None and found.price_usd is not None else None


def _sum(figures: Iterable[BillFigures]) -> BillFigures:
    sums: Counter[str] = Counter()
    for each in figures:
        sums.update(each.model_dump())
    return BillFigures.model_validate(dict(sums))


def _device_tiers(wiring: Wiring) -> list[int]:
    """Return (D,) the tier of each device: 0 for servers, -1 for what reaches none or has no type."""
    found = np.where(wiring.device_type < 0, UNREACHED, 0)
    switches = np.flatnonzero(wiring.vertex_is_switch)
    found[wiring.vertex_device[switches]] = vertex_tiers(wiring)[switches]
    tiers: list[int] = found.tolist()
    return tiers


def _height(level: int) -> int:
    """Return where a tier stands in the bill: switches that reach no server come last."""
    return 1_000_000 if level == UNREACHED else level


def _place(wiring: Wiring, tier: list[int], level: int) -> str:
    if level == UNREACHED:
        return UNCONNECTED
    return HOSTS if level == 0 else tier_name(level, max(tier), wiring.document.tier_names)
