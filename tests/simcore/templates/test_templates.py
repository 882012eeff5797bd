"""The templates against the counts of their construction, and their bounds."""

from collections import Counter

import pytest

from simcore.document.capabilities import AggregationProfile
from simcore.document.checks import check
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Severity
from simcore.document.structure import counts
from simcore.templates import TEMPLATES


def made(name: str, **parameters: object) -> FabricDocument:
    document, findings = TEMPLATES[name].make(parameters)
    assert document is not None, findings
    return document


def device(address: str) -> str:
    return address.partition("/")[0]


@pytest.mark.parametrize("name", list(TEMPLATES))
def test_the_defaults_make_a_fabric_without_errors_or_warnings(name: str):
    assert {finding.severity for finding in check(made(name))} <= {Severity.NOTE}


def test_a_fat_tree_of_16_ports_has_the_size_that_the_canvas_is_held_to():
    document = made("fat-tree", k=16)
    assert (len(document.devices), len(document.cables)) == (1_344, 3_072)


def test_every_port_of_every_switch_of_a_fat_tree_is_used():
    ports = Counter(device(end) for cable in made("fat-tree", k=6).cables for end in (cable.a, cable.b))
    assert {count for name, count in ports.items() if not name.startswith("host")} == {6}


def test_every_core_of_a_fat_tree_reaches_every_pod_once():
    pods: dict[str, list[str]] = {}
    for cable in made("fat-tree", k=4).cables:
        if cable.b.startswith("core"):
            pods.setdefault(device(cable.b), []).append(cable.a.split("-")[1])
    assert len(pods) == 4
    assert all(sorted(reached) == ["1", "2", "3", "4"] for reached in pods.values())


def test_the_uplinks_of_a_fat_tree_stand_in_the_order_of_the_reference_hash():
    """Core = a · k/2 + j for uplink j of aggregation switch a, as the reference paths count them."""
    uplinks = [cable.b for cable in made("fat-tree", k=4).cables if cable.a.startswith("agg-1-2/")]
    assert [device(end) for end in uplinks] == ["core-3", "core-4"]


@pytest.mark.parametrize("k", ["3", 0, 52, "x", 2.5])
def test_a_fat_tree_of_an_impossible_k_is_refused_in_words(k: object):
    document, findings = TEMPLATES["fat-tree"].make({"k": k})
    assert document is None
    assert len(findings) == 1


def test_a_leaf_spine_has_every_leaf_on_every_spine_with_parallel_cables():
    document = made("leaf-spine", leaves=3, spines=2, hosts_per_leaf=4, cables_per_pair=2)
    pairs = Counter(
        (device(cable.a), device(cable.b)) for cable in document.cables if cable.a.startswith("leaf")
    )
    assert len(pairs) == 6
    assert set(pairs.values()) == {2}
    assert counts(document)["hosts"] == 12


def test_with_rails_each_host_has_one_adapter_on_each_leaf_of_its_unit():
    document = made("leaf-spine", leaves=8, rails=4, hosts_per_leaf=3)
    leaves: dict[str, list[str]] = {}
    for cable in document.cables:
        if cable.a.startswith("host"):
            leaves.setdefault(device(cable.a), []).append(f"{cable.a.partition('/')[2]}:{device(cable.b)}")
    assert len(leaves) == 6  # two units of three hosts
    assert leaves["host-1"] == ["nic1:leaf-1", "nic2:leaf-2", "nic3:leaf-3", "nic4:leaf-4"]
    assert leaves["host-4"] == ["nic1:leaf-5", "nic2:leaf-6", "nic3:leaf-7", "nic4:leaf-8"]


def test_leaves_that_rails_do_not_divide_are_refused():
    document, (finding,) = TEMPLATES["leaf-spine"].make({"leaves": 6, "rails": 4})
    assert document is None
    assert "multiple of 4" in finding.says


def test_hosts_and_uplinks_may_run_at_different_speeds():
    document = made("leaf-spine", host_gbps=100, uplink_gbps=400)
    assert {(cable.a[:4], cable.gbps) for cable in document.cables} == {("host", 100.0), ("leaf", 400.0)}
    assert {finding.severity for finding in check(document)} == {Severity.NOTE}


def test_a_catalogue_switch_is_taken_where_it_fits():
    document = made("leaf-spine", aggregation="quantum-2")
    assert {each.type for each in document.devices if each.id.startswith(("leaf", "spine"))} == {"QM9700"}


def test_eight_rails_of_400_with_eight_gpus_are_the_server_of_the_catalogue():
    document = made("leaf-spine", leaves=8, rails=8)
    assert {each.type for each in document.devices if each.id.startswith("host")} == {"DGX-H100"}


def test_a_switch_with_more_ports_than_any_of_the_catalogue_is_made_to_measure():
    document = made("leaf-spine", hosts_per_leaf=100)
    (leaf_type,) = (each for each in document.device_types if each.id == "leaf-switch")
    assert sum(block.count for block in leaf_type.ports) == 104
    assert leaf_type.aggregation.profile is AggregationProfile.QUANTUM_2


def test_the_profile_asked_for_is_that_of_every_switch():
    document = made("fat-tree", k=4, aggregation="none")
    profiles = {each.aggregation.profile for each in document.device_types}
    assert profiles == {AggregationProfile.NONE}


def test_a_fabric_beyond_the_measured_size_is_refused():
    document, (finding,) = TEMPLATES["leaf-spine"].make({"leaves": 1024, "hosts_per_leaf": 1024})
    assert document is None
    assert "100,000" in finding.says


def test_parameters_may_come_as_text_and_unknown_ones_are_refused():
    document, _ = TEMPLATES["leaf-spine"].make({"leaves": "2", "uplink_gbps": "800"})
    assert document is not None
    refused, (finding,) = TEMPLATES["leaf-spine"].make({"leafs": "2"})
    assert refused is None
    assert "did you mean leaves?" in finding.says


@pytest.mark.parametrize("name", list(TEMPLATES))
def test_every_parameter_has_words_and_a_default_for_the_form(name: str):
    for parameter in TEMPLATES[name].parameters():
        assert parameter["title"]
        assert parameter["says"]
        if parameter["type"] == "string" and parameter["fields"]:
            assert parameter["section"] == "names"
        elif parameter["type"] == "string":
            assert parameter["default"] in parameter["choices"]
        else:
            assert parameter["minimum"] <= parameter["default"] <= parameter["maximum"]


def test_a_profile_without_limits_of_its_own_is_refused_at_its_parameter_and_not_offered() -> None:
    document, findings = TEMPLATES["leaf-spine"].make({"aggregation": "custom"})
    assert document is None
    assert [(each.at, "needs limits" in each.says) for each in findings] == [("/aggregation", True)]
    (offered,) = (each for each in TEMPLATES["leaf-spine"].parameters() if each["name"] == "aggregation")
    assert "custom" not in offered["choices"]
    assert "tofino" in offered["choices"]
