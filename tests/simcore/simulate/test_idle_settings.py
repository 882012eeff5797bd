"""Settings that change nothing are told before the run, and stand among the notes of its result."""

import pytest

from simcore.document.scenario import RoutingMode
from simcore.simulate import run_findings, simulate
from tests.simcore.fabrics import leaf_spine, scenario, workload

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
