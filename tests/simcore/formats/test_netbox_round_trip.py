"""What is written for NetBox and as a cable schedule, read back: names, kinds, models, cables and speeds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.errors import FormatError
from simcore.formats import read_files
from simcore.formats.cables.netbox_types import gbps_of_interface, looks_like_types, types_in
from simcore.formats.reading import Source
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES

LIBRARY = """---
manufacturer: Nobody
model: N-4
slug: nobody-n-4
interfaces:
  - name: Ethernet1
    type: 400gbase-x-qsfpdd
  - name: Ethernet2
    type: 100gbase-x-qsfp28
  - name: Management1
    type: 1000base-t
    mgmt_only: true
  - name: Loopback0
    type: virtual
---
manufacturer: Nobody
model: N-1
slug: nobody-n-1
"""
DEVICES = (
    "name,role,manufacturer,device_type,status,site\na,leaf,Nobody,N-4,active,x\nb,server,Nobody,B,active,x\n"
)
CABLES = (
    "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name\n"
    "b,dcim.interface,eth0,a,dcim.interface,Ethernet2\n"
)


def read(*texts: str) -> FabricDocument:
    return read_files([(f"file{number}", text.encode()) for number, text in enumerate(texts)]).document


def back(export: str, document: FabricDocument, *names: str) -> FabricDocument:
    files = [(each.name, each.content) for each in write_files(EXPORTS[export], document)]
    return read_files([file for file in files if not names or file[0] in names]).document


def devices(document: FabricDocument) -> set[tuple[str, DeviceKind]]:
    kinds = {each.id: each.kind for each in document.device_types}
    return {(each.name or each.id, kinds[each.type]) for each in document.devices}


def cables(document: FabricDocument) -> set[tuple[frozenset[str], float | None]]:
    """Return the ends of each cable by names of devices, and its length."""
    called = {each.id: each.name or each.id for each in document.devices}

    def end(address: str) -> str:
        device, _, port = address.partition("/")
        return f"{called[device]}/{port}"

    return {(frozenset((end(each.a), end(each.b))), each.length_m) for each in document.cables}


def port_speeds(document: FabricDocument) -> dict[str, float | None]:
    types = {each.id: each for each in document.device_types}
    return {
        f"{device.name or device.id}/{port}": block.gbps
        for device in document.devices
        for block in types[device.type].ports
        for port in block.port_names()
    }


@st.composite
def generated(draw) -> FabricDocument:
    """Draw a fabric of a template, with lengths on some of its cables."""
    name, values = draw(
        st.sampled_from(
            [
                ("leaf-spine", {"leaves": 3, "spines": 2, "hosts_per_leaf": 2}),
                ("leaf-spine", {"leaves": 4, "spines": 1, "hosts_per_leaf": 1, "rails": 2}),
                ("fat-tree", {"k": 4}),
            ]
        )
    )
    document, findings = TEMPLATES[name].make(values)
    assert document is not None, findings
    lengths = st.none() | st.sampled_from([0.5, 2.0, 12.25, 30.0])
    listed = tuple(each.model_copy(update={"length_m": draw(lengths)}) for each in document.cables)
    return document.model_copy(update={"cables": listed})


@settings(max_examples=settings().max_examples // 10)
@given(generated())
def test_netbox_gives_back_devices_cables_lengths_and_the_speeds_of_all_ports(document):
    found = back("netbox", document)
    assert devices(found) == devices(document)
    assert cables(found) == cables(document)
    assert port_speeds(found) == port_speeds(document)


@settings(max_examples=settings().max_examples // 10)
@given(generated())
def test_the_cable_schedule_gives_back_devices_cables_and_lengths(document):
    found = back("schedule-csv", document, "cables.csv")
    assert devices(found) == devices(document)
    assert cables(found) == cables(document)
    assert {each.gbps for each in found.cables} == {400.0}


def slashed() -> FabricDocument:
    """A switch that names its ports as the makers of modular ones do, with one server on it."""
    switch = DeviceType(
        id="S",
        kind=DeviceKind.SWITCH,
        ports=tuple(PortBlock(name=f"Ethernet{n}|1", gbps=400) for n in (1, 2)),
    )
    server = DeviceType(id="H", kind=DeviceKind.SERVER, ports=(PortBlock(name="nic", gbps=400),))
    devices = (Device(id="s", type="S"), Device(id="h", type="H"), Device(id="g", type="H"))
    listed = (Cable(id="c", a="h/nic", b="s/Ethernet1|1"), Cable(id="d", a="g/nic", b="s/Ethernet2|1"))
    return FabricDocument(device_types=(switch, server), devices=devices, cables=listed)


@pytest.mark.parametrize(
    ("export", "names"),
    [("netbox", ()), ("schedule-csv", ("cables.csv",)), ("graphml", ()), ("node-link", ())],
)
def test_ports_are_written_as_their_makers_name_them_and_come_back(export, names):
    document = slashed()
    texts = [each.content.decode() for each in write_files(EXPORTS[export], document)]
    assert any("Ethernet1/1" in text for text in texts)
    assert not any("Ethernet1|1" in text for text in texts)
    assert cables(back(export, document, *names)) == cables(document)


def test_types_of_netboxs_library_give_ports_their_speeds():
    """The cable ends at a port of 100 Gb/s; the management port and the loopback are none of the fabric."""
    found = port_speeds(read(DEVICES, CABLES, LIBRARY))
    assert found == {"a/Ethernet1": 400, "a/Ethernet2": 100, "b/eth0": None}


def test_a_cable_at_a_port_that_the_type_does_not_have_is_told_with_its_row():
    """Management1 is no port of the fabric but one of the type; Ethernet9 is on the list's third row."""
    rows = CABLES + "b,dcim.interface,eth1,a,dcim.interface,Ethernet9\n"
    rows += "b,dcim.interface,eth2,a,dcim.interface,Management1\n"
    files = [
        ("devices.csv", DEVICES.encode()),
        ("cables.csv", rows.encode()),
        ("types.yaml", LIBRARY.encode()),
    ]
    told = [each for each in read_files(files).findings if each.rule == "port.undeclared"]
    assert [(each.at, each.says.partition(":")[0]) for each in told] == [
        (
            "cables.csv line 3",
            "1 port that the type of the device does not have (a Ethernet9; cables.csv line 3)",
        )
    ]


def test_the_order_of_the_files_has_no_meaning():
    assert read(LIBRARY, CABLES, DEVICES) == read(DEVICES, CABLES, LIBRARY)


def test_types_alone_make_no_fabric():
    with pytest.raises(FormatError, match="devices"):
        read(LIBRARY)


def test_lines_are_counted_over_several_types():
    types = types_in(Source("types.yaml", LIBRARY))
    assert [(each.name, each.gbps, each.line) for each in types["N-4"] if each.is_data] == [
        ("Ethernet1", 400, 6),
        ("Ethernet2", 100, 8),
    ]
    assert types["N-1"] == ()
    assert looks_like_types(LIBRARY)
    assert not looks_like_types("name: lab\ntopology:\n  nodes: {}\n")


@pytest.mark.parametrize(
    ("kind", "gbps"),
    [
        ("1000base-t", 1),
        ("2.5gbase-t", 2.5),
        ("800gbase-x-osfp", 800),
        ("infiniband-ndr", 400),
        ("infiniband-fdr10", 41.25),
        ("other", None),
        ("", None),
        ("0gbase-x", None),
    ],
)
def test_the_type_of_an_interface_tells_its_speed(kind, gbps):
    assert gbps_of_interface(kind) == gbps
