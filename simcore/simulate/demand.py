"""What a workload tells beforehand of its flows: their numbers, ends and bytes."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from simcore.document.workload import Collective, WorkloadDocument
from simcore.routing.routes import Demand
from simcore.simulate.fit import Fit
from simcore.topology import Topology
from simcore.traffic.collectives.all_to_all import pairs_apart
from simcore.traffic.collectives.ring import ring_edges

# Flow numbers, which the hash turns into paths: listed flows count from 0, and each job, each rail of a job
# and each background has a range of its own.
JOB_FLOWS: Final = 1 << 40
RAIL_FLOWS: Final = 1 << 24
BACKGROUND_FLOWS: Final = 1 << 48


def first_flow_of(job: int, rail: int = 0) -> int:
    """Return the number of the first flow of a job, or of one of its rails."""
    return (job + 1) * JOB_FLOWS + rail * RAIL_FLOWS


def demand_of(topology: Topology, workload: WorkloadDocument, fitted: Fit) -> Demand:
    """Return the flows of one iteration of all jobs, and the listed flows; those of backgrounds are unknown.

    An all-reduce counts as a ring, whatever its algorithm: routing has a say in rings alone.
    """
    return Demand.all_of(_flows(topology, workload, fitted))


def _flows(topology: Topology, workload: WorkloadDocument, fitted: Fit) -> Iterator[Demand]:
    for row, job in enumerate(workload.jobs):
        rails = fitted.placements[row].rails
        if job.collective is Collective.ALL_TO_ALL:
            members = np.concatenate([rail.members for rail in rails])
            host = topology.vertex_host[members]
            yield pairs_apart(members, host, job.size_bytes, first_flow=first_flow_of(row))
        else:
            for number, rail in enumerate(rails):
                first_flow = first_flow_of(row, number)
                yield ring_edges(rail.members, job.size_bytes / len(rails), first_flow=first_flow)
    yield Demand(
        source=fitted.flow_source,
        target=fitted.flow_target,
        flow_ids=np.arange(len(workload.flows), dtype=np.uint64),
        size=np.array([flow.size_bytes for flow in workload.flows], dtype=np.float64),
    )
