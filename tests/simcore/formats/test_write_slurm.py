"""Slurm files that are written: a tree that says no more and no less than the fabric, and is read back."""

from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.structure import tiers
from simcore.errors import ExportRefusedError
from simcore.formats import read_files
from simcore.formats.slurm.hostlists import expand
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES

SWITCH = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=64),))
SERVER = DeviceType(id="srv", kind=DeviceKind.SERVER, ports=tuple(PortBlock(name=f"n{n}") for n in range(8)))


def drawn(
    *links: tuple[str, str], servers: tuple[str, ...] = (), names: dict[str, str] | None = None
) -> FabricDocument:
    """Return the fabric of links between devices; those that begin with h, and ``servers``, are servers."""
    used: Counter[str] = Counter()

    def port(key: str) -> str:
        used[key] += 1
        return f"{key}/n{used[key] - 1}" if key in hosts else f"{key}/p{used[key]}"

    keys = list(dict.fromkeys([*(key for link in links for key in link), *servers]))
    hosts = {key for key in keys if key.startswith("h")} | set(servers)
    devices = tuple(
        Device(id=key, type="srv" if key in hosts else "sw", name=(names or {}).get(key, "")) for key in keys
    )
    cables = tuple(Cable(id=f"c{row}", a=port(a), b=port(b)) for row, (a, b) in enumerate(links))
    return FabricDocument(device_types=(SWITCH, SERVER), devices=devices, cables=cables)


def text_of(document: FabricDocument, name: str = "slurm-conf") -> str:
    (written,) = write_files(EXPORTS[name], document)
    return written.content.decode()


def tree_of(text: str) -> nx.DiGraph:
    """Return the tree that a topology.conf declares, edges downwards; nodes carry ``node=True``."""
    graph = nx.DiGraph()
    for line in text.splitlines():
        if line.startswith("SwitchName="):
            fields = dict(word.split("=") for word in line.split())
            graph.add_node(fields["SwitchName"], node=False)
            for key in ("Switches", "Nodes"):
                for name in expand(fields.get(key, ""), 100_000):
                    graph.add_node(name, node=key == "Nodes")
                    graph.add_edge(fields["SwitchName"], name)
    return graph


def template(name: str, **parameters: int) -> FabricDocument:
    document, findings = TEMPLATES[name].make(parameters)
    assert document is not None, findings
    return document


def test_a_tree_is_written_as_it_stands():
    document = drawn(
        ("h1", "leaf1"), ("h2", "leaf1"), ("h3", "leaf2"), ("leaf1", "spine"), ("leaf2", "spine")
    )
    assert [line for line in text_of(document).splitlines() if not line.startswith("#")] == [
        "SwitchName=spine Switches=leaf[1-2]",
        "SwitchName=leaf1 Nodes=h[1-2]",
        "SwitchName=leaf2 Nodes=h3",
    ]


def test_spines_that_join_the_same_leaves_are_one_switch():
    """Two leaves and three spines: three switches of Slurm."""
    links = [(f"leaf{leaf}", f"spine{spine}") for leaf in (1, 2) for spine in (1, 2, 3)]
    text = text_of(drawn(("h1", "leaf1"), ("h2", "leaf2"), *links))
    assert "# spine-group-1 stands for spine[1-3]" in text
    assert "SwitchName=spine-group-1 Switches=leaf[1-2]" in text


def test_leaves_that_share_hosts_are_one_switch():
    """Slurm takes a node once; hosts with a rail to each of two leaves hang on both as one."""
    text = text_of(drawn(("h1", "r1"), ("h1", "r2"), ("h2", "r1"), ("h2", "r2")))
    assert "SwitchName=leaf-group-1 Nodes=h[1-2]" in text


def test_a_fat_tree_keeps_its_three_tiers():
    """k = 4: 8 edge switches, 4 pods of 2, 4 cores as one: 8 + 4 + 1 switches, 16 nodes, 3 deep."""
    tree = tree_of(text_of(template("fat-tree", k=4)))
    switches = [name for name, is_node in tree.nodes(data="node") if not is_node]
    assert (len(switches), tree.number_of_nodes() - len(switches)) == (13, 16)
    assert nx.dag_longest_path_length(tree) == 3


def test_parts_that_nothing_joins_stay_apart():
    text = text_of(drawn(("h1", "a"), ("h2", "b")))
    assert nx.number_weakly_connected_components(tree_of(text)) == 2


def test_leaves_that_are_cabled_to_each_other_are_joined_above():
    tree = tree_of(text_of(drawn(("h1", "a"), ("h2", "b"), ("a", "b"))))
    assert set(tree.successors("fabric-group-1")) == {"a", "b"}


def test_a_server_on_no_switch_is_said_and_no_node():
    text = text_of(drawn(("h1", "a"), servers=("h7",)))
    assert "# on no switch: h7" in text
    assert "h7" not in tree_of(text)


def test_names_that_slurm_does_not_take_become_safe_and_stay_apart():
    document = drawn(("h1", "a"), ("h2", "a"), names={"h1": "gpu 1,x", "h2": "gpu_1_x"})
    assert sorted(tree_of(text_of(document)).successors("a")) == ["gpu_1_x", "gpu_1_x_2"]


def test_blocks_that_were_read_are_written():
    conf = b"BlockName=b1 Nodes=n[1-2]\nBlockName=b2 Nodes=n3\n"
    document = read_files([("topology.conf", conf)]).document
    assert [line for line in text_of(document).splitlines() if not line.startswith("#")] == [
        "BlockName=b1 Nodes=n[1-2]",
        "BlockName=b2 Nodes=n3",
    ]
    again = read_files([("topology.yaml", text_of(document, "slurm-yaml").encode())]).document
    assert [device.tags for device in again.devices] == [device.tags for device in document.devices]


def test_a_fabric_without_a_server_on_a_switch_is_refused():
    with pytest.raises(ExportRefusedError, match="no server hangs on a switch"):
        text_of(drawn(("a", "b")))


@pytest.mark.parametrize("name", ["slurm-conf", "slurm-yaml"])
def test_what_is_read_back_has_the_same_nodes_tiers_and_no_warning_of_its_tree(name: str):
    document = template("leaf-spine", leaves=4, spines=1, hosts_per_leaf=3)
    reading = read_files([("topology", text_of(document, name).encode())])
    assert [len(tier["devices"]) for tier in tiers(reading.document)] == [
        len(tier["devices"]) for tier in tiers(document)
    ]
    rules = {each.rule for each in reading.findings}
    assert rules <= {"trunk.unknown", "speed.unknown"}


pairs = st.lists(
    st.tuples(
        st.sampled_from(["h1", "h2", "h3", "h4", "a", "b"]), st.sampled_from(["a", "b", "c", "s", "t"])
    ).filter(lambda pair: pair[0] != pair[1]),
    min_size=1,
    max_size=8,
)


@given(pairs)
@settings(max_examples=100)
def test_every_node_hangs_once_and_stands_with_those_it_can_reach(links: list[tuple[str, str]]):
    """Of any fabric: a forest; two nodes are in one tree if and only if a path joins them in the fabric."""
    document = drawn(*links)
    fabric = nx.Graph(links)
    hosts = {key for key in fabric if key.startswith("h")}
    if not hosts:
        return
    tree = tree_of(text_of(document))
    assert nx.is_forest(tree.to_undirected())
    assert all(degree == 1 for name, degree in tree.in_degree() if name in hosts)
    assert {name for name, is_node in tree.nodes(data="node") if is_node} == hosts
    trees = [set(part) & hosts for part in nx.weakly_connected_components(tree)]
    parts = [set(part) & hosts for part in nx.connected_components(fabric)]
    assert sorted(map(sorted, trees)) == sorted(sorted(part) for part in parts if part)
