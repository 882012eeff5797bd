"""What cables cost: bands by link of 400 Gb/s, with their basis."""

from typing import Final

from simcore.document.fabric import PriceBand

# Per link of 400 Gb/s.
OPTICAL_LINK_USD: Final = (503.0, 1320.0)
_OPTICAL_BASIS: Final = (
    "per link of 400 Gb/s: 503 follows from DeepSeek-AI, ISCA 2025, table 3; 1,280 to 1,320 from the public "
    "cluster price sheet of August 2024 (docs.google.com, 1Ft3RbeZ…)"
)
_MULTIMODE_BASIS: Final = (
    _OPTICAL_BASIS + "; multimode costs 30 % of single mode (Qian et al., Alibaba HPN, SIGCOMM 2024)"
)
_COPPER_BASIS: Final = "assumption: street prices of passive copper, 100 to 300 per link of 400 Gb/s"
STREET: Final = "assumption: street prices"


def optical(links: int, gbps: float, *, multimode: bool = False) -> PriceBand:
    """Return what so many links of glass cost, with their transceivers."""
    share = links * gbps / 400
    low, high = OPTICAL_LINK_USD
    if multimode:
        return PriceBand(low=round(0.3 * low * share), high=round(high * share), basis=_MULTIMODE_BASIS)
    return PriceBand(low=round(low * share), high=round(high * share), basis=_OPTICAL_BASIS)


def copper(links: int, gbps: float) -> PriceBand:
    """Return what so many links of passive copper cost."""
    share = links * gbps / 400
    return PriceBand(low=round(100 * share), high=round(300 * share), basis=_COPPER_BASIS)
