"""NetBox's devices and cables: every spelling, panels, circuits and breakouts, and the real lists."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from surveys import servers

from simcore.errors import FormatError
from simcore.formats import Reading, read_files

SHARED = Path(__file__).parents[4] / "shared" / "data"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/data is not here")

DEVICES = """name,role,manufacturer,device_type,status,site,rack,tags
s1,Spine,Acme,X-1,active,hall,r1,"a,b"
l1,Leaf,Acme,X-1,active,hall,r2,
h1,server,Acme,Box,active,hall,r2,
pp1,patch panel,Acme,PP,active,hall,r2,
pdu1,PDU,Acme,P,active,hall,r2,
"""
HEADER = "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name"


def read(cables: str, devices: str | None = None, header: str = HEADER) -> Reading:
    files = [("cables.csv", f"{header}\n{cables}\n".encode())]
    if devices is not None:
        files.append(("devices.csv", devices.encode()))
    return read_files(files)


def joined(reading: Reading) -> set[tuple[str, str]]:
    return {(cable.a, cable.b) for cable in reading.document.cables}


def said(reading: Reading, rule: str) -> list[str]:
    return [finding.says for finding in reading.findings if finding.rule == rule]


def test_devices_and_cables_are_one_fabric_whichever_comes_first():
    reading = read(
        "l1,dcim.interface,Eth1/1,s1,dcim.interface,p1\nh1,dcim.interface,e0,l1,dcim.interface,2", DEVICES
    )
    assert reading.format == "netbox"
    assert servers(reading.document) == {"h1"}
    assert joined(reading) == {("h1/e0", "l1/2"), ("l1/Eth1|1", "s1/p1")}
    device = {each.id: each for each in reading.document.devices}
    assert (device["s1"].type, device["s1"].group, device["s1"].tags) == ("X-1", "r1", ("Spine", "a", "b"))


@pytest.mark.parametrize(
    "word",
    ["dcim.interface", "Interface", "dcim|interface", "DCIM.INTERFACE", "interface", "dcim | interface"],
)
def test_a_type_is_understood_however_it_is_spelt(word):
    assert joined(read(f"a,{word},1,b,{word},1")) == {("a/1", "b/1")}


def test_columns_may_stand_in_any_order_and_case_behind_a_byte_order_mark():
    header = "\ufeffSide B Device;Side_B_Name;SIDE_A_DEVICE;side a name"
    assert joined(read("b;1;a;7", header=header)) == {("a/7", "b/1")}


def test_lengths_are_in_their_unit():
    reading = read("a,interface,1,b,interface,1,10,ft", header=HEADER + ",length,length_unit")
    assert reading.document.cables[0].length_m == pytest.approx(3.048)


def test_a_patch_panel_is_passed_through():
    """leaf – front 7 = rear 7 – rear 7 = front 7 – host: one cable of three."""
    cables = """l1,dcim.interface,1,pp1,dcim.frontport,7
pp1,dcim.rearport,7,pp2,dcim.rearport,7
pp2,dcim.frontport,7,h1,dcim.interface,e0"""
    reading = read(cables, DEVICES)
    assert joined(reading) == {("h1/e0", "l1/1")}
    assert {device.id for device in reading.document.devices} == {"s1", "l1", "h1"}


def test_a_circuit_joins_its_two_terminations():
    cables = """a,dcim.interface,1,C-77,circuits.circuittermination,A
C-77,circuits.circuittermination,Z,b,dcim.interface,9"""
    assert joined(read(cables)) == {("a/1", "b/9")}


def test_a_front_port_cabled_twice_is_said_with_both_lines():
    cables = """a,interface,1,pp,frontport,7
b,interface,1,pp,frontport,7
c,interface,1,pp,rearport,7"""
    reading = read(cables)
    assert joined(reading) == {("a/1", "c/1")}
    [words] = said(reading, "line.unread")
    assert "line 3" in words
    assert "by line 2" in words


def test_a_breakout_makes_a_lane_of_each_port_with_its_part_of_the_speed():
    """A QM9700 port of 400 Gb/s over two hosts: 200 each."""
    devices = "name,role,device_type\ns1,leaf,QM9700\nh1,server,Box\nh2,server,Box\n"
    cables = 's1,interface,1,h1,interface,"e0,e1"'
    reading = read(cables, devices)
    assert joined(reading) == {("h1/e0", "s1/1:1"), ("h1/e1", "s1/1:2")}
    assert {cable.gbps for cable in reading.document.cables} == {200.0}
    assert len(said(reading, "port.split")) == 1


def test_as_many_names_at_both_ends_are_parallel_cables():
    assert joined(read('a,interface,"1,2",b,interface,"3,4"')) == {("a/1", "b/3"), ("a/2", "b/4")}


def test_three_names_against_two_are_rejected_with_the_line():
    reading = read('a,interface,"1,2,3",b,interface,"1,2"\na,interface,9,b,interface,9')
    assert joined(reading) == {("a/9", "b/9")}
    assert "line 2 not read: 3 ports at one end and 2 at the other" in said(reading, "line.unread")[0]


def test_power_and_consoles_are_left_out_and_counted():
    cables = """a,dcim.interface,1,b,dcim.interface,1
a,dcim.powerport,PSU0,pdu1,dcim.poweroutlet,3
a,dcim.consoleport,con,cs,dcim.consoleserverport,1"""
    reading = read(cables, DEVICES)
    assert joined(reading) == {("a/1", "b/1")}
    assert said(reading, "cable.other")[0].startswith("3 rows of power, consoles or management")


def test_a_row_without_a_name_is_rejected_alone():
    reading = read("a,interface,,b,interface,1\na,interface,2,b,interface,2\n,interface,3,b,interface,3")
    assert joined(reading) == {("a/2", "b/2")}
    assert reading.facts["lines_unread"] == 2


def test_a_cable_listed_twice_is_one():
    assert len(joined(read("a,interface,1,b,interface,1\nb,interface,1,a,interface,1"))) == 1


def test_a_list_of_ids_is_refused_with_what_to_export_instead():
    header = b"id,termination_a_type,termination_a_id,termination_b_type,termination_b_id"
    text = header + b"\n1,dcim.interface,4,dcim.interface,9\n"
    with pytest.raises(
        FormatError, match="not the names of their ends: export the cables with side_a_device"
    ):
        read_files([("cables.csv", text)])


def test_devices_alone_are_a_fabric_without_cables_that_says_so():
    reading = read_files([("devices.csv", DEVICES.encode())])
    assert (reading.facts["switches"], reading.facts["hosts"], reading.facts["links"]) == (2, 1, 0)
    assert len(said(reading, "fabric.no-cables")) == 1


def test_columns_of_netbox_3_call_the_role_by_its_old_name():
    header = "name,device_role,manufacturer,device_type,status,site,platform"
    devices = f'{header}\nx,Server,A,B,active,s,p,"wan,primary"\n'
    reading = read("x,interface,1,y,interface,1", devices)
    assert servers(reading.document) == {"x"}
    assert reading.facts["lines_unread"] == 0


def manifest(name: str) -> dict[str, object]:
    with (SHARED / "manifest.csv").open(encoding="utf-8") as lines:
        return next(json.loads(row["holds"]) for row in csv.DictReader(lines) if row["file"] == name)


@needs_shared
@pytest.mark.parametrize("site", ["air", "dc1"])
def test_the_facts_of_real_lists(site):
    """Cables and devices by role as manifest.csv counts them; roles are compared as the file has them."""
    names = [f"netbox_csv/{site}_devices.csv", f"netbox_csv/{site}_cables.csv"]
    reading = read_files([(name, (SHARED / name).read_bytes()) for name in names])
    roles = manifest(names[0])["roles"]
    assert reading.facts["links"] == manifest(names[1])["rows"]
    assert reading.facts["hosts"] == roles["server"]
    assert reading.facts["tiers"] == [roles["Leaf"], roles["Spine"]]
    types = {each["type"]: each["count"] for each in reading.facts["devices"]}
    assert sum(types.values()) == sum(manifest(names[0])["types"].values())


@needs_shared
def test_cables_without_the_devices_tell_servers_from_switches_by_structure():
    """dc1: the ends that the list of devices calls servers, read by the csv module."""
    rows = csv.DictReader(StringIO((SHARED / "netbox_csv/dc1_devices.csv").read_text()))
    expected = {row["name"] for row in rows if row["device_role"] == "server"}
    name = "netbox_csv/dc1_cables.csv"
    assert servers(read_files([(name, (SHARED / name).read_bytes())]).document) == expected
