"""A run from its claim to its end: what it leaves behind, and every way it can end."""

import threading
from itertools import pairwise

import pytest

from simcore.frames import FrameFlag, Snapshot, decode
from simcore.metrics import RunResult
from tests.patience import PATIENCE_S, wait_until
from tests.records import MIB, all_reduce, leaf_spine, person, queued_run, scenario
from twin import storage
from twin.live.publisher import FramePublisher
from twin.models import Run, RunStatus
from twin.selectors import runs
from twin.services.runs import execution, submission
from twin.services.runs.changes import advance

pytestmark = pytest.mark.django_db(transaction=True)  # the heartbeat is a thread of its own


def executed(run: Run) -> Run:
    execution.execute(run_id=run.id)
    return runs.run_of(run.owner, run.id)


def test_a_finished_run_says_what_the_closed_form_of_the_ring_says():
    # 4 hosts on idle 400 Gb/s links: 2 (n - 1) / n * S / C, and the way of 2 (n - 1) hops.
    run = executed(queued_run(person()))
    assert (run.status, run.attempt, run.progress, run.error) == (RunStatus.FINISHED, 1, 1.0, "")
    sharing = 2 * 3 / 4 * 8 * MIB / 50e9
    median = run.summary["jobs"][0]["communication"]["p50"]
    assert sharing < median < 1.1 * sharing


def test_a_finished_run_keeps_its_series_and_its_decisions():
    run = executed(queued_run(person(), with_scenario=scenario(algorithm="in-network")))
    series = runs.series_of(run)
    assert series["iteration_seconds"].shape == (3,)
    assert series["cable_mean"].shape == (len(runs.cable_ids_of(run)), 2)
    decisions = [record["decision"] for record in runs.audit_of(run)]
    assert decisions == ["grant"] * 3
    assert runs.audit_of(run, runs.AuditFilter(decision="fallback")) == []


def test_the_frame_record_counts_up_and_ends_with_a_last_frame():
    run = executed(queued_run(person()))
    index = runs.frames_of(run)
    record = storage.frame_record(run.id, run.attempt)
    frames = [decode(record[each.offset : each.offset + each.length]) for each in index]
    assert [frame.seq for frame in frames] == [each.seq for each in index]
    assert all(earlier.seq < later.seq for earlier, later in pairwise(frames))
    assert frames[-1].flags == FrameFlag.LAST
    assert frames[-1].readout["iterations"] == {"done": 3, "total": 3}
    assert {frame.run for frame in frames} == {run.id}


def test_the_same_seed_gives_the_same_bytes():
    def series_of(seed: int) -> dict[str, bytes]:
        run = queued_run(person(), workload=all_reduce(jitter_cv=0.3), with_scenario=scenario(seed=seed))
        return {name: array.tobytes() for name, array in runs.series_of(executed(run)).items()}

    assert series_of(1) == series_of(1)
    assert series_of(1) != series_of(2)


def test_a_task_that_comes_twice_changes_nothing():
    run = executed(queued_run(person()))
    again = executed(run)
    assert (again.attempt, again.finished_at) == (run.attempt, run.finished_at)


def test_a_cancelled_run_stops_and_keeps_its_frames():
    run = queued_run(person(), workload=all_reduce(iterations=100_000), with_scenario=scenario(ms_per_s=5))
    work = threading.Thread(target=execution.execute, kwargs={"run_id": run.id})
    work.start()
    wait_until(lambda: runs.frames_of(runs.run_of(run.owner, run.id)), "a frame")
    submission.cancel(owner=run.owner, run_id=run.id)
    work.join(PATIENCE_S)
    assert not work.is_alive()
    run = runs.run_of(run.owner, run.id)
    assert (run.status, run.summary, run.eta_s) == (RunStatus.CANCELLED, None, None)
    assert runs.frames_of(run)[-1].flags & FrameFlag.LAST


def test_an_attempt_that_was_taken_over_ends_and_writes_nothing():
    run = queued_run(person(), workload=all_reduce(iterations=100_000), with_scenario=scenario(ms_per_s=5))
    work = threading.Thread(target=execution.execute, kwargs={"run_id": run.id})
    work.start()
    wait_until(lambda: Run.objects.get(id=run.id).status == RunStatus.RUNNING, "the run")
    advance(run.id, RunStatus.QUEUED, attempt=1)
    newer = execution.claim(run.id, worker="newer")
    work.join(PATIENCE_S)
    assert not work.is_alive()
    run.refresh_from_db()
    assert (run.status, run.attempt, run.worker) == (RunStatus.RUNNING, newer.attempt, "newer")


def test_a_program_error_ends_the_run_as_failed_with_its_words(monkeypatch):
    def breaks(*_: object, **__: object) -> RunResult:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(execution, "simulate", breaks)
    run = executed(queued_run(person()))
    assert (run.status, run.error) == (
        RunStatus.FAILED,
        "the simulation broke off: ZeroDivisionError: a bug",
    )


def _breaks_at_sample(monkeypatch, number: int) -> None:
    """Let the simulation call the observer ``number`` times and then fail by a bug."""
    whole = execution.simulate

    def breaks(*given: object, observer: FramePublisher, **more: object) -> RunResult:
        seen = 0

        def watch(snapshot: Snapshot) -> None:
            nonlocal seen
            seen += 1
            if seen > number:
                raise ZeroDivisionError("a bug")
            observer(snapshot)

        return whole(*given, observer=watch, **more)

    monkeypatch.setattr(execution, "simulate", breaks)


def test_the_frame_record_of_a_run_that_failed_ends_with_a_last_frame(monkeypatch):
    _breaks_at_sample(monkeypatch, 5)
    run = executed(queued_run(person()))
    assert run.status == RunStatus.FAILED
    assert runs.frames_of(run)[-1].flags & FrameFlag.LAST


def test_a_record_that_cannot_be_written_does_not_keep_the_run_from_ending(monkeypatch):
    def is_full(*_: object) -> None:
        raise OSError("no space left on device")

    _breaks_at_sample(monkeypatch, 5)
    monkeypatch.setattr(storage, "append_frames", is_full)
    run = executed(queued_run(person()))
    assert (run.status, run.error) == (
        RunStatus.FAILED,
        "the simulation broke off: ZeroDivisionError: a bug",
    )


def test_the_heartbeat_tells_progress_while_the_run_goes_on():
    run = queued_run(
        person(),
        fabric=leaf_spine(),
        workload=all_reduce(iterations=1000),
        with_scenario=scenario(ms_per_s=100),
    )
    work = threading.Thread(target=execution.execute, kwargs={"run_id": run.id})
    work.start()
    seen = wait_until(lambda: Run.objects.filter(id=run.id, progress__gt=0).first(), "progress")
    submission.cancel(owner=run.owner, run_id=run.id)
    work.join(PATIENCE_S)
    assert 0 < seen.progress < 1
    assert seen.simulated_s > 0
