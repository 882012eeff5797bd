"""What the cables of a fabric may cost where nobody has said yet which they are."""

from collections.abc import Container

import numpy as np

from simcore.document.catalogue import CABLE_TYPES, OPTICAL_LINK_USD
from simcore.document.fabric import FabricDocument, PriceBand
from simcore.document.wiring import wire


def estimate_of_cables(document: FabricDocument, *, known: Container[str] = CABLE_TYPES) -> PriceBand | None:
    """Return the price of all cables without a known medium, by their speed; None where there are none.

    An optical link costs as much per Gbit/s as one of 400 does; cables of unknown speed are left out.
    """
    gbps = wire(document).cable_gbps
    unnamed = np.array([cable.medium not in known for cable in document.cables], dtype=np.bool_)
    speeds = gbps[unnamed & ~np.isnan(gbps)] if len(gbps) else gbps
    if not len(speeds):
        return None
    low, high = (float(speeds.sum()) / 400 * price for price in OPTICAL_LINK_USD)
    return PriceBand(
        low=round(low),
        high=round(high),
        basis=f"{len(speeds):,} cables without a medium, taken as optical links: {OPTICAL_LINK_USD[0]:,.0f} "
        f"to {OPTICAL_LINK_USD[1]:,.0f} $ per 400 Gb/s (DeepSeek-AI, ISCA 2025, table 3; public cluster "
        "price sheet of August 2024); copper costs less",
    )
