"""What a workload tells beforehand of its flows: their numbers, ends and bytes."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from simcore.document.scenario import Algorithm
from simcore.document.workload import Collective, Job, WorkloadDocument
from simcore.routing.routes import Demand
from simcore.simulate.algorithms import PASSES, exchange_of, sends_of
from simcore.simulate.fit import Fit
from simcore.topology import Topology
from simcore.traffic.collectives.all_to_all import pairs_apart
from simcore.traffic.collectives.ring import ring_edges
from simcore.traffic.graph_collectives import demand_of_sends
from simcore.traffic.placement import RailMembers

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

    An all-reduce in the network counts as a ring: routing has a say in rings alone.
    """
    return Demand.all_of(_flows(topology, workload, fitted))


def _flows(topology: Topology, workload: WorkloadDocument, fitted: Fit) -> Iterator[Demand]:
    for row, job in enumerate(workload.jobs):
        rails, algorithm = fitted.placements[row].rails, fitted.choices[row].algorithm
        if job.collective is Collective.ALL_TO_ALL:
            members = np.concatenate([rail.members for rail in rails])
            host = topology.vertex_host[members]
            sends = exchange_of(job, algorithm, host)
            if sends is None:
                yield pairs_apart(members, host, job.size_bytes, first_flow=first_flow_of(row))
            else:
                yield demand_of_sends(sends, members, first_flow=first_flow_of(row), host=host)[0]
        else:
            for number, rail in enumerate(rails):
                size = job.size_bytes / len(rails)
                yield _rail_flows(job, algorithm, rail, size, first_flow=first_flow_of(row, number))
    yield Demand(
        source=fitted.flow_source,
        target=fitted.flow_target,
        flow_ids=np.arange(len(workload.flows), dtype=np.uint64),
        size=np.array([flow.size_bytes for flow in workload.flows], dtype=np.float64),
    )


def _rail_flows(job: Job, algorithm: Algorithm, rail: RailMembers, size: float, *, first_flow: int) -> Demand:
    sends = sends_of(job, algorithm, rail.members.shape[0], size)
    if sends is None:
        return ring_edges(rail.members, size, first_flow=first_flow, passes=PASSES[job.collective])
    return demand_of_sends(sends, rail.members, first_flow=first_flow)[0]
