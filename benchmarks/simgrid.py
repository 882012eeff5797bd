"""SimGrid beside us: its flow model on the same flows and paths, in the same run of the benchmark.

The driver ``peers/simgrid_flows.cpp`` is built against the installed library, on Debian the package
``libsimgrid-dev``. Where compiler or library lack, the comparison is left out, and the reason said.
"""

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from signal import SIGXCPU
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.works import Work

SOURCE: Final = Path(__file__).parent / "peers" / "simgrid_flows.cpp"
SETTINGS: Final = (
    "`network/model:CM02`, `network/crosstraffic:0`, `network/TCP-gamma:0`, latencies 0 for lists"
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What SimGrid answered: ends (F,) s, wall and processor time of its simulation alone (s)."""

    version: str
    end: NDArray[np.float64]
    wall: float
    processor: float


@dataclass(frozen=True, slots=True)
class Change:
    """A link that has another rate from a moment on: s, row of the link, bytes/s."""

    at: float
    link: int
    rate: float


class SimGrid:
    """The driver, built into a folder of its own; ``lacking`` says why there is none, else it is empty."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory()
        self._program = Path(self._folder.name) / "simgrid_flows"
        self.lacking = self._build()

    def _build(self) -> str:
        compiler = shutil.which("g++") or shutil.which("c++")
        if compiler is None:
            return "there is no C++ compiler"
        line = [compiler, "-std=c++17", "-O2", str(SOURCE), "-o", str(self._program), "-lsimgrid"]
        built = subprocess.run(line, capture_output=True, text=True, check=False)
        if built.returncode == 0:
            return ""
        errors = [text for text in built.stderr.splitlines() if "error" in text]
        return f"its driver does not build (is libsimgrid-dev installed?): {errors[0] if errors else '?'}"

    def answer(
        self,
        work: Work,
        *,
        latency: NDArray[np.float64] | None = None,
        steps: int = 0,
        changes: Sequence[Change] = (),
        limit: float,
    ) -> Answer | None:
        """Return what SimGrid makes of ``work``, None where it has not ended after ``limit`` s of one core.

        Parameters
        ----------
        latency
            (L,) of each link, s; zeros without it.
        steps
            0 for a list of flows; else the flows are edges of a ring, and each is sent so many times.
        """
        name = Path(self._folder.name) / "work"
        write(name, work, latency=latency, changes=changes)
        line = [str(self._program), str(name), *([str(steps)] if steps else [])]
        seconds = ceil(limit)
        done = subprocess.run(
            line,
            capture_output=True,
            check=False,
            preexec_fn=lambda: setrlimit(RLIMIT_CPU, (seconds, seconds + 1)),
        )
        if done.returncode == -SIGXCPU:
            return None
        done.check_returncode()
        version, wall, processor = done.stderr.decode().split()[-3:]
        return Answer(f"SimGrid {version}", np.frombuffer(done.stdout), float(wall), float(processor))


def write(name: Path, work: Work, *, latency: NDArray[np.float64] | None, changes: Sequence[Change]) -> None:
    """Write the file that the driver reads; its layout stands in the driver's first lines."""
    links, flows, entries = work.capacity.shape[0], work.table.count, work.table.resource.shape[0]
    parts = (
        np.array([links, flows, entries, len(changes)], dtype=np.int64),
        work.capacity.astype(np.float64),
        np.zeros(links) if latency is None else latency.astype(np.float64),
        work.size.astype(np.float64),
        work.start.astype(np.float64),
        work.table.first.astype(np.int64),
        work.table.resource.astype(np.int32),
        np.array([change.at for change in changes], dtype=np.float64),
        np.array([change.rate for change in changes], dtype=np.float64),
        np.array([change.link for change in changes], dtype=np.int32),
    )
    name.write_bytes(b"".join(part.tobytes() for part in parts))
