"""The bars of the ETA: what a studio says at half-way of a run, held against what then came.

The whole path is in it: worker, heartbeat, row and ``GET /runs/<id>``. Half-way is half of the wall time that
the run took, which is known only when it has ended.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep, time
from typing import Any, Final

from benchmarks.bars import Bar
from tests.system.running import Studio, running_studio

LOOK_EVERY_S: Final = 0.1
GIVEN_UP_AFTER_S: Final = 300.0
WITHIN: Final = 0.3
LEAF_SPINE: Final = ("leaf-spine", {"leaves": 8, "spines": 4, "hosts_per_leaf": 12, "rails": 4})
FAT_TREE: Final = ("fat-tree", {"k": 8})


@dataclass(frozen=True, slots=True)
class Trial:
    """A run whose ETA is held against the truth. ``fault`` is a share of its iterations, None without one."""

    name: str
    fabric: tuple[str, dict[str, int]]
    workload: dict[str, Any]
    scenario: dict[str, Any]
    fault_ms: float | None = None


def _job(**fields: Any) -> dict[str, Any]:
    return {"id": "job", "size_bytes": 2**30, "compute_ms": 20.0, "jitter_cv": 0.02, **fields}


TRIALS: Final = (
    Trial(
        "ETA: unpaced rings, background, a fault",
        LEAF_SPINE,
        {"jobs": [_job(iterations=900)], "background": [{"id": "bg", "load": 0.02}]},
        {"algorithm": "ring"},
        fault_ms=15_000.0,
    ),
    Trial(
        "ETA: paced, in-network, a fault",
        LEAF_SPINE,
        {"jobs": [_job(iterations=60)]},
        {"algorithm": "in-network", "pace": {"ms_per_s": 100.0}},
        fault_ms=700.0,
    ),
    Trial(
        "ETA: unpaced all-to-all in three tiers",
        FAT_TREE,
        {"jobs": [_job(iterations=600, collective="all-to-all")]},
        {"routing": {"mode": "hash", "seed": 7}},
    ),
    Trial(
        "ETA: unpaced flows alone, load 0.3",
        LEAF_SPINE,
        {"background": [{"id": "bg", "load": 0.3, "stop_ms": 500.0}]},
        {},
    ),
)


def submit(studio: Studio, trial: Trial) -> str:
    """Make the documents of a trial, queue the run, and return its id."""
    template, parameters = trial.fabric
    document = studio.ask("POST", f"/templates/{template}", {"parameters": parameters}).body["document"]
    faults = []
    if trial.fault_ms is not None:
        cable = document["cables"][0]["id"]
        faults = [{"cable": cable, "at_ms": trial.fault_ms, "rate_share": 0.25}]
    parts = {
        "fabric": studio.made("/fabrics", {"name": trial.name, "document": document}),
        "workload": studio.made("/workloads", {"name": trial.name, "document": trial.workload}),
        "scenario": studio.made(
            "/scenarios", {"name": trial.name, "document": {**trial.scenario, "faults": faults}}
        ),
    }
    run = studio.made("/runs", {**{name: made["id"] for name, made in parts.items()}, "seed": 1})
    return str(run["id"])


def watched(studio: Studio, run_id: str) -> tuple[list[tuple[float, float | None]], dict[str, Any]]:
    """Return what was said of the time left, (Unix time, s) at each look, and the run that has ended."""
    said: list[tuple[float, float | None]] = []
    until = time() + GIVEN_UP_AFTER_S
    while time() < until:
        run = studio.ask("GET", f"/runs/{run_id}").body
        if run["status"] not in ("queued", "running"):
            return said, run
        said.append((time(), run["eta_s"]))
        sleep(LOOK_EVERY_S)
    raise TimeoutError(f"the run did not end within {GIVEN_UP_AFTER_S:g} s")


def at_half_way(studio: Studio, trial: Trial) -> Bar:
    """Run a trial and return the ratio of the ETA to the truth at half of its wall time."""
    said, run = watched(studio, submit(studio, trial))
    if run["status"] != "finished":
        raise RuntimeError(f"{trial.name}: {run['status']}, {run['error']}")
    began, ended = (datetime.fromisoformat(run[name]).timestamp() for name in ("started_at", "finished_at"))
    when, eta = min(said, key=lambda each: abs(each[0] - (began + ended) / 2))
    left = ended - when
    says = f"said {eta or 0.0:.1f} s, it took {left:.1f} s more of {ended - began:.1f} s"
    return Bar(trial.name, (eta or 0.0) / left, "x", least=1 - WITHIN, most=1 + WITHIN, says=says)


def bars() -> Iterator[Bar]:
    """Run every trial in a studio of its own."""
    with TemporaryDirectory() as folder, running_studio(Path(folder)) as studio:
        for trial in TRIALS:
            yield at_half_way(studio, trial)
