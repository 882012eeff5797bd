"""V18: an all-to-all over an oversubscribed leaf-spine, as a run of the twin from its documents."""

from collections.abc import Iterator

from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.simulate import simulate
from validation.fabrics import fabric
from validation.rows import CLOSED_FORM, Row

HOSTS, PER_LEAF = 256, 32
SIZE, LINE = 10**9, 5e10


def rows() -> Iterator[Row]:
    """t = max(S (n - 1)/n / B, S (n - H)/n · o / B), without the latency of the path."""
    job = {"id": "exchange", "collective": "all-to-all", "size_bytes": SIZE}
    workload = WorkloadDocument.model_validate({"jobs": [job]})
    scenario = ScenarioDocument.model_validate({"routing": {"mode": "spray"}})
    for oversubscription in (1, 2, 4):
        topology = fabric(
            "leaf-spine",
            leaves=HOSTS // PER_LEAF,
            spines=4,
            hosts_per_leaf=PER_LEAF,
            uplink_gbps=400.0 * PER_LEAF / 4 / oversubscription,
        )
        seconds = float(simulate(topology, workload, scenario).series.iteration_seconds[0])
        across = (HOSTS - PER_LEAF) / HOSTS * oversubscription
        form = SIZE / LINE * max((HOSTS - 1) / HOSTS, across)
        what = f"all-to-all of {HOSTS} hosts, 1 GB each, sprayed, {oversubscription} : 1 oversubscribed: ms"
        yield Row("V18", "I", what, 1e3 * form, CLOSED_FORM, 1e3 * seconds, 0.01)
