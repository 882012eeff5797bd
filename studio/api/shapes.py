"""How bodies, parameters and answers become typed shapes, and back.

Every body is a frozen pydantic model that refuses unknown keys and reports all errors at once; answers are
models too. DRF gives the rest: views, negotiation, authentication.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import IO, Any, Generic, TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import QuerySet
from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import from_json
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from simcore.document.parse import parse_model
from studio.api.problems import RequestError

MOST_ON_A_PAGE = 500
PARAMETERS_OF_ADDRESS = ("parameter of the address", "parameters of the address")


class Shape(BaseModel):
    """A body or an answer: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


Model = TypeVar("Model", bound=BaseModel)
Item = TypeVar("Item")


class Page(Shape, Generic[Item]):
    """A part of a list."""

    count: int
    next: str | None
    previous: str | None
    results: tuple[Item, ...]


class PageQuery(Shape):
    """Which part of a list is wanted."""

    limit: int = Field(default=100, ge=1, le=MOST_ON_A_PAGE)
    offset: int = Field(default=0, ge=0, le=10**9)


class BodyParser(BaseParser):
    """Hands the JSON body on as bytes: the shape's own parser reads them, once and with all errors."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        content = stream.read(settings.BODY_LIMIT + 1)
        if len(content) > settings.BODY_LIMIT:
            raise RequestError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                f"a body may have {settings.BODY_LIMIT // 2**20} MiB at most",
            )
        return content


class ShapeRenderer(BaseRenderer):
    """Writes a shape as JSON; what is not a number becomes null."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: BaseModel | None,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else data.model_dump_json().encode()


def person_of(request: Request) -> User:
    """Return who asks; the permission of every view has made sure that somebody is signed in."""
    person: Any = request.user
    return person


def body_of(request: Request, shape: type[Model]) -> Model:
    """Return the request's body in its shape; all that is wrong with it is raised at once."""
    content = request.data if isinstance(request.data, bytes) else b""
    if not content.strip():
        raise RequestError(HTTPStatus.BAD_REQUEST, "the request has no body: send a JSON object")
    if b"\\u0000" in content:
        raise RequestError(
            HTTPStatus.BAD_REQUEST, "the body holds the character U+0000, which cannot be kept"
        )
    try:
        given = from_json(content, allow_inf_nan=False)
    except ValueError as error:
        raise RequestError(HTTPStatus.BAD_REQUEST, f"the body is not JSON: {error}") from None
    model, findings = parse_model(shape, given)
    if model is None:
        raise RequestError.of_findings(findings)
    return model


def query_of(request: Request, shape: type[Model]) -> Model:
    """Return the parameters of the address in their shape."""
    model, findings = parse_model(shape, request.query_params.dict())
    if model is None:
        named = [finding.model_copy(update={"at": finding.at.lstrip("/")}) for finding in findings]
        raise RequestError.of_findings(named, prefix="?", noun=PARAMETERS_OF_ADDRESS)
    return model


def part_of(request: Request, query: PageQuery, rows: "QuerySet[Any, Any] | list[Any]") -> dict[str, Any]:
    """Return the fields of a ``Page`` but for its results, and the rows these are made of (``rows``)."""
    count = len(rows) if isinstance(rows, list) else rows.count()
    after, before = query.offset + query.limit, query.offset - query.limit
    return {
        "count": count,
        "next": _at(request, after) if after < count else None,
        "previous": _at(request, max(0, before)) if query.offset > 0 else None,
        "rows": list(rows[query.offset : after]),
    }


def _at(request: Request, offset: int) -> str:
    parameters = request.query_params.copy()
    parameters["offset"] = str(offset)
    return request.build_absolute_uri(f"{request.path}?{parameters.urlencode()}")
