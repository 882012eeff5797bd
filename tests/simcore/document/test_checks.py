"""What the checks say about a fabric, rule by rule; counts and ratios are worked out by hand."""

import pytest

from simcore.document.checks import RULES, check
from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.findings import Finding, Severity
from simcore.templates import TEMPLATES

SWITCH = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=8, gbps=400),))
SERVER = DeviceType(id="srv", kind=DeviceKind.SERVER, ports=(PortBlock(name="nic", gbps=400),), gpus=8)
SLOW = DeviceType(id="slow", kind=DeviceKind.SERVER, ports=(PortBlock(name="nic", gbps=200),))
BLANK = DeviceType(id="blank", kind=DeviceKind.SERVER, ports=(PortBlock(name="nic"),))
BARE = DeviceType(id="bare", kind=DeviceKind.SERVER)
TYPES = (SWITCH, SERVER, SLOW, BLANK, BARE)


def fabric(devices: dict[str, str], *ends: tuple[str, str] | tuple[str, str, float]) -> FabricDocument:
    """Return a fabric of id -> type and cables c0, c1 … between two addresses, with a speed or without."""
    return FabricDocument(
        device_types=TYPES,
        devices=tuple(Device(id=name, type=type_) for name, type_ in devices.items()),
        cables=tuple(
            Cable(id=f"c{row}", a=end[0], b=end[1], gbps=end[2] if len(end) > 2 else None)
            for row, end in enumerate(ends)
        ),
    )


def sound(**more: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return two hosts on a switch, with further devices."""
    devices = {"s": "sw", "h1": "srv", "h2": "srv"} | more
    return devices, [("h1/nic", "s/p1"), ("h2/nic", "s/p2")]


def said(document: FabricDocument, rule: str) -> list[Finding]:
    return [finding for finding in check(document) if finding.rule == rule]


def test_a_sound_fabric_has_nothing_to_say():
    devices, ends = sound()
    assert check(fabric(devices, *ends)) == []


def test_an_empty_fabric_says_what_to_add():
    (finding,) = check(FabricDocument())
    assert (finding.rule, finding.severity, finding.at) == ("fabric.empty", Severity.ERROR, "/devices")


def test_a_fabric_of_switches_alone_has_nobody_to_serve():
    assert said(fabric({"s": "sw"}), "fabric.empty")[0].severity is Severity.ERROR


def test_a_device_id_used_twice_is_an_error_at_the_second():
    devices, ends = sound()
    document = fabric(devices, *ends)
    twice = document.model_copy(update={"devices": (*document.devices, Device(id="h1", type="srv"))})
    (finding,) = said(twice, "id.duplicate")
    assert (finding.at, finding.objects, finding.severity) == ("/devices/3/id", ("h1",), Severity.ERROR)


def test_a_cable_id_used_twice_is_an_error_at_the_second():
    devices, ends = sound(h3="srv")
    document = fabric(devices, *ends)
    twice = document.model_copy(update={"cables": (*document.cables, Cable(id="c0", a="h3/nic", b="s/p3"))})
    assert [finding.at for finding in said(twice, "id.duplicate")] == ["/cables/2/id"]


def test_two_blocks_that_give_one_port_name_are_an_error_in_the_type():
    type_ = DeviceType(
        id="odd", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=2), PortBlock(name="p2"))
    )
    (finding,) = said(FabricDocument(device_types=(type_,)), "id.duplicate")
    assert finding.at == "/device_types/0/ports/1/name"
    assert "p2" in finding.says


def test_an_undeclared_type_is_an_error_that_proposes_the_close_one():
    devices, ends = sound(h3="srvv")
    (finding,) = said(fabric(devices, *ends), "type.unknown")
    assert finding.at == "/devices/3/type"
    assert finding.says.endswith("did you mean srv?")


def test_cables_of_a_device_of_unknown_type_are_not_blamed_as_well():
    devices, ends = sound(h3="nothing-like-it")
    found = check(fabric(devices, *ends, ("h3/nic", "s/p3")))
    assert [finding.rule for finding in found] == ["type.unknown"]


def test_a_cable_to_a_device_that_is_not_there_dangles():
    devices, ends = sound()
    (finding,) = said(fabric(devices, *ends, ("h3/nic", "s/p3")), "cable.dangling")
    assert (finding.at, finding.objects) == ("/cables/2/a", ("c2",))
    assert "no device h3" in finding.says


def test_a_cable_to_a_port_that_is_not_there_dangles_and_names_the_ports():
    devices, ends = sound(h3="srv")
    (finding,) = said(fabric(devices, *ends, ("h3/nic", "s/p9")), "cable.dangling")
    assert finding.at == "/cables/2/b"
    assert "p1 … p8" in finding.says


def test_a_cable_from_a_port_to_itself_is_an_error():
    devices, ends = sound()
    (finding,) = said(fabric(devices, *ends, ("s/p3", "s/p3")), "cable.self")
    assert (finding.at, finding.severity) == ("/cables/2", Severity.ERROR)


def test_a_cable_between_two_ports_of_one_device_is_an_error():
    devices, ends = sound()
    assert len(said(fabric(devices, *ends, ("s/p3", "s/p4")), "cable.self")) == 1


def test_a_port_with_two_cables_is_an_error_that_names_both():
    devices, ends = sound(h3="srv")
    (finding,) = said(fabric(devices, *ends, ("h3/nic", "s/p1")), "port.twice")
    assert (finding.at, finding.objects) == ("/cables/2/b", ("c2", "c0"))


def test_a_port_with_three_cables_is_said_twice():
    devices, ends = sound(h3="srv", h4="srv")
    found = said(fabric(devices, *ends, ("h3/nic", "s/p1"), ("h4/nic", "s/p1")), "port.twice")
    assert [finding.objects for finding in found] == [("c2", "c0"), ("c3", "c0")]


def test_a_cable_of_no_known_speed_is_an_error():
    devices, ends = sound(h3="blank")
    (finding,) = said(fabric(devices, *ends, ("h3/nic", "s/p3")), "speed.unknown")
    assert (finding.at, finding.severity) == ("/cables/2/gbps", Severity.ERROR)
    assert "h3/nic" in finding.says
    assert "s/p3:" not in finding.says


def test_a_cable_with_a_speed_of_its_own_may_end_at_an_unknown_port():
    devices, ends = sound(h3="blank")
    assert check(fabric(devices, *ends, ("h3/nic", "s/p3", 400.0))) == []


def test_ports_that_differ_are_a_mismatch_where_the_cable_has_no_speed():
    devices, ends = sound(h3="slow")
    (finding,) = said(fabric(devices, *ends, ("h3/nic", "s/p3")), "speed.mismatch")
    assert finding.at == "/cables/2/gbps"
    assert "200 Gb/s" in finding.says
    assert "400 Gb/s" in finding.says


def test_a_cable_at_the_lower_of_two_port_speeds_is_right():
    devices, ends = sound(h3="slow")
    assert check(fabric(devices, *ends, ("h3/nic", "s/p3", 200.0))) == []


def test_a_cable_above_its_port_is_a_mismatch():
    devices, ends = sound(h3="srv")
    (finding,) = said(fabric(devices, *ends, ("h3/nic", "s/p3", 800.0)), "speed.mismatch")
    assert finding.severity is Severity.ERROR


def test_a_cable_below_both_its_ports_is_a_note():
    devices, ends = sound(h3="srv")
    (finding,) = check(fabric(devices, *ends, ("h3/nic", "s/p3", 100.0)))
    assert (finding.rule, finding.severity, finding.objects) == ("speed.below", Severity.NOTE, ("c2",))


@pytest.mark.parametrize("gbps", [1e-300, 9e-4, 2e6, 1e300])
def test_a_cable_as_slow_as_none_or_faster_than_any_is_refused(gbps):
    devices, ends = sound(h3="blank")
    (finding,) = said(fabric(devices, *ends, ("h3/nic", "s/p3", gbps)), "speed.range")
    assert (finding.at, finding.severity) == ("/cables/2/gbps", Severity.ERROR)
    assert len(finding.says) < 120


def test_a_host_without_a_cable_is_unreachable():
    devices, ends = sound(h3="srv")
    (finding,) = said(fabric(devices, *ends), "host.unreachable")
    assert (finding.at, finding.objects, finding.severity) == ("/devices/3", ("h3",), Severity.WARNING)


def test_a_host_alone_on_its_switch_is_unreachable():
    devices, ends = sound(h3="srv", s2="sw")
    assert [f.objects for f in said(fabric(devices, *ends, ("h3/nic", "s2/p1")), "host.unreachable")] == [
        ("h3",)
    ]


def test_two_parts_without_a_path_are_islands():
    devices, ends = sound(s2="sw", h3="srv", h4="srv")
    (finding,) = said(fabric(devices, *ends, ("h3/nic", "s2/p1"), ("h4/nic", "s2/p2")), "fabric.islands")
    assert finding.severity is Severity.WARNING
    assert "2 parts" in finding.says
    assert set(finding.objects) == {"s2", "h3", "h4"}


def test_planes_that_all_hosts_share_are_only_noted():
    two = DeviceType(
        id="two", kind=DeviceKind.SERVER, ports=(PortBlock(name="a", gbps=400), PortBlock(name="b", gbps=400))
    )
    document = FabricDocument(
        device_types=(SWITCH, two),
        devices=tuple(
            Device(id=name, type="sw" if name[0] == "s" else "two") for name in ("s1", "s2", "h1", "h2")
        ),
        cables=tuple(
            Cable(id=f"{host}{plane}", a=f"{host}/{plane}", b=f"s{row}/p{number}")
            for number, host in enumerate(("h1", "h2"), start=1)
            for row, plane in enumerate("ab", start=1)
        ),
    )
    (finding,) = check(document)
    assert (finding.rule, finding.severity) == ("fabric.islands", Severity.NOTE)


def test_a_host_does_not_join_the_switches_it_is_cabled_to():
    """A path ends at an adapter: the two switches of a host with two adapters stay apart."""
    two = DeviceType(
        id="two", kind=DeviceKind.SERVER, ports=(PortBlock(name="a", gbps=400), PortBlock(name="b", gbps=400))
    )
    document = FabricDocument(
        device_types=(SWITCH, two, SERVER),
        devices=(
            Device(id="s1", type="sw"),
            Device(id="s2", type="sw"),
            Device(id="h", type="two"),
            Device(id="x", type="srv"),
        ),
        cables=(
            Cable(id="1", a="h/a", b="s1/p1"),
            Cable(id="2", a="h/b", b="s2/p1"),
            Cable(id="3", a="x/nic", b="s2/p2"),
        ),
    )
    assert [finding.severity for finding in said(document, "fabric.islands")] == [Severity.WARNING]


def test_a_server_type_without_adapters_is_a_warning():
    devices, ends = sound(h3="bare")
    (finding,) = check(fabric(devices, *ends))
    assert (finding.rule, finding.at, finding.objects) == (
        "host.no-adapters",
        "/device_types/4/ports",
        ("h3",),
    )


def test_a_switch_without_a_cable_is_noted():
    devices, ends = sound(s2="sw")
    (finding,) = check(fabric(devices, *ends))
    assert (finding.rule, finding.severity, finding.objects) == ("device.uncabled", Severity.NOTE, ("s2",))


def test_oversubscription_is_stated_with_counts_and_capacity():
    """4 leaves of 8 hosts and 4 spines at 400: 32 down, 16 up, 12.8 and 6.4 Tb/s, 2 to 1."""
    document, _ = TEMPLATES["leaf-spine"].make({"leaves": 4, "spines": 4, "hosts_per_leaf": 8})
    assert document is not None
    (finding,) = said(document, "tier.oversubscription")
    assert finding.severity is Severity.NOTE
    assert "32 cables of 12.8 Tb/s down, 16 cables of 6.4 Tb/s up: 2.00 to 1" in finding.says
    assert finding.objects == ("leaf-1", "leaf-2", "leaf-3", "leaf-4")


def test_every_tier_below_the_top_states_its_oversubscription():
    document, _ = TEMPLATES["fat-tree"].make({"k": 4})
    assert document is not None
    assert [finding.says[:6] for finding in said(document, "tier.oversubscription")] == ["tier 1", "tier 2"]


def test_ten_findings_come_at_once_and_errors_come_first():
    devices, ends = sound(h3="srv", h4="slow", h5="blank", h6="nope", h7="bare", s2="sw", h8="srv")
    document = fabric(
        devices,
        *ends,
        ("h3/nic", "s/p1"),  # port.twice
        ("h4/nic", "s/p4"),  # speed.mismatch
        ("h5/nic", "s/p5"),  # speed.unknown
        ("ghost/nic", "s/p6"),  # cable.dangling
        ("s/p7", "s/p7"),  # cable.self
    )
    doubled = document.model_copy(update={"devices": (*document.devices, Device(id="h1", type="srv"))})
    found = check(doubled)
    assert {finding.rule for finding in found} >= {
        "port.twice",
        "speed.mismatch",
        "speed.unknown",
        "cable.dangling",
        "cable.self",
        "id.duplicate",
        "type.unknown",
        "host.no-adapters",
        "host.unreachable",
        "device.uncabled",
    }
    weights = [list(Severity).index(finding.severity) for finding in found]
    assert weights == sorted(weights)


def test_a_thousand_findings_of_a_kind_end_in_one_that_holds_the_rest():
    devices = {"s": "sw"} | {f"h{row}": "blank" for row in range(1000)}
    document = FabricDocument(
        device_types=(
            SWITCH.model_copy(update={"ports": (PortBlock(name="p", count=1000, gbps=400),)}),
            BLANK,
        ),
        devices=tuple(Device(id=name, type=type_) for name, type_ in devices.items()),
        cables=tuple(Cable(id=f"c{row}", a=f"h{row}/nic", b=f"s/p{row + 1}") for row in range(1000)),
    )
    found = said(document, "speed.unknown")
    assert len(found) == 101
    assert "900 more" in found[-1].says
    assert len({name for finding in found for name in finding.objects}) == 1000


def test_ports_in_use_are_stated_tier_by_tier():
    """4 leaves of 8 hosts and 4 uplinks, on 64 ports: 4 × 12 of 256; 4 spines of 4."""
    document, _ = TEMPLATES["leaf-spine"].make({"leaves": 4, "spines": 4, "hosts_per_leaf": 8})
    assert document is not None
    (finding,) = said(document, "tier.ports")
    assert "tier 1 (leaf) 48 of 256, 52 free a switch; tier 2 (spine) 16 of 256, 60" in finding.says


def test_hosts_on_one_switch_alone_are_counted_with_the_gpus_of_the_worst():
    """A host of 8 GPUs on s and one on s2 beside two on s: s cuts off 2 hosts, 16 GPUs."""
    devices, ends = sound(s2="sw", h3="srv")
    (finding,) = said(fabric(devices, *ends, ("h3/nic", "s2/p1"), ("s/p8", "s2/p8")), "single.leaf")
    assert finding.says.startswith("3 of 3 cabled hosts hang on one switch alone, on 2 switches in all")
    assert "s cuts off most: 2 hosts with 16 GPUs" in finding.says
    assert finding.at == "/devices/0"


def test_a_cable_between_two_halves_says_which_gpus_it_holds():
    devices, ends = sound(s2="sw", h3="srv")
    (finding,) = said(fabric(devices, *ends, ("h3/nic", "s2/p1"), ("s/p8", "s2/p8")), "single.cable")
    assert (finding.at, finding.objects) == ("/cables/3", ("c3", "h3"))
    assert "8 GPUs on 1 host (h3)" in finding.says


def test_two_switches_with_unequal_uplinks_are_measured_by_the_one_with_more():
    devices, ends = sound(s2="sw", top="sw", h3="srv")
    found = said(
        fabric(
            devices, *ends, ("h3/nic", "s2/p1"), ("s/p8", "top/p1"), ("s/p7", "top/p2"), ("s2/p8", "top/p3")
        ),
        "uplinks.unequal",
    )
    assert [finding.objects for finding in found] == [("s2",)]


def test_every_rule_says_its_name_first():
    assert all(rule.__doc__ and "." in rule.__doc__.split(":")[0] for rule in RULES)
