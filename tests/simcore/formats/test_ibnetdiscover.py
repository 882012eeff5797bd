"""What the reader of ibnetdiscover dumps understands: small dumps, a case folder, and the real files."""

import json
import os
from pathlib import Path

import pytest
from dumps import AGGREGATION_NODE, Subnet, facts, line_of, read, said, small

from simcore.document.build import build_topology
from simcore.document.catalogue import DEVICE_TYPES
from simcore.document.checks import check
from simcore.document.digest import digest
from simcore.document.findings import Severity
from simcore.formats import read_files

REPOSITORY = Path(__file__).parents[3]
SHARED = Path(os.environ.get("TWINLOOM_SHARED", REPOSITORY.parent / "shared")) / "data" / "ibnetdiscover"
CASE = REPOSITORY / "tests" / "cases" / "two_leaves_one_spine"


def test_a_small_dump_is_understood_whole():
    """3 switches, 2 hosts of 2 adapters, 4 host cables and 2 × 2 uplinks; aggregation nodes are no hosts."""
    reading = read(small().text())
    assert facts(reading) == {
        "format": "ibnetdiscover",
        "switches": 3,
        "hosts": 2,
        "adapters": 4,
        "links": 8,
        "links_by_gbps": {"400": 8},
        "tiers": [2, 1],
    }
    # All leaves hang on one spine, and nothing else is wrong.
    doubts = [each.rule for each in check(reading.document) if each.severity is not Severity.NOTE]
    assert doubts == ["single.switch"]
    assert {finding.severity for finding in reading.findings} == {Severity.NOTE}


def test_the_case_of_two_leaves_is_understood_as_its_note_says():
    expected = json.loads((CASE / "expected.json").read_text())
    reading = read((CASE / "dump.out").read_bytes())
    assert facts(reading) == expected["facts"]
    assert [[each.rule, each.at] for each in reading.findings] == expected["findings"]


def test_ids_are_guids_and_host_names_and_names_are_readable():
    devices = {device.id: device.name for device in read(small().text()).document.devices}
    assert devices == {
        "S-a1": "leaf-1",
        "S-a2": "leaf-2",
        "S-b1": "spine-1",
        "node1": "node1",
        "node2": "node2",
    }


def test_ports_are_addressed_by_switch_number_and_adapter_name():
    cables = {(cable.a, cable.b) for cable in read(small().text()).document.cables}
    assert ("node1/mlx5_0", "S-a1/p1") in cables
    assert ("S-a2/p34", "S-b1/p4") in cables


def test_the_reducer_becomes_a_profile_and_takes_its_port_with_it():
    document = read(small().text()).document
    (type_,) = (each for each in document.device_types if each.kind == "switch")
    assert type_.aggregation.profile == "quantum-2"
    assert type_.ports[0].count == 64


@pytest.mark.parametrize(
    ("chip", "model", "profile"),
    [
        ("d2f0", "MQM8700", "quantum"),
        ("d2f2", "MQM9790", "quantum-2"),
        ("0", "MQM8790", "quantum"),
        ("0", "X", "none"),
    ],
)
def test_the_profile_is_that_of_the_chip_or_else_of_the_model(chip: str, model: str, profile: str):
    net = Subnet()
    switch = net.switch("a1", "leaf", chip=chip, model=model)
    net.cable(switch, 65, net.adapter("c1", AGGREGATION_NODE, system="a1"), 1)
    (type_,) = read(net.text()).document.device_types
    assert type_.aggregation.profile == profile


def test_a_switch_of_a_known_model_has_the_power_and_price_of_the_catalogue():
    known = DEVICE_TYPES["QM9700"]
    net = Subnet()
    switch = net.switch("a1", "leaf", model="MQM9790")
    net.cable(switch, 1, net.adapter("e1", "n1 mlx5_0"), 1)
    type_ = next(each for each in read(net.text()).document.device_types if each.kind == "switch")
    assert (type_.rack_units, type_.price_usd) == (1, known.price_usd)
    assert known.source in type_.source
    net = Subnet()
    net.cable(net.switch("a1", "leaf", model="X"), 1, net.adapter("e1", "n1 mlx5_0"), 1)
    assert {each.price_usd for each in read(net.text()).document.device_types} == {None}


def test_a_switch_without_its_reducer_adds_nothing_and_is_named():
    net = Subnet()
    with_one, without = net.switch("a1", "leaf-1"), net.switch("a2", "leaf-2")
    net.cable(with_one, 65, net.adapter("c1", AGGREGATION_NODE, system="a1"), 1)
    net.cable(without, 1, net.adapter("e1", "n1 mlx5_0"), 1)
    net.cable(with_one, 2, without, 2)
    reading = read(net.text())
    topology = build_topology(reading.document)
    adds = {name for name, limit in zip(topology.vertex_ids, topology.aggregation, strict=True) if limit}
    assert adds == {"S-a1"}
    assert said(reading, "aggregation.absent")[0].objects == ("S-a2",)


@pytest.mark.parametrize(
    ("rate", "gbps"),
    [
        ("4xSDR", 10),
        ("4xDDR", 20),
        ("4xQDR", 40),
        ("4xFDR10", 41.25),
        ("4xFDR", 56.25),
        ("4xEDR", 100),
        ("2xHDR", 100),
        ("4xHDR", 200),
        ("1xNDR", 100),
        ("4xXDR", 800),
        ("12xQDR", 120),
    ],
)
def test_the_rate_is_width_times_the_rate_of_a_lane(rate: str, gbps: float):
    net = Subnet()
    net.cable(net.switch("a1", "leaf"), 1, net.adapter("e1", "n1 mlx5_0"), 1, rate=rate)
    reading = read(net.text())
    assert [cable.gbps for cable in reading.document.cables] == [gbps]
    assert not said(reading, "speed.unknown")


@pytest.mark.parametrize("rate", ["4xZDR", "3xNDR", "4x???", "??xNDR", "4xundefined (7)", ""])
def test_an_unknown_rate_stays_unknown_and_is_said_with_its_lines(rate: str):
    net = small()
    net.cable("S-a1", 40, net.adapter("f1", "odd mlx5_0"), 1, rate=rate)
    text = net.text()
    reading = read(text)
    (cable,) = (cable for cable in reading.document.cables if cable.a.startswith("odd"))
    (finding,) = said(reading, "speed.unknown")
    assert cable.gbps is None
    assert finding.at == f"line {line_of(text, '[40]')}"
    assert reading.facts["links_by_gbps"] == {"400": 8, "unknown": 1}


def test_a_link_slower_than_its_chip_keeps_the_speed_it_runs_at():
    net = Subnet()
    net.cable(net.switch("a1", "leaf"), 1, net.adapter("e1", "n1 mlx5_0"), 1, rate="4xHDR")
    (finding,) = (f for f in check(read(net.text()).document) if f.rule == "speed.below")
    assert "200 Gb/s" in finding.says


def test_a_link_faster_than_its_chip_leaves_the_port_unknown_rather_than_wrong():
    net = Subnet()
    net.cable(net.switch("a1", "leaf"), 1, net.adapter("e1", "n1 mlx5_0"), 1, rate="4xXDR")
    assert [f.severity for f in check(read(net.text()).document) if f.rule.startswith("speed")] == []


def test_factory_names_are_one_host_a_system_and_one_finding():
    net = small()
    for row in (0, 1, 2):
        node = net.adapter(
            f"f{row}", "MT4129 ConnectX7   Mellanox Technologies", system="f0" if row < 2 else "f2"
        )
        net.cable("S-a1", 10 + row, node, 1)
    reading = read(net.text())
    (finding,) = said(reading, "name.factory")
    assert finding.objects == ("H-f0", "H-f2")
    assert "MT4129 ConnectX7   Mellanox Technologies" in finding.says
    assert "1 host of 1 adapter, 1 host of 2 adapters" in finding.says
    assert reading.facts["hosts"] == 4


def test_a_host_that_never_got_a_name_is_one_host_with_a_warning():
    net = small()
    for row in (0, 1):
        net.cable(f"S-a{row + 1}", 10, net.adapter(f"f{row}", f"localhost HCA-{row + 1}"), 1)
    (finding,) = said(read(net.text()), "name.default")
    assert finding.objects == ("localhost",)
    assert "2 adapters on 2 switches" in finding.says


def test_a_host_name_with_one_adapter_name_twice_is_more_hosts_than_one():
    net = small()
    for row in (0, 1, 2):
        net.cable("S-a1", 10 + row, net.adapter(f"f{row}", "localhost HCA-1"), 1)
    reading = read(net.text())
    assert said(reading, "name.shared")
    assert reading.facts["hosts"] == 5
    assert not [f for f in check(reading.document) if f.severity is Severity.ERROR]


def test_adapters_that_only_name_their_host_are_numbered():
    net = small()
    for row in (0, 1):
        net.cable("S-a1", 10 + row, net.adapter(f"f{row}", "node9"), 1)
    cables = {cable.a for cable in read(net.text()).document.cables}
    assert {"node9/hca1", "node9/hca2"} <= cables


def test_an_adapter_of_two_ports_is_one_adapter():
    net = small()
    node = net.adapter("f1", "old mlx4_0", ports=2)
    net.cable("S-a1", 10, node, 1)
    net.cable("S-a2", 10, node, 2)
    reading = read(net.text())
    assert reading.facts["adapters"] == 5
    assert {"old/mlx4_0-port1", "old/mlx4_0-port2"} <= {cable.a for cable in reading.document.cables}


def test_a_fabric_manager_is_kept_and_tagged():
    net = small()
    net.cable("S-a1", 10, net.adapter("f1", "rack1-ufm-01 mlx5_0"), 1)
    reading = read(net.text())
    assert said(reading, "host.management")[0].severity is Severity.NOTE
    assert {device.id for device in reading.document.devices if device.tags} == {"rack1-ufm-01"}


def test_parallel_cables_are_kept_and_each_is_counted_once():
    uplinks = [cable for cable in read(small().text()).document.cables if cable.a.startswith("S-a1")]
    assert len(uplinks) == 2


def test_a_pair_with_one_of_two_cables_is_said_with_its_line():
    net = small()
    for node in ("S-a1", "S-b1"):
        net.blocks[node] = [line for line in net.blocks[node] if not line.startswith(("[34]", '[2]\t"S'))]
    text = net.text()
    (finding,) = said(read(text), "tier.uneven")
    assert finding.at == f"line {line_of(text, '[33]')}"
    assert "1 has 1 of 2" in finding.says


def test_a_dump_of_parts_says_that_they_are_apart():
    net = Subnet()
    for row in (1, 2):
        net.cable(net.switch(f"a{row}", f"leaf-{row}"), 1, net.adapter(f"e{row}", f"n{row} mlx5_0"), 1)
    assert said(read(net.text()), "fabric.islands")[0].severity is Severity.WARNING


def test_the_order_of_blocks_does_not_change_the_document():
    net = small()
    turned = Subnet(dict(reversed(net.blocks.items())), net.described)
    assert digest(read(net.text()).document) == digest(read(turned.text()).document)


def test_carriage_returns_and_a_byte_order_mark_change_nothing():
    text = small().text()
    windows = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    assert digest(read(windows).document) == digest(read(text).document)


def test_two_files_make_one_fabric_and_places_name_the_file():
    net = small()
    blocks = net.text().split("\n\n")
    files = [("a.out", "\n\n".join(blocks[:4])), ("b.out", "\n\n".join(blocks[4:]) + "\nwhat\n")]
    reading = read_files([(name, text.encode()) for name, text in files])
    assert facts(reading) == facts(read(net.text()))
    assert said(reading, "line.unread")[0].at.startswith("b.out line ")


def test_the_ibsim_dialect_has_names_for_ids_and_no_speeds():
    switch = '# by hand\nSwitch\t8 "sw"\n[1]\t"one"[1]\n[2]\t"two"[2]\tw=4\n\n'
    reading = read(switch + 'Hca 2 "one"\n[1] "sw"[1]\n\nHca\t2 "two"\n[2]\t"sw"[2]\n')
    assert (reading.facts["switches"], reading.facts["hosts"], reading.facts["links"]) == (1, 2, 2)
    assert reading.facts["links_by_gbps"] == {"unknown": 2}
    assert {finding.rule for finding in reading.findings} == {"speed.unknown"}


@pytest.mark.parametrize(
    ("options", "gbps"),
    [
        ("w=1 s=4", 10),  # one lane of QDR
        ("s=2", 20),  # four lanes where none are stated
        ("w=4 s=7", 40),  # any of three: the fastest
        ("s=4 e=4", 200),  # extended speeds go before: HDR
        ("w=1 e=15", 100),  # NDR
        ("s=8", None),
        ("w=4", None),
    ],
)
def test_the_ibsim_dialect_may_state_width_and_speed(options: str, gbps: float | None):
    reading = read(f'Switch 2 "sw"\n[1] "h"[1] {options}\n\nHca 1 "h"\n[1] "sw"[1] {options}\n')
    assert [cable.gbps for cable in reading.document.cables] == [gbps]


def real(name: str) -> bytes:
    path = SHARED / name
    if not path.exists():
        pytest.skip(
            f"the file {name} is not there: set TWINLOOM_SHARED to the folder that holds data/ibnetdiscover"
        )
    return path.read_bytes()


def test_the_real_dump_is_understood_as_an_independent_reader_counted_it():
    """31 + 9 switches, 542 adapters of 122 names and 69 without, 1,074 cables: the manifest beside it."""
    reading = read(real("dgx_h100_ndr_example.out"))
    assert facts(reading) == {
        "format": "ibnetdiscover",
        "switches": 40,
        "hosts": 191,
        "adapters": 542,
        "links": 1_074,
        "links_by_gbps": {"400": 1_074},
        "tiers": [31, 9],
    }


def test_the_real_dump_gives_a_fabric_that_can_be_built():
    document = read(real("dgx_h100_ndr_example.out")).document
    assert not [finding for finding in check(document) if finding.severity is Severity.ERROR]
    topology = build_topology(document)
    assert topology.vertex_count == 542 + 40
    assert sum(1 for limit in topology.aggregation if limit and limit.profile == "quantum-2") == 40


def test_the_doubts_of_the_real_dump_are_said_with_their_numbers():
    """269 pairs of 279: 263 double, 6 single, 10 absent; 109 hosts of 4, 11 of 3; counted with awk."""
    reading = read(real("dgx_h100_ndr_example.out"))
    (factory,) = said(reading, "name.factory")
    assert "69 adapters" in factory.says
    assert len(factory.objects) == 69
    assert [finding.objects for finding in said(reading, "name.default")] == [("localhost",), ("ubuntu",)]
    (pairs,) = said(reading, "tier.uneven")
    assert pairs.at == "line 284"
    assert "10 have no cable, 6 have 1 of 2 (lines 284, 365, 741, 748, 986, 1241)" in pairs.says
    (sizes,) = said(reading, "hosts.uneven")
    assert "109 have 4, 11 have 3, 2 have 2, 69 have 1" in sizes.says


def test_a_real_truncated_dump_gives_its_one_host_and_says_what_is_missing():
    reading = read(real("no_links_example-bad.out"))
    assert (reading.facts["hosts"], reading.facts["links"]) == (1, 0)
    assert {finding.rule for finding in reading.findings} == {"file.cut", "fabric.no-cables"}


def test_a_real_ibsim_net_has_its_speeds_unknown():
    reading = read(real("ibsim_net"))
    assert (reading.facts["switches"], reading.facts["hosts"], reading.facts["links"]) == (2, 2, 4)
    assert reading.facts["links_by_gbps"] == {"unknown": 4}
    assert [finding.at for finding in said(reading, "speed.unknown")] == ["line 26"]
