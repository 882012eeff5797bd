"""Families of fabrics against closed forms, published tables and a second method (NetworkX)."""

from collections import Counter
from itertools import combinations

import networkx as nx
import pytest

from simcore.document.checks import check
from simcore.document.fabric import DeviceKind, FabricDocument
from simcore.document.structure import counts
from simcore.document.tally import tally
from simcore.templates import TEMPLATES
from simcore.templates.dragonfly import Dragonfly, dragonfly_cables
from simcore.templates.fat_tree import FatTree, fat_tree_cables
from simcore.templates.torus import torus_cut


def made(name: str, **parameters: object) -> FabricDocument:
    document, findings = TEMPLATES[name].make(parameters)
    assert document is not None, findings
    return document


def fact(name: str, of: str, **parameters: object) -> float:
    (found,) = (each for each in TEMPLATES[name].facts_of(parameters) if each["name"] == of)
    return found["value"]


def graph(document: FabricDocument) -> nx.MultiGraph:
    """Return devices as vertices, cables as edges with their Gb/s."""
    found = nx.MultiGraph()
    found.add_nodes_from(device.id for device in document.devices)
    for cable in document.cables:
        a, b = (end.partition("/")[0] for end in (cable.a, cable.b))
        found.add_edge(a, b, gbps=cable.gbps)
    return found


def hosts_of(document: FabricDocument) -> list[str]:
    servers = {each.id for each in document.device_types if each.kind is DeviceKind.SERVER}
    return [device.id for device in document.devices if device.type in servers]


def switch_graph(document: FabricDocument) -> nx.MultiGraph:
    found = graph(document)
    found.remove_nodes_from(hosts_of(document))
    return found


def flow_between(document: FabricDocument, one: list[str], other: list[str]) -> float:
    """Return the most that the devices ``one`` can send to ``other``, in Tb/s, by NetworkX's max-flow."""
    network = nx.DiGraph()
    for a, b, gbps in graph(document).edges(data="gbps"):
        for source, target in ((a, b), (b, a)):
            before = network.get_edge_data(source, target, {"capacity": 0})["capacity"]
            network.add_edge(source, target, capacity=before + int(gbps))
    for device in one:
        network.add_edge("from", device)
    for device in other:
        network.add_edge(device, "to")
    # Servers do not forward: a path begins at one and ends at the next.
    for device in hosts_of(document):
        network.remove_edges_from(
            [(device, far) for far in list(network.successors(device)) if device in other and far != "to"]
            + [(far, device) for far in list(network.predecessors(device)) if device in one and far != "from"]
        )
    return nx.maximum_flow_value(network, "from", "to") / 1000


def halves(document: FabricDocument) -> tuple[list[str], list[str]]:
    hosts = hosts_of(document)
    return hosts[: len(hosts) // 2], hosts[len(hosts) // 2 :]


# Tori.


@pytest.mark.parametrize(("name", "sizes"), [("torus-2d", (4, 5)), ("torus-3d", (3, 4, 5))])
def test_a_torus_is_the_periodic_grid_of_networkx(name: str, sizes: tuple[int, ...]):
    document = made(name, **dict(zip("xyz", sizes, strict=False)), hosts_per_switch=1)
    found = nx.Graph(switch_graph(document))
    reference = nx.grid_graph(dim=sizes, periodic=True)
    assert found.number_of_edges() == reference.number_of_edges()
    assert set(dict(found.degree()).values()) == {2 * len(sizes)}
    assert nx.faster_could_be_isomorphic(found, reference)
    assert nx.diameter(found) == fact(name, "Diameter", **dict(zip("xyz", sizes, strict=False)))


def test_the_two_neighbours_of_a_ring_of_two_are_one():
    """2 × 2 × 2 is the cube: degree 3, 12 edges."""
    found = switch_graph(made("torus-3d", x=2, y=2, z=2))
    assert set(dict(found.degree()).values()) == {3}
    assert found.number_of_edges() == 12


@pytest.mark.parametrize("sizes", [(2, 2), (4, 2), (4, 3), (4, 4), (2, 2, 3)])
def test_no_equal_halves_of_a_torus_are_joined_by_fewer_cables_than_the_closed_form(sizes: tuple[int, ...]):
    """All equal halves, one by one."""
    name = f"torus-{len(sizes)}d"
    found = switch_graph(made(name, **dict(zip("xyz", sizes, strict=False)), hosts_per_switch=1))
    nodes = list(found)
    least = min(
        sum((a in half) != (b in half) for a, b in found.edges())
        for half in (set(each) for each in combinations(nodes, len(nodes) // 2))
    )
    assert torus_cut(sizes) == (least, len(nodes) // 2)


# Dragonflies.


def test_the_largest_dragonfly_has_diameter_3_and_one_cable_between_any_two_groups():
    """g = a · h + 1 (Kim et al., ISCA 2008, section 3.1)."""
    document = made("dragonfly", groups=9, routers=4, hosts_per_router=2, global_cables=2)
    found = switch_graph(document)
    assert nx.diameter(nx.Graph(found)) == fact("dragonfly", "Diameter") == 3
    assert set(dict(found.degree()).values()) == {3 + 2}
    group_of = {device.id: device.group for device in document.devices}
    pairs = Counter(
        tuple(sorted((group_of[a], group_of[b]))) for a, b in found.edges() if group_of[a] != group_of[b]
    )
    assert len(pairs) == 9 * 8 // 2
    assert set(pairs.values()) == {1}


@pytest.mark.parametrize(("groups", "routers", "far"), [(5, 4, 2), (4, 3, 5), (2, 2, 3), (7, 1, 6)])
def test_a_smaller_dragonfly_has_equally_many_cables_between_any_two_groups(groups, routers, far):
    document = made("dragonfly", groups=groups, routers=routers, global_cables=far)
    found = switch_graph(document)
    group_of = {device.id: device.group for device in document.devices}
    pairs = Counter(
        tuple(sorted((group_of[a], group_of[b]))) for a, b in found.edges() if group_of[a] != group_of[b]
    )
    assert len(pairs) == groups * (groups - 1) // 2
    assert set(pairs.values()) == {routers * far // (groups - 1)}
    assert nx.diameter(nx.Graph(found)) <= 3


def test_the_dragonfly_of_64_port_switches_has_the_published_counts():
    """p = 16, a = 32, h = 16, g = 511: 16,352 switches, 384,272 links (DeepSeek-AI, ISCA 2025, table 3).

    The table counts a cable for every two global ports; 2 of the 512 of a group do not divide among 510.
    """
    largest = Dragonfly.model_construct(groups=511, routers=32, hosts_per_router=16, global_cables=16)
    hosts, local, far = dragonfly_cables(largest)
    assert hosts == 261_632
    assert local + far + 511 * 2 // 2 == 384_272
    assert largest.groups * largest.routers == 16_352


def test_more_groups_than_global_cables_reach_are_refused():
    document, (finding,) = TEMPLATES["dragonfly"].make({"groups": 10, "routers": 4, "global_cables": 2})
    assert document is None
    assert "at most 9 groups" in finding.says


def test_leaves_of_a_dragonfly_plus_are_3_hops_apart_and_its_groups_are_bipartite():
    document = made("dragonfly-plus", groups=5, leaves=3, spines=4, hosts_per_leaf=2, global_cables=2)
    found = nx.Graph(switch_graph(document))
    leaves = [each for each in found if "leaf" in each]
    distance = dict(nx.all_pairs_shortest_path_length(found))
    assert max(distance[a][b] for a, b in combinations(leaves, 2)) == 3
    assert {found.degree(leaf) for leaf in leaves} == {4}
    assert {found.degree(each) for each in found if "spine" in each} == {3 + 2}
    assert len(document.cables) == 5 * 3 * 2 + 5 * 3 * 4 + 10 * (4 * 2 // 4)


# Trees and rails.


@pytest.mark.parametrize("k", [2, 4, 6])
def test_a_two_tier_fat_tree_has_k_edges_half_as_many_spines_and_half_of_k_squared_hosts(k: int):
    document = made("fat-tree", k=k, tiers=2)
    assert counts(document)["hosts"] == k * k // 2
    assert [tier.devices for tier in tally(document)] == [k * k // 2, k, k // 2]
    assert set(dict(switch_graph(document).degree()).values()) <= {k // 2, k}


def test_fat_trees_of_64_port_switches_have_the_published_counts():
    """96 switches and 2,048 links, 5,120 and 131,072 (DeepSeek-AI, ISCA 2025, table 3, links of switches)."""
    two = made("fat-tree", k=64, tiers=2)
    assert counts(two)["switches"] == 96
    assert len(two.cables) - counts(two)["hosts"] == 2048
    three = FatTree.model_construct(k=64, tiers=3)
    assert fat_tree_cables(three) * 2 // 3 == 131_072


@pytest.mark.parametrize(
    ("units", "spines", "nodes", "leaves", "cables"),
    [(2, 8, 64, 16, 512), (4, 16, 128, 32, 1024), (8, 32, 256, 64, 2048)],
)
def test_rail_optimised_fabrics_are_those_of_the_reference_architecture(units, spines, nodes, leaves, cables):
    """NVIDIA, DGX SuperPOD Reference Architecture B200, table of larger component counts."""
    document = made("rail-optimised", units=units, hosts_per_unit=32, rails=8, uplinks=32, spines=spines)
    host, leaf, spine = tally(document)
    assert (host.devices, leaf.devices, spine.devices) == (nodes, leaves, spines)
    assert (leaf.down.cables, leaf.up.cables) == (cables, cables)
    assert leaf.oversubscription == 1
    assert counts(document)["gpus"] == 8 * nodes


@pytest.mark.parametrize(
    ("parameters", "devices", "cables"),
    [
        (
            {"pods": 2, "units_per_pod": 8, "spines_per_rail": 8, "leaf_cables": 4},
            (512, 128, 128, 64),
            4096,
        ),
        (
            {"pods": 2, "units_per_pod": 32, "spines_per_rail": 32, "leaf_cables": 1},
            (2048, 512, 512, 256),
            16_384,
        ),
    ],
)
def test_three_tiers_of_rails_are_those_of_the_reference_architecture(parameters, devices, cables):
    """NVIDIA, as above: 16 and 64 units of 32 servers; as many cables in every tier."""
    sizes = {"hosts_per_unit": 32, "rails": 8, "cores_per_group": 8, "core_cables": 4, "gpus_per_host": 8}
    document = made("rail-optimised-pods", **sizes, **parameters)
    tiers = tally(document)
    assert tuple(tier.devices for tier in tiers) == devices
    assert [tier.up.cables for tier in tiers] == [cables, cables, cables, 0]
    assert [tier.oversubscription for tier in tiers] == [None, 1, 1, None]


def test_rails_of_a_rail_only_fabric_are_separate_and_each_has_every_server():
    document = made("rail-only", rails=4, leaves_per_rail=2, hosts_per_leaf=3, spines_per_rail=2)
    parts = list(nx.connected_components(switch_graph(document)))
    assert len(parts) == fact("rail-only", "Separate planes", rails=4) == 4
    assert {len(part) for part in parts} == {2 + 2}
    reached = graph(document)
    for part in parts:
        assert sum(any(far in part for far in reached[host]) for host in hosts_of(document)) == 6
    assert [finding.severity.value for finding in check(document) if finding.rule == "fabric.islands"] == [
        "note"
    ]


def test_a_rail_of_several_leaves_without_a_spine_is_refused():
    document, (finding,) = TEMPLATES["rail-only"].make({"leaves_per_rail": 2})
    assert document is None
    assert "spines" in finding.says


def test_both_ports_of_an_adapter_end_at_tors_of_different_planes():
    document = made("dual-plane", segments=2, hosts_per_segment=3, rails=2, aggs_per_plane=2)
    planes = list(nx.connected_components(switch_graph(document)))
    assert len(planes) == 2
    ends: dict[str, set[int]] = {}
    for cable in document.cables:
        if "/nic" in cable.a:
            adapter = cable.a.rpartition("p")[0]
            tor = cable.b.partition("/")[0]
            ends.setdefault(adapter, set()).add(next(row for row, part in enumerate(planes) if tor in part))
    assert len(ends) == 2 * 3 * 2
    assert set(map(frozenset, ends.values())) == {frozenset({0, 1})}


def test_no_tor_of_a_dual_plane_fabric_cuts_a_server_off():
    document = made("dual-plane", segments=2, hosts_per_segment=2, rails=1, aggs_per_plane=1)
    for tor in (device.id for device in document.devices if "tor" in device.id):
        left = graph(document)
        left.remove_node(tor)
        assert nx.is_connected(left)


def test_the_dual_plane_of_the_paper_has_its_size_and_oversubscription():
    """15 segments of 128 servers: 15,360 GPUs; ToRs of 128 × 200 down, 60 × 400 up: 1.067 to 1 (HPN, §5)."""
    document = made("dual-plane", segments=15, hosts_per_segment=128, rails=8, aggs_per_plane=60)
    assert counts(document)["gpus"] == 15_360
    _, tor, agg = tally(document)
    assert (tor.devices, agg.devices) == (15 * 8 * 2, 120)
    assert tor.oversubscription == pytest.approx(128 * 200 / (60 * 400))
    assert tor.name == "ToR"


# What templates say of themselves, by max-flow.


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("fat-tree", {"k": 4}),
        ("fat-tree", {"k": 4, "tiers": 2}),
        ("rail-optimised", {"units": 2, "hosts_per_unit": 3, "rails": 2, "uplinks": 2, "spines": 1}),
        ("rail-only", {"rails": 2, "leaves_per_rail": 2, "hosts_per_leaf": 3, "spines_per_rail": 2}),
        ("rail-only", {"rails": 2, "hosts_per_leaf": 4}),
        ("rail-optimised-pods", {}),
        ("rail-optimised-pods", {"hosts_per_unit": 6, "cores_per_group": 1, "core_cables": 1}),
        ("dual-plane", {"segments": 2, "hosts_per_segment": 6, "rails": 2, "aggs_per_plane": 2}),
    ],
)
def test_the_bisection_that_a_template_tells_is_the_max_flow_between_its_halves(name, parameters):
    document = made(name, **parameters)
    assert flow_between(document, *halves(document)) == pytest.approx(fact(name, "Bisection", **parameters))


@pytest.mark.parametrize("name", ["dragonfly", "dragonfly-plus", "torus-2d", "torus-3d"])
def test_the_bisection_of_a_family_of_groups_is_the_capacity_of_the_cables_between_its_halves(name: str):
    """Cables counted one by one between groups (or layers) of the first half and the others."""
    small = {"groups": 4} if name.startswith("dragonfly") else {}
    document = made(name, **small)
    if name.startswith("dragonfly"):
        first = {device.id for device in document.devices if device.group in ("group-1", "group-2")}
    else:
        first = {
            device.id
            for device in document.devices
            if device.id.split("-")[1] in ("1", "2") and "switch" in device.id
        }
    crossing = sum(
        gbps for a, b, gbps in switch_graph(document).edges(data="gbps") if (a in first) != (b in first)
    )
    assert crossing / 1000 == pytest.approx(fact(name, "Bisection", **small))
