"""What the reader of LLDP neighbours understands: every form, one device's view or many, and shared ports."""

import json
from typing import Any

import pytest
from shared_files import holds, shared_file

from simcore.errors import FormatError
from simcore.formats import Reading, read_files


def seen(name: str, port: str, *, kind: str = "ifname", descr: str = "", chassis: str = "") -> dict[str, Any]:
    """Return a neighbour as lldpctl's json has it; its name is the key of its chassis."""
    fields = {"id": {"type": "mac", "value": chassis or f"mac-of-{name}"}, "mgmt-ip": ["10.0.0.1", "fe80::1"]}
    return {
        "via": "LLDP",
        "chassis": {name: fields} if name else fields,
        "port": {"id": {"type": kind, "value": port}} | ({"descr": descr} if descr else {}),
    }


def listed(*neighbours: tuple[str, dict[str, Any]]) -> str:
    """Return the form of several neighbours: a list of objects of one key."""
    return json.dumps({"lldp": {"interface": [{port: body} for port, body in neighbours]}}, indent=1)


def json0(port: str, name: str, far: str) -> str:
    neighbour = {
        "name": port,
        "chassis": [{"id": [{"type": "mac", "value": "x"}], "name": [{"value": name}]}],
        "port": [{"id": [{"type": "ifname", "value": far}], "descr": [{"value": far}]}],
    }
    return json.dumps({"lldp": [{"interface": [neighbour]}]}, indent=1)


PLAIN = """\
-------------------------------------------------------------------------------
LLDP neighbors:
-------------------------------------------------------------------------------
Interface:    swp1, via: LLDP, RID: 1, Time: 0 day, 00:00:06
  Chassis:
    ChassisID:    mac 8a:2e:4a:e2:62:2c
    SysName:      gpu1
    Capability:   Station, on
  Port:
    PortID:       ifname eth1
    PortDescr:    first
-------------------------------------------------------------------------------
Interface:    swp2, via: LLDP, RID: 2, Time: 0 day, 00:00:06
  Chassis:
    ChassisID:    mac 8a:2e:4a:e2:62:2d
    SysName:      gpu2
  Port:
    PortID:       mac 8a:2e:4a:e2:62:2d
    PortDescr:    eth1
-------------------------------------------------------------------------------
"""


def read(**files: str) -> Reading:
    return read_files([(f"{name}.json", text.encode()) for name, text in files.items()])


def cables(reading: Reading) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted((cable.a, cable.b))) for cable in reading.document.cables)


def said(reading: Reading, rule: str) -> str:
    return next(f"{each.at}: {each.says}" for each in reading.findings if each.rule == rule)


def rules(reading: Reading) -> set[str]:
    return {each.rule for each in reading.findings}


def test_one_neighbour_is_an_object_and_several_are_a_list():
    one = json.dumps({"lldp": {"interface": {"swp1": seen("gpu1", "eth1")}}})
    assert cables(read(leaf=one)) == cables(read(leaf=listed(("swp1", seen("gpu1", "eth1")))))
    assert cables(read(leaf=one)) == [("gpu1/eth1", "leaf/swp1")]


def test_an_address_for_management_may_be_one_or_a_list():
    one, several = (
        listed(("swp1", {**seen("gpu1", "eth1"), "chassis": {"gpu1": {"mgmt-ip": addresses}}}))
        for addresses in ("10.0.0.1", ["10.0.0.1", "fe80::1"])
    )
    assert cables(read(leaf=one)) == cables(read(leaf=several)) == [("gpu1/eth1", "leaf/swp1")]


def test_a_view_that_lost_its_last_neighbours_keeps_their_cables_by_the_other_views():
    """Of 256 ports a switch shows 211 neighbours, the hosts' own views the rest."""
    views = {f"gpu{row}": listed(("eth0", seen("leaf", f"swp{row}"))) for row in range(256)}
    reading = read(leaf=listed(*((f"swp{row}", seen(f"gpu{row}", "eth0")) for row in range(211))), **views)
    assert len(cables(reading)) == 256
    assert "45 cables" in said(reading, "cable.one-sided")


def test_json0_and_plain_text_say_the_same():
    assert cables(read(leaf=json0("swp1", "gpu1", "eth1"))) == [("gpu1/eth1", "leaf/swp1")]
    assert cables(read(leaf=PLAIN)) == [("gpu1/eth1", "leaf/swp1"), ("gpu2/eth1", "leaf/swp2")]


def test_a_key_that_an_object_has_twice_is_two_neighbours():
    body = json.dumps(seen("gpu1", "eth1")), json.dumps(seen("gpu2", "eth1"))
    text = '{{"lldp": {{"interface": {{"swp1": {}, "swp2": {{}}, "swp1": {}}}}}}}'.format(*body)
    assert {"gpu1/eth1", "gpu2/eth1"} <= {end for pair in cables(read(leaf=text)) for end in pair}


def test_the_two_views_of_a_cable_are_one_cable():
    reading = read(
        leaf=listed(("swp1", seen("spine", "swp9")), ("swp2", seen("spine", "swp8"))),
        spine=listed(("swp9", seen("leaf", "swp1")), ("swp8", seen("leaf", "swp2"))),
    )
    assert cables(reading) == [("leaf/swp1", "spine/swp9"), ("leaf/swp2", "spine/swp8")]
    assert "cable.one-sided" not in rules(reading)


def test_a_cable_that_one_of_two_views_shows_is_kept_and_told():
    reading = read(
        leaf=listed(("swp1", seen("spine", "swp9")), ("swp2", seen("spine", "swp8"))),
        spine=listed(("swp9", seen("leaf", "swp1"))),
    )
    assert len(cables(reading)) == 2
    assert "1 cable" in said(reading, "cable.one-sided")


def test_whose_view_a_file_is_comes_from_what_the_others_see():
    """File names say nothing here: a is seen by b on the ports that it sees b on, and the other way round."""
    reading = read(
        x1=listed(("swp1", seen("spine", "swp9")), ("swp2", seen("gpu", "eth0"))),
        x2=listed(("swp9", seen("leaf", "swp1"))),
    )
    assert cables(reading) == [("gpu/eth0", "leaf/swp2"), ("leaf/swp1", "spine/swp9")]
    assert "device.by-file-name" not in rules(reading)


def test_a_short_file_name_means_the_neighbour_with_a_domain():
    reading = read(
        leaf=listed(("swp1", seen("spine.example.com", "swp9"))),
        spine=listed(("swp8", seen("leaf.example.com", "swp2"))),
    )
    assert {device.id for device in reading.document.devices} == {"leaf.example.com", "spine.example.com"}


def test_a_device_that_nothing_names_is_called_after_its_file_and_told():
    reading = read(rack7=listed(("swp1", seen("gpu", "eth0"))))
    assert "rack7" in said(reading, "device.by-file-name")


def test_a_neighbour_without_a_name_is_known_by_its_chassis():
    reading = read(leaf=listed(("swp1", seen("", "eth0", chassis="8a:2e")), ("swp2", seen("gpu2", "eth0"))))
    assert cables(reading) == [("8a:2e/eth0", "leaf/swp1"), ("gpu2/eth0", "leaf/swp2")]


def test_hosts_that_all_call_themselves_localhost_stay_apart():
    reading = read(
        leaf=listed(
            ("swp1", seen("localhost", "eth0", chassis="aa")),
            ("swp2", seen("localhost", "eth0", chassis="bb")),
        )
    )
    assert cables(reading) == [("aa/eth0", "leaf/swp1"), ("bb/eth0", "leaf/swp2")]


def test_a_port_that_is_called_by_its_address_takes_the_name_in_its_description():
    reading = read(leaf=listed(("swp1", seen("gpu", "8a:2e:4a", kind="mac", descr="eth3"))))
    assert cables(reading) == [("gpu/eth3", "leaf/swp1")]


def test_a_port_that_each_side_calls_otherwise_is_one_port():
    """spine sends the address of swp9 and no description; its own view names the port."""
    reading = read(
        leaf=listed(("swp1", seen("spine", "8a:2e:4a", kind="mac"))),
        spine=listed(("swp9", seen("leaf", "swp1"))),
    )
    assert cables(reading) == [("leaf/swp1", "spine/swp9")]


def test_several_neighbours_on_one_port_hang_on_a_segment():
    """Three ends on one wire: a switch that is not seen, with a cable to each."""
    reading = read(
        leaf=listed(("swp1", seen("a", "eth0")), ("swp1", seen("b", "eth0")), ("swp2", seen("c", "eth0")))
    )
    assert len(cables(reading)) == 4
    assert [device.tags for device in reading.document.devices if device.id.startswith("segment")] == [
        ("segment",)
    ]
    assert "leaf swp1 with 2" in said(reading, "port.shared")


def test_cumulus_lists_speeds_and_neighbours():
    text = json.dumps(
        {
            "swp1": {
                "iface_obj": {"lldp": [{"adj_hostname": "gpu", "adj_port": "eth0"}]},
                "speed": "100G",
            },
            "swp2": {"iface_obj": {"lldp": None}, "speed": "N/A"},
        }
    )
    reading = read(leaf=text)
    assert [(cable.a, cable.b, cable.gbps) for cable in reading.document.cables] == [
        ("gpu/eth0", "leaf/swp1", 100.0)
    ]


def test_what_names_no_device_is_told_and_the_rest_is_read():
    reading = read(leaf=listed(("swp1", {"via": "LLDP"}), ("swp2", seen("gpu", "eth0"))))
    assert cables(reading) == [("gpu/eth0", "leaf/swp2")]
    assert "without a name and a chassis id" in said(reading, "line.unread")


@pytest.mark.parametrize("text", ['{"lldp": {}}', '{"lldp": {"interface": []}}', '{"lldp": [[[['])
def test_a_file_without_neighbours_is_refused(text: str):
    with pytest.raises(FormatError):
        read(leaf=text)


FILES = ("lldpctl/leaf1.json", "lldpctl/host2.json", "lldpctl/host1.json0")


@pytest.mark.parametrize("file", FILES)
def test_the_shared_views_hold_what_was_counted(file: str):
    own = file.partition("/")[2].partition(".")[0]
    expected = [
        tuple(sorted((f"{own}/{port}", f"{name}/{far}"))) for port, name, far in holds(file)["neighbors"]
    ]
    assert cables(read_files([shared_file(file)])) == sorted(expected)


def test_the_shared_views_are_one_fabric_together():
    """Five cables between four devices, as the note on the files says, whatever the files are called."""
    views = [shared_file(file)[1] for file in FILES]
    reading = read_files([(f"view-{row}", content) for row, content in enumerate(views)])
    domain = "example.com"
    assert cables(reading) == [
        (f"host1.{domain}/eth1", f"leaf1.{domain}/swp1"),
        (f"host1.{domain}/eth2", f"leaf2.{domain}/swp1"),
        (f"host2.{domain}/eth1", f"leaf1.{domain}/swp2"),
        (f"leaf1.{domain}/swp49", f"leaf2.{domain}/swp49"),
        (f"leaf1.{domain}/swp50", f"leaf2.{domain}/swp50"),
    ]
