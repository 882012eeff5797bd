"""What a workload tells beforehand of its flows: their numbers, ends and bytes."""

from collections.abc import Iterator

import numpy as np

from simcore.document.workload import Collective
from simcore.routing.routes import Demand
from simcore.simulate.algorithms import exchange_of, sends_of
from simcore.simulate.choice import rails_kept_to
from simcore.simulate.courses import Itineraries
from simcore.simulate.flow_numbers import first_flow_of
from simcore.traffic.collectives.all_to_all import pairs_apart
from simcore.traffic.graph_collectives import demand_of_sends


def demand_of(itineraries: Itineraries) -> Demand:
    """Return the flows of one iteration of all jobs, and the listed flows; those of backgrounds are unknown.

    An all-reduce in the network counts as a ring: routing has a say in rings alone.
    """
    return Demand.all_of(_flows(itineraries))


def _flows(itineraries: Itineraries) -> Iterator[Demand]:
    topology, workload, fitted = itineraries.topology, itineraries.workload, itineraries.fitted
    for row, job in enumerate(workload.jobs):
        rails, choice = fitted.placements[row].rails, fitted.choices[row]
        if job.collective is Collective.ALL_TO_ALL:
            members = np.concatenate([rail.members for rail in rails])
            host = topology.vertex_host[members]
            sends = exchange_of(job, choice, host)
            if sends is None:
                kept_to = rails_kept_to(fitted.placements[row], choice)
                yield pairs_apart(members, host, job.size_bytes, first_flow=first_flow_of(row), rail=kept_to)
            else:
                yield demand_of_sends(sends, members, first_flow=first_flow_of(row), host=host)[0]
        else:
            for number, rail in enumerate(rails):
                sends = sends_of(job, choice, rail.members.shape[0], job.size_bytes / len(rails))
                if sends is None:
                    yield itineraries.of(row, number).course.demand
                else:
                    yield demand_of_sends(sends, rail.members, first_flow=first_flow_of(row, number))[0]
    yield Demand(
        source=fitted.flow_source,
        target=fitted.flow_target,
        flow_ids=np.arange(len(workload.flows), dtype=np.uint64),
        size=np.array([flow.size_bytes for flow in workload.flows], dtype=np.float64),
    )
