"""What watching costs: a run with viewers at ten frames a second beside the same run without.

One observer makes frames for viewers alone; the studio's own writes a record for later besides.
``python -m benchmarks.live`` measures in a process of its own, whose studio has an empty folder.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from time import process_time
from typing import Final
from uuid import UUID, uuid4

from benchmarks.bars import Bar
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.frames import Observer, Snapshot, encode
from simcore.simulate import simulate, warm_up
from tests.simcore.fabrics import leaf_spine

# Runs take turns, with viewers and without, so that a slow minute of the machine meets all of them.
TURNS: Final = 4
FRAMES_PER_S: Final = 10.0
RUN: Final = UUID(int=0)
WORKLOAD: Final = {
    "jobs": [{"id": "job", "size_bytes": 2**30, "compute_ms": 20.0, "jitter_cv": 0.02, "iterations": 30}],
    "background": [{"id": "background", "load": 0.05}],
}


def seconds_of(observer: Observer | None) -> float:
    """Return the processor time of a run, s."""
    topology = leaf_spine(8, 4, 16, uplink=2e11)
    workload = WorkloadDocument.model_validate(WORKLOAD)
    scenario = ScenarioDocument.model_validate({"routing": {"mode": "spray"}})
    began = process_time()
    simulate(topology, workload, scenario, observer=observer)
    return process_time() - began


class Viewers:
    """An observer that makes a frame a tenth of a second of processor time, and keeps none."""

    def __init__(self) -> None:
        self.frames = 0
        self._next = process_time()

    def __call__(self, snapshot: Snapshot) -> None:
        """Make a frame where one is due."""
        if process_time() >= self._next:
            self.frames += 1
            self._next += 1 / FRAMES_PER_S
            encode(snapshot, run=RUN, seq=self.frames, wall=0.0, eta=None)


def turn() -> dict[str, float]:
    """Return the processor time of a run without viewers, with them, and with the studio's record as well."""
    from twin.live.publisher import FramePublisher  # noqa: PLC0415 (after Django's settings)

    alone = seconds_of(None)
    viewers = Viewers()
    viewed = seconds_of(viewers)
    # By the clock of the processor, so that a run that waits for others shows no more frames for its work.
    publisher = FramePublisher(uuid4(), 1, clock=process_time, tell=lambda *_, **__: True)
    recorded = seconds_of(publisher)
    publisher.close()
    return {"alone": alone, "viewed": viewed, "recorded": recorded, "frames": viewers.frames}


def bars() -> Iterator[Bar]:
    """Measure the cost of watching, and of the record beside it."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TWINLOOM_DATA": folder}
        line = [sys.executable, "-m", "benchmarks.live"]
        said = subprocess.run(line, capture_output=True, text=True, check=True, env=environment).stdout
    turns = json.loads(said)
    alone, viewed, recorded = (min(each[name] for each in turns) for name in ("alone", "viewed", "recorded"))
    says = (
        f"{viewed:.2f} s with {turns[0]['frames']} frames, {alone:.2f} s without; best of {TURNS}, in turns"
    )
    yield Bar("observing at 10 frames a second", 100 * (viewed / alone - 1), "%", most=5.0, says=says)
    yield Bar(
        "the same with the studio's record",
        100 * (recorded / alone - 1),
        "%",
        says=f"{recorded:.2f} s; a run of seconds spends up to a quarter of its time on 600 frames",
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    import django

    django.setup()
    warm_up()
    print(json.dumps([turn() for _ in range(TURNS)]))
