"""Dumps of forwarding tables, read for a fabric; nothing is saved."""

from typing import Final
from uuid import UUID

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding
from simcore.document.scenario import ForwardingTable
from simcore.formats import read_tables
from studio.api.files import uploaded
from studio.api.schema import operation
from studio.api.shapes import Shape, person_of
from twin.models import Fabric
from twin.selectors.documents import newest_revision

FORM: Final = {
    "multipart/form-data": {
        "type": "object",
        "properties": {
            "file": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1},
            "fabric": {"type": "string", "format": "uuid"},
        },
        "required": ["file", "fabric"],
    }
}


class TableFields(Shape):
    """What stands beside the files: the fabric that the tables are of."""

    fabric: UUID


class TablesRead(Shape):
    """Tables for ``routing.tables`` of a scenario, and what was not understood or is missing."""

    tables: tuple[ForwardingTable, ...]
    findings: tuple[Finding, ...]


class ForwardingTablesView(APIView):
    """Reads dumps of forwarding tables."""

    parser_classes = (MultiPartParser,)

    @operation("forwarding_tables_read", body=FORM, answer=TablesRead)
    def post(self, request: Request) -> Response:
        """Read dump_lfts.sh, ibroute or OpenSM dumps for a fabric and tell what was understood."""
        files, fields = uploaded(request, TableFields)
        revision = newest_revision(Fabric, person_of(request), fields.fabric)
        read = read_tables(files, FabricDocument.model_validate(revision.document))
        return Response(TablesRead(tables=read.tables, findings=read.findings))
