"""Counts, tiers and parts of a fabric, against counting by hand and a second method (NetworkX)."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.structure import counts, tiers, vertex_parts, vertex_tiers
from simcore.document.wiring import wire
from simcore.templates import TEMPLATES

SWITCH = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=99, gbps=400),))
SERVER = DeviceType(
    id="srv", kind=DeviceKind.SERVER, ports=(PortBlock(name="n", count=99, gbps=400),), gpus=8
)


def graph_fabric(kinds: list[bool], edges: list[tuple[int, int]]) -> FabricDocument:
    """Return a fabric of switches (True) and one-adapter hosts, cabled as the edges say, parallels kept."""
    used = [0] * len(kinds)
    cables = []
    for row, (a, b) in enumerate(edges):
        if a == b:
            continue
        ends = []
        for vertex in (a, b):
            used[vertex] += 1
            ends.append(f"d{vertex}/{'p' if kinds[vertex] else 'n'}{used[vertex]}")
        cables.append(Cable(id=f"c{row}", a=ends[0], b=ends[1]))
    return FabricDocument(
        device_types=(SWITCH, SERVER),
        devices=tuple(Device(id=f"d{row}", type="sw" if kind else "srv") for row, kind in enumerate(kinds)),
        cables=tuple(cables),
    )


graphs = st.lists(st.booleans(), min_size=1, max_size=12).flatmap(
    lambda kinds: st.tuples(
        st.just(kinds),
        st.lists(st.tuples(*[st.integers(0, len(kinds) - 1)] * 2), max_size=40),
    )
)


def test_counts_are_those_of_the_fat_tree_formulas():
    """k = 8: k³/4 = 128 hosts, 5k²/4 = 80 switches, 3k³/4 = 384 cables (Al-Fares et al., section 3)."""
    document, _ = TEMPLATES["fat-tree"].make({"k": 8, "gpus_per_host": 4})
    assert document is not None
    assert counts(document) == {"switches": 80, "hosts": 128, "adapters": 128, "cables": 384, "gpus": 512}


def test_a_device_of_an_undeclared_type_is_not_counted():
    document = graph_fabric([True], []).model_copy(update={"devices": (Device(id="x", type="?"),)})
    assert counts(document)["switches"] == 0
    assert tiers(document) == []


def test_a_tier_goes_by_the_name_that_the_document_gives_it():
    document, _ = TEMPLATES["fat-tree"].make({"k": 4})
    assert document is not None
    named = document.model_copy(update={"tier_names": ("ToR", "", "super-spine")})
    assert [tier["name"] for tier in tiers(named)] == ["host", "ToR", "spine", "super-spine"]


def test_tiers_are_named_by_their_place_between_hosts_and_top():
    document, _ = TEMPLATES["fat-tree"].make({"k": 4})
    assert document is not None
    found = [(tier["tier"], tier["name"], len(tier["devices"])) for tier in tiers(document)]
    assert found == [(0, "host", 16), (1, "leaf", 8), (2, "spine", 8), (3, "core", 4)]


def test_names_play_no_part_in_tiers():
    document = graph_fabric([False, True, True, False], [(0, 1), (1, 2), (3, 1)])
    found = {tier["name"]: tier["devices"] for tier in tiers(document)}
    assert found == {"host": ["d0", "d3"], "leaf": ["d1"], "spine": ["d2"]}


def test_switches_that_reach_no_host_are_a_tier_of_their_own():
    document = graph_fabric([False, True, True], [(0, 1)])
    assert tiers(document)[-1] == {"tier": -1, "name": "unconnected", "devices": ["d2"]}


@given(graphs)
def test_tiers_are_shortest_distances_from_any_host(graph: tuple[list[bool], list[tuple[int, int]]]):
    kinds, edges = graph
    second = nx.Graph()
    second.add_nodes_from(range(len(kinds)))
    second.add_edges_from(edges)
    hosts = {vertex for vertex, kind in enumerate(kinds) if not kind}
    expected = nx.multi_source_dijkstra_path_length(second, hosts) if hosts else {}
    found = vertex_tiers(wire(graph_fabric(kinds, edges)))
    assert found.tolist() == [expected.get(vertex, -1) for vertex in range(len(kinds))]


@given(graphs)
def test_parts_are_the_connected_components(graph: tuple[list[bool], list[tuple[int, int]]]):
    kinds, edges = graph
    second = nx.Graph()
    second.add_nodes_from(range(len(kinds)))
    second.add_edges_from(edges)
    expected = np.empty(len(kinds), dtype=np.int32)
    for component in nx.connected_components(second):
        expected[list(component)] = min(component)
    assert vertex_parts(wire(graph_fabric(kinds, edges))).tolist() == expected.tolist()
