"""What can be bought, and what it can do: switches, servers, adapters and cables, each with its sources.

Speeds are per direction. ``DEVICE_TYPES`` and ``CABLE_TYPES`` are the tables by id; a figure without a
primary source is called an assumption in its ``source``, and a price is a band with its basis.
"""

from functools import lru_cache
from typing import Final

from simcore.document.catalogue.adapters import ADAPTERS, AdapterType
from simcore.document.catalogue.aggregation import AGGREGATION_PROFILES, AggregationRule
from simcore.document.catalogue.cable_prices import OPTICAL_LINK_USD
from simcore.document.catalogue.chips import INFINIBAND_CHIPS, Chip, infiniband_chip
from simcore.document.catalogue.ethernet_cables import ETHERNET_CABLES
from simcore.document.catalogue.servers import DGX_H100, SERVERS
from simcore.document.catalogue.switches import ETHERNET_64X400, QM8700, QM9700, SWITCHES
from simcore.document.catalogue.twin_port_cables import TWIN_PORT_CABLES
from simcore.document.fabric import CableType, DeviceType

DEVICE_TYPES: Final[dict[str, DeviceType]] = {each.id: each for each in (*SWITCHES, *SERVERS)}
CABLE_TYPES: Final[dict[str, CableType]] = {each.id: each for each in (*TWIN_PORT_CABLES, *ETHERNET_CABLES)}
ADAPTER_TYPES: Final[dict[str, AdapterType]] = {each.id: each for each in ADAPTERS}

# The same ports and height: the 90 has no processor of its own to manage it; the maker's manual of the
# QM97X0 and the releases of MLNX-OS name QM9701 with QM9700.
_VARIANTS: Final = {"QM9790": "QM9700", "QM9701": "QM9700", "QM8790": "QM8700"}
# So short a beginning could mean anything.
SHORTEST_MODEL: Final = 4


@lru_cache(maxsize=1024)
def type_of_model(model: str) -> DeviceType | None:
    """Return the type of the catalogue that a maker's model name means ("MQM9700-NS2F"), None for none.

    Case and punctuation play no role, nor does the M of an NVIDIA order number; the longest id that the
    model name begins with is meant.
    """
    bare = _bare(model)
    names: tuple[str, ...] = (bare, bare[1:]) if bare.startswith(("MQM", "MSN")) else (bare,)
    for variant, listed in _VARIANTS.items():
        names = tuple(name.replace(variant, listed, 1) for name in names)
    found = [
        each
        for each in DEVICE_TYPES.values()
        if len(_bare(each.id)) >= SHORTEST_MODEL and any(name.startswith(_bare(each.id)) for name in names)
    ]
    return max(found, key=lambda each: len(_bare(each.id)), default=None)


def _bare(name: str) -> str:
    return "".join(each for each in name.upper() if each.isalnum())


__all__ = [
    "ADAPTER_TYPES",
    "AGGREGATION_PROFILES",
    "CABLE_TYPES",
    "DEVICE_TYPES",
    "DGX_H100",
    "ETHERNET_64X400",
    "INFINIBAND_CHIPS",
    "OPTICAL_LINK_USD",
    "QM8700",
    "QM9700",
    "SERVERS",
    "SWITCHES",
    "AdapterType",
    "AggregationRule",
    "Chip",
    "infiniband_chip",
    "type_of_model",
]
