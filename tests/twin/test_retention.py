"""Frames are kept for a time, everything else of a run for good."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.records import person, queued_run
from twin import storage
from twin.errors import GoneError
from twin.models import Run
from twin.selectors.runs import audit_of, frame_record_of, frames_of, run_of, series_of
from twin.services.runs.execution import claim, execute
from twin.services.runs.retention import remove_old_frames

pytestmark = pytest.mark.django_db(transaction=True)


def ended(*, days_ago: float) -> Run:
    """Return a finished run whose end lies so many days back."""
    run = queued_run(person())
    execute(run_id=run.id)
    Run.objects.filter(id=run.id).update(finished_at=timezone.now() - timedelta(days=days_ago))
    return run_of(person(), run.id)


def test_frames_older_than_their_time_go_and_the_rest_of_the_run_stays(settings):
    settings.FRAME_DAYS = 30
    run = ended(days_ago=30.1)
    assert frames_of(run)
    assert remove_old_frames() == [run.id]
    run.refresh_from_db()
    for read in (frames_of, frame_record_of):
        with pytest.raises(GoneError, match="was kept for 30 days"):
            read(run)
    assert storage.frame_record(run.id, run.attempt) == b""
    assert len(series_of(run)["iteration_seconds"]) == run.summary["jobs"][0]["iterations_done"] == 3
    assert audit_of(run) == []


def test_frames_within_their_time_stay(settings):
    settings.FRAME_DAYS = 30
    run = ended(days_ago=29.9)
    record = frame_record_of(run)
    assert remove_old_frames() == []
    assert frame_record_of(run) == record


def test_a_removal_is_done_once_and_covers_every_attempt(settings):
    settings.FRAME_DAYS = 1
    run = ended(days_ago=2)
    Run.objects.filter(id=run.id).update(attempt=2)
    storage.append_frames(run.id, 2, storage.frame_record(run.id, 1))
    assert remove_old_frames() == [run.id]
    assert [storage.frame_index(run.id, attempt) for attempt in (1, 2)] == [[], []]
    assert remove_old_frames() == []


def test_zero_days_keep_frames_for_good(settings):
    settings.FRAME_DAYS = 0
    run = ended(days_ago=4_000)
    assert remove_old_frames() == []
    assert frames_of(run)


def test_a_run_on_its_way_keeps_its_frames_however_long_it_takes(settings):
    settings.FRAME_DAYS = 1
    run = queued_run(person())
    claim(run.id, worker="here:1")
    Run.objects.filter(id=run.id).update(started_at=timezone.now() - timedelta(days=9))
    assert remove_old_frames() == []


def test_a_record_that_cannot_be_removed_does_not_hold_up_the_others(settings, monkeypatch):
    settings.FRAME_DAYS = 1
    stuck, other = ended(days_ago=3), ended(days_ago=2)
    delete = storage.delete_frames

    def refuse_one(run_id, attempts):
        if run_id == stuck.id:
            raise PermissionError("read-only")
        delete(run_id, attempts)

    monkeypatch.setattr(storage, "delete_frames", refuse_one)
    assert remove_old_frames() == [other.id]
