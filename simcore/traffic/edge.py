"""Servers that add for others: all members of a rail send to them and read back, as one stream."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Demand, Routes
from simcore.traffic.collectives.pipeline import Pipeline
from simcore.traffic.collectives.ring import longest_run, sent_around
from simcore.traffic.resources import Toll


@dataclass(frozen=True, slots=True)
class Parcels:
    """Who sends what for each byte of a rail's vector.

    Attributes
    ----------
    source, target
        (F,) int32 rows of vertices: the first ``up`` flows lead to servers, the next ``around`` from each
        server to the next, and as many as the first lead back.
    part
        (F,) float64 bytes that each flow carries.
    added
        (k,) float64 bytes that come in and are added at each server, 0 where a server has nothing to do.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    part: NDArray[np.float64]
    up: int
    around: int
    added: NDArray[np.float64]


def to_each(members: NDArray[np.int32], servers: NDArray[np.int32]) -> Parcels:
    """Return what ``members`` send that give each of the ``servers`` an equal part (adapters, vertices)."""
    count = servers.shape[0]
    source, target = np.repeat(members, count), np.tile(servers, members.shape[0])
    return Parcels(
        source=np.concatenate([source, target]),
        target=np.concatenate([target, source]),
        part=np.full(2 * source.shape[0], 1.0 / count),
        up=source.shape[0],
        around=0,
        added=np.full(count, members.shape[0] / count),
    )


def to_nearest(members: NDArray[np.int32], servers: NDArray[np.int32], hops: NDArray[np.int64]) -> Parcels:
    """Return what ``members`` (n,) send of which each gives all to the nearest of the ``servers`` (k,).

    ``hops`` (n, k) are the links between. Of servers equally near the one with the fewest members so far
    takes the next, then the first. A ring goes around the servers that have members.
    """
    clients = np.zeros(servers.shape[0], dtype=np.int64)
    chosen = np.zeros(members.shape[0], dtype=np.int64)
    for row, away in enumerate(hops):
        near = np.flatnonzero(away == away.min())
        chosen[row] = near[np.argmin(clients[near])]
        clients[chosen[row]] += 1
    busy = np.flatnonzero(clients)
    ring = busy if busy.shape[0] > 1 else busy[:0]
    up, part = servers[chosen], np.ones(members.shape[0])
    turns = np.full(ring.shape[0], sent_around(1.0, max(1, ring.shape[0])))
    added = clients.astype(np.float64)
    added[ring] += turns / 2.0  # of two passes around one adds
    return Parcels(
        source=np.concatenate([members, servers[ring], up]),
        target=np.concatenate([up, servers[np.roll(ring, -1)], members]),
        part=np.concatenate([part, turns, part]),
        up=members.shape[0],
        around=ring.shape[0],
        added=added,
    )


@dataclass(frozen=True, slots=True)
class RoutedLeg:
    """The ways of one leg over their routes; the slowest counts. Way i has ``link[first[i]:first[i + 1]]``.

    ``share`` (E,) is the part of a chunk that each link carries, ``delay`` (N,) the latency of each way (s).
    """

    first: NDArray[np.int64]
    link: NDArray[np.int32]
    share: NDArray[np.float64]
    delay: NDArray[np.float64]

    def slowest(self, capacity: NDArray[np.float64], chunk: float) -> float:
        """Return the time of a chunk over the slowest way, stored and forwarded at each hop that is up."""
        rate = capacity[self.link]
        hop = np.divide(self.share * chunk, rate, out=np.zeros(rate.shape[0]), where=rate > 0)
        return float((self.delay + np.add.reduceat(hop, self.first[:-1])).max())


@dataclass(frozen=True, slots=True)
class ServerCourse:
    """The course of a vector of ``size`` bytes over servers, in ``parcels``; every byte pays the ``toll``.

    ``chunk`` bytes are stored and forwarded at each hop to a server and back.
    """

    parcels: Parcels
    size: float
    first_flow: int
    chunk: float
    toll: Toll

    @property
    def servers(self) -> NDArray[np.int32]:
        """The adapters of the servers that it uses."""
        return np.unique(self.parcels.target[: self.parcels.up]).astype(np.int32)

    @property
    def demand(self) -> Demand:
        """The flows to the servers, around them, and back."""
        flows = self.parcels
        count = flows.source.shape[0]
        flow_ids = np.arange(self.first_flow, self.first_flow + count, dtype=np.uint64)
        return Demand(flows.source, flows.target, flow_ids, flows.part * self.size)

    def over(self, routes: Routes) -> Pipeline:
        """Return all of it as one stream over the routes of its flows."""
        flows = self.parcels
        hops = np.diff(routes.first)
        part = np.repeat(np.repeat(flows.part, routes.parts) / routes.parts, hops)
        resource, place = np.unique(routes.link, return_inverse=True)
        around = slice(flows.up, flows.up + flows.around)
        turn = 0.0
        if flows.around:
            turn = longest_run(routes.flow_delay()[around], 2 * (flows.around - 1))
        pipeline = Pipeline(
            resource=resource.astype(np.int32),
            multiplicity=np.bincount(place, weights=routes.share * part).astype(np.float64),
            size=self.size,
            delay=turn,
            sent=self.size,
            chunk=self.chunk,
            legs=(_leg(routes, 0, flows.up), _leg(routes, around.stop, routes.count)),
        )
        return self.toll.on(pipeline, self.size)


def _leg(routes: Routes, begin: int, end: int) -> RoutedLeg:
    """Return the ways of the flows from ``begin`` to before ``end``."""
    paths = slice(begin * routes.parts, end * routes.parts)
    first = routes.first[paths.start : paths.stop + 1]
    entries = slice(int(first[0]), int(first[-1]))
    return RoutedLeg(first - first[0], routes.link[entries], routes.share[entries], routes.delay[paths])
