"""Price lists: the shapes of their answers and bodies, and tables of prices read for one."""

from typing import Annotated, Final

from pydantic import Field
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.common import Name
from simcore.document.findings import Finding
from simcore.document.prices import DOLLAR, Currency
from simcore.document.prices import PriceList as PriceListDocument
from simcore.formats import read_prices
from studio.api.files import uploaded
from studio.api.kept import KeptRow, KeptShapes
from studio.api.schema import operation
from studio.api.shapes import Page, Shape

FORM: Final = {
    "multipart/form-data": {
        "type": "object",
        "properties": {
            "file": {"type": "string", "format": "binary"},
            "name": {"type": "string"},
            "currency": {"type": "string", "description": "ISO 4217; US dollars without it"},
            "per_dollar": {"type": "number", "description": "how much of the currency a dollar is"},
        },
        "required": ["file"],
    }
}


class KeptPriceList(KeptRow):
    """What parts cost a person."""

    document: PriceListDocument


class PriceListPage(Page[KeptPriceList]):
    """A part of the list of price lists."""


class PriceListSave(Shape):
    """A price list to keep."""

    document: PriceListDocument


SHAPES = KeptShapes(whole=KeptPriceList, page=PriceListPage, save=PriceListSave)


class PricesFields(Shape):
    """What may stand beside the file: the list's name, its currency, and how much of it a dollar is."""

    name: Name = ""
    currency: Currency = DOLLAR
    per_dollar: Annotated[float, Field(gt=0, le=1e9)] | None = None


class PricesRead(Shape):
    """A price list as far as it could be understood, and the rows that were left out; nothing is kept."""

    document: PriceListDocument
    findings: tuple[Finding, ...]


class PricesReadView(APIView):
    """Reads tables of prices."""

    parser_classes = (MultiPartParser,)

    @operation("price_lists_read_table", body=FORM, answer=PricesRead)
    def post(self, request: Request) -> Response:
        """Read a table (CSV, XLSX) with the columns part and price, and tell what was understood."""
        files, fields = uploaded(request, PricesFields)
        read = read_prices(files)
        document = read.document.model_copy(update=fields.model_dump())
        return Response(PricesRead(document=document, findings=read.findings))
