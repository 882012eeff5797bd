"""Memory of a run of flows in a process of its own, above what the process takes with its kernels loaded.

``python -m benchmarks.memory FILE COALESCE SPREAD`` is that process: it loads the kernels, then the flows,
which lie in a file of arrays so that reading a table counts for nothing, runs them at these tolerances, and
prints two sizes in bytes.
"""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from benchmarks.bars import Bar
from benchmarks.flows import run_of
from benchmarks.works import Work, work
from simcore.engine.tolerances import DEFAULT, EXACT, Tolerances
from simcore.simulate import warm_up
from simcore.traffic.streams import StreamTable

STATUS: Final = Path("/proc/self/status")
# Writing this there makes Linux count the peak anew (proc(5)).
PEAK: Final = Path("/proc/self/clear_refs")
RESET_PEAK: Final = "5"
MB: Final = 1e6


def peak_of(name: str, *, tolerances: Tolerances, most: float, quoted: str) -> Iterator[Bar]:
    """Return the peak of a run of flows above its beginning, MB; nothing where the system does not tell."""
    if not PEAK.exists():
        return
    flows = work(name)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "flows.npz"
        np.savez(
            file,
            capacity=flows.capacity,
            first=flows.table.first,
            resource=flows.table.resource,
            size=flows.size,
            start=flows.start,
        )
        line = [sys.executable, "-m", "benchmarks.memory", str(file), *map(str, astuple(tolerances))]
        said = subprocess.run(line, capture_output=True, text=True, check=True).stdout.split()
    before, peak = (float(text) for text in said)
    says = f"peak {peak / MB:.0f} MB, of which {before / MB:.0f} with kernels loaded; inputs included"
    yield Bar(f"memory of {name}", (peak - before) / MB, "MB", most=most, says=says, quoted=quoted)


def peak_of_process() -> float | None:
    """Return the most memory that this process has had, bytes; None where the system does not tell."""
    return _bytes("VmHWM") if STATUS.exists() else None


def bars() -> Iterator[Bar]:
    """Measure the memory that the engine needs."""
    quoted = "SimGrid 4.1: 287 MB, the whole process"
    yield from peak_of("w3_websearch", tolerances=EXACT, most=100.0, quoted=quoted)
    yield from peak_of("w5_perm65536", tolerances=DEFAULT, most=1_000.0, quoted="")


def _bytes(field: str) -> float:
    """Return a field of the process's status, given in kB."""
    lines = STATUS.read_text("utf-8").splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"{field}:"))) * 1024


def _measure(file: Path, tolerances: Tolerances) -> None:
    warm_up()
    PEAK.write_text(RESET_PEAK, encoding="ascii")
    before = _bytes("VmRSS")
    with np.load(file) as kept:
        arrays = {name: kept[name] for name in kept.files}
    resource = arrays["resource"]
    table = StreamTable(arrays["first"], resource, np.ones(resource.size), np.zeros(arrays["first"].size - 1))
    run_of(Work(arrays["capacity"], table, arrays["size"], arrays["start"]), tolerances)
    print(before, _bytes("VmHWM"))


if __name__ == "__main__":
    _measure(Path(sys.argv[1]), Tolerances(*map(float, sys.argv[2:])))
