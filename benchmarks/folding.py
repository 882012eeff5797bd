"""What symmetry is worth: the same all-to-all with one message a class played, and with all of them.

Both ways are run one after the other in one process. ``prepare`` makes the ways of all messages and, where it
is asked for, folds them; ``play`` is what comes after it.
"""

from collections.abc import Iterator, Mapping
from time import process_time
from typing import Any, Final

import numpy as np

from benchmarks.bars import Bar, short
from simcore.document.build import build_topology
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.metrics import RunResult
from simcore.simulate.run import prepare
from simcore.templates import TEMPLATES
from simcore.topology import Topology

ITERATIONS: Final = 3
JOB: Final = {"id": "job", "collective": "all-to-all", "size_bytes": 2**30, "iterations": ITERATIONS}
LEAF_SPINE: Final = {"hosts_per_leaf": 32, "spines": 8}
# Ranks, algorithm, and how many times as fast playing is to be.
CASES: Final = ((1_024, "ring", 100.0), (256, "pairwise", 3.0), (1_024, "pairwise", 20.0))


def bars() -> Iterator[Bar]:
    """Measure every case."""
    for ranks, algorithm, least in CASES:
        document, _ = TEMPLATES["leaf-spine"].make(LEAF_SPINE | {"leaves": ranks // 32})
        if document is None:
            raise RuntimeError("the template refuses the sizes of the benchmark")
        topology = build_topology(document)
        folded, times = _run(topology, algorithm, "always")
        whole, expected = _run(topology, algorithm, "never")
        (says,) = (note for note in folded.summary.notes if "fare alike" in note)
        way = "all pairs at once" if algorithm == "ring" else algorithm
        name = f"{ranks:,} ranks, {way}, sprayed"
        yield Bar(
            f"{name}: playing",
            expected["play"] / times["play"],
            "times",
            least=least,
            says=f"{short(times['play'])} s for {short(expected['play'])} s; {says.partition(', and')[0]}",
        )
        both = [sum(each.values()) for each in (times, expected)]
        says = f"{short(both[0])} s for {short(both[1])} s, {ITERATIONS} iterations; it makes all ways"
        yield Bar(f"{name}: the whole run", both[1] / both[0], "times", says=says)
        yield Bar(
            f"{name}: furthest apart", _apart(folded, whole), "1", most=1e-9, says="ends, and loads of cables"
        )


def _run(topology: Topology, algorithm: str, folding: str) -> tuple[RunResult, Mapping[str, float]]:
    """Return a run's result, and how long preparing and playing took (s)."""
    how: dict[str, Any] = {"routing": {"mode": "spray"}, "tolerances": {"exact": True}}
    scenario = ScenarioDocument.model_validate(how | {"algorithm": algorithm, "folding": folding})
    began = process_time()
    run = prepare(topology, WorkloadDocument.model_validate({"jobs": [JOB]}), scenario)
    prepared = process_time()
    result = run.play()
    return result, {"prepare": prepared - began, "play": process_time() - prepared}


def _apart(one: RunResult, other: RunResult) -> float:
    """Return the largest difference of an iteration's end, relative, or of a cable's mean load."""
    ends = np.abs(one.series.iteration_end / other.series.iteration_end - 1.0)
    return float(max(ends.max(), np.abs(one.series.cable_mean - other.series.cable_mean).max()))
