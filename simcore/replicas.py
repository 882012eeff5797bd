"""Replicas: many runs on one fabric, side by side on all cores: seeds, faults, points of a sweep.

Each is a run of its own with its own random numbers, so a result is the same whoever computes it, and on
however many workers. A worker is a process, which takes the fabric once and then one replica after the other;
where the system can, it shares the memory of its parent, kernels and fabric included.
"""

import multiprocessing
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing.context import BaseContext
from multiprocessing.synchronize import Event
from typing import Final

from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.errors import ReplicaError, SimcoreError, StoppedError
from simcore.metrics import RunResult
from simcore.simulate import simulate, warm_up
from simcore.topology import Topology

# How often the parent asks whether to stop, s.
LOOK_EVERY: Final = 0.05
# Seeds are numbers below this (simcore.document.scenario).
SEEDS: Final = 2**32


@dataclass(frozen=True, slots=True)
class Replica:
    """What one run differs in; its seed is that of the scenario."""

    workload: WorkloadDocument
    scenario: ScenarioDocument


def of_seeds(workload: WorkloadDocument, scenario: ScenarioDocument, count: int) -> tuple[Replica, ...]:
    """Return ``count`` replicas, with the seeds from that of ``scenario`` on; after the last comes seed 0."""
    seeds = ((scenario.seed + step) % SEEDS for step in range(count))
    return tuple(Replica(workload, scenario.model_copy(update={"seed": seed})) for seed in seeds)


def run_replicas(
    topology: Topology,
    replicas: Sequence[Replica],
    *,
    workers: int,
    should_stop: Callable[[], bool] | None = None,
    ended: Callable[[int, RunResult], None] | None = None,
) -> list[RunResult]:
    """Return the results of all ``replicas``, in their order.

    Parameters
    ----------
    workers
        How many run at one time, each on a core of its own; one runs them in this process.
    should_stop
        Asked at least every 50 ms.
    ended
        Told of each replica that has ended, with its place, as soon as it has.

    Raises
    ------
    ValueError
        If ``workers`` is below 1.
    ReplicaError
        If a replica does not fit the fabric or comes to a standstill; the others are given up.
    StoppedError
        If ``should_stop`` said so.
    """
    if workers < 1:
        raise ValueError(f"replicas need 1 worker or more, got {workers}")
    warm_up()
    if min(workers, len(replicas)) <= 1:
        return _one_by_one(topology, replicas, should_stop, ended)
    context = _context()
    stop = context.Event()
    pool = ProcessPoolExecutor(
        min(workers, len(replicas)), mp_context=context, initializer=_prepare, initargs=(topology, stop)
    )
    try:
        futures = {pool.submit(_run, number, replica): number for number, replica in enumerate(replicas)}
        return _gathered(futures, should_stop, ended)
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _one_by_one(
    topology: Topology,
    replicas: Sequence[Replica],
    should_stop: Callable[[], bool] | None,
    ended: Callable[[int, RunResult], None] | None,
) -> list[RunResult]:
    results = []
    for number, replica in enumerate(replicas):
        try:
            result = simulate(topology, replica.workload, replica.scenario, should_stop=should_stop)
        except StoppedError:
            raise
        except SimcoreError as error:
            raise ReplicaError(number, str(error)) from error
        results.append(result)
        if ended is not None:
            ended(number, result)
    return results


def _gathered(
    futures: "dict[Future[RunResult | str], int]",
    should_stop: Callable[[], bool] | None,
    ended: Callable[[int, RunResult], None] | None,
) -> list[RunResult]:
    """Return the results of all ``futures`` by their numbers, as they come."""
    results: dict[int, RunResult] = {}
    waiting = set(futures)
    while waiting:
        if should_stop is not None and should_stop():
            raise StoppedError("the replicas were stopped before their end")
        done, waiting = wait(waiting, timeout=LOOK_EVERY, return_when=FIRST_COMPLETED)
        for future in done:
            number, result = futures[future], future.result()
            if isinstance(result, str):
                raise ReplicaError(number, result)
            results[number] = result
            if ended is not None:
                ended(number, result)
    return [results[number] for number in range(len(results))]


def _context() -> BaseContext:
    """Return how workers begin: as copies of this process, where that is safe."""
    can_copy = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if can_copy else "spawn")


# What a worker does. What it was given stands here, for it gets nothing but replicas afterwards.

_given: list[tuple[Topology, Event]] = []


def _prepare(topology: Topology, stop: Event) -> None:
    _given[:] = [(topology, stop)]
    warm_up()


def _run(number: int, replica: Replica) -> RunResult | str:
    """Return the result of a replica, or in words why there is none."""
    topology, stop = _given[0]
    try:
        return simulate(topology, replica.workload, replica.scenario, should_stop=stop.is_set)
    except SimcoreError as error:
        return str(error)
