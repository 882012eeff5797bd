"""What keeps switches from adding is an error at its field: never a ring that nobody asked for."""

from dataclasses import replace
from math import inf
from typing import Any

import pytest

from simcore.document.findings import Finding
from simcore.errors import DocumentError
from simcore.simulate import run_findings, simulate
from simcore.topology import AggregationLimits, Segments, Topology
from tests.simcore.fabrics import QUANTUM_2, fabric, leaf_spine, one_switch, scenario, workload

FLOATS = frozenset({"fp16", "fp32", "fp64"})
SHARP = replace(QUANTUM_2, family="SHARP", segments=Segments(2048.0, 2.83e-6, 0.9e-6))
# As SHARP, but for the first of its chips: segments alone, and no bf16.
OLD = AggregationLimits("switch-ib-2", "any", 0, inf, "SHARP", None, None, SHARP.segments, FLOATS)
TOFINO = AggregationLimits("tofino", "switch", 32, inf, "SwitchML", types=frozenset({"int32"}))
TREE: dict[str, Any] = {"algorithm": "in-network"}
LEAVES = ("leaf0", "leaf1")


def _of(topology: Topology, *jobs: dict[str, Any], **how: Any) -> list[Finding]:
    """What is found on aggregation when jobs ask for trees."""
    found = run_findings(topology, workload(*(jobs or ({},))), scenario(**{**TREE, **how}))
    return [each for each in found if each.rule.startswith("aggregation.")]


def _the_one(topology: Topology, *jobs: dict[str, Any], **how: Any) -> Finding:
    (one,) = _of(topology, *jobs, **how)
    return one


def _adding(leaf: AggregationLimits | None, spine: AggregationLimits | None) -> Topology:
    limits = {**dict.fromkeys(LEAVES, leaf), "spine0": spine}
    return leaf_spine(2, 1, 2, adding={name: each for name, each in limits.items() if each})


def _owned(topology: Topology, **tenants: str) -> Topology:
    """The topology with devices that are somebody's."""
    return replace(
        topology, vertex_tenants=tuple(tenants.get(name.split("/")[0], "") for name in topology.vertex_ids)
    )


def test_trees_over_switches_that_add_are_nothing_to_speak_of() -> None:
    assert _of(_adding(SHARP, SHARP), {"dtype": "bf16"}, {}) == []


# Capability.


def test_a_fabric_that_adds_nothing_is_an_error_and_no_silent_ring() -> None:
    found = _the_one(one_switch(4), {}, {})
    assert (found.rule, found.severity, found.at) == ("aggregation.capability", "error", "/algorithm")
    assert found.says.startswith(
        "job job0 and job job1 ask for sums in the network, and no switch of this fabric"
    )
    for way in ("aggregation profile", "ring", "double-tree", "edge-servers"):
        assert way in found.says
    with pytest.raises(DocumentError):
        simulate(one_switch(4), workload({}), scenario(**TREE))


def test_a_switch_that_is_said_to_add_nothing_adds_nothing() -> None:
    nothing = AggregationLimits("none", "none", 0, inf)
    assert _the_one(one_switch(4, adding={"s": nothing})).at == "/algorithm"


@pytest.mark.parametrize("algorithm", ["ring", "double-tree"])
def test_who_does_not_ask_for_sums_in_the_network_hears_nothing(algorithm: str) -> None:
    assert _of(one_switch(4), algorithm=algorithm) == []
    assert _of(one_switch(4), {"collective": "all-to-all"})[0].severity == "note"


def test_tiers_where_nothing_adds_are_an_error_at_the_tiers() -> None:
    found = _the_one(_adding(None, SHARP), aggregation={"tiers": "leaf"})
    assert (found.rule, found.severity, found.at) == ("aggregation.capability", "error", "/aggregation/tiers")
    assert found.says.endswith("no switch there adds; 1 switch of tier 2 can: choose tiers leaf-spine")
    assert _of(_adding(None, SHARP), aggregation={"tiers": "leaf-spine"}) == []


def _two_rails(*adding: str) -> Topology:
    """Two hosts with an adapter on each of two switches, "a" and "b", which no cable joins."""
    cables = [(f"h{host}/n{nic}", "ab"[nic]) for host in range(2) for nic in range(2)]
    return fabric(cables, adding=dict.fromkeys(adding, SHARP))


def test_rails_without_a_tree_beside_others_with_one_are_a_warning() -> None:
    found = _the_one(_two_rails("b"))
    assert (found.rule, found.severity, found.at) == ("aggregation.capability", "warning", "/algorithm")
    assert found.says.startswith("rail 1 of job job0 has no tree and goes around as a ring")
    assert _of(_two_rails("a", "b")) == []


def test_a_job_of_which_no_rail_has_a_tree_is_an_error() -> None:
    # The switch that adds is on an island of its own.
    cables = [("h0/n0", "a"), ("h1/n0", "a"), ("h2/n0", "b"), ("h3/n0", "b")]
    topology = fabric(cables, adding={"b": SHARP})
    found = _the_one(topology, {"ranks": {"by": "list", "hosts": ["h0", "h1"]}})
    assert (found.rule, found.severity, found.at) == ("aggregation.capability", "error", "/algorithm")
    assert found.says.startswith("no rail of job job0 has a tree")


# Types and protocols.


@pytest.mark.parametrize(
    ("topology", "dtype", "words"),
    [
        (
            _adding(TOFINO, TOFINO),
            "fp32",
            ["adds fp32", "(tofino) add int32 alone", "take int32", "leave out ranks", "edge-servers"],
        ),
        (
            _adding(SHARP, OLD),
            "bf16",
            [
                "switch spine0",
                "(switch-ib-2) adds fp16, fp32 and fp64 alone",
                "take fp16, fp32 or fp64",
                "tiers leaf",
            ],
        ),
    ],
)
def test_a_type_that_a_switch_of_the_tree_does_not_add_is_an_error_at_the_job(
    topology: Topology, dtype: str, words: list[str]
) -> None:
    found = _the_one(topology, {"dtype": dtype})
    assert (found.rule, found.severity, found.at) == ("aggregation.type", "error", "/jobs/0/dtype")
    for each in words:
        assert each in found.says
    assert found.objects


def test_a_type_that_all_switches_add_is_none() -> None:
    assert _of(_adding(SHARP, OLD), {"dtype": "fp32"}, aggregation={"protocol": "latency"}) == []
    assert _of(_adding(TOFINO, TOFINO), {"dtype": "int32"}) == []


def test_a_type_is_held_against_the_switches_of_the_tree_alone() -> None:
    within_a_leaf = {"by": "list", "hosts": ["h0", "h1"]}
    assert _of(_adding(SHARP, OLD), {"dtype": "bf16", "ranks": within_a_leaf}) == []


def test_switches_without_a_type_in_common_add_nothing_whatever_the_type() -> None:
    topology = _adding(replace(SHARP, types=FLOATS), replace(SHARP, types=frozenset({"int32"})))
    found = _the_one(topology, {})
    assert (found.rule, found.severity, found.at) == ("aggregation.type", "error", "/jobs/0/dtype")


@pytest.mark.parametrize("dtype", ["int8", "fp8"])
def test_nvls_adds_no_type_of_eight_bits(dtype: str) -> None:
    found = _the_one(one_switch(4), {"dtype": dtype}, algorithm="ring", scale_up={"way": "nvls"})
    assert (found.rule, found.severity, found.at) == ("aggregation.type", "error", "/jobs/0/dtype")
    assert "nvswitch-3" in found.says


@pytest.mark.parametrize(("limits", "protocol"), [(TOFINO, "latency"), (OLD, "streaming")])
def test_a_protocol_that_no_switch_has_is_an_error_at_its_field(limits: Any, protocol: str) -> None:
    found = _the_one(_adding(limits, limits), aggregation={"protocol": protocol})
    assert (found.rule, found.severity) == ("aggregation.protocol", "error")
    assert found.at == "/aggregation/protocol"
    assert _of(_adding(limits, limits)) == []


# Quorum, tenants, ranks.


@pytest.mark.parametrize("algorithm", ["ring", "in-network"])
def test_a_quorum_larger_than_the_ranks_of_a_job_is_an_error_at_the_quorum(algorithm: str) -> None:
    topology = one_switch(4, adapters=2, adding={"s": SHARP})
    found = _the_one(topology, algorithm=algorithm, aggregation={"quorum": 5})
    assert (found.rule, found.severity, found.at) == ("aggregation.quorum", "error", "/aggregation/quorum")
    assert "job0 has 4 ranks (hosts)" in found.says
    assert _of(topology, aggregation={"quorum": 4}) == []


def test_ranks_of_two_tenants_are_an_error_at_the_ranks() -> None:
    topology = _owned(_adding(SHARP, SHARP), h0="a", h1="a", h3="b")
    found = _the_one(topology)
    assert (found.rule, found.severity, found.at) == ("aggregation.tenant", "error", "/jobs/0/ranks")
    assert "job0 is tenant a's, and h3 is tenant b's" in found.says
    assert found.objects == ("h3",)


def test_hosts_of_another_tenant_than_the_jobs_are_an_error() -> None:
    topology = _owned(_adding(SHARP, SHARP), h0="a", h1="a", h2="a", h3="a")
    assert _of(topology, {"tenant": "a"}) == []
    assert _the_one(topology, {"tenant": "b"}).objects == ("h0", "h1", "h2", "h3")


def test_a_tree_over_a_switch_of_another_tenant_is_an_error() -> None:
    topology = _owned(_adding(SHARP, SHARP), h0="a", leaf0="a", spine0="b")
    found = _the_one(topology)
    assert (found.rule, found.severity, found.at) == ("aggregation.tenant", "error", "/jobs/0/tenant")
    assert "spine0 is tenant b's" in found.says
    assert found.objects == ("spine0",)
    within_a_leaf = {"ranks": {"by": "list", "hosts": ["h0", "h1"]}}
    assert _of(topology, within_a_leaf) == []


def test_a_switch_that_only_passes_copies_on_is_held_to_its_tenant_too() -> None:
    topology = _owned(_adding(None, SHARP), h0="a", leaf1="b")
    assert _the_one(topology).objects == ("leaf1",)


def test_devices_of_nobody_are_shared_by_all() -> None:
    assert _of(_owned(_adding(SHARP, SHARP), h0="a", leaf0="a"), {"tenant": "a"}) == []


def test_a_tenant_of_a_job_without_tags_on_devices_is_a_note() -> None:
    found = _the_one(_adding(SHARP, SHARP), {"tenant": "a"})
    assert (found.rule, found.severity, found.at) == ("aggregation.tenant", "note", "/jobs/0/tenant")


@pytest.mark.parametrize(("algorithm", "is_said"), [("in-network", True), ("ring", False)])
def test_one_rank_and_an_island_are_told_for_trees_too(algorithm: str, is_said: bool) -> None:
    one = workload({"ranks": {"by": "list", "hosts": ["h0"]}})
    (found,) = run_findings(one_switch(4, adding={"s": SHARP}), one, scenario(algorithm=algorithm))
    assert (found.rule, found.at) == ("ranks.too-few", "/jobs/0/ranks")
    assert ("nothing to add" in found.says) == is_said
    apart = fabric([("h0/n0", "a"), ("h1/n0", "b")], adding={"a": SHARP, "b": SHARP})
    (found,) = run_findings(apart, workload({}), scenario(algorithm=algorithm))
    assert (found.rule, found.at) == ("ranks.unreachable", "/jobs/0/ranks")
    assert ("no tree joins islands" in found.says) == is_said
