"""What gets across a fabric: tier by tier, and between two halves that the address names."""

from uuid import UUID

from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.findings import Finding
from simcore.errors import DocumentError
from studio.api.problems import RequestError
from studio.api.schema import operation
from studio.api.shapes import PARAMETERS_OF_ADDRESS, Shape, person_of, query_of
from twin.selectors.cuts import cuts_of


class TierCut(Shape):
    """What a tier carries to the tier below and above; ``oversubscription`` is down over up."""

    tier: int
    name: str
    switches: int
    cables_down: int
    gbps_down: float
    cables_up: int
    gbps_up: float
    oversubscription: float | None
    ports: int
    ports_used: int


class Half(Shape):
    """One side: its hosts, their GPUs, and the Gbit/s of their cables."""

    hosts: int
    gpus: int
    gbps: float


class HalvesCut(Shape):
    """What gets from one half to the other at most, in each direction, and a least cut that says so.

    ``share`` is that over what the smaller half can send; ``where`` counts the cables of the cut by the tiers
    they join, ``cables`` lists a thousand at most; ``unknown`` cables have no speed and count as nothing.
    """

    a: Half
    b: Half
    gbps: float
    share: float
    cables: tuple[str, ...]
    cable_count: int
    where: tuple[str, ...]
    unknown: int


class Cuts(Shape):
    """The tiers of a fabric, and what gets between two halves where the address names some."""

    tiers: tuple[TierCut, ...]
    between: HalvesCut | None


class CutsQuery(Shape):
    """Which halves are meant."""

    a: str = Field(default="", description="ids, names, groups or tags of hosts, or patterns, with commas")
    b: str = Field(default="", description="the same; all other hosts without it")


class CutsView(APIView):
    """What gets across a fabric."""

    @operation("fabrics_cuts", answer=Cuts, query=CutsQuery)
    def get(self, request: Request, object_id: UUID) -> Response:
        """Work out the cut of each tier and, with `?a=`, the maximum flow between two halves."""
        query = query_of(request, CutsQuery)
        a, b = ([each.strip() for each in half.split(",") if each.strip()] for half in (query.a, query.b))
        try:
            found = cuts_of(person_of(request), object_id, a, b)
        except DocumentError as error:
            raise RequestError.of_findings(
                [_of_the_address(each) for each in error.findings if isinstance(each, Finding)],
                prefix="?",
                noun=PARAMETERS_OF_ADDRESS,
            ) from error
        tiers = tuple(TierCut(**each) for each in found.tiers)
        if found.between is None:
            return Response(Cuts(tiers=tiers, between=None))
        return Response(Cuts(tiers=tiers, between=HalvesCut.model_validate(found.between)))


def _of_the_address(finding: Finding) -> Finding:
    """Return the finding at the parameter: ``/a/0`` is said of ``a``."""
    return finding.model_copy(update={"at": finding.at.strip("/").partition("/")[0]})
