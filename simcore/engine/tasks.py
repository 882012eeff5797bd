"""The tasks of graphs as arrays: what waits for what, what is due, and rows of streams to be lent out.

The tasks of all graphs of a run lie one after the other, and so do their dependencies (edges, by the task
that waits), routes and what routes touch. A stream has a row only while its task moves bytes: rows are lent
out by the number of resources they have room for, so that memory follows what is active and not what there
is. An edge counts *tokens*: how many rounds of the other task have arrived that have not been used.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.solver.crowds import grown
from simcore.traffic.graph import TaskGraph
from simcore.traffic.streams import StreamTable

NOBODY: Final = -1
# A stream of task t has the group FIRST_TASK - t, so that an ended stream tells whose it was.
FIRST_TASK: Final = -2

TASK: Final = np.dtype(
    [
        ("seconds", np.float64),  # delay, s
        ("size", np.float64),  # bytes
        ("left", np.float64),  # bytes of the round under way or to come
        ("ended", np.float64),  # when its newest round ended, NaN where none has, s
        ("route", np.int32),  # row of routes, NOBODY without
        ("run", np.int32),  # row of runs
        ("waits", np.int32),  # edges without a token, and 1 while it runs
        ("rounds", np.int32),  # rounds that have not begun
        ("edge", np.int32),  # its first edge
        ("edge_end", np.int32),  # one past its last
        ("way", np.int32),  # its first place in outgoing
        ("way_end", np.int32),  # one past its last
    ],
    align=True,
)
EDGE: Final = np.dtype(
    [("lag", np.float64), ("task", np.int32), ("tokens", np.int32), ("ahead", np.int32)], align=True
)
ROUTE: Final = np.dtype([("begin", np.int32), ("end", np.int32), ("room", np.int32)], align=True)
TOUCH: Final = np.dtype([("multiplicity", np.float64), ("resource", np.int32)], align=True)
RUN: Final = np.dtype(
    [
        ("first", np.int32),  # first task
        ("end", np.int32),  # one past its last
        ("rounds", np.int32),
        ("group", np.int32),  # group of the run under way
        ("order", np.int32),  # of its first task among all streams
        ("first_route", np.int32),
        ("routes", np.int32),
        ("left", np.int64),  # ends of tasks and arrivals of tokens that are still to come
    ],
    align=True,
)
REASON: Final = np.dtype(  # of a task, where there is a tape: causes as ``simcore.engine.tape`` has them
    [
        ("cause", np.int64),  # of the last that has come of what its next round waits for
        ("since", np.float64),  # when that was, before all times where nothing has come, s
        ("because", np.int64),  # of the begin of its newest round, or of its end where that is over
        ("rate", np.float64),  # of a round that goes on from a recurrence: the rate it had, else NO_RATE
        ("ties", np.int32),  # causes in ``cause``
    ],
    align=True,
)
NO_RATE: Final = -1.0
DUE: Final = np.dtype([("time", np.float64), ("what", np.int64), ("cause", np.int64)], align=True)
BOARD: Final = np.dtype(
    [
        ("due", np.int64),  # length of the heap
        ("most_due", np.int64),  # elements that one instant may add
        ("ready", np.int64),  # tasks that may begin now
        ("next_ready", np.int64),  # place of the first of them
        ("wanted", np.int64),  # room of which a row is lacking
    ],
    align=True,
)


class Graphs(NamedTuple):
    """The arrays of N tasks, E edges, Q routes, G graphs and S rows of streams."""

    tasks: NDArray[np.void]  # (N,) TASK
    reasons: NDArray[np.void]  # (N,) REASON
    edges: NDArray[np.void]  # (E,) EDGE, those of one task together
    outgoing: NDArray[np.int32]  # (E,) edges, those that leave one task together
    routes: NDArray[np.void]  # (Q,) ROUTE
    touched: NDArray[np.void]  # TOUCH, those of one route together
    runs: NDArray[np.void]  # (G,) RUN
    due: NDArray[np.void]  # DUE, a heap: task t is due as t, a token of edge e as -1 - e
    ready: NDArray[np.int32]  # (N,) a ring of tasks
    spare: NDArray[np.int32]  # for each room, the first row to be lent out, NOBODY without
    follower: NDArray[np.int32]  # (S,) the row after it
    board: NDArray[np.void]  # (1,) BOARD


def no_graphs() -> Graphs:
    """Return the arrays of no graph."""
    return Graphs(
        tasks=np.empty(0, dtype=TASK),
        reasons=np.empty(0, dtype=REASON),
        edges=np.empty(0, dtype=EDGE),
        outgoing=np.empty(0, dtype=np.int32),
        routes=np.empty(0, dtype=ROUTE),
        touched=np.empty(0, dtype=TOUCH),
        runs=np.empty(0, dtype=RUN),
        due=np.empty(0, dtype=DUE),
        ready=np.empty(0, dtype=np.int32),
        spare=np.empty(0, dtype=np.int32),
        follower=np.empty(0, dtype=np.int32),
        board=np.zeros(1, dtype=BOARD),
    )


def with_graph(graphs: Graphs, graph: TaskGraph, *, room: NDArray[np.int32], order: int) -> Graphs:
    """Return ``graphs`` with one more, whose routes (Q,) take rows of ``room``; nothing of it runs yet."""
    task, edge, route = len(graphs.tasks), len(graphs.edges), len(graphs.routes)
    tasks = np.zeros(graph.count, dtype=TASK)
    tasks["seconds"], tasks["size"] = graph.seconds, graph.size
    tasks["ended"], tasks["run"] = np.nan, len(graphs.runs)
    tasks["route"] = np.where(graph.route >= 0, graph.route + route, NOBODY)
    tasks["edge"], tasks["edge_end"] = edge + graph.first[:-1], edge + graph.first[1:]
    leaving = np.cumsum(np.concatenate([[0], np.bincount(graph.after, minlength=graph.count)]))
    tasks["way"], tasks["way_end"] = edge + leaving[:-1], edge + leaving[1:]
    edges = np.zeros(len(graph.after), dtype=EDGE)
    edges["lag"], edges["ahead"] = graph.lag, graph.ahead
    edges["task"] = np.repeat(np.arange(task, task + graph.count), np.diff(graph.first))
    routes, touched = _routes(graph.routes, room=room, begin=len(graphs.touched))
    run = np.zeros(1, dtype=RUN)
    run["first"], run["end"], run["rounds"] = task, task + graph.count, graph.rounds
    run["order"], run["first_route"], run["routes"] = order, route, graph.routes.count
    outgoing = edge + np.argsort(graph.after, kind="stable")
    graphs.board["most_due"] += np.count_nonzero(graph.seconds) + np.count_nonzero(graph.lag)
    return graphs._replace(
        tasks=np.concatenate([graphs.tasks, tasks]),
        reasons=np.concatenate([graphs.reasons, np.zeros(graph.count, dtype=REASON)]),
        edges=np.concatenate([graphs.edges, edges]),
        outgoing=np.concatenate([graphs.outgoing, outgoing.astype(np.int32)]),
        routes=np.concatenate([graphs.routes, routes]),
        touched=np.concatenate([graphs.touched, touched]),
        runs=np.concatenate([graphs.runs, run]),
        ready=_unrolled(graphs, graph.count),
    )


def with_routes(
    graphs: Graphs, number: int, table: StreamTable, *, room: NDArray[np.int32], lag: NDArray[np.float64]
) -> Graphs:
    """Return ``graphs`` where a graph has the routes of ``table`` and its edges other lags (E,).

    Raises
    ------
    ValueError
        If there are not as many routes or edges as before.
    """
    run = graphs.runs[number]
    tasks = graphs.tasks[run["first"] : run["end"]]
    edges = graphs.edges[int(tasks["edge"].min(initial=0)) : int(tasks["edge_end"].max(initial=0))]
    if len(lag) != len(edges) or table.count != run["routes"]:
        raise ValueError(f"a graph of {run['routes']} routes and {len(edges)} edges cannot change in number")
    routes, touched = _routes(table, room=room, begin=0)
    first = int(run["first_route"])
    old = slice(int(graphs.routes["begin"][first]), int(graphs.routes["end"][first + table.count - 1]))
    more = len(touched) - (old.stop - old.start)
    routes["begin"] += old.start
    routes["end"] += old.start
    graphs.routes[first : first + table.count] = routes
    for name in ("begin", "end"):
        graphs.routes[name][first + table.count :] += more
    graphs.board["most_due"] += np.count_nonzero(lag) - np.count_nonzero(edges["lag"])
    edges["lag"] = lag
    return graphs._replace(
        touched=np.concatenate([graphs.touched[: old.start], touched, graphs.touched[old.stop :]])
    )


def with_turns(graphs: Graphs, more: int = 0) -> Graphs:
    """Return ``graphs`` with room in the heap for what one instant may add, and for ``more``."""
    board = graphs.board[0]
    return graphs._replace(due=grown(graphs.due, int(board["due"] + board["most_due"]) + more))


def with_spare_rows(graphs: Graphs, room: int, first: int, count: int) -> Graphs:
    """Return ``graphs`` with ``count`` more rows from ``first`` on to be lent out for a ``room``."""
    follower = grown(graphs.follower, first + count)
    follower[first : first + count] = np.arange(first + 1, first + count + 1)
    follower[first + count - 1] = graphs.spare[room]
    graphs.spare[room] = first
    return graphs._replace(follower=follower)


def _routes(
    table: StreamTable, *, room: NDArray[np.int32], begin: int
) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """Return the rows of ``table`` and what they touch, which stands from ``begin`` on."""
    routes = np.zeros(table.count, dtype=ROUTE)
    routes["begin"], routes["end"] = begin + table.first[:-1], begin + table.first[1:]
    routes["room"] = room
    touched = np.zeros(len(table.resource), dtype=TOUCH)
    touched["resource"], touched["multiplicity"] = table.resource, table.multiplicity
    return routes, touched


def _unrolled(graphs: Graphs, more: int) -> NDArray[np.int32]:
    """Return the ring of ready tasks from its first on, with room for ``more`` tasks."""
    board = graphs.board[0]
    ready = np.concatenate([np.roll(graphs.ready, -board["next_ready"]), np.empty(more, dtype=np.int32)])
    board["next_ready"] = 0
    return ready
