"""A fabric as arrays: units, delays, tiers and what switches can add, against hand calculation."""

from itertools import pairwise

import numpy as np
import pytest

from simcore.document.build import build_topology
from simcore.document.capabilities import Aggregation, AggregationProfile
from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, Latency, PortBlock
from simcore.errors import DocumentError
from simcore.templates import TEMPLATES
from simcore.topology import Topology, VertexKind


def leaf_spine(**parameters: object) -> FabricDocument:
    document, findings = TEMPLATES["leaf-spine"].make(parameters)
    assert document is not None, findings
    return document


def pair(**changes: object) -> FabricDocument:
    """Return two hosts of two adapters on a switch that adds nothing; their first ones are cabled."""
    document = FabricDocument(
        device_types=(
            DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=4, gbps=400),)),
            DeviceType(
                id="srv",
                kind=DeviceKind.SERVER,
                ports=(PortBlock(name="a", gbps=400), PortBlock(name="b", gbps=400)),
            ),
        ),
        devices=(
            Device(id="h1", type="srv", tags=("red",)),
            Device(id="s", type="sw"),
            Device(id="h2", type="srv"),
        ),
        cables=(Cable(id="c1", a="h1/a", b="s/p1", length_m=2), Cable(id="c2", a="s/p2", b="h2/a", gbps=100)),
    )
    return document.model_copy(update=changes)


def path_delay(topology: Topology, *vertices: str) -> float:
    """Return the sum of delays along a path that names its vertices."""
    rows = [topology.vertex_ids.index(name) for name in vertices]
    total = 0.0
    for source, target in pairwise(rows):
        links = np.flatnonzero((topology.link_source == source) & (topology.link_target == target))
        total += float(topology.link_delay[links[0]])
    return total


def test_vertices_are_adapters_and_switches_in_document_order():
    topology = build_topology(pair())
    assert topology.vertex_ids == ("h1/a", "h1/b", "s", "h2/a", "h2/b")
    assert topology.vertex_kind.tolist() == [0, 0, 1, 0, 0]
    assert topology.vertex_host.tolist() == [0, 0, -1, 1, 1]
    assert topology.host_ids == ("h1", "h2")
    assert topology.host_tags == (("red",), ())


def test_a_cable_is_two_links_in_document_order():
    topology = build_topology(pair())
    assert topology.link_source.tolist() == [0, 2, 2, 3]
    assert topology.link_target.tolist() == [2, 0, 3, 2]


def test_four_hundred_gigabit_are_fifty_gigabytes_a_second():
    """400e9 / 8 = 5e10; the case that guards against the classic factor of eight."""
    assert build_topology(pair()).link_rate[:2].tolist() == [5e10, 5e10]


def test_the_payload_share_scales_every_rate():
    topology = build_topology(pair(), payload_share=0.5)
    assert topology.link_rate.tolist() == [2.5e10, 2.5e10, 6.25e9, 6.25e9]


def test_a_cable_without_a_speed_takes_that_of_its_ports():
    topology = build_topology(pair())
    assert topology.link_rate[0] == 5e10


def test_the_delay_of_a_link_is_fibre_and_what_it_touches():
    """2 m × 5 ns + adapter 1,000 = 1,010 ns down; up the switch's 300 besides. No length: 10 m."""
    latency = Latency(switch_ns=300, adapter_ns=1000, fibre_ns_per_m=5, assumed_length_m=10)
    topology = build_topology(pair(latency=latency))
    assert topology.link_delay == pytest.approx([1310e-9, 1010e-9, 1050e-9, 1350e-9])


def test_the_latency_of_a_device_type_goes_before_that_of_the_fabric():
    """As above with a switch of 50 ns: 10 + 1,000 + 50 up, 10 + 1,000 down; 50 ns more on the 10 m cable."""
    latency = Latency(switch_ns=300, adapter_ns=1000, fibre_ns_per_m=5, assumed_length_m=10)
    document = pair(latency=latency)
    types = tuple(
        each.model_copy(update={"latency_ns": 50.0}) if each.kind is DeviceKind.SWITCH else each
        for each in document.device_types
    )
    topology = build_topology(document.model_copy(update={"device_types": types}))
    assert topology.link_delay == pytest.approx([1060e-9, 1010e-9, 1050e-9, 1100e-9])


def test_the_default_latency_gives_the_measured_sums():
    """2.8 µs over one switch, 3.7 µs over three: DeepSeek-V3, ISCA 2025, table 5 (InfiniBand, 64 B)."""
    topology = build_topology(leaf_spine(leaves=2, spines=1, hosts_per_leaf=2))
    same = path_delay(topology, "host-1/nic1", "leaf-1", "host-2/nic1")
    cross = path_delay(topology, "host-1/nic1", "leaf-1", "spine-1", "leaf-2", "host-3/nic1")
    assert (same, cross) == (pytest.approx(2.8e-6), pytest.approx(3.7e-6))


def test_tiers_are_hops_from_the_nearest_adapter():
    document, _ = TEMPLATES["fat-tree"].make({"k": 4})
    assert document is not None
    topology = build_topology(document)
    by_tier = np.bincount(topology.vertex_tier)
    assert by_tier.tolist() == [16, 8, 8, 4]  # k³/4 hosts, k²/2 edges, k²/2 aggregation switches, k²/4 cores


def test_a_switch_that_reaches_no_adapter_has_no_tier():
    document = pair()
    topology = build_topology(
        document.model_copy(update={"devices": (*document.devices, Device(id="x", type="sw"))})
    )
    assert topology.vertex_tier.tolist() == [0, 0, 1, 0, 0, -1]


def test_a_switch_without_a_profile_adds_nothing():
    assert build_topology(pair()).aggregation == (None,) * 5


def test_the_profile_of_the_type_holds_unless_the_device_has_its_own():
    document = leaf_spine(leaves=2, spines=1, hosts_per_leaf=1, aggregation="quantum-2")
    own = tuple(
        device.model_copy(
            update={"aggregation": Aggregation(profile=AggregationProfile.QUANTUM, reducer_gbps=80)}
        )
        if device.id == "leaf-2"
        else device
        for device in document.devices
    )
    topology = build_topology(document.model_copy(update={"devices": own}))
    limits = dict(zip(topology.vertex_ids, topology.aggregation, strict=True))
    leaf_1, leaf_2 = limits["leaf-1"], limits["leaf-2"]
    assert leaf_1 is not None
    assert leaf_2 is not None
    assert (leaf_1.scope, leaf_1.active, leaf_1.reducer_rate) == ("port", 1, np.inf)
    assert (leaf_2.scope, leaf_2.active, leaf_2.reducer_rate) == ("switch", 1, 1e10)


def test_an_error_of_the_checks_stops_the_build_with_all_findings():
    document = pair(cables=(Cable(id="c1", a="h1/a", b="s/p9"), Cable(id="c2", a="h9/a", b="s/p1")))
    with pytest.raises(DocumentError, match="2 errors") as caught:
        build_topology(document)
    assert [finding.rule for finding in caught.value.findings] == ["cable.dangling"] * 2


def test_the_same_document_gives_the_same_arrays():
    one, two = build_topology(pair()), build_topology(pair())
    assert one.link_delay.tobytes() == two.link_delay.tobytes()


def test_a_fat_tree_of_16_ports_has_a_vertex_for_each_device_and_two_links_a_cable():
    document, _ = TEMPLATES["fat-tree"].make({"k": 16})
    assert document is not None
    topology = build_topology(document)
    assert (topology.vertex_count, topology.link_count) == (1_344, 6_144)
    assert int((topology.vertex_kind == VertexKind.SWITCH).sum()) == 320
