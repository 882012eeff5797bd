"""HPCC and SimAI topologies: numbered nodes and links. Figures counted by hand, or from manifest.csv."""

import random
from collections import Counter

import pytest
from shared_files import holds, shared_file

from simcore.document.fabric import (
    Cable,
    Device,
    DeviceKind,
    DeviceType,
    FabricDocument,
    Latency,
    PortBlock,
)
from simcore.document.structure import counts, tiers
from simcore.errors import ExportRefusedError, FormatError
from simcore.formats import FORMATS, Reading, read_files
from simcore.formats.quantities import gbps_of, nanoseconds_of
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES

HPCC = """5 2 5
3 4
0 3 100Gbps 1us 0
1 3 100Gbps 1000ns 0
2 4 100Gbps 0.001ms 0
3 4 400Gbps 0.000001s 0.000000
3 4 400Gbps 1us 0
"""

# Two servers of two GPUs (0 1 | 2 3), an NVSwitch each (4 5), two leaves (6 7), a spine (8).
SIMAI = """9 2 2 3 10 H100
4 5 6 7 8
0 4 2880Gbps 0.000025ms 0
1 4 2880Gbps 0.000025ms 0
2 5 2880Gbps 0.000025ms 0
3 5 2880Gbps 0.000025ms 0
0 6 400Gbps 0.0005ms 0
1 7 400Gbps 0.0005ms 0
2 6 400Gbps 0.0005ms 0
3 7 400Gbps 0.0005ms 0
6 8 400Gbps 0.0005ms 0
7 8 400Gbps 0.0005ms 0
"""


def read(text: str) -> Reading:
    return read_files([("topology.txt", text.encode())])


def rules(reading: Reading) -> list[str]:
    return [finding.rule for finding in reading.findings]


def says(reading: Reading, rule: str) -> str:
    [finding] = [each for each in reading.findings if each.rule == rule]
    return finding.says


def test_hpcc_hosts_are_the_nodes_that_are_no_switches():
    reading = read(HPCC)
    assert reading.format == "hpcc"
    assert counts(reading.document) == {"switches": 2, "hosts": 3, "adapters": 3, "cables": 5, "gpus": 0}


def test_parallel_links_are_kept():
    pairs = Counter(
        frozenset((cable.a.split("/")[0], cable.b.split("/")[0])) for cable in read(HPCC).document.cables
    )
    assert pairs[frozenset(("switch-3", "switch-4"))] == 2


def test_a_network_of_6000_hosts_at_400_gigabits_is_read_whole():
    """HPCC's own maps ended at 200 Gb/s, and its tables at 5,000 nodes."""
    hosts, leaves = 6_000, 100
    links = [f"{host} {hosts + host // 60} 400Gbps 1us 0" for host in range(hosts)]
    links += [f"{hosts + leaf} {hosts + leaves} 800Gbps 1us 0" for leaf in range(leaves) for _ in range(2)]
    switches = " ".join(str(hosts + row) for row in range(leaves + 1))
    reading = read("\n".join([f"{hosts + leaves + 1} {leaves + 1} {len(links)}", switches, *links]) + "\n")
    assert (reading.facts["hosts"], reading.facts["switches"]) == (6_000, 101)
    assert reading.facts["links_by_gbps"] == {"400": 6_000, "800": 200}


def test_a_delay_in_any_unit_becomes_the_latency_of_each_hop():
    latency = read(HPCC).document.latency
    assert latency.fibre_ns_per_m * latency.assumed_length_m + latency.switch_ns == pytest.approx(1000)
    assert "delay.mixed" not in rules(read(HPCC))


def test_only_the_declared_links_count_and_the_others_are_told():
    reading = read(HPCC.replace("5 2 5", "5 2 3"))
    assert len(reading.document.cables) == 3
    assert "lines 6, 7" in says(reading, "lines.beyond")


def test_fewer_links_than_declared_are_told():
    assert "declares 9 links, 5 lines follow" in says(read(HPCC.replace("5 2 5", "5 2 9")), "file.cut")


def test_a_line_that_is_no_link_costs_that_link_alone():
    reading = read(HPCC.replace("1 3 100Gbps 1000ns 0", "1 3"))
    assert len(reading.document.cables) == 4
    assert "line 4" in says(reading, "line.unread")


def test_a_link_of_an_undeclared_node_is_left_out():
    reading = read(HPCC.replace("2 4 100Gbps", "17 4 100Gbps"))
    assert "line 5" in says(reading, "node.undeclared")
    assert "first number 2" in says(reading, "node.unlinked")


def test_a_rate_that_is_none_stays_unknown():
    reading = read(HPCC.replace("0 3 100Gbps", "0 3 fast"))
    assert [cable.gbps for cable in reading.document.cables].count(None) == 1
    assert "speed.unknown" in rules(reading)


def test_a_link_with_a_delay_of_its_own_has_a_length_that_takes_as_long():
    reading = read(HPCC.replace("1000ns", "7us"))
    assert "1 link with another delay than the 1000 ns of most" in says(reading, "delay.mixed")
    latency = reading.document.latency
    [length] = [cable.length_m for cable in reading.document.cables if cable.length_m]
    assert length * latency.fibre_ns_per_m == pytest.approx(7000)
    assert read(written("hpcc", reading.document)[0]).document == reading.document


def test_nodes_beyond_belief_are_not_drawn():
    reading = read(HPCC.replace("5 2 5", "900000000 2 5"))
    assert counts(reading.document)["hosts"] == 3
    assert "899,999,995 hosts" in says(reading, "node.unlinked")


def test_two_topologies_are_not_mixed():
    with pytest.raises(FormatError, match=r"a\.txt and b\.txt"):
        read_files([("a.txt", HPCC.encode()), ("b.txt", HPCC.encode())])


def test_crlf_a_byte_order_mark_and_blank_lines_change_nothing():
    odd = b"\xef\xbb\xbf" + ("\n" + HPCC.replace("\n", "  \r\n\r\n")).encode()
    assert read_files([("t", odd)]).document.cables == read(HPCC).document.cables


def test_the_order_of_the_links_changes_nothing():
    lines = HPCC.splitlines()
    for seed in range(5):
        mixed = lines[:2] + random.Random(seed).sample(lines[2:], 5)
        assert read("\n".join(mixed)).document == read(HPCC).document


def test_simai_gpus_share_a_server_and_each_has_its_adapter():
    reading = read(SIMAI)
    assert reading.format == "simai"
    assert counts(reading.document) == {"switches": 3, "hosts": 2, "adapters": 4, "cables": 6, "gpus": 4}
    rail = {cable.a: cable.b.split("/")[0] for cable in reading.document.cables}
    assert (rail["server-0/nic1"], rail["server-1/nic1"]) == ("switch-6", "switch-6")
    assert (rail["server-0/nic2"], rail["server-1/nic2"]) == ("switch-7", "switch-7")


def test_nvswitches_are_told_and_not_drawn():
    reading = read(SIMAI)
    assert "2 NVSwitches with 4 links to GPUs (4 of 2880 Gb/s)" in says(reading, "scale-up.inside")
    assert not [device for device in reading.document.devices if device.id in ("switch-4", "switch-5")]
    assert "delay.mixed" not in rules(reading)


def test_links_to_nvswitches_alike_join_the_gpus_of_a_server():
    (server,) = [each for each in read(SIMAI).document.device_types if each.gpus]
    assert server.scale_up is not None
    assert (server.scale_up.gbps, server.scale_up.adds) == (2880.0, False)


@pytest.mark.parametrize(("before", "after"), [("3 5 2880", "3 5 1440"), ("2 5 2880", "2 4 2880")])
def test_of_gpus_that_are_joined_unlike_nothing_is_known(before: str, after: str):
    types = read(SIMAI.replace(before, after)).document.device_types
    assert all(each.scale_up is None for each in types)


def test_a_gpu_on_two_leaves_has_one_adapter_with_two_ports():
    reading = read(SIMAI.replace("9 2 2 3 10", "9 2 2 3 11") + "0 7 400Gbps 0.0005ms 0\n")
    assert counts(reading.document)["adapters"] == 4
    assert len([cable for cable in reading.document.cables if cable.a.startswith("server-0/nic1")]) == 2


def test_an_nvswitch_over_servers_is_told():
    assert "number 4" in says(read(SIMAI.replace("2 5 2880", "2 4 2880")), "scale-up.wide")


def test_gpus_that_do_not_fill_their_servers_are_told():
    assert "the last has 1" in says(read(SIMAI.replace("9 2 2", "9 3 2")), "servers.uneven")


def test_a_header_without_gpus_is_refused():
    with pytest.raises(FormatError, match="line 1 declares 0 GPUs a server"):
        read(SIMAI.replace("9 2 2", "9 0 2"))


@pytest.mark.parametrize(
    ("word", "gbps"),
    [
        ("100Gbps", 100),
        ("25000Mbps", 25),
        ("1e9bps", 1),
        ("12.5GB/s", 100),
        ("1.2Tbps", 1200),
        ("0Gbps", None),
    ],
)
def test_rates_are_read_in_the_spellings_of_ns3(word, gbps):
    assert gbps_of(word) == gbps


@pytest.mark.parametrize(
    ("word", "ns"), [("1us", 1000), ("0.000025ms", 25), ("600ns", 600), ("1e-6", 1000), ("soon", None)]
)
def test_delays_are_read_in_the_spellings_of_ns3(word, ns):
    assert nanoseconds_of(word) == ns


@pytest.mark.parametrize(
    "name", ["simai_topo/Spectrum-X_128g_8gps_100Gbps_A100", "simai_topo/Spectrum-X_16g_8gps_400Gbps_H100"]
)
def test_a_topology_of_simais_generator_holds_what_was_counted_in_it(name):
    known = holds(name)
    reading = read_files([shared_file(name)])
    document = reading.document
    counted = counts(document)
    assert reading.format == "simai"
    assert counted["hosts"] == known["servers"]
    assert counted["gpus"] == known["hosts"]
    assert counted["switches"] == known["network_switches"]
    assert len(document.cables) == known["links_present"] - known["rates"][_fastest(known)]
    by_gbps = Counter(f"{cable.gbps:g}Gbps" for cable in document.cables)
    assert by_gbps == {rate: n for rate, n in known["rates"].items() if rate != _fastest(known)}
    assert f"{known['nvswitches']} NVSwitches" in says(reading, "scale-up.inside")
    assert document.device_types[-1].name.startswith(f"{known['gpu_type']} server")
    # By structure: the 8 GPUs of a server are on 8 leaves.
    assert len(tiers(document)[1]["devices"]) == known["gpus_per_server"]


def _fastest(known: dict) -> str:
    return max(known["rates"], key=lambda rate: float(rate.removesuffix("Gbps")))


def test_the_formats_stand_in_the_table():
    assert {"simai", "hpcc"} <= FORMATS.keys()


def written(name: str, document: FabricDocument) -> tuple[str, str]:
    topology, numbers = write_files(EXPORTS[name], document)
    return topology.content.decode(), numbers.content.decode()


def made(template: str, parameters: dict[str, object]) -> FabricDocument:
    document, findings = TEMPLATES[template].make(parameters)
    assert document is not None, findings
    return document


def test_hpcc_survives_writing_and_reading():
    for text in (HPCC, written("hpcc", made("fat-tree", {"k": 4}))[0]):
        document = read(text).document
        assert read(written("hpcc", document)[0]).document == document


def test_a_fabric_of_mixed_speeds_keeps_each_of_its_links_in_hpcc():
    text, numbers = written("hpcc", read(HPCC).document)
    lines = text.splitlines()
    assert lines[:2] == ["5 2 5", "3 4"]
    assert Counter(line.split()[2] for line in lines[2:]) == {"100Gbps": 3, "400Gbps": 2}
    assert {line.split()[3] for line in lines[2:]} == {"1000ns"}
    assert numbers.splitlines()[1] == "0,host-0,"


def test_a_delay_is_fibre_and_the_mean_of_both_ends():
    document = made("leaf-spine", {"leaves": 2, "spines": 2, "hosts_per_leaf": 2})
    document = document.model_copy(
        update={
            "device_types": tuple(
                each.model_copy(update={"latency_ns": None}) for each in document.device_types
            ),
            "latency": Latency(switch_ns=300, adapter_ns=1000, fibre_ns_per_m=5, assumed_length_m=10),
            "cables": (document.cables[0].model_copy(update={"length_m": 2}), *document.cables[1:]),
        }
    )
    delays = [line.split()[3] for line in written("hpcc", document)[0].splitlines()[2:]]
    # 2 m and 10 m of fibre; a host's link ends at an adapter and a switch, the others at two switches.
    assert Counter(delays) == {"660ns": 1, "700ns": 3, "350ns": 4}


def test_simai_survives_writing_and_reading():
    document = read(SIMAI).document
    text, numbers = written("simai", document)
    assert text.splitlines()[:2] == ["9 2 2 3 10 H100", "4 5 6 7 8"]
    again = read(text).document
    assert again.cables == document.cables
    assert counts(again) == counts(document)
    assert "1,server-0,GPU 2" in numbers.splitlines()


def test_a_gpu_with_two_adapters_has_the_links_of_both():
    server = DeviceType(
        id="DGX-H100",
        kind=DeviceKind.SERVER,
        gpus=2,
        ports=tuple(PortBlock(name=f"nic{n}", gbps=400) for n in range(1, 5)),
    )
    switch = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=4, gbps=400),))
    document = FabricDocument(
        device_types=(server, switch),
        devices=(Device(id="s", type="DGX-H100"), Device(id="x", type="sw")),
        cables=tuple(Cable(id=f"c{n}", a=f"s/nic{n}", b=f"x/p{n}") for n in range(1, 5)),
    )
    lines = written("simai", document)[0].splitlines()
    assert [line.split()[:2] for line in lines[4:]] == [["0", "3"], ["0", "3"], ["1", "3"], ["1", "3"]]
    three = document.model_copy(update={"cables": document.cables[:3]})
    with pytest.raises(ExportRefusedError, match="3 cabled adapters of s do not share out among its 2 GPUs"):
        written("simai", three)


@pytest.mark.parametrize(
    ("gpus", "name", "told"),
    [(0, "H100", "have no GPUs"), (4, "a server", "the model of the GPUs is unknown")],
)
def test_what_simai_cannot_say_is_refused_with_the_reason(gpus, name, told):
    document = made("leaf-spine", {"leaves": 2, "spines": 2, "hosts_per_leaf": 2})
    types = tuple(
        each.model_copy(update={"gpus": gpus, "name": name, "id": each.id})
        if each.kind is DeviceKind.SERVER
        else each
        for each in document.device_types
    )
    with pytest.raises(ExportRefusedError, match=told):
        written("simai", document.model_copy(update={"device_types": types}))


def test_servers_with_one_gpu_need_no_nvswitch():
    document = made("leaf-spine", {"leaves": 2, "spines": 2, "hosts_per_leaf": 2, "gpus_per_host": 1})
    text, _ = written("simai", document)
    assert text.splitlines()[0] == "8 1 0 4 8 NONE"
    assert counts(read(text).document)["gpus"] == 4


def test_a_topology_of_simais_generator_survives():
    name = "simai_topo/Spectrum-X_16g_8gps_400Gbps_H100"
    document = read_files([shared_file(name)]).document
    assert read(written("simai", document)[0]).document.cables == document.cables
