"""Network adapters that can be bought or are rented, each with the source of every figure: ``sources``."""

from typing import Annotated, Final

from pydantic import Field

from simcore.document.catalogue.sources import WINOF
from simcore.document.common import DocumentModel, Id, Name
from simcore.document.fabric import PortBlock, PriceBand


class AdapterType(DocumentModel):
    """A network adapter: a server type holds one port block for each. Null is an unknown figure."""

    id: Id
    name: Name = ""
    ports: tuple[PortBlock, ...]
    power_w: Annotated[float, Field(ge=0, le=1e4)] | None = None
    price_usd: PriceBand | None = None
    latency_ns: Annotated[float, Field(ge=0, le=1e9)] | None = None
    source: Annotated[str, Field(max_length=2000)] = ""


_FITTED: Final = (
    " Latency: fitted to DeepSeek-AI, ISCA 2025, table 5 (docs/model/latency.md); of an adapter that was not "
    "measured an assumption."
)
_POWER: Final = "Power: assumption, 20 to 30 W are told of adapters of 400 Gb/s."
_CARD: Final = (
    "NVIDIA ConnectX-7 Cards for OCP Spec 3.0 User Manual, Supported Interfaces "
    "(docs.nvidia.com/networking/display/connectx7vpiocp3/supported+interfaces)"
)
INFINIBAND_END_NS: Final = 1125.0
ROCE_END_NS: Final = 1250.0


def _adapter(
    id_: str, name: str, speeds: tuple[int, float], watts: float | None, source: str, *, sold: bool = True
) -> AdapterType:
    count, gbps = speeds
    price = PriceBand(
        low=round(count * gbps * 2), high=round(count * gbps * 5), basis="assumption: 2 to 5 $ per Gb/s"
    )
    return AdapterType(
        id=id_,
        name=name,
        ports=(PortBlock(name="p", count=count, gbps=gbps),),
        power_w=watts,
        price_usd=price if sold else None,
        latency_ns=INFINIBAND_END_NS if "InfiniBand" in name else ROCE_END_NS,
        source=source + _FITTED,
    )


ADAPTERS: Final = (
    _adapter(
        "ConnectX-6",
        "NVIDIA ConnectX-6, 1 × 200 Gb/s HDR InfiniBand",
        (1, 200.0),
        20.0,
        f"Ports: {WINOF}: up to HDR. Power: assumption, less than an adapter of 400 Gb/s.",
    ),
    _adapter(
        "ConnectX-7",
        "NVIDIA ConnectX-7, 1 × 400 Gb/s NDR InfiniBand",
        (1, 400.0),
        25.0,
        f"Ports: {WINOF}: up to NDR; {_CARD}: one OSFP. {_POWER}",
    ),
    _adapter(
        "ConnectX-7-2x200",
        "NVIDIA ConnectX-7, 2 × 200 Gb/s Ethernet",
        (2, 200.0),
        25.0,
        f"Ports: {WINOF}: 200GbE; {_CARD}: two QSFP112. {_POWER}",
    ),
    _adapter(
        "ConnectX-8",
        "NVIDIA ConnectX-8 SuperNIC, 1 × 800 Gb/s XDR InfiniBand",
        (1, 800.0),
        50.0,
        "Ports: NVIDIA Enterprise Reference Architecture, NVL72 AI Factory, Components "
        "(docs.nvidia.com/enterprise-reference-architectures/nvl72-ai-factory/latest/components.html): one "
        "ConnectX-8 a GPU; assumption, one port of 800 Gb/s. Power: assumption, twice an adapter of 400 "
        "Gb/s.",
    ),
    _adapter(
        "BlueField-3",
        "NVIDIA BlueField-3 SuperNIC, 1 × 400 Gb/s Ethernet",
        (1, 400.0),
        75.0,
        f"Ports: {WINOF}: up to 400GbE; assumption, one port. Power: assumption, what a PCIe slot gives.",
    ),
    _adapter(
        "Thor-2",
        "Broadcom Thor 2 (BCM57608), 1 × 400 Gb/s Ethernet",
        (1, 400.0),
        25.0,
        "Ports: the Linux driver bnxt_en (github.com/torvalds/linux, "
        f"drivers/net/ethernet/broadcom/bnxt/bnxt.c): BCM57608, up to 400 Gb/s; assumption, one port. "
        f"{_POWER}",
    ),
    _adapter(
        "EFA-100",
        "AWS Elastic Fabric Adapter, 1 × 100 Gb/s, of a rented machine",
        (1, 100.0),
        None,
        "Ports: Amazon EC2 User Guide, Maximize network bandwidth on Amazon EC2 instances with multiple "
        "network cards (docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html): one a network "
        "card; assumption, 100 Gb/s, as 3,200 Gb/s are told of 32 cards. Power, price: none, the machine is "
        "rented.",
        sold=False,
    ),
)
