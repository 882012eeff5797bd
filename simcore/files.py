"""Files of the command line: what is read from them, and what is written."""

import gzip
import io
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding
from simcore.document.prices import PriceList
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.formats import MOST_BYTES
from simcore.formats.cables import ColumnMap
from simcore.formats.flow_lists import Table
from simcore.metrics import RunResult

D = TypeVar("D", FabricDocument, WorkloadDocument, ScenarioDocument, PriceList, ColumnMap)


class BadInputError(Exception):
    """Input that cannot be used; the message is the one line for the person."""


def read_content(name: str) -> bytes:
    """Return the bytes of a file, unpacked where they are gzipped.

    Raises
    ------
    BadInputError
        If the file, or what is packed in it, is above ``MOST_BYTES``: it is not read then, or not beyond. If
        it cannot be unpacked.
    """
    size = Path(name).stat().st_size
    if size > MOST_BYTES:
        raise BadInputError(
            f"{name} is too large: {size / 1e6:,.0f} MB, the most is {MOST_BYTES / 1e6:,.0f} MB"
        )
    content = Path(name).read_bytes()
    if content[:2] != b"\x1f\x8b":
        return content
    try:
        with gzip.open(io.BytesIO(content)) as packed:
            unpacked = packed.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise BadInputError(f"{name}: the gzip file is broken or cut off ({error})") from None
    if len(unpacked) > MOST_BYTES:
        raise BadInputError(f"{name} is too large: unpacked, it is more than {MOST_BYTES / 1e6:,.0f} MB")
    return unpacked


def read_text(name: str) -> str:
    """Return the words of a file; ``BadInputError`` where it is empty or not in UTF-8."""
    content = read_content(name)
    if not content.strip():
        raise BadInputError(f"{name}: the file is empty")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInputError(f"{name}: this is not text in UTF-8 (byte {error.start})") from None


def read_table(name: str) -> Table:
    """Return a file as a table for the formats of flow lists."""
    return Table(name, read_text(name))


def read_document(name: str, parse: Callable[[object], tuple[D | None, list[Finding]]]) -> D:
    """Return the document that a file holds; ``BadInputError`` with the first finding where there is none."""
    try:
        content = json.loads(read_text(name))
    except json.JSONDecodeError as error:
        raise BadInputError(f"{name} line {error.lineno}: this is not JSON ({error.msg})") from None
    except RecursionError:
        raise BadInputError(f"{name}: this is not a document (nested too deeply)") from None
    document, findings = parse(content)
    if document is None:
        raise BadInputError(first_of(name, findings))
    return document


def first_of(name: str, findings: Sequence[Finding]) -> str:
    """Return the first finding about a file in words, and how many more there are."""
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    return f"{name}: {findings[0].at or '/'}: {findings[0].says}{more}"


def document_json(document: FabricDocument) -> str:
    """Return a document as it is written."""
    return document.model_dump_json(indent=1) + "\n"


def result_json(result: RunResult) -> dict[str, Any]:
    """Return a result as it is written."""
    series = {name: getattr(result.series, name).tolist() for name in result.series.__dataclass_fields__}
    return {
        "summary": asdict(result.summary),
        "series": series,
        "audit": [asdict(record) for record in result.audit],
    }


def write_text(name: str, text: str) -> None:
    """Write text, gzipped where the name says so."""
    content = text.encode()
    # A fixed time stamp: the same result gives the same bytes.
    Path(name).write_bytes(gzip.compress(content, mtime=0) if name.endswith(".gz") else content)
