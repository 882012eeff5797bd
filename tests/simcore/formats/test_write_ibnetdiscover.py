"""A fabric written as a dump of ibnetdiscover is read back as the same fabric, or refused with the reason."""

import pytest
from dumps import said, small
from hypothesis import given
from hypothesis import strategies as st

from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.errors import ExportRefusedError
from simcore.formats import Reading, read_files
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES

SWITCH = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=8, gbps=400),))
SERVER = DeviceType(
    id="srv",
    kind=DeviceKind.SERVER,
    ports=(PortBlock(name="mlx5_0", gbps=400), PortBlock(name="mlx4_0-port", count=2, gbps=100)),
)


def written(document: FabricDocument) -> str:
    (file,) = write_files(EXPORTS["ibnetdiscover"], document)
    return file.content.decode()


def again(document: FabricDocument) -> Reading:
    return read_files([("again", written(document).encode())])


def fabric(gbps: float | None = 400, a: str = "leaf", b: str = "node") -> FabricDocument:
    """Return a leaf and a server with an adapter of one port and one of two; one cable to each adapter."""
    return FabricDocument(
        device_types=(SWITCH, SERVER),
        devices=(Device(id="l", type="sw", name=a), Device(id="h", type="srv", name=b)),
        cables=(
            Cable(id="x", a="h/mlx5_0", b="l/p7", gbps=gbps),
            Cable(id="y", a="h/mlx4_0-port2", b="l/p3", gbps=100),
        ),
    )


def by_name(document: FabricDocument) -> set[tuple[str, str, float | None]]:
    names = {device.id: device.name or device.id for device in document.devices}
    return {
        (
            *(
                f"{names[device]}/{port}"
                for device, _, port in (cable.a.partition("/"), cable.b.partition("/"))
            ),
            gbps,
        )
        for cable in document.cables
        for gbps in (cable.gbps,)
    }


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("leaf-spine", {"leaves": 8, "spines": 4, "hosts_per_leaf": 4, "rails": 4}),
        ("fat-tree", {"k": 4}),
    ],
)
def test_a_template_comes_back_with_its_names_ports_speeds_and_aggregation(name: str, parameters: dict):
    document, _ = TEMPLATES[name].make(parameters)
    assert document is not None
    found = again(document).document
    assert by_name(found) == by_name(document)
    profiles = [
        {each.aggregation.profile for each in made.device_types if each.kind is DeviceKind.SWITCH}
        for made in (document, found)
    ]
    assert profiles[0] == profiles[1]


def test_a_dump_that_was_read_comes_back_with_the_ids_of_its_switches():
    document = read_files([("dump.out", small().text().replace("S-a", f"S-{'0' * 14}a").encode())]).document
    found = again(document).document
    assert by_name(found) == by_name(document)
    kept = {device.id for device in document.devices if len(device.id) == 18}
    assert kept == {"S-00000000000000a1", "S-00000000000000a2"}
    assert kept < {device.id for device in found.devices}


def test_adapters_with_one_port_and_with_two_come_back_with_their_names():
    assert by_name(again(fabric()).document) == {
        ("node/mlx5_0", "leaf/p7", 400),
        ("node/mlx4_0-port2", "leaf/p3", 100),
    }


def test_adapters_of_a_server_are_one_system():
    """Hosts whose name is shared are told apart by the system's GUID: both adapters keep one."""
    text = written(fabric())
    systems = [line for line in text.splitlines() if line.startswith("sysimgguid")]
    assert (len(systems), len(set(systems))) == (3, 2)


def test_an_unknown_speed_stays_unknown():
    """The cable has none of its own, and neither have its ports."""
    bare = tuple(
        each.model_copy(
            update={"ports": tuple(port.model_copy(update={"gbps": None}) for port in each.ports)}
        )
        for each in (SWITCH, SERVER)
    )
    found = again(fabric(gbps=None).model_copy(update={"device_types": bare}))
    assert sorted((cable.gbps for cable in found.document.cables), key=str) == [100, None]
    assert len(said(found, "speed.unknown")) == 1


@pytest.mark.parametrize("gbps", [1, 99.9, 3200])
def test_a_speed_that_no_link_of_the_kind_has_is_refused_with_the_cable(gbps: float):
    with pytest.raises(ExportRefusedError, match=f"cable x runs at {gbps:g}"):
        written(fabric(gbps=gbps))


@pytest.mark.parametrize("gbps", [10, 25, 40, 56.25, 100, 200, 400, 800])
def test_a_speed_that_a_link_has_comes_back(gbps: float):
    assert {cable.gbps for cable in again(fabric(gbps=gbps)).document.cables} == {gbps, 100}


def test_more_ports_than_have_a_number_are_refused_with_the_device():
    wide = SWITCH.model_copy(update={"ports": (PortBlock(name="p", count=300),)})
    with pytest.raises(ExportRefusedError, match="l has 300 ports"):
        written(fabric().model_copy(update={"device_types": (wide, SERVER)}))


def test_switches_come_first_and_those_with_a_cable_before_others():
    """ibsim starts the subnet manager at the first node."""
    alone = fabric().model_copy(
        update={"devices": (Device(id="alone", type="sw"), *fabric().devices[::-1])},
    )
    headers = [
        line.split('"')[3] for line in written(alone).splitlines() if line.startswith(("Switch", "Ca"))
    ]
    assert headers == ["MF0;leaf:sw/U1", "MF0;alone:sw/U1", "node mlx5_0", "node mlx4_0"]


NAMES = st.text(st.characters(codec="utf-8"), max_size=80) | st.sampled_from(
    ["MT4129", "a=1 s=4", 'x"y', "#", "@", "localhost", "Aggregation Node", "MF0;a:b/c", "x" * 300]
)


@given(NAMES, NAMES)
def test_whatever_devices_are_called_nothing_is_lost_and_no_line_is_too_long(a: str, b: str):
    document = fabric(a=a[:200], b=b[:200])
    text = written(document)
    for line in text.splitlines():
        assert len(line.encode()) < 255
        assert not line.startswith("[") or not set("=@") & set(line)
        assert len(line) < 2 or line.count("#") < 2
    found = again(document)
    assert (found.facts["switches"], found.facts["hosts"], found.facts["adapters"]) == (1, 1, 2)
    assert found.facts["links"] == 2
    assert found.facts["lines_unread"] == 0
