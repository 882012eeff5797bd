"""What gets across: against counting by hand, and NetworkX as a second method."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.document.bridges import holds_of
from simcore.document.cuts import cut_between, tier_cuts
from simcore.document.fabric import Cable, FabricDocument
from simcore.document.findings import Finding
from simcore.document.max_flow import max_flow
from simcore.document.wiring import wire
from simcore.errors import DocumentError
from simcore.templates import TEMPLATES

edges = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 9)), min_size=1, max_size=30)


def made(name: str, **parameters: object) -> FabricDocument:
    document, findings = TEMPLATES[name].make(parameters)
    assert document is not None, findings
    return document


def apart(found: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    return [each for each in found if each[0] != each[1]]


def test_two_pods_of_a_fat_tree_send_all_that_their_hosts_can():
    """k = 4: a pod has k²/4 = 4 hosts of 400 Gb/s; nothing is oversubscribed."""
    found = cut_between(wire(made("fat-tree", k=4)), ["pod-1"], ["pod-2"])
    assert (found["gbps"], found["share"]) == (1600.0, 1.0)
    assert found["a"] == {"hosts": 4, "gpus": 4, "gbps": 1600.0}


def test_oversubscribed_leaves_hold_back_their_half():
    """4 leaves, 4 spines, 8 hosts a leaf: a leaf sends 4 × 400 of 8 × 400 Gb/s, by its 4 uplinks."""
    found = cut_between(wire(made("leaf-spine")), ["unit-1"])
    assert (found["gbps"], found["share"]) == (1600.0, 0.5)
    assert found["b"]["hosts"] == 24
    assert found["where"] == ["4 leaf – spine"]
    assert found["cable_count"] == 4


def test_hosts_of_no_half_do_not_forward():
    """Rail-only: a host's two adapters reach one switch each, and no host passes on."""
    document = made("leaf-spine", leaves=2, spines=1, rails=2, hosts_per_leaf=3)
    bare = document.model_copy(update={"cables": document.cables[:6]})  # without the spine
    assert cut_between(wire(bare), ["host-1"], ["host-2"])["gbps"] == 800.0
    half = bare.model_copy(update={"cables": (document.cables[0], *document.cables[3:6])})
    # host-1 on leaf-1 alone, host-2 on leaf-2 alone, host-3 on both.
    assert cut_between(wire(half), ["host-1"], ["host-2"])["gbps"] == 0.0


def test_a_pattern_names_hosts_by_id_group_or_tag():
    wiring = wire(made("fat-tree", k=4))
    assert cut_between(wiring, ["pod-[12]"])["a"]["hosts"] == 8
    assert cut_between(wiring, ["host-1", "host-1?"])["a"]["hosts"] == 8  # 1 and 10 … 16


def test_a_half_is_the_same_by_its_groups_and_by_each_of_its_hosts():
    """k = 8: a pod has k²/4 = 16 hosts; half of the 8 pods send all that their 64 hosts can."""
    document = made("fat-tree", k=8)
    pods = [f"pod-{number}" for number in range(1, 5)]
    hosts = [each.id for each in document.devices if each.group in pods and each.id.startswith("host-")]
    one_by_one = cut_between(wire(document), hosts)
    assert len(hosts) == 64
    assert one_by_one == cut_between(wire(document), pods)
    assert one_by_one["gbps"] == 64 * 400.0


def test_each_name_of_nobody_is_told_at_its_place():
    with pytest.raises(DocumentError) as error:
        cut_between(wire(made("fat-tree", k=4)), ["host-1", "nobody", "host-*", "rack-[1-9]"], ["edge-1-1"])
    assert [getattr(each, "at", "") for each in error.value.findings] == ["/a/1", "/a/3", "/b/0"]


@pytest.mark.parametrize(
    ("a", "b", "at"),
    [(["nobody"], [], "/a/0"), (["host-1"], ["host-1*"], "/b"), ([], [], "/a"), (["*"], [], "/b")],
)
def test_halves_that_are_none_are_refused_with_their_place(a: list[str], b: list[str], at: str):
    with pytest.raises(DocumentError) as error:
        cut_between(wire(made("fat-tree", k=4)), a, b)
    (finding,) = error.value.findings
    assert isinstance(finding, Finding)
    assert finding.at == at


def test_a_cable_of_unknown_speed_is_counted_and_carries_nothing():
    document = made("leaf-spine", leaves=2, spines=1, hosts_per_leaf=1)
    blank = [
        each.model_copy(update={"ports": tuple(b.model_copy(update={"gbps": None}) for b in each.ports)})
        for each in document.device_types
    ]
    cables = tuple(each.model_copy(update={"gbps": None}) for each in document.cables)
    found = cut_between(
        wire(document.model_copy(update={"device_types": tuple(blank), "cables": cables})), ["host-1"]
    )
    assert (found["gbps"], found["unknown"]) == (0.0, 4)


def test_the_cut_of_each_tier_is_that_of_the_construction():
    """k = 8: k³/4 = 128 cables of 400 Gb/s between any two tiers; 32, 32 and 16 switches."""
    found = tier_cuts(wire(made("fat-tree", k=8)))
    assert [each["switches"] for each in found] == [32, 32, 16]
    assert [each["gbps_down"] for each in found] == [51_200.0] * 3
    assert [each["gbps_up"] for each in found] == [51_200.0, 51_200.0, 0.0]
    assert [each["oversubscription"] for each in found] == [1.0, 1.0, None]
    assert [each["ports_used"] for each in found] == [256, 256, 128]


@given(edges)
@settings(max_examples=200, deadline=None)
def test_max_flow_is_that_of_networkx(found: list[tuple[int, int, int]]):
    found = apart(found)
    graph = nx.Graph()
    graph.add_nodes_from(range(8))
    for a, b, capacity in found:
        before = graph.edges[a, b]["capacity"] if graph.has_edge(a, b) else 0
        graph.add_edge(a, b, capacity=before + capacity)
    ends = np.array([each[:2] for each in found], dtype=np.int64).reshape(-1, 2)
    capacity = np.array([each[2] for each in found], dtype=np.int64)
    cut = max_flow(8, ends, capacity, source=0, sink=7)
    assert cut.flow == nx.maximum_flow_value(graph, 0, 7)
    side = cut.is_source_side[ends]
    assert capacity[side[:, 0] != side[:, 1]].sum() == cut.flow
    assert cut.is_source_side[0]
    assert not cut.is_source_side[7]


@given(edges, st.lists(st.integers(0, 3), min_size=8, max_size=8))
@settings(max_examples=200, deadline=None)
def test_bridges_and_cut_vertices_are_those_of_networkx(
    found: list[tuple[int, int, int]], weights: list[int]
):
    """A loss counts where at least two of the sides that it leaves have weight."""
    found = apart(found)
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(8))
    graph.add_edges_from((a, b, row) for row, (a, b, _) in enumerate(found))
    ends = np.array([each[:2] for each in found], dtype=np.int32).reshape(-1, 2)
    vertices, bridges = holds_of(8, ends, np.array(weights))

    def lost(graph_without: nx.MultiGraph, among: set[int]) -> int:
        """Return the weight that is not on the heaviest side."""
        sides = [
            sum(weights[each] for each in part)
            for part in nx.connected_components(graph_without)
            if part <= among
        ]
        return sum(sides) - max(sides, default=0)

    expected = {}
    for vertex in range(8):
        among = nx.node_connected_component(graph, vertex) - {vertex}
        without = graph.copy()
        without.remove_node(vertex)
        if weight := lost(without, among):
            expected[vertex] = weight
    assert {each.vertex: sum(weights[row] for row in each.away) for each in vertices} == expected
    expected = {}
    for row, (a, b, _) in enumerate(found):
        among = nx.node_connected_component(graph, a)
        without = graph.copy()
        without.remove_edge(a, b, row)
        if weight := lost(without, among):
            expected[row] = weight
    assert {each.edge: sum(weights[row] for row in each.away) for each in bridges} == expected


def test_a_cable_of_ten_and_a_bit_is_exact():
    """FDR10 lanes: 10.3125 Gb/s, four hosts on a switch, two on each side."""
    document = made("leaf-spine", leaves=1, spines=1, hosts_per_leaf=4)
    cables = tuple(
        Cable(id=each.id, a=each.a, b=each.b, gbps=10.3125) for each in document.cables if "host" in each.a
    )
    found = cut_between(wire(document.model_copy(update={"cables": cables})), ["host-1", "host-2"])
    assert found["gbps"] == 20.625
