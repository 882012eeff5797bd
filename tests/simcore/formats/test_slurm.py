"""What the reader of Slurm topologies understands: both spellings, lists of hosts, and trees that are odd."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_files import holds, shared_file
from surveys import servers

from simcore.document.fabric import FabricDocument
from simcore.document.structure import tiers
from simcore.errors import FormatError
from simcore.formats import Reading, read_files
from simcore.formats.slurm.hostlists import HostlistError, expand, fold

TREE = """\
# two leaves below one spine
SwitchName=spine Switches=leaf[1-2]
SwitchName=leaf1 Nodes=n[01-02]
SWITCHNAME=leaf2 nodes=n[03-04]   # in any case
"""


def read(text: str, *more: str) -> Reading:
    files = [(f"topology-{row}", each.encode()) for row, each in enumerate((text, *more))]
    return read_files(files)


def rules(reading: Reading) -> set[str]:
    return {each.rule for each in reading.findings}


def said(reading: Reading, rule: str) -> str:
    return next(f"{each.at}: {each.says}" for each in reading.findings if each.rule == rule)


def pairs(document: FabricDocument) -> list[tuple[str, str]]:
    """Return the two devices of each cable."""
    return sorted((cable.a.split("/")[0], cable.b.split("/")[0]) for cable in document.cables)


def parts(document: FabricDocument) -> int:
    """Return how many parts the fabric falls into, by networkx."""
    graph = nx.Graph(pairs(document))
    graph.add_nodes_from(device.id for device in document.devices)
    return nx.number_connected_components(graph)


def test_a_tree_is_its_leaves_hosts_and_trunks():
    reading = read(TREE)
    assert pairs(reading.document) == [
        ("leaf1", "spine"),
        ("leaf2", "spine"),
        ("n01", "leaf1"),
        ("n02", "leaf1"),
        ("n03", "leaf2"),
        ("n04", "leaf2"),
    ]
    assert servers(reading.document) == {"n01", "n02", "n03", "n04"}


def test_no_speed_and_no_number_of_cables_is_invented():
    reading = read(TREE)
    assert {cable.gbps for cable in reading.document.cables} == {None}
    assert rules(reading) == {"speed.unknown", "trunk.unknown"}


def test_a_comment_that_names_a_switch_gives_it_that_name():
    reading = read("# s1=leaf-one\nSwitchName=s1 Nodes=a\n")
    assert {device.id: device.name for device in reading.document.devices}["s1"] == "leaf-one"


def test_a_list_of_hosts_is_split_at_commas_outside_of_brackets_alone():
    """Hand count: cn1, cn3, and 2 racks of 2 nodes."""
    assert expand("cn[1,3],r[01-02]n[9-10]-ib", 100) == [
        "cn1",
        "cn3",
        "r01n9-ib",
        "r01n10-ib",
        "r02n9-ib",
        "r02n10-ib",
    ]


@pytest.mark.parametrize("text", ["a[1-3", "a]1[", "a[[1-2]]", "a[3-1]", "a[x-z]", "a[]", "a[1-999999999]"])
def test_a_list_that_is_none_is_refused(text: str):
    with pytest.raises(HostlistError):
        expand(text, 4096)


names = st.lists(
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["n", "gpu-r1c", "x"]),
        st.from_regex(r"[0-9]{1,3}", fullmatch=True),
        st.sampled_from(["", "-ib"]),
    )
)


@given(names)
def test_a_folded_list_expands_to_the_same_names(given_names: list[str]):
    assert set(expand(fold(given_names), 10_000)) == set(given_names)


def test_folding_keeps_zeros_and_makes_ranges():
    assert fold(["n10", "n08", "n09", "n11", "m1", "login"]) == "login,m1,n[08-11]"


@pytest.mark.parametrize("name", ["a,b", "a[1]", "a b", ""])
def test_a_name_that_no_list_can_say_is_not_folded(name: str):
    with pytest.raises(HostlistError):
        fold([name])


def test_a_broken_list_is_told_with_its_line_and_the_rest_is_read():
    reading = read("SwitchName=a Nodes=n[1-\nSwitchName=b Nodes=m[1-2]\nnonsense\n")
    assert servers(reading.document) == {"m1", "m2"}
    says = [each.says for each in reading.findings if each.rule == "line.unread"]
    assert ["line 1" in says[0], "line 3" in says[1]] == [True, True]


def test_a_node_on_two_leaves_is_a_host_with_two_adapters():
    reading = read("SwitchName=r1 Nodes=n[1-2]\nSwitchName=r2 Nodes=n[1-2]\n")
    assert reading.facts["adapters"] == 4
    assert pairs(reading.document) == [("n1", "r1"), ("n1", "r2"), ("n2", "r1"), ("n2", "r2")]
    assert said(reading, "node.leaves").startswith("line 2: 2 nodes")


def test_a_child_that_is_declared_nowhere_is_kept_and_told():
    reading = read("SwitchName=top Switches=a,b\nSwitchName=a Nodes=n1\n")
    assert ("b", "top") in [tuple(sorted(pair)) for pair in pairs(reading.document)]
    assert said(reading, "switch.undeclared").startswith("line 1: b:")


def test_several_roots_stay_separate_and_no_root_is_invented():
    reading = read("SwitchName=a Nodes=n1\nSwitchName=b Nodes=n2\nSwitchName=c Nodes=n3\n")
    assert len(reading.document.devices) == 6
    assert parts(reading.document) == 3
    assert "3 roots" in said(reading, "tree.roots")


def test_a_middle_tier_stays():
    """A core, two spines and two leaves with a node each: the tiers are 2, 2 and 1 switches."""
    reading = read(
        "SwitchName=core Switches=s[1-2]\nSwitchName=s1 Switches=l1\nSwitchName=s2 Switches=l2\n"
        "SwitchName=l1 Nodes=a\nSwitchName=l2 Nodes=b\n"
    )
    assert reading.facts["tiers"] == [2, 2, 1]


def test_leaves_at_two_depths_are_told():
    reading = read(
        "SwitchName=core Switches=s1,l2\nSwitchName=s1 Switches=l1\n"
        "SwitchName=l1 Nodes=a\nSwitchName=l2 Nodes=b\n"
    )
    assert "2 and 3" in said(reading, "tree.uneven")


def test_a_circle_of_switches_ends():
    reading = read("SwitchName=a Switches=b\nSwitchName=b Switches=a\nSwitchName=c Switches=c Nodes=n\n")
    assert [pair for pair in pairs(reading.document) if "n" not in pair] in ([("a", "b")], [("b", "a")])
    assert "switch.loop" in rules(reading)


def test_a_switch_declared_twice_is_one_with_both_lines_told():
    reading = read("SwitchName=a Nodes=n1\nSwitchName=a Nodes=n2\n")
    assert pairs(reading.document) == [("n1", "a"), ("n2", "a")]
    assert "lines 1, 2" in said(reading, "switch.twice")


def test_the_order_of_the_lines_does_not_matter():
    lines = TREE.splitlines()
    assert read("\n".join(reversed(lines))).document == read(TREE).document


def test_blocks_are_tags_of_nodes_without_cables():
    reading = read("BlockName=b1 Nodes=n[1-2]\nBlockName=b2 Nodes=n[3-4]\nBlockSizes=2,4\n")
    assert {device.id: device.tags for device in reading.document.devices} == {
        "n1": ("block:b1",),
        "n2": ("block:b1",),
        "n3": ("block:b2",),
        "n4": ("block:b2",),
    }
    assert "2,4" in said(reading, "block.sizes")


YAML = """\
---
- topology: main
  cluster_default: true
  tree:
    switches:
      - {switch: top, children: "s[1-2]"}
      - switch: s1
        nodes: "01,02"
      - switch: s2
        nodes: '03'
- topology: racks
  block:
    block_sizes: [1, 2]
    blocks:
      - block: rack1
        nodes: "01"
- topology: all
  flat: true
- topology: circle
  ring:
    rings:
      - ring: r1
        nodes: "01,02"
- topology: cube
  torus3d:
    toruses:
      - name: t1
        dims: {x: 1, y: 1, z: 2}
        regions: [{nodes: "01,02"}]
"""


def test_the_yaml_form_reads_every_kind_of_topology():
    reading = read(YAML)
    assert pairs(reading.document) == [("01", "s1"), ("02", "s1"), ("03", "s2"), ("s1", "top"), ("s2", "top")]
    tags = {device.id: set(device.tags) for device in reading.document.devices}
    assert tags["01"] == {"block:rack1", "ring:r1", "torus:t1 1x1x2"}


def test_yaml_wins_over_conf_where_both_are_given():
    reading = read(TREE, YAML)
    assert "n01" not in {device.id for device in reading.document.devices}
    assert "topology-0" in said(reading, "file.unused")


@pytest.mark.parametrize(
    "text",
    [
        "- topology: &a x\n  tree: {switches: [{switch: *a, nodes: n1}]}\n",
        "- topology: x\n  tree: " + "[" * 10_000,
        "- topology: x\n  tree: {switches: [}\n",
    ],
)
def test_yaml_with_aliases_or_10000_levels_is_refused_with_its_line(text: str):
    with pytest.raises(FormatError, match="line 2"):
        read(text)


def test_an_empty_declaration_is_refused():
    with pytest.raises(FormatError, match="declares no switch"):
        read("BlockSizes=2,4\n")


@pytest.mark.parametrize("name", ["slurm_topology_conf/tree_3tier.conf", "slurm_topology_conf/block.conf"])
def test_the_shared_conf_files_hold_what_was_counted(name: str):
    counted = holds(name)
    reading = read_files([shared_file(name)])
    document = reading.document
    hosts = servers(document)
    trunks = [pair for pair in pairs(document) if not set(pair) & hosts]
    assert reading.facts["switches"] == counted["switches"]
    assert len(hosts) == counted["nodes"] + counted["block_nodes"]
    assert len(trunks) == counted["tree_edges_switch_switch"]
    levels = [each["devices"] for each in tiers(document) if each["tier"] > 0]
    assert len(levels) == counted["depth"]
    assert (len(levels[0]) if levels else 0) == counted["leaf_switches"]
    assert len({tag for device in document.devices for tag in device.tags}) == counted["blocks"]
    assert {"tree.roots", "node.leaves", "switch.undeclared"} & rules(reading) == set()


def test_the_shared_yaml_file_holds_what_was_counted():
    name = "slurm_topology_yaml/combined_tree_block.yaml"
    tree, block = holds(name)["topologies"]
    reading = read_files([shared_file(name)])
    assert (reading.facts["switches"], reading.facts["hosts"]) == (tree["switches"], tree["nodes"])
    tags = {tag for device in reading.document.devices for tag in device.tags}
    assert len(tags) == block["blocks"]
    assert ",".join(map(str, block["sizes"])) in said(reading, "block.sizes")
