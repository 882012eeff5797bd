"""The kernel of the engine: from one event to the next, until somebody has to be asked.

All that happens at one time is taken together: completions, then (by the caller) timers and notices of ended
groups, then arrivals, then one solve. So the loop below begins with what may still be due *now*, and whoever
comes back after having been asked simply enters it again.
"""

from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.engine.agenda import enter, note, put_in_order, strike_first
from simcore.engine.graphs import (
    drop_ready,
    end_task,
    keep_row,
    lend_row,
    next_due,
    next_ready,
    return_row,
    take_due,
)
from simcore.engine.state import NO_GROUP, State, count_down
from simcore.engine.tasks import FIRST_TASK, NOBODY
from simcore.solver.compiled import kernel
from simcore.solver.crowds import has_room, join
from simcore.solver.max_min import reshare
from simcore.solver.touch import forget_touched, free, touch, touch_freed

# Ends within this of each other, relative to the time, are one event: the rounding of now + left / rate.
SAME_TIME: Final = 1e-12
# A stream keeps its rate where a solve moves it by no more than this, relatively: the rounding of a solve.
UNMOVED_RATE: Final = 1e-13
# From this share of the agenda on, ordering it anew is cheaper than moving entries one by one.
BULK_SHARE: Final = 0.1


class Stop(IntEnum):
    """Why ``run_events`` came back."""

    REACHED = 0  # the time asked for; nothing is due before it
    ASK = 1  # a group has ended, or the timer is due
    BUDGET = 2  # events or work ran out
    ROOM = 3  # the pool of crowds is full: repack and enter again
    ROWS = 4  # graphs lack a row of a stream, or room in their heap: add some and enter again


_REACHED: Final = int(Stop.REACHED)
_ASK: Final = int(Stop.ASK)
_BUDGET: Final = int(Stop.BUDGET)
_ROOM: Final = int(Stop.ROOM)
_ROWS: Final = int(Stop.ROWS)


@kernel
def run_events(state: State, until: float, timer: float, event_budget: int, work_budget: int) -> int:
    """Run events up to and including ``until``, or to the first thing that is not for a kernel.

    Parameters
    ----------
    until, timer
        Simulated seconds, either may be infinite. At ``timer`` the kernel takes completions and comes back.
    event_budget, work_budget
        Events, and entries visited, after which to come back.

    Returns
    -------
    int
        A ``Stop``.
    """
    desk, clock = state.sharing.desk[0], state.clock[0]
    last_event, last_work = clock.events + event_budget, desk.work + work_budget
    while True:
        if len(state.graphs.tasks) > 0:
            stop = _take_tasks(state)
            if stop != _REACHED:
                return stop
            if clock.ended > 0:
                return _ASK
        if not _take_arrivals(state):
            return _ROOM
        settle(state)
        if clock.events >= last_event or desk.work >= last_work:
            return _BUDGET
        time = next_time(state)
        if time > until or time > timer or time == np.inf:
            limit = min(until, timer)
            if limit < np.inf:
                clock.now = max(clock.now, limit)
            return _REACHED
        clock.events += 1
        clock.now = max(clock.now, time)
        _take_completions(state)
        if clock.ended > 0 or clock.now >= timer:
            return _ASK


@kernel
def next_time(state: State) -> float:
    """Return when the next stream ends or arrives, infinity where neither will happen."""
    agenda = state.agenda
    time = np.inf
    if agenda.length[0] > 0:
        time = agenda.lines[0].end
    arrived = state.clock[0].arrived
    if arrived < len(state.arrivals):
        time = min(time, state.arrivals[arrived].start)
    if len(state.graphs.tasks) > 0:
        time = min(time, next_due(state.graphs, state.clock[0].now))
    return time


@kernel
def settle(state: State) -> None:
    """Bring all rates and ends up to date, if anything was touched."""
    sharing, agenda = state.sharing, state.agenda
    desk = sharing.desk[0]
    if desk.touched > 0:
        reshare(sharing)
        in_bulk = desk.touched > BULK_SHARE * agenda.length[0] + 8
        for step in range(desk.touched):
            _take_rate(state, sharing.touched[step], in_bulk)
        if in_bulk:
            put_in_order(agenda)
    forget_touched(sharing)


@kernel
def _take_rate(state: State, stream: int, in_bulk: bool) -> None:
    """Reckon when a touched stream ends at its new rate."""
    row, course, now = state.sharing.streams[stream], state.courses[stream], state.clock[0].now
    if row.before > 0.0 and abs(row.rate - row.before) <= UNMOVED_RATE * row.before:
        row.rate = row.before
        return
    left = max(0.0, course.left - row.before * (now - course.since))
    course.left = left
    course.since = now
    end = now
    if left > 0.0:
        end = now + left / row.rate if row.rate > 0.0 else np.inf
    if in_bulk:
        note(state.agenda, stream, course.order, end)
    else:
        enter(state.agenda, stream, course.order, end)


@kernel
def start_stream(state: State, stream: int, size: float, group: int) -> None:
    """Make an idle stream active now. The pool must have room."""
    course, now = state.courses[stream], state.clock[0].now
    course.size = size
    course.left = size
    course.since = now
    course.group = group
    join(state.sharing, stream)
    row = state.sharing.streams[stream]
    if size > 0.0 and row.begin < row.end:
        touch(state.sharing, stream)
    else:
        enter(state.agenda, stream, course.order, now)


@kernel
def start_group(
    state: State, streams: NDArray[np.int32], sizes: NDArray[np.float64], group: int, begin: int
) -> int:
    """Start ``streams[begin:]``; return how many of all are started, fewer where the pool is full."""
    for step in range(begin, len(streams)):
        if not has_room(state.sharing, streams[step]):
            return step
        start_stream(state, streams[step], sizes[step], group)
    return len(streams)


@kernel
def _take_arrivals(state: State) -> bool:
    """Start what arrives now; return False where the pool is too full for it."""
    clock = state.clock[0]
    while clock.arrived < len(state.arrivals):
        arrival = state.arrivals[clock.arrived]
        if arrival.start > clock.now:
            break
        if not has_room(state.sharing, arrival.stream):
            clock.wanted = arrival.stream
            return False
        start_stream(state, arrival.stream, state.courses[arrival.stream].size, NO_GROUP)
        clock.arrived += 1
    return True


@kernel
def _take_tasks(state: State) -> int:
    """Begin every task that is due now, and end those that move nothing; return a ``Stop``."""
    graphs = state.graphs
    board = graphs.board[0]
    while True:
        if not take_due(state):
            board.wanted = NOBODY
            return _ROWS
        if board.ready == 0:
            return _REACHED
        number = next_ready(graphs)
        task = graphs.tasks[number]
        if task.left > 0.0:
            stream = lend_row(state, number)
            if stream == NOBODY:
                return _ROWS
            if not has_room(state.sharing, stream):
                state.clock[0].wanted = stream
                return _ROOM
            keep_row(graphs, number, stream)
            drop_ready(graphs)
            start_stream(state, stream, task.left, FIRST_TASK - number)
        else:
            drop_ready(graphs)
            end_task(state, number)


@kernel
def _take_completions(state: State) -> None:
    """End every stream that is due now."""
    sharing, agenda, now = state.sharing, state.agenda, state.clock[0].now
    due = now * (1.0 + SAME_TIME)
    while agenda.length[0] > 0 and agenda.lines[0].end <= due:
        stream = strike_first(agenda)
        row, course = sharing.streams[stream], state.courses[stream]
        course.finish = now
        for step in range(row.begin, row.end):
            entry = sharing.entries[step]
            state.carried[entry.resource] += entry.multiplicity * course.size
        free(sharing, stream)
        if course.group >= 0:
            count_down(state, course.group)
        elif course.group != NO_GROUP:
            return_row(state, FIRST_TASK - course.group, stream)
            end_task(state, FIRST_TASK - course.group)
    touch_freed(sharing)


@kernel
def add_carried(state: State, carried: NDArray[np.float64]) -> None:
    """Add to ``carried`` (R,) what active streams have carried over every resource up to now, bytes."""
    sharing, now = state.sharing, state.clock[0].now
    for step in range(sharing.desk[0].active):
        stream = sharing.active[step]
        row, course = sharing.streams[stream], state.courses[stream]
        left = max(0.0, course.left - row.rate * (now - course.since))
        for place in range(row.begin, row.end):
            entry = sharing.entries[place]
            carried[entry.resource] += entry.multiplicity * (course.size - left)
