"""Drawings of labs that are written: read back by our readers, what the format can say is the same."""

import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.wiring import wire
from simcore.formats import read_files
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES

SWITCH = DeviceType(
    id="sw",
    kind=DeviceKind.SWITCH,
    ports=(
        PortBlock(name="Ethernet31|1"),
        PortBlock(name="swp2"),
        PortBlock(name='x"y\\'),
        PortBlock(name="eth0"),
    ),
)
SERVER = DeviceType(
    id="srv", kind=DeviceKind.SERVER, ports=(PortBlock(name="mlx5_0"), PortBlock(name="ens1f0np0-long-one"))
)


def odd() -> FabricDocument:
    """Return two switches and a server with ports that no system of containers would take."""
    return FabricDocument(
        name="Hall 7 (new)",
        device_types=(SWITCH, SERVER),
        devices=(
            Device(id="a", type="sw", name='leaf "one"'),
            Device(id="b", type="sw"),
            Device(id="h", type="srv"),
        ),
        cables=(
            Cable(id="1", a="h/mlx5_0", b="a/Ethernet31|1"),
            Cable(id="2", a="h/ens1f0np0-long-one", b='b/x"y\\'),
            Cable(id="3", a="a/swp2", b="b/swp2"),
        ),
    )


def template(name: str, **parameters: int) -> FabricDocument:
    document, findings = TEMPLATES[name].make(parameters)
    assert document is not None, findings
    return document


def text_of(document: FabricDocument, name: str) -> str:
    (written,) = write_files(EXPORTS[name], document)
    return written.content.decode()


def again(document: FabricDocument, name: str) -> FabricDocument:
    reading = read_files([("lab", text_of(document, name).encode())])
    assert reading.format == name
    return reading.document


def called(document: FabricDocument) -> set[frozenset[str]]:
    """Return the cables as pairs of "name port"."""
    names = {device.id: device.name or device.id for device in document.devices}
    ends = (
        tuple(
            " ".join((names[each.partition("/")[0]], each.partition("/")[2])) for each in (cable.a, cable.b)
        )
        for cable in document.cables
    )
    return {frozenset(pair) for pair in ends}


def kinds(document: FabricDocument) -> dict[str, DeviceKind | None]:
    wiring = wire(document)
    return {device.name or device.id: wiring.kind_of(row) for row, device in enumerate(document.devices)}


@pytest.mark.parametrize("name", ["topology-dot", "containerlab"])
@pytest.mark.parametrize(
    "document",
    [template("leaf-spine", leaves=2, spines=3, hosts_per_leaf=2), template("fat-tree", k=4)],
    ids=["leaf-spine", "fat-tree"],
)
def test_devices_kinds_and_cables_come_back(name: str, document: FabricDocument):
    read = again(document, name)
    assert called(read) == called(document)
    assert kinds(read) == kinds(document)


def test_a_lab_keeps_the_names_of_the_real_ports_beside_its_interfaces():
    """mlx5_0 and swp2 stay; Ethernet31/1, the long and the odd one are eth1 of their node."""
    lab = yaml.safe_load(text_of(odd(), "containerlab"))
    links = [(link["endpoints"], link.get("labels", {})) for link in lab["topology"]["links"]]
    assert links == [
        (["h:mlx5_0", "leaf__one_:eth1"], {"port-b": "Ethernet31/1"}),
        (["h:eth1", "b:eth1"], {"port-a": "ens1f0np0-long-one", "port-b": 'x"y\\'}),
        (["leaf__one_:swp2", "b:swp2"], {}),
    ]
    read = again(odd(), "containerlab")
    ports = {end for cable in read.cables for end in (cable.a, cable.b)}
    assert ports >= {"leaf__one_/Ethernet31|1", 'b/x"y\\'}


def test_no_interface_of_a_lab_is_longer_than_linux_takes_or_used_twice():
    lab = yaml.safe_load(text_of(template("fat-tree", k=6), "containerlab"))
    ends = [end for link in lab["topology"]["links"] for end in link["endpoints"]]
    assert len(set(ends)) == len(ends)
    assert max(len(end.partition(":")[2]) for end in ends) <= 15


def test_quotes_and_backslashes_do_not_break_a_drawing():
    read = again(odd(), "topology-dot")
    assert len(read.cables) == 3
    assert kinds(read) == {"leaf _one_": DeviceKind.SWITCH, "b": DeviceKind.SWITCH, "h": DeviceKind.SERVER}


@pytest.mark.skipif(shutil.which("gvpr") is None and shutil.which("dot") is None, reason="no Graphviz here")
def test_graphviz_reads_the_drawing(tmp_path: Path):
    """The public program counts the same devices and cables."""
    file = tmp_path / "topology.dot"
    document = template("fat-tree", k=4)
    file.write_text(text_of(document, "topology-dot"))
    plain = subprocess.run(["dot", "-Tplain", file], check=True, capture_output=True, text=True).stdout.split(
        "\n"
    )
    counts = [sum(1 for line in plain if line.startswith(word)) for word in ("node ", "edge ")]
    assert counts == [len(document.devices), len(document.cables)]
