"""What a dead worker or a lost broker leaves behind is taken up, given up, or queued again."""

import os
import socket
import subprocess
import sys
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests.records import person, queued_run
from twin.models import Run, RunStatus
from twin.services.runs.execution import claim, worker_name
from twin.services.runs.heartbeat import STALE_AFTER
from twin.services.runs.recovery import MOST_ATTEMPTS, is_gone, recover

pytestmark = pytest.mark.django_db(transaction=True)
ELSEWHERE = "another-machine:1"


def dead_worker() -> str:
    """Return the name of a worker of this machine that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return f"{socket.gethostname()}:{process.pid}"


def stale(run: Run) -> None:
    """Make the heartbeat of a run too old."""
    Run.objects.filter(id=run.id).update(heartbeat_at=timezone.now() - STALE_AFTER - timedelta(seconds=1))


def test_a_run_whose_worker_lives_is_left_alone(sent):
    run = queued_run(person())
    claim(run.id, worker=worker_name())
    sent.clear()
    assert recover() == []
    assert (Run.objects.get(id=run.id).status, sent) == (RunStatus.RUNNING, [])


def test_a_run_whose_worker_died_is_queued_again_at_once(sent):
    run = queued_run(person())
    claim(run.id, worker=dead_worker())
    sent.clear()
    cache.clear()
    assert recover() == [run.id]
    run.refresh_from_db()
    assert (run.status, run.worker, run.progress) == (RunStatus.QUEUED, "", 0.0)
    assert sent == [(str(run.id), "fast")]
    assert claim(run.id, worker="next").attempt == 2


def test_a_run_on_another_machine_is_taken_up_when_its_heartbeat_is_stale():
    run = queued_run(person())
    claim(run.id, worker=ELSEWHERE)
    assert recover() == []
    stale(run)
    assert recover() == [run.id]


def test_a_run_whose_workers_keep_dying_is_lost_and_says_so():
    run = queued_run(person())
    for _ in range(MOST_ATTEMPTS):
        assert Run.objects.get(id=run.id).status == RunStatus.QUEUED
        claim(run.id, worker=ELSEWHERE)
        stale(run)
        recover()
    run.refresh_from_db()
    assert run.status == RunStatus.LOST
    assert run.finished_at is not None
    assert "3 attempts" in run.error


def test_an_abandoned_run_that_was_to_be_cancelled_is_cancelled():
    run = queued_run(person())
    claim(run.id, worker=ELSEWHERE)
    Run.objects.filter(id=run.id).update(cancel_requested=True)
    stale(run)
    recover()
    assert Run.objects.get(id=run.id).status == RunStatus.CANCELLED


def test_a_waiting_run_is_queued_again_when_the_broker_has_forgotten_it(sent):
    run = queued_run(person())
    recover()
    assert sent == [(str(run.id), "fast")]
    cache.clear()
    recover()
    assert sent == [(str(run.id), "fast")] * 2


def test_at_the_start_all_waiting_runs_are_queued_again(sent):
    run = queued_run(person())
    recover(is_start=True)
    assert sent == [(str(run.id), "fast")] * 2


def test_nothing_is_known_about_workers_of_other_machines_and_this_process_lives():
    assert not is_gone(ELSEWHERE)
    assert not is_gone(f"{socket.gethostname()}:{os.getpid()}")
    assert not is_gone("")
