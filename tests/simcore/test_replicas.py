"""Replicas: the same results on one worker and on several, and as each run gives alone."""

from typing import Any

import pytest

from simcore.errors import ReplicaError, StoppedError
from simcore.metrics import RunResult
from simcore.replicas import Replica, of_seeds, run_replicas
from simcore.simulate import simulate
from tests.simcore.fabrics import leaf_spine, scenario, workload

TOPOLOGY = leaf_spine(2, 2, 4, delay=1e-6)
JOB = {"iterations": 5, "compute_ms": 1.0, "jitter_cv": 0.3, "size_bytes": 10**8}
WORK = workload(JOB, background=[{"id": "b", "load": 0.05}])


def points() -> list[Replica]:
    """Return two seeds, a fault and a point of a sweep."""
    faulty = scenario(faults=[{"cable": "c0", "rate_share": 0.5, "at_ms": 5.0}])
    larger = workload({**JOB, "size_bytes": 2 * 10**8})
    return [*of_seeds(WORK, scenario(), 2), Replica(WORK, faulty), Replica(larger, scenario())]


def bits(results: list[RunResult]) -> list[Any]:
    names = results[0].series.__dataclass_fields__
    return [(each.summary, *(getattr(each.series, name).tobytes() for name in names)) for each in results]


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    replicas = points()
    alone = [simulate(TOPOLOGY, each.workload, each.scenario) for each in replicas]
    assert bits(run_replicas(TOPOLOGY, replicas, workers=1)) == bits(alone)
    assert bits(run_replicas(TOPOLOGY, replicas, workers=3)) == bits(alone)


def test_seeds_count_on_from_that_of_the_scenario() -> None:
    assert [each.scenario.seed for each in of_seeds(WORK, scenario(seed=2**32 - 2), 3)] == [
        2**32 - 2,
        2**32 - 1,
        0,
    ]


@pytest.mark.parametrize("workers", [1, 2])
def test_each_end_is_told_once(workers: int) -> None:
    told: list[int] = []
    replicas = of_seeds(WORK, scenario(), 3)
    results = run_replicas(
        TOPOLOGY, replicas, workers=workers, ended=lambda number, result: told.append(number)
    )
    assert sorted(told) == [0, 1, 2]
    assert len(results) == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_a_replica_that_does_not_fit_is_named(workers: int) -> None:
    wrong = scenario(faults=[{"cable": "c99", "rate_share": 0.5, "at_ms": 5.0}])
    with pytest.raises(ReplicaError, match=r"replica 2: .*no cable c99") as caught:
        run_replicas(TOPOLOGY, [points()[0], Replica(WORK, wrong)], workers=workers)
    assert caught.value.number == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_replicas_can_be_stopped(workers: int) -> None:
    endless = workload({"iterations": 1_000_000, "compute_ms": 1.0})
    with pytest.raises(StoppedError):
        run_replicas(TOPOLOGY, of_seeds(endless, scenario(), 2), workers=workers, should_stop=lambda: True)


def test_no_replicas_have_no_results() -> None:
    assert run_replicas(TOPOLOGY, [], workers=2) == []


def test_without_a_worker_nothing_runs() -> None:
    with pytest.raises(ValueError, match="1 worker or more"):
        run_replicas(TOPOLOGY, points(), workers=0)
