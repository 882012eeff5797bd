"""Servers and cloud machines with their compute adapters, each with the source of every figure.

Adapters for storage and management are left out. A cloud machine is rented: it has no price to buy. How a
source is written: ``sources``.
"""

from typing import Final

from simcore.document.capabilities import ScaleUp
from simcore.document.catalogue.sources import FABRIC_LATENCY, NETBOX
from simcore.document.fabric import DeviceKind, DeviceType, PortBlock, PriceBand

_RENTED: Final = " Power, height, price: none, the machine is rented." + FABRIC_LATENCY
_GB_GUIDE: Final = (
    "NVIDIA DGX GB Rack Scale Systems User Guide, Hardware "
    "(docs.nvidia.com/dgx/dgxgb200-user-guide/hardware.html)"
)
_H100_GUIDE: Final = (
    "NVIDIA DGX H100/H200 User Guide, Introduction "
    "(docs.nvidia.com/dgx/dgxh100-user-guide/introduction-to-dgxh100.html)"
)
_A3: Final = (
    "Google Cloud, Accelerator-optimized machine family, The A3 machine series "
    "(cloud.google.com/compute/docs/accelerator-optimized-machines)"
)
_EFA: Final = (
    "Amazon EC2 User Guide, Maximize network bandwidth on Amazon EC2 instances with multiple network cards "
    "(docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html)"
)


# What transfers between peers and NVLS reach: simcore.bounds.figures has the same with their sources.
_NVLINK_4: Final = ScaleUp(
    gbps=3600.0,
    efficiency=0.82,
    adds=True,
    adding_efficiency=0.85,
    source="450 GB/s a GPU and direction, of which 370 are reached (NCCL maintainer, nccl-tests issue 212; "
    "nccl issue 1442); .85 of that with NVLS (NVIDIA/nccl, src/graph/tuning.cc)",
)
_NVLINK_3: Final = ScaleUp(
    gbps=2400.0,
    efficiency=0.82,
    source="300 GB/s a GPU and direction (NVIDIA A100 Tensor Core GPU Architecture, 600 GB/s in both); "
    "efficiency: assumption, that of the H100",
)
# The same GPUs in a cloud; whether the switches add for guests is not told, so that they do not here.
_NVLINK_4_RENTED: Final = ScaleUp(
    gbps=_NVLINK_4.gbps,
    efficiency=_NVLINK_4.efficiency,
    source="as a DGX H100, whose board it is; that NVLS is open to guests: not told, left out",
)
_NVLINK_5: Final = ScaleUp(
    gbps=7200.0,
    efficiency=0.82,
    adds=True,
    adding_efficiency=0.74,
    source="900 GB/s a GPU and direction: NVIDIA DGX B200 User Guide "
    "(docs.nvidia.com/dgx/dgxb200-user-guide/introduction-to-dgxb200.html), 14.4 TB/s for 8 GPUs in both; "
    "efficiency: assumption, that of the H100; .74 of that with NVLS "
    "(github.com/NVIDIA/nccl, src/graph/tuning.cc)",
)


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
    scale_up: ScaleUp | None = None,
) -> DeviceType:
    return DeviceType(
        id=id_,
        kind=DeviceKind.SERVER,
        name=f"{name}, {gpus} GPUs, {adapters[0]} × {adapters[1]:g} Gb/s compute adapters",
        ports=_adapters(*adapters),
        gpus=gpus,
        scale_up=scale_up,
        power_w=power_w,
        rack_units=rack_units,
        price_usd=price,
        source=source + FABRIC_LATENCY,
    )


def _machine(id_: str, name: str, adapters: tuple[int, float], scale_up: ScaleUp, source: str) -> DeviceType:
    return DeviceType(
        id=id_,
        kind=DeviceKind.SERVER,
        name=f"{name}, 8 GPUs, {adapters[0]} × {adapters[1]:g} Gb/s",
        ports=_adapters(*adapters),
        gpus=8,
        scale_up=scale_up,
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
    scale_up=_NVLINK_3,
    power_w=6500.0,
    rack_units=6.0,
    price=PriceBand(
        low=100_000,
        high=200_000,
        basis="from 199,000 at the launch in May 2020 (NVIDIA's announcement); the low end, for a machine of "
        "an older generation, is an assumption",
    ),
    source="GPUs, ports, power, height: NVIDIA DGX A100 System User Guide, DU-09821-001; the same in "
    + NETBOX
    + "Nvidia/DGC-A100.yaml: 8 GPUs, 8 ConnectX-6 of 200 Gb/s, 6.5 kW at full load, 6U.",
)

HGX_A100: Final = _server(
    "HGX-A100",
    "Server with NVIDIA HGX A100",
    (8, 200.0),
    scale_up=_NVLINK_3,
    power_w=6500.0,
    rack_units=6.0,
    price=PriceBand(low=80_000, high=200_000, basis="assumption: up to the price of a DGX A100"),
    source="GPUs: NVIDIA DGX A100 System User Guide, DU-09821-001: 8 on the board that makers build in. "
    "Ports, power, height: assumption, as a DGX A100; makers build it in 4U to 6U.",
)

DGX_H100: Final = _server(
    "DGX-H100",
    "NVIDIA DGX H100",
    (8, 400.0),
    scale_up=_NVLINK_4,
    power_w=10_200.0,
    rack_units=8.0,
    price=_H100_PRICE,
    source=f"GPUs, power, height: {_H100_GUIDE}: 8 GPUs, 10.2 kW at most, 8U. Ports: NVIDIA DGX BasePOD "
    "reference architecture, Core Components "
    "(docs.nvidia.com/dgx-basepod/reference-architecture-infrastructure-foundation-enterprise-ai): 8 "
    "single-port ConnectX-7 of up to 400 Gb/s.",
)

HGX_H100: Final = _server(
    "HGX-H100",
    "Server with NVIDIA HGX H100",
    (8, 400.0),
    scale_up=_NVLINK_4,
    power_w=10_200.0,
    rack_units=8.0,
    price=_H100_PRICE,
    source=f"GPUs: {_H100_GUIDE}: 8 on the board that makers build in. Ports, power, height: assumption, as "
    "a DGX H100; makers build it in 6U to 8U.",
)

DGX_B200: Final = _server(
    "DGX-B200",
    "NVIDIA DGX B200",
    (8, 400.0),
    scale_up=_NVLINK_5,
    power_w=14_300.0,
    rack_units=10.0,
    price=PriceBand(
        low=350_000, high=600_000, basis="assumption: 1.4 to 1.5 times a server with 8 H100; no public list"
    ),
    source="GPUs, ports, power, height: NVIDIA DGX B200 User Guide, Introduction "
    "(docs.nvidia.com/dgx/dgxb200-user-guide/introduction-to-dgxb200.html): 8 GPUs, 8 single-port ConnectX-7 "
    "of up to 400 Gb/s, 14.3 kW at most, 10U.",
)

GB200_NVL72: Final = _server(
    "GB200-NVL72",
    "NVIDIA GB200 NVL72 rack",
    (72, 400.0),
    gpus=72,
    scale_up=_NVLINK_5,
    power_w=120_000.0,
    rack_units=48.0,
    price=PriceBand(
        low=2_500_000, high=4_000_000, basis="about 3,000,000 in the press of 2024; the band is an assumption"
    ),
    source=f"GPUs, ports: {_GB_GUIDE}: 18 compute trays of 4 GPUs and 4 ConnectX-7 of 400 Gb/s. Power: "
    "assumption, 120 kW as the press told in March 2024; NVIDIA's DGX SuperPOD reference architecture for "
    "GB200 has 1.2 MW for eight racks and their network. Height: assumption, a whole rack of 48U.",
)

# The GPUs of a tray are joined with those of the rack's other trays: no inside of its own is known.
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
    source=f"GPUs, ports, height: {_GB_GUIDE}: 4 GPUs, 4 single-port ConnectX-7 of 400 Gb/s, 1U. Power: "
    "assumption, an eighteenth of a rack of 120 kW.",
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
    source="GPUs, ports: Microsoft, ND MI300X v5-series (github.com/MicrosoftDocs/azure-docs, articles/"
    "virtual-machines/sizes/gpu-accelerated/nd-mi300x-v5-series.md): 8 MI300X, 8 × 400 Gb/s NDR. Power: "
    "assumption, 8 GPUs of 750 W and what a DGX H100 draws besides its GPUs. Height: assumption, makers "
    "build it in 6U to 8U.",
)

P4D: Final = _machine(
    "p4d.24xlarge",
    "Amazon EC2 p4d.24xlarge",
    (4, 100.0),
    _NVLINK_3,
    "GPUs, ports: p4d-24xl-topo.xml of aws-ofi-nccl (github.com/aws/aws-ofi-nccl, topology): 4 network "
    "cards, 8 GPUs. Speed: assumption, 100 Gb/s a card; 400 Gb/s of EFA are told.",
)
P5: Final = _machine(
    "p5.48xlarge",
    "Amazon EC2 p5.48xlarge",
    (32, 100.0),
    _NVLINK_4_RENTED,
    f"GPUs, ports: {_EFA}: P5 with 32 EFA devices, for 8 H100. Speed: assumption, 100 Gb/s a card; 3,200 "
    "Gb/s of EFA are told.",
)
ND_A100_V4: Final = _machine(
    "ND-A100-v4",
    "Azure ND A100 v4",
    (8, 200.0),
    _NVLINK_3,
    "GPUs, ports: Microsoft Learn, ND family "
    "(learn.microsoft.com/en-us/azure/virtual-machines/sizes/gpu-accelerated/nd-family): 8 A100, each with "
    "200 Gb/s of HDR InfiniBand, 1.6 Tb/s in all.",
)
ND_H100_V5: Final = _machine(
    "ND-H100-v5",
    "Azure ND H100 v5",
    (8, 400.0),
    _NVLINK_4_RENTED,
    "GPUs, ports: Microsoft, ND H100 v5-series (github.com/MicrosoftDocs/azure-docs, articles/"
    "virtual-machines/sizes/gpu-accelerated/ndh100v5-series.md): 8 H100, 8 × 400 Gb/s NDR.",
)
A3_HIGH: Final = _machine(
    "a3-highgpu-8g",
    "Google Cloud a3-highgpu-8g",
    (4, 200.0),
    _NVLINK_4_RENTED,
    f"GPUs, ports: {_A3}: 8 H100; 4 + 1 NICs, 800 Gb/s, which the 4 beside the GPUs carry.",
)
A3_MEGA: Final = _machine(
    "a3-megagpu-8g",
    "Google Cloud a3-megagpu-8g",
    (8, 200.0),
    _NVLINK_4_RENTED,
    f"GPUs, ports: {_A3}: 8 H100; 8 + 1 NICs, 1,800 Gb/s.",
)
A3_ULTRA: Final = _machine(
    "a3-ultragpu-8g",
    "Google Cloud a3-ultragpu-8g",
    (8, 400.0),
    _NVLINK_4_RENTED,
    "GPUs, ports: Cluster Toolkit, release v1.44.1 "
    "(github.com/GoogleCloudPlatform/cluster-toolkit/discussions/3478): 8 H200, each with a ConnectX-7 of "
    "its own. Speed: assumption, 400 Gb/s each.",
)

SERVERS: Final = (
    DGX_A100,
    HGX_A100,
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
