"""Two jobs and one token: who waits, who falls back, and what the audit says."""

from typing import Any

import pytest

from simcore.metrics import RunResult
from simcore.traffic import granting
from simcore.traffic.admission import Admission, Token
from tests.simcore.fabrics import LINE, QUANTUM, one_switch, workload
from tests.simcore.simulate.runs import SIZE, play

T = SIZE / LINE


def _two(second: dict[str, Any] | None = None, **aggregation: Any) -> RunResult:
    """Play two jobs of four hosts on one switch that adds for one of them at a time."""
    topology = one_switch(8, adding={"s": QUANTUM})
    halves = [[f"h{host}" for host in range(4 * row, 4 * row + 4)] for row in range(2)]
    jobs = [{"ranks": {"by": "list", "hosts": half}} for half in halves]
    jobs[1] |= second or {}
    how = {"algorithm": "in-network", "aggregation": {"chunk_bytes": 0} | aggregation}
    return play(topology, workload(*jobs), **how)


def _said(result: RunResult) -> list[tuple[str, str]]:
    return [(record.job, record.decision) for record in result.audit]


def test_who_would_wait_longer_than_the_tree_saves_falls_back() -> None:
    # The token is free after T; the tree saves 1.5 T - T.
    result = _two()
    assert _said(result) == [("job0", "grant"), ("job1", "fallback")]
    assert "to wait 20 ms for it would not pay" in result.audit[1].reason
    assert result.series.iteration_seconds == pytest.approx([T, 1.5 * T], rel=1e-9)


def test_who_comes_when_the_token_is_nearly_free_waits_for_it() -> None:
    # It asks at 0.7 T, waits 0.3 T, and is done after 1.3 T, where the ring takes 1.5 T.
    result = _two({"start_ms": 0.7e3 * T})
    assert _said(result) == [("job0", "grant"), ("job1", "wait"), ("job1", "grant")]
    assert result.series.iteration_seconds == pytest.approx([T, 1.3 * T], rel=1e-9)
    assert result.audit[2].waited_s == pytest.approx(0.3 * T, rel=1e-9)
    (rail,) = result.summary.jobs[1].rails
    assert (rail.granted, rail.waited, rail.fell_back) == (1, 1, 0)


def test_who_never_waits_falls_back_at_once() -> None:
    result = _two({"start_ms": 0.7e3 * T}, wait="never")
    assert _said(result) == [("job0", "grant"), ("job1", "fallback")]


def test_a_wait_ends_when_it_no_longer_pays() -> None:
    # Job 0 is slowed to half by a flow onto its host from when the other waits on: the token, promised for
    # 1.0 T, comes after 1.3 T. The other has waited 0.5 T by 1.2 T, and takes the ring.
    topology = one_switch(9, adding={"s": QUANTUM})
    halves = [[f"h{host}" for host in range(4 * row, 4 * row + 4)] for row in range(2)]
    jobs = [{"ranks": {"by": "list", "hosts": half}} for half in halves]
    jobs[1]["start_ms"] = 0.7e3 * T
    flow = {"id": "f", "src": "h8", "dst": "h0", "size_bytes": SIZE, "start_ms": 0.7e3 * T}
    result = play(
        topology, workload(*jobs, flows=[flow]), algorithm="in-network", aggregation={"chunk_bytes": 0}
    )
    assert _said(result) == [("job0", "grant"), ("job1", "wait"), ("job1", "fallback")]
    assert result.audit[2].at_s == pytest.approx(1.2 * T, rel=1e-9)
    assert result.series.iteration_seconds[1] == pytest.approx((0.5 + 1.5) * T, rel=1e-9)


def test_a_leased_tree_is_kept_until_the_last_iteration() -> None:
    result = _two({"iterations": 3}, lease="job")
    first = [record for record in result.audit if record.job == "job0"]
    assert [record.decision for record in first] == ["grant"]
    assert "it is leased" in next(record.reason for record in result.audit if record.job == "job1")


def test_a_job_keeps_its_lease_between_iterations() -> None:
    topology = one_switch(4, adding={"s": QUANTUM})
    how = {"algorithm": "in-network", "aggregation": {"chunk_bytes": 0, "lease": "job"}}
    result = play(topology, workload({"iterations": 3}), **how)
    assert [record.decision for record in result.audit] == ["grant"] * 3
    assert result.audit[1].reason == "the tree over s is leased"


def test_a_run_keeps_so_many_records_counts_the_others_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(granting, "MOST_RECORDS", 5)
    result = _two({"iterations": 6})
    assert len(result.audit) == 5
    rails = [rail for job in result.summary.jobs for rail in job.rails]
    decided = sum(rail.granted + rail.waited + rail.fell_back for rail in rails)
    assert decided >= 7
    assert any(f"the first 5 of {decided} decisions" in note for note in result.summary.notes)


TOKEN = Token((0, -1), 2, "switch s")


def test_the_wait_for_one_of_two_streams_is_that_for_the_first_to_end() -> None:
    admission = Admission()
    admission.request([TOKEN], "a", until=5.0)
    admission.request([TOKEN], "b", until=3.0)
    assert admission.predicted_wait([TOKEN], 1.0) == pytest.approx(2.0)


def test_who_waits_before_goes_first_and_is_counted() -> None:
    # Two streams end at 3 and 5; one waits for 4 s of work: it begins at 3 and ends at 7, so the next has 5.
    admission = Admission()
    admission.request([TOKEN], "a", until=5.0)
    admission.request([TOKEN], "b", until=3.0)
    admission.wait(_Nobody(), 0, [TOKEN], "c", lasts=4.0)
    assert admission.predicted_wait([TOKEN], 0.0) == pytest.approx(5.0)
    admission.release([TOKEN], "b")
    assert admission.request([TOKEN], "d") == "c waits for switch s, and came before"


class _Nobody:
    def admitted(self, stage: object, row: int) -> None:
        raise AssertionError("nothing has been given back on a stage")
