"""What a run shares besides links and reducers: insides of hosts, servers that add, adapters that add."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.document.aggregating import InHost
from simcore.document.scenario import Algorithm, ScenarioDocument
from simcore.document.workload import Collective, WorkloadDocument
from simcore.simulate.fit import Fit
from simcore.topology import ScaleUpDomain, Topology
from simcore.traffic.collectives.joint_limits import has_window
from simcore.traffic.collectives.planted import WINDOW_CAPACITY
from simcore.traffic.placement import Placement
from simcore.traffic.resources import Place, Resources
from simcore.units import bytes_per_second


@dataclass(frozen=True, slots=True)
class Furniture:
    """The rows of a run's ``resources`` by what they belong to, -1 where there is none.

    ``inside`` and ``servers`` (hosts,) are scale-up domains and what servers add; ``adapters`` (V,) what
    adapters add. ``windows`` are rows for trees, one for each rail that asks for one, in order.
    """

    resources: Resources
    inside: NDArray[np.int32]
    servers: NDArray[np.int32]
    adapters: NDArray[np.int32]
    windows: NDArray[np.int32]


def furnish(
    topology: Topology, workload: WorkloadDocument, scenario: ScenarioDocument, fitted: Fit
) -> Furniture:
    """Return a row for each thing that the jobs of a run may use."""
    resources = Resources(topology)
    inside = np.full(len(topology.host_ids), -1, dtype=np.int32)
    servers = inside.copy()
    adapters = np.full(topology.vertex_count, -1, dtype=np.int32)
    for row, job in enumerate(workload.jobs):
        if job.collective is Collective.ALL_TO_ALL:
            continue
        members = all_members(fitted.placements[row])
        if scenario.scale_up.way is not InHost.FREE:
            inside[topology.vertex_host[members]] = 0
        if fitted.choices[row].algorithm is Algorithm.SMART_NIC:
            adapters[members] = 0
        if fitted.choices[row].algorithm is Algorithm.EDGE_SERVERS:
            servers[list(fitted.servers)] = 0
    joined = [host for host in np.flatnonzero(inside == 0).tolist() if gpus_of(topology, host) > 1]
    inside[:] = -1
    inside[joined] = resources.take(
        Place.HOST, [_rate(topology.scale_up[host], scenario.scale_up.way) for host in joined]
    )
    adds = bytes_per_second(scenario.aggregation.servers.reduce_gbps)
    servers[servers == 0] = resources.take(Place.SERVER, np.full(np.count_nonzero(servers == 0), adds))
    adds = bytes_per_second(scenario.aggregation.adapter_reduce_gbps)
    adapters[adapters == 0] = resources.take(Place.ADAPTER, np.full(np.count_nonzero(adapters == 0), adds))
    windows = resources.take(Place.WINDOW, np.full(count_windows(topology, fitted), WINDOW_CAPACITY))
    return Furniture(resources, inside, servers, adapters, windows)


def count_windows(topology: Topology, fitted: Fit) -> int:
    """Return how many trees could be bounded by something besides links and reducers: one a rail."""
    if not any(has_window(limits) for limits in topology.aggregation):
        return 0
    wanted = [choice.algorithm is Algorithm.IN_NETWORK for choice in fitted.choices]
    return sum(len(each.rails) for each, wants in zip(fitted.placements, wanted, strict=True) if wants)


def all_members(placement: Placement) -> NDArray[np.int32]:
    """Return the adapters of all rails of a job."""
    return np.concatenate([np.empty(0, dtype=np.int32), *(rail.members for rail in placement.rails)])


def gpus_of(topology: Topology, host: int) -> int:
    """Return the GPUs of a host that its scale-up domain joins, 1 where it is not known to join any."""
    domain = topology.scale_up[host] if topology.scale_up else None
    return 1 if domain is None else domain.gpus


def _rate(domain: ScaleUpDomain | None, way: InHost) -> float:
    """Return what a GPU reaches into its domain, bytes/s.

    Raises
    ------
    ValueError
        If the domain cannot do it: who checks runs has said so before.
    """
    rate = None if domain is None else domain.adding_rate if way is InHost.NVLS else domain.rate
    if rate is None:
        raise ValueError(f"no scale-up domain that takes {way.value}")
    return rate
