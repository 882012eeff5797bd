"""What people do with runs: submit, cancel, delete."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from simcore.document.build import build_topology
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding, Severity
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.simulate import run_findings
from twin import queue, storage
from twin.errors import ConflictError, NotRunnableError
from twin.live.news import tell_state
from twin.models import (
    Fabric,
    FabricRevision,
    Run,
    RunNumber,
    RunStatus,
    Scenario,
    ScenarioRevision,
    Workload,
    WorkloadRevision,
)
from twin.selectors.documents import newest_revision
from twin.selectors.owned import one_of
from twin.services.documents import settled
from twin.services.fabrics import FABRICS
from twin.services.runs.changes import advance


@dataclass(frozen=True, slots=True)
class Parts:
    """Whose newest revisions a run is made of."""

    fabric: UUID
    workload: UUID
    scenario: UUID


def submit(*, owner: User, parts: Parts, seed: int | None = None, name: str = "") -> Run:
    """Insert a queued run of the newest revisions, and queue it after commit.

    Raises
    ------
    NotFoundError
        If one of the parts is not the owner's.
    NotRunnableError
        If the fabric has errors, or the workload or scenario does not fit it.
    """
    fabric = settled(FABRICS, newest_revision(Fabric, owner, parts.fabric))
    workload = newest_revision(Workload, owner, parts.workload)
    scenario = newest_revision(Scenario, owner, parts.scenario)
    document = ScenarioDocument.model_validate(scenario.document)
    errors = [
        *pin_findings(document, fabric=fabric.digest, workload=workload.digest),
        *what_stops(fabric, WorkloadDocument.model_validate(workload.document), document),
    ]
    if errors:
        raise NotRunnableError(errors)
    return begin(owner, fabric, workload, scenario, document=document, seed=seed, name=name)


def begin(
    owner: User,
    fabric: FabricRevision,
    workload: WorkloadRevision,
    scenario: ScenarioRevision,
    *,
    document: ScenarioDocument,
    seed: int | None = None,
    name: str = "",
) -> Run:
    """Insert a queued run of these revisions, which fit, and queue it after commit.

    ``document`` is what the scenario's revision holds.
    """
    with transaction.atomic():
        run = Run.objects.create(
            owner=owner,
            number=_next_number(owner),
            project=fabric.record.project,
            name=name or document.name or scenario.record.name,
            fabric=fabric,
            workload=workload,
            scenario=scenario,
            seed=document.seed if seed is None else seed,
            code_version=settings.CODE_VERSION,
            is_paced=document.pace.ms_per_s is not None,
        )
        transaction.on_commit(lambda: queue.queue_run(run.id, is_paced=run.is_paced))
    return run


def what_stops(
    fabric: FabricRevision, workload: WorkloadDocument, scenario: ScenarioDocument
) -> list[Finding]:
    """Return the errors that stop a run, with pointers that begin at the document: ``/fabric/cables/3``."""
    found = [Finding.model_validate(finding) for finding in fabric.findings]
    errors = [finding for finding in found if finding.severity is Severity.ERROR]
    if errors:
        return [finding.model_copy(update={"at": f"/fabric{finding.at}"}) for finding in errors]
    document = FabricDocument.model_validate(fabric.document)
    topology = build_topology(document, payload_share=scenario.transport.payload_share)
    return [
        finding.model_copy(update={"at": _in_its_document(finding.at)})
        for finding in run_findings(topology, workload, scenario)
        if finding.severity is Severity.ERROR
    ]


def _in_its_document(at: str) -> str:
    """Return a pointer into the workload or the scenario with the name of that document before it."""
    part = at.strip("/").split("/")[0]
    return f"/scenario{at}" if part in ScenarioDocument.model_fields else f"/workload{at}".rstrip("/")


def pin_findings(scenario: ScenarioDocument, *, fabric: str, workload: str) -> list[Finding]:
    """Return an error for each digest that the scenario pins and the run does not have."""
    pins = (("fabric", scenario.fabric, fabric), ("workload", scenario.workload, workload))
    return [
        Finding(
            rule=f"scenario.{noun}",
            severity=Severity.ERROR,
            at=f"/scenario/{noun}",
            says=f"the scenario was made for the {noun} with digest {pinned[:10]}…, this one has "
            f"{given[:10]}…: save the scenario with the new digest, or with null to take any {noun}",
        )
        for noun, pinned, given in pins
        if pinned is not None and pinned != given
    ]


def cancel(*, owner: User, run_id: UUID) -> Run:
    """Cancel a run: at once where it waits, within two seconds where it runs, never where it has ended.

    Raises
    ------
    NotFoundError
        If the owner has no such run.
    ConflictError
        If it has ended.
    """
    run = one_of(Run, owner, run_id)
    if run.has_ended:
        raise ConflictError(f"run {run.number} has ended ({run.status}): there is nothing to cancel")
    Run.objects.filter(id=run.id).update(cancel_requested=True)
    if run.status == RunStatus.QUEUED:
        advance(run.id, RunStatus.CANCELLED, attempt=run.attempt)
    run.refresh_from_db()
    tell_state(run.id)
    return run


def delete(*, owner: User, run_id: UUID) -> None:
    """Delete a run that has ended, with its files.

    Raises
    ------
    NotFoundError
        If the owner has no such run.
    ConflictError
        If it has not ended.
    """
    run = one_of(Run, owner, run_id)
    if not run.has_ended:
        raise ConflictError(f"run {run.number} is {run.status}: cancel it first")
    attempts = run.attempt
    run.delete()
    storage.delete_files(run_id, attempts)


def _next_number(owner: User) -> int:
    """Return the next number of a person's runs; its row is locked until the transaction ends."""
    RunNumber.objects.get_or_create(owner=owner)
    RunNumber.objects.filter(owner=owner).update(newest=F("newest") + 1)
    return RunNumber.objects.get(owner=owner).newest
