"""The views that fabrics, workloads and scenarios share: list, create, read, save with If-Match, delete.

``document_views`` makes them for one noun, with its own shapes, so that the schema names each exactly.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any, Generic, TypeVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.common import DocumentModel, Name
from simcore.document.findings import Finding
from studio.api.problems import RequestError
from studio.api.schema import operation
from studio.api.shapes import Page, PageQuery, Shape, body_of, part_of, person_of, query_of
from twin.selectors.documents import newest_revision, newest_revisions, revision_of, revisions_of
from twin.selectors.owned import one_of
from twin.services import documents
from twin.services.documents import Kind

Document = TypeVar("Document", bound=DocumentModel)


class DocumentRow(Shape):
    """A document in a list, but for what a noun says of its own."""

    id: UUID
    project: UUID
    name: str
    revision: int
    digest: str
    findings: tuple[Finding, ...]
    updated_at: datetime


class NewDocument(Shape, Generic[Document]):
    """A document to save. Without a project the first one takes it, without a name its own serves."""

    project: UUID | None = None
    name: Name | None = None
    document: Document


class DocumentSave(Shape, Generic[Document]):
    """A changed document."""

    name: Name | None = None
    document: Document


class ListQuery(PageQuery):
    """Which documents are wanted."""

    project: UUID | None = None


class Revision(Shape):
    """One saved state of a document, without the document. ``digest`` null: nobody has looked at it yet."""

    revision: int
    digest: str | None
    created_at: datetime


class RevisionPage(Page[Revision]):
    """A part of the list of revisions."""


@dataclass(frozen=True, slots=True)
class DocumentShapes:
    """A noun's shapes: a row of the list, the page of rows, the whole, and the bodies to create and save."""

    row: type[Any]
    page: type[Any]
    whole: type[Any]
    new: type[Any]
    save: type[Any]


def fields_of(kind: Kind[Any], revision: Any) -> dict[str, Any]:
    """Return the fields that all documents answer with, but for the document itself."""
    documents.settled(kind, revision)
    record = revision.record
    return {
        "id": record.id,
        "project": record.project_id,
        "name": record.name,
        "revision": revision.number,
        "digest": revision.digest,
        "findings": revision.findings,
        "updated_at": record.updated_at,
        **revision.facts,
    }


def answer(kind: Kind[Any], shape: type[Any], revision: Any, status: int = 200, **as_it_was: Any) -> Response:
    """Return a document with its revision as ETag; ``as_it_was`` takes the place of the record's fields."""
    as_it_was.setdefault("document", revision.parsed or revision.document)
    body = shape(**{**fields_of(kind, revision), **as_it_was})
    return Response(body, status=status, headers={"ETag": f'"{revision.number}"'})


def expected_revision(request: Request) -> int:
    """Return the revision that a change was made on: the request's If-Match."""
    given = request.headers.get("If-Match")
    if given is None:
        raise RequestError(
            HTTPStatus.PRECONDITION_REQUIRED,
            'say which revision the change was made on: If-Match: "<revision>", the ETag of the last answer',
        )
    found = re.fullmatch(r'\s*(?:W/)?"?(\d{1,9})"?\s*', given, re.ASCII)
    if found is None:
        raise RequestError(HTTPStatus.BAD_REQUEST, 'If-Match holds one revision number: If-Match: "3"')
    return int(found[1])


def document_views(kind: Kind[Any], shapes: DocumentShapes) -> tuple[Callable[..., Any], ...]:
    """Return the views of a noun: all documents, one document, its revisions, one revision."""
    plural = f"{kind.noun}s"

    class All(APIView):
        """All of one's documents of a noun."""

        @operation(f"{plural}_list", answer=shapes.page, query=ListQuery)
        def get(self, request: Request) -> Response:
            """List documents, the newest change first, without the documents themselves."""
            query = query_of(request, ListQuery)
            rows = newest_revisions(kind.record, person_of(request), project=query.project)
            part = part_of(request, query, rows)
            return Response(
                shapes.page(results=[shapes.row(**fields_of(kind, row)) for row in part.pop("rows")], **part)
            )

        @operation(f"{plural}_create", body=shapes.new, answer=shapes.whole, status=201)
        def post(self, request: Request) -> Response:
            """Save a new document; one with errors is saved too, with its findings."""
            body = body_of(request, shapes.new)
            revision = documents.create(
                kind, owner=person_of(request), project=body.project, name=body.name, document=body.document
            )
            return answer(kind, shapes.whole, revision, status=201)

    class One(APIView):
        """One document."""

        @operation(f"{plural}_read", answer=shapes.whole)
        def get(self, request: Request, object_id: UUID) -> Response:
            """Read the newest revision; its number is the ETag."""
            return answer(kind, shapes.whole, newest_revision(kind.record, person_of(request), object_id))

        @operation(f"{plural}_save", body=shapes.save, answer=shapes.whole, headers=("If-Match",))
        def put(self, request: Request, object_id: UUID) -> Response:
            """Save a change of the revision named by If-Match; 412 where that is not the newest any more."""
            owner = person_of(request)
            one_of(kind.record, owner, object_id)  # 404 comes before any word about the body
            expected = expected_revision(request)
            body = body_of(request, shapes.save)
            revision = documents.save(
                kind,
                owner=owner,
                object_id=object_id,
                expected=expected,
                name=body.name,
                document=body.document,
            )
            return answer(kind, shapes.whole, revision)

        @operation(f"{plural}_delete", answer=None, status=204)
        def delete(self, request: Request, object_id: UUID) -> Response:
            """Delete a document with all revisions; refused while runs show it."""
            documents.delete(kind, owner=person_of(request), object_id=object_id)
            return Response(status=204)

    class Revisions(APIView):
        """The revisions of one document."""

        @operation(f"{plural}_revisions", answer=RevisionPage, query=PageQuery)
        def get(self, request: Request, object_id: UUID) -> Response:
            """List the revisions, the newest first."""
            rows = revisions_of(kind.record, person_of(request), object_id)
            part = part_of(request, query_of(request, PageQuery), rows)
            results = tuple(
                Revision(revision=row.number, digest=row.digest or None, created_at=row.created_at)
                for row in part.pop("rows")
            )
            return Response(RevisionPage(results=results, **part))

    class OneRevision(APIView):
        """One revision of a document."""

        @operation(f"{plural}_revision", answer=shapes.whole)
        def get(self, request: Request, object_id: UUID, number: int) -> Response:
            """Read the document as it was saved at this revision, under the name that it had then."""
            revision = revision_of(kind.record, person_of(request), object_id, number)
            name = revision.document["name"] or revision.record.name
            return answer(kind, shapes.whole, revision, name=name, updated_at=revision.created_at)

    return All.as_view(), One.as_view(), Revisions.as_view(), OneRevision.as_view()
