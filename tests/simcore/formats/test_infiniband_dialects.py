"""What the InfiniBand tools print beside the full dump: every dialect gives the same fabric."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from dumps import facts, line_of, read, said
from hypothesis import given, settings
from hypothesis import strategies as st
from subnets import GBPS, Subnet, two_rails

from simcore.document.checks import check
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Severity
from simcore.errors import FormatError
from simcore.formats import FORMATS, read_files

SHARED = Path(os.environ.get("TWINLOOM_SHARED", Path(__file__).parents[3].parent / "shared")) / "data"

# A fifth of the examples of a law: each has every dialect read.
fewer = settings(max_examples=settings().max_examples // 5)

Printer = Callable[[Subnet], str]
DIALECTS: dict[str, Printer] = {
    "ibnetdiscover": Subnet.ibnetdiscover,
    "ibnetdiscover-p": Subnet.ibnetdiscover_p,
    "iblinkinfo": Subnet.iblinkinfo,
    "iblinkinfo -l": lambda net: net.iblinkinfo(on_one_line=True),
    "opensm-subnet": Subnet.opensm_subnet,
}
OTHERS = {name: printer for name, printer in DIALECTS.items() if name != "ibnetdiscover"}


def drawn(document: FabricDocument) -> tuple[set[tuple[str, str, str]], set[tuple[str, str, float | None]]]:
    """Return what every dialect can say: devices with names and kinds, and cables with speeds."""
    kinds = {each.id: each.kind.value for each in document.device_types}
    devices = {(each.id, each.name, kinds[each.type]) for each in document.devices}
    return devices, {(cable.a, cable.b, cable.gbps) for cable in document.cables}


@pytest.mark.parametrize("name", OTHERS)
def test_each_dialect_is_recognised_by_its_content_alone(name: str):
    text = DIALECTS[name](two_rails())
    assert [each.name for each in FORMATS.values() if each.recognise(text)] == [name.partition(" ")[0]]


@pytest.mark.parametrize("name", DIALECTS)
def test_each_dialect_of_two_rails_is_understood_whole(name: str):
    """3 switches, 3 hosts, 4 + 1 adapters; 4 uplinks and 4 host cables of 4 × 100, 4 × 10 and 1 × 25 Gb/s."""
    assert {
        key: value for key, value in facts(read(DIALECTS[name](two_rails()))).items() if key != "format"
    } == {
        "switches": 3,
        "hosts": 3,
        "adapters": 5,
        "links": 10,
        "links_by_gbps": {"25": 1, "40": 1, "400": 8},
        "tiers": [2, 1],
    }


@pytest.mark.parametrize("name", OTHERS)
def test_each_dialect_draws_what_the_full_dump_draws(name: str):
    net = two_rails()
    assert drawn(read(DIALECTS[name](net)).document) == drawn(read(net.ibnetdiscover()).document)


@st.composite
def subnets(draw: st.DrawFn) -> Subnet:
    net = Subnet(with_lids=draw(st.booleans()))
    switches = [
        net.switch(f"MF0;sw{row}:MQM9700/U1", ports=draw(st.integers(2, 12)))
        for row in range(draw(st.integers(1, 4)))
    ]
    adapters = [
        net.adapter(f"n{row} mlx5_{row % 3}", ports=draw(st.integers(1, 2)))
        for row in range(draw(st.integers(1, 6)))
    ]
    free = {row: list(range(1, net.nodes[row].ports + 1)) for row in (*switches, *adapters)}
    for _ in range(draw(st.integers(1, 12))):
        a, b = draw(st.sampled_from(switches)), draw(st.sampled_from([*switches, *adapters]))
        if a != b and free[a] and free[b]:
            rate = f"{draw(st.sampled_from((1, 2, 4, 8, 12)))}x{draw(st.sampled_from(sorted(GBPS)))}"
            net.cable(a, free[a].pop(), b, free[b].pop(), rate)
    return net


@fewer
@given(subnets())
def test_every_subnet_is_the_same_in_every_dialect_that_lists_all_ports(net: Subnet):
    full = drawn(read(net.ibnetdiscover()).document)
    for printer in (Subnet.ibnetdiscover_p, Subnet.iblinkinfo, DIALECTS["iblinkinfo -l"]):
        assert drawn(read(printer(net)).document) == full


@fewer
@given(subnets())
def test_the_subnet_list_draws_what_has_a_cable(net: Subnet):
    if not net.cables:
        return
    devices, cables = drawn(read(net.ibnetdiscover()).document)
    touched = {end.partition("/")[0] for a, b, _ in cables for end in (a, b)}
    found, same = drawn(read(net.opensm_subnet()).document)
    assert same == cables
    assert {each[0] for each in found} == touched
    assert found <= devices


@fewer
@given(subnets(), st.integers(0, 1000))
def test_the_order_of_lines_changes_nothing_where_each_line_stands_alone(net: Subnet, seed: int):
    for printer in (Subnet.ibnetdiscover_p, DIALECTS["iblinkinfo -l"], Subnet.opensm_subnet):
        lines = printer(net).splitlines()
        if net.cables:
            turned = random.Random(seed).sample(lines, len(lines))
            assert read("\n".join(turned)).document == read("\n".join(lines)).document


def test_switches_only_still_draws_the_hosts_behind_them():
    net = two_rails()
    reading = read(net.iblinkinfo(kinds="SW"))
    assert drawn(reading.document) == drawn(read(net.ibnetdiscover()).document)
    assert len(said(reading, "node.undeclared")) == 1


def test_adapters_only_still_draws_the_switches_before_them():
    reading = read(two_rails().iblinkinfo(kinds="CA", on_one_line=True))
    assert (reading.facts["switches"], reading.facts["hosts"], reading.facts["links"]) == (2, 3, 6)


def test_the_chip_of_a_subnet_list_is_read_from_either_half():
    """The line of the leaf alone has the device id of the host in the upper bytes: ConnectX-7, 400 Gb/s."""
    net = Subnet()
    net.cable(net.switch("leaf"), 1, net.adapter("n1 mlx5_0"), 1)
    document = read(net.opensm_subnet().splitlines()[0] + "\n").document
    assert {block.gbps for each in document.device_types for block in each.ports} == {400.0}


def test_unconnected_ports_of_any_speed_count_as_ports_and_end_nothing():
    text = (
        "SW  7  1 0x00000000000000a1 4x QDR - CA  9  1 0x00000000000000e1 ( 'leaf' - 'n1 HCA-1' )\n"
        "CA  9  1 0x00000000000000e1 4x QDR - SW  7  1 0x00000000000000a1 ( 'n1 HCA-1' - 'leaf' )\n"
        "SW  7 36 0x00000000000000a1 4x QDR                                    'leaf'\n"
        "SW  7 35 0x00000000000000a1 4x ???                                    leaf\n"
        "SW  8  2 0x00000000000000a2 ??x ???                                   ' far  leaf '\n"
    )
    reading = read(text)
    assert (reading.facts["switches"], reading.facts["links"]) == (2, 1)
    assert not said(reading, "line.unread")
    assert {port.count for each in reading.document.device_types for port in each.ports} == {36, 2, 1}
    assert any(device.name.startswith("far leaf") for device in reading.document.devices)


def test_names_with_quotation_marks_and_blanks_stay_whole():
    text = (
        "SW  7  1 0x00000000000000a1 4x NDR - CA  9  1 0x00000000000000e1 ( 'l 'x'' - ' n'1 HCA-1 ' )\n"
        "CA  9  1 0x00000000000000e1 4x NDR - SW  7  1 0x00000000000000a1 ( ' n'1 HCA-1 ' - 'l 'x'' )\n"
    )
    assert "n'1/HCA-1" in {cable.a for cable in read(text).document.cables}


def test_adapters_with_a_factory_name_are_hosts_by_their_guids():
    net = Subnet()
    leaf = net.switch("MF0;leaf:MQM9700/U1")
    for port in (1, 2):
        net.cable(leaf, port, net.adapter("MT4119 ConnectX5   Mellanox Technologies"), 1)
    for printer in OTHERS.values():
        reading = read(printer(net))
        (finding,) = said(reading, "name.factory")
        assert len(finding.objects) == 2
        assert "   Mellanox" in finding.says


@pytest.mark.parametrize(
    ("rate", "gbps"),
    [
        ("4X 25.78125 Gbps", 100),
        ("2X 53.125 Gbps", 100),
        ("4X 10.0 Gbps (FDR10)", 41.25),
        ("12X 5.0 Gbps", 60),
        ("4X 212.5 Gbps", 800),
        ("4X 3.3 Gbps", None),
        ("undefined (16) 53.125 Gbps", None),
    ],
)
def test_iblinkinfo_states_the_rate_of_a_lane(rate: str, gbps: float | None):
    text = (
        "Switch: 0x00000000000000a1 leaf:\n"
        f'   7    1[  ] ==( {rate} Active/  LinkUp)==>   9    1[  ] "n1 HCA-1" (Could be 53.125 Gbps)\n'
        "CA: n1 HCA-1:\n"
        f'   0x00000000000000e1   9    1[  ] ==( {rate} Active/  LinkUp)==>   7    1[  ] "leaf" ( )\n'
    )
    reading = read(text)
    assert [cable.gbps for cable in reading.document.cables] == [gbps]
    assert len(said(reading, "speed.unknown")) == (gbps is None)


@pytest.mark.parametrize(("words", "gbps"), [("4x LOG=ACT SPD=FDR10", 41.25), ("?? LOG=ACT SPD=50", None)])
def test_the_subnet_list_may_not_know_a_width(words: str, gbps: float | None):
    net = Subnet()
    net.cable(net.switch("leaf"), 1, net.adapter("n1 mlx5_0"), 1, rate="2xHDR")
    text = net.opensm_subnet().replace("2x LOG=ACT SPD=50", words)
    assert [cable.gbps for cable in read(text).document.cables] == [gbps]


def test_far_ends_that_could_be_two_nodes_are_left_out_with_their_lines():
    net = Subnet(with_lids=False)
    leaf = net.switch("leaf")
    for port in (1, 2):
        net.cable(leaf, port, net.adapter("localhost HCA-1"), 1)
    text = net.iblinkinfo(kinds="CA")
    reading = read(text)
    assert [each.at for each in said(reading, "line.unread")] == ["line 2", "line 4"]
    assert reading.facts["links"] == 0


def test_with_nothing_said_of_its_kind_a_node_with_one_port_is_a_host_and_the_file_says_so():
    text = (
        '0x00000000000000a1 "x"  7  1[  ] ==( 4X 106.25 Gbps Active/  LinkUp)==>  '
        '0x00000000000000e1 9 1[  ] "y" ( )\n'
        '0x00000000000000a1 "x"  7  2[  ] ==(          Down/ Polling)==>  [  ] "" ( )\n'
    )
    reading = read(text)
    assert (reading.facts["switches"], reading.facts["hosts"]) == (1, 1)
    assert said(reading, "node.kind")[0].severity is Severity.NOTE


@pytest.mark.parametrize("name", OTHERS)
def test_a_line_in_the_middle_that_is_none_is_said_with_its_number(name: str):
    lines = DIALECTS[name](two_rails()).splitlines()
    lines.insert(5, "garbage here")
    text = "\n".join(lines) + "\n"
    reading = read(text)
    (finding,) = said(reading, "line.unread")
    assert finding.at == f"line {line_of(text, 'garbage')}"
    assert "garbage here" in finding.says


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_cut_in_the_middle_of_a_line_is_said_to_be_cut_off(name: str):
    text = DIALECTS[name](two_rails())
    cut = text[: text.rindex("(" if name != "opensm-subnet" else "PHY") - 3]
    reading = read(cut)
    assert said(reading, "file.cut")[0].at == f"line {cut.count(chr(10)) + 1}"
    assert reading.facts["switches"] == 3


@pytest.mark.parametrize("name", OTHERS)
@fewer
@given(data=st.data())
def test_no_change_of_a_dialect_brings_anything_but_findings_or_a_format_error(
    name: str, data: st.DataObject
):
    text = DIALECTS[name](two_rails())
    for _ in range(data.draw(st.integers(1, 6))):
        at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 40))
        words = data.draw(
            st.text(max_size=5) | st.sampled_from(["\n", "0" * 20, "[", "==(", "}", " - ", "'"])
        )
        text = text[:at] + words + text[at + length :]
    try:
        reading = read(text)
    except FormatError:
        return
    wrong = {finding.rule for finding in check(reading.document) if finding.severity is Severity.ERROR}
    assert wrong <= {"speed.unknown", "fabric.empty"}


@pytest.mark.parametrize("name", OTHERS)
def test_two_files_make_one_subnet(name: str):
    text = DIALECTS[name](two_rails())
    lines = text.splitlines(keepends=True)
    cut = next(
        row
        for row in range(len(lines) // 2, len(lines))
        if lines[row].startswith(("Sw", "CA", "{", "SW", "0"))
    )
    files = [("a.out", "".join(lines[:cut]).encode()), ("b.out", "".join(lines[cut:]).encode())]
    assert read_files(files).document == read(text).document


def test_the_real_port_list_is_understood_as_an_independent_reader_counted_it():
    """Of the manifest: 4 cables of 4 × 25 Gb/s, 2 ports without one, GUIDs of 3 adapters and 4 switches."""
    path = SHARED / "ibnetdiscover_p" / "p_test.out"
    if not path.exists():
        pytest.skip(
            f"{path.name} is not there: set TWINLOOM_SHARED to the folder that holds data/ibnetdiscover_p"
        )
    reading = read(path.read_bytes())
    assert (reading.facts["switches"], reading.facts["adapters"]) == (4, 3)
    assert reading.facts["links_by_gbps"] == {"100": 4}
    assert not said(reading, "line.unread")
