"""The kernels of task graphs: what ends lets others begin.

A task *fires* when no edge of it lacks a token and it does not run: it uses one token of each, waits for its
delay, and then moves its bytes. When it ends, every edge that leaves it gets a token, after the edge's lag.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.engine.dues import put_due, strike_due
from simcore.engine.reasons import (
    forget_reason,
    give_reasons,
    goes_on_because,
    note_reason,
    tell_of_run,
    write_port,
)
from simcore.engine.state import State, count_down
from simcore.engine.tape import BEGAN, ENDED, WITHIN, forget_path
from simcore.engine.tasks import NO_RATE, NOBODY, Graphs
from simcore.kernels import kernel
from simcore.solver.crowds import RELEASED
from simcore.traffic.streams import NO_CAUSE


class Standing(NamedTuple):
    """How far a graph of N tasks is.

    Attributes
    ----------
    ended
        (N,) int64 rounds of each task that have ended.
    left
        (N,) float64 bytes left of the round under way, 0 where none is.
    edges, arrives
        (F,) int64 edges of the graph whose tokens are on their way, and float64 when they arrive (s), not
        in the past.
    run
        Number that the tape has for the run of a ring that goes on, NO_RUN where there is none.
    rates
        (N,) float64 bytes/s of the rounds under way, until now.
    senders, sent
        (F,) int64 which tasks those tokens left, and in which round.
    """

    ended: NDArray[np.int64]
    left: NDArray[np.float64]
    edges: NDArray[np.int64]
    arrives: NDArray[np.float64]
    run: int
    rates: NDArray[np.float64]
    senders: NDArray[np.int64]
    sent: NDArray[np.int64]


@kernel
def open_run(state: State, run: int, group: int) -> None:
    """Begin a graph anew, now: every task that waits for none fires."""
    graphs = state.graphs
    row = graphs.runs[run]
    row.group = group
    row.left = (row.end - row.first) * row.rounds
    for number in range(row.first, row.end):
        task = graphs.tasks[number]
        task.rounds, task.waits, task.ended = row.rounds, 0, np.nan
        for step in range(task.edge, task.edge_end):
            edge = graphs.edges[step]
            edge.tokens = edge.ahead
            row.left += row.rounds
            if edge.tokens == 0:
                task.waits += 1
    give_reasons(state.tape, graphs, run, state.clock[0].now)
    for number in range(row.first, row.end):
        _fire_if_free(state, number)


@kernel
def open_run_midway(state: State, run: int, group: int, standing: Standing) -> None:
    """Go on, now, with a graph whose tasks have run so far in another way."""
    graphs, ended, left = state.graphs, standing.ended, standing.left
    row = graphs.runs[run]
    row.group = group
    row.left = len(standing.edges)
    base = graphs.tasks[row.first].edge if row.end > row.first else 0
    now = state.clock[0].now
    for number in range(row.first, row.end):
        task = graphs.tasks[number]
        task.ended = now
        runs = 1 if left[number - row.first] > 0.0 else 0
        task.rounds = row.rounds - ended[number - row.first] - runs
        task.waits = runs
        row.left += row.rounds - ended[number - row.first]
        for step in range(task.edge, task.edge_end):
            graphs.edges[step].tokens = graphs.edges[step].ahead - ended[number - row.first] - runs
    for number in range(row.first, row.end):
        task = graphs.tasks[number]
        for step in range(task.way, task.way_end):
            edge = graphs.edges[graphs.outgoing[step]]
            edge.tokens += ended[number - row.first]
            row.left += row.rounds - ended[number - row.first]
    for step in range(len(standing.edges)):
        number = base + standing.edges[step]
        graphs.edges[number].tokens -= 1
        piece = (standing.senders[step], standing.sent[step], ENDED)
        cause = write_port(state.tape, standing.run, piece, now)
        put_due(graphs, standing.arrives[step], -1 - number, cause)
    for number in range(row.first, row.end):
        task = graphs.tasks[number]
        for step in range(task.edge, task.edge_end):
            if graphs.edges[step].tokens == 0:
                task.waits += 1
    for number in range(row.first, row.end):
        member, cause, rate = number - row.first, NO_CAUSE, NO_RATE
        if ended[member] < row.rounds:
            moment = BEGAN
            if left[member] > 0.0:
                moment, rate = WITHIN, standing.rates[member]
            cause = write_port(state.tape, standing.run, (member, ended[member], moment), now)
        goes_on_because(state.tape, graphs, number, (cause, rate, now))
    for number in range(row.first, row.end):
        if left[number - row.first] > 0.0:
            graphs.tasks[number].left = left[number - row.first]
            _make_ready(graphs, number)
        else:
            _fire_if_free(state, number)


@kernel
def take_due(state: State) -> bool:
    """Take every task and token that is due now; return False where the heap may be too short for it."""
    graphs, now = state.graphs, state.clock[0].now
    board = graphs.board[0]
    while True:
        if len(graphs.due) - board.due < board.most_due:
            return False
        if board.due == 0 or graphs.due[0].time > now:
            return True
        cause = graphs.due[0].cause
        what = strike_due(graphs)
        if what >= 0:
            _make_ready(graphs, what)
        else:
            _give_token(state, -1 - what, cause)


@kernel
def end_task(state: State, number: int, cause: int) -> None:
    """Take note that a round of a task has ended now, because of ``cause``."""
    graphs, now = state.graphs, state.clock[0].now
    task = graphs.tasks[number]
    task.ended = now
    task.waits -= 1
    if len(state.tape.lines) > 0:
        graphs.reasons[number].because = cause
        note_reason(state.tape, graphs, number, cause, now)
    _count_off(state, task.run, cause)
    for step in range(task.way, task.way_end):
        number_of_edge = graphs.outgoing[step]
        lag = graphs.edges[number_of_edge].lag
        if lag > 0.0:
            put_due(graphs, now + lag, -1 - number_of_edge, cause)
        else:
            _give_token(state, number_of_edge, cause)
    _fire_if_free(state, number)


@kernel
def next_ready(graphs: Graphs) -> int:
    """Return the task that has been ready for longest."""
    return int(graphs.ready[graphs.board[0].next_ready])


@kernel
def drop_ready(graphs: Graphs) -> None:
    """Take the task that has been ready for longest off the list."""
    board = graphs.board[0]
    board.ready -= 1
    board.next_ready += 1
    if board.next_ready == len(graphs.ready):
        board.next_ready = 0


@kernel
def lend_row(state: State, number: int) -> int:
    """Return a row for the stream of a task, with its route in it; NOBODY where there is none to spare.

    The row is taken only by ``keep_row``.
    """
    graphs, sharing = state.graphs, state.sharing
    task = graphs.tasks[number]
    route = graphs.routes[task.route]
    stream = graphs.spare[route.room]
    if stream == NOBODY:
        graphs.board[0].wanted = route.room
        return NOBODY
    row = sharing.streams[stream]
    row.end = row.begin + route.end - route.begin
    for step in range(route.end - route.begin):
        entry, touched = sharing.entries[row.begin + step], graphs.touched[route.begin + step]
        entry.resource, entry.multiplicity = touched.resource, touched.multiplicity
    forget_path(state.tape, stream)
    run = graphs.runs[task.run]
    state.courses[stream].order = run.order + number - run.first
    return int(stream)


@kernel
def keep_row(graphs: Graphs, number: int, stream: int) -> None:
    """Take the row that was lent out."""
    graphs.spare[graphs.routes[graphs.tasks[number].route].room] = graphs.follower[stream]


@kernel
def return_row(state: State, number: int, stream: int) -> None:
    """Give the row of an ended stream back."""
    graphs = state.graphs
    room = graphs.routes[graphs.tasks[number].route].room
    state.sharing.streams[stream].standing = RELEASED
    graphs.follower[stream] = graphs.spare[room]
    graphs.spare[room] = stream


@kernel
def _count_off(state: State, run: int, cause: int) -> None:
    """Take note that a task has ended or a token has arrived; the last of them ends the graph."""
    row = state.graphs.runs[run]
    row.left -= 1
    if row.left == 0:
        if len(state.tape.lines) > 0:
            tell_of_run(state.tape, state.graphs, run, cause, state.clock[0].now)
        count_down(state, row.group)


@kernel
def _give_token(state: State, number: int, cause: int) -> None:
    """Let a token arrive that was sent because of ``cause``."""
    edge = state.graphs.edges[number]
    edge.tokens += 1
    if edge.tokens == 1 and len(state.tape.lines) > 0:
        note_reason(state.tape, state.graphs, edge.task, cause, state.clock[0].now)
    _count_off(state, state.graphs.tasks[edge.task].run, cause)
    if edge.tokens == 1:
        state.graphs.tasks[edge.task].waits -= 1
        _fire_if_free(state, edge.task)


@kernel
def _fire_if_free(state: State, number: int) -> None:
    """Begin the next round of a task, if there is one and nothing holds it up."""
    graphs = state.graphs
    task = graphs.tasks[number]
    if task.waits > 0 or task.rounds == 0:
        return
    task.waits = 1
    task.rounds -= 1
    task.left = task.size
    for step in range(task.edge, task.edge_end):
        edge = graphs.edges[step]
        edge.tokens -= 1
        if edge.tokens == 0:
            task.waits += 1
    if len(state.tape.lines) > 0:
        forget_reason(graphs, number)
    if task.seconds > 0.0:
        put_due(graphs, state.clock[0].now + task.seconds, number, NO_CAUSE)
    else:
        _make_ready(graphs, number)


@kernel
def _make_ready(graphs: Graphs, number: int) -> None:
    board = graphs.board[0]
    place = board.next_ready + board.ready
    graphs.ready[place if place < len(graphs.ready) else place - len(graphs.ready)] = number
    board.ready += 1
