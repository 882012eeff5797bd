"""The default placement on a fabric: which adapters form which rail, and whom it leaves out."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studio.api.schema import operation
from studio.api.shapes import Shape, person_of
from twin.selectors.placement import default_placement


class PlacedRail(Shape):
    """One rail: its adapters ("host/adapter") in ring order."""

    name: str
    members: tuple[str, ...]


class HostLeftOut(Shape):
    """A host that takes no part, and why."""

    host: str
    reason: str


class PlacementAnswer(Shape):
    """Where a job stands that names no hosts. ``hosts`` counts those that take part."""

    rails: tuple[PlacedRail, ...]
    left_out: tuple[HostLeftOut, ...]
    hosts: int


class PlacementView(APIView):
    """The default placement on a fabric."""

    @operation("fabrics_placement", answer=PlacementAnswer)
    def get(self, request: Request, object_id: UUID) -> Response:
        """Work out the default placement; 409 where the fabric has errors."""
        placed = default_placement(person_of(request), object_id)
        return Response(
            PlacementAnswer(
                rails=tuple(PlacedRail(name=rail.name, members=rail.members) for rail in placed.rails),
                left_out=tuple(HostLeftOut(host=each.host, reason=each.reason) for each in placed.left_out),
                hosts=placed.hosts,
            )
        )
