"""The fabric of ASTRA-sim's dimensions.

With one dimension of kind Switch the NPUs are servers at a switch. In every other network NPUs pass on for
others, a dimension after the other, which a server does not: there each NPU is a switch with its own server.
Places of NPUs: MultiDimTopology.cc of astra-sim/astra-network-analytical; the first dimension counts fastest.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.astra.dimensions import Dimension, npus_of, read_dimensions
from simcore.formats.quantities import latency_of_links, length_of_delay
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.survey import Survey

HEAD: Final = 1_000_000
_MARKS: Final = tuple(
    re.compile(rf"""^[ \t]*["']?{key}["']?[ \t]*:""", re.MULTILINE)
    for key in ("npus_count", "topology", "bandwidth")
)
SOURCE: Final = "read from an ASTRA-sim network file"
# Of one block of ports in a fabric document.
BLOCK: Final = 4096

# Ends a and b, Gb/s, ns.
_Link = tuple[str, str, float, float]


def looks_like_astra(text: str) -> bool:
    """Tell whether the beginning of the text has the keys of a network file."""
    head = text[:HEAD]
    return all(mark.search(head) for mark in _MARKS)


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric of the one file.

    Raises
    ------
    FormatError
        If there are several files, or its lists make no network.
    """
    if len(sources) > 1:
        raise FormatError(
            f"{sources[0].name} and {sources[1].name} are each a network of their own: give one at a time"
        )
    survey = Survey(LineBook(sources), origin=f"ASTRA-sim network {sources[0].name}")
    dimensions = read_dimensions(sources[0], survey)
    passes_on = len(dimensions) > 1 or dimensions[0].kind != "Switch"
    if passes_on:
        survey.tell(
            "npu.forwards",
            Severity.NOTE,
            f"{counted(npus_of(dimensions), 'NPU')} pass on for others: each is a switch (npu-…) with its "
            "own server (host-…), joined as fast as all links of the NPU together",
        )
    document = _forwarding(dimensions) if passes_on else _one_switch(dimensions[0])
    return survey.understood(document)


def _one_switch(dimension: Dimension) -> FabricDocument:
    server = _server(dimension.gbps)
    switch = _switch("switch", dimension.count, dimension.gbps)
    ports = _port_names(switch)
    return FabricDocument(
        device_types=(switch, server),
        devices=(
            Device(id="switch-0", type=switch.id),
            *(Device(id=f"host-{npu}", type=server.id) for npu in range(dimension.count)),
        ),
        cables=tuple(
            Cable(id=f"host-{npu}:nic1", a=f"host-{npu}/nic1", b=f"switch-0/{port}", gbps=dimension.gbps)
            for npu, port in enumerate(ports)
        ),
        latency=latency_of_links(dimension.latency_ns),
    )


def _forwarding(dimensions: tuple[Dimension, ...]) -> FabricDocument:
    npus = npus_of(dimensions)
    whole = sum(each.gbps * _ports_of_npu(each) for each in dimensions)
    server = _server(whole)
    npu = DeviceType(
        id="npu",
        kind=DeviceKind.SWITCH,
        name="NPU that passes on",
        ports=(
            PortBlock(name="host", gbps=whole),
            *(
                PortBlock(name=f"dim{at}.", count=_ports_of_npu(each), gbps=each.gbps)
                if _ports_of_npu(each) > 1
                else PortBlock(name=f"dim{at}.1", gbps=each.gbps)
                for at, each in enumerate(dimensions, start=1)
            ),
        ),
        source=SOURCE,
    )
    switches = {
        at: _switch(f"dim{at}-switch", each.count, each.gbps)
        for at, each in enumerate(dimensions, start=1)
        if each.kind == "Switch"
    }
    links = list(_links(dimensions, switches))
    delays = {each.latency_ns for each in dimensions}
    usual = delays.pop() if len(delays) == 1 else 0.0
    inside = (
        Cable(
            id=f"host-{at}:nic1",
            a=f"host-{at}/nic1",
            b=f"npu-{at}/host",
            gbps=whole,
            length_m=_length(0.0, usual),
        )
        for at in range(npus)
    )
    return FabricDocument(
        device_types=(npu, *switches.values(), server),
        devices=(
            *(Device(id=f"npu-{at}", type="npu") for at in range(npus)),
            *(
                Device(id=f"dim{at}-switch-{group}", type=found.id)
                for at, found in switches.items()
                for group in range(npus // dimensions[at - 1].count)
            ),
            *(Device(id=f"host-{at}", type=server.id) for at in range(npus)),
        ),
        cables=(
            *inside,
            *(
                Cable(id=a.replace("/", ":"), a=a, b=b, gbps=gbps, length_m=_length(delay, usual))
                for a, b, gbps, delay in links
            ),
        ),
        latency=latency_of_links(usual),
    )


def _length(delay: float, usual: float) -> float | None:
    """Return the length of fibre that takes so long, None where that is what all others take."""
    return None if delay == usual else length_of_delay(delay)


def _links(dimensions: tuple[Dimension, ...], switches: dict[int, DeviceType]) -> Iterator[_Link]:
    """Yield the links, dimension by dimension and group by group."""
    npus, stride = npus_of(dimensions), 1
    for at, each in enumerate(dimensions, start=1):
        ports = _port_names(switches[at]) if at in switches else ()
        for group in range(npus // each.count):
            high, low = divmod(group, stride)
            first = high * stride * each.count + low
            members = [first + step * stride for step in range(each.count)]
            for a, b in _pairs(each, members, group, at=at, ports=ports):
                yield a, b, each.gbps, each.latency_ns
        stride *= each.count


def _pairs(
    dimension: Dimension, members: list[int], group: int, *, at: int, ports: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield both ends of each link of one group."""
    count = len(members)
    if dimension.kind == "Switch":
        for npu, port in zip(members, ports, strict=True):
            yield f"npu-{npu}/dim{at}.1", f"dim{at}-switch-{group}/{port}"
    elif dimension.kind == "Ring":
        for place, npu in enumerate(members):
            yield f"npu-{npu}/dim{at}.1", f"npu-{members[(place + 1) % count]}/dim{at}.2"
    else:
        for place, npu in enumerate(members):
            for other in range(place + 1, count):
                # Ports are numbered by the places of the others, an NPU's own left out.
                yield f"npu-{npu}/dim{at}.{other}", f"npu-{members[other]}/dim{at}.{place + 1}"


def _ports_of_npu(dimension: Dimension) -> int:
    return {"Switch": 1, "Ring": 2, "FullyConnected": dimension.count - 1}[dimension.kind]


def _server(gbps: float) -> DeviceType:
    return DeviceType(
        id="host",
        kind=DeviceKind.SERVER,
        name=f"1 NPU, {gbps:g} Gb/s",
        ports=(PortBlock(name="nic1", gbps=gbps),),
        gpus=1,
        source=SOURCE,
    )


def _switch(name: str, count: int, gbps: float) -> DeviceType:
    return DeviceType(
        id=name,
        kind=DeviceKind.SWITCH,
        name=f"{count} × {gbps:g} Gb/s",
        ports=tuple(
            PortBlock(name=f"p{start // BLOCK or ''}.", count=min(BLOCK, count - start), gbps=gbps)
            for start in range(0, count, BLOCK)
        ),
        source=SOURCE,
    )


def _port_names(found: DeviceType) -> tuple[str, ...]:
    return tuple(name for block in found.ports for name in block.port_names())


ASTRA_NETWORK: Final = Format(
    name="astra-network",
    title="ASTRA-sim network yml: dimensions of NPUs",
    recognise=looks_like_astra,
    read=read,
)
