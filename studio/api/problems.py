"""Every answer that is not a success: RFC 9457 problem+json, with pointers to the fields at fault."""

import logging
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from pydantic import BaseModel
from rest_framework.exceptions import APIException
from rest_framework.response import Response

from simcore.document.findings import Finding
from simcore.document.words import counted, printable
from simcore.errors import DocumentError, ExportRefusedError, FormatError, OperationError
from twin import errors

CONTENT_TYPE: Final = "application/problem+json"

log = logging.getLogger(__name__)


class FieldProblem(BaseModel):
    """One thing at fault: a JSON pointer into the body ("?limit" for a parameter), and the words."""

    pointer: str
    detail: str


class Problem(BaseModel):
    """What went wrong, for a program (status, pointers) and for a person (title, detail)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    errors: tuple[FieldProblem, ...] = ()
    findings: tuple[Finding, ...] = ()


class RequestError(Exception):
    """A request that cannot be met as it stands; raised by the views' own checks."""

    def __init__(self, status: HTTPStatus, detail: str, fields: Sequence[FieldProblem] = ()) -> None:
        super().__init__(detail)
        self.problem = _problem(status, detail, fields)

    @classmethod
    def of_findings(
        cls, findings: Sequence[Finding], *, prefix: str = "", noun: tuple[str, str] = ("field", "fields")
    ) -> "RequestError":
        """Return the error of a body whose shape is wrong; ``noun`` says of what, one of them and several."""
        count = len(findings)
        fields = [FieldProblem(pointer=prefix + finding.at, detail=finding.says) for finding in findings]
        is_not = "is not right" if count == 1 else "are not right"
        return cls(HTTPStatus.BAD_REQUEST, f"{counted(count, *noun)} {is_not}", fields)


def answer_problem(error: Exception, context: dict[str, Any]) -> Response:
    """Return the answer to any error of a view: DRF's exception handler."""
    headers = dict((getattr(error, "auth_header", None) and {"WWW-Authenticate": error.auth_header}) or {})  # type: ignore[attr-defined]
    problem = problem_of(error)
    if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("%s failed", context["request"].path, exc_info=error)
    return Response(problem, status=problem.status, headers=headers, content_type=CONTENT_TYPE)


def problem_of(error: Exception) -> Problem:
    """Return what is said about an error."""
    for kind, make in PROBLEMS.items():
        if isinstance(error, kind):
            return make(error)
    return _problem(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "the server failed at this request; its log says why. Nothing was saved",
    )


def plain_problem(status: HTTPStatus, detail: str) -> HttpResponse:
    """Return a problem outside of a view of the API: unknown paths, and errors before a view is reached."""
    problem = _problem(status, detail)
    return HttpResponse(problem.model_dump_json(), status=status, content_type=CONTENT_TYPE)


def unknown_path(request: HttpRequest, path: str = "") -> HttpResponse:
    """Answer any path under /api/ that is none of ours."""
    return plain_problem(
        HTTPStatus.NOT_FOUND, "there is nothing under this path; /api/v1/schema lists what is"
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django itself refuses, such as one for a host that is none of ours."""
    return plain_problem(HTTPStatus.BAD_REQUEST, "the request is malformed, or for a host that this is not")


def _problem(
    status: HTTPStatus,
    detail: str,
    fields: Sequence[FieldProblem] = (),
    findings: Sequence[Finding] = (),
) -> Problem:
    return Problem(
        title=status.phrase,
        status=status,
        detail=printable(detail),
        errors=tuple(FieldProblem(pointer=each.pointer, detail=printable(each.detail)) for each in fields),
        findings=tuple(findings),
    )


def _of_findings(error: Any) -> Problem:
    findings = [finding for finding in error.findings if isinstance(finding, Finding)]
    fields = [FieldProblem(pointer=finding.at, detail=finding.says) for finding in findings]
    return _problem(HTTPStatus.CONFLICT, str(error), fields, findings)


def _of_framework(error: Any) -> Problem:
    status = HTTPStatus(error.status_code)
    detail = error.detail
    return _problem(status, str(detail) if not isinstance(detail, list | dict) else status.phrase)


def _of_operation(error: Any) -> Problem:
    fields = [FieldProblem(pointer=error.at, detail=error.says)]
    return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, "an operation does not fit this revision", fields)


def _as(status: HTTPStatus, detail: str | None = None) -> Callable[[Any], Problem]:
    return lambda error: _problem(status, detail or str(error))


PROBLEMS: Final[dict[type[Exception], Callable[[Any], Problem]]] = {
    RequestError: lambda error: error.problem,
    errors.NotFoundError: _as(HTTPStatus.NOT_FOUND),
    errors.NoRevisionError: _as(HTTPStatus.NOT_FOUND),
    errors.StaleRevisionError: _as(HTTPStatus.PRECONDITION_FAILED),
    errors.ConflictError: _as(HTTPStatus.CONFLICT),
    errors.GoneError: _as(HTTPStatus.GONE),
    errors.StorageError: _as(HTTPStatus.NOT_FOUND),
    errors.NotRunnableError: _of_findings,
    DocumentError: _of_findings,
    OperationError: _of_operation,
    FormatError: _as(HTTPStatus.BAD_REQUEST),
    ExportRefusedError: _as(HTTPStatus.CONFLICT),
    APIException: _of_framework,
    Http404: _as(HTTPStatus.NOT_FOUND, "there is nothing under this path"),
    PermissionDenied: _as(HTTPStatus.FORBIDDEN),
    RequestDataTooBig: _as(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the request is too large for this server"),
    SuspiciousOperation: _as(HTTPStatus.BAD_REQUEST, "the request is malformed"),
}
