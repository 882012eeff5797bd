"""The real files beside the project, with what an independent reader counted in them; absent is a skip."""

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(os.environ.get("TWINLOOM_SHARED", Path(__file__).parents[2] / "shared")) / "data"


def shared_file(name: str) -> tuple[str, bytes]:
    """Return name and content of a file of the shared data, or skip the test."""
    path = SHARED / name
    if not path.is_file():
        pytest.skip(f"no shared data: {path} is not there")
    return path.name, path.read_bytes()


def holds(name: str) -> dict[str, Any]:
    """Return the facts of a shared file from the manifest, or skip the test."""
    path = SHARED / "manifest.csv"
    if not path.is_file():
        pytest.skip(f"no shared data: {path} is not there")
    with path.open(newline="", encoding="utf-8") as lines:
        return next(json.loads(row["holds"]) for row in csv.DictReader(lines) if row["file"] == name)
