"""Files of other tools: read and shown first, or made a fabric at once."""

from http import HTTPStatus
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from pydantic import field_validator
from pydantic_core import from_json
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.amendments import Amendments
from simcore.document.common import Name
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding
from simcore.document.parse import parse_model
from simcore.formats import Facts, read_files
from simcore.formats import Reading as FilesRead
from simcore.formats.cables import ColumnMap
from studio.api.documents import answer
from studio.api.fabrics import Fabric
from studio.api.problems import FieldProblem, RequestError
from studio.api.schema import FILES, operation
from studio.api.shapes import Shape, person_of
from twin.services import documents
from twin.services.fabrics import FABRICS, name_of_import

Fields = TypeVar("Fields", bound=Shape)


class DeviceFact(Shape):
    """How many devices are of one type; ``kind`` is "switch" or "server"."""

    kind: str
    type: str
    name: str
    count: int


class TierFact(Shape):
    """A tier of switches: 1 holds a host, -1 reaches none; why, and its cables to the tiers next to it."""

    tier: int
    name: str
    switches: int
    why: str
    cables_down: int
    cables_up: int


class RailFact(Shape):
    """A rail: the positions of adapters that structure puts on the same leaves."""

    adapters: tuple[int, ...]
    leaves: tuple[str, ...]
    hosts: int


class ImportFacts(Shape):
    """What was understood of the files, in numbers."""

    format: str
    switches: int
    hosts: int
    adapters: int
    links: int
    links_by_gbps: dict[str, int]
    ports_by_gbps: dict[str, int]
    tiers: tuple[int, ...]
    tier_facts: tuple[TierFact, ...]
    devices: tuple[DeviceFact, ...]
    hosts_by_adapters: dict[str, int]
    rails: tuple[RailFact, ...]
    hosts_off_rails: tuple[str, ...]
    hosts_astray: tuple[str, ...]
    lines_unread: int


class Reading(ImportFacts):
    """What was understood of the files, and what was not; nothing is saved.

    With amendments all is as they leave it, and ``before`` has the facts of the files alone.
    """

    amendments: Amendments
    before: ImportFacts | None
    findings: tuple[Finding, ...]
    document: FabricDocument


class ImportFields(Shape):
    """What may stand beside the files."""

    format: str | None = None
    name: Name | None = None
    project: UUID | None = None
    amendments: Amendments = Amendments()
    columns: ColumnMap | None = None

    @field_validator("amendments", "columns", mode="before")
    @classmethod
    def _from_text(cls, value: object) -> object:
        """Return the JSON that a part of a form holds."""
        return from_json(value) if isinstance(value, str) else value


class ImportView(APIView):
    """Reads files without saving anything."""

    parser_classes = (MultiPartParser,)

    @operation("imports_read", body=FILES, answer=Reading)
    def post(self, request: Request) -> Response:
        """Read files of another tool and tell what was understood."""
        reading, fields = _read(request)
        before = None if reading.before is None else ImportFacts(**_facts(reading.before))
        return Response(
            Reading(
                amendments=fields.amendments,
                before=before,
                findings=reading.findings,
                document=reading.document,
                **_facts(reading.facts),
            )
        )


class FabricImportView(APIView):
    """Makes a fabric of files."""

    parser_classes = (MultiPartParser,)

    @operation("fabrics_import", body=FILES, answer=Fabric, status=201)
    def post(self, request: Request) -> Response:
        """Read files of another tool and save what was understood as a new fabric."""
        reading, fields = _read(request)
        first = str(request.FILES.getlist("file")[0].name)
        revision = documents.create(
            FABRICS,
            owner=person_of(request),
            project=fields.project,
            name=fields.name or name_of_import(reading.document, first, fields.amendments),
            document=reading.document,
        )
        return answer(FABRICS, Fabric, revision, status=201)


def uploaded(request: Request, shape: type[Fields]) -> tuple[list[tuple[str, bytes]], Fields]:
    """Return the files of a form, name and content of each, and its other fields in their shape."""
    files = request.FILES.getlist("file")
    if not files:
        raise RequestError(
            HTTPStatus.BAD_REQUEST,
            "the request holds no file: send multipart/form-data with one or more parts named file",
            [FieldProblem(pointer="/file", detail="is missing")],
        )
    if sum(file.size for file in files) > settings.FILES_LIMIT:
        raise RequestError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"files may have {settings.FILES_LIMIT / 1e6:g} MB together",
        )
    given = {name: value for name, value in request.data.dict().items() if name != "file" and value != ""}
    fields, findings = parse_model(shape, given)
    if fields is None:
        raise RequestError.of_findings(findings)
    return [(str(file.name), file.read()) for file in files], fields


def _read(request: Request) -> tuple[FilesRead, ImportFields]:
    files, fields = uploaded(request, ImportFields)
    reading = read_files(files, as_format=fields.format, amendments=fields.amendments, columns=fields.columns)
    return reading, fields


def _facts(facts: Facts) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name != "findings"}
