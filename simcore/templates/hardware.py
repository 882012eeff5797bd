"""The device types that a template asks for: from the catalogue where one fits, else made to measure."""

from typing import Final

from simcore.document.catalogue import DGX_H100, ETHERNET_64X400, QM8700, QM9700
from simcore.document.fabric import Aggregation, AggregationProfile, DeviceKind, DeviceType, PortBlock

MADE: Final = "made to measure by a template"


def switch_type(
    name: str, ports: tuple[tuple[int, float], ...], profile: AggregationProfile
) -> tuple[DeviceType, tuple[str, ...]]:
    """Return a switch type with these runs of (count, Gb/s), and the names of its ports in their order.

    A model of the catalogue has the asked speed on all ports, the profile, and at least as many ports;
    the ports left over stay free.
    """
    asked = sum(count for count, _ in ports)
    speeds = {gbps for _, gbps in ports}
    for model in (QM8700, QM9700, ETHERNET_64X400):
        block = model.ports[0]
        if speeds == {block.gbps} and asked <= block.count and model.aggregation.profile is profile:
            return model, block.port_names()[:asked]
    blocks = _blocks(ports)
    made = DeviceType(
        id=name,
        kind=DeviceKind.SWITCH,
        name=" + ".join(f"{block.count} × {block.gbps:g} Gb/s" for block in blocks),
        ports=blocks,
        aggregation=Aggregation(profile=profile),
        source=MADE,
    )
    return made, tuple(port for block in blocks for port in block.port_names())


def server_type(adapters: int, gbps: float, gpus: int) -> DeviceType:
    """Return a server type with adapters nic1 … and so many GPUs."""
    blocks = tuple(PortBlock(name=f"nic{number}", gbps=gbps) for number in range(1, adapters + 1))
    if (blocks, gpus) == (DGX_H100.ports, DGX_H100.gpus):
        return DGX_H100
    return DeviceType(
        id="server",
        kind=DeviceKind.SERVER,
        name=f"{gpus} GPUs, {adapters} × {gbps:g} Gb/s",
        ports=blocks,
        gpus=gpus,
        source=MADE,
    )


def _blocks(ports: tuple[tuple[int, float], ...]) -> tuple[PortBlock, ...]:
    if len({gbps for _, gbps in ports}) == 1:
        return (PortBlock(name="p", count=sum(count for count, _ in ports), gbps=ports[0][1]),)
    return tuple(
        PortBlock(name=letter, count=count, gbps=gbps)
        for letter, (count, gbps) in zip(("down", "up"), ports, strict=True)
    )
