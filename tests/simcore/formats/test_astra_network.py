"""ASTRA-sim's network files: dimensions to a fabric and back. Figures by hand, or from manifest.csv."""

from collections import Counter
from math import comb, prod

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_files import holds, shared_file

from simcore.document.checks import check
from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.findings import Severity
from simcore.document.structure import counts
from simcore.errors import ExportRefusedError, FormatError
from simcore.formats import Reading, read_files
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES


def yml(topology: str, npus: str, bandwidth: str = "", latency: str = "") -> str:
    count = len(npus.split(","))
    return (
        f"topology: [ {topology} ]\nnpus_count: [ {npus} ]\n"
        f"bandwidth: [ {bandwidth or ', '.join(['50'] * count)} ]  # GB/s\n"
        f"latency: [ {latency or ', '.join(['500'] * count)} ]  # ns\n"
    )


def read(text: str) -> Reading:
    return read_files([("network.yml", text.encode())])


def written(document: FabricDocument) -> str:
    return write_files(EXPORTS["astra-network"], document)[0].content.decode()


def npu_graph(document: FabricDocument) -> nx.MultiGraph:
    """Return what joins the NPUs, without the servers."""
    graph = nx.MultiGraph()
    for cable in document.cables:
        a, b = cable.a.split("/")[0], cable.b.split("/")[0]
        if not a.startswith("host"):
            graph.add_edge(a, b)
    return graph


def test_gigabytes_become_gigabits():
    document = read(yml("Switch", "8", "400.0", "936.25")).document
    assert {cable.gbps for cable in document.cables} == {3200.0}
    assert counts(document) == {"switches": 1, "hosts": 8, "adapters": 8, "cables": 8, "gpus": 8}
    assert document.latency.assumed_length_m * document.latency.fibre_ns_per_m == pytest.approx(936.25)


def test_npus_of_a_ring_pass_on_and_have_a_server_each():
    reading = read(yml("Ring", "5"))
    assert nx.is_isomorphic(npu_graph(reading.document), nx.cycle_graph(5))
    assert counts(reading.document)["hosts"] == 5
    assert [finding.rule for finding in reading.findings] == ["npu.forwards"]
    assert not [each for each in check(reading.document) if each.severity is Severity.ERROR]


def test_two_rings_are_a_torus_and_a_ring_of_two_has_two_links():
    graph = npu_graph(read(yml("Ring, Ring", "4, 3")).document)
    torus = nx.grid_2d_graph(4, 3, periodic=True)
    assert nx.is_isomorphic(nx.Graph(graph), torus)
    assert npu_graph(read(yml("Ring", "2")).document).number_of_edges() == 2


def test_a_full_mesh_has_a_cable_for_every_pair():
    assert nx.is_isomorphic(npu_graph(read(yml("FullyConnected", "6")).document), nx.complete_graph(6))


def test_the_first_dimension_counts_fastest():
    graph = npu_graph(read(yml("Switch, Switch", "4, 2")).document)
    assert set(graph["dim1-switch-1"]) == {"npu-4", "npu-5", "npu-6", "npu-7"}
    assert set(graph["dim2-switch-3"]) == {"npu-3", "npu-7"}


def test_dimensions_of_different_latency_have_lengths_that_take_as_long():
    document = read(yml("Ring, Switch", "3, 2", latency="50, 0")).document
    took = {
        (cable.length_m or 0.0) * document.latency.fibre_ns_per_m
        + (0.0 if cable.length_m else document.latency.assumed_length_m)
        for cable in document.cables
    }
    assert took == {0.0, 50.0}


KINDS = st.sampled_from(["Ring", "FullyConnected", "Switch"])
DIMENSIONS = st.lists(st.tuples(KINDS, st.integers(2, 4)), min_size=1, max_size=3)


@settings(max_examples=15, deadline=None)
@given(DIMENSIONS)
def test_any_dimensions_are_counted_and_survive_writing_and_reading(dimensions):
    kinds, sizes = zip(*dimensions, strict=True)
    text = yml(", ".join(kinds), ", ".join(map(str, sizes)))
    document = read(text).document
    npus = prod(sizes)
    links_of = {"Ring": int, "FullyConnected": lambda n: comb(n, 2), "Switch": int}
    links = sum(npus // n * links_of[kind](n) for kind, n in dimensions)
    assert counts(document)["hosts"] == npus
    alone = dimensions == [("Switch", sizes[0])]
    assert len(document.cables) == links + (0 if alone else npus)
    again = read(written(document)).document
    # Three in a ring are three in a full mesh, and the one is written as the other.
    assert Counter(dict(npu_graph(again).degree).values()) == Counter(
        dict(npu_graph(document).degree).values()
    )
    assert written(again) == written(document)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (yml("Ring", "8, 2"), "the lists differ in length"),
        (yml("Mutable", "8"), "line 1: a dimension is one of Ring"),
        (yml("Switch", "1"), "line 2: a dimension has 2 NPUs or more"),
        (yml("Switch", "8", "-5"), "line 3: '-5' is no bandwidth"),
        (yml("Switch", "8", "0"), "line 3"),
        (yml("Switch", "8", latency="[a]"), "line 4"),
        (yml("Switch, Ring", "90000, 90000"), "8,100,000,000 NPUs"),
        (yml("Switch", "8").replace("[ 8 ]", "*a"), "alias"),
        ("topology: [ Switch ]\nnpus_count: [ 8 ]\nbandwidth: [ 4 ]\n", "has no latency"),
    ],
)
def test_lists_that_make_no_network_are_refused_with_their_line(text, told):
    with pytest.raises(FormatError, match=told):
        read(text)


def test_lists_may_stand_one_item_a_line():
    text = "topology:\n  - Ring\nnpus_count:\n  - 8\nbandwidth:\n  - 50.0\nlatency:\n  - 500\n"
    assert read(text).document.cables == read(yml("Ring", "8", "50.0", "500")).document.cables


def test_a_key_that_is_not_read_is_told():
    [finding] = read(yml("Switch", "8") + "links: [ 1 ]\n").findings
    assert (finding.rule, finding.at) == ("line.unread", "line 5")


@pytest.mark.parametrize(
    "name", ["astra_network_yml/HGX-H100-validated.yml", "astra_network_yml/Ring_FullyConnected_Switch.yml"]
)
def test_a_real_file_holds_what_was_counted_in_it_and_is_written_again(name):
    known = holds(name)
    document = read_files([shared_file(name)]).document
    assert counts(document)["hosts"] == known["npus"]
    inside = {cable.id for cable in document.cables if cable.b.endswith("/host")}
    speeds = {cable.gbps for cable in document.cables if cable.id not in inside}
    assert speeds == {8 * gigabytes for gigabytes in known["bandwidth_GBps"]}
    text = written(document)
    assert f"topology: [ {', '.join(known['topology'])} ]" in text
    assert f"bandwidth: [ {', '.join(f'{each:g}' for each in known['bandwidth_GBps'])} ]" in text
    assert f"latency: [ {', '.join(f'{each:g}' for each in known['latency_ns'])} ]" in text


def test_a_fat_tree_that_holds_nothing_back_is_one_switch():
    document, _ = TEMPLATES["fat-tree"].make({"k": 4, "gbps": 400})
    # Up three tiers and down: 6 links of 20 m, 5 hops at switches of 350 ns, one at an adapter of 1,125 ns.
    assert written(document) == yml("Switch", "16", "50", f"{(6 * 20 * 5 + 5 * 350 + 1125) / 2:g}")


def leaf_spine(**parameters: object) -> FabricDocument:
    usual = {"leaves": 2, "spines": 2, "hosts_per_leaf": 4}
    document, findings = TEMPLATES["leaf-spine"].make(usual | parameters)
    assert document is not None, findings
    return document


def test_an_oversubscribed_fabric_is_refused_with_the_switch():
    with pytest.raises(ExportRefusedError, match=r"leaf-1 carries 1600 Gb/s down and 800 up \(2:1\)"):
        written(leaf_spine())


def test_rails_that_only_nvlink_joins_are_refused():
    server = DeviceType(
        id="srv", kind=DeviceKind.SERVER, ports=tuple(PortBlock(name=f"n{rail}", gbps=100) for rail in (1, 2))
    )
    switch = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=2, gbps=100),))
    document = FabricDocument(
        device_types=(server, switch),
        devices=(
            *(Device(id=f"s{host}", type="srv") for host in (1, 2)),
            *(Device(id=f"r{rail}", type="sw") for rail in (1, 2)),
        ),
        cables=tuple(
            Cable(id=f"c{host}{rail}", a=f"s{host}/n{rail}", b=f"r{rail}/p{host}")
            for host in (1, 2)
            for rail in (1, 2)
        ),
    )
    with pytest.raises(ExportRefusedError, match="parts with no path between them"):
        written(document)


def test_adapters_of_different_speed_are_refused():
    document = leaf_spine(hosts_per_leaf=2)
    slow = document.cables[0].model_copy(update={"gbps": 200.0})
    with pytest.raises(ExportRefusedError, match="its adapters run at 200 and 400 Gb/s"):
        written(document.model_copy(update={"cables": (slow, *document.cables[1:])}))


def test_a_twisted_torus_is_refused():
    document = read(yml("Ring, Ring", "4, 3")).document
    # The rings of the second dimension close one column further on: npu-8 … 11 are the last row.
    ends = {f"npu-{8 + column}:dim2.1": f"npu-{(column + 1) % 4}/dim2.2" for column in range(4)}
    cables = tuple(each.model_copy(update={"b": ends.get(each.id, each.b)}) for each in document.cables)
    assert sum(each.id in ends for each in cables) == 4
    with pytest.raises(ExportRefusedError, match="twisted or not complete"):
        written(document.model_copy(update={"cables": cables}))


def test_a_torus_without_a_cable_is_refused():
    document = read(yml("Ring, Ring", "4, 3")).document
    kept = tuple(each for each in document.cables if each.id != "npu-0:dim1.1")
    with pytest.raises(ExportRefusedError, match="of dimension 1 is no ring"):
        written(document.model_copy(update={"cables": kept}))


@pytest.mark.parametrize(
    ("template", "sizes"), [("torus-2d", {"x": 4, "y": 3}), ("torus-3d", {"x": 4, "y": 3, "z": 3})]
)
def test_a_torus_of_a_template_is_rings(template, sizes):
    document, findings = TEMPLATES[template].make({"hosts_per_switch": 1, "gbps": 400, **sizes})
    assert document is not None, findings
    text = written(document)
    assert f"topology: [ {', '.join(['Ring'] * len(sizes))} ]" in text
    assert f"npus_count: [ {', '.join(map(str, sizes.values()))} ]" in text
