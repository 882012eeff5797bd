"""Faults put one at a time into a clean fabric are found at their place, and none of them on a clean one.

Where a fault lies follows from how the templates count: hosts, then leaves, then spines; the cables of hosts
first. ``RAILS`` has 3 units of 4 hosts and 4 leaves, and 4 spines: cables 0 … 47 of hosts, four a host, 48 …
95 up, four a leaf; leaf-1 is device 12, spine-1 device 24.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simcore.document.capabilities import Aggregation, AggregationProfile
from simcore.document.catalogue import CABLE_TYPES
from simcore.document.checks import check
from simcore.document.fabric import Accepted, Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.findings import Finding, Severity
from simcore.templates import TEMPLATES

# What the checks say of a fabric that is as it should be: figures, in notes.
STATED = {"tier.oversubscription", "tier.ports", "single.leaf", "fabric.islands"}
COPPER = min(CABLE_TYPES.values(), key=lambda each: each.max_length_m)


def made(name: str, **parameters: object) -> FabricDocument:
    document, findings = TEMPLATES[name].make(parameters)
    assert document is not None, findings
    return document


def torus(width: int, height: int) -> FabricDocument:
    """Return a 2-D torus of 8-port switches with one host each; +x on p1 to p2, +y on p3 to p4."""
    switch = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=8, gbps=400),))
    server = DeviceType(id="srv", kind=DeviceKind.SERVER, ports=(PortBlock(name="nic", gbps=400),), gpus=8)
    places = [(x, y) for x in range(width) for y in range(height)]
    return FabricDocument(
        device_types=(switch, server),
        devices=(
            *(Device(id=f"s{x}.{y}", type="sw") for x, y in places),
            *(Device(id=f"h{x}.{y}", type="srv") for x, y in places),
        ),
        cables=(
            *(Cable(id=f"h{x}.{y}", a=f"h{x}.{y}/nic", b=f"s{x}.{y}/p8") for x, y in places),
            *(Cable(id=f"x{x}.{y}", a=f"s{x}.{y}/p1", b=f"s{(x + 1) % width}.{y}/p2") for x, y in places),
            *(Cable(id=f"y{x}.{y}", a=f"s{x}.{y}/p3", b=f"s{x}.{(y + 1) % height}/p4") for x, y in places),
        ),
    )


def rail_only(rails: int, hosts: int) -> FabricDocument:
    """Return hosts with one adapter on each of as many switches, which nothing joins."""
    switch = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=64, gbps=400),))
    adapters = tuple(PortBlock(name=f"nic{rail}", gbps=400) for rail in range(rails))
    return FabricDocument(
        device_types=(switch, DeviceType(id="srv", kind=DeviceKind.SERVER, ports=adapters, gpus=8)),
        devices=(
            *(Device(id=f"h{host}", type="srv") for host in range(hosts)),
            *(Device(id=f"s{rail}", type="sw") for rail in range(rails)),
        ),
        cables=tuple(
            Cable(id=f"{host}.{rail}", a=f"h{host}/nic{rail}", b=f"s{rail}/p{host + 1}")
            for host in range(hosts)
            for rail in range(rails)
        ),
    )


def stairs(count: int) -> FabricDocument:
    """Return leaves of one host each; leaf n is cabled to the spines n and n + 1, each otherwise."""
    document = torus(1, 1)
    return document.model_copy(
        update={
            "devices": tuple(
                Device(id=f"{letter}{n}", type="srv" if letter == "h" else "sw")
                for letter in "hls"
                for n in range(count)
            ),
            "cables": (
                *(Cable(id=f"h{n}", a=f"h{n}/nic", b=f"l{n}/p8") for n in range(count)),
                *(
                    Cable(id=f"l{n}.{step}", a=f"l{n}/p{step + 1}", b=f"s{(n + step) % count}/p{step + 1}")
                    for n in range(count)
                    for step in range(2)
                ),
            ),
        }
    )


RAILS = made("leaf-spine", leaves=12, spines=4, rails=4, hosts_per_leaf=4)
TREE = made("fat-tree", k=8)
SMALL_TREE = made("fat-tree", k=4)
PLANES = made("dual-plane")
TORUS = torus(4, 4)
STAIRS = stairs(6)

CLEAN = {
    "leaf-spine": made("leaf-spine"),
    "rails": RAILS,
    "two tiers, fewer uplinks": made("leaf-spine", leaves=8, spines=2, hosts_per_leaf=16),
    "parallel cables": made("leaf-spine", leaves=4, spines=2, cables_per_pair=4),
    "three tiers": TREE,
    "three small tiers": SMALL_TREE,
    "torus": TORUS,
    "stairs": STAIRS,
    "rail-only": rail_only(8, 16),
} | {f"template {name}": made(name) for name in TEMPLATES}

Change = Callable[[FabricDocument], FabricDocument]


def cable(row: int, **changes: Any) -> Change:
    return lambda document: _changed(document, "cables", row, changes)


def device(row: int, **changes: Any) -> Change:
    return lambda document: _changed(document, "devices", row, changes)


def type_of(device_row: int, **changes: Any) -> Change:
    def change(document: FabricDocument) -> FabricDocument:
        ids = [each.id for each in document.device_types]
        return _changed(document, "device_types", ids.index(document.devices[device_row].type), changes)

    return change


def own_type(device_row: int, **changes: Any) -> Change:
    """Give one device a type of its own: its present one, changed."""

    def change(document: FabricDocument) -> FabricDocument:
        types = {each.id: each for each in document.device_types}
        own = types[document.devices[device_row].type].model_copy(update={"id": "own", **changes})
        with_type = document.model_copy(update={"device_types": (*document.device_types, own)})
        return _changed(with_type, "devices", device_row, {"type": "own"})

    return change


def without(*rows: int) -> Change:
    """Take out cables."""
    return lambda document: document.model_copy(
        update={"cables": tuple(each for row, each in enumerate(document.cables) if row not in rows)}
    )


def without_device(row: int) -> Change:
    """Take out a device with its cables."""

    def change(document: FabricDocument) -> FabricDocument:
        gone = document.devices[row].id
        return document.model_copy(
            update={
                "devices": tuple(each for each in document.devices if each.id != gone),
                "cables": tuple(
                    each
                    for each in document.cables
                    if gone not in (each.a.partition("/")[0], each.b.partition("/")[0])
                ),
            }
        )

    return change


def swapped(one: int, other: int) -> Change:
    """Let two cables take each other's upper end."""
    return lambda document: cable(one, b=document.cables[other].b)(
        cable(other, b=document.cables[one].b)(document)
    )


def more(**parts: tuple[Any, ...]) -> Change:
    """Append devices, cables, types, names or accepted findings."""
    return lambda document: document.model_copy(
        update={name: (*getattr(document, name), *added) for name, added in parts.items()}
    )


def both(*changes: Change) -> Change:
    def change(document: FabricDocument) -> FabricDocument:
        for each in changes:
            document = each(document)
        return document

    return change


def nics(**speeds: float | None) -> tuple[PortBlock, ...]:
    """Return the adapters of a host of ``RAILS``, some with another speed."""
    return tuple(
        PortBlock(name=name, gbps=speeds.get(name, 400.0)) for name in ("nic1", "nic2", "nic3", "nic4")
    )


def _changed(document: FabricDocument, part: str, row: int, changes: dict[str, Any]) -> FabricDocument:
    listed = list(getattr(document, part))
    listed[row] = listed[row].model_copy(update=changes)
    return document.model_copy(update={part: tuple(listed)})


def uplink(tree: FabricDocument, lower: str, upper: str) -> int:
    """Return the row of the cable between two switches."""
    (row,) = [
        row
        for row, each in enumerate(tree.cables)
        if each.a.partition("/")[0] == lower and each.b.partition("/")[0] == upper
    ]
    return row


def row_of(document: FabricDocument, device_id: str) -> int:
    return [each.id for each in document.devices].index(device_id)


@dataclass(frozen=True)
class Fault:
    clean: FabricDocument
    change: Change
    rule: str
    at: str
    objects: tuple[str, ...] = ()


SPARE_SWITCH = Device(id="spare", type=RAILS.devices[12].type)
SPARE_HOST = Device(id="spare", type=RAILS.devices[0].type)
BARE = DeviceType(id="bare", kind=DeviceKind.SERVER)
EDGE_TO_CORE = cable(uplink(TREE, "edge-1-1", "agg-1-1"), b="core-1/p64")
CROSSED = uplink(TREE, "edge-1-1", "agg-1-1"), uplink(TREE, "edge-2-1", "agg-2-1")
CORES = uplink(TREE, "agg-1-1", "core-1"), uplink(TREE, "agg-1-2", "core-5")

FAULTS = {
    "a device id twice": Fault(RAILS, device(3, id="host-1"), "id.duplicate", "/devices/3/id", ("host-1",)),
    "a cable id twice": Fault(RAILS, cable(5, id="c1"), "id.duplicate", "/cables/5/id", ("c1",)),
    "a port name twice": Fault(
        RAILS,
        own_type(0, ports=(*nics(), PortBlock(name="nic1"))),
        "id.duplicate",
        "/device_types/2/ports/4/name",
        ("own",),
    ),
    "a display name twice": Fault(
        RAILS, both(device(0, name="x"), device(7, name="x")), "name.shared", "/devices/7/name", ("host-8",)
    ),
    "a type that is not declared": Fault(
        RAILS, device(2, type="DGX"), "type.unknown", "/devices/2/type", ("host-3",)
    ),
    "a cable to no device": Fault(
        RAILS, cable(0, a="host-99/nic1"), "cable.dangling", "/cables/0/a", ("c1",)
    ),
    "a cable to no port": Fault(RAILS, cable(0, b="leaf-1/p65"), "cable.dangling", "/cables/0/b", ("c1",)),
    "a cable back to its switch": Fault(
        RAILS, cable(48, b="leaf-1/p9"), "cable.self", "/cables/48", ("c49",)
    ),
    "two cables in a port": Fault(RAILS, cable(1, b="leaf-1/p1"), "port.twice", "/cables/1/b", ("c2", "c1")),
    "an unknown speed": Fault(
        RAILS,
        both(own_type(0, ports=nics(nic1=None)), cable(0, gbps=None)),
        "speed.unknown",
        "/cables/0/gbps",
        ("c1",),
    ),
    "a cable above its port": Fault(RAILS, cable(0, gbps=800.0), "speed.mismatch", "/cables/0/gbps", ("c1",)),
    "ports that differ": Fault(
        RAILS,
        both(own_type(0, ports=nics(nic1=200.0)), cable(0, gbps=None)),
        "speed.mismatch",
        "/cables/0/gbps",
        ("c1",),
    ),
    "a speed of no cable": Fault(RAILS, cable(0, gbps=1e-4), "speed.range", "/cables/0/gbps", ("c1",)),
    "a speed of no technology": Fault(RAILS, cable(0, gbps=390.0), "speed.odd", "/cables/0/gbps", ("c1",)),
    "a slow host cable": Fault(RAILS, cable(0, gbps=200.0), "speed.below", "/cables/0/gbps", ("c1",)),
    "a slow uplink": Fault(RAILS, cable(48, gbps=200.0), "speed.mixed", "/cables/48/gbps", ("c49",)),
    "a medium that nobody knows": Fault(
        RAILS, cable(3, medium="string"), "cable.medium", "/cables/3/medium", ("c4",)
    ),
    "copper over forty metres": Fault(
        RAILS, cable(3, medium=COPPER.id, length_m=40.0), "cable.too-long", "/cables/3/length_m", ("c4",)
    ),
    "a medium that is too slow": Fault(
        RAILS,
        cable(3, medium=min(CABLE_TYPES.values(), key=lambda each: each.gbps).id),
        "cable.too-fast",
        "/cables/3/medium",
        ("c4",),
    ),
    "a length in millimetres": Fault(
        RAILS, cable(3, length_m=20_000.0), "cable.length", "/cables/3/length_m", ("c4",)
    ),
    "a switch above any chip": Fault(
        RAILS,
        own_type(24, ports=(PortBlock(name="p", count=64, gbps=3200.0),)),
        "type.radix",
        "/device_types/2/ports",
        ("spine-1",),
    ),
    "another model in a tier": Fault(RAILS, own_type(12), "tier.models", "/devices/12/type", ("leaf-1",)),
    "a switch that adds nothing": Fault(
        RAILS,
        device(13, aggregation=Aggregation(profile=AggregationProfile.NONE)),
        "tier.aggregation",
        "/devices/13/aggregation",
        ("leaf-2",),
    ),
    "names for more tiers": Fault(
        RAILS, more(tier_names=("leaf", "spine", "core")), "tier.names", "/tier_names/2"
    ),
    "a server type without adapters": Fault(
        RAILS,
        more(device_types=(BARE,), devices=(Device(id="spare", type="bare"),)),
        "host.no-adapters",
        "/device_types/2/ports",
        ("spare",),
    ),
    "a host without a cable": Fault(
        RAILS, more(devices=(SPARE_HOST,)), "host.unreachable", "/devices/28", ("spare",)
    ),
    "an adapter without a cable": Fault(RAILS, without(1), "device.uncabled", "/devices/0", ("host-1",)),
    "a switch without a cable": Fault(
        RAILS, more(devices=(SPARE_SWITCH,)), "device.uncabled", "/devices/28", ("spare",)
    ),
    "a unit cut off": Fault(
        RAILS, without(*range(48, 64)), "fabric.islands", "/cables", ("leaf-1", "leaf-4", "host-1")
    ),
    "two adapters swapped": Fault(
        RAILS, swapped(0, 1), "rail.misaligned", "/cables/0", ("c1", "c2", "host-1")
    ),
    "an adapter in another unit": Fault(
        RAILS, cable(2, b="leaf-7/p9"), "rail.misaligned", "/cables/2", ("c3", "host-1")
    ),
    "two adapters on one leaf": Fault(
        RAILS, cable(1, b="leaf-1/p9"), "host.bunched", "/cables/1", ("c2", "host-1")
    ),
    "a missing uplink": Fault(RAILS, without(48), "uplinks.unequal", "/devices/12", ("leaf-1", "spine-1")),
    "two uplinks to one spine": Fault(
        RAILS,
        cable(48, b="spine-2/p13"),
        "uplinks.bunched",
        "/devices/12",
        ("leaf-1", "spine-2", "c49", "c50"),
    ),
    "edges of two pods swapped": Fault(
        TREE, swapped(*CROSSED), "uplinks.crossed", f"/cables/{CROSSED[1]}", ("edge-2-1",)
    ),
    "cores of two groups swapped": Fault(
        TREE, swapped(*CORES), "uplinks.crossed", f"/cables/{CORES[0]}", ("agg-1-1",)
    ),
    "an uplink moved to another pod": Fault(
        TREE,
        cable(CROSSED[0], b="agg-2-1/p64"),
        "uplinks.crossed",
        f"/cables/{CROSSED[0]}",
        ("edge-1-1",),
    ),
    "an uplink on the wrong stair": Fault(
        STAIRS, cable(7, b="s3/p8"), "downlinks.unequal", "/devices/15", ("s3",)
    ),
    "a cable between two leaves": Fault(
        RAILS,
        more(cables=(Cable(id="new", a="leaf-1/p9", b="leaf-2/p9", gbps=400.0),)),
        "tier.sideways",
        "/cables/96",
        ("new",),
    ),
    "a host on a spine": Fault(
        RAILS, cable(0, b="spine-1/p13"), "tier.skipped", "/cables/0", ("c1", "spine-1")
    ),
    "an edge on a core": Fault(TREE, EDGE_TO_CORE, "tier.skipped", f"/cables/{CROSSED[0]}", ("core-1",)),
    "a pod without one switch": Fault(
        TREE, without_device(row_of(TREE, "agg-3-1")), "pod.asymmetric", "/devices/32", ("host-33", "agg-3-2")
    ),
    "a leaf with one uplink": Fault(
        RAILS, without(48, 49, 50), "single.cable", "/cables/48", ("c52", "host-1")
    ),
    "a leaf behind a leaf": Fault(
        RAILS,
        more(
            devices=(SPARE_SWITCH, Device(id="far", type=RAILS.devices[0].type)),
            cables=(
                Cable(id="to-leaf", a="spare/p1", b="leaf-1/p9"),
                Cable(id="to-leaf-2", a="spare/p2", b="leaf-1/p10"),
                Cable(id="to-far", a="far/nic1", b="spare/p3"),
            ),
        ),
        "single.switch",
        "/devices/12",
        ("leaf-1", "far"),
    ),
    "a torus that lacks a cable": Fault(
        TORUS, without(16), "neighbours.unequal", f"/devices/{row_of(TORUS, 's0.0')}", ("s0.0",)
    ),
    "a plane that a host lacks": Fault(
        PLANES, without(0), "host.port-uncabled", "/devices/0", (PLANES.devices[0].id,)
    ),
    "a note on nothing": Fault(
        RAILS,
        more(accepted=(Accepted(rule="speed.below", objects=("c1",), note="was slow"),)),
        "accepted.idle",
        "/accepted/0",
    ),
}


@pytest.mark.parametrize("name", list(CLEAN))
def test_a_clean_fabric_is_stated_in_figures_and_blamed_for_nothing(name: str):
    found = check(CLEAN[name])
    assert [each for each in found if each.rule not in STATED or each.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("name", list(FAULTS))
def test_a_fault_is_found_at_its_place(name: str):
    fault = FAULTS[name]
    before = check(fault.clean)
    found = [each for each in check(fault.change(fault.clean)) if each not in before]
    assert any(_is_at(fault, each) for each in found), [(each.rule, each.at, each.objects) for each in found]


@pytest.mark.parametrize("name", list(TEMPLATES))
def test_a_cable_that_is_missing_or_slow_is_told_of_in_every_template(name: str):
    """Every seventeenth cable: the finding names the cable, or a device at one of its ends."""
    document = made(name)
    before = check(document)
    for row in range(0, len(document.cables), len(document.cables) // 17 + 1):
        taken = document.cables[row]
        assert taken.gbps is not None
        ends = {taken.a.partition("/")[0], taken.b.partition("/")[0]}
        for change, meant in ((without(row), ends), (cable(row, gbps=taken.gbps / 4), {taken.id})):
            found = [each for each in check(change(document)) if each not in before]
            told = [each for each in found if each.rule not in STATED and meant & set(each.objects)]
            assert told, (taken.id, [(each.rule, each.objects) for each in found])


@pytest.mark.parametrize("name", ["rail-optimised", "rail-only", "dual-plane"])
def test_two_ports_of_a_host_that_take_each_others_switch_are_off_their_rails(name: str):
    document = made(name)
    host = document.devices[0].id
    one, other, *_ = [row for row, each in enumerate(document.cables) if each.a.partition("/")[0] == host]
    found = check(swapped(one, other)(document))
    assert [each.objects for each in found if each.rule == "rail.misaligned"] == [
        (document.cables[one].id, document.cables[other].id, host)
    ]


def test_there_are_more_than_thirty_faults_of_many_kinds():
    assert len(FAULTS) >= 30
    assert len({fault.rule for fault in FAULTS.values()}) >= 30


def _is_at(fault: Fault, found: Finding) -> bool:
    return (found.rule, found.at) == (fault.rule, fault.at) and set(fault.objects) <= set(found.objects)


def test_every_rule_of_a_fault_stands_in_the_page_on_checks():
    page = (Path(__file__).parents[3] / "docs" / "checks.md").read_text()
    assert [fault.rule for fault in FAULTS.values() if f"`{fault.rule}`" not in page] == []
