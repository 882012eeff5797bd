"""Runs for the tests of runs: played to their end or watched on the way, and a fabric that all share."""

from typing import Any

from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.frames import Snapshot
from simcore.metrics import RunResult
from simcore.simulate import simulate
from simcore.topology import Topology
from tests.simcore.fabrics import QUANTUM_2, leaf_spine, scenario

SIZE = 10**9


def play(topology: Topology, work: WorkloadDocument, **fields: Any) -> RunResult:
    """Return what the run comes to."""
    return simulate(topology, work, scenario(**fields))


def watched(topology: Topology, work: WorkloadDocument, how: ScenarioDocument) -> list[Snapshot]:
    """Return each moment of the run that an observer is shown."""
    seen: list[Snapshot] = []

    def keep(snapshot: Snapshot) -> None:
        _ = snapshot.readout
        seen.append(snapshot)

    simulate(topology, work, how, observer=keep)
    return seen


def shared_uplink(limits: Any = QUANTUM_2) -> Topology:
    """Return two leaves of five hosts on one spine, every cable 5e10 bytes/s: all share the uplinks."""
    return leaf_spine(2, 1, 5, adding=dict.fromkeys(["leaf0", "leaf1", "spine0"], limits))


# Hosts 0-3 and 5-8 make up the job, host 4 sends to host 9 in the background over the same uplink.
EIGHT = {"by": "list", "hosts": ["h0", "h1", "h2", "h3", "h5", "h6", "h7", "h8"]}
UNICAST = [{"id": "f", "src": "h4", "dst": "h9", "size_bytes": SIZE // 4}]
