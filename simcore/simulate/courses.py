"""Which course the rails of each job take, what they pay on it, and what their hosts add."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simcore.document.aggregating import InHost, ServerPattern
from simcore.document.scenario import Algorithm, ScenarioDocument
from simcore.document.workload import Collective, WorkloadDocument
from simcore.routing.shortest_paths import ShortestPaths
from simcore.simulate.algorithms import CHAINS, PASSES, is_chain, vector_of
from simcore.simulate.fit import Fit
from simcore.simulate.flow_numbers import first_flow_of
from simcore.simulate.furnishing import Furniture, all_members, gpus_of
from simcore.simulate.servers import server_adapters
from simcore.topology import Topology
from simcore.traffic.collectives.sends import Sends
from simcore.traffic.courses import ChainCourse, Course, RingCourse
from simcore.traffic.edge import Parcels, ServerCourse, to_each, to_nearest
from simcore.traffic.graph_collectives import Fares
from simcore.traffic.placement import adapters_of_hosts
from simcore.traffic.rails import Added
from simcore.traffic.resources import Toll

# What is added up on the way; of the others, hosts add nothing.
ADDS: frozenset[Collective] = frozenset({Collective.ALL_REDUCE, Collective.REDUCE_SCATTER, Collective.REDUCE})


@dataclass(frozen=True, slots=True)
class Itinerary:
    """The course of a rail, the toll that its bytes pay by tree as well, and what its hosts add."""

    course: Course
    toll: Toll
    added: Added


@dataclass(frozen=True)
class Itineraries:
    """Finds the itineraries of the rails of a run."""

    topology: Topology
    workload: WorkloadDocument
    scenario: ScenarioDocument
    fitted: Fit
    furniture: Furniture

    def of(self, row: int, number: int) -> Itinerary:
        """Return that of rail ``number`` of job ``row``."""
        inside = self._inside(row, number)
        return Itinerary(self._course(row, number, inside), inside, self._added(row, number))

    def fares(self, row: int, number: int, sends: Sends) -> Fares | None:
        """Return what the messages of a rail take of the scale-up domains of their hosts.

        A host's whole toll is shared out over what its ranks send. None where nothing is taken.
        """
        toll = self._inside(row, number)
        if not toll.resource.shape[0]:
            return None
        placed = self.fitted.placements[row]
        host = self.topology.vertex_host[placed.rails[number].members]
        size = self.workload.jobs[row].size_bytes / len(placed.rails)
        sent = np.bincount(host, sends.sent())[host]
        of_row = dict(zip(toll.resource.tolist(), toll.per_byte.tolist(), strict=True))
        rows = self.furniture.inside[host]
        per_vector = np.array([of_row.get(each, 0.0) for each in rows.tolist()])
        return Fares(np.where(per_vector > 0, rows, -1).astype(np.int32), per_vector * size / sent)

    # The course.

    def _course(self, row: int, number: int, inside: Toll) -> Course:
        job, choice = self.workload.jobs[row], self.fitted.choices[row]
        rails = self.fitted.placements[row].rails
        members, size = rails[number].members, vector_of(job) / len(rails)
        first_flow = first_flow_of(row, number)
        if is_chain(job, choice):
            root, chunks = choice.layout.root, choice.layout.chunks
            return ChainCourse(members, size, first_flow, root, CHAINS[job.collective], chunks)
        if choice.algorithm is Algorithm.EDGE_SERVERS:
            hosts, adapters = self._servers(number)
            parcels = self._parcels(members, adapters)
            busy = parcels.added > 0
            adding = Toll(self.furniture.servers[hosts[busy]], parcels.added[busy])
            chunk = self.scenario.aggregation.chunk_bytes
            return ServerCourse(parcels, size, first_flow, chunk, inside.beside(adding))
        toll = inside
        if choice.algorithm is Algorithm.SMART_NIC:
            count = members.shape[0]
            toll = toll.beside(Toll(self.furniture.adapters[members], np.full(count, (count - 1) / count)))
        gpus = self._gpus_around(members) if self._is_one_ring else None
        return RingCourse(members, size, first_flow, PASSES.get(job.collective, 2), toll, gpus)

    @property
    def _is_one_ring(self) -> bool:
        return self.scenario.scale_up.way is InHost.RING

    def _gpus_around(self, members: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return (n,) the GPUs behind each member; of several on a host the first has all but theirs."""
        host = self.topology.vertex_host[members]
        _, first, count = np.unique(host, return_index=True, return_counts=True)
        gpus = np.ones(members.shape[0], dtype=np.int64)
        inside = np.array([gpus_of(self.topology, int(each)) for each in host[first]], dtype=np.int64)
        gpus[first] = np.maximum(1, inside - count + 1)
        return gpus

    def _parcels(self, members: NDArray[np.int32], servers: NDArray[np.int32]) -> Parcels:
        if self.scenario.aggregation.servers.pattern is ServerPattern.SHARED:
            return to_each(members, servers)
        count = servers.shape[0]
        ways = self._paths.ways(np.repeat(members, count), np.tile(servers, members.shape[0]))
        return to_nearest(members, servers, ways.hops.reshape(-1, count))

    def _servers(self, number: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the servers (hosts), and the adapter of each that serves a rail."""
        hosts = np.array(self.fitted.servers, dtype=np.int32)
        return hosts, server_adapters(self._adapters, self.fitted.servers, number)

    @cached_property
    def _adapters(self) -> list[list[int]]:
        return adapters_of_hosts(self.topology)

    @cached_property
    def _paths(self) -> ShortestPaths:
        return ShortestPaths(self.topology)

    # What goes on within the hosts.

    def _inside(self, row: int, number: int) -> Toll:
        """Return what a rail takes of the scale-up domains of its hosts (docs/model/scale_up.md)."""
        job, members = self.workload.jobs[row], self.fitted.placements[row].rails[number].members
        hosts = np.unique(self.topology.vertex_host[members])
        rows = self.furniture.inside[hosts]
        if job.collective not in PASSES or (rows < 0).all():
            return Toll.none()
        passes, way = PASSES[job.collective], self.scenario.scale_up.way
        gpus = np.array([gpus_of(self.topology, int(host)) for host in hosts], dtype=np.float64)
        if way is InHost.RING:
            ranks = float(self._gpus_around(members).sum())
            per_byte = np.full(hosts.shape[0], passes * (ranks - 1) / ranks)
        elif way is InHost.PEERS:
            per_byte = passes * (gpus - 1) / gpus
        else:
            # Both ways the vector goes in once and comes out once; besides, each GPU has its part of the sum.
            per_byte = 1 + 1 / gpus if passes == 2 else np.ones(hosts.shape[0])
        there = rows >= 0
        return Toll(rows[there], per_byte[there])

    def _added(self, row: int, number: int) -> Added:
        """Return the bytes that a host of a job adds for a rail, on average."""
        job, placement = self.workload.jobs[row], self.fitted.placements[row]
        if job.collective not in ADDS:
            return Added()
        size, members = job.size_bytes / len(placement.rails), placement.rails[number].members
        hosts = np.unique(self.topology.vertex_host[all_members(placement)]).shape[0]
        inside = 0.0
        if self.scenario.scale_up.way is InHost.PEERS:
            of_rail = np.unique(self.topology.vertex_host[members]).tolist()
            inside = sum(gpus_of(self.topology, host) - 1 for host in of_rail) * size / hosts
        if self.fitted.choices[row].algorithm in {Algorithm.EDGE_SERVERS, Algorithm.SMART_NIC}:
            return Added(inside, inside)
        ranks = int(self._gpus_around(members).sum()) if self._is_one_ring else members.shape[0]
        a_vector = size / hosts
        return Added(inside + (ranks - 1) * a_vector, inside, a_vector)
