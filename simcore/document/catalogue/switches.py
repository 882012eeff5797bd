"""Switches that can be bought, each with the source of every figure; power is without pluggable optics.

Prices are bands for one piece. A figure without a primary source is called an assumption.
"""

from typing import Final

from simcore.document.fabric import (
    Aggregation,
    AggregationProfile,
    DeviceKind,
    DeviceType,
    PortBlock,
    PriceBand,
)

# What two more RoCE switches add, 2.0 µs, less 20 m of fibre each: docs/model/latency.md.
ROCE_HOP_NS: Final = 900.0
_ROCE_LATENCY: Final = (
    "Latency: 900 ns a hop, fitted to 3.6 and 5.6 µs over one and three switches (DeepSeek-AI, ISCA 2025, "
    "table 5, RoCE)."
)
_INFINIBAND_LATENCY: Final = (
    "Latency: that of the fabric, whose default of 350 ns a hop is fitted to NDR InfiniBand "
    "(docs/model/latency.md); the vendor's figure port to port is lower."
)
_SWITCH_PRICE: Final = (
    "public cluster price sheet of August 2024 (docs.google.com, 1Ft3RbeZ…): 36,000 from a reseller, about "
    "50,000 from the vendor; 83,000 follows from DeepSeek-AI, ISCA 2025, table 3; 25,000 is an assumption"
)

QM9700: Final = DeviceType(
    id="QM9700",
    kind=DeviceKind.SWITCH,
    name="NVIDIA QM9700, 64 × 400 Gb/s NDR InfiniBand",
    ports=(PortBlock(name="p", count=64, gbps=400.0),),
    aggregation=Aggregation(profile=AggregationProfile.QUANTUM_2),
    power_w=1200.0,
    rack_units=1.0,
    price_usd=PriceBand(low=25_000, high=83_000, basis=_SWITCH_PRICE),
    source="Ports, height: NVIDIA QM97X0 1U NDR 400Gb/s InfiniBand switch systems user manual, 64 ports of "
    "400 Gb/s in 32 OSFP cages. Power: assumption, between 700 W with passive cables and 1,720 W with optics "
    "of 17 W in all cages. Aggregation: NVIDIA SHARP Rev 3.13.0. " + _INFINIBAND_LATENCY,
)

QM8700: Final = DeviceType(
    id="QM8700",
    kind=DeviceKind.SWITCH,
    name="NVIDIA QM8700, 40 × 200 Gb/s HDR InfiniBand",
    ports=(PortBlock(name="p", count=40, gbps=200.0),),
    aggregation=Aggregation(profile=AggregationProfile.QUANTUM),
    power_w=400.0,
    rack_units=1.0,
    price_usd=PriceBand(
        low=10_000, high=30_000, basis="assumption: about 1.2 times the price per Tb/s of a QM9700"
    ),
    source="Ports, height: NVIDIA QM87XX 1U HDR 200Gb/s InfiniBand switch systems user manual, 40 QSFP56 "
    "ports of 200 Gb/s. Power: assumption, a third of a QM9700 for a third of its capacity. Aggregation: "
    "NVIDIA SHARP Rev 3.13.0. " + _INFINIBAND_LATENCY,
)

Q3400: Final = DeviceType(
    id="Q3400-RA",
    kind=DeviceKind.SWITCH,
    name="NVIDIA Quantum-X800 Q3400-RA, 144 × 800 Gb/s XDR InfiniBand",
    ports=(PortBlock(name="p", count=144, gbps=800.0),),
    power_w=5400.0,
    rack_units=4.0,
    price_usd=PriceBand(
        low=110_000, high=370_000, basis="assumption: the price per Tb/s of a QM9700 times 115.2 Tb/s"
    ),
    source="Ports, height: NVIDIA Q32xx and Q34xx XDR 800Gb/s InfiniBand switch systems user manual, 144 "
    "ports of 800 Gb/s in 72 OSFP cages, 4U. Power: assumption, the watts per Tb/s of a QM9700. Aggregation: "
    "none is modelled, the limits of SHARP on Quantum-3 are not public. " + _INFINIBAND_LATENCY,
)

ETHERNET_64X400: Final = DeviceType(
    id="ethernet-64x400",
    kind=DeviceKind.SWITCH,
    name="Generic Ethernet switch, 64 × 400 Gb/s",
    ports=(PortBlock(name="p", count=64, gbps=400.0),),
    power_w=1200.0,
    rack_units=2.0,
    price_usd=PriceBand(low=25_000, high=50_000, basis=_SWITCH_PRICE),
    latency_ns=ROCE_HOP_NS,
    source="Ports: Broadcom Tomahawk 4 product brief, 25.6 Tb/s, 64 ports of 400 Gb/s; no in-network "
    "aggregation. Height: assumption, 64 QSFP-DD cages fill 2U. Power: assumption, 700 to 1,720 W are told "
    "of switches of 25.6 Tb/s. " + _ROCE_LATENCY,
)

SN5400: Final = DeviceType(
    id="SN5400",
    kind=DeviceKind.SWITCH,
    name="NVIDIA Spectrum SN5400, 64 × 400 Gb/s Ethernet",
    ports=(PortBlock(name="p", count=64, gbps=400.0),),
    power_w=1200.0,
    rack_units=2.0,
    price_usd=PriceBand(low=25_000, high=50_000, basis="assumption: as a generic switch of 64 × 400 Gb/s"),
    latency_ns=ROCE_HOP_NS,
    source="Ports: NVIDIA Spectrum-4 SN5000 2U switch systems hardware user manual, Data Interfaces: 64 at "
    "400GbE. Height: the same manual, 2U. Power: assumption, as other switches of 25.6 Tb/s. "
    + _ROCE_LATENCY,
)

SN5600: Final = DeviceType(
    id="SN5600",
    kind=DeviceKind.SWITCH,
    name="NVIDIA Spectrum SN5600, 128 × 400 Gb/s Ethernet",
    ports=(PortBlock(name="p", count=128, gbps=400.0),),
    power_w=1900.0,
    rack_units=2.0,
    price_usd=PriceBand(low=50_000, high=100_000, basis="assumption: twice a switch of 25.6 Tb/s"),
    latency_ns=ROCE_HOP_NS,
    source="Ports: NVIDIA Spectrum-4 SN5000 2U switch systems hardware user manual, Data Interfaces: 64 OSFP "
    "cages at 800GbE, or 128 ports of 400GbE. Height: the same manual, 2U. Power: assumption, two supplies "
    "of 3 kW less 64 optics of 17 W. " + _ROCE_LATENCY,
)

ETHERNET_64X800: Final = DeviceType(
    id="ethernet-64x800",
    kind=DeviceKind.SWITCH,
    name="Generic Ethernet switch, 64 × 800 Gb/s",
    ports=(PortBlock(name="p", count=64, gbps=800.0),),
    power_w=1900.0,
    rack_units=2.0,
    price_usd=PriceBand(low=50_000, high=100_000, basis="assumption: twice a switch of 25.6 Tb/s"),
    latency_ns=ROCE_HOP_NS,
    source="Ports: Broadcom Tomahawk 5 product brief, 51.2 Tb/s, 64 ports of 800 Gb/s; no in-network "
    "aggregation. Height: assumption, 64 OSFP cages fill 2U. Power: assumption, as an SN5600. "
    + _ROCE_LATENCY,
)

ETHERNET_32X100: Final = DeviceType(
    id="ethernet-32x100",
    kind=DeviceKind.SWITCH,
    name="Generic Ethernet switch, 32 × 100 Gb/s",
    ports=(PortBlock(name="p", count=32, gbps=100.0),),
    power_w=300.0,
    rack_units=1.0,
    price_usd=PriceBand(low=4_000, high=15_000, basis="assumption: street prices of 32 × 100 Gb/s switches"),
    latency_ns=ROCE_HOP_NS,
    source="Ports: Broadcom Tomahawk product brief, 3.2 Tb/s, 32 ports of 100 Gb/s; no in-network "
    "aggregation. Height, power: assumption. " + _ROCE_LATENCY,
)

SWITCHES: Final = (
    QM8700,
    QM9700,
    Q3400,
    ETHERNET_32X100,
    ETHERNET_64X400,
    ETHERNET_64X800,
    SN5400,
    SN5600,
)
