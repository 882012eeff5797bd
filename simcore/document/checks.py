"""What is wrong with a fabric document, where and how bad: one function a rule, all in one table.

An error stops a run, a warning wants a look, a note is worth knowing. Nothing here raises.
"""

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from itertools import groupby
from typing import Final

import numpy as np

from simcore.document.acceptance import marked
from simcore.document.capacity import tiers_state_their_oversubscription
from simcore.document.fabric import DeviceKind, DeviceType, FabricDocument
from simcore.document.findings import Finding, Severity
from simcore.document.parts import devices_have_cables, fabric_is_one, hosts_reach_each_other
from simcore.document.wiring import Wiring, wire
from simcore.document.words import counted, speed

# After so many findings of one rule the rest is said in one.
SAID_ONE_BY_ONE: Final = 100
# Looking for the word that was meant takes long: only among so many, and for so many ends of cables.
COMPARED_IDS: Final = 5_000
COMPARED_ENDS: Final = 20
# A megabit and a petabit per second.
LEAST_GBPS: Final = 1e-3
MOST_GBPS: Final = 1e6

Rule = Callable[[Wiring], Iterator[Finding]]


def check(document: FabricDocument) -> list[Finding]:
    """Return everything there is to say about the document, errors first."""
    return check_wiring(wire(document))


def check_wiring(wiring: Wiring) -> list[Finding]:
    """Return everything there is to say about a resolved document, errors first; see ``check``."""
    order = list(Severity)
    found = [finding for rule in RULES for finding in _shortened(list(rule(wiring)))]
    found.sort(key=lambda finding: order.index(finding.severity))
    return marked(found, wiring.document.accepted)


def no_empty_fabric(wiring: Wiring) -> Iterator[Finding]:
    """fabric.empty: a run needs a device, and a server with an adapter."""
    document = wiring.document
    if not document.devices:
        yield _error("fabric.empty", "/devices", "the fabric has no devices yet: add switches and servers")
    elif not (~wiring.vertex_is_switch).any():
        yield _error(
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
            yield _error(
                "id.duplicate",
                f"{place}/{again}/id",
                f"the id {ids[again]} is used by {word} {first} and by {word} {again}: rename one",
                ids[again],
            )
    for row, each in enumerate(document.device_types):
        listed = [(name, at) for at, block in enumerate(each.ports) for name in block.port_names()]
        for first, again in _repeats([name for name, _ in listed]):
            name, at = listed[again]
            yield _error(
                "id.duplicate",
                f"/device_types/{row}/ports/{at}/name",
                f"the port name {name} occurs twice in device type {each.id}, in its port blocks "
                f"{listed[first][1]} and {at}: rename one block",
                each.id,
            )


def types_are_declared(wiring: Wiring) -> Iterator[Finding]:
    """type.unknown: every device refers to a declared type."""
    document = wiring.document
    declared = [each.id for each in document.device_types]
    for row in np.flatnonzero(wiring.device_type < 0).tolist():
        device = document.devices[row]
        yield _error(
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
        yield _error(
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
        yield _error(
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
        yield _error(
            "port.twice",
            f"/cables/{row}/{'ab'[side]}",
            f"port {address} holds cable {cables[holder].id} and cable {cable.id}: move one to a free port",
            cable.id,
            cables[holder].id,
        )


def speeds_are_known(wiring: Wiring) -> Iterator[Finding]:
    """speed.unknown: a cable has a speed, its own or that of its two ports."""
    resolved = (wiring.end_vertex >= 0).all(axis=1)
    some_port_unknown = np.isnan(wiring.end_gbps).any(axis=1)
    for row in np.flatnonzero(resolved & np.isnan(wiring.cable_gbps) & some_port_unknown).tolist():
        cable = wiring.document.cables[row]
        unknown = [
            address
            for address, gbps in zip((cable.a, cable.b), wiring.end_gbps[row].tolist(), strict=True)
            if np.isnan(gbps)
        ]
        yield _error(
            "speed.unknown",
            f"/cables/{row}/gbps",
            f"the speed of cable {cable.id} ({cable.a} to {cable.b}) is unknown, and so is that of "
            f"{' and '.join(unknown)}: set gbps on the cable",
            cable.id,
        )


def speeds_match(wiring: Wiring) -> Iterator[Finding]:
    """speed.mismatch: no cable runs above a port of it, and where it has no speed its ports agree."""
    too_fast = (wiring.cable_gbps[:, None] > wiring.end_gbps).any(axis=1)
    low, high = wiring.end_gbps[:, 0], wiring.end_gbps[:, 1]
    ports_differ = np.isnan(wiring.cable_gbps) & ~np.isnan(low) & ~np.isnan(high) & (low != high)
    for row in np.flatnonzero(too_fast | ports_differ).tolist():
        cable = wiring.document.cables[row]
        at_a, at_b = (speed(gbps) for gbps in wiring.end_gbps[row].tolist())
        ends = f"{cable.a} {at_a} and {cable.b} {at_b}"
        if ports_differ[row]:
            says = f"the ports of cable {cable.id} differ: {ends}; set gbps on the cable, or change a port"
        else:
            says = (
                f"cable {cable.id} runs at {speed(wiring.cable_gbps[row])}, above one of its ports: {ends}; "
                "lower the cable or change the port"
            )
        yield _error("speed.mismatch", f"/cables/{row}/gbps", says, cable.id)


def speeds_are_those_of_cables(wiring: Wiring) -> Iterator[Finding]:
    """speed.range: no cable is as slow as none or faster than any."""
    odd = (wiring.cable_gbps < LEAST_GBPS) | (wiring.cable_gbps > MOST_GBPS)
    for row in np.flatnonzero(odd).tolist():
        cable = wiring.document.cables[row]
        yield _error(
            "speed.range",
            f"/cables/{row}/gbps",
            f"cable {cable.id} runs at {speed(wiring.cable_gbps[row])}: give it from {LEAST_GBPS:g} to "
            f"{MOST_GBPS:,.0f} Gb/s, or take it out",
            cable.id,
        )


def cables_run_at_the_speed_of_their_ports(wiring: Wiring) -> Iterator[Finding]:
    """speed.below: cables slower than both their ports, all in one note."""
    below = np.flatnonzero((wiring.cable_gbps[:, None] < wiring.end_gbps).all(axis=1)).tolist()
    if below:
        cables = wiring.document.cables
        first = below[0]
        yield Finding(
            rule="speed.below",
            severity=Severity.NOTE,
            at=f"/cables/{first}/gbps",
            says=f"{counted(len(below), 'cable')} slower than both ports allow, the first {cables[first].id} "
            f"at {speed(wiring.cable_gbps[first])} between ports of "
            f"{speed(float(wiring.end_gbps[first].min()))}: right if it is meant",
            objects=tuple(cables[row].id for row in below),
        )


RULES: Final[tuple[Rule, ...]] = (
    no_empty_fabric,
    ids_are_used_once,
    types_are_declared,
    servers_have_adapters,
    cables_end_at_ports,
    cables_join_two_devices,
    ports_hold_one_cable,
    speeds_are_known,
    speeds_match,
    speeds_are_those_of_cables,
    cables_run_at_the_speed_of_their_ports,
    hosts_reach_each_other,
    fabric_is_one,
    devices_have_cables,
    tiers_state_their_oversubscription,
)


def _shortened(findings: list[Finding]) -> list[Finding]:
    kept: list[Finding] = []
    for _, group in groupby(findings, key=lambda finding: (finding.rule, finding.severity)):
        alike = list(group)
        kept += alike[:SAID_ONE_BY_ONE]
        if len(alike) > SAID_ONE_BY_ONE:
            kept.append(_the_rest(alike[SAID_ONE_BY_ONE:]))
    return kept


def _the_rest(findings: list[Finding]) -> Finding:
    """Return one finding that stands for many of the same rule and severity."""
    first = findings[0]
    return Finding(
        rule=first.rule,
        severity=first.severity,
        at=first.at,
        says=f"and {len(findings):,} more of the same kind, the first: {first.says}",
        objects=tuple(dict.fromkeys(name for finding in findings for name in finding.objects)),
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


def _error(rule: str, at: str, says: str, *objects: str) -> Finding:
    return Finding(rule=rule, severity=Severity.ERROR, at=at, says=says, objects=objects)
