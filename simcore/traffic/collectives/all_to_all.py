"""All-to-all: every adapter sends an equal part to every adapter, a stream for each path of a pair."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Demand, Router, Routes
from simcore.traffic.splitting import Splitting, sizes_of, streams_of
from simcore.traffic.streams import Stage, StreamTable
from simcore.traffic.trips import Clock, Ends, Trips


@dataclass(frozen=True, slots=True)
class Exchange:
    """The streams of an all-to-all.

    Attributes
    ----------
    table, size
        P streams and their bytes (P,).
    sent
        Bytes that leave each host over the fabric, the mean of the hosts.
    ends
        The pairs; each has as many streams, one after the other.
    """

    table: StreamTable
    size: NDArray[np.float64]
    sent: float
    ends: Ends

    def idle_time(self, capacity: NDArray[np.float64]) -> float:
        """Return the time of the most loaded resource where nothing else moves: a lower bound, often met."""
        bytes_of_entry = np.repeat(self.size, np.diff(self.table.first)) * self.table.multiplicity
        load = np.bincount(self.table.resource, weights=bytes_of_entry, minlength=capacity.shape[0])
        return float((load / capacity).max() + self.table.latency.max())


def exchange(
    router: Router,
    adapters: NDArray[np.int32],
    host: NDArray[np.int32],
    size: float,
    *,
    first_flow: int,
    rail: NDArray[np.intp] | None = None,
) -> Exchange:
    """Return the streams of an all-to-all in which each host has ``size`` bytes.

    Where routing gives a pair several paths, each is a stream of an equal part.

    Parameters
    ----------
    adapters, host, rail
        (n,) rows of vertices, and the host of each; the rail of each where messages keep to rails.
    """
    pairs = pairs_apart(adapters, host, size, first_flow=first_flow, rail=rail)
    routes = router.route(pairs.source, pairs.target, pairs.flow_ids)
    hosts = np.unique(host).shape[0]
    return Exchange(
        table=streams_of(routes, Splitting.EQUAL),
        size=sizes_of(pairs.size, routes.parts, Splitting.EQUAL),
        sent=float(pairs.size.sum() / hosts),
        ends=Ends(pairs.source, pairs.target, pairs.flow_ids),
    )


def pairs_apart(
    adapters: NDArray[np.int32],
    host: NDArray[np.int32],
    size: float,
    *,
    first_flow: int,
    rail: NDArray[np.intp] | None = None,
) -> Demand:
    """Return the flows of an all-to-all in which each host has ``size`` bytes.

    A host's bytes are spread evenly over its adapters, and each of the n ``adapters`` sends 1/n of its part
    to each, itself included. What stays within a host stays in its scale-up domain and off the fabric.

    With ``rail`` (n,) what a host has for an adapter of another rail leaves it by its own adapter of that
    rail, if it has one (PXN: NVIDIA, "Doubling all2all Performance with NVIDIA Collective Communication
    Library 2.12", 2022).
    """
    count = adapters.shape[0]
    part = size / np.bincount(host)[host] / count
    source, target = (side.ravel() for side in np.indices((count, count)))
    moved = part[source]
    is_apart = host[source] != host[target]
    if rail is not None:
        # (hosts, rails): adapters of a host on a rail, which share what it has for others there.
        carriers = np.zeros((int(host.max()) + 1, int(rail.max()) + 1))
        np.add.at(carriers, (host, rail), 1)
        here, there = rail[source], rail[target]
        is_apart &= (here == there) | (carriers[host[source], there] == 0)
        together = size / count / np.maximum(1, carriers[host[source], here])
        moved = np.where(here == there, together, moved)
    apart = np.flatnonzero(is_apart)
    source, target = source[apart], target[apart]
    flow_ids = (first_flow + apart).astype(np.uint64)
    return Demand(adapters[source], adapters[target], flow_ids, moved[apart])


class AllToAll:
    """An all-to-all: all its streams start together and are one group."""

    def __init__(self, exchange: Exchange) -> None:
        self.exchange = exchange
        self._streams = np.empty(0, dtype=np.int32)
        self._player = -1
        self._latency = exchange.table.latency.copy()
        self._began = np.inf

    @property
    def message_count(self) -> int:
        """Streams of all pairs."""
        return self.exchange.table.count

    def fold(self, table: StreamTable, size: NDArray[np.float64]) -> None:
        """Have these streams played for those of all pairs: each stands for a class of them."""
        self._latency = np.full(table.count, self._latency.max(initial=0.0))
        self.exchange = replace(self.exchange, table=replace(table, latency=self._latency), size=size)

    def register(self, stage: Stage, player: int) -> None:
        """Make the streams known."""
        self._player = player
        first = stage.add_streams(self.exchange.table)
        self._streams = np.arange(first, first + self.exchange.table.count, dtype=np.int32)

    def start(self, stage: Stage, iteration: int) -> int:
        """Start all streams now."""
        self._began = stage.time
        stage.start(self._streams, self.exchange.size, player=self._player, tag=0)
        return 1

    def group_ended(self, group: int, stage: Stage) -> float:
        """Return when the last byte has arrived, by the longest of the paths."""
        self._began = np.inf
        return stage.time + float(self._latency.max(initial=0.0))

    def finish(self, stage: Stage) -> None:
        """Do nothing: nothing is held."""

    def trips(self, stage: Clock, *, moving: bool) -> list[Trips]:
        """Return all pairs; or those that have not ended in a collective that is under way."""
        pairs = np.arange(self.exchange.ends.source.shape[0])
        if moving:
            finish = stage.finish_times(int(self._streams[0]), self._streams.shape[0])
            open_streams = ~(finish >= self._began) & (self._began <= stage.time)
            pairs = pairs[open_streams.reshape(pairs.shape[0], -1).any(axis=1)]
        return [PairTrips(pairs, self)] if pairs.shape[0] else []

    def ends(self, pairs: NDArray[np.intp]) -> Ends:
        """Return where some pairs go from and to."""
        return self.exchange.ends.chosen(pairs)

    def take(self, stage: Stage, pairs: NDArray[np.intp], routes: Routes) -> None:
        """Send some pairs over ``routes`` from now on."""
        streams = (pairs[:, None] * routes.parts + np.arange(routes.parts)).ravel()
        stage.replace(self._streams[streams], streams_of(routes, Splitting.EQUAL))
        self._latency[streams] = routes.delay

    def idle_time(self, capacity: NDArray[np.float64]) -> float:
        """Return the time of the most loaded link."""
        return self.exchange.idle_time(capacity)


@dataclass(frozen=True, slots=True)
class PairTrips:
    """Some pairs of an all-to-all."""

    pairs: NDArray[np.intp]
    of: AllToAll

    @property
    def ends(self) -> Ends:
        """Where they go from and to."""
        return self.of.ends(self.pairs)

    def take(self, stage: Stage, chosen: NDArray[np.intp], routes: Routes) -> None:
        """Send ``chosen`` of them over ``routes`` from now on."""
        self.of.take(stage, self.pairs[chosen], routes)
