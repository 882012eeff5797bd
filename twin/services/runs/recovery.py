"""Puts right what a dead worker or a lost broker left behind. Doing it too often changes nothing.

A running run without a sign of life is queued again, or given up as lost after ``MOST_ATTEMPTS``; a queued
run that the broker does not know is queued again. This file knows no simulation, so that the parent of all
processes can call it without loading one.
"""

import os
import socket
import sys
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from twin.live.news import tell_state
from twin.models import Run, RunStatus
from twin.queue import queue_run, unmarked
from twin.services.runs.changes import advance
from twin.services.runs.heartbeat import STALE_AFTER

MOST_ATTEMPTS: Final = 3


def recover(*, is_start: bool = False) -> list[UUID]:
    """Take up or give up abandoned runs, queue again what the broker lost; return the runs touched.

    ``is_start`` says that the workers have just been started, with nothing in their hands: then all queued
    runs are queued again.
    """
    touched = [run.id for run in _abandoned() if _take_up(run)]
    waiting = Run.objects.filter(status=RunStatus.QUEUED).order_by("created_at")
    is_paced = dict(waiting.values_list("id", "is_paced"))
    lost = set(is_paced) if is_start else unmarked(is_paced)
    for run_id, paced in is_paced.items():
        if run_id in lost:
            queue_run(run_id, is_paced=paced)
    return [*touched, *(run_id for run_id in is_paced if run_id in lost and run_id not in touched)]


def _abandoned() -> list[Run]:
    """Return the running runs whose heartbeat is stale or whose worker, on this machine, is dead."""
    running = Run.objects.filter(status=RunStatus.RUNNING)
    is_stale = Q(heartbeat_at__lt=timezone.now() - STALE_AFTER)
    stale = set(running.filter(is_stale).values_list("id", flat=True))
    return [run for run in running.defer("summary") if run.id in stale or is_gone(run.worker)]


def _take_up(run: Run) -> bool:
    """Move an abandoned run on: cancelled if that was wanted, queued again, or lost."""
    if run.cancel_requested:
        moved = advance(run.id, RunStatus.CANCELLED, attempt=run.attempt)
    elif run.attempt < MOST_ATTEMPTS:
        moved = advance(
            run.id,
            RunStatus.QUEUED,
            attempt=run.attempt,
            worker="",
            progress=0.0,
            eta_s=None,
            simulated_s=0.0,
        )
    else:
        says = f"its worker died in each of {run.attempt} attempts: start it again, or read the server's log"
        moved = advance(run.id, RunStatus.LOST, attempt=run.attempt, error=says)
    if moved:
        tell_state(run.id)
    return moved


def is_gone(worker: str) -> bool:
    """Tell whether a worker of this machine is certainly dead; of another machine nothing is known."""
    host, _, process = worker.rpartition(":")
    if host != socket.gethostname() or not process.isdigit() or sys.platform == "win32":
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
