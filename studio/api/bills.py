"""Bills of materials: counts, prices, power and rack units of a fabric."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.bill import Bill
from simcore.document.fabric import PriceBand
from simcore.formats.writing import Written
from simcore.formats.writing.bill import bill_csv
from studio.api.exports import BYTES, FileRenderer, attached, stem_of
from studio.api.schema import operation
from studio.api.shapes import Shape, ShapeRenderer, person_of, query_of
from twin.models import Fabric
from twin.selectors.bills import Costs, costs_of_fabric
from twin.selectors.owned import one_of


class BillQuery(Shape):
    """Whose prices count: those of a price list before the bands of the catalogue."""

    price_list: UUID | None = None


class FabricBill(Bill):
    """A bill; ``cable_estimate`` is what cables without a price may cost (US dollars), not in the sums."""

    cable_estimate: PriceBand | None


class BillView(APIView):
    """The bill of materials of a fabric."""

    @operation("fabrics_bill", answer=FabricBill, query=BillQuery)
    def get(self, request: Request, object_id: UUID) -> Response:
        """Count the parts of the newest revision, per tier and in all."""
        costs = _costs(request, object_id)
        return Response(FabricBill(**dict(costs.bill), cable_estimate=costs.cable_estimate))


class BillFileView(APIView):
    """The bill of materials of a fabric as a table."""

    renderer_classes = (ShapeRenderer, FileRenderer)

    @operation("fabrics_bill_file", answer=OpenApiTypes.BINARY, query=BillQuery, media_type=BYTES)
    def get(self, request: Request, object_id: UUID) -> HttpResponse:
        """Write the bill of the newest revision as CSV."""
        bill = _costs(request, object_id).bill
        stem = stem_of(one_of(Fabric, person_of(request), object_id).name)
        return attached((Written(f"{stem}-bill.csv", bill_csv(bill)),), archive="")


def _costs(request: Request, fabric_id: UUID) -> Costs:
    owner = person_of(request)
    one_of(Fabric, owner, fabric_id)  # 404 comes before any word about the parameters
    return costs_of_fabric(owner, fabric_id, query_of(request, BillQuery).price_list)
