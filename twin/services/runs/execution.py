"""Executes a run: claim, build, simulate, keep, finish. The row is finished first, then the news is sent."""

import dataclasses
import logging
import os
import socket
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from pydantic import TypeAdapter

from simcore.document.build import build_topology
from simcore.document.fabric import FabricDocument
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.errors import SimcoreError, StoppedError
from simcore.metrics import RunResult, RunSummary
from simcore.simulate import simulate
from simcore.traffic.audit import AuditRecord
from simcore.traffic.standing import StandingTree
from twin import storage
from twin.errors import SupersededError
from twin.live.news import tell_state
from twin.live.publisher import FramePublisher
from twin.models import Run, RunStatus
from twin.services.runs.changes import advance
from twin.services.runs.heartbeat import Heartbeat

SUMMARY = TypeAdapter(RunSummary)
AUDIT = TypeAdapter(tuple[AuditRecord, ...])
TREES = TypeAdapter(tuple[StandingTree, ...])

log = logging.getLogger(__name__)


def execute(*, run_id: UUID) -> None:
    """Execute a queued run to its end; does nothing where another worker has it or it has ended."""
    run = claim(run_id, worker=worker_name())
    if run is None:
        log.info("run %s is not queued: stepping aside", run_id)
        return
    log.info("run %s: attempt %d begins", run_id, run.attempt)
    tell_state(run_id)
    try:
        _attempt(run)
    except SupersededError as error:
        log.warning("run %s: %s", run_id, error)
        return
    tell_state(run_id)


def claim(run_id: UUID, *, worker: str) -> Run | None:
    """Take a queued run for this worker, None where it is not queued (any more)."""
    with transaction.atomic():
        now = timezone.now()
        claimed = Run.objects.filter(id=run_id, status=RunStatus.QUEUED).update(
            status=RunStatus.RUNNING,
            attempt=F("attempt") + 1,
            worker=worker,
            heartbeat_at=now,
            started_at=now,
            updated_at=now,
        )
        if not claimed:
            return None
        return Run.objects.select_related("fabric", "workload", "scenario").get(id=run_id)


def worker_name() -> str:
    """Return the name of this process, by which recovery can tell whether it still lives."""
    return f"{socket.gethostname()}:{os.getpid()}"


def _attempt(run: Run) -> None:
    """Simulate, and move the run on to the status that its end deserves."""
    publisher = FramePublisher(run.id, run.attempt)
    beat = Heartbeat(run.id, run.attempt, publisher)
    try:
        with beat:
            result = _simulate(run, publisher, beat)
            publisher.close()
            _keep(run, result)
    except StoppedError:
        _close(run, publisher, beat)
        _end(run, RunStatus.CANCELLED, publisher)
    except SimcoreError as error:
        _close(run, publisher, beat)
        _end(run, RunStatus.FAILED, publisher, error=str(error))
    except Exception as error:  # the top of a task: whatever went wrong ends the run, not the worker
        log.exception("run %s failed", run.id)
        _close(run, publisher, beat)
        says = f"the simulation broke off: {type(error).__name__}: {error}"
        _end(run, RunStatus.FAILED, publisher, error=says)
    else:
        summary = SUMMARY.dump_python(result.summary, mode="json")
        _end(run, RunStatus.FINISHED, publisher, progress=1.0, summary=summary)


def _simulate(run: Run, publisher: FramePublisher, beat: Heartbeat) -> RunResult:
    scenario = ScenarioDocument.model_validate(run.scenario.document).model_copy(update={"seed": run.seed})
    topology = build_topology(
        FabricDocument.model_validate(run.fabric.document), payload_share=scenario.transport.payload_share
    )
    workload = WorkloadDocument.model_validate(run.workload.document)
    return simulate(topology, workload, scenario, observer=publisher, should_stop=beat.should_stop)


def _close(run: Run, publisher: FramePublisher, beat: Heartbeat) -> None:
    """End the frame record of a run that broke off; whatever hinders that does not keep it from ending."""
    if beat.is_superseded:
        raise _superseded(run)
    try:
        publisher.close()
    except Exception:  # a full disk, say, which may be what broke the run
        log.exception("the frame record of run %s has no end", run.id)


def _keep(run: Run, result: RunResult) -> None:
    arrays = {field.name: getattr(result.series, field.name) for field in dataclasses.fields(result.series)}
    storage.save_series(run.id, run.attempt, arrays)
    storage.save_audit(run.id, run.attempt, AUDIT.dump_python(result.audit, mode="json"))
    storage.save_trees(run.id, run.attempt, TREES.dump_python(result.trees, mode="json"))


def _end(run: Run, status: RunStatus, publisher: FramePublisher, **fields: Any) -> None:
    fields = {"progress": publisher.progress, "simulated_s": publisher.simulated_s, **fields}
    if not advance(run.id, status, attempt=run.attempt, **fields):
        raise _superseded(run)
    log.info("run %s: attempt %d %s", run.id, run.attempt, status)


def _superseded(run: Run) -> SupersededError:
    return SupersededError(f"attempt {run.attempt} of run {run.number} is not its newest any more")
