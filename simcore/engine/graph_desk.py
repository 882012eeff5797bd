"""Graphs of tasks on an engine: registered, started, sent other ways, and lent the rows they need."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.engine.admission import refuse_weights
from simcore.engine.companions import active_streams
from simcore.engine.graphs import Standing, open_run, open_run_midway
from simcore.engine.rerouting import Paths
from simcore.engine.store import Store
from simcore.engine.stretches import room_for
from simcore.engine.tasks import FIRST_TASK, NOBODY, with_graph, with_routes, with_spare_rows, with_turns
from simcore.solver.crowds import RELEASED
from simcore.traffic.graph import TaskGraph
from simcore.traffic.streams import StreamTable

# Rows that graphs borrow come at least so many at a time.
FEWEST_ROWS: Final = 64


class GraphDesk:
    """The graphs of one engine, over its store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # For each room of rows that graphs borrow: its number in ``spare``, and how many rows there are.
        self._rooms: dict[int, int] = {}
        self._lent: list[int] = []
        # (Q,) resources that each graph touches.
        self._touches: list[NDArray[np.int32]] = []

    def add(self, graph: TaskGraph) -> int:
        """Register a graph and return its number."""
        graph.refuse_unfit()
        rooms = self._rooms_for(graph.routes)
        state, registry = self._store.state, self._store.registry
        graphs = with_graph(state.graphs, graph, room=rooms, order=registry.registered)
        self._store.state = state._replace(graphs=graphs)
        registry.registered += graph.count
        self._touches.append(np.unique(graph.routes.resource).astype(np.int32))
        return len(graphs.runs) - 1

    def touched_by(self, number: int) -> NDArray[np.int32]:
        """Return the resources that a graph touches."""
        return self._touches[number]

    def start(self, number: int, *, player: int, tag: int, standing: Standing | None) -> None:
        """Start a graph that is not running."""
        run = self._store.state.graphs.runs[number]
        group = self._store.new_group(player, tag, min(1, int(run["end"] - run["first"])))
        arriving = 0 if standing is None else len(standing.arrives)
        state = self._store.state
        self._store.state = state._replace(graphs=with_turns(state.graphs, arriving))
        if standing is None:
            open_run(self._store.state, number, group)
        else:
            open_run_midway(self._store.state, number, group, standing)

    def moved(self, number: int, routes: StreamTable) -> tuple[NDArray[np.intp], StreamTable]:
        """Return the active streams of a graph, and the row of ``routes`` that each takes from now on."""
        graphs, active = self._store.state.graphs, active_streams(self._store.state)
        run, tasks = graphs.runs[number], FIRST_TASK - self._store.state.courses["group"][active]
        is_of = (tasks >= run["first"]) & (tasks < run["end"])
        taken = (graphs.tasks["route"][tasks[is_of]] - run["first_route"]).astype(np.intp)
        paths = Paths(routes.first, routes.resource, routes.multiplicity).chosen(taken)
        return active[is_of], StreamTable(*paths, latency=np.zeros(len(taken)))

    def reroute(self, number: int, routes: StreamTable, lag: NDArray[np.float64]) -> None:
        """Give a graph other routes, row for row, and other lags for what it starts from now on."""
        rooms = self._rooms_for(routes)
        state = self._store.state
        graphs = with_routes(state.graphs, number, routes, room=rooms, lag=lag)
        self._store.state = self._store.state._replace(graphs=graphs)
        self._touches[number] = np.unique(routes.resource).astype(np.int32)

    def is_on(self, is_asked: NDArray[np.bool_]) -> bool:
        """Return whether a graph that runs touches a resource that is asked for (R,)."""
        running = np.flatnonzero(self._store.state.graphs.runs["left"] > 0).tolist()
        return any(is_asked[self._touches[number]].any() for number in running)

    def lend_more(self) -> None:
        """Give graphs what they lack: room in their heap, or as many rows of a room as they have already."""
        store = self._store
        kind = int(store.state.graphs.board["wanted"][0])
        if kind == NOBODY:
            store.state = store.state._replace(graphs=with_turns(store.state.graphs))
            return
        room = next(room for room, number in self._rooms.items() if number == kind)
        count = max(FEWEST_ROWS, self._lent[kind])
        first = store.add_streams(_blank_rows(count, room))
        store.state.sharing.streams["standing"][first : first + count] = RELEASED
        graphs = with_spare_rows(store.state.graphs, kind, first, count)
        store.state = store.state._replace(graphs=graphs)
        self._lent[kind] += count

    def _rooms_for(self, routes: StreamTable) -> NDArray[np.int32]:
        """Return the kind of rows (Q,) that graphs borrow for each of ``routes``."""
        refuse_weights(routes)
        rooms = [room_for(length) for length in np.diff(self._store.checked(routes).first).tolist()]
        for room in rooms:
            if room not in self._rooms:
                self._rooms[room] = len(self._lent)
                self._lent.append(0)
                state = self._store.state
                spare = np.append(state.graphs.spare, np.int32(NOBODY))
                self._store.state = state._replace(graphs=state.graphs._replace(spare=spare))
        return np.array([self._rooms[room] for room in rooms], dtype=np.int32)


def _blank_rows(count: int, room: int) -> StreamTable:
    """Return rows that will be written over, each with room for ``room`` resources."""
    return StreamTable(
        first=np.arange(count + 1, dtype=np.int64) * room,
        resource=np.zeros(count * room, dtype=np.int32),
        multiplicity=np.ones(count * room),
        latency=np.zeros(count),
    )
