"""Switches and servers that can be bought, and what they can add in the network, each with its source.

Speeds are per direction. A figure without a primary source is marked as an assumption.
"""

from dataclasses import dataclass
from typing import Final

from simcore.document.fabric import (
    Aggregation,
    AggregationProfile,
    DeviceKind,
    DeviceType,
    PortBlock,
)


@dataclass(frozen=True, slots=True)
class AggregationRule:
    """How many aggregation streams may be active at one time, and per what.

    ``scope`` is "switch", "port" or "none"; ``source`` says where the rule is written.
    """

    title: str
    scope: str
    active: int
    source: str


_SHARP = "NVIDIA SHARP Rev 3.13.0, General Information: streaming aggregation (SAT), "

AGGREGATION_PROFILES: Final[dict[AggregationProfile, AggregationRule]] = {
    AggregationProfile.NONE: AggregationRule(
        title="Adds nothing, passes copies on",
        scope="none",
        active=0,
        source="the behaviour of any switch without a reducer",
    ),
    AggregationProfile.QUANTUM: AggregationRule(
        title="Quantum (HDR): one stream a switch",
        scope="switch",
        active=1,
        source=_SHARP + "Quantum: one active stream per switch",
    ),
    AggregationProfile.QUANTUM_2: AggregationRule(
        title="Quantum-2 (NDR): one stream a port",
        scope="port",
        active=1,
        source=_SHARP + "Quantum-2: one active stream per port, port-disjoint trees run together",
    ),
}

QM9700: Final = DeviceType(
    id="QM9700",
    kind=DeviceKind.SWITCH,
    name="NVIDIA QM9700, 64 × 400 Gb/s NDR InfiniBand",
    ports=(PortBlock(name="p", count=64, gbps=400.0),),
    aggregation=Aggregation(profile=AggregationProfile.QUANTUM_2),
    source="NVIDIA QM97X0 NDR switch systems user manual: 64 ports of 400 Gb/s in 32 OSFP cages",
)

QM8700: Final = DeviceType(
    id="QM8700",
    kind=DeviceKind.SWITCH,
    name="NVIDIA QM8700, 40 × 200 Gb/s HDR InfiniBand",
    ports=(PortBlock(name="p", count=40, gbps=200.0),),
    aggregation=Aggregation(profile=AggregationProfile.QUANTUM),
    source="NVIDIA QM87XX HDR switch systems user manual: 40 QSFP56 ports of 200 Gb/s",
)

ETHERNET_64X400: Final = DeviceType(
    id="ethernet-64x400",
    kind=DeviceKind.SWITCH,
    name="Generic Ethernet switch, 64 × 400 Gb/s",
    ports=(PortBlock(name="p", count=64, gbps=400.0),),
    source="Broadcom Tomahawk 4 product brief: 25.6 Tb/s, 64 ports of 400 Gb/s; no in-network aggregation",
)

DGX_H100: Final = DeviceType(
    id="DGX-H100",
    kind=DeviceKind.SERVER,
    name="NVIDIA DGX H100, 8 GPUs, 8 × 400 Gb/s compute adapters",
    ports=tuple(PortBlock(name=f"nic{number}", gbps=400.0) for number in range(1, 9)),
    gpus=8,
    source="NVIDIA DGX H100/H200 user guide: 8 GPUs, 8 single-port ConnectX-7 for compute at up to 400 Gb/s",
)


@dataclass(frozen=True, slots=True)
class Chip:
    """An InfiniBand switch or adapter chip: the most one of its ports runs at, over four lanes."""

    name: str
    gbps: float
    aggregation: AggregationProfile = AggregationProfile.NONE


# By device id as ``ibnetdiscover`` prints it (devid). Names: the PCI ID repository (pci-ids.ucw.cz),
# vendor 15b3; rates: the generation's rate on four lanes.
INFINIBAND_CHIPS: Final[dict[int, Chip]] = {
    0xC738: Chip("SwitchX", 56.25),
    0xCB20: Chip("Switch-IB", 100.0),
    0xCF08: Chip("Switch-IB 2", 100.0),
    0xD2F0: Chip("Quantum", 200.0, AggregationProfile.QUANTUM),
    0xD2F2: Chip("Quantum-2", 400.0, AggregationProfile.QUANTUM_2),
    0xD2F4: Chip("Quantum-3", 800.0),
    0x1003: Chip("ConnectX-3", 56.25),
    0x1011: Chip("Connect-IB", 56.25),
    0x1013: Chip("ConnectX-4", 100.0),
    0x1017: Chip("ConnectX-5", 100.0),
    0x1019: Chip("ConnectX-5 Ex", 100.0),
    0x101B: Chip("ConnectX-6", 200.0),
    0x1021: Chip("ConnectX-7", 400.0),
    0x1023: Chip("ConnectX-8", 800.0),
}

# Beginnings of switch models, for dumps that state a model but no chip.
_MODELS: Final = (("MQM97", 0xD2F2), ("QM97", 0xD2F2), ("MQM87", 0xD2F0), ("QM87", 0xD2F0))


def infiniband_chip(device_id: int, model: str) -> Chip | None:
    """Return the chip of this device id, else of this switch model, None for neither known."""
    found = INFINIBAND_CHIPS.get(device_id)
    if found is not None:
        return found
    return next((INFINIBAND_CHIPS[chip] for start, chip in _MODELS if model.upper().startswith(start)), None)
