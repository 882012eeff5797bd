"""The reference flows: exact inputs, and what SimGrid 4.1 answered on exactly these flows and paths.

They lie outside of the project (``TWINLOOM_SHARED``, by default ``../shared`` beside it); tests that need
them are skipped where they are absent.
"""

import gzip
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from simcore.traffic.streams import StreamTable
from simcore.units import bytes_per_second

SHARED = Path(os.environ.get("TWINLOOM_SHARED", Path(__file__).parents[3] / "shared"))
REFERENCE = SHARED / "reference"

needs_reference = pytest.mark.skipif(
    not (REFERENCE / "flows").is_dir(), reason=f"no reference flows at {REFERENCE} (set TWINLOOM_SHARED)"
)


@dataclass(frozen=True)
class Work:
    """A list of flows over given paths: capacities (R,), streams, sizes and starts (S,)."""

    capacity: NDArray[np.float64]
    table: StreamTable
    size: NDArray[np.float64]
    start: NDArray[np.float64]


def lines_of(path: Path) -> list[list[str]]:
    """Return the cells of a CSV file, gzipped or not, without its header."""
    packed = path.with_name(path.name + ".gz")
    text = gzip.decompress(packed.read_bytes()).decode() if packed.exists() else path.read_text("utf-8")
    return [line.split(",") for line in text.splitlines()[1:]]


def read_work(name: str, *, hosts: int | None = None) -> Work:
    """Return the flows of ``name``, or those between its first ``hosts`` alone."""
    flows = REFERENCE / "flows"
    topology = (flows / f"{name}.topo").read_text("utf-8").strip()
    links = lines_of(flows / f"{topology}.links.csv")
    delay = np.array([float(link[4]) for link in links])
    routed = lines_of(flows / f"{name}.paths.csv")
    rows = lines_of(flows / f"{name}.flows.csv")
    kept = [place for place, row in enumerate(rows) if hosts is None or max(int(row[1]), int(row[2])) < hosts]
    paths = [np.array(routed[place][3].split(), dtype=np.int32) for place in kept]
    first = np.zeros(len(paths) + 1, dtype=np.int64)
    np.cumsum([len(path) for path in paths], out=first[1:])
    resource = np.concatenate(paths)
    listed = np.array([[float(cell) for cell in rows[place][3:5]] for place in kept])
    return Work(
        capacity=np.array([bytes_per_second(float(link[3])) for link in links]),
        table=StreamTable(
            first=first,
            resource=resource,
            multiplicity=np.ones(len(resource)),
            latency=np.add.reduceat(delay[resource], first[:-1]),
        ),
        size=listed[:, 0],
        start=listed[:, 1],
    )


def read_completions(name: str, engine: str) -> NDArray[np.float64]:
    """Return what ``engine`` answered: the completion time of each flow, s."""
    return np.array([float(row[1]) for row in lines_of(REFERENCE / "fct" / f"{name}.{engine}.csv")])
