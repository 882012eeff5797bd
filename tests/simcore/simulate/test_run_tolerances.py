"""How exact a run is: what a scenario asks for reaches the engine."""

import pytest

from simcore.engine.tolerances import DEFAULT
from simcore.metrics import RunResult
from simcore.simulate import run_findings, simulate
from tests.simcore.fabrics import leaf_spine, one_switch, scenario, workload

BUSY = workload({"size_bytes": 10**8}, background=[{"id": "b", "load": 0.5, "stop_ms": 20}])


def _play(**tolerances: object) -> RunResult:
    return simulate(leaf_spine(2, 2, 8), BUSY, scenario(tolerances=tolerances))


def test_tolerances_of_nothing_are_an_exact_run() -> None:
    assert _play(exact=True).summary == _play(coalesce=0, spread=0).summary


def test_a_run_takes_the_tolerances_of_the_engine_where_none_are_given() -> None:
    # They move the ends of the iteration and of the run, by less than is promised for a completion.
    exact, usual = _play(exact=True), _play()
    assert usual.summary == _play(coalesce=DEFAULT.coalesce, spread=DEFAULT.spread).summary
    assert usual.summary.simulated_s != exact.summary.simulated_s
    assert usual.summary.simulated_s == pytest.approx(exact.summary.simulated_s, rel=0.002)
    assert usual.series.iteration_seconds == pytest.approx(exact.series.iteration_seconds, rel=0.002)


def test_tolerances_of_an_exact_run_are_told_to_have_no_say() -> None:
    how = scenario(tolerances={"exact": True, "spread": 0.01})
    (finding,) = run_findings(one_switch(2), workload({}), how)
    assert (finding.rule, finding.at) == ("tolerances.unused", "/tolerances/exact")
