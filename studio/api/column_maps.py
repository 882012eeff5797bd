"""Column maps of a person's own: the shapes of their answers and bodies, and heads of tables for one."""

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.formats import read_heads
from simcore.formats.cables import ColumnMap
from studio.api.files import uploaded
from studio.api.kept import KeptRow, KeptShapes
from studio.api.schema import operation
from studio.api.shapes import Page, Shape

FORM = {
    "multipart/form-data": {
        "type": "object",
        "properties": {
            "file": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1},
        },
        "required": ["file"],
    }
}


class OwnColumnMap(KeptRow):
    """Which column of a person's lists of cables is what."""

    document: ColumnMap


class OwnColumnMapPage(Page[OwnColumnMap]):
    """A part of the list of a person's column maps."""


class OwnColumnMapSave(Shape):
    """A column map to keep."""

    document: ColumnMap


SHAPES = KeptShapes(whole=OwnColumnMap, page=OwnColumnMapPage, save=OwnColumnMapSave)


class NoFields(Shape):
    """Nothing may stand beside the files."""


class TableHead(Shape):
    """Headers and first rows of a table; ``guess`` is what the headers tell, null where they do not."""

    name: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    guess: ColumnMap | None


class TableHeads(Shape):
    """The heads of those files that are tables."""

    tables: tuple[TableHead, ...]


class TableHeadsView(APIView):
    """Shows the heads of tables."""

    parser_classes = (MultiPartParser,)

    @operation("column_maps_read_heads", body=FORM, answer=TableHeads)
    def post(self, request: Request) -> Response:
        """Read headers and first rows of lists of cables (CSV), for a map to be made by; nothing is kept."""
        files, _ = uploaded(request, NoFields)
        heads = read_heads(files)
        return Response(
            TableHeads(
                tables=tuple(
                    TableHead(name=each.name, headers=each.headers, rows=each.rows, guess=each.guess)
                    for each in heads
                )
            )
        )
