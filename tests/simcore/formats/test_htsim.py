"""htsim's .topo: parameters of a fat tree to a fabric and back. Figures by hand, or from manifest.csv."""

import networkx as nx
import pytest
from shared_files import holds, shared_file

from simcore.document.checks import check
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Severity
from simcore.document.structure import counts, tiers
from simcore.errors import ExportRefusedError, FormatError
from simcore.formats import Reading, read_files
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES

# Two pods of two switches with two hosts each, two switches above them, two cores.
SMALL = """# a small one
Nodes 8
Tiers 3
Podsize 4

Tier 0
Downlink_speed_Gbps 100
Radix_Down 2
Radix_Up 2
Downlink_Latency_ns 500
Switch_Latency_ns 100
Queue_Up 64
Tier 1
Oversubscribed 2
Downlink_speed_Gbps 100
Radix_Down 2
Radix_Up 1
Downlink_Latency_ns 500
Tier 2
Downlink_speed_Gbps 100
Radix_Down 2
Downlink_Latency_ns 500
"""


def read(text: str) -> Reading:
    return read_files([("fabric.topo", text.encode())])


def graph(document: FabricDocument) -> nx.MultiGraph:
    made = nx.MultiGraph()
    made.add_nodes_from(device.id for device in document.devices)
    made.add_edges_from(
        (cable.a.split("/")[0], cable.b.split("/")[0], {"gbps": cable.gbps}) for cable in document.cables
    )
    return made


def rules(reading: Reading) -> list[str]:
    return [finding.rule for finding in reading.findings]


def test_the_tree_has_the_devices_that_the_parameters_ask_for():
    document = read(SMALL).document
    assert counts(document) == {"switches": 10, "hosts": 8, "adapters": 8, "cables": 8 + 8 + 4, "gpus": 0}
    assert [len(tier["devices"]) for tier in tiers(document)] == [8, 4, 4, 2]
    assert not [each for each in check(document) if each.severity is not Severity.NOTE]


def test_hosts_and_cores_have_the_numbers_of_the_simulator():
    near = graph(read(SMALL).document)
    assert set(near["host-5"]) == {"tor-2"}
    assert set(near["tor-2"]) == {"host-4", "host-5", "agg-2", "agg-3"}
    assert set(near["agg-3"]) == {"tor-2", "tor-3", "core-1"}


def test_a_bundle_is_so_many_parallel_cables():
    text = SMALL.replace("Radix_Up 2\n", "Radix_Up 4\n").replace(
        "Oversubscribed 2\nDownlink_speed_Gbps 100\nRadix_Down 2",
        "Bundle 2\nOversubscribed 4\nDownlink_speed_Gbps 100\nRadix_Down 4",
    )
    near = graph(read(text).document)
    assert near.number_of_edges("tor-0", "agg-1") == 2
    assert near.number_of_edges("agg-1", "core-1") == 1


def test_latencies_are_those_of_links_and_switches():
    document = read(SMALL).document
    assert document.latency.assumed_length_m * document.latency.fibre_ns_per_m == pytest.approx(500)
    assert {each.id: each.latency_ns for each in document.device_types}["tor"] == 100


def test_a_stated_oversubscription_that_the_links_do_not_have_is_told():
    [finding] = read(SMALL.replace("Oversubscribed 2", "Oversubscribed 3")).findings
    assert finding.rule == "oversubscription.disagree"
    assert "said to be oversubscribed 3:1" in finding.says
    assert "give 2:1" in finding.says


def test_lines_that_are_not_understood_are_told_and_the_first_of_two_counts():
    reading = read(SMALL.replace("Queue_Up 64", "Colour 7\nRadix_Up 9"))
    assert rules(reading) == ["line.unread", "line.unread"]
    assert counts(reading.document)["cables"] == 20


def test_links_of_other_tiers_with_another_latency_are_told():
    assert rules(read(SMALL[:-4] + "900\n")) == ["delay.mixed"]


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        ("Nodes 8", "Nodes 10", "line 2: 10 nodes are no multiple of the 4 of a pod"),
        ("Nodes 8", "# no nodes", "no line “Nodes"),
        ("Tiers 3", "Tiers 4", "line 3: 4 tiers"),
        ("Tier 2", "Tier 1", "no part “Tier 2”"),
        ("Radix_Down 2\nRadix_Up 2", "Radix_Down 3\nRadix_Up 2", "line 6: 4 hosts a pod do not fill"),
        ("Radix_Down 2\nRadix_Up 1", "Radix_Down 3\nRadix_Up 1", "line 13: 3 links down"),
        ("Radix_Down 2\nDownlink_Latency_ns 500\n", "Radix_Down 5\n", "line 19: 5 links down, but 2 pods"),
        ("Podsize 4", "Podsize 0", "a fabric without hosts"),
    ],
)
def test_parameters_of_no_tree_are_refused_with_their_line(was, becomes, told):
    before, _, after = SMALL.rpartition(was)
    with pytest.raises(FormatError, match=told):
        read(before + becomes + after)


@pytest.mark.parametrize("name", ["htsim_topo/fat_tree_1024.topo", "htsim_topo/leaf_spine_tiny.topo"])
def test_a_real_file_holds_what_was_counted_in_it(name):
    known = holds(name)
    document = read_files([shared_file(name)]).document
    assert counts(document)["hosts"] == known["nodes"]
    found = tiers(document)
    assert len(found) == known["tiers"] + 1
    low = known["tier_params"][0]
    assert len(found[1]["devices"]) == known["nodes"] // low["Radix_Down"]
    assert {cable.gbps for cable in document.cables} == {float(low["Downlink_speed_Gbps"])}
    if "spines" in known:
        assert [len(tier["devices"]) for tier in found[1:]] == [known["tors"], known["spines"]]
    again = through(document)
    assert again.model_copy(update={"device_types": ()}) == document.model_copy(update={"device_types": ()})


def through(document: FabricDocument) -> FabricDocument:
    topo, _ = write_files(EXPORTS["htsim"], document)
    return read_files([(topo.name, topo.content)]).document


@pytest.mark.parametrize(
    ("template", "parameters"),
    [
        ("fat-tree", {"k": 4}),
        ("leaf-spine", {"leaves": 3, "spines": 2, "hosts_per_leaf": 4}),
    ],
)
def test_a_template_survives_writing_and_reading(template, parameters):
    document, findings = TEMPLATES[template].make(parameters)
    assert document is not None, findings
    assert nx.is_isomorphic(graph(document), graph(through(document)))


def test_numbers_say_which_host_is_which():
    _, numbers = write_files(EXPORTS["htsim"], read(SMALL).document)
    assert numbers.content.decode().splitlines()[:2] == ["number,device,part", "0,host-0,nic1"]


def without(document: FabricDocument, cable: str) -> FabricDocument:
    kept = tuple(each for each in document.cables if each.id != cable)
    assert len(kept) < len(document.cables)
    return document.model_copy(update={"cables": kept})


def test_a_tree_that_lacks_a_cable_is_refused_with_the_place():
    with pytest.raises(ExportRefusedError, match="between the first and the second tier"):
        through(without(read(SMALL).document, "tor-1:up2"))


def turned(document: FabricDocument, ends: dict[str, str]) -> FabricDocument:
    cables = tuple(each.model_copy(update={"b": ends.get(each.id, each.b)}) for each in document.cables)
    return document.model_copy(update={"cables": cables})


def test_names_of_cores_and_of_switches_in_a_pod_do_not_matter():
    document = read(SMALL).document
    ends = {"agg-2:up1": "core-1/down2", "agg-3:up1": "core-0/down2"}
    assert nx.is_isomorphic(graph(document), graph(through(turned(document, ends))))


def test_a_core_with_two_switches_of_one_pod_is_refused():
    ends = {"agg-1:up1": "core-0/down2", "agg-2:up1": "core-1/down1"}
    with pytest.raises(ExportRefusedError, match="one switch of every pod"):
        through(turned(read(SMALL).document, ends))


def test_an_unknown_speed_is_refused():
    document = read(SMALL).document
    types = tuple(
        each.model_copy(
            update={"ports": tuple(port.model_copy(update={"gbps": None}) for port in each.ports)}
        )
        for each in document.device_types
    )
    cables = (document.cables[0].model_copy(update={"gbps": None}), *document.cables[1:])
    with pytest.raises(ExportRefusedError, match="the speed of 1 of 20 cables is unknown"):
        through(document.model_copy(update={"cables": cables, "device_types": types}))
