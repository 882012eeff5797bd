"""The switch type that a template asks for: one from the catalogue where it fits, else made to measure."""

from simcore.document.catalogue import ETHERNET_64X400, QM8700, QM9700
from simcore.document.fabric import Aggregation, AggregationProfile, DeviceKind, DeviceType, PortBlock


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
        source="made to measure by a template",
    )
    return made, tuple(port for block in blocks for port in block.port_names())


def _blocks(ports: tuple[tuple[int, float], ...]) -> tuple[PortBlock, ...]:
    if len({gbps for _, gbps in ports}) == 1:
        return (PortBlock(name="p", count=sum(count for count, _ in ports), gbps=ports[0][1]),)
    return tuple(
        PortBlock(name=letter, count=count, gbps=gbps)
        for letter, (count, gbps) in zip(("down", "up"), ports, strict=True)
    )
