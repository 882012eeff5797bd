"""The files of a run, through Django storage: the frame record while it runs, series and audit at its end.

Each attempt writes in a folder of its own, so that a late attempt cannot spoil a newer one's files.
"""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import numpy as np
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from numpy.typing import NDArray

from simcore.frames import HEADER, MAGIC
from twin.errors import StorageError

SERIES: Final = "series.npz"
AUDIT: Final = "audit.json"
TREES: Final = "trees.json"
FRAMES: Final = "frames.twlf"


@dataclass(frozen=True, slots=True)
class FrameEntry:
    """Where a frame lies in the record."""

    seq: int
    simulated_s: float
    offset: int
    length: int
    flags: int


def path_of(run_id: UUID, attempt: int, name: str) -> str:
    """Return the storage name of one of a run's files."""
    return f"runs/{run_id}/{attempt}/{name}"


def save_series(run_id: UUID, attempt: int, arrays: dict[str, NDArray[Any]]) -> None:
    """Keep the arrays of a finished run as one file; random figures hardly shrink, so it is not packed."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    _save(path_of(run_id, attempt, SERIES), buffer.getvalue())


def load_series(run_id: UUID, attempt: int, *names: str) -> dict[str, NDArray[Any]]:
    """Return arrays of a finished run, those named; all of them where none is."""
    path = _present(run_id, attempt, SERIES)
    with default_storage.open(path, "rb") as file, np.load(file, allow_pickle=False) as arrays:
        return {name: arrays[name] for name in names or arrays.files}


def save_audit(run_id: UUID, attempt: int, records: list[dict[str, Any]]) -> None:
    """Keep the decisions on in-network aggregation, in order: field by field, each value once.

    The switches and ports of a tree stand in every record that is about it, and make most of their bytes.
    """
    fields: dict[str, dict[str, list[Any]]] = {}
    for name in records[0] if records else ():
        rows: dict[str, int] = {}
        of_records = [rows.setdefault(json.dumps(each[name]), len(rows)) for each in records]
        fields[name] = {"values": [json.loads(value) for value in rows], "rows": of_records}
    _save(path_of(run_id, attempt, AUDIT), json.dumps(fields, separators=(",", ":")).encode())


def load_audit(run_id: UUID, attempt: int) -> list[dict[str, Any]]:
    """Return the decisions of a finished run; those alike share their values."""
    found: Any = json.loads(read(run_id, attempt, AUDIT))
    if isinstance(found, list):  # as it was kept before values were shared
        return found
    columns = [[each["values"][row] for row in each["rows"]] for each in found.values()]
    return [dict(zip(found, values, strict=True)) for values in zip(*columns, strict=True)]


def save_trees(run_id: UUID, attempt: int, trees: list[dict[str, Any]]) -> None:
    """Keep the trees of a run as they stood at its end."""
    _save(path_of(run_id, attempt, TREES), json.dumps(trees, separators=(",", ":")).encode())


def load_trees(run_id: UUID, attempt: int) -> list[dict[str, Any]]:
    """Return the trees of a finished run; none of one that ended before trees were kept."""
    if not default_storage.exists(path_of(run_id, attempt, TREES)):
        return []
    trees: list[dict[str, Any]] = json.loads(read(run_id, attempt, TREES))
    return trees


def read(run_id: UUID, attempt: int, name: str) -> bytes:
    """Return one of a run's files.

    Raises
    ------
    StorageError
        If it is not there.
    """
    with default_storage.open(_present(run_id, attempt, name), "rb") as file:
        content: bytes = file.read()
    return content


def append_frames(run_id: UUID, attempt: int, frames: bytes) -> None:
    """Add frames to the end of a run's record; needs a store that can append (a folder can)."""
    path = path_of(run_id, attempt, FRAMES)
    if not default_storage.exists(path):
        _save(path, frames)
        return
    with default_storage.open(path, "ab") as file:
        file.write(frames)


def replace_frames(run_id: UUID, attempt: int, frames: bytes) -> None:
    """Put a thinned record in place of the one that grew too long."""
    _save(path_of(run_id, attempt, FRAMES), frames)


def frame_index(run_id: UUID, attempt: int) -> list[FrameEntry]:
    """Return where each whole frame of the record lies; empty before the first one is written."""
    path = path_of(run_id, attempt, FRAMES)
    if not default_storage.exists(path):
        return []
    return list(_walk(read(run_id, attempt, FRAMES)))


def frame_record(run_id: UUID, attempt: int) -> bytes:
    """Return the frame record, empty before the first frame is written."""
    if not default_storage.exists(path_of(run_id, attempt, FRAMES)):
        return b""
    return read(run_id, attempt, FRAMES)


def delete_files(run_id: UUID, attempts: int) -> None:
    """Delete what any attempt of a run has written."""
    for attempt in range(1, attempts + 1):
        for name in (SERIES, AUDIT, TREES, FRAMES):
            default_storage.delete(path_of(run_id, attempt, name))


def delete_frames(run_id: UUID, attempts: int) -> None:
    """Delete the frame records of all attempts of a run."""
    for attempt in range(1, attempts + 1):
        default_storage.delete(path_of(run_id, attempt, FRAMES))


def _present(run_id: UUID, attempt: int, name: str) -> str:
    """Return the storage name of a file that must be there."""
    path = path_of(run_id, attempt, name)
    if not default_storage.exists(path):
        raise StorageError(f"the file {name} of this run is not in the store")
    return path


def _save(path: str, content: bytes) -> None:
    """Write a whole file under exactly this name."""
    default_storage.delete(path)
    default_storage.save(path, ContentFile(content))


def _walk(record: bytes) -> Iterator[FrameEntry]:
    """Yield the frames of a record; a frame cut off at the end, still being written, is left out."""
    offset = 0
    while offset + HEADER.size <= len(record):
        magic, _, header, _, seq, cables, time, _, _, _, flags, words = HEADER.unpack_from(record, offset)
        length = header + 2 * cables + words
        if magic != MAGIC or offset + length > len(record):
            return
        yield FrameEntry(seq=seq, simulated_s=time, offset=offset, length=length, flags=flags)
        offset += length
