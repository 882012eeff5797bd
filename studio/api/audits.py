"""The decisions on in-network aggregation of a run: listed, filtered, and as a file."""

from typing import Literal
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from pydantic import Field, RootModel
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.formats.writing import Written
from simcore.formats.writing.audit import audit_csv
from simcore.traffic.audit import AuditRecord, Decision
from studio.api.exports import BYTES, FileRenderer, attached
from studio.api.schema import operation
from studio.api.shapes import Page, PageQuery, Shape, ShapeRenderer, part_of, person_of, query_of
from twin.selectors import runs
from twin.selectors.runs import AuditFilter, run_of


class AuditFilterQuery(Shape):
    """Which decisions are wanted; those that all of it is true of."""

    decision: Decision | None = None
    job: str | None = Field(default=None, description="id of a job of the workload")
    tenant: str | None = None
    rail: str | None = Field(default=None, description="name of a rail")
    text: str | None = Field(
        default=None,
        max_length=200,
        description="words that stand in the reason, or in names of job, tenant, rail, switches and ports",
    )

    def filter(self) -> AuditFilter:
        """Return the same for the selector."""
        return AuditFilter(
            decision=self.decision, job=self.job, tenant=self.tenant, rail=self.rail, text=self.text or ""
        )


class AuditQuery(PageQuery, AuditFilterQuery):
    """Which decisions are wanted, and how many of them."""

    limit: int = PageQuery.model_fields["limit"].default


class AuditFileQuery(AuditFilterQuery):
    """Which decisions are wanted as a file, and in which form."""

    form: Literal["csv", "json"] = "csv"


class AuditPage(Page[AuditRecord]):
    """A part of the decisions."""


class AuditFile(RootModel[tuple[AuditRecord, ...]]):
    """All decisions that were asked for."""


class AuditView(APIView):
    """The decisions on in-network aggregation."""

    @operation("runs_audit", answer=AuditPage, query=AuditQuery)
    def get(self, request: Request, run_id: UUID) -> Response:
        """List grants, waits, fallbacks and refusals in order of time, those asked for."""
        query = query_of(request, AuditQuery)
        records = runs.audit_of(run_of(person_of(request), run_id), query.filter())
        part = part_of(request, query, records)
        return Response(AuditPage(results=part.pop("rows"), **part))


class AuditFileView(APIView):
    """The decisions on in-network aggregation as a file."""

    renderer_classes = (ShapeRenderer, FileRenderer)

    @operation("runs_audit_file", answer=OpenApiTypes.BINARY, query=AuditFileQuery, media_type=BYTES)
    def get(self, request: Request, run_id: UUID) -> HttpResponse:
        """Write the decisions that are asked for, all of them, as CSV or JSON."""
        run = run_of(person_of(request), run_id)
        query = query_of(request, AuditFileQuery)
        records = runs.audit_of(run, query.filter())
        if query.form == "csv":
            content = audit_csv(records)
        else:
            content = AuditFile.model_validate(records).model_dump_json(indent=1).encode()
        return attached((Written(f"run-{run.number}-audit.{query.form}", content),), archive="")
