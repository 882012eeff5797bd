"""The views of what a person keeps for use in any project: list, create, read, save, delete.

``kept_views`` makes them for one noun, with its own shapes, so that the schema names each exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studio.api.schema import operation
from studio.api.shapes import PageQuery, Shape, body_of, part_of, person_of, query_of
from twin.selectors.owned import all_of, one_of
from twin.services import kept
from twin.services.kept import KeptKind


class KeptRow(Shape):
    """What all that is kept answers with, but for the document itself."""

    id: UUID
    name: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class KeptShapes:
    """A noun's shapes: the whole with its document, the page of a list, and the body to create and save."""

    whole: type[Any]
    page: type[Any]
    save: type[Any]


def kept_views(kind: KeptKind[Any], shapes: KeptShapes) -> tuple[Callable[..., Any], ...]:
    """Return the views of a noun: all that a person keeps, and one."""
    plural = f"{kind.noun.replace(' ', '_')}s"

    def whole(record: Any) -> Any:
        return shapes.whole(
            id=record.id,
            name=record.name,
            created_at=record.created_at,
            updated_at=record.updated_at,
            document=record.document,
        )

    class All(APIView):
        """All that a person keeps of a noun."""

        @operation(f"{plural}_list", answer=shapes.page, query=PageQuery)
        def get(self, request: Request) -> Response:
            """List what is kept, by name."""
            part = part_of(request, query_of(request, PageQuery), all_of(kind.record, person_of(request)))
            return Response(shapes.page(results=tuple(map(whole, part.pop("rows"))), **part))

        @operation(f"{plural}_create", body=shapes.save, answer=shapes.whole, status=201)
        def post(self, request: Request) -> Response:
            """Keep a new one; 409 where one of its name is kept already."""
            document = body_of(request, shapes.save).document
            return Response(whole(kept.create(kind, owner=person_of(request), document=document)), status=201)

    class One(APIView):
        """One that is kept."""

        @operation(f"{plural}_read", answer=shapes.whole)
        def get(self, request: Request, object_id: UUID) -> Response:
            """Read it."""
            return Response(whole(one_of(kind.record, person_of(request), object_id)))

        @operation(f"{plural}_save", body=shapes.save, answer=shapes.whole)
        def put(self, request: Request, object_id: UUID) -> Response:
            """Change it; fabrics that took a copy of it keep theirs."""
            owner = person_of(request)
            one_of(kind.record, owner, object_id)  # 404 comes before any word about the body
            document = body_of(request, shapes.save).document
            return Response(whole(kept.save(kind, owner=owner, object_id=object_id, document=document)))

        @operation(f"{plural}_delete", answer=None, status=204)
        def delete(self, request: Request, object_id: UUID) -> Response:
            """Delete it; fabrics that took a copy of it keep theirs."""
            kept.delete(kind, owner=person_of(request), object_id=object_id)
            return Response(status=204)

    return All.as_view(), One.as_view()
