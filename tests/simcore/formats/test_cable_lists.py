"""Lists with a cable a row: AVD's, SONiC's lab, any other by its headers or a column map."""

import csv
import json
import os
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from surveys import servers, survey

from simcore.errors import FormatError
from simcore.formats import FORMATS, Reading, read_files, read_heads
from simcore.formats.cables import ColumnMap
from simcore.formats.cables.column_map import guessed_map
from simcore.formats.cables.words import gbps_of, kind_of_role, metres_of
from simcore.formats.survey import fabric_of
from simcore.formats.writing import EXPORTS, write_files

SHARED = Path(__file__).parents[4] / "shared" / "data"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/data is not here")

AVD = """Node Type,Node,Node Interface,Peer Type,Peer Node,Peer Interface,Node Interface Enabled
l3leaf,l1,Ethernet1,spine,s1,Ethernet1,True
l3leaf,l1,Ethernet3,mlag_peer,l2,Ethernet3,True
l3leaf,l2,Ethernet3,mlag_peer,l1,Ethernet3,True
l3leaf,l1,Ethernet5,server,h1,PCI1,True
spine,s1,Ethernet1,l3leaf,l1,Ethernet1,True
"""
LINKS = """StartDevice,StartPort,EndDevice,EndPort,BandWidth(Mb/s),VlanID,VlanMode
t0,Ethernet0,fan,Ethernet1,40000,1,Access
fan,Ethernet2,srv,p4p1,10000,2,Trunk
"""
LAB = """Hostname,ManagementIp,HwSku,Type,Protocol
t0,10.0.0.1/24,Acme-27,DevSonic
fan,10.0.0.2/24,Acme-72,FanoutLeaf,
srv,10.0.0.3/24,TestServ,Server,
pdu-1,10.0.0.4,Apc,Pdu,snmp
"""


def read(*texts: str, columns: ColumnMap | None = None) -> Reading:
    files = [(f"{row}.csv", text.encode()) for row, text in enumerate(texts)]
    return read_files(files, columns=columns)


def joined(reading: Reading) -> set[tuple[str, str, float | None]]:
    return {(cable.a, cable.b, cable.gbps) for cable in reading.document.cables}


def said(reading: Reading, rule: str) -> list[str]:
    return [finding.says for finding in reading.findings if finding.rule == rule]


def test_avd_lists_cables_of_switches_from_both_ends():
    reading = read(AVD)
    assert reading.format == "avd"
    assert {(a, b) for a, b, _ in joined(reading)} == {
        ("h1/PCI1", "l1/Ethernet5"), ("l1/Ethernet1", "s1/Ethernet1"), ("l1/Ethernet3", "l2/Ethernet3")
    }  # fmt: skip
    assert servers(reading.document) == {"h1"}
    tags = {device.id: device.tags for device in reading.document.devices}
    assert tags["l2"] == ("l3leaf",)


def test_a_lab_s_links_are_in_megabits_and_its_devices_have_short_rows():
    reading = read(LAB, LINKS)
    assert reading.format == "sonic-lab"
    # The end nearer to the server comes first.
    assert joined(reading) == {("fan/Ethernet1", "t0/Ethernet0", 40.0), ("srv/p4p1", "fan/Ethernet2", 10.0)}
    assert servers(reading.document) == {"srv"}
    assert {each["type"] for each in reading.facts["devices"]} == {"Acme-27", "Acme-72", "TestServ"}
    assert "pdu-1" in said(reading, "device.uncabled")[0]


def test_a_lab_s_devices_alone_are_refused():
    with pytest.raises(FormatError, match="give the list of links too"):
        read(LAB)


HEADERS = [
    ("From Device", "From Port", "To Device", "To Port"),
    ("Device A", "Termination A", "Device B", "Termination B"),
    ("src_host", "src_if", "dst_host", "dst_if"),
    ("Source Switch", "Source Switch Port", "Destination", "Destination Port"),
    ("A end device", "A end port", "Z end device", "Z end port"),
    ("Hostname", "Port", "Peer", "Peer Port"),
    ("switch1", "port1", "switch2", "port2"),
    ("localDevice", "localInterface", "remoteDevice", "remoteInterface"),
]


@pytest.mark.parametrize(("headers", "separator"), list(product(HEADERS, [",", ";", "\t"])))
def test_the_headers_people_use_are_understood(headers, separator):
    text = "\n".join(separator.join(row) for row in (headers, ("a", "1", "b", "2")))
    reading = read(text)
    assert reading.format == "cable-list"
    assert joined(reading) == {("a/1", "b/2", None)}
    assert "“" + headers[0] + "”" in said(reading, "columns.guessed")[0]


def test_a_guess_takes_what_else_the_headers_name():
    guess = guessed_map(
        ["A Device", "A Port", "A Role", "A Rack", "B Device", "B Port", "B Model", "Speed (Gbps)", "Length"]
    )
    assert guess is not None
    assert guess.columns() == {
        "a_device": "A Device", "a_port": "A Port", "a_kind": "A Role", "a_group": "A Rack",
        "b_device": "B Device", "b_port": "B Port", "b_model": "B Model",
        "speed": "Speed (Gbps)", "length": "Length",
    }  # fmt: skip
    assert guess.speed_unit == "Gb/s"


def test_headers_that_name_one_device_are_no_list_of_cables():
    assert guessed_map(["Device", "Port", "Speed"]) is None


def test_the_cable_schedule_that_is_written_here_is_read_back():
    """Ends, speeds and lengths of the cables, and which devices are servers."""
    found = survey()
    for key, kind in (("h", "server"), ("leaf", "switch"), ("spine", "switch")):
        found.node(key, kind=kind, line=1)
    found.link(("h", "nic1"), ("leaf", "Ethernet1/1"), line=1, gbps=400.0, length_m=3.0)
    found.link(("leaf", "Ethernet1/2"), ("spine", "p1"), line=2, gbps=800.0)
    document = fabric_of(found).document
    written = {each.name: each.content for each in write_files(EXPORTS["schedule-csv"], document)}
    again = read_files([("cables.csv", written["cables.csv"])]).document
    kept = {(cable.a, cable.b, cable.gbps, cable.length_m) for cable in document.cables}
    assert {(cable.a, cable.b, cable.gbps, cable.length_m) for cable in again.cables} == kept
    assert servers(again) == {"h"}


def test_a_title_and_comments_above_the_header_are_passed_over():
    text = "# exported today\n\nFrom,From port,To,To port\na,1,b,2\n"
    assert joined(read(text)) == {("a/1", "b/2", None)}


def test_a_column_map_reads_what_no_header_tells():
    text = "alpha,beta,gamma,delta,omega\nx,p1,y,p2,25G\n"
    columns = ColumnMap(a_device="alpha", a_port="Beta", b_device="gamma", b_port="DELTA", speed="omega")
    assert joined(read(text, columns=columns)) == {("x/p1", "y/p2", 25.0)}


def test_a_map_of_columns_that_are_not_there_names_them():
    columns = ColumnMap(a_device="alpha", b_device="zeta")
    with pytest.raises(FormatError, match=r"has no column zeta; its columns are alpha, beta"):
        read("alpha,beta\nx,y\n", columns=columns)


def test_a_map_without_ports_makes_each_row_a_cable():
    columns = ColumnMap(a_device="one", b_device="two")
    assert len(read("one,two\nx,y\nx,y\n", columns=columns).document.cables) == 2


def test_thousands_without_a_unit_are_megabits_and_said():
    reading = read("From,From port,To,To port,Speed\na,1,b,1,100000\na,2,b,2,25000\n")
    assert {gbps for _, _, gbps in joined(reading)} == {100.0, 25.0}
    assert "read as Mb/s" in said(reading, "speed.unit")[0]


def test_rows_with_a_fault_are_told_and_the_others_read():
    text = "From,From port,To,To port,Speed\na,1,b,1,400G\na,2,,2,400G\na,3,b,3,fast\na,4,b,4,N/A\n"
    reading = read(text)
    assert joined(reading) == {("a/1", "b/1", 400.0), ("a/3", "b/3", None), ("a/4", "b/4", None)}
    words = said(reading, "line.unread")
    assert any("line 3 not read: a device is missing" in each for each in words)
    assert any("line 4" in each and "fast" in each for each in words)


@pytest.mark.parametrize(
    ("text", "gbps"),
    [("400G", 400.0), ("100 Gbit/s", 100.0), ("25Gbps", 25.0), ("40000M", 40.0), ("1.6T", 1600.0),
     ("100GbE", 100.0), ("10GBASE-SR", 10.0), ("2x200G", 200.0), ("800", 800.0),
     ("0", None), ("fast", None), ("", None)],
)  # fmt: skip
def test_speeds_as_people_write_them(text, gbps):
    assert gbps_of(text, unit=1.0) == gbps


@pytest.mark.parametrize(
    ("text", "unit", "metres"),
    [
        ("3", "m", 3.0),
        ("3m", "", 3.0),
        ("150", "cm", 1.5),
        ("10 ft", "m", 3.048),
        ("2,5", "", 2.5),
        ("long", "m", None),
    ],
)
def test_lengths_as_people_write_them(text, unit, metres):
    assert metres_of(text, unit) == (None if metres is None else pytest.approx(metres))


@pytest.mark.parametrize(
    ("role", "kind"),
    [("Leaf", "switch"), ("l3leaf", "switch"), ("Super Spine", "switch"), ("GPU server", "server"),
     ("DevSonic", "switch"), ("DevIxiaChassis", "server"), ("Patch Panel", "panel"),
     ("mystery", None), ("", None)],
)  # fmt: skip
def test_roles_state_what_a_device_is(role, kind):
    assert kind_of_role(role) == kind


def manifest(name: str) -> dict[str, object]:
    with (SHARED / "manifest.csv").open(encoding="utf-8") as lines:
        return next(json.loads(row["holds"]) for row in csv.DictReader(lines) if row["file"] == name)


def shared(*names: str) -> Reading:
    return read_files([(name, (SHARED / name).read_bytes()) for name in names])


@needs_shared
def test_the_facts_of_avd_s_example():
    """38 rows are 22 links (manifest.csv)."""
    name = "avd_topology_csv/single_dc_topology.csv"
    reading = shared(name)
    assert reading.facts["links"] == manifest(name)["unique_links"]
    assert reading.facts["hosts"] == 2


@needs_shared
def test_the_facts_of_a_sonic_lab():
    """Rows by speed as manifest.csv counts them, less those from a device to itself, by the csv module."""
    names = ("sonic_lab_csv/sonic_lab_links.csv", "sonic_lab_csv/sonic_lab_devices.csv")
    with (SHARED / names[0]).open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == manifest(names[0])["rows"]
    ends = {
        frozenset(((row["StartDevice"], row["StartPort"]), (row["EndDevice"], row["EndPort"])))
        for row in rows
        if row["StartDevice"] != row["EndDevice"]
    }
    reading = shared(*names)
    assert reading.facts["links"] == len(ends)
    assert reading.facts["switches"] + reading.facts["hosts"] == manifest(names[0])["devices"]


@needs_shared
def test_no_other_file_of_the_samples_is_taken_for_a_list_of_cables():
    mine = ("netbox", "avd", "sonic-lab", "cable-list")
    taken = {}
    for path in sorted(SHARED.rglob("*")):
        if not path.is_file() or path.name == "manifest.csv" or path.suffix in (".gz", ".et"):
            continue
        text = path.read_bytes()[:1_000_000].decode("utf-8", errors="replace").replace("\0", "")
        found = [name for name in mine if FORMATS[name].recognise(text)]
        if found:
            taken[os.fspath(path.relative_to(SHARED))] = found[0]
    assert taken == {
        "avd_topology_csv/single_dc_topology.csv": "avd",
        "netbox_csv/air_cables.csv": "netbox",
        "netbox_csv/air_devices.csv": "netbox",
        "netbox_csv/dc1_cables.csv": "netbox",
        "netbox_csv/dc1_devices.csv": "netbox",
        "sonic_lab_csv/sonic_lab_devices.csv": "sonic-lab",
        "sonic_lab_csv/sonic_lab_links.csv": "sonic-lab",
    }


CELLS = st.text(alphabet='ab1,";\n\r\t|#\0é/ :-', max_size=12)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([AVD, LINKS, LAB, "From,From port,To,To port,Speed,Length\na,1,b,2,1,2\n"]), st.data())
def test_a_damaged_list_is_read_in_part_or_refused(text, data):
    """No exception but FormatError, wherever something else stands in the middle of it."""
    at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 30))
    damaged = text[:at] + data.draw(CELLS) + text[at + length :]
    try:
        read(damaged)
    except FormatError as error:
        assert str(error)


def test_a_header_longer_than_any_name_is_no_column():
    assert guessed_map([f"a device {'x' * 300}", "b device", "a port", "b port"]) is None


def test_the_head_of_a_table_shows_the_columns_that_a_map_can_name_with_the_first_rows():
    text = "# plan\nvon;nach;;von;Tempo\n" + "\n".join(f"a{row};b{row};x;y;{row}" for row in range(20))
    (head,) = read_heads([("plan.csv", text.encode())])
    assert head.headers == ("von", "nach", "Tempo")
    assert head.rows[1] == ("a1", "b1", "1")
    assert len(head.rows) == 8
    assert head.guess is None


def test_the_head_of_a_table_has_the_guess_of_its_headers():
    (head,) = read_heads([("plan.csv", b"From,From port,To,To port\na,1,b,2\n")])
    assert head.guess is not None
    assert head.guess.columns() == {
        "a_device": "From", "a_port": "From port", "b_device": "To", "b_port": "To port"
    }  # fmt: skip


def test_no_table_has_no_head():
    with pytest.raises(FormatError, match="no table"):
        read_heads([("plan.txt", b"nothing to see\n")])


@pytest.mark.parametrize(
    "text",
    [
        '{\n"logical-dims": ["8", "2"]\n}\n',
        "infrastructure:\n  description: a server, a switch\n",
        "<rack>a, b</rack>\n<rack>c, d</rack>\n",
    ],
)
def test_commas_in_json_yaml_and_xml_make_no_table(text: str):
    with pytest.raises(FormatError, match="no table"):
        read_heads([("plan.txt", text.encode())])
