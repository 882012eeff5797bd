"""Settings that change nothing are told before the run, and stand among the notes of its result."""

from typing import Any

import pytest

from simcore.document.scenario import RoutingMode
from simcore.simulate import run_findings, simulate
from tests.simcore.fabrics import QUANTUM_2, leaf_spine, scenario, workload

GIVEN = {"sub_flows": 4, "splitting": "equal", "period_us": 5.0}
SPLIT = {"/routing/sub_flows", "/routing/splitting"}
PERIOD = {"/routing/period_us"}


IDLE = {
    "hash": PERIOD,
    "e-ecmp": PERIOD,
    "planned": PERIOD,
    "flowlets": SPLIT,
    "adaptive-spray": SPLIT,
    "least-loaded": SPLIT,
    "spray": SPLIT | PERIOD,
    "static": SPLIT | PERIOD,
}


@pytest.mark.parametrize("mode", RoutingMode)
def test_each_routing_notes_the_settings_that_it_does_not_look_at(mode: RoutingMode) -> None:
    how = scenario(routing={"mode": mode.value, **GIVEN})
    assert {each.at for each in run_findings(leaf_spine(2, 2, 2), workload({}), how)} == IDLE[mode]


def test_a_note_on_the_documents_is_among_those_of_the_result() -> None:
    how = scenario(routing={"mode": "spray", "sub_flows": 4})
    notes = simulate(leaf_spine(2, 2, 2), workload({}), how).summary.notes
    assert notes[0] == "Sub-flows have no say in routing spray."


# What each algorithm leaves without a say of all that can be set about adding, but for the quorum.
OF_TREES = {
    "tiers": "leaf",
    "wait": "never",
    "lease": "job",
    "merged_share": 0.5,
    "wire_share": 0.9,
    "start_us": 4.0,
}
SERVERS = {"servers": {"reduce_gbps": 800.0}}
ADAPTERS = {"adapter_reduce_gbps": 100.0}


@pytest.mark.parametrize(
    ("algorithm", "looked_at"),
    [("ring", {}), ("in-network", OF_TREES), ("edge-servers", SERVERS), ("smart-nic", ADAPTERS)],
)
def test_each_algorithm_notes_the_settings_of_adding_that_it_does_not_look_at(
    algorithm: str, looked_at: dict[str, Any]
) -> None:
    given = {**OF_TREES, **SERVERS, **ADAPTERS}
    topology = leaf_spine(1, 1, 4, adding={"leaf0": QUANTUM_2})
    found = run_findings(topology, workload({}), scenario(algorithm=algorithm, aggregation=given))
    unused = {each.at: each.severity for each in found if each.rule.endswith(".unused")}
    assert unused == dict.fromkeys(
        (f"/aggregation/{name}" for name in given if name not in looked_at), "note"
    )


@pytest.mark.parametrize(
    ("part", "given", "idle"),
    [
        ("aggregation", {"quorum_timeout_ms": 3.0}, "/aggregation/quorum_timeout_ms"),
        ("security", {"mtu_bytes": 1024}, "/security/mtu_bytes"),
        ("security", {"macsec_hop_us": 0.1}, "/security/macsec_hop_us"),
        ("security", {"encryption": "end-to-end", "macsec_hop_us": 0.1}, "/security/macsec_hop_us"),
    ],
)
def test_a_setting_of_what_is_not_asked_for_is_noted(part: str, given: dict[str, Any], idle: str) -> None:
    found = run_findings(leaf_spine(2, 2, 2), workload({}), scenario(**{part: given}))
    assert [each.at for each in found if each.rule.endswith(".unused")] == [idle]


def test_figures_of_streams_have_no_say_in_segments() -> None:
    topology = leaf_spine(1, 1, 4, adding={"leaf0": QUANTUM_2})
    how = scenario(algorithm="in-network", aggregation={"protocol": "latency", "start_us": 4.0})
    found = [each for each in run_findings(topology, workload({}), how) if each.rule.endswith(".unused")]
    assert [each.at for each in found] == ["/aggregation/start_us"]
