"""Network adapters that can be bought, each with the source of every figure."""

from typing import Annotated, Final

from pydantic import Field

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


_FITTED: Final = " Latency: fitted to DeepSeek-AI, ISCA 2025, table 5, as in docs/model/latency.md."
_POWER: Final = "Power: assumption, 20 to 30 W are told of adapters of 400 Gb/s."
INFINIBAND_END_NS: Final = 1125.0
ROCE_END_NS: Final = 1250.0


def _adapter(id_: str, name: str, speeds: tuple[int, float], watts: float, source: str) -> AdapterType:
    count, gbps = speeds
    return AdapterType(
        id=id_,
        name=name,
        ports=(PortBlock(name="p", count=count, gbps=gbps),),
        power_w=watts,
        price_usd=PriceBand(
            low=round(count * gbps * 2), high=round(count * gbps * 5), basis="assumption: 2 to 5 $ per Gb/s"
        ),
        latency_ns=ROCE_END_NS if "Ethernet" in name else INFINIBAND_END_NS,
        source=source + _FITTED,
    )


ADAPTERS: Final = (
    _adapter(
        "ConnectX-6",
        "NVIDIA ConnectX-6, 1 × 200 Gb/s HDR InfiniBand",
        (1, 200.0),
        20.0,
        "Ports: NVIDIA ConnectX-6 VPI adapter cards user manual. Power: assumption.",
    ),
    _adapter(
        "ConnectX-7",
        "NVIDIA ConnectX-7, 1 × 400 Gb/s NDR InfiniBand",
        (1, 400.0),
        25.0,
        "Ports: NVIDIA ConnectX-7 adapter cards user manual. " + _POWER,
    ),
    _adapter(
        "ConnectX-7-2x200",
        "NVIDIA ConnectX-7, 2 × 200 Gb/s Ethernet",
        (2, 200.0),
        25.0,
        "Ports: NVIDIA ConnectX-7 adapter cards user manual, dual-port QSFP112. " + _POWER,
    ),
    _adapter(
        "ConnectX-8",
        "NVIDIA ConnectX-8 SuperNIC, 1 × 800 Gb/s XDR InfiniBand",
        (1, 800.0),
        50.0,
        "Ports: NVIDIA, 800Gb/s XDR transceivers and fiber part numbers: ConnectX-8 ends a link of 800 Gb/s. "
        "Power: assumption, twice an adapter of 400 Gb/s.",
    ),
    _adapter(
        "BlueField-3",
        "NVIDIA BlueField-3 SuperNIC, 1 × 400 Gb/s Ethernet",
        (1, 400.0),
        75.0,
        "Ports: NVIDIA BlueField-3 documentation, QSFP112 at 400 Gb/s. Power: assumption, what a PCIe slot "
        "gives.",
    ),
)
