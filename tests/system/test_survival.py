"""What is ended in the middle: a worker, the broker, the parent. A run ends once; nothing stays behind."""

import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest

from tests.patience import PATIENCE_S, wait_until
from tests.system.running import Studio, is_alive, running_studio
from tests.system.test_live import next_frame, watched

pytestmark = pytest.mark.system
ENDED = ("finished", "failed", "cancelled", "lost")
LONG = 20_000  # iterations: minutes at every pace here


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


def reach(studio: Studio, run: str, *statuses: str) -> Any:
    """Return the run once it has one of the statuses."""

    def look() -> Any:
        found = run_of(studio, run)
        return found if found["status"] in statuses else None

    return wait_until(look, f"run {run} {' or '.join(statuses)}")


def test_a_run_whose_worker_is_killed_is_taken_up_or_lost_and_ends_once(frail_studio: Studio) -> None:
    run = start_run(frail_studio, iterations=400, pace_ms_per_s=500)
    first = reach(frail_studio, run, "running")
    wait_until(lambda: run_of(frail_studio, run)["progress"] > 0, "progress")
    for pid in pid_of(frail_studio, "celery"):
        os.kill(pid, signal.SIGKILL)

    def taken_up() -> Any:
        now = run_of(frail_studio, run)
        return now if now["attempt"] > first["attempt"] or now["status"] in ENDED else None

    wait_until(taken_up, "the run taken up again or given up")
    ended = reach(frail_studio, run, *ENDED)
    assert ended["status"] in ("finished", "lost")
    assert run_of(frail_studio, run)["finished_at"] == ended["finished_at"]


def test_after_the_broker_is_killed_the_next_run_works(frail_studio: Studio) -> None:
    reach(frail_studio, start_run(frail_studio, iterations=3, pace_ms_per_s=None), "finished")
    (broker,) = pid_of(frail_studio, "valkey")
    os.kill(broker, signal.SIGKILL)
    wait_until(lambda: [pid for pid in pid_of(frail_studio, "valkey") if pid != broker], "a new broker")
    reach(frail_studio, start_run(frail_studio, iterations=3, pace_ms_per_s=None, seed=2), "finished")


def test_a_socket_that_is_open_hears_again_after_the_broker_was_killed(frail_studio: Studio) -> None:
    run = start_run(frail_studio, iterations=LONG, pace_ms_per_s=100)
    with watched(frail_studio, run) as socket:
        before = next_frame(socket)
        (broker,) = pid_of(frail_studio, "valkey")
        os.kill(broker, signal.SIGKILL)
        wait_until(lambda: next_frame(socket).wall > before.wall + 5, "new frames")
    frail_studio.ask("POST", f"/runs/{run}/cancel")
    assert reach(frail_studio, run, *ENDED)["status"] == "cancelled"


def test_a_cancelled_run_stops_and_stays_cancelled(studio: Studio) -> None:
    run = start_run(studio, iterations=LONG, pace_ms_per_s=100)
    reach(studio, run, "running")
    assert studio.ask("POST", f"/runs/{run}/cancel").status == 202
    reach(studio, run, "cancelled")


@dataclass(frozen=True)
class Life:
    """What was seen of a studio between its start and its end."""

    projects: list[str]
    scenarios: int
    summary: Any
    started: int
    left: list[str]


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> dict[signal.Signals, Life]:
    """Three lives of one data folder: in the first the sample is deleted and a run is made."""
    data, run, found = tmp_path_factory.mktemp("lives"), "", {}
    for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        with running_studio(data) as studio:
            projects = studio.ask("GET", "/projects").body["results"]
            scenarios = studio.ask("GET", "/scenarios").body["count"]
            if not run:
                assert studio.ask("DELETE", f"/projects/{projects[0]['id']}").status == 204
                run = start_run(studio, iterations=3, pace_ms_per_s=None)
            summary = reach(studio, run, "finished")["summary"]
            start_run(studio, iterations=LONG, pace_ms_per_s=500)
            names = [project["name"] for project in projects]
            found[ending] = Life(names, scenarios, summary, *_ended(studio, ending))
    return found


def _ended(studio: Studio, ending: signal.Signals) -> tuple[int, list[str]]:
    """End a studio; return how many processes were below it and the commands of those that stay."""
    below = studio.descendants()
    studio.process.send_signal(ending)
    studio.process.wait(PATIENCE_S)
    with suppress(AssertionError):
        wait_until(lambda: not any(map(is_alive, below)), "every process gone")
    return len(below), [command for pid, command in below.items() if is_alive(pid)]


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_the_parent_leaves_no_process_behind(
    lives: dict[signal.Signals, Life], ending: signal.Signals
) -> None:
    assert lives[ending].started >= 3
    assert lives[ending].left == []


def test_the_work_of_a_studio_is_there_after_its_second_start(lives: dict[signal.Signals, Life]) -> None:
    first, second, third = lives.values()
    assert first.summary["jobs"]
    assert first.summary == second.summary == third.summary


def test_the_sample_project_is_loaded_at_the_first_start_alone(lives: dict[signal.Signals, Life]) -> None:
    first, second, _ = lives.values()
    assert (len(first.projects), first.scenarios) == (1, 3)
    assert not set(first.projects) & set(second.projects)
