"""Fabrics by a few parameters."""

from http import HTTPStatus

from pydantic import Field, RootModel
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.checks import check
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding
from simcore.document.structure import counts
from simcore.templates import TEMPLATES
from studio.api.fabrics import Counts, counts_shape
from studio.api.problems import RequestError
from studio.api.schema import operation
from studio.api.shapes import Shape, body_of


class TemplateParameter(Shape):
    """A parameter as a form shows it; ``type`` is "integer", "number" or "string" (one of ``choices``)."""

    name: str
    title: str
    type: str
    default: int | float | str
    minimum: float | None
    maximum: float | None
    unit: str
    says: str
    choices: tuple[str, ...]


class Template(Shape):
    """A kind of fabric with its parameters."""

    name: str
    title: str
    says: str
    parameters: tuple[TemplateParameter, ...]


class TemplateList(RootModel[tuple[Template, ...]]):
    """All templates; there are few, so they come at once."""


class TemplateValues(Shape):
    """Values for a template's parameters; those left out take their default."""

    parameters: dict[str, int | float | str | bool] = Field(default_factory=dict)


class Generated(Shape):
    """A fabric made of a template; nothing is saved."""

    document: FabricDocument
    findings: tuple[Finding, ...]
    counts: Counts


class TemplateListView(APIView):
    """All templates."""

    @operation("templates_list", answer=TemplateList)
    def get(self, request: Request) -> Response:
        """List the templates with their parameters."""
        results = tuple(
            Template(
                name=each.name,
                title=each.title,
                says=each.says,
                parameters=tuple(TemplateParameter(**parameter) for parameter in each.parameters()),
            )
            for each in TEMPLATES.values()
        )
        return Response(TemplateList(results))


class TemplateView(APIView):
    """One template."""

    @operation("templates_generate", body=TemplateValues, answer=Generated)
    def post(self, request: Request, name: str) -> Response:
        """Make a fabric document of a template's parameters."""
        template = TEMPLATES.get(name)
        if template is None:
            raise RequestError(
                HTTPStatus.NOT_FOUND, f"there is no such template; there are {', '.join(TEMPLATES)}"
            )
        document, findings = template.make(body_of(request, TemplateValues).parameters)
        if document is None:
            raise RequestError.of_findings(findings, prefix="/parameters", noun=("parameter", "parameters"))
        found = tuple(check(document))
        return Response(Generated(document=document, findings=found, counts=counts_shape(counts(document))))
