"""The device types that a template asks for: from the catalogue where one fits, else made to measure."""

from typing import Final

from simcore.document.capabilities import Aggregation, AggregationProfile
from simcore.document.catalogue import DEVICE_TYPES
from simcore.document.fabric import DeviceKind, DeviceType, PortBlock
from simcore.errors import SimcoreError

# The bound of PortBlock.count.
PORTS_OF_A_BLOCK: Final = 4096
MADE: Final = "made to measure by a template"
# In the order in which they are tried: the smallest first, generic ones before those of a maker.
_SWITCHES: Final = ("QM8700", "QM9700", "ethernet-32x100", "ethernet-64x400", "SN5600", "ethernet-64x800")
_SERVERS: Final = ("DGX-H100", "DGX-A100", "GB200-tray")


class TooManyPortsError(SimcoreError):
    """A switch with more ports than any; ``ports`` is how many it would need."""

    def __init__(self, ports: int) -> None:
        super().__init__(
            f"a switch would need {ports:,} ports of a kind; {PORTS_OF_A_BLOCK:,} is the most: take fewer "
            "cables per pair, or fewer devices under one switch"
        )
        self.ports = ports


def switch_type(
    name: str, ports: tuple[tuple[int, float], ...], profile: AggregationProfile
) -> tuple[DeviceType, tuple[str, ...]]:
    """Return a switch type with these runs of (count, Gb/s), and the names of its ports in their order.

    A model of the catalogue has the asked speed on all ports, the profile, and at least as many ports;
    the ports left over stay free.

    Raises
    ------
    TooManyPortsError
        If a run is longer than a document can say.
    """
    asked = sum(count for count, _ in ports)
    speeds = {gbps for _, gbps in ports}
    for model in (DEVICE_TYPES[each] for each in _SWITCHES):
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


def server_type(adapters: int, gbps: float, gpus: int, *, ports_per_adapter: int = 1) -> DeviceType:
    """Return a server type with adapters nic1 … of so many ports each, and so many GPUs.

    The ports of an adapter with several are nic1p1, nic1p2, ….
    """
    suffix = "" if ports_per_adapter == 1 else "p"
    blocks = tuple(
        PortBlock(name=f"nic{number}{suffix}", count=ports_per_adapter, gbps=gbps)
        for number in range(1, adapters + 1)
    )
    for model in (DEVICE_TYPES[each] for each in _SERVERS):
        if (blocks, gpus) == (model.ports, model.gpus):
            return model
    each = f"{gbps:g} Gb/s" if ports_per_adapter == 1 else f"{ports_per_adapter} × {gbps:g} Gb/s"
    return DeviceType(
        id="server",
        kind=DeviceKind.SERVER,
        name=f"{gpus} GPUs, {adapters} × {each}",
        ports=blocks,
        gpus=gpus,
        source=MADE,
    )


def _blocks(ports: tuple[tuple[int, float], ...]) -> tuple[PortBlock, ...]:
    """Return runs of one speed as one block p1 …, else two blocks down1 … and up1 …."""
    asked = sum(count for count, _ in ports)
    alike = len({gbps for _, gbps in ports}) == 1
    longest = asked if alike else max(count for count, _ in ports)
    if longest > PORTS_OF_A_BLOCK:
        raise TooManyPortsError(longest)
    if alike:
        return (PortBlock(name="p", count=asked, gbps=ports[0][1]),)
    return tuple(
        PortBlock(name=letter, count=count, gbps=gbps)
        for letter, (count, gbps) in zip(("down", "up"), ports, strict=True)
    )
