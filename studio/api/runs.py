"""Runs: submit, list, read, cancel, delete."""

from datetime import datetime
from uuid import UUID

from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.common import Name
from simcore.document.scenario import ScenarioDocument
from simcore.metrics import RunSummary
from studio.api.schema import operation
from studio.api.shapes import Page, PageQuery, Shape, body_of, part_of, person_of, query_of
from twin.models import DocumentRevision, RunStatus
from twin.models import Run as Record
from twin.selectors.runs import run_of, runs_of
from twin.services.runs import submission
from twin.services.runs.submission import Parts


class DocumentRef(Shape):
    """Which revision of a document a run was made of; ``id`` is the document's."""

    id: UUID
    name: str
    revision: int
    digest: str


class ScenarioRef(DocumentRef):
    """The scenario of a run, with its document."""

    document: ScenarioDocument


class Run(Shape):
    """A run; ``summary`` is there when it has finished, ``error`` where it failed."""

    id: UUID
    number: int
    project: UUID
    name: str
    status: RunStatus
    seed: int
    code_version: str
    fabric: DocumentRef
    workload: DocumentRef
    scenario: ScenarioRef
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    progress: float
    eta_s: float | None
    simulated_s: float
    error: str | None
    attempt: int
    summary: RunSummary | None


class RunPage(Page[Run]):
    """A part of the list of runs."""


class NewRun(Shape):
    """What to run: the newest revisions of three documents. Without a seed the scenario's is taken."""

    fabric: UUID
    workload: UUID
    scenario: UUID
    seed: int | None = Field(default=None, ge=0, le=2**32 - 1)
    name: Name = ""


class RunQuery(PageQuery):
    """Which runs are wanted."""

    project: UUID | None = None
    status: RunStatus | None = None


def shape_of(run: Record) -> Run:
    """Return a run as it is answered."""
    return Run(
        id=run.id,
        number=run.number,
        project=run.project_id,
        name=run.name,
        status=RunStatus(run.status),
        seed=run.seed,
        code_version=run.code_version,
        fabric=DocumentRef(**reference(run.fabric)),
        workload=DocumentRef(**reference(run.workload)),
        scenario=ScenarioRef(document=run.scenario.document, **reference(run.scenario)),
        created_at=run.created_at,
        started_at=run.started_at,
        finished_at=run.finished_at,
        progress=run.progress,
        eta_s=run.eta_s,
        simulated_s=run.simulated_s,
        error=run.error or None,
        attempt=run.attempt,
        summary=run.summary,
    )


def reference(revision: DocumentRevision) -> dict[str, object]:
    """Return the fields of a ``DocumentRef``."""
    record = revision.record  # type: ignore[attr-defined]
    return {"id": record.id, "name": record.name, "revision": revision.number, "digest": revision.digest}


class RunList(APIView):
    """All of one's runs."""

    @operation("runs_list", answer=RunPage, query=RunQuery)
    def get(self, request: Request) -> Response:
        """List runs, the newest first."""
        query = query_of(request, RunQuery)
        part = part_of(
            request, query, runs_of(person_of(request), project=query.project, status=query.status)
        )
        return Response(RunPage(results=tuple(map(shape_of, part.pop("rows"))), **part))

    @operation("runs_create", body=NewRun, answer=Run, status=201)
    def post(self, request: Request) -> Response:
        """Queue a run; 409 with findings where the fabric has errors or the scenario does not fit it."""
        body = body_of(request, NewRun)
        parts = Parts(fabric=body.fabric, workload=body.workload, scenario=body.scenario)
        run = submission.submit(owner=person_of(request), parts=parts, seed=body.seed, name=body.name)
        return Response(shape_of(run_of(person_of(request), run.id)), status=201)


class RunDetail(APIView):
    """One run."""

    @operation("runs_read", answer=Run)
    def get(self, request: Request, run_id: UUID) -> Response:
        """Read a run."""
        return Response(shape_of(run_of(person_of(request), run_id)))

    @operation("runs_delete", answer=None, status=204)
    def delete(self, request: Request, run_id: UUID) -> Response:
        """Delete a run that has ended, with all it left behind."""
        submission.delete(owner=person_of(request), run_id=run_id)
        return Response(status=204)


class RunCancel(APIView):
    """Stops a run."""

    @operation("runs_cancel", answer=Run, status=202)
    def post(self, request: Request, run_id: UUID) -> Response:
        """Ask a run to stop; it is cancelled within two seconds."""
        submission.cancel(owner=person_of(request), run_id=run_id)
        return Response(shape_of(run_of(person_of(request), run_id)), status=202)
