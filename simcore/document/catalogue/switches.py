"""Switches that can be bought, each with the source of every figure; power is without pluggable optics.

Prices are bands for one piece. A source tells each figure after its name ("Ports: …", "Power: …") with the
document and its address; what no document confirms is called an assumption there.
"""

from typing import Final

from simcore.document.capabilities import Aggregation, AggregationProfile
from simcore.document.catalogue.sources import FABRIC_LATENCY, NETBOX, SHARP
from simcore.document.fabric import DeviceKind, DeviceType, PortBlock, PriceBand

# What two more RoCE switches add, 2.0 µs, less 20 m of fibre each: docs/model/latency.md.
ROCE_HOP_NS: Final = 900.0
_ROCE_LATENCY: Final = (
    " Latency: 900 ns a hop, fitted to 3.6 and 5.6 µs over one and three switches (DeepSeek-AI, ISCA 2025, "
    "table 5, RoCE; docs/model/latency.md)."
)
_INFINIBAND_LATENCY: Final = FABRIC_LATENCY + " The vendor's figure port to port is lower."
_NO_REDUCER: Final = " Aggregation: assumption, none; the chip's documents speak of no reducer."
_SWITCH_PRICE: Final = (
    "public cluster price sheet of August 2024 (docs.google.com, 1Ft3RbeZ…): 36,000 from a reseller, about "
    "50,000 from the vendor; 83,000 follows from DeepSeek-AI, ISCA 2025, table 3; 25,000 is an assumption"
)
_SPECTRUM_4: Final = (
    "NVIDIA, Spectrum-4 SN5000 2U switch systems hardware user manual, Data Interfaces "
    "(docs.nvidia.com/networking/display/sn5000/data+interfaces)"
)
_TOMAHAWK_5: Final = (
    "Broadcom delivers 51.2 Tbps Tomahawk 5, August 2022 "
    "(convergedigest.blogspot.com/2022_08_21_archive.html)"
)


def _ethernet(
    id_: str,
    name: str,
    ports: tuple[int, float],
    *,
    power_w: float,
    rack_units: float,
    price: PriceBand,
    source: str,
) -> DeviceType:
    count, gbps = ports
    return DeviceType(
        id=id_,
        kind=DeviceKind.SWITCH,
        name=f"{name}, {count} × {gbps:g} Gb/s" + (" Ethernet" if "Spectrum" in name else ""),
        ports=(PortBlock(name="p", count=count, gbps=gbps),),
        power_w=power_w,
        rack_units=rack_units,
        price_usd=price,
        latency_ns=ROCE_HOP_NS,
        source=source + _NO_REDUCER + _ROCE_LATENCY,
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
    source="Ports, height: NVIDIA, QM97XX 1U NDR 400Gbps InfiniBand Switch Systems User Manual, Interfaces "
    "(docs.nvidia.com/networking/display/QM97X0PUB/Interfaces): two ports of 400 Gb/s a cage; 32 cages as in "
    + NETBOX
    + "Nvidia/QM9700.yaml. Power: assumption, between 700 and 1,720 W, which are told of switches of 25.6 "
    "Tb/s; the manual limits optics to 17 W a cage. Aggregation: " + SHARP + "." + _INFINIBAND_LATENCY,
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
    source="Ports, height: NVIDIA, QM87xx 1U HDR 200Gb/s InfiniBand Switch Systems User Manual "
    "(docs.nvidia.com/networking/display/QM87XX); 40 QSFP56 as in "
    + NETBOX
    + "Mellanox/qm8700.yml. Power: assumption, a third of a QM9700 for a third of its capacity; each of its "
    "two supplies is one of 1,100 W. Aggregation: " + SHARP + "." + _INFINIBAND_LATENCY,
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
    source="Ports, height: "
    + NETBOX
    + "Nvidia/Q3400-RA.yaml, which cites NVIDIA, Q3200-RA/Q3400-RA XDR 800Gb/s "
    "InfiniBand Switch Systems User Manual (docs.nvidia.com/networking/display/XDRSwitchesHWUM): 144 ports "
    "in 72 cages, 4U. Power: assumption, the watts per Tb/s of a QM9700; the same library lists 875 W for "
    "each of the eight supplies. Aggregation: assumption, none; the limits of SHARP on Quantum-3 are not "
    "public." + _INFINIBAND_LATENCY,
)

ETHERNET_64X400: Final = _ethernet(
    "ethernet-64x400",
    "Generic Ethernet switch",
    (64, 400.0),
    power_w=1200.0,
    rack_units=2.0,
    price=PriceBand(low=25_000, high=50_000, basis=_SWITCH_PRICE),
    source="Ports: Linley Newsletter, Tomahawk 4 Switch First to 25.6Tbps, December 2019 "
    "(linleygroup.com/newsletters/newsletter_detail.php?num=6104): BCM56990, 64 of 400 Gb/s. Height: IP "
    "Infusion, Tomahawk 4 (ipinfusion.com/technology/tomahawk-4/): Edgecore AS9736-64D, 2U. Power: "
    "assumption, between 700 and 1,720 W, which are told of switches of 25.6 Tb/s; that page has 2,100 W "
    "with optics.",
)

SN5400: Final = _ethernet(
    "SN5400",
    "NVIDIA Spectrum SN5400",
    (64, 400.0),
    power_w=1200.0,
    rack_units=2.0,
    price=PriceBand(low=25_000, high=50_000, basis="assumption: as a generic switch of 64 × 400 Gb/s"),
    source=f"Ports, height: {_SPECTRUM_4}: 64 of 400 Gb/s. Power: assumption, as other switches of 25.6 "
    "Tb/s.",
)

SN5600: Final = _ethernet(
    "SN5600",
    "NVIDIA Spectrum SN5600",
    (128, 400.0),
    power_w=1900.0,
    rack_units=2.0,
    price=PriceBand(low=50_000, high=100_000, basis="assumption: twice a switch of 25.6 Tb/s"),
    source=f"Ports, height: {_SPECTRUM_4}: 64 of 800 or 128 of 400 Gb/s. Power: assumption, two supplies of "
    "3 kW less 64 optics of 17 W, and not all of it.",
)

SN5600_800: Final = _ethernet(
    "SN5600-64x800",
    "NVIDIA Spectrum SN5600",
    (64, 800.0),
    power_w=1900.0,
    rack_units=2.0,
    price=PriceBand(low=50_000, high=100_000, basis="assumption: twice a switch of 25.6 Tb/s"),
    source=f"Ports, height: {_SPECTRUM_4}: 64 of 800 or 128 of 400 Gb/s. Power: assumption, as with 128 "
    "ports.",
)

ETHERNET_64X800: Final = _ethernet(
    "ethernet-64x800",
    "Generic Ethernet switch",
    (64, 800.0),
    power_w=1900.0,
    rack_units=2.0,
    price=PriceBand(low=50_000, high=100_000, basis="assumption: twice a switch of 25.6 Tb/s"),
    source=f"Ports: {_TOMAHAWK_5}: 64 of 800 Gb/s. Height: assumption, as an SN5600. Power: assumption, as "
    "an SN5600.",
)

ETHERNET_32X100: Final = _ethernet(
    "ethernet-32x100",
    "Generic Ethernet switch",
    (32, 100.0),
    power_w=300.0,
    rack_units=1.0,
    price=PriceBand(low=4_000, high=15_000, basis="assumption: street prices of 32 × 100 Gb/s switches"),
    source="Ports, height: Mellanox, mlxsw wiki (github.com/Mellanox/mlxsw/wiki): SN2700, 1U with 32 QSFP28 "
    "of 100 Gb/s. Power: assumption.",
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
    SN5600_800,
)
