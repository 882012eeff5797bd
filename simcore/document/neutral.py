"""A fabric under neutral names: no text of the document it was made of is left, its structure is.

Devices are called by what they are and numbered in document order: host-0001, leaf-01. Types of the
catalogue keep what the catalogue says; others are numbered, and so are ports, groups, tags and cables.
"""

from collections.abc import Iterable
from typing import Final

from simcore.document.catalogue import CABLE_TYPES, type_of_model
from simcore.document.fabric import Cable, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.structure import tiers

# What the program itself writes into a document, whoever's fabric it is.
OWN_TAGS: Final = frozenset({"management"})
TIERS: Final = {1: "leaf", 2: "spine", 3: "core"}
HOST_DIGITS: Final = 4
SWITCH_DIGITS: Final = 2


def neutral(
    document: FabricDocument, tier_names: tuple[str, ...] = ()
) -> tuple[FabricDocument, dict[str, str]]:
    """Return the document under neutral names, and the new id of each device.

    Ids are expected to be used once, as in any document that was read from files. Notes on accepted findings
    and names of tiers go, but for ``tier_names``.
    """
    types, type_id, port_of = _types(document.device_types)
    ids = _device_ids(document)
    kind_of = {device.id: device.type for device in document.devices}
    groups = _numbered("group", (device.group for device in document.devices if device.group))
    tags = _numbered(
        "tag", (tag for device in document.devices for tag in device.tags if tag not in OWN_TAGS)
    )
    digits = len(str(len(document.cables)))

    def end(address: str) -> str:
        device, _, port = address.partition("/")
        if device not in ids:
            return "nobody/p"  # a cable that led nowhere goes on doing so
        return f"{ids[device]}/{port_of[kind_of[device]].get(port, 'none')}"

    made = document.model_copy(
        update={
            "name": "",
            "device_types": tuple(types),
            "devices": tuple(
                device.model_copy(
                    update={
                        "id": ids[device.id],
                        "name": ids[device.id],
                        "type": type_id.get(device.type, "unknown"),
                        "group": groups[device.group] if device.group else None,
                        "tags": tuple(tags.get(tag, tag) for tag in device.tags),
                    }
                )
                for device in document.devices
            ),
            "cables": tuple(
                cable.model_copy(
                    update={
                        "id": f"cable-{row:0{digits}}",
                        "a": end(cable.a),
                        "b": end(cable.b),
                        "medium": _known_medium(cable),
                    }
                )
                for row, cable in enumerate(document.cables, start=1)
            ),
            "tier_names": tier_names,
            "accepted": (),
        }
    )
    return made, ids


def _numbered(word: str, names: Iterable[str]) -> dict[str, str]:
    return {name: f"{word}-{row}" for row, name in enumerate(dict.fromkeys(names), start=1)}


def _device_ids(document: FabricDocument) -> dict[str, str]:
    """Return the new id of each device, by its tier and its place in the document."""
    found: dict[str, str] = {}
    for tier in tiers(document):
        if tier["tier"] == 0:
            word, least = "host", HOST_DIGITS
        else:
            word = "switch" if tier["tier"] < 0 else TIERS.get(tier["tier"], f"tier{tier['tier']}")
            least = SWITCH_DIGITS
        digits = max(least, len(str(len(tier["devices"]))))
        for row, device_id in enumerate(tier["devices"], start=1):
            found[device_id] = f"{word}-{row:0{digits}}"
    rest = [device for device in document.devices if device.id not in found]
    for row, device in enumerate(rest, start=1):
        found[device.id] = f"device-{row:02}"
    return found


def _types(
    types: Iterable[DeviceType],
) -> tuple[list[DeviceType], dict[str, str], dict[str, dict[str, str]]]:
    """Return the types, the new id of each, and the new name of each port of each."""
    made: list[DeviceType] = []
    type_id: dict[str, str] = {}
    port_of: dict[str, dict[str, str]] = {}
    numbers: dict[str, int] = {}
    for each in types:
        known = type_of_model(each.id)
        word = known.id if known else each.kind.value
        number = numbers[word] = numbers.get(word, 0) + 1
        blocks = _blocks(each)
        port_of[each.id] = {
            old: new
            for block, given in zip(each.ports, blocks, strict=True)
            for old, new in zip(block.port_names(), given.port_names(), strict=True)
        }
        type_id[each.id] = word if known and number == 1 else f"{word}-type-{number}"
        made.append(
            each.model_copy(
                update={
                    "id": type_id[each.id],
                    "name": known.name if known else f"{each.kind.value} type {number}",
                    "ports": blocks,
                    "source": known.source if known else "",
                    "price_usd": known.price_usd if known else None,
                }
            )
        )
    return made, type_id, port_of


def _blocks(each: DeviceType) -> tuple[PortBlock, ...]:
    """Return the port blocks under numbers: p1, p2 … on a switch, nic1, nic2 … on a server."""
    if each.kind is DeviceKind.SERVER:
        names = [
            f"nic{row}" + ("-port" if block.count > 1 else "") for row, block in enumerate(each.ports, 1)
        ]
    elif len(each.ports) == 1:
        names = ["p" if each.ports[0].count > 1 else "p1"]
    else:
        names = [f"p{row}" + ("." if block.count > 1 else "") for row, block in enumerate(each.ports, 1)]
    return tuple(
        block.model_copy(update={"name": name}) for block, name in zip(each.ports, names, strict=True)
    )


def _known_medium(cable: Cable) -> str | None:
    return cable.medium if cable.medium in CABLE_TYPES else None
