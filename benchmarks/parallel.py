"""Replicas on two cores beside the same replicas on one: how many times as many a second."""

import os
from collections.abc import Iterator
from time import perf_counter
from typing import Final

from benchmarks.bars import Bar
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.replicas import of_seeds, run_replicas
from tests.simcore.fabrics import leaf_spine

WORKERS: Final = 2
REPLICAS: Final = 8
TURNS: Final = 2
WORKLOAD: Final = {
    "jobs": [{"id": "job", "size_bytes": 2**30, "compute_ms": 20.0, "jitter_cv": 0.02, "iterations": 5}],
    "background": [{"id": "background", "load": 0.05}],
}


def seconds_with(workers: int) -> tuple[float, float]:
    """Return wall time and processor time of all replicas, s; the workers' start is in both."""
    topology = leaf_spine(8, 4, 16, uplink=2e11)
    replicas = of_seeds(WorkloadDocument.model_validate(WORKLOAD), ScenarioDocument(), REPLICAS)
    began, worked = perf_counter(), _worked()
    run_replicas(topology, replicas, workers=workers)
    return perf_counter() - began, _worked() - worked


def bars() -> Iterator[Bar]:
    """Measure the throughput of two workers by that of one; wall time, since that is what cores are for."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if cores < WORKERS:
        print(f"replicas in parallel are not measured: there is {cores} core")
        return
    turns = [(seconds_with(1), seconds_with(WORKERS)) for _ in range(TURNS)]
    alone, together = (min(turn[side] for turn in turns) for side in (0, 1))
    says = (
        f"{REPLICAS} seeds: {alone[0]:.2f} s by one worker, {together[0]:.2f} s by two, of processor time "
        f"{alone[1]:.2f} and {together[1]:.2f} s; best of {TURNS}, in turns; needs both cores to itself"
    )
    yield Bar("replicas: throughput of two cores", alone[0] / together[0], "x", least=1.8, says=says)


def _worked() -> float:
    """Return the processor time of this process and of its children that have ended, s."""
    return float(sum(os.times()[:4]))
