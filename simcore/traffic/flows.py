"""Flows that start by themselves: their streams, and what became of those that have ended."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Router, Routes
from simcore.traffic.splitting import Splitting, ideal_rates, sizes_of, streams_of
from simcore.traffic.streams import Stage
from simcore.traffic.trips import Clock, Ends, Trips


class FinishTimes(Protocol):
    """Where finish times are read: the engine."""

    def finish_times(self, first: int, count: int) -> NDArray[np.float64]:
        """Return when streams ended, NaN where one has not, s."""
        ...


class StreamRows(FinishTimes, Protocol):
    """Where finish times are read, and rows that nobody will ask for again are given back: the engine."""

    def release(self, first: int, count: int) -> None:
        """Let the rows of streams that were registered together, and have all ended, be used for others."""
        ...


@dataclass(slots=True)
class _Batch:
    """Flows that were registered together, ``parts`` streams each; ``open`` have not been seen to end.

    A flow has ended when its first ``telling`` streams have.
    """

    first: int
    parts: int
    telling: int
    ends: Ends
    start: NDArray[np.float64]
    size: NDArray[np.float64]
    latency: NDArray[np.float64]
    ideal: NDArray[np.float64]
    open: NDArray[np.int64]

    def finish(self, times: FinishTimes) -> NDArray[np.float64]:
        """Return when each open flow ended, NaN where one has not, s."""
        ends = times.finish_times(self.first, self.start.shape[0] * self.parts).reshape(-1, self.parts)
        last: NDArray[np.float64] = ends[self.open, : self.telling].max(axis=1)
        return last

    def streams(self, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the streams of some flows, those of one flow together."""
        streams = self.first + rows[:, None] * self.parts + np.arange(self.parts)
        return streams.ravel().astype(np.int32)


@dataclass(frozen=True, slots=True)
class FlowTrips:
    """Flows of one batch (rows) that are to go on, or to start."""

    batch: _Batch
    rows: NDArray[np.int64]
    splitting: Splitting

    @property
    def ends(self) -> Ends:
        """Where they go from and to."""
        return self.batch.ends.chosen(self.rows)

    def take(self, stage: Stage, chosen: NDArray[np.intp], routes: Routes) -> None:
        """Send ``chosen`` of them over ``routes`` from now on; the way that they end on has their latency."""
        rows = self.rows[chosen]
        stage.replace(self.batch.streams(rows), streams_of(routes, self.splitting))
        self.batch.latency[rows] = routes.flow_delay()


@dataclass(frozen=True, slots=True)
class EndedFlows:
    """Flows that have ended: start (s), size (bytes), completion (s), slowdown (1), each (F,)."""

    start: NDArray[np.float64]
    size: NDArray[np.float64]
    completion: NDArray[np.float64]
    slowdown: NDArray[np.float64]

    @classmethod
    def joined(cls, parts: "list[EndedFlows]") -> "EndedFlows":
        """Return all flows of ``parts``, in order of their starts."""
        empty = np.empty(0)
        start = np.concatenate([empty, *(part.start for part in parts)])
        order = np.argsort(start, kind="stable")
        return cls(
            start[order],
            np.concatenate([empty, *(part.size for part in parts)])[order],
            np.concatenate([empty, *(part.completion for part in parts)])[order],
            np.concatenate([empty, *(part.slowdown for part in parts)])[order],
        )


@dataclass(slots=True)
class FlowBook:
    """All flows of a run: registered on the stage, and read back when they have ended.

    A completion is the time of sharing, of the last part where there are several, plus the one-way latency
    of the longest path. The slowdown divides it by size / the rate alone + latency (docs/model/tails.md), at
    the link rates without faults. ``splitting`` says how the parts of a flow divide its bytes.
    ``registered`` counts flows, ``streams`` their parts.
    """

    link_rate: NDArray[np.float64]
    splitting: Splitting = Splitting.SHARED_QUEUE
    registered: int = 0
    streams: int = 0
    finished: int = 0
    last_end: float = 0.0
    _batches: list[_Batch] = field(default_factory=list)

    def add(
        self,
        stage: Stage,
        router: Router,
        *,
        source: NDArray[np.int32],
        target: NDArray[np.int32],
        flow_ids: NDArray[np.uint64],
        size: NDArray[np.float64],
        start: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Route flows and have them start by themselves on ``stage``; return the bytes of each link."""
        load = np.zeros(self.link_rate.shape[0])
        if source.shape[0] == 0:
            return load
        routes = router.route(source, target, flow_ids)
        starts = np.repeat(start, routes.parts)
        sizes = sizes_of(size, routes.parts, self.splitting)
        first = stage.add_arrivals(streams_of(routes, self.splitting), sizes, starts)
        entries = np.diff(routes.first[:: routes.parts])
        np.add.at(load, routes.link, np.repeat(size / routes.parts, entries) * routes.share)
        latency = routes.flow_delay()
        ideal = size / ideal_rates(routes, self.splitting, self.link_rate) + latency
        telling = 1 if self.splitting is Splitting.SHARED_QUEUE else routes.parts
        open_flows = np.arange(size.shape[0])
        ends = Ends(source, target, flow_ids)
        self._batches.append(
            _Batch(first, routes.parts, telling, ends, start, size, latency, ideal, open_flows)
        )
        self.registered += size.shape[0]
        self.streams += starts.shape[0]
        return load

    def trips(self, stage: Clock, *, moving: bool) -> list[Trips]:
        """Return the flows that have not ended, batch by batch; or those of them that have started."""
        trips: list[Trips] = []
        for batch in self._batches:
            goes_on = np.isnan(batch.finish(stage))
            if moving:
                goes_on &= batch.start[batch.open] <= stage.time
            if goes_on.any():
                trips.append(FlowTrips(batch, batch.open[goes_on], self.splitting))
        return trips

    @property
    def are_open(self) -> bool:
        """Whether flows are registered that have not been seen to end."""
        return bool(self._batches)

    def have_all_ended(self, times: FinishTimes) -> bool:
        """Return whether no registered flow is still to end."""
        return all(np.isfinite(batch.finish(times)).all() for batch in self._batches)

    def started(self, time: float) -> int:
        """Return how many flows have started up to ``time``."""
        late = sum(int(np.count_nonzero(batch.start[batch.open] > time)) for batch in self._batches)
        return self.registered - late

    def collect(self, stage: StreamRows) -> EndedFlows:
        """Return the flows that have ended since the last call.

        The rows of flows that were added together are given back when the last of them has ended, so that
        a long run holds the flows under way and not all there ever were.
        """
        parts = []
        for batch in self._batches:
            finish = batch.finish(stage)
            has_ended = np.isfinite(finish)
            rows = batch.open[has_ended]
            if rows.shape[0] == 0:
                continue
            completion = finish[has_ended] - batch.start[rows] + batch.latency[rows]
            parts.append(
                EndedFlows(batch.start[rows], batch.size[rows], completion, completion / batch.ideal[rows])
            )
            batch.open = batch.open[~has_ended]
            self.finished += rows.shape[0]
            self.last_end = max(self.last_end, float((batch.start[rows] + completion).max()))
            if batch.open.shape[0] == 0:
                stage.release(batch.first, batch.start.shape[0] * batch.parts)
        self._batches = [batch for batch in self._batches if batch.open.shape[0]]
        return EndedFlows.joined(parts)
