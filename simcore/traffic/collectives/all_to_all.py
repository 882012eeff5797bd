"""All-to-all: every adapter sends an equal part to every adapter, a stream for each path of a pair."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Router
from simcore.traffic.splitting import Splitting, sizes_of, streams_of
from simcore.traffic.streams import Stage, StreamTable


@dataclass(frozen=True, slots=True)
class Exchange:
    """The streams of an all-to-all.

    Attributes
    ----------
    table, size
        P streams and their bytes (P,).
    sent
        Bytes that leave each host over the fabric, the mean of the hosts.
    """

    table: StreamTable
    size: NDArray[np.float64]
    sent: float

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
) -> Exchange:
    """Return the streams of an all-to-all in which each host has ``size`` bytes.

    A host's bytes are spread evenly over its adapters, and each of the n ``adapters`` sends 1/n of its part
    to each, itself included; where routing gives a pair several paths, each is a stream of an equal part.
    What stays within a host stays in its scale-up domain and off the fabric.

    Parameters
    ----------
    adapters, host
        (n,) rows of vertices, and the host of each.
    """
    count = adapters.shape[0]
    part = size / np.bincount(host)[host] / count
    source, target = (side.ravel() for side in np.indices((count, count)))
    apart = np.flatnonzero(host[source] != host[target])
    source, target = source[apart], target[apart]
    flow_ids = (first_flow + apart).astype(np.uint64)
    routes = router.route(adapters[source], adapters[target], flow_ids)
    hosts = np.unique(host).shape[0]
    return Exchange(
        table=streams_of(routes, Splitting.EQUAL),
        size=sizes_of(part[source], routes.parts, Splitting.EQUAL),
        sent=float(part[source].sum() / hosts),
    )


class AllToAll:
    """An all-to-all: all its streams start together and are one group."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._streams = np.empty(0, dtype=np.int32)
        self._player = -1
        self._latency = float(exchange.table.latency.max(initial=0.0))

    def register(self, stage: Stage, player: int) -> None:
        """Make the streams of all pairs known."""
        self._player = player
        first = stage.add_streams(self._exchange.table)
        self._streams = np.arange(first, first + self._exchange.table.count, dtype=np.int32)

    def start(self, stage: Stage, iteration: int) -> int:
        """Start all streams now."""
        stage.start(self._streams, self._exchange.size, player=self._player, tag=0)
        return 1

    def group_ended(self, group: int, stage: Stage) -> float:
        """Return when the last byte has arrived, by the longest of the paths."""
        return stage.time + self._latency

    def finish(self, stage: Stage) -> None:
        """Do nothing: nothing is held."""

    def idle_time(self, capacity: NDArray[np.float64]) -> float:
        """Return the time of the most loaded link."""
        return self._exchange.idle_time(capacity)
