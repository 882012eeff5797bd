"""Device types for a survey: devices of one model share a type, others those of the same place.

Ports keep the names of the file ("/" written as ``names.SLASH``). On a switch every port of a type is one
that some device of it uses or declares; on a server each adapter is one block of ports.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from simcore.document.capabilities import Aggregation
from simcore.document.catalogue import type_of_model
from simcore.document.fabric import DeviceKind, DeviceType, PortBlock
from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.formats.names import NAME_LENGTH, Ids, natural, safe
from simcore.formats.survey.survey import End, NodeKind, Survey

# With more types of one kind than that, devices are told apart by their number of ports alone.
MOST_TYPES: Final = 400
# No switch has so many ports: devices of one type that name their ports each in another way.
MOST_PORTS: Final = 1024
BLOCK_PORTS: Final = 4096


@dataclass(frozen=True, slots=True)
class Used:
    """A port of a device: its name in the survey, its speed in Gbit/s, and its adapter ("" for its own)."""

    name: str
    gbps: float | None
    adapter: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A device: kind, model, what tells it from others without a model, and its ports in natural order."""

    key: str
    kind: NodeKind
    model: str
    place: str
    gpus: int
    ports: tuple[Used, ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """The types in order, the type of each device, and the names of ports in the document."""

    types: tuple[DeviceType, ...]
    type_of: dict[str, str]
    port_of: dict[End, str]


# Of devices that share a type: the blocks of ports, and the name of each port of each device.
_Ports = tuple[tuple[PortBlock, ...], dict[End, str]]


def catalogue_type(model: str) -> DeviceType | None:
    """Return the type of the catalogue that the model means, however it is spelt."""
    return type_of_model(model)


def catalogue_kind(model: str) -> NodeKind | None:
    """Return what a model of the catalogue is, None for others."""
    found = catalogue_type(model)
    return None if found is None else NodeKind(found.kind.value)


def the_one(speeds: set[float | None]) -> float | None:
    """Return the speed that all have, None where they differ or it is unknown."""
    return next(iter(speeds)) if len(speeds) == 1 else None


def types_of(survey: Survey, shapes: Iterable[Shape]) -> Typed:
    """Return the device types, and how devices and ports refer to them."""
    ordered = sorted(shapes, key=_order)
    ids = Ids()
    types: list[DeviceType] = []
    type_of: dict[str, str] = {}
    port_of: dict[End, str] = {}
    renamed: list[Shape] = []
    for kind in (NodeKind.SWITCH, NodeKind.SERVER):
        for members in _groups([shape for shape in ordered if shape.kind is kind]):
            blocks, names = _own_names(members) or _numbered(members, renamed)
            made = _type(survey, members, blocks, ids)
            types.append(made)
            type_of.update({shape.key: made.id for shape in members})
            port_of |= names
    if renamed:
        survey.tell(
            "port.renamed",
            Severity.NOTE,
            f"{counted(len(renamed), 'device')} of one model or place name their ports each in another way, "
            f"the first {renamed[0].key[:80]}: their ports are numbered here",
            lines=[survey.nodes[renamed[0].key].lines[0]],
            objects=[shape.key for shape in renamed],
        )
    return Typed(tuple(types), type_of, port_of)


def _order(shape: Shape) -> tuple[object, ...]:
    return natural(shape.model), shape.model, shape.place, natural(shape.key), shape.key


def _groups(shapes: list[Shape]) -> list[list[Shape]]:
    """Return the devices of each type: alike in model or place, servers in their adapters too."""
    alike: defaultdict[tuple[object, ...], list[Shape]] = defaultdict(list)
    for shape in shapes:
        if shape.kind is NodeKind.SERVER:
            alike[shape.model, shape.gpus, shape.ports].append(shape)
        else:
            alike[shape.model, "" if shape.model else shape.place].append(shape)
    if len(alike) > MOST_TYPES:
        by_count: defaultdict[int, list[Shape]] = defaultdict(list)
        for shape in shapes:
            by_count[len(shape.ports)].append(shape)
        return list(by_count.values())
    return list(alike.values())


def _own_names(members: list[Shape]) -> _Ports | None:
    """Return the ports under the names of the file, None where there are too many of them."""
    if len({port.name for shape in members for port in shape.ports}) > MOST_PORTS:
        return None
    if members[0].kind is NodeKind.SERVER:
        if len({shape.ports for shape in members}) > 1:
            return None
        blocks, names = _adapters(members[0].ports)
    else:
        blocks, names = _switch_ports(members)
    return blocks, {(shape.key, port.name): names[port.name] for shape in members for port in shape.ports}


def _switch_ports(members: list[Shape]) -> tuple[tuple[PortBlock, ...], dict[str, str]]:
    """Return a block for each port that a member has; devices that differ in its speed leave it unknown."""
    speeds: defaultdict[str, set[float | None]] = defaultdict(set)
    for shape in members:
        for port in shape.ports:
            speeds[port.name].add(port.gbps)
    ids = Ids()
    names = {name: ids.give(safe(name)) for name in sorted(speeds, key=lambda name: (natural(name), name))}
    known = {name: the_one(found) for name, found in speeds.items()}
    listed = [(given, known[name]) for name, given in names.items()]
    return tuple(_in_runs(listed)), names


def _in_runs(ports: list[tuple[str, float | None]]) -> list[PortBlock]:
    """Return blocks for the ports in order; p1, p2 … pn of one speed are one block."""
    blocks: list[PortBlock] = []
    at = 0
    while at < len(ports):
        name, gbps = ports[at]
        count = 1
        stem = name[:-1]
        if name.endswith("1") and stem and not stem[-1].isdigit():
            while at + count < len(ports) and ports[at + count] == (f"{stem}{count + 1}", gbps):
                count += 1
        blocks.append(PortBlock(name=stem if count > 1 else name, count=count, gbps=gbps))
        at += count
    return blocks


def _adapters(ports: tuple[Used, ...]) -> tuple[tuple[PortBlock, ...], dict[str, str]]:
    """Return a block for each adapter, and the name of each port in it."""
    by_adapter: defaultdict[tuple[str, str], list[Used]] = defaultdict(list)
    for port in ports:
        by_adapter[("adapter", port.adapter) if port.adapter else ("port", port.name)].append(port)
    ids = Ids()
    blocks: list[PortBlock] = []
    names: dict[str, str] = {}
    taken: set[str] = set()
    for (_, word), members in by_adapter.items():
        gbps = the_one({port.gbps for port in members})
        # Ports that the file already calls by their adapter and a number keep that.
        own = [port.name for port in members] == [f"{word}{at}" for at in range(1, len(members) + 1)]
        while True:
            base = ids.give(safe(word))
            block = PortBlock(
                name=base if len(members) == 1 or own else f"{base}-port", count=len(members), gbps=gbps
            )
            if not taken & set(block.port_names()):
                break
        taken |= set(block.port_names())
        blocks.append(block)
        names |= {port.name: given for port, given in zip(members, block.port_names(), strict=True)}
    return tuple(blocks), names


def _numbered(members: list[Shape], renamed: list[Shape]) -> _Ports:
    """Return as many ports as the member with most has, numbered; the members are added to ``renamed``."""
    renamed += members
    count = max(len(shape.ports) for shape in members)
    gbps = the_one({port.gbps for shape in members for port in shape.ports})
    if members[0].kind is NodeKind.SERVER and count <= MOST_PORTS:
        blocks = tuple(PortBlock(name=f"nic{number}", gbps=gbps) for number in range(1, count + 1))
    else:
        blocks = tuple(
            PortBlock(
                name=f"p{start // BLOCK_PORTS or ''}.", count=min(BLOCK_PORTS, count - start), gbps=gbps
            )
            for start in range(0, count, BLOCK_PORTS)
        )
    listed = [name for block in blocks for name in block.port_names()]
    return blocks, {
        (shape.key, port.name): name
        for shape in members
        for port, name in zip(shape.ports, listed, strict=False)
    }


def _type(survey: Survey, members: list[Shape], blocks: tuple[PortBlock, ...], ids: Ids) -> DeviceType:
    first = members[0]
    known = catalogue_type(first.model)
    if known is not None and known.kind.value != first.kind.value:
        known = None
    is_server = first.kind is NodeKind.SERVER
    word = first.model or (f"server-{len(blocks)}x" if is_server else first.place)
    count = counted(len(blocks), "adapter") if is_server else counted(sum(b.count for b in blocks), "port")
    return DeviceType(
        id=ids.give(safe(known.id if known else word)),
        kind=DeviceKind.SERVER if is_server else DeviceKind.SWITCH,
        name=(known.name if known else f"{word}, {count}")[:NAME_LENGTH],
        ports=blocks,
        gpus=first.gpus or (known.gpus if known else 0),
        scale_up=known.scale_up if known and first.gpus in {0, known.gpus} else None,
        aggregation=known.aggregation if known else Aggregation(),
        power_w=known.power_w if known else None,
        rack_units=known.rack_units if known else None,
        price_usd=known.price_usd if known else None,
        latency_ns=known.latency_ns if known else None,
        source=(f"ports read from {survey.origin}" + (f"; the rest: {known.source}" if known else ""))[:2000],
    )
