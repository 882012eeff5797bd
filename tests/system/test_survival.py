"""What is ended in the middle: a worker, the broker, the parent. A run ends once; nothing stays behind."""

import os
import signal
from typing import Any

import pytest

from tests.system.running import Studio, is_alive, running_studio, wait_until

pytestmark = pytest.mark.system
ENDED = ("finished", "failed", "cancelled", "lost")


def start_run(studio: Studio, *, iterations: int, pace_ms_per_s: float | None, seed: int = 1) -> str:
    """Queue a run of a small all-reduce and return its id."""
    parameters = {"leaves": 2, "spines": 2, "hosts_per_leaf": 4}
    shape = studio.ask("POST", "/templates/leaf-spine", {"parameters": parameters}).body
    fabric = studio.made("/fabrics", {"name": "small", "document": shape["document"]})
    job = {"id": "train", "size_bytes": 2**20, "iterations": iterations, "compute_ms": 10}
    workload = studio.made("/workloads", {"name": "train", "document": {"jobs": [job]}})
    scenario = studio.made("/scenarios", {"name": "ring", "document": {"pace": {"ms_per_s": pace_ms_per_s}}})
    records = {"fabric": fabric["id"], "workload": workload["id"], "scenario": scenario["id"]}
    return str(studio.made("/runs", {**records, "seed": seed})["id"])


def run_of(studio: Studio, run: str) -> Any:
    return studio.ask("GET", f"/runs/{run}").body


def pid_of(studio: Studio, words: str) -> list[int]:
    """Return the pids below the parent whose command line holds ``words``."""
    return [pid for pid, command in studio.descendants().items() if words in command]


def reach(studio: Studio, run: str, *statuses: str, within: float) -> Any:
    """Return the run once it has one of the statuses."""

    def look() -> Any:
        found = run_of(studio, run)
        return found if found["status"] in statuses else None

    return wait_until(look, within=within, what=f"run {run} {' or '.join(statuses)}")


def test_a_run_whose_worker_is_killed_is_taken_up_or_lost_and_ends_once(own_studio: Studio) -> None:
    run = start_run(own_studio, iterations=400, pace_ms_per_s=500)
    first = reach(own_studio, run, "running", within=20)
    wait_until(lambda: run_of(own_studio, run)["progress"] > 0, within=10, what="progress")
    for pid in pid_of(own_studio, "celery"):
        os.kill(pid, signal.SIGKILL)

    def taken_up() -> Any:
        now = run_of(own_studio, run)
        return now if now["attempt"] > first["attempt"] or now["status"] in ENDED else None

    wait_until(taken_up, within=30, what="the run taken up again or given up")
    ended = reach(own_studio, run, *ENDED, within=60)
    assert ended["status"] in ("finished", "lost")
    assert run_of(own_studio, run)["finished_at"] == ended["finished_at"]


def test_after_the_broker_is_killed_the_next_run_works(own_studio: Studio) -> None:
    reach(own_studio, start_run(own_studio, iterations=3, pace_ms_per_s=None), "finished", within=30)
    (broker,) = pid_of(own_studio, "valkey")
    os.kill(broker, signal.SIGKILL)
    wait_until(
        lambda: [pid for pid in pid_of(own_studio, "valkey") if pid != broker], within=15, what="a new broker"
    )
    reach(own_studio, start_run(own_studio, iterations=3, pace_ms_per_s=None, seed=2), "finished", within=40)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_the_parent_leaves_no_process_behind(tmp_path: Any, ending: signal.Signals) -> None:
    with running_studio(tmp_path / "studio") as studio:
        start_run(studio, iterations=400, pace_ms_per_s=500)
        below = list(studio.descendants())
        assert len(below) >= 3
        studio.process.send_signal(ending)
        studio.process.wait(20)
        wait_until(lambda: not any(map(is_alive, below)), within=20, what="every process gone")


def test_a_cancelled_run_stops_and_stays_cancelled(studio: Studio) -> None:
    run = start_run(studio, iterations=400, pace_ms_per_s=100)
    reach(studio, run, "running", within=20)
    assert studio.ask("POST", f"/runs/{run}/cancel").status == 202
    reach(studio, run, "cancelled", within=5)


def test_the_work_of_a_studio_is_there_after_its_second_start(tmp_path: Any) -> None:
    with running_studio(tmp_path / "studio") as first:
        run = start_run(first, iterations=3, pace_ms_per_s=None)
        summary = reach(first, run, "finished", within=30)["summary"]
    with running_studio(tmp_path / "studio") as second:
        assert run_of(second, run)["summary"] == summary
