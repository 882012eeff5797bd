"""What is due in graphs: tasks whose delay will be over, and tokens that will arrive; a heap by time.

Of what is due at one time tokens come before tasks, and tasks in the order in which they stand in the graph.
"""

import numpy as np
from numpy.typing import NDArray

from simcore.engine.tasks import Graphs
from simcore.kernels import inlined, kernel


@kernel
def next_due(graphs: Graphs, now: float) -> float:
    """Return when a task or a token is due, infinity where none is."""
    board = graphs.board[0]
    if board.ready > 0:
        return now
    return float(graphs.due[0].time) if board.due > 0 else np.inf


@kernel
def put_due(graphs: Graphs, time: float, what: int, cause: int) -> None:
    """Put a task, or a token as -1 - its edge, on the heap for ``time``; ``cause`` is of a token."""
    board, due = graphs.board[0], graphs.due
    place = board.due
    board.due += 1
    while place > 0:
        above = (place - 1) >> 1
        if due[above].time < time or (due[above].time == time and due[above].what <= what):
            break
        _move_due(due, above, place)
        place = above
    due[place].time, due[place].what, due[place].cause = time, what, cause


@kernel
def strike_due(graphs: Graphs) -> int:
    """Take what is due first off the heap, and return it."""
    board, due = graphs.board[0], graphs.due
    first = due[0].what
    board.due -= 1
    last = due[board.due]
    place = 0
    while True:
        below = 2 * place + 1
        if below >= board.due:
            break
        if below + 1 < board.due and (
            due[below + 1].time < due[below].time
            or (due[below + 1].time == due[below].time and due[below + 1].what < due[below].what)
        ):
            below += 1
        if last.time < due[below].time or (last.time == due[below].time and last.what <= due[below].what):
            break
        _move_due(due, below, place)
        place = below
    _move_due(due, board.due, place)
    return int(first)


@inlined
def _move_due(due: NDArray[np.void], source: int, target: int) -> None:
    due[target].time, due[target].what, due[target].cause = (
        due[source].time,
        due[source].what,
        due[source].cause,
    )
