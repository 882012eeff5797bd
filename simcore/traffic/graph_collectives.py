"""A collective whose messages wait for each other: a graph of tasks for each rail."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Demand, Router, Routes
from simcore.traffic.alone import Alone
from simcore.traffic.collectives.ring_steps import edges_over
from simcore.traffic.collectives.sends import Sends
from simcore.traffic.granting import RailLog
from simcore.traffic.graph import NO_ROUTE, TaskGraph
from simcore.traffic.rails import Rail
from simcore.traffic.streams import Stage, StreamTable
from simcore.traffic.trips import Clock, Ends, Trips


@dataclass(frozen=True, slots=True)
class Exchanges:
    """The messages of a collective between ``members``, over a row of ``routes`` for each pair of them.

    ``pairs`` (P,) are their numbers in ``sends``, ``row`` (N,) the pair of each message; what is
    ``off_fabric`` (N,) stays within a host. Each byte between a pair pays ``fares`` on its way.
    """

    sends: Sends
    pairs: Demand
    row: NDArray[np.int64]
    off_fabric: NDArray[np.bool_]
    fares: "Fares"
    routes: StreamTable

    def alone(self) -> Alone:
        """Return all messages by themselves."""
        moving = np.flatnonzero(~self.off_fabric & (self.sends.size > 0))
        return self._alone(moving, self.row[moving], self.routes, self.routes, self.pairs.size)

    def alone_of(self, messages: NDArray[np.int64], played: TaskGraph) -> Alone:
        """Return those ``messages`` (M,) that stand for all, which are ``played`` as such a graph."""
        moving = messages[~self.off_fabric[messages] & (self.sends.size[messages] > 0)]
        routes = _chosen(self.routes, self.row[moving])
        loads = played.route != NO_ROUTE
        return self._alone(
            moving, np.arange(moving.shape[0]), routes, played.routes, np.where(loads, played.size, 0.0)
        )

    def _alone(
        self,
        messages: NDArray[np.int64],
        row: NDArray[np.int64],
        routes: StreamTable,
        load: StreamTable,
        load_size: NDArray[np.float64],
    ) -> Alone:
        longest = float(self.routes.latency.max(initial=0.0)) * self.sends.hops
        level, size = self.sends.level[messages], self.sends.size[messages]
        return Alone(level, size, row, routes, load, load_size, longest)


@dataclass(frozen=True, slots=True)
class Fares:
    """What each byte that leaves a rank (n,), or goes between a pair (n,), takes of a row besides its way.

    ``resource`` is -1 where it takes nothing.
    """

    resource: NDArray[np.int32]
    per_byte: NDArray[np.float64]

    @classmethod
    def none(cls, count: int) -> "Fares":
        """Return no fares of so many."""
        return cls(np.full(count, -1, dtype=np.int32), np.zeros(count))

    def of(self, rows: NDArray[np.intp]) -> "Fares":
        """Return those of some of them."""
        return Fares(self.resource[rows], self.per_byte[rows])

    def on(self, table: StreamTable) -> StreamTable:
        """Return a table whose rows, one for each of them, pay as well."""
        pays = self.resource >= 0
        if not pays.any():
            return table
        behind = table.first[1:][pays]
        first = table.first.copy()
        first[1:] += np.cumsum(pays)
        return replace(
            table,
            first=first,
            resource=np.insert(table.resource, behind, self.resource[pays]),
            multiplicity=np.insert(table.multiplicity, behind, self.per_byte[pays]),
        )


def demand_of_sends(
    sends: Sends, members: NDArray[np.int32], *, first_flow: int, host: NDArray[np.int32] | None = None
) -> tuple[Demand, NDArray[np.int64], NDArray[np.bool_]]:
    """Return the flows of a collective, one a pair; the row of each message, and whether it stays in a host.

    Messages within one ``host`` (ranks,) are off the fabric where hosts are given.
    """
    off = np.zeros(sends.count, dtype=np.bool_) if host is None else host[sends.source] == host[sends.target]
    pair, row = np.unique(sends.pair[~off], return_inverse=True)
    of_message = np.zeros(sends.count, dtype=np.int64)
    of_message[~off] = row
    size = np.bincount(row, sends.size[~off], pair.shape[0]).astype(np.float64)
    source, target = np.divmod(pair, sends.ranks)
    flows = Demand(members[source], members[target], (first_flow + pair).astype(np.uint64), size)
    return flows, of_message, off


def exchanges(
    router: Router,
    sends: Sends,
    members: NDArray[np.int32],
    *,
    first_flow: int,
    host: NDArray[np.int32] | None = None,
    fares: Fares | None = None,
) -> Exchanges:
    """Return the messages on their ways; where routing gives a pair several, each carries an equal part.

    ``fares`` (ranks,) are of the bytes that leave each rank.
    """
    pairs, row, off = demand_of_sends(sends, members, first_flow=first_flow, host=host)
    routes = edges_over(router.route(pairs.source, pairs.target, pairs.flow_ids))
    if fares is None:
        return Exchanges(sends, pairs, row, off, Fares.none(routes.count), routes)
    of_pair = fares.of(np.unique(sends.pair[~off]) // sends.ranks)
    return Exchanges(sends, pairs, row, off, of_pair, of_pair.on(routes))


class GraphCollective:
    """A collective whose parts, one a rail, are graphs; all-to-all has a part and no rails."""

    def __init__(self, rails: Sequence[Rail], parts: Sequence[Exchanges]) -> None:
        self.rails = tuple(rails)
        self.log = tuple(RailLog() for _ in rails)
        self._parts = tuple(parts)
        self._routes = [part.routes for part in parts]
        self._is_moving = [False for _ in parts]
        self._alone = [part.alone() for part in parts]
        # Until they are known to the stage.
        self._graphs: list[TaskGraph] | None = None
        self._numbers: list[int] = []
        self._player = -1
        self._began = 0.0

    def register(self, stage: Stage, player: int) -> None:
        """Make all graphs known."""
        self._player = player
        self._numbers = [stage.add_graph(graph) for graph in self.graphs()]
        self._graphs = None

    def graphs(self) -> list[TaskGraph]:
        """Return what will be played, a graph a part: a task a message, unless they are folded."""
        if self._graphs is None:
            self._graphs = [
                part.sends.graph(part.row, part.routes, is_off_fabric=part.off_fabric) for part in self._parts
            ]
        return self._graphs

    def fold(self, graphs: Sequence[TaskGraph], tasks: Sequence[NDArray[np.int64]]) -> None:
        """Have these graphs played for those of all messages, with the ``tasks`` (C,) that stand for all."""
        self._graphs = list(graphs)
        self._alone = [
            part.alone_of(rows[rows < part.sends.count], graph)
            for part, graph, rows in zip(self._parts, graphs, tasks, strict=True)
        ]

    @property
    def message_count(self) -> int:
        """Messages of all parts."""
        return sum(part.sends.count for part in self._parts)

    def start(self, stage: Stage, iteration: int) -> int:
        """Start every graph now."""
        self._began = stage.time
        for row, number in enumerate(self._numbers):
            self._is_moving[row] = True
            stage.start_graph(number, player=self._player, tag=row)
        return len(self._numbers)

    def group_ended(self, group: int, stage: Stage) -> float:
        """Return when the graph has ended: its last message has arrived now."""
        self._is_moving[group] = False
        if self.log:
            log = self.log[group]
            log.ran += 1
            log.busy += stage.time - self._began
            log.sent += float(self._parts[group].sends.sent().mean())
            log.added += self.rails[group].added.by_course
        return stage.time

    def finish(self, stage: Stage) -> None:
        """Do nothing: nothing is held."""

    def idle_time(self, capacity: NDArray[np.float64]) -> float:
        """Return about the time of the slowest part."""
        return max(alone.seconds(capacity) for alone in self._alone)

    def trips(self, stage: Clock, *, moving: bool) -> list[Trips]:
        """Return the pairs of all parts; or of those that run now."""
        return [GraphTrips(self, row) for row, runs in enumerate(self._is_moving) if runs or not moving]

    def ends(self, part: int) -> Ends:
        """Return where the pairs of a part go from and to."""
        pairs = self._parts[part].pairs
        return Ends(pairs.source, pairs.target, pairs.flow_ids)

    def take(self, stage: Stage, part: int, chosen: NDArray[np.intp], routes: Routes) -> None:
        """Send some pairs of a part over ``routes`` from now on."""
        edges, before = self._parts[part].fares.of(chosen).on(edges_over(routes)), self._routes[part]
        rows = np.arange(before.count)
        rows[chosen] = before.count + np.arange(chosen.shape[0])
        self._routes[part] = after = _chosen(StreamTable.joined([before, edges]), rows)
        of = self._parts[part]
        latency = np.where(of.off_fabric, 0.0, after.latency[of.row])
        stage.reroute_graph(self._numbers[part], after, of.sends.all_lags(latency))


@dataclass(frozen=True, slots=True)
class GraphTrips:
    """The pairs of one part."""

    of: GraphCollective
    part: int

    @property
    def ends(self) -> Ends:
        """Where they go from and to."""
        return self.of.ends(self.part)

    def take(self, stage: Stage, chosen: NDArray[np.intp], routes: Routes) -> None:
        """Send ``chosen`` of them over ``routes`` from now on."""
        self.of.take(stage, self.part, chosen, routes)


def _chosen(table: StreamTable, rows: NDArray[np.intp]) -> StreamTable:
    """Return some rows of a table in another order."""
    counts = np.diff(table.first)[rows]
    first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    entry = np.arange(first[-1]) + np.repeat(table.first[rows] - first[:-1], counts)
    return StreamTable(first, table.resource[entry], table.multiplicity[entry], table.latency[rows])
