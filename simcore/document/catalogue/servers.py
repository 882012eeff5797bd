"""Servers and cloud machines with their compute adapters, each with the source of every figure.

Adapters for storage and management are left out. A cloud machine is rented: it has no price to buy.
"""

from typing import Final

from simcore.document.fabric import DeviceKind, DeviceType, PortBlock, PriceBand

_LATENCY: Final = " Latency: that of the fabric (docs/model/latency.md)."
_RENTED: Final = " Power, height and price: none, the machine is rented." + _LATENCY


def _adapters(count: int, gbps: float) -> tuple[PortBlock, ...]:
    return tuple(PortBlock(name=f"nic{number}", gbps=gbps) for number in range(1, count + 1))


def _server(
    id_: str,
    name: str,
    adapters: tuple[int, float],
    *,
    power_w: float,
    rack_units: float,
    price: PriceBand,
    source: str,
    gpus: int = 8,
) -> DeviceType:
    return DeviceType(
        id=id_,
        kind=DeviceKind.SERVER,
        name=f"{name}, {gpus} GPUs, {adapters[0]} × {adapters[1]:g} Gb/s compute adapters",
        ports=_adapters(*adapters),
        gpus=gpus,
        power_w=power_w,
        rack_units=rack_units,
        price_usd=price,
        source=source + _LATENCY,
    )


def _machine(id_: str, name: str, adapters: tuple[int, float], source: str) -> DeviceType:
    return DeviceType(
        id=id_,
        kind=DeviceKind.SERVER,
        name=f"{name}, 8 GPUs, {adapters[0]} × {adapters[1]:g} Gb/s",
        ports=_adapters(*adapters),
        gpus=8,
        source=source + _RENTED,
    )


_H100_PRICE: Final = PriceBand(
    low=250_000,
    high=400_000,
    basis="public cluster price sheet of August 2024 (docs.google.com, 1Ft3RbeZ…): 310,000 with adapters, a "
    "quotation of 317,000 beside it; the band around it is an assumption",
)

DGX_A100: Final = _server(
    "DGX-A100",
    "NVIDIA DGX A100",
    (8, 200.0),
    power_w=6500.0,
    rack_units=6.0,
    price=PriceBand(
        low=100_000,
        high=200_000,
        basis="from 199,000 at the launch in May 2020 (NVIDIA's announcement); the low end, for a machine of "
        "an older generation, is an assumption",
    ),
    source="NVIDIA DGX A100 user guide: 8 GPUs, 8 single-port ConnectX-6 of 200 Gb/s, 6.5 kW at most, 6U.",
)

DGX_H100: Final = _server(
    "DGX-H100",
    "NVIDIA DGX H100",
    (8, 400.0),
    power_w=10_200.0,
    rack_units=8.0,
    price=_H100_PRICE,
    source="NVIDIA DGX H100/H200 user guide: 8 GPUs, 8 single-port ConnectX-7 for compute at up to 400 Gb/s, "
    "10.2 kW at most, 8U.",
)

HGX_H100: Final = _server(
    "HGX-H100",
    "Server with NVIDIA HGX H100",
    (8, 400.0),
    power_w=10_200.0,
    rack_units=8.0,
    price=_H100_PRICE,
    source="GPUs: NVIDIA HGX H100, 8 GPUs on a board. Adapters, power, height: assumption, as a DGX H100; "
    "makers build it in 6U to 8U.",
)

DGX_B200: Final = _server(
    "DGX-B200",
    "NVIDIA DGX B200",
    (8, 400.0),
    power_w=14_300.0,
    rack_units=10.0,
    price=PriceBand(
        low=350_000, high=600_000, basis="assumption: 1.4 to 1.5 times a server with 8 H100; no public list"
    ),
    source="NVIDIA DGX B200 user guide, Introduction: 8 GPUs, 8 single-port ConnectX-7 of 400 Gb/s, 14.3 kW "
    "at most, 10U.",
)

GB200_NVL72: Final = _server(
    "GB200-NVL72",
    "NVIDIA GB200 NVL72 rack",
    (72, 400.0),
    gpus=72,
    power_w=120_000.0,
    rack_units=48.0,
    price=PriceBand(
        low=2_500_000, high=4_000_000, basis="about 3,000,000 in the press of 2024; the band is an assumption"
    ),
    source="NVIDIA DGX GB rack scale systems user guide, Hardware: 18 compute trays of 4 GPUs and 4 "
    "ConnectX-7 of 400 Gb/s. Power: about 120 kW a rack (press, March 2024). Height: assumption, a whole "
    "rack of 48U.",
)

GB200_TRAY: Final = _server(
    "GB200-tray",
    "NVIDIA GB200 compute tray",
    (4, 400.0),
    gpus=4,
    power_w=6_700.0,
    rack_units=1.0,
    price=PriceBand(
        low=140_000, high=220_000, basis="assumption: an eighteenth of a rack of 2.5 to 4 million"
    ),
    source="NVIDIA DGX GB rack scale systems user guide, Hardware: 2 Grace CPUs, 4 GPUs, 4 single-port "
    "ConnectX-7 of 400 Gb/s, 1U. Power: an eighteenth of the 120 kW told of a rack (press, March 2024).",
)

MI300X: Final = _server(
    "MI300X-8",
    "Server with AMD Instinct MI300X",
    (8, 400.0),
    power_w=10_000.0,
    rack_units=8.0,
    price=PriceBand(
        low=180_000, high=350_000, basis="assumption: 15,000 to 25,000 a GPU, and a server around them"
    ),
    source="GPUs: AMD Instinct MI300X platform, 8 modules of 750 W. Adapters: assumption, one of 400 Gb/s a "
    "GPU. Power: assumption, 6 kW of GPUs and what a DGX H100 draws besides. Height: makers build it in 6U "
    "(Dell XE9680) to 8U.",
)

P4D: Final = _machine(
    "p4d.24xlarge",
    "Amazon EC2 p4d.24xlarge",
    (4, 100.0),
    "Amazon EC2 P4d: 8 A100, 400 Gb/s of EFA over 4 network cards.",
)
P5: Final = _machine(
    "p5.48xlarge",
    "Amazon EC2 p5.48xlarge",
    (32, 100.0),
    "Amazon EC2 user guide, Maximize network bandwidth with multiple network cards: P5 has 32 network cards, "
    "3,200 Gb/s of EFA; 8 H100.",
)
ND_A100_V4: Final = _machine(
    "ND-A100-v4",
    "Azure ND A100 v4",
    (8, 200.0),
    "Microsoft Learn, ND A100 v4 series: 8 A100, each with a 200 Gb/s HDR InfiniBand connection of its own.",
)
ND_H100_V5: Final = _machine(
    "ND-H100-v5",
    "Azure ND H100 v5",
    (8, 400.0),
    "Microsoft Learn, ND H100 v5 series: 8 H100, each with a 400 Gb/s Quantum-2 CX7 InfiniBand connection.",
)
A3_HIGH: Final = _machine(
    "a3-highgpu-8g",
    "Google Cloud a3-highgpu-8g",
    (4, 200.0),
    "Google Cloud, Networking and GPU machines: 8 H100; 4 NICs of 200 Gb/s beside that of the host.",
)
A3_MEGA: Final = _machine(
    "a3-megagpu-8g",
    "Google Cloud a3-megagpu-8g",
    (8, 200.0),
    "Google Cloud, Networking and GPU machines: 8 H100; 8 NICs of 200 Gb/s beside that of the host.",
)
A3_ULTRA: Final = _machine(
    "a3-ultragpu-8g",
    "Google Cloud a3-ultragpu-8g",
    (8, 400.0),
    "Google Cloud, Networking and GPU machines: 8 H200; 8 ConnectX-7 with 3,200 Gb/s in all, one beside each "
    "GPU.",
)

SERVERS: Final = (
    DGX_A100,
    DGX_H100,
    HGX_H100,
    DGX_B200,
    GB200_TRAY,
    GB200_NVL72,
    MI300X,
    P4D,
    P5,
    ND_A100_V4,
    ND_H100_V5,
    A3_HIGH,
    A3_MEGA,
    A3_ULTRA,
)
