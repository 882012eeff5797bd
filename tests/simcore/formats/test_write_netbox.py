"""NetBox's files: names, roles and cables as counted by the csv module, types as YAML reads them."""

import csv
import io
from collections import Counter

import yaml

from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.formats import read_files
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES
from tests.shared_files import holds, shared_file

SWITCH = DeviceType(
    id="SN5600",
    kind=DeviceKind.SWITCH,
    name="NVIDIA SN5600",
    ports=(PortBlock(name="swp", count=4, gbps=800),),
)
SERVER = DeviceType(
    id="box",
    kind=DeviceKind.SERVER,
    name="a server",
    ports=(PortBlock(name="eth0"), PortBlock(name="eth1", gbps=400)),
)


def written(document: FabricDocument) -> tuple[list[dict], list[dict[str, str]], list[dict[str, str]]]:
    types, devices, cables = (each.content.decode() for each in write_files(EXPORTS["netbox"], document))
    return (
        list(yaml.safe_load_all(types)),
        list(csv.DictReader(io.StringIO(devices))),
        list(csv.DictReader(io.StringIO(cables))),
    )


def hall(**changes) -> FabricDocument:
    given = {
        "name": "hall 7",
        "device_types": (SWITCH, SERVER),
        "devices": (
            Device(id="S-1", type="SN5600", name="leaf-1"),
            Device(id="S-2", type="SN5600", name="spine-1"),
            Device(id="n1", type="box", tags=("management", "Row 7, east")),
        ),
        "cables": (
            Cable(id="c1", a="n1/eth1", b="S-1/swp1", length_m=2.5, medium="MCP7Y00"),
            Cable(id="c2", a="S-1/swp2", b="S-2/swp1", length_m=30),
        ),
    }
    return FabricDocument(**{**given, **changes})


def test_devices_have_the_role_of_their_tier_and_the_model_of_their_type():
    _, devices, _ = written(hall())
    assert [(each["name"], each["role"], each["manufacturer"], each["device_type"]) for each in devices] == [
        ("leaf-1", "leaf", "NVIDIA", "SN5600"),
        ("spine-1", "spine", "NVIDIA", "SN5600"),
        ("n1", "server", "Generic", "box"),
    ]
    assert {each["site"] for each in devices} == {"hall 7"}
    assert devices[2]["tags"] == "management,row-7-east"


def test_cables_name_both_ends_and_their_length():
    _, _, cables = written(hall())
    assert list(cables[0].values()) == [
        "n1", "dcim.interface", "eth1", "leaf-1", "dcim.interface", "swp1", "dac-passive", "connected", "c1",
        "2.5", "m",
    ]  # fmt: skip
    assert (cables[1]["side_a_device"], cables[1]["side_b_name"], cables[1]["length"]) == (
        "leaf-1",
        "swp1",
        "30",
    )


def test_a_cable_of_unknown_length_has_no_length_and_no_unit():
    _, _, cables = written(hall(cables=(Cable(id="c", a="n1/eth0", b="S-1/swp1"),)))
    assert (cables[0]["length"], cables[0]["length_unit"]) == ("", "")


def test_types_hold_every_port_with_the_type_of_its_speed():
    types, _, _ = written(hall())
    assert [each["model"] for each in types] == ["SN5600", "box"]
    assert types[0]["interfaces"] == [{"name": f"swp{n}", "type": "800gbase-x-osfp"} for n in (1, 2, 3, 4)]
    assert [each["type"] for each in types[1]["interfaces"]] == ["other", "400gbase-x-qsfpdd"]


def test_rack_units_are_whole_or_half_and_left_out_where_unknown():
    types, _, _ = written(hall(device_types=(SWITCH.model_copy(update={"rack_units": 1.2}), SERVER)))
    assert [each.get("u_height") for each in types] == [1.5, None]


def test_a_real_fabric_has_as_many_rows_as_the_manifest_counts():
    """Aggregation nodes are no devices, and their links no cables."""
    file = "ibnetdiscover/dgx_h100_ndr_example.out"
    counted = holds(file)
    document = read_files([shared_file(file)]).document
    _, devices, cables = written(document)
    assert len(cables) == counted["links_unique"] - counted["sharp_aggregation_nodes"]
    roles = Counter(each["role"] for each in devices)
    assert roles["leaf"] + roles["spine"] == counted["switches"]
    assert roles["server"] == len(devices) - counted["switches"]
    ends = {cable[f"side_{side}_device"] for cable in cables for side in "ab"}
    assert ends <= {each["name"] for each in devices}


def test_ports_of_switches_that_add_are_infiniband():
    document, _ = TEMPLATES["leaf-spine"].make({"leaves": 2, "spines": 1, "hosts_per_leaf": 1})
    types, devices, cables = written(document)
    assert {port["type"] for each in types for port in each["interfaces"]} == {"infiniband-ndr"}
    # Two leaves and a spine with a host each leaf: 5 devices, 2 + 2 cables.
    assert (len(devices), len(cables)) == (5, 4)


def test_names_that_netbox_could_not_tell_apart_are_made_different():
    long = "x" * 64
    types = (SWITCH.model_copy(update={"id": "m.1"}), SWITCH.model_copy(update={"id": "m-1"}))
    devices = (Device(id=long + "a", type="m.1"), Device(id=long + "b", type="m-1"))
    found, rows, _ = written(FabricDocument(device_types=types, devices=devices))
    assert len({row["name"] for row in rows}) == 2
    assert all(len(row["name"]) <= 64 for row in rows)
    assert len({each["slug"] for each in found}) == 2


def test_a_name_that_a_spreadsheet_would_compute_is_quoted():
    devices = (Device(id='=HYPERLINK("x")', type="SN5600"),)
    _, rows, _ = written(hall(devices=devices, cables=()))
    assert rows[0]["name"] == '\'=HYPERLINK("x")'
