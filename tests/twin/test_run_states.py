"""The state machine of a run: who may move it where, and who comes too late."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.records import broken_fabric, parts_of, person, queued_run, scenario
from twin.errors import ConflictError, NotRunnableError
from twin.models import TRANSITIONS, Run, RunStatus
from twin.services.runs import submission
from twin.services.runs.changes import advance
from twin.services.runs.execution import claim
from twin.services.runs.submission import submit

pytestmark = pytest.mark.django_db
EVERY_MOVE = [(before, after) for before in RunStatus for after in RunStatus]


@pytest.mark.parametrize(("before", "after"), EVERY_MOVE)
def test_a_run_moves_only_along_the_table(before, after):
    run = queued_run(person())
    Run.objects.filter(id=run.id).update(status=before)
    moved = advance(run.id, after, attempt=0)
    assert moved == (after in TRANSITIONS[before])
    assert Run.objects.get(id=run.id).status == (after if moved else before)


def test_of_two_workers_one_gets_the_run():
    run = queued_run(person())
    first, second = claim(run.id, worker="one"), claim(run.id, worker="two")
    assert first is not None and (first.attempt, first.worker) == (1, "one")
    assert second is None


def test_what_a_late_attempt_writes_is_refused():
    run = queued_run(person())
    claim(run.id, worker="one")
    advance(run.id, RunStatus.QUEUED, attempt=1)
    claim(run.id, worker="two")
    assert not advance(run.id, RunStatus.FINISHED, attempt=1, progress=1.0)
    assert advance(run.id, RunStatus.FINISHED, attempt=2)


def test_a_run_ends_once():
    run = queued_run(person())
    claim(run.id, worker="one")
    assert advance(run.id, RunStatus.FINISHED, attempt=1)
    ended = Run.objects.get(id=run.id).finished_at
    assert not advance(run.id, RunStatus.FAILED, attempt=1, error="too late")
    run.refresh_from_db()
    assert (run.status, run.error, run.finished_at) == (RunStatus.FINISHED, "", ended)
    assert timezone.now() - ended < timedelta(minutes=1)


@pytest.mark.django_db(transaction=True)
def test_a_run_is_queued_after_commit_in_the_queue_of_its_pace(sent):
    ada = person()
    fast = queued_run(ada)
    paced = queued_run(ada, with_scenario=scenario(ms_per_s=10))
    assert sent == [(str(fast.id), "fast"), (str(paced.id), "paced")]


@pytest.mark.django_db(transaction=True)
def test_a_run_is_accepted_while_the_broker_is_away(monkeypatch):
    def away(*_, **__):
        raise ConnectionError("no broker")

    monkeypatch.setattr("twin.queue.current_app.send_task", away)
    assert queued_run(person()).status == RunStatus.QUEUED


def test_a_run_on_a_fabric_with_errors_is_refused_with_all_of_them():
    ada = person()
    with pytest.raises(NotRunnableError) as error:
        submit(owner=ada, parts=parts_of(ada, fabric=broken_fabric()))
    pointers = {finding.at for finding in error.value.findings}
    assert any(pointer.startswith("/fabric/cables/") for pointer in pointers)
    assert not Run.objects.exists()


def test_a_scenario_that_pins_another_fabric_is_refused():
    ada = person()
    with pytest.raises(NotRunnableError) as error:
        submit(owner=ada, parts=parts_of(ada, with_scenario=scenario(fabric="0" * 64)))
    assert [finding.at for finding in error.value.findings] == ["/scenario/fabric"]


def test_a_fault_on_a_cable_that_is_not_there_is_refused():
    ada = person()
    broken = scenario(faults=({"cable": "nowhere", "at_ms": 1, "rate_share": 0.5},))
    with pytest.raises(NotRunnableError, match="1 error") as error:
        submit(owner=ada, parts=parts_of(ada, with_scenario=broken))
    assert "nowhere" in error.value.findings[0].says


def test_the_seed_of_the_request_goes_before_the_scenarios():
    ada = person()
    parts = parts_of(ada, with_scenario=scenario(seed=5))
    assert [submit(owner=ada, parts=parts, seed=seed).seed for seed in (None, 0, 9)] == [5, 0, 9]


def test_numbers_count_up_for_each_person_and_are_never_used_twice():
    ada, eve = person("ada"), person("eve")
    first = queued_run(ada)
    submission.cancel(owner=ada, run_id=first.id)
    submission.delete(owner=ada, run_id=first.id)
    assert [first.number, queued_run(ada).number, queued_run(eve).number] == [1, 2, 1]


def test_a_waiting_run_is_cancelled_at_once_and_never_claimed():
    ada = person()
    run = queued_run(ada)
    assert submission.cancel(owner=ada, run_id=run.id).status == RunStatus.CANCELLED
    assert claim(run.id, worker="one") is None
    with pytest.raises(ConflictError, match="nothing to cancel"):
        submission.cancel(owner=ada, run_id=run.id)


def test_a_run_that_goes_on_is_asked_to_stop_and_cannot_be_deleted():
    ada = person()
    run = queued_run(ada)
    claim(run.id, worker="one")
    with pytest.raises(ConflictError, match="cancel it first"):
        submission.delete(owner=ada, run_id=run.id)
    asked = submission.cancel(owner=ada, run_id=run.id)
    assert (asked.status, asked.cancel_requested) == (RunStatus.RUNNING, True)
