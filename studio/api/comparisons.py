"""Comparisons of every way of an all-reduce: start, list, read, cancel, delete; and their ladders."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from django.http import HttpResponse
from pydantic import Field, model_validator
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.common import Name
from simcore.formats.writing import Written
from studio.api.exports import FileRenderer, attached, stem_of
from studio.api.runs import DocumentRef, reference
from studio.api.schema import operation
from studio.api.shapes import Page, PageQuery, Shape, ShapeRenderer, body_of, part_of, person_of, query_of
from twin.models import ENDED
from twin.models import Comparison as Record
from twin.selectors.comparison_text import ladder_markdown, table_csv, table_markdown
from twin.selectors.comparisons import Subject, WayRow, WaysTable, comparison_of, comparisons_of, table_of
from twin.selectors.ladder import LadderRung, ladder_of
from twin.services import comparisons
from twin.services.comparisons import WAY_NAMES, design_of_parts, design_of_run
from twin.services.runs.submission import Parts

WayName = Literal[WAY_NAMES]  # type: ignore[valid-type]


class ComparisonEntry(Shape):
    """A comparison in a list: what is compared, how many ways have a run, and how many of them go on."""

    id: UUID
    project: UUID
    name: str
    created_at: datetime
    fabric: DocumentRef
    workload: DocumentRef
    seed: int
    ways: int
    running: int


class ComparisonPage(Page[ComparisonEntry]):
    """A part of the list of comparisons."""


class WaysComparison(Shape):
    """A comparison with its whole table; ``says`` is the one sentence, gains are over ``baseline``."""

    id: UUID
    project: UUID
    name: str
    created_at: datetime
    fabric: DocumentRef
    workload: DocumentRef
    seed: int
    subject: Subject
    ways: tuple[WayRow, ...]
    done: int
    running: int
    baseline: str
    says: str


class ComparisonLadder(Shape):
    """What to try first: rungs from the host to the network, with expectation, measures and gates.

    While runs go on (``running``) it may change.
    """

    comparison: UUID
    name: str
    baseline: str
    running: int
    rungs: tuple[LadderRung, ...]


class NewComparison(Shape):
    """What to compare: the design of a run, or the newest revisions of three documents.

    ``ways`` null is all of them; the ring, which gains are told against, is always among them.
    """

    run: UUID | None = None
    fabric: UUID | None = None
    workload: UUID | None = None
    scenario: UUID | None = None
    ways: tuple[WayName, ...] | None = None
    seed: int | None = Field(default=None, ge=0, le=2**32 - 1)
    name: Name = ""

    @model_validator(mode="after")
    def _is_of_a_run_or_of_documents(self) -> "NewComparison":
        parts = (self.fabric, self.workload, self.scenario)
        if (self.run is None) == (None in parts) or (self.run and any(parts)):
            raise ValueError("give a run, or fabric, workload and scenario")
        return self


class ComparisonQuery(PageQuery):
    """Which comparisons are wanted."""

    project: UUID | None = None


class TableQuery(Shape):
    """In which form the table is wanted: CSV and Markdown are files."""

    format: Literal["json", "csv", "markdown"] = "json"


class LadderQuery(Shape):
    """In which form the ladder is wanted: Markdown is a file."""

    format: Literal["json", "markdown"] = "json"


def shape_of(table: WaysTable) -> WaysComparison:
    """Return a comparison as it is answered."""
    return WaysComparison(
        **_common(table.record),
        subject=table.subject,
        ways=table.rows,
        done=table.done,
        running=table.running,
        baseline=table.baseline,
        says=table.says,
    )


def _common(record: Record) -> dict[str, object]:
    return {
        "id": record.id,
        "project": record.project_id,
        "name": record.name,
        "created_at": record.created_at,
        "fabric": DocumentRef(**reference(record.fabric)),
        "workload": DocumentRef(**reference(record.workload)),
        "seed": record.seed,
    }


def _entry(record: Record) -> ComparisonEntry:
    runs = [way.run for way in record.ways.all() if way.run is not None]
    running = sum(run.status not in ENDED for run in runs)
    return ComparisonEntry(**_common(record), ways=len(runs), running=running)


def _file(name: str, content: bytes) -> HttpResponse:
    return attached((Written(name, content),), archive="")


class ComparisonList(APIView):
    """All of one's comparisons."""

    @operation("comparisons_list", answer=ComparisonPage, query=ComparisonQuery)
    def get(self, request: Request) -> Response:
        """List comparisons, the newest first."""
        query = query_of(request, ComparisonQuery)
        part = part_of(request, query, comparisons_of(person_of(request), project=query.project))
        return Response(ComparisonPage(results=tuple(map(_entry, part.pop("rows"))), **part))

    @operation("comparisons_create", body=NewComparison, answer=WaysComparison, status=201)
    def post(self, request: Request) -> Response:
        """Start a run for every way that fits; 409 with findings where not even the ring can run."""
        owner, body = person_of(request), body_of(request, NewComparison)
        if body.fabric and body.workload and body.scenario:
            parts = Parts(fabric=body.fabric, workload=body.workload, scenario=body.scenario)
            design = design_of_parts(owner, parts)
        else:
            design = design_of_run(owner, body.run or UUID(int=0))
        made = comparisons.start(owner=owner, design=design, seed=body.seed, name=body.name, ways=body.ways)
        return Response(shape_of(table_of(comparison_of(owner, made.id))), status=201)


class ComparisonDetail(APIView):
    """One comparison."""

    renderer_classes = (ShapeRenderer, FileRenderer)

    @operation("comparisons_read", answer=WaysComparison, query=TableQuery)
    def get(self, request: Request, comparison_id: UUID) -> Response | HttpResponse:
        """Read a comparison with its table, as far as its runs have come."""
        record = comparison_of(person_of(request), comparison_id)
        form = query_of(request, TableQuery).format
        table = table_of(record)
        if form == "csv":
            return _file(f"{stem_of(record.name)}.csv", table_csv(table))
        if form == "markdown":
            return _file(f"{stem_of(record.name)}.md", table_markdown(table).encode())
        return Response(shape_of(table))

    @operation("comparisons_delete", answer=None, status=204)
    def delete(self, request: Request, comparison_id: UUID) -> Response:
        """Delete a comparison; its runs stay."""
        comparisons.delete(owner=person_of(request), comparison_id=comparison_id)
        return Response(status=204)


class ComparisonCancel(APIView):
    """Stops the runs of a comparison."""

    @operation("comparisons_cancel", answer=WaysComparison, status=202)
    def post(self, request: Request, comparison_id: UUID) -> Response:
        """Ask all runs that have not ended to stop."""
        owner = person_of(request)
        comparisons.cancel(owner=owner, comparison_id=comparison_id)
        return Response(shape_of(table_of(comparison_of(owner, comparison_id))), status=202)


class LadderView(APIView):
    """The ladder of a comparison."""

    renderer_classes = (ShapeRenderer, FileRenderer)

    @operation("comparisons_ladder", answer=ComparisonLadder, query=LadderQuery)
    def get(self, request: Request, comparison_id: UUID) -> Response | HttpResponse:
        """Read what to try first: host, rack, network, with predicted gains, measures, gates and costs."""
        record = comparison_of(person_of(request), comparison_id)
        form = query_of(request, LadderQuery).format
        ladder = ladder_of(table_of(record))
        if form == "markdown":
            return _file(f"{stem_of(record.name)}-ladder.md", ladder_markdown(ladder).encode())
        return Response(
            ComparisonLadder(
                comparison=record.id,
                name=record.name,
                baseline=ladder.baseline,
                running=ladder.running,
                rungs=ladder.rungs,
            )
        )
