"""Fabrics by a few parameters."""

from http import HTTPStatus

from pydantic import Field, RootModel
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.bill import Bill, bill_of
from simcore.document.catalogue import CABLE_TYPES
from simcore.document.checks import check
from simcore.document.estimate import estimate_of_cables
from simcore.document.fabric import FabricDocument, PriceBand
from simcore.document.findings import Finding
from simcore.document.structure import counts
from simcore.document.tally import TierTally, tally
from simcore.templates import TEMPLATES
from studio.api.fabrics import Counts, counts_shape
from studio.api.problems import RequestError
from studio.api.schema import operation
from studio.api.shapes import Shape, body_of


class TemplateParameter(Shape):
    """A parameter as a form shows it.

    ``type`` is "integer", "number" or "string": one of ``choices``, or where ``fields`` are given a numbering
    pattern of them ("leaf-{n:02}"). ``section`` is "" or "names".
    """

    name: str
    title: str
    type: str
    default: int | float | str
    minimum: float | None
    maximum: float | None
    unit: str
    says: str
    choices: tuple[str, ...]
    fields: tuple[str, ...]
    section: str


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


class TemplateFact(Shape):
    """A figure of the family of fabrics by its closed form; ``says`` is the form in words."""

    name: str
    value: float
    unit: str
    says: str


class Generated(Shape):
    """A fabric made of a template, and what it comes to; nothing is saved.

    ``bill`` has the prices of the catalogue. ``cable_estimate`` is what the cables may cost that have no
    medium yet, and is not in the bill.
    """

    document: FabricDocument
    findings: tuple[Finding, ...]
    counts: Counts
    tiers: tuple[TierTally, ...]
    facts: tuple[TemplateFact, ...]
    bill: Bill
    cable_estimate: PriceBand | None


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
        values = body_of(request, TemplateValues).parameters
        document, findings = template.make(values)
        if document is None:
            raise RequestError.of_findings(findings, prefix="/parameters", noun=("parameter", "parameters"))
        found = (*findings, *check(document))
        return Response(
            Generated(
                document=document,
                findings=found,
                counts=counts_shape(counts(document)),
                tiers=tally(document),
                facts=tuple(TemplateFact(**fact) for fact in template.facts_of(values)),
                bill=bill_of(document, cable_types=CABLE_TYPES),
                cable_estimate=estimate_of_cables(document),
            )
        )
