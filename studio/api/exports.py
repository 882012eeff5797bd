"""Fabrics written as files of other tools."""

import re
from http import HTTPStatus
from typing import Final
from uuid import UUID

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from pydantic import Field, RootModel
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.fabric import FabricDocument
from simcore.formats.writing import EXPORTS, Written, write_files
from simcore.formats.writing.archive import zipped
from studio.api.problems import FieldProblem, RequestError
from studio.api.schema import operation
from studio.api.shapes import Shape, ShapeRenderer, person_of, query_of
from twin.models import Fabric
from twin.selectors.documents import newest_revision

BYTES: Final = "application/octet-stream"


class FileRenderer(ShapeRenderer):
    """Accepts requests for files of any kind; problems are still said in JSON."""

    media_type = "*/*"
    format = "file"


class ExportFormat(Shape):
    """A format that is written; ``says`` tells what is in the files and what of the fabric is not."""

    name: str
    title: str
    says: str


class ExportList(RootModel[tuple[ExportFormat, ...]]):
    """All formats that are written; there are few, so they come at once."""


class ExportQuery(Shape):
    """Which format is wanted."""

    format: str = Field(description="the name of one of /exports")


class ExportListView(APIView):
    """All formats that are written."""

    @operation("exports_list", answer=ExportList)
    def get(self, request: Request) -> Response:
        """List the formats in which a fabric can be written."""
        results = tuple(
            ExportFormat(name=each.name, title=each.title, says=each.says) for each in EXPORTS.values()
        )
        return Response(ExportList(results))


class FabricExportView(APIView):
    """A fabric as files of another tool."""

    renderer_classes = (ShapeRenderer, FileRenderer)

    @operation("fabrics_export", answer=OpenApiTypes.BINARY, query=ExportQuery, media_type=BYTES)
    def get(self, request: Request, object_id: UUID) -> HttpResponse:
        """Write the newest revision: one file, or a zip archive of several; 409 where it cannot be said."""
        revision = newest_revision(Fabric, person_of(request), object_id)
        name = query_of(request, ExportQuery).format
        export = EXPORTS.get(name)
        if export is None:
            says = f"there is no such format; there are {', '.join(EXPORTS)}"
            raise RequestError(HTTPStatus.BAD_REQUEST, says, [FieldProblem(pointer="?format", detail=says)])
        files = write_files(export, FabricDocument.model_validate(revision.document))
        return attached(files, archive=f"{stem_of(revision.record.name)}-{export.name}.zip")


def attached(files: tuple[Written, ...], *, archive: str) -> HttpResponse:
    """Return one file, or several in an archive of this name, to be kept and not to be shown."""
    if len(files) == 1:
        name, content = files[0].name, files[0].content
    else:
        name, content = archive, zipped((each.name, each.content) for each in files)
    return HttpResponse(
        content,
        content_type=BYTES,
        headers={"Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or ""},
    )


def stem_of(name: str) -> str:
    """Return a fabric's name as the beginning of a file's: letters, digits, "-" and "_"."""
    return re.sub(r"[^\w-]+", "-", name).strip("-")[:80] or "fabric"
