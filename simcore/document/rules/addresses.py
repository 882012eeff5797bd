"""Rules on what refers to what: ids, types, and the ends of cables."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

import numpy as np

from simcore.document.fabric import DeviceKind, DeviceType
from simcore.document.findings import Finding, Severity, error, note
from simcore.document.wiring import Wiring
from simcore.document.words import counted

# Looking for the word that was meant takes long: only among so many, and for so many ends of cables.
COMPARED_IDS: Final = 5_000
COMPARED_ENDS: Final = 20


def no_empty_fabric(wiring: Wiring) -> Iterator[Finding]:
    """fabric.empty: a run needs a device, and a server with an adapter."""
    document = wiring.document
    if not document.devices:
        yield error("fabric.empty", "/devices", "the fabric has no devices yet: add switches and servers")
    elif not (~wiring.vertex_is_switch).any():
        yield error(
            "fabric.empty", "/devices", "no server with an adapter stands in the fabric: add hosts for a run"
        )


def ids_are_used_once(wiring: Wiring) -> Iterator[Finding]:
    """id.duplicate: ids of types, devices, cables, and names of ports within a type and of its blocks."""
    document = wiring.document
    for place, word, ids in (
        ("/device_types", "device type", [each.id for each in document.device_types]),
        ("/devices", "device", [each.id for each in document.devices]),
        ("/cables", "cable", [each.id for each in document.cables]),
    ):
        for first, again in _repeats(ids):
            yield error(
                "id.duplicate",
                f"{place}/{again}/id",
                f"the id {ids[again]} is used by {word} {first} and by {word} {again}: rename one",
                ids[again],
            )
    for row, each in enumerate(document.device_types):
        listed = [(name, at) for at, block in enumerate(each.ports) for name in block.port_names()]
        for first, again in _repeats([name for name, _ in listed]):
            name, at = listed[again]
            yield error(
                "id.duplicate",
                f"/device_types/{row}/ports/{at}/name",
                f"the port name {name} occurs twice in device type {each.id}, in its port blocks "
                f"{listed[first][1]} and {at}: rename one block",
                each.id,
            )


def names_are_used_once(wiring: Wiring) -> Iterator[Finding]:
    """name.shared: devices that people would call the same, a note for each name."""
    named = [(row, device) for row, device in enumerate(wiring.document.devices) if device.name]
    repeats: dict[str, list[int]] = {}
    for first, again in _repeats([device.name for _, device in named]):
        repeats.setdefault(named[first][1].name, [first]).append(again)
    for name, places in repeats.items():
        yield note(
            "name.shared",
            f"/devices/{named[places[1]][0]}/name",
            f"{counted(len(places), 'device')} are called {name}: tell them apart, lists do by name",
            *(named[place][1].id for place in places),
        )


def types_are_declared(wiring: Wiring) -> Iterator[Finding]:
    """type.unknown: every device refers to a declared type."""
    document = wiring.document
    declared = [each.id for each in document.device_types]
    for row in np.flatnonzero(wiring.device_type < 0).tolist():
        device = document.devices[row]
        yield error(
            "type.unknown",
            f"/devices/{row}/type",
            f"{device.id} is of the type {device.type}, which is not declared"
            + _meant(device.type, declared, "declare it in device_types or choose another"),
            device.id,
        )


def servers_have_adapters(wiring: Wiring) -> Iterator[Finding]:
    """host.no-adapters: a server whose type has no ports takes part in nothing."""
    devices = wiring.document.devices
    for row, each in enumerate(wiring.document.device_types):
        if each.kind is DeviceKind.SERVER and not each.ports:
            held = tuple(devices[device].id for device in np.flatnonzero(wiring.device_type == row).tolist())
            if held:
                yield Finding(
                    rule="host.no-adapters",
                    severity=Severity.WARNING,
                    at=f"/device_types/{row}/ports",
                    says=f"{counted(len(held), 'server')} of type {each.id} cannot send: the type has no "
                    "adapters; add a port block for each",
                    objects=held,
                )


def cables_end_at_ports(wiring: Wiring) -> Iterator[Finding]:
    """cable.dangling: both ends of a cable name a declared device and one of its ports."""
    document = wiring.document
    known = list(wiring.device_row)
    for number, (row, side) in enumerate(np.argwhere(wiring.end_vertex < 0).tolist()):
        cable = document.cables[row]
        address = cable.b if side else cable.a
        device_id, _, port = address.partition("/")
        device = int(wiring.end_device[row, side])
        if device < 0:
            compared = known if number < COMPARED_ENDS else []
            says = f"there is no device {device_id}" + _meant(device_id, compared, "add it or move the cable")
        else:
            found = wiring.type_of(device)
            if found is None:
                continue  # type.unknown says it
            says = _no_such_port(found, device_id, port)
        yield error(
            "cable.dangling",
            f"/cables/{row}/{'ab'[side]}",
            f"cable {cable.id} ends at {address}, but {says}",
            cable.id,
        )


def cables_join_two_devices(wiring: Wiring) -> Iterator[Finding]:
    """cable.self: the two ends of a cable are on different devices."""
    ends = wiring.end_device
    for row in np.flatnonzero((ends[:, 0] == ends[:, 1]) & (ends[:, 0] >= 0)).tolist():
        cable = wiring.document.cables[row]
        what = "one port" if cable.a == cable.b else "two ports of one device"
        yield error(
            "cable.self",
            f"/cables/{row}",
            f"cable {cable.id} joins {what} ({cable.a}, {cable.b}): move one end or remove it",
            cable.id,
        )


def ports_hold_one_cable(wiring: Wiring) -> Iterator[Finding]:
    """port.twice: a port holds one cable."""
    cables = wiring.document.cables
    ports = wiring.end_port.reshape(-1)
    used = np.flatnonzero(ports >= 0)
    used = used[np.argsort(ports[used], kind="stable")]
    again = np.zeros(len(used), dtype=np.bool_)
    again[1:] = ports[used][1:] == ports[used][:-1]
    first = np.maximum.accumulate(np.where(again, 0, np.arange(len(used))))
    for at in np.flatnonzero(again)[np.argsort(used[again], kind="stable")].tolist():
        (row, side), holder = divmod(int(used[at]), 2), int(used[first[at]]) // 2
        if row == holder:
            continue  # cable.self says it
        cable = cables[row]
        address = cable.b if side else cable.a
        yield error(
            "port.twice",
            f"/cables/{row}/{'ab'[side]}",
            f"port {address} holds cable {cables[holder].id} and cable {cable.id}: move one to a free port",
            cable.id,
            cables[holder].id,
        )


def _no_such_port(found: DeviceType, device_id: str, port: str) -> str:
    blocks = [block.port_names() for block in found.ports]
    if not blocks:
        return f"{device_id} ({found.id}) has no ports: give its type a port block"
    spans = ", ".join(names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}" for names in blocks)
    ports = [name for names in blocks for name in names]
    return f"{device_id} ({found.id}) has the ports {spans}" + _meant(port, ports, "choose one of them")


def _repeats(ids: list[str]) -> Iterator[tuple[int, int]]:
    """Yield (first row, row) of every id that was there before."""
    if len(set(ids)) == len(ids):
        return
    seen: dict[str, int] = {}
    for row, name in enumerate(ids):
        first = seen.setdefault(name, row)
        if first != row:
            yield first, row


def _meant(word: str, known: list[str], otherwise: str) -> str:
    close = get_close_matches(word, known, n=1) if len(known) <= COMPARED_IDS else []
    return f"; did you mean {close[0]}?" if close else f": {otherwise}"
