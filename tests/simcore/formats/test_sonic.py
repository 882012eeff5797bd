"""What the readers of SONiC's configurations understand: config_db.json in both forms, minigraph.xml."""

import json
from collections import Counter
from typing import Any

import pytest
from shared_files import holds, shared_file
from surveys import servers

from simcore.errors import FormatError
from simcore.formats import Reading, read_files


def config(hostname: str = "leaf1", **tables: Any) -> str:
    """Return a config_db.json; two ports of 400 Gb/s, the second called by an alias too."""
    ports = {
        "Ethernet0": {"alias": "etp1", "speed": "400000", "lanes": "1,2,3,4"},
        "Ethernet8": {"alias": "etp2", "speed": "400000"},
    }
    whole = {
        "DEVICE_METADATA": {"localhost": {"hostname": hostname, "hwsku": "SKU-1", "type": "ToRRouter"}},
        "PORT": ports,
    }
    return json.dumps(whole | tables, indent=1)


def minigraph(*links: str, head: str = "", infos: str = "") -> str:
    return (
        f'{head}<DeviceMiniGraph xmlns="Some.Name" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">\n'
        "<PngDec><DeviceInterfaceLinks>\n" + "\n".join(links) + "\n</DeviceInterfaceLinks>\n"
        '<Devices><Device i:type="SpineRouter"><Hostname>spine1</Hostname></Device></Devices></PngDec>\n'
        f"{infos}<Hostname>leaf1</Hostname><HwSku>SKU-1</HwSku></DeviceMiniGraph>\n"
    )


def link(a: str, b: str, bandwidth: str = "", kind: str = "DeviceInterfaceLink") -> str:
    (start, start_port), (end, end_port) = a.split("|"), b.split("|")
    rate = f"<Bandwidth>{bandwidth}</Bandwidth>" if bandwidth else ""
    return (
        f"<DeviceLinkBase><ElementType>{kind}</ElementType>{rate}"
        f"<StartDevice>{start}</StartDevice><StartPort>{start_port}</StartPort>"
        f"<EndDevice>{end}</EndDevice><EndPort>{end_port}</EndPort></DeviceLinkBase>"
    )


def read(*texts: str) -> Reading:
    return read_files([(f"switch-{row}.cfg", text.encode()) for row, text in enumerate(texts)])


def cables(reading: Reading) -> dict[tuple[str, ...], float | None]:
    return {tuple(sorted((cable.a, cable.b))): cable.gbps for cable in reading.document.cables}


def said(reading: Reading, rule: str) -> str:
    return next(f"{each.at}: {each.says}" for each in reading.findings if each.rule == rule)


def test_a_configuration_gives_the_switch_its_ports_and_its_neighbours():
    reading = read(config(DEVICE_NEIGHBOR={"Ethernet8": {"name": "gpu1", "port": "eth2"}}))
    assert cables(reading) == {("gpu1/eth2", "leaf1/Ethernet8"): 400.0}
    found = {each.id: each for each in reading.document.device_types}
    assert [block.name for block in found["SKU-1"].ports] == ["Ethernet0", "Ethernet8"]
    assert servers(reading.document) == {"gpu1"}


def test_two_configurations_that_name_each_other_share_their_cables():
    spine = config("spine1", DEVICE_NEIGHBOR={"Ethernet0": {"name": "leaf1", "port": "Ethernet8"}})
    leaf = config(DEVICE_NEIGHBOR={"Ethernet8": {"name": "spine1", "port": "Ethernet0"}})
    reading = read(spine, leaf)
    assert cables(reading) == {("leaf1/Ethernet8", "spine1/Ethernet0"): 400.0}
    assert "cable.one-sided" not in {each.rule for each in reading.findings}


def test_a_cable_that_one_of_two_files_states_is_kept_and_told():
    reading = read(
        config("spine1"), config(DEVICE_NEIGHBOR={"Ethernet8": {"name": "spine1", "port": "Ethernet0"}})
    )
    assert len(reading.document.cables) == 1
    assert said(reading, "cable.one-sided").startswith("switch-1.cfg line 1: 1 cable")


def test_a_port_of_exactly_that_name_comes_before_an_alias():
    """Port Ethernet0 has the alias Ethernet8 here; the neighbour means the port that is called Ethernet8."""
    ports = {"Ethernet0": {"alias": "Ethernet8"}, "Ethernet8": {"alias": "Ethernet0"}}
    spine = config("spine1", PORT=ports)
    reading = read(spine, config(DEVICE_NEIGHBOR={"Ethernet0": {"name": "spine1", "port": "Ethernet8"}}))
    assert [*cables(reading)] == [("leaf1/Ethernet0", "spine1/Ethernet8")]


def test_a_neighbour_that_names_an_alias_means_its_port():
    reading = read(
        config("spine1"), config(DEVICE_NEIGHBOR={"Ethernet0": {"name": "spine1", "port": "etp2"}})
    )
    assert [*cables(reading)] == [("leaf1/Ethernet0", "spine1/Ethernet8")]


@pytest.mark.parametrize("speed", ["N/A", "", "0", None, "-1", "1e9", [40000]])
def test_a_speed_that_is_none_stays_unknown(speed: Any):
    ports = {"Ethernet0": {"speed": speed}}
    reading = read(config(PORT=ports, DEVICE_NEIGHBOR={"Ethernet0": {"name": "gpu1", "port": "eth0"}}))
    assert [*cables(reading).values()] == [None]
    assert "speed.unknown" in {each.rule for each in reading.findings}


def test_the_flat_keys_of_a_redis_dump_are_the_same_tables():
    flat = {
        "DEVICE_METADATA|localhost": {"type": "hash", "value": {"hostname": "leaf1"}},
        "PORT|Ethernet0": {"type": "hash", "value": {"speed": "100000"}},
        "DEVICE_NEIGHBOR|Ethernet0": {"name": "gpu1", "port": "eth0"},
    }
    assert cables(read(json.dumps(flat))) == {("gpu1/eth0", "leaf1/Ethernet0"): 100.0}


def test_the_type_of_a_neighbour_tells_its_kind():
    reading = read(
        config(
            DEVICE_NEIGHBOR={
                "Ethernet0": {"name": "up", "port": "e1"},
                "Ethernet8": {"name": "gpu1", "port": "e1"},
            },
            DEVICE_NEIGHBOR_METADATA={
                "up": {"type": "LeafRouter", "hwsku": "SKU-2"},
                "gpu1": {"type": "Server"},
            },
        )
    )
    assert servers(reading.document) == {"gpu1"}


def test_a_switch_without_a_hostname_is_called_after_its_file():
    reading = read(config(DEVICE_METADATA={"localhost": {}}))
    assert [device.id for device in reading.document.devices] == ["switch-0"]
    assert "hostname" in said(reading, "device.by-file-name")


def test_a_neighbour_without_a_name_is_told_with_its_line():
    reading = read(config(DEVICE_NEIGHBOR={"Ethernet0": {"port": "eth0"}}))
    line = (
        config(DEVICE_NEIGHBOR={"Ethernet0": {"port": "eth0"}}).split("\n").index(' "DEVICE_NEIGHBOR": {') + 2
    )
    assert f"line {line} not read" in said(reading, "line.unread")


def test_a_configuration_of_10000_levels_is_refused():
    with pytest.raises(FormatError, match="nested deeper"):
        read('{"DEVICE_NEIGHBOR": {"a":' + "[" * 10_000)


def test_a_minigraph_gives_its_data_links_in_gigabits():
    reading = read(
        minigraph(
            link("leaf1|fortyGigE0/4", "gpu1|eth0", "100000"),
            link("spine1|Ethernet1/1", "leaf1|fortyGigE0/8"),
            link("leaf1|mgmt", "oob|p1", kind="DeviceMgmtLink"),
        )
    )
    assert cables(reading) == {
        ("gpu1/eth0", "leaf1/fortyGigE0|4"): 100.0,
        ("leaf1/fortyGigE0|8", "spine1/Ethernet1|1"): None,
    }
    assert "1 link of management or consoles left out (line 5)" in said(reading, "link.management")
    assert reading.facts["lines_unread"] == 0


PORTS = (
    "<DeviceInfos><DeviceInfo><EthernetInterfaces><EthernetInterface><InterfaceName>Ethernet0</InterfaceName>"
    "<Speed>40000</Speed></EthernetInterface></EthernetInterfaces><HwSku>SKU-1</HwSku></DeviceInfo></DeviceInfos>"
)


def test_the_bandwidth_of_a_link_wins_over_the_speed_of_its_port():
    reading = read(minigraph(link("leaf1|Ethernet0", "gpu1|eth0", "100000"), infos=PORTS))
    assert [*cables(reading).values()] == [100.0]


def test_without_a_bandwidth_the_speed_of_the_port_counts():
    reading = read(minigraph(link("leaf1|Ethernet0", "gpu1|eth0"), infos=PORTS))
    assert [*cables(reading).values()] == [40.0]


@pytest.mark.parametrize(
    "head",
    ['<!DOCTYPE x [<!ENTITY a "b">]>', '<!DOCTYPE x SYSTEM "file:///etc/passwd">', "<!DOCTYPE x>"],
)
def test_xml_with_entities_or_a_document_type_is_refused(head: str):
    with pytest.raises(FormatError, match="entities"):
        read(minigraph(link("leaf1|a", "gpu1|b"), head=head))


def test_a_minigraph_of_10000_levels_is_refused():
    with pytest.raises(FormatError, match="nested deeper"):
        read("<DeviceMiniGraph>" + "<a>" * 10_000)


def test_a_minigraph_that_was_cut_off_gives_what_stands_before():
    whole = minigraph(link("leaf1|a", "gpu1|b"), link("leaf1|c", "gpu2|d"))
    reading = read(whole[: whole.index("gpu2")])
    assert [*cables(reading)] == [("gpu1/b", "leaf1/a")]
    assert "file.cut" in {each.rule for each in reading.findings}


def test_the_shared_configuration_holds_what_was_counted():
    name = "sonic_config_db/config_db.json"
    counted = holds(name)
    reading = read_files([shared_file(name)])
    assert reading.facts["links"] == counted["neighbors"]
    assert len(reading.document.devices) == counted["distinct_neighbor_names"] + 1
    switch = next(each for each in reading.document.devices if each.id == counted["hostname"])
    found = next(each for each in reading.document.device_types if each.id == switch.type)
    assert found.name.startswith(counted["hwsku"])
    speeds = Counter(
        str(round((block.gbps or 0) * 1000)) for block in found.ports for _ in block.port_names()
    )
    assert (sum(speeds.values()), dict(speeds)) == (counted["ports"], counted["speeds_mbps"])


def test_the_shared_minigraph_holds_what_was_counted():
    """Seven links are declared; two of them at one port, so that one is told and six are cables."""
    name = "sonic_minigraph/t0-sample-graph.xml"
    counted = holds(name)
    reading = read_files([shared_file(name)])
    refused = [each for each in reading.findings if each.rule == "port.twice"]
    assert len(reading.document.cables) + len(refused) == counted["link_elements"]
    assert len(reading.document.devices) == counted["devices_in_links"]
    fast = [cable for cable in reading.document.cables if cable.gbps is not None]
    assert [cable.gbps for cable in fast] == [100.0] * counted["bandwidths"]["100000"]
    assert counted["hostname"] in {device.id for device in reading.document.devices}
