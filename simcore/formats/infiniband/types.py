"""Device types for the switches and hosts of a dump: alike devices share one."""

from collections import defaultdict

from simcore.document.capabilities import Aggregation, AggregationProfile
from simcore.document.catalogue import Chip, infiniband_chip, type_of_model
from simcore.document.fabric import Device, DeviceKind, DeviceType, PortBlock
from simcore.formats.infiniband.cables import Join
from simcore.formats.infiniband.hosts import Host
from simcore.formats.infiniband.switches import Switch
from simcore.formats.names import Ids

SOURCE = "read from a dump of an InfiniBand subnet; port speeds by chip, where chip or model is known"


def switch_devices(
    switches: list[Switch], joins: list[Join], ids: Ids
) -> tuple[list[DeviceType], list[Device]]:
    """Return the types and devices of the switches; one that shows no aggregation node adds nothing."""
    fastest = fastest_by_node(joins)
    alike: defaultdict[tuple[str, int, float | None], list[Switch]] = defaultdict(list)
    for each in switches:
        word = each.model or (each.chip.name if each.chip else "switch")
        alike[word, each.ports, _speed(each.chip, fastest.get(each.node.id))].append(each)
    words = [word for word, _, _ in alike]
    types, type_of = [], {}
    for (word, ports, gbps), members in alike.items():
        chip = members[0].chip
        adds = chip is not None and any(each.adds for each in members)
        known = type_of_model(members[0].model)
        made = DeviceType(
            id=ids.give(word if words.count(word) == 1 else f"{word}-{ports}"),
            kind=DeviceKind.SWITCH,
            name=f"{word}, {ports} ports"[:200],
            ports=(PortBlock(name="p", count=ports, gbps=gbps),) if ports else (),
            aggregation=Aggregation(profile=chip.aggregation if chip and adds else AggregationProfile.NONE),
            power_w=known.power_w if known else None,
            rack_units=known.rack_units if known else None,
            price_usd=known.price_usd if known else None,
            source=SOURCE + (f". Of the model: {known.source}" if known else ""),
        )
        types.append(made)
        type_of.update({each.id: made for each in members})
    devices = [
        Device(
            id=each.id,
            type=type_of[each.id].id,
            name=each.name,
            aggregation=None if each.adds or not _adds(type_of[each.id]) else Aggregation(),
        )
        for each in switches
    ]
    return types, devices


def host_devices(hosts: list[Host], joins: list[Join], ids: Ids) -> tuple[list[DeviceType], list[Device]]:
    """Return the types and devices of the hosts; hosts with the same adapters share a type."""
    fastest = fastest_by_node(joins)
    alike: defaultdict[tuple[PortBlock, ...], list[Host]] = defaultdict(list)
    for host in hosts:
        alike[_blocks(host, fastest)].append(host)
    types, type_of = [], {}
    for blocks, members in alike.items():
        names = ", ".join(block.name for block in blocks)
        made = DeviceType(
            id=ids.give(f"server-{len(blocks)}x"),
            kind=DeviceKind.SERVER,
            name=f"{len(blocks)} {'adapter' if len(blocks) == 1 else 'adapters'}: {names}"[:200],
            ports=blocks,
            source=SOURCE + "; GPUs are not in this format",
        )
        types.append(made)
        type_of.update({host.id: made.id for host in members})
    return types, [
        Device(id=host.id, type=type_of[host.id], name=host.name, tags=host.tags) for host in hosts
    ]


def fastest_by_node(joins: list[Join]) -> dict[str, float]:
    """Return the highest known rate of a cable at each node, Gb/s."""
    fastest: dict[str, float] = {}
    for join in joins:
        if join.gbps is not None:
            for node_id, _ in (join.a, join.b):
                fastest[node_id] = max(fastest.get(node_id, 0.0), join.gbps)
    return fastest


def _blocks(host: Host, fastest: dict[str, float]) -> tuple[PortBlock, ...]:
    blocks = []
    for adapter in host.adapters:
        chip = infiniband_chip(adapter.node.chip, "")
        gbps = _speed(chip, fastest.get(adapter.node.id))
        blocks.append(PortBlock(name=adapter.name, count=max(adapter.ports, 1), gbps=gbps))
    return tuple(blocks)


def _speed(chip: Chip | None, fastest: float | None) -> float | None:
    """Return what a port of the chip can run at; unknown where a cable shows more than that."""
    return None if chip is None or (fastest or 0.0) > chip.gbps else chip.gbps


def _adds(found: DeviceType) -> bool:
    return found.aggregation.profile is not AggregationProfile.NONE
