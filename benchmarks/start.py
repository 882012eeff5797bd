"""The bar of the one command: how long a second start takes until the studio says that it is ready."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from benchmarks.bars import Bar
from tests.system.running import ROOT, free_port

STARTS = 3


def start_time(data: Path) -> float:
    """Start the studio, wait for its word, end it; return the wall time from the start to the word (s)."""
    environment = {**os.environ, "TWINLOOM_DATA": str(data), "TWINLOOM_PORT": str(free_port())}
    began = monotonic()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if "is ready" in line:
                break
        took = monotonic() - began
        process.send_signal(signal.SIGTERM)
    if not any("is ready" in line for line in said):
        raise RuntimeError(f"the studio did not start: {''.join(said)}")
    return took


def bars() -> Iterator[Bar]:
    """Measure a first start in an empty folder, and the starts after it."""
    with TemporaryDirectory() as folder:
        first = start_time(Path(folder))
        yield Bar("first start in an empty folder", first, "s", says="with the sample project")
        later = sorted(start_time(Path(folder)) for _ in range(STARTS))
        yield Bar("second start to ready", later[STARTS // 2], "s", most=6.0, says=f"median of {STARTS}")
