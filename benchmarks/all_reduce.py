"""An all-reduce of 1 GiB on a three-tier fabric of 1,024 and of 16,384 GPUs, and the memory for it.

``python -m benchmarks.all_reduce WAY GPUS`` is a process of its own for one way: it loads the kernels, makes
the fabric, builds the topology and plays the run, each three times, and prints figures as JSON. What is
judged is the whole of ``simulate()`` on a topology that stands: fitting, placing, routing, trees, playing,
and the account at the end. Building the topology from its document stands beside.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from benchmarks.bars import Bar
from benchmarks.large import SIXTEEN
from benchmarks.memory import MB, peak_of_process
from benchmarks.timing import timed
from simcore.document.build import build_topology
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.frames import Snapshot, quantise
from simcore.simulate import simulate, warm_up
from simcore.templates import TEMPLATES

SIZE: Final = 2**30
TEMPLATE: Final = "rail-optimised-pods"
ADDING: Final = {"aggregation": "quantum-2"}
FABRICS: Final[Mapping[int, Mapping[str, Any]]] = {
    1_024: SIXTEEN | {"pods": 2, "units_per_pod": 2} | ADDING,
    16_384: SIXTEEN | ADDING,
}
MOST_SECONDS: Final = {1_024: 0.1, 16_384: 2.0}
MOST_MB: Final = 1_500.0
WAYS: Final[Mapping[str, Mapping[str, Any]]] = {
    "ring per rail": {"algorithm": "ring"},
    "hierarchical": {"algorithm": "ring", "scale_up": {"way": "peers"}},
    "in the network": {"algorithm": "in-network"},
    "hierarchical, a tree a rail": {"algorithm": "in-network", "scale_up": {"way": "nvls"}},
}
REPETITIONS: Final = 3


def bars() -> Iterator[Bar]:
    """Measure every way on both fabrics."""
    for gpus in FABRICS:
        for way in WAYS:
            line = [sys.executable, "-m", "benchmarks.all_reduce", way, str(gpus)]
            said = json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)
            name = f"{gpus:,} GPUs, {way}"
            says = (
                f"simulate() on a built topology, best of {REPETITIONS}; building it {said['build']:.3f} s "
                f"more, {said['watched']:.3f} s where somebody watches; {said['cables']:,} cables; "
                f"ends at {1e3 * said['ends']:.3f} ms"
            )
            yield Bar(name, said["simulate"], "s", most=MOST_SECONDS[gpus], says=says, wall=said["wall"])
            if said["peak"] is not None:
                says = "the whole process at its most, kernels, document and topology among it"
                yield Bar(f"{name}: memory", said["peak"] / MB, "MB", most=MOST_MB, says=says)


def _measured(way: str, gpus: int) -> dict[str, Any]:
    """Return the figures of one way on one fabric (s, bytes)."""
    warm_up()
    document, findings = TEMPLATES[TEMPLATE].make(dict(FABRICS[gpus]))
    if document is None:
        raise RuntimeError(f"{TEMPLATE}: {findings[0].says}")
    job = {"id": "job", "collective": "all-reduce", "size_bytes": SIZE}
    workload = WorkloadDocument.model_validate({"jobs": [job]})
    scenario = ScenarioDocument.model_validate(WAYS[way])
    build = timed(REPETITIONS, lambda: build_topology(document))
    topology = build_topology(document)
    play = timed(REPETITIONS, lambda: simulate(topology, workload, scenario))
    watched = timed(1, lambda: simulate(topology, workload, scenario, observer=_read))
    return {
        "build": build.processor,
        "simulate": play.processor,
        "wall": play.wall,
        "watched": watched.processor,
        "peak": peak_of_process(),
        "cables": len(topology.cable_ids),
        "ends": simulate(topology, workload, scenario).summary.simulated_s,
    }


def _read(snapshot: Snapshot) -> None:
    """Look at a moment of a run, as who writes its frames does."""
    _ = snapshot.readout, quantise(snapshot.utilisation)


if __name__ == "__main__":
    print(json.dumps(_measured(sys.argv[1], int(sys.argv[2]))))
