"""The kernel of the engine: from one event to the next, until somebody has to be asked.

All that happens at one time is taken together: completions, then (by the caller) timers and notices of ended
groups, then arrivals, then one solve. So the loop below begins with what may still be due *now*, and whoever
comes back after having been asked simply enters it again.

**Tolerance.** Ends that lie close together may share one solve: they are *gathered*, each at its own time,
and rates stay as they are until the next event is too far away, or is anything else than such an end. A rate
that changes late for that counts from when the change was caused: the mean end of the gathered streams that
had the new bottleneck on their way, or of all of them. What stays wrong is of second order.
"""

from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.engine.agenda import enter, note, put_in_order, strike_first
from simcore.engine.companies import NOBODY as NO_COMPANY
from simcore.engine.companies import next_member
from simcore.engine.companions import (
    admit,
    admit_alone,
    bearer_of,
    bring_company_up,
    dismiss,
    end_of,
)
from simcore.engine.dues import next_due
from simcore.engine.graphs import (
    drop_ready,
    end_task,
    keep_row,
    lend_row,
    next_ready,
    return_row,
    take_due,
)
from simcore.engine.reasons import cause_of_begin, credit_task, write_task_start
from simcore.engine.state import NO_GROUP, State, count_down
from simcore.engine.tape import END, FOLLOWER, credit, write_end, write_rate, write_start
from simcore.engine.tasks import FIRST_TASK, NOBODY
from simcore.kernels import inlined, kernel
from simcore.solver.crowds import UNTOUCHED, room_needed
from simcore.solver.max_min import reshare
from simcore.solver.touch import forget_touched, touch, touch_freed
from simcore.traffic.streams import NO_CAUSE

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
        settle_unless_gathering(state)
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


@inlined
def next_time(state: State) -> float:
    """Return when the next stream ends or starts by itself, infinity where neither will happen."""
    time = next_start(state)
    if state.agenda.length[0] > 0:
        time = min(time, state.agenda.lines[0].end)
    return time


@inlined
def next_start(state: State) -> float:
    """Return when the next stream arrives, or a task or token of a graph is due, infinity for never."""
    time, arrived = np.inf, state.clock[0].arrived
    if arrived < len(state.arrivals):
        time = state.arrivals[arrived].start
    if len(state.graphs.tasks) > 0:
        time = min(time, next_due(state.graphs, state.clock[0].now))
    return time


@kernel
def settle(state: State) -> None:
    """Bring all rates and ends up to date, if anything has ended or was touched."""
    sharing, agenda, clock = state.sharing, state.agenda, state.clock[0]
    desk = sharing.desk[0]
    if desk.reached > 0:
        touch_freed(sharing)
    if desk.touched > 0:
        reshare(sharing)
        in_bulk = desk.touched > BULK_SHARE * agenda.length[0] + 8
        for step in range(desk.touched):
            _take_rate(state, sharing.touched[step], in_bulk)
        if in_bulk:
            put_in_order(agenda)
        if len(state.tape.lines) > 0:
            _write_rates(state)
    forget_touched(sharing)
    clock.gathering += 1
    clock.freed = clock.freed_at = 0.0


@kernel
def _write_rates(state: State) -> None:
    """Write the rates of touched streams on the tape; ends that were gathered are one instant with them."""
    sharing, clock = state.sharing, state.clock[0]
    when = max(clock.opened, state.tape.reel[0].time) if clock.freed > 0.0 else clock.now
    for step in range(sharing.desk[0].touched):
        bearer = sharing.touched[step]
        number = state.companions.members[bearer].company
        if number == NO_COMPANY:
            write_rate(state.tape, sharing, bearer, bearer, when)
            continue
        first = state.companions.companies[number].first
        stream = first
        while stream != NO_COMPANY:
            write_rate(state.tape, sharing, bearer, stream, when)
            stream = next_member(state.companions.members, first, stream)


@inlined
def settle_unless_gathering(state: State) -> None:
    """Bring all up to date, unless what happens next is another end that may share the solve."""
    clock, agenda, desk = state.clock[0], state.agenda, state.sharing.desk[0]
    if desk.reached > 0 and desk.touched == 0 and agenda.length[0] > 0:
        line = agenda.lines[0]
        is_alone = state.courses[line.stream].group == NO_GROUP and line.end <= next_start(state)
        if is_alone and line.end <= clock.closes:
            return
    settle(state)


@kernel
def settle_gathered(state: State) -> None:
    """Have ends that were gathered before now change rates, before anything else does."""
    if state.sharing.desk[0].reached > 0 and state.clock[0].opened < state.clock[0].now:
        settle(state)


@inlined
def _gather(state: State, stream: int) -> None:
    """Note which resources a stream gives back now, and how much of them."""
    sharing, now = state.sharing, state.clock[0].now
    row, clock = sharing.streams[stream], state.clock[0]
    rate = sharing.streams[bearer_of(state, stream)].rate
    clock.freed += rate
    clock.freed_at += rate * now
    for step in range(row.begin, row.end):
        entry = sharing.entries[step]
        given = state.given_back[entry.resource]
        if given.gathering != clock.gathering:
            given.gathering = clock.gathering
            given.freed = given.freed_at = 0.0
        given.freed += entry.multiplicity * rate
        given.freed_at += entry.multiplicity * rate * now


@inlined
def _counts_from(state: State, stream: int) -> float:
    """Return the time from which the new rate of a touched stream counts."""
    clock = state.clock[0]
    if clock.freed > 0.0:
        bottleneck = state.sharing.streams[stream].bottleneck
        if bottleneck >= 0:
            given = state.given_back[bottleneck]
            if given.gathering == clock.gathering and given.freed > 0.0:
                return float(given.freed_at / given.freed)
        return float(clock.freed_at / clock.freed)
    return float(clock.now)


@inlined
def _take_rate(state: State, stream: int, in_bulk: bool) -> None:
    """Reckon when the queue of a touched stream ends at its new rate."""
    row, course = state.sharing.streams[stream], state.courses[stream]
    if row.count > 1:
        _take_company_rate(state, stream, in_bulk)
        return
    if course.rows == 1 and course.lead == stream:
        if row.before > 0.0 and abs(row.rate - row.before) <= UNMOVED_RATE * row.before:
            row.rate = row.before
            return
        rate = row.rate
    elif _is_first_touched(state, stream):
        rate = 0.0
        for other in range(course.lead, course.lead + state.courses[course.lead].rows):
            rate += state.sharing.streams[other].rate
    else:
        return
    bring_up(state, course.lead, _counts_from(state, stream))
    _note_end(state, course.lead, rate, in_bulk)


@kernel
def _take_company_rate(state: State, bearer: int, in_bulk: bool) -> None:
    """Reckon when the first of a touched company ends at its new rate."""
    row, number = state.sharing.streams[bearer], state.companions.members[bearer].company
    bring_company_up(state, number, _counts_from(state, bearer))
    company = state.companions.companies[number]
    first, since = company.first, state.courses[bearer].since
    end = end_of(max(0.0, state.companions.members[first].goal - company.served), row.rate, since)
    if in_bulk:
        note(state.agenda, first, state.courses[first].order, end)
    else:
        enter(state.agenda, first, state.courses[first].order, end)


@inlined
def _is_first_touched(state: State, stream: int) -> bool:
    """Return whether no row before this touched one, in its queue, is touched."""
    for other in range(state.courses[stream].lead, stream):
        if state.sharing.streams[other].mark != UNTOUCHED:
            return False
    return True


@inlined
def bring_up(state: State, lead: int, time: float) -> None:
    """Reckon what a queue has left at ``time``, at the rates that its rows had since they last changed."""
    course = state.courses[lead]
    elapsed, rate = max(0.0, time - course.since), 0.0
    for stream in range(lead, lead + course.rows):
        row = state.sharing.streams[stream]
        had = row.rate if row.mark == UNTOUCHED else row.before
        state.courses[stream].taken += had * elapsed
        rate += had
    course.left = max(0.0, course.left - rate * elapsed)
    course.since = max(course.since, time)


@inlined
def _note_end(state: State, lead: int, rate: float, in_bulk: bool) -> None:
    """Write down when a queue that was brought up to date ends at ``rate``."""
    course = state.courses[lead]
    end = end_of(course.left, rate, course.since)
    if in_bulk:
        note(state.agenda, lead, course.order, end)
    else:
        enter(state.agenda, lead, course.order, end)


@inlined
def start_queue(state: State, lead: int, size: float, group: int) -> None:
    """Make an idle queue active now. The pool must have room for its rows."""
    course, now = state.courses[lead], state.clock[0].now
    course.size = course.left = size
    course.since = now
    course.group = group
    state.clock[0].latest_start = now
    has_resources = True
    for stream in range(lead, lead + course.rows):
        row = state.sharing.streams[stream]
        state.courses[stream].taken = 0.0
        has_resources = has_resources and row.begin < row.end
        if group <= FIRST_TASK:
            write_task_start(state.tape, state.graphs, FIRST_TASK - group, stream, now)
        else:
            write_start(state.tape, stream, now, state.tape.reel[0].cause if group >= 0 else NO_CAUSE)
    moves = size > 0.0 and has_resources
    if moves and course.rows == 1:
        admit(state, lead)
        return
    for stream in range(lead, lead + course.rows):
        admit_alone(state, stream)
        if moves:
            touch(state.sharing, stream)
    if not moves:
        enter(state.agenda, lead, course.order, now)


@inlined
def _has_room(state: State, lead: int) -> bool:
    """Return whether the pool has places enough for a queue to start."""
    needed = 0
    for stream in range(lead, lead + state.courses[lead].rows):
        needed += room_needed(state.sharing, stream)
    return bool(len(state.sharing.members) - state.sharing.desk[0].pool_end >= needed)


@kernel
def start_group(
    state: State, leads: NDArray[np.int32], sizes: NDArray[np.float64], group: int, begin: int
) -> int:
    """Start the queues ``leads[begin:]``; return how many are started, fewer where the pool is full."""
    for step in range(begin, len(leads)):
        if not _has_room(state, leads[step]):
            return step
        start_queue(state, leads[step], sizes[step], group)
    return len(leads)


@kernel
def _take_arrivals(state: State) -> bool:
    """Start what arrives now; return False where the pool is too full for it."""
    clock = state.clock[0]
    while clock.arrived < len(state.arrivals):
        arrival = state.arrivals[clock.arrived]
        if arrival.start > clock.now:
            break
        if not _has_room(state, arrival.stream):
            clock.wanted = arrival.stream
            return False
        start_queue(state, arrival.stream, state.courses[arrival.stream].size, NO_GROUP)
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
            if not _has_room(state, stream):
                state.clock[0].wanted = stream
                return _ROOM
            keep_row(graphs, number, stream)
            drop_ready(graphs)
            start_queue(state, stream, task.left, FIRST_TASK - number)
        else:
            drop_ready(graphs)
            end_task(state, number, cause_of_begin(state.tape, graphs, number))


@inlined
def _take_completions(state: State) -> None:
    """End every queue that is due now."""
    agenda, clock, desk = state.agenda, state.clock[0], state.sharing.desk[0]
    if clock.coalesce > 0.0 and desk.reached == 0:
        clock.opened = clock.now
        clock.closes = clock.now + clock.coalesce * (clock.now - clock.latest_start)
    due = clock.now * (1.0 + SAME_TIME)
    while agenda.length[0] > 0 and agenda.lines[0].end <= due:
        finish = min(clock.now, agenda.lines[0].end)
        lead = strike_first(agenda)
        course = state.courses[lead]
        if course.rows > 1:
            bring_up(state, lead, finish)
        rest = course.size
        for stream in range(lead + course.rows - 1, lead, -1):
            rest -= state.courses[stream].taken
            _end_row(state, stream, state.courses[stream].taken, finish, FOLLOWER)
        _end_row(state, lead, rest, finish, END)
        if course.group != NO_GROUP:
            clock.closes = clock.now
            if course.group >= 0:
                credit(state.tape, course.group)
                count_down(state, course.group)
            else:
                return_row(state, FIRST_TASK - course.group, lead)
                end_task(state, FIRST_TASK - course.group, credit_task(state.tape))


@inlined
def _end_row(state: State, stream: int, taken: float, finish: float, kind: int) -> None:
    """Make an active row idle that has taken ``taken`` bytes over the resources that it has."""
    book(state, stream, taken)
    clock = state.clock[0]
    gathers = clock.coalesce > 0.0
    when = max(clock.opened, state.tape.reel[0].time) if gathers else clock.now
    write_end(state.tape, state.sharing, stream, when, kind)
    state.courses[stream].finish = finish
    if gathers:
        _gather(state, stream)
    dismiss(state, stream)


@inlined
def book(state: State, stream: int, amount: float) -> None:
    """Count ``amount`` bytes of a stream on its resources."""
    row = state.sharing.streams[stream]
    for step in range(row.begin, row.end):
        entry = state.sharing.entries[step]
        state.carried[entry.resource] += entry.multiplicity * amount
