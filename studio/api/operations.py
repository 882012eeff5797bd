"""Fabrics by operations: changes in batches, the state they led to, and the document in groups."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.fabric import GroupedDocument
from simcore.document.grouping import grouped
from simcore.document.operations import Operation, as_json
from studio.api.documents import answer, expected_revision, fields_of
from studio.api.fabrics import FabricRow
from studio.api.schema import operation
from studio.api.shapes import Page, PageQuery, Shape, body_of, part_of, person_of, query_of
from twin.models import Fabric
from twin.selectors.documents import newest_revision, revisions_of
from twin.selectors.owned import one_of
from twin.services.fabrics import FABRICS
from twin.services.operations import operate

Batch = Annotated[tuple[Operation, ...], Field(min_length=1, max_length=10_000)]


class Operations(Shape):
    """Operations that together are one change: all of them are saved, or none."""

    operations: Batch


class Operated(Shape):
    """A saved change. ``revision`` is its sequence number; ``inverse`` takes it back, applied in order."""

    revision: int
    updated_at: datetime
    inverse: tuple[Operation, ...]


class Change(Shape):
    """One revision as what led to it; ``operations`` null: the whole document was saved."""

    revision: int
    created_at: datetime
    operations: tuple[Operation, ...] | None


class ChangePage(Page[Change]):
    """A part of the list of changes."""


class GroupedFabric(FabricRow):
    """A fabric with its newest document in groups wherever devices or cables count evenly."""

    document: GroupedDocument


class OperationsView(APIView):
    """The changes of one fabric."""

    @operation("fabrics_operate", body=Operations, answer=Operated, headers=("If-Match",))
    def post(self, request: Request, object_id: UUID) -> Response:
        """Change the revision named by If-Match by operations; 412 where that is not the newest any more."""
        owner = person_of(request)
        one_of(Fabric, owner, object_id)  # 404 comes before any word about the body
        expected = expected_revision(request)
        operations = [as_json(each) for each in body_of(request, Operations).operations]
        done = operate(owner=owner, object_id=object_id, expected=expected, operations=operations)
        body = Operated(
            revision=done.revision.number,
            updated_at=done.revision.record.updated_at,
            inverse=_operations(done.inverse),
        )
        return Response(body, headers={"ETag": f'"{done.revision.number}"'})

    @operation("fabrics_changes", answer=ChangePage, query=PageQuery)
    def get(self, request: Request, object_id: UUID) -> Response:
        """List the changes, the newest first, with their operations."""
        rows = revisions_of(FABRICS.record, person_of(request), object_id).defer(None).defer("stored")
        part = part_of(request, query_of(request, PageQuery), rows)
        results = tuple(
            Change(
                revision=row.number,
                created_at=row.created_at,
                operations=None if row.operations is None else _operations(row.operations),
            )
            for row in part.pop("rows")
        )
        return Response(ChangePage(results=results, **part))


class StateView(APIView):
    """What the newest revision of one fabric comes to."""

    @operation("fabrics_state", answer=FabricRow)
    def get(self, request: Request, object_id: UUID) -> Response:
        """Read the newest revision without its document: digest, findings, counts."""
        revision = newest_revision(FABRICS.record, person_of(request), object_id)
        body = FabricRow(**fields_of(FABRICS, revision))
        return Response(body, headers={"ETag": f'"{revision.number}"'})


class GroupedView(APIView):
    """The newest revision of one fabric, in groups."""

    @operation("fabrics_grouped", answer=GroupedFabric)
    def get(self, request: Request, object_id: UUID) -> Response:
        """Read the newest revision with its document in groups; its number is the ETag."""
        revision = newest_revision(FABRICS.record, person_of(request), object_id)
        stored = grouped(revision.document) if revision.stored is None else revision.stored
        return answer(FABRICS, GroupedFabric, revision, document=stored)


def _operations(given: Any) -> tuple[Any, ...]:
    """Return operations in their shape."""
    return Operations(operations=given).operations
