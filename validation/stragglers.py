"""V35: hosts with an exponential tail: the slowest of n, and the k-th of n, as the twin draws them."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.simulate import simulate
from simcore.traffic.stragglers import Compute, ComputeTimes, Jitter
from validation.fabrics import fabric
from validation.rows import CLOSED_FORM, Row, Sample

HOSTS: Final = 64
THETA: Final = 0.05
DRAWS: Final = 20_000


def harmonic(count: int) -> float:
    """Return 1 + 1/2 + … + 1/count."""
    return sum(1 / each for each in range(1, count + 1))


def rows() -> Iterator[Row]:
    """T = 1 + θ E: E[max] = 1 + θ H_n, and of the k-th of n 1 + θ (H_n - H_(n-k))."""
    mean, variation = 1 + THETA, THETA / (1 + THETA)
    topology = fabric("leaf-spine", leaves=4, spines=4, hosts_per_leaf=16)
    job = {
        "id": "job",
        "size_bytes": 1,
        "iterations": DRAWS,
        "compute_ms": 1e3 * mean,
        "jitter_cv": variation,
        "jitter": "exponential",
    }
    workload = WorkloadDocument.model_validate({"jobs": [job]})
    series = simulate(topology, workload, ScenarioDocument()).series
    compute = Sample.of(series.iteration_seconds - series.iteration_communication)
    form = 1 + THETA * harmonic(HOSTS)
    what = f"{HOSTS} hosts of 1 + {THETA:g} E, a job of {DRAWS:,} iterations: mean compute time"
    yield Row("V35", "I", what, form, CLOSED_FORM, compute.mean, 0.01, compute.noise_beside())

    times = ComputeTimes(Compute(mean, variation, 1, Jitter.EXPONENTIAL), np.random.default_rng(35))
    hosts = np.sort([[times.next().seconds for _ in range(HOSTS)] for _ in range(DRAWS)], axis=1)
    for waited_for in (HOSTS, 62):
        drawn = Sample.of(hosts[:, waited_for - 1])
        form = 1 + THETA * (harmonic(HOSTS) - harmonic(HOSTS - waited_for))
        what = f"the same hosts drawn one by one, number {waited_for} of {HOSTS}"
        yield Row("V35", "I", what, form, CLOSED_FORM, drawn.mean, 0.01, drawn.noise_beside())
