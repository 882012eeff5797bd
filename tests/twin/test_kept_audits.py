"""The audit as it is kept: every value once, and read back as it was written."""

import json
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from twin import storage

TREE = {"switches": [f"leaf-{row}" for row in range(64)], "ports": [f"leaf-{row}/p1" for row in range(64)]}
RECORDS = [
    {"at_s": row / 7, "decision": ("grant", "wait")[row % 2], "root": None, "waited_s": 0.0, **TREE}
    for row in range(2_000)
]


def test_what_is_kept_reads_back_and_a_tree_is_written_once() -> None:
    run = uuid4()
    storage.save_audit(run, 1, RECORDS)
    assert storage.load_audit(run, 1) == RECORDS
    size = len(storage.read(run, 1, storage.AUDIT))
    assert size < len(json.dumps(RECORDS)) / 20


@pytest.mark.parametrize("records", [[], RECORDS[:1]])
def test_none_and_one_read_back_too(records: list[dict[str, object]]) -> None:
    run = uuid4()
    storage.save_audit(run, 1, records)
    assert storage.load_audit(run, 1) == records


def test_an_audit_of_before_is_still_read() -> None:
    run = uuid4()
    path = storage.path_of(run, 1, storage.AUDIT)
    default_storage.save(path, ContentFile(json.dumps(RECORDS[:2]).encode()))
    assert storage.load_audit(run, 1) == RECORDS[:2]
