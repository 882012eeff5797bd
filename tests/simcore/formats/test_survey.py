"""A survey becomes a fabric: ports, speeds and panels, by small cases counted by hand."""

import pytest
from surveys import rules, servers_of, survey, surveyed, wired

from simcore.document.checks import check
from simcore.document.findings import Severity
from simcore.errors import FormatError
from simcore.formats.survey import fabric_of


def test_a_cable_stated_from_both_ends_is_one():
    document = fabric_of(surveyed([(("a", "1"), ("b", "1")), (("b", "1"), ("a", "1"))])).document
    assert [(cable.a, cable.b) for cable in document.cables] == [("a/1", "b/1")]


def test_parallel_links_are_kept():
    document = fabric_of(surveyed([(("a", "1"), ("b", "1")), (("a", "2"), ("b", "2"))])).document
    assert len(document.cables) == 2


def test_links_without_port_names_are_each_a_cable():
    document = fabric_of(surveyed([(("a", ""), ("b", "")), (("a", ""), ("b", ""))])).document
    assert {cable.a for cable in document.cables} == {"a/p1", "a/p2"}


def test_a_port_used_twice_names_both_lines_and_keeps_the_first():
    understood = fabric_of(surveyed([(("a", "1"), ("b", "1")), (("a", "1"), ("c", "1"))]))
    assert [cable.a for cable in understood.document.cables] == ["a/1"]
    [finding] = [each for each in understood.findings if each.rule == "port.twice"]
    assert "line 1 leads to b 1" in finding.says
    assert "line 2 to c 1" in finding.says


def test_a_device_cabled_to_itself_loses_that_cable():
    understood = fabric_of(surveyed([(("a", "1"), ("a", "2")), (("a", "3"), ("b", "1"))]))
    assert len(understood.document.cables) == 1
    assert "cable.loop" in rules(understood)


def test_of_two_speeds_of_a_cable_the_lower_is_kept():
    found = survey()
    found.link(("a", "1"), ("b", "1"), line=1, gbps=400.0)
    found.link(("b", "1"), ("a", "1"), line=2, gbps=200.0)
    understood = fabric_of(found)
    assert understood.document.cables[0].gbps == 200.0
    assert "speed.disagree" in rules(understood)


def test_the_speed_of_a_link_wins_over_that_of_its_ports():
    found = survey()
    found.port("a", "1", line=1, gbps=100.0)
    found.link(("a", "1"), ("b", "1"), line=2, gbps=400.0)
    understood = fabric_of(found)
    assert understood.document.cables[0].gbps == 400.0
    assert not [each for each in check(understood.document) if each.severity is Severity.ERROR]


def test_a_cable_without_a_speed_has_that_of_its_slower_port():
    found = survey()
    found.port("a", "1", line=1, gbps=400.0)
    found.port("b", "1", line=2, gbps=100.0)
    found.link(("a", "1"), ("b", "1"), line=3)
    understood = fabric_of(found)
    assert understood.document.cables[0].gbps == 100.0
    assert "speed.disagree" in rules(understood)


def test_an_unknown_speed_stays_unknown_and_is_counted():
    found = survey()
    for row in range(3):
        found.link(("a", f"{row}"), (f"h{row}", "1"), line=row + 1)
    understood = fabric_of(found)
    assert {cable.gbps for cable in understood.document.cables} == {None}
    [finding] = [each for each in understood.findings if each.rule == "speed.unknown"]
    assert "the speed of 3 cables is unknown" in finding.says


@pytest.mark.parametrize("speed", [0.0, -1.0, float("nan"), float("inf")])
def test_a_speed_that_is_no_positive_number_is_unknown(speed):
    found = survey()
    found.link(("a", "1"), ("b", "1"), line=7, gbps=speed)
    understood = fabric_of(found)
    assert understood.document.cables[0].gbps is None
    assert "number.unread" in rules(understood)


def test_panels_are_passed_through_and_their_lengths_add_up():
    """a – panel x – panel y – b: 2 + 30 + 3 m, one cable."""
    found = survey()
    found.node("x", kind="panel", line=1)
    found.node("y", kind="panel", line=1)
    found.link(("a", "1"), ("x", "7"), line=2, length_m=2.0)
    found.link(("y", "7"), ("x", "7"), line=3, length_m=30.0)
    found.link(("y", "7"), ("b", "1"), line=4, length_m=3.0, gbps=100.0)
    document = fabric_of(found).document
    assert [device.id for device in document.devices] == ["a", "b"]
    [cable] = document.cables
    assert (cable.a, cable.b, cable.gbps, cable.length_m) == ("a/1", "b/1", 100.0, 35.0)


def test_a_cable_that_ends_at_a_panel_is_left_out_and_said():
    found = wired(("a", "b"))
    found.node("x", kind="panel", line=2)
    found.link(("a", "2"), ("x", "7"), line=3)
    understood = fabric_of(found)
    assert len(understood.document.cables) == 1
    [finding] = [each for each in understood.findings if each.rule == "panel.open"]
    assert "line 3" in finding.at


def test_a_circle_of_panels_ends():
    found = wired(("a", "b"))
    for key in "xyz":
        found.node(key, kind="panel", line=2)
    for one, other in ("xy", "yz", "zx"):
        found.link((one, "1"), (other, "1"), line=3)
    assert len(fabric_of(found).document.cables) == 1


def test_slashes_and_blanks_in_names_give_ids_and_stay_in_the_name():
    found = survey()
    found.node("rack 1/leaf", line=1, kind="switch")
    found.link(("rack 1/leaf", "Ethernet1/1"), ("h", "e 1"), line=2, gbps=1.0)
    document = fabric_of(found).document
    assert document.devices[0].id == "rack_1|leaf"
    assert document.devices[0].name == "rack 1/leaf"
    assert {document.cables[0].a, document.cables[0].b} == {"rack_1|leaf/Ethernet1|1", "h/e_1"}


def test_ports_of_one_adapter_are_one_block():
    found = survey()
    for port in ("m0p0", "m0p1"):
        found.port("h", port, line=1, gbps=100.0, adapter="mlx0")
        found.link(("h", port), ("s", port), line=1)
    found.node("h", line=1, kind="server")
    document = fabric_of(found).document
    [server] = [each for each in document.device_types if each.kind.value == "server"]
    assert [(block.name, block.count, block.gbps) for block in server.ports] == [("mlx0-port", 2, 100.0)]
    assert {cable.a for cable in document.cables} == {"h/mlx0-port1", "h/mlx0-port2"}


def test_switches_of_a_model_share_a_type_and_a_model_of_the_catalogue_brings_what_it_says():
    """QM9700: 64 ports of 400 Gb/s that can add in the network (the catalogue); two ports are in use."""
    found = wired(("s1", "h1"), ("s2", "h2"), ("s1", "s2"))
    for key in ("s1", "s2"):
        found.node(key, line=1, model="qm9700")
    document = fabric_of(found).document
    switches = [each for each in document.device_types if each.kind.value == "switch"]
    assert [(each.id, each.aggregation.profile.value) for each in switches] == [("QM9700", "quantum-2")]
    assert {block.gbps for block in switches[0].ports} == {400.0}


def test_ports_that_every_device_names_in_another_way_are_numbered():
    """1,100 switches of one place with a port name of their own each: more names than a type takes."""
    found = survey()
    for row in range(1_100):
        found.node(f"h{row}", line=row + 1, kind="server")
        found.link((f"h{row}", "e"), (f"s{row}", f"only{row}"), line=row + 1, gbps=1.0)
    understood = fabric_of(found)
    assert "port.renamed" in rules(understood)
    assert len(understood.document.device_types) == 2
    assert not [each for each in check(understood.document) if each.severity is Severity.ERROR]


def test_a_trunk_is_a_cable_of_unknown_speed_that_asks_for_its_oversubscription():
    found = survey()
    found.node("h", line=1, kind="server")
    found.link(("h", ""), ("leaf", ""), line=1, gbps=100.0)
    found.link(("leaf", ""), ("spine", ""), line=2, trunk=True)
    understood = fabric_of(found)
    assert [cable.gbps for cable in understood.document.cables] == [100.0, None]
    assert "trunk.unknown" in rules(understood)
    assert "speed.unknown" not in rules(understood)


def test_a_survey_of_nothing_is_refused():
    with pytest.raises(FormatError, match="names no device"):
        fabric_of(survey())


def test_findings_on_nodes_name_the_devices_of_the_document():
    found = wired(("leaf 1", "h"))
    found.tell("a.rule", Severity.NOTE, "it is so", lines=[3], objects=["leaf 1", "nobody"])
    [finding] = [each for each in fabric_of(found).findings if each.rule == "a.rule"]
    assert (finding.at, finding.objects) == ("line 3", ("leaf_1",))


def test_a_node_called_both_kinds_is_a_switch_and_said():
    found = wired(("a", "b"), ("a", "c"))
    found.node("a", line=1, kind="server")
    found.node("a", line=2, kind="switch")
    assert "a" not in servers_of(found)
