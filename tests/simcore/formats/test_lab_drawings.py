"""What the readers of lab drawings understand: PTM's topology.dot, Air's JSON, containerlab's YAML."""

import json
from typing import Any

import pytest
from shared_files import holds, shared_file
from surveys import servers

from simcore.errors import FormatError
from simcore.formats import Reading, read_files

DOT = """\
## a lab
graph "lab one" {
  // nodes
  "leaf1" [function="leaf" os="cumulus" memory="768"]
  leaf2 [function=leaf, os="cumulus"]
  "spine1" [function="spine"]; "gpu1" [function="host"]
  "oob" [function="oob-switch"]
  LLDP="ifname" /* a template, no node */
  node [shape=box]
  "leaf1":"swp51" -- "spine1":"swp1"   # uplinks
  "leaf2":"swp51" -- "spine1":"swp2" [left_mac="44:38:39:00:00:01"]
  "gpu1":"eth1" -- "leaf1":"swp1"
  "gpu1":"eth2" -- "leaf2":"swp1"
  "leaf1":"eth0" -- "oob":"swp1"
  "gpu1":"eth0" -- "oob":"swp2"
  "leaf1":"swp9" -- "leaf1":"swp10"
}
"""


def read(*texts: str) -> Reading:
    return read_files([(f"lab-{row}", text.encode()) for row, text in enumerate(texts)])


def cables(reading: Reading) -> set[tuple[str, ...]]:
    return {tuple(sorted((cable.a, cable.b))) for cable in reading.document.cables}


def devices(reading: Reading) -> set[str]:
    return {each.id for each in reading.document.devices}


def said(reading: Reading, rule: str) -> str:
    return next(f"{each.at}: {each.says}" for each in reading.findings if each.rule == rule)


def test_a_drawing_gives_the_cables_of_its_data_network():
    """Of seven edges two are management and one is a loop."""
    reading = read(DOT)
    assert cables(reading) == {
        ("leaf1/swp51", "spine1/swp1"),
        ("leaf2/swp51", "spine1/swp2"),
        ("gpu1/eth1", "leaf1/swp1"),
        ("gpu1/eth2", "leaf2/swp1"),
    }
    assert servers(reading.document) == {"gpu1"}


def test_management_and_loops_are_told_with_their_lines():
    reading = read(DOT)
    assert "lines 14, 15" in said(reading, "link.management")
    assert said(reading, "cable.loop").startswith("line 16")


def test_templates_and_defaults_of_a_drawing_are_no_nodes_and_management_alone_is_no_device():
    assert devices(read(DOT)) == {"leaf1", "leaf2", "spine1", "gpu1"}


def test_a_node_with_no_port_but_eth0_keeps_its_cable():
    reading = read('graph x { "a":"eth0" -- "s":"p1"; "b":"eth0" -- "s":"p2" }')
    assert cables(reading) == {("a/eth0", "s/p1"), ("b/eth0", "s/p2")}


def test_parallel_cables_and_edges_without_ports_are_all_kept():
    """Two cables with ports, and a chain of two edges without: four."""
    reading = read("graph { a:1 -- s:1\n a:2 -- s:2\n b -- s -- c }")
    assert len(reading.document.cables) == 4


def test_a_port_of_a_drawing_that_is_used_twice_is_told_with_both_lines():
    reading = read("graph {\n a:1 -- s:1\n b:1 -- s:1\n c:1 -- s:2 }")
    assert ("line 2" in said(reading, "port.twice"), "line 3" in said(reading, "port.twice")) == (True, True)


def test_a_broken_statement_is_told_and_the_rest_is_read():
    reading = read("graph {\n a:1 -- \n ; b:1 -- s:1\n ) \n c:1 -- s:2\n")
    assert {("b/1", "s/1"), ("c/1", "s/2")} <= cables(reading)
    assert "line.unread" in {each.rule for each in reading.findings}


def air(links: list[Any], **nodes: Any) -> str:
    content = {"nodes": nodes, "links": links}
    return json.dumps({"format": "JSON", "title": "lab", "content": content}, indent=1)


def end(text: str) -> dict[str, str]:
    node, interface = text.split("|")
    return {"node": node, "interface": interface}


def test_an_air_topology_keeps_links_of_two_nodes_and_free_ports_of_switches():
    reading = read(
        air(
            [
                [end("leaf1|swp1"), end("gpu1|eth1")],
                [end("leaf1|swp2"), "unconnected"],
                [end("gpu1|eth2"), "unconnected"],
            ],
            leaf1={"os": "cumulus-vx-5.4"},
            gpu1={"os": "generic/ubuntu2204"},
        )
    )
    assert cables(reading) == {("gpu1/eth1", "leaf1/swp1")}
    ports = {device.id: device.type for device in reading.document.devices}
    names = {
        each.id: [name for block in each.ports for name in block.port_names()]
        for each in reading.document.device_types
    }
    assert (names[ports["leaf1"]], names[ports["gpu1"]]) == (["swp1", "swp2"], ["eth1"])
    assert "2 ports" in said(reading, "port.unconnected")


def test_an_air_topology_leaves_management_out():
    reading = read(
        air(
            [[end("a|swp1"), end("b|swp1")], [end("a|eth0"), end("oob|p1")], [end("b|mgmt0"), end("oob|p2")]],
            a={},
            b={},
            oob={"function": "oob-switch"},
        )
    )
    assert cables(reading) == {("a/swp1", "b/swp1")}
    assert "2 links" in said(reading, "link.management")


LAB = """\
name: lab
topology:
  defaults:
    kind: linux
  groups:
    spines: {kind: ceos}
  nodes:
    leaf1: {kind: nokia_srlinux, type: ixr-d2l}
    spine1:
      group: spines
    gpu1: {}
    gpu2:
      labels: {role: server, model: BOX-1}
    br1: {kind: bridge}
    collector: {}
  links:
    - endpoints: ["leaf1:ethernet-1/1", "spine1:eth1"]
    - endpoints: ["gpu1:eth1", "leaf1:1/1/c1/1:2"]
    - type: veth
      endpoints:
        - {node: gpu2, interface: eth1}
        - node: br1
          interface: port1
    - endpoints: ["leaf1:e1-9", "host:lab-leaf1"]
    - type: mgmt-net
      endpoint: {node: leaf1, interface: e1-8}
    - endpoints: ["leaf1:e1-7"]
    - endpoints: ["leaf1:ethernet-1/1", "gpu2:eth2"]
"""


def test_a_lab_gives_the_cables_between_its_nodes():
    """The interface of a link is all behind the first colon; "/" is "|" in a port's name."""
    assert cables(read(LAB)) == {
        ("leaf1/ethernet-1|1", "spine1/eth1"),
        ("gpu1/eth1", "leaf1/1|1|c1|1:2"),
        ("br1/port1", "gpu2/eth1"),
    }


def test_kinds_of_a_lab_come_from_systems_and_roles():
    """spine1 has its kind from its group, gpu2 its role from a label, gpu1 its place."""
    assert servers(read(LAB).document) == {"gpu1", "gpu2"}


def test_an_interface_that_is_used_twice_is_refused_with_both_lines():
    assert "line 17 leads to spine1 eth1, line 28 to gpu2 eth2" in said(read(LAB), "port.twice")


def test_a_link_that_was_copied_is_told_with_both_lines():
    reading = read(LAB + '    - endpoints: ["spine1:eth1", "leaf1:ethernet-1/1"]\n')
    told = [each.says for each in reading.findings if each.rule == "line.unread"]
    assert any("line 29 not read: the same link as on line 17" in says for says in told)
    assert len(cables(reading)) == 3


def test_what_is_no_part_of_the_fabric_is_told():
    reading = read(LAB)
    assert "collector" in said(reading, "node.unlinked")
    assert "lines 24, 25" in said(reading, "link.management")
    assert "line 27" in said(reading, "line.unread")


def test_a_node_that_links_name_and_nobody_declares_is_kept_and_told():
    reading = read(LAB + '    - endpoints: ["leaf1:e1-5", "ghost:eth1"]\n')
    assert ("ghost/eth1", "leaf1/e1-5") in cables(reading)
    assert "ghost" in said(reading, "node.undeclared")


def test_a_template_of_a_lab_is_refused_by_name():
    with pytest.raises(FormatError, match="template"):
        read("name: x\ntopology:\n  nodes:\n{{ range .leaves }}\n    {{ . }}: {kind: ceos}\n{{ end }}\n")


def test_a_lab_with_an_alias_is_refused_with_its_line():
    with pytest.raises(FormatError, match="line 3: aliases"):
        read("topology:\n  nodes:\n    a: &x {kind: ceos}\n    b: *x\n".replace("a: &x", "b: *x # "))


@pytest.mark.parametrize("text", [DOT, LAB])
def test_carriage_returns_and_a_byte_order_mark_change_nothing(text: str):
    windows = read_files([("lab", b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())])
    assert windows.document == read(text).document


def test_the_shared_air_topology_holds_what_was_counted():
    name = "nvidia_air_json/air.air.json"
    counted = holds(name)
    reading = read_files([shared_file(name)])
    assert len(reading.document.devices) == counted["nodes"]
    assert len(reading.document.cables) == counted["real_links"]
    assert f"{counted['unconnected']} ports" in said(reading, "port.unconnected")
    systems = {"sonic-vs-202305", "cumulus-vx-5.13.1"}
    assert reading.facts["switches"] == sum(counted["os"][system] for system in systems)


@pytest.mark.parametrize("file", ["clos01.clab.yml", "clos02.clab.yml", "nrx_dc1.clab.yaml"])
def test_the_shared_labs_hold_what_was_counted(file: str):
    counted = holds(f"containerlab/{file}")
    reading = read_files([shared_file(f"containerlab/{file}")])
    assert len(reading.document.cables) == counted["links"]
    assert len(reading.document.devices) == counted["nodes"] - len(counted["nodes_without_links"])
    switches = sum(count for kind, count in counted["kinds"].items() if kind != "linux")
    assert reading.facts["switches"] == switches
    assert not devices(reading) & set(counted["nodes_without_links"])
