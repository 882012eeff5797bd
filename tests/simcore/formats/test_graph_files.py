"""GraphML and node-link JSON: read, written, and through NetworkX and back."""

import io
import json
import math
from collections import Counter

import networkx as nx
import pytest
from shared_files import shared_file

from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.structure import counts, tiers
from simcore.document.wiring import wire
from simcore.errors import FormatError
from simcore.formats import Reading, read_files
from simcore.formats.graph import plain_name
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES

GRAPHML = """<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="edge" attr.name="Bandwidth" attr.type="string"><default>100Gbps</default></key>
  <key id="d1" for="node" attr.name="Device Type" attr.type="string"/>
  <graph edgedefault="undirected">
    <node id="h1"/><node id="h2"/>
    <node id="s1"><data key="d1">Switch</data></node>
    <edge source="h1" target="s1"/>
    <edge source="h2" target="s1" sourceport="eth0" targetport="swp 2"><data key="d0">25G</data></edge>
  </graph>
</graphml>
"""


def leaf_spine() -> nx.MultiGraph:
    """Two leaves with three hosts each, two spines, every leaf twice on every spine."""
    graph = nx.MultiGraph(name="hall")
    for leaf in range(2):
        for host in range(3):
            graph.add_edge(f"h{leaf}{host}", f"leaf{leaf}", gbps=400.0)
        for spine in range(2):
            for _ in range(2):
                graph.add_edge(f"leaf{leaf}", f"spine{spine}", bandwidth="800Gbps", length_m=20)
    return graph


def read(text: str) -> Reading:
    return read_files([("graph", text.encode())])


def node_link(graph: nx.Graph) -> str:
    return json.dumps(nx.node_link_data(graph))


def graphml(graph: nx.Graph) -> str:
    return "\n".join(nx.generate_graphml(graph))


def rules(reading: Reading) -> list[str]:
    return [finding.rule for finding in reading.findings]


def says(reading: Reading, rule: str) -> str:
    [finding] = [each for each in reading.findings if each.rule == rule]
    return finding.says


def ends(document: FabricDocument) -> Counter[frozenset[str]]:
    return Counter(frozenset((cable.a.split("/")[0], cable.b.split("/")[0])) for cable in document.cables)


@pytest.mark.parametrize("written", [graphml, node_link])
def test_a_graph_of_networkx_is_a_fabric_with_its_parallel_cables(written):
    graph = leaf_spine()
    document = read(written(graph)).document
    assert counts(document) == {"switches": 4, "hosts": 6, "adapters": 6, "cables": 14, "gpus": 0}
    assert ends(document) == Counter(frozenset((a, b)) for a, b in graph.edges())
    assert [len(tier["devices"]) for tier in tiers(document)] == [6, 2, 2]
    assert Counter(cable.gbps for cable in document.cables) == {400.0: 6, 800.0: 8}


@pytest.mark.parametrize("written", [graphml, node_link])
def test_the_order_in_which_a_graph_was_built_changes_nothing(written):
    graph = leaf_spine()
    turned = nx.MultiGraph()
    turned.add_edges_from([(b, a, each) for a, b, each in reversed(list(graph.edges(data=True)))])
    assert read(written(turned)).document == read(written(graph)).document


def test_the_two_forms_of_one_graph_are_one_fabric():
    assert read(graphml(leaf_spine())).document.cables == read(node_link(leaf_spine())).document.cables


def test_attributes_are_known_by_any_spelling_and_defaults_count():
    document = read(GRAPHML).document
    assert {cable.a: cable.gbps for cable in document.cables} == {"h1/p1": 100.0, "h2/eth0": 25.0}
    assert "s1/swp_2" in {cable.b for cable in document.cables}
    assert plain_name("Link Speed_Raw") == "linkspeedraw"


def test_a_speed_without_a_unit_stays_unknown_and_is_told():
    reading = read(node_link(nx.Graph([("a", "s", {"capacity": 400}), ("b", "s", {"capacity": 400})])))
    assert {cable.gbps for cable in reading.document.cables} == {None}
    assert "2 edges is a number without a unit" in says(reading, "speed.unit")


def test_the_speeds_of_the_topology_zoo_have_their_unit_beside_them():
    graph = nx.MultiGraph()
    graph.add_edge("0", "1", LinkSpeed="10", LinkSpeedUnits="G", LinkSpeedRaw=10000000000.0)
    graph.add_edge("1", "2", LinkSpeed="155", LinkSpeedUnits="M")
    assert sorted(cable.gbps for cable in read(graphml(graph)).document.cables) == [0.155, 10.0]


def test_labels_that_are_not_unique_do_not_join_nodes():
    graph = nx.MultiGraph([(0, 2), (1, 2)])
    nx.set_node_attributes(graph, "Site", "label")
    document = read(graphml(graph)).document
    assert len(document.devices) == 3
    assert {device.name for device in document.devices} == {"Site"}


def test_directed_edges_there_and_back_are_one_cable_at_the_lower_speed():
    graph = nx.MultiDiGraph(
        [("a", "s", {"gbps": 100.0}), ("s", "a", {"gbps": 40.0}), ("b", "s", {"gbps": 100.0})]
    )
    reading = read(node_link(graph))
    assert {cable.a: cable.gbps for cable in reading.document.cables} == {"a/p1": 40.0, "b/p1": 100.0}
    assert "1 pair" in says(reading, "edge.both-ways")


def test_the_ends_of_old_networkx_are_places_in_the_list():
    text = json.dumps(
        {
            "directed": False,
            "multigraph": False,
            "graph": [],
            "nodes": [{"id": "x"}, {"id": "y"}, {"id": "hub"}],
            "links": [{"source": 0, "target": 2}, {"source": 1, "target": 2}],
        }
    )
    assert ends(read(text).document) == {frozenset(("x", "hub")): 1, frozenset(("y", "hub")): 1}


def test_ids_that_are_tuples_are_read():
    document = read(node_link(nx.grid_2d_graph(2, 2))).document
    assert len(document.devices) == 4
    assert len(document.cables) == 4


def test_rows_that_are_not_understood_are_told_with_their_line():
    text = """{"multigraph": false, "nodes": [
  {"id": "a"},
  {"id": "a"},
  {"name": ""},
  {"id": "s"}],
 "edges": [
  {"source": "a", "target": "s"},
  {"source": "a"},
  {"source": "b", "target": "s"}]}"""
    reading = read(text)
    unread = " ".join(finding.says for finding in reading.findings if finding.rule == "line.unread")
    assert "line 3 not read: a node of this id is on line 2 too" in unread
    assert "line 4 not read: a node without an id" in unread
    assert "line 8 not read: an edge without two ends" in unread
    assert "line 9" in says(reading, "node.undeclared")
    assert len(reading.document.cables) == 2


def test_a_hyperedge_is_told_and_left_out():
    reading = read(GRAPHML.replace('<edge source="h1"', '<hyperedge/>\n<edge source="h1"'))
    assert "hyperedge" in says(reading, "line.unread")
    assert len(reading.document.cables) == 2


def test_a_file_that_breaks_off_gives_what_stands_before():
    reading = read(GRAPHML.partition('<edge source="h2"')[0])
    assert len(reading.document.cables) == 1
    assert "file.cut" in rules(reading)


def test_the_labels_that_yed_draws_are_names():
    text = GRAPHML.replace(
        '<node id="h1"/>',
        '<node id="h1"><data key="d9"><y:ShapeNode xmlns:y="u"><y:NodeLabel>gpu 1</y:NodeLabel>'
        "</y:ShapeNode></data></node>",
    )
    assert "gpu 1" in {device.name for device in read(text).document.devices}


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE g [<!ENTITY a "b">]>' + GRAPHML.partition("?>")[2].strip(),
        "<graphml>" + "<graph>" * 10_000,
        '{"multigraph": true, "nodes": [' + "[" * 10_000,
        '{"multigraph": true, "nodes": {}}',
        "<graphml/>",
    ],
)
def test_entities_depth_and_files_without_a_graph_are_refused(text):
    with pytest.raises(FormatError):
        read(text)


SERVER = DeviceType(
    id="srv",
    kind=DeviceKind.SERVER,
    gpus=4,
    ports=(PortBlock(name="mlx5_0-p", count=2, gbps=200), PortBlock(name="mlx5_1", gbps=400)),
)
SWITCH = DeviceType(id="QM9700", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=64, gbps=400),))
SMALL = FabricDocument(
    name="small & <odd>",
    device_types=(SWITCH, SERVER),
    devices=(
        Device(id="z-sw", type="QM9700", name='the "first"', group="pod-1", tags=("a", "b")),
        Device(id="a-srv", type="srv", name="b&w"),
        Device(id="b-srv", type="srv"),
    ),
    cables=(
        Cable(id="c1", a="a-srv/mlx5_0-p1", b="z-sw/p1", gbps=200, length_m=2.5),
        Cable(id="c2", a="z-sw/p2", b="a-srv/mlx5_0-p2", gbps=200),
        Cable(id="c3", a="b-srv/mlx5_1", b="z-sw/p40", gbps=400),
    ),
)


def through(name: str, document: FabricDocument) -> FabricDocument:
    [written] = write_files(EXPORTS[name], document)
    return read_files([(written.name, written.content)]).document


def said(document: FabricDocument) -> tuple[object, ...]:
    """Return what a graph says of a fabric: devices by kind, GPUs and words; cables by ports."""
    wiring = wire(document)
    devices = {
        device.id: (
            wiring.type_of(row).kind,
            wiring.type_of(row).gpus,
            device.name or device.id,
            device.group,
            device.tags,
        )
        for row, device in enumerate(document.devices)
    }
    cables = {
        frozenset((cable.a, cable.b)): (None if math.isnan(gbps) else gbps, cable.length_m)
        for cable, gbps in zip(document.cables, wiring.cable_gbps.tolist(), strict=True)
    }
    return devices, cables


@pytest.mark.parametrize("name", ["graphml", "node-link"])
def test_what_a_graph_can_say_survives_writing_and_reading(name):
    documents = [SMALL]
    for template in TEMPLATES.values():
        made, _ = template.make({})
        documents.append(made)
    for document in documents:
        assert said(through(name, document)) == said(document)


@pytest.mark.parametrize("name", ["graphml", "node-link"])
def test_ports_of_one_adapter_stay_one_adapter(name):
    # Of the two servers one uses its first adapter, with both ports, the other its second.
    assert counts(through(name, SMALL)) == {**counts(SMALL), "adapters": 2}


@pytest.mark.parametrize("name", ["graphml", "node-link"])
def test_networkx_reads_what_is_written_and_turns_no_port(name):
    [written] = write_files(EXPORTS[name], SMALL)
    if name == "graphml":
        graph = nx.read_graphml(io.BytesIO(written.content), force_multigraph=True)
        again = graphml(graph)
    else:
        graph = nx.node_link_graph(json.loads(written.content), edges="edges")
        again = node_link(graph)
    assert graph.number_of_nodes() == 3
    assert graph.number_of_edges() == 3
    assert graph.number_of_edges("z-sw", "a-srv") == 2
    assert said(read(again).document) == said(SMALL)


def test_a_real_fabric_survives_as_a_graph():
    document = read_files([shared_file("ibnetdiscover/dgx_h100_ndr_example.out")]).document
    for name in ("graphml", "node-link"):
        assert said(through(name, document)) == said(document)
