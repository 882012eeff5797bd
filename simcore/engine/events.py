"""The kernel of the engine: from one event to the next, until somebody has to be asked.

All that happens at one time is taken together: completions, then (by the caller) timers and notices of ended
groups, then arrivals, then one solve. So the loop below begins with what may still be due *now*, and whoever
comes back after having been asked simply enters it again.
"""

from enum import IntEnum
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from simcore.engine.agenda import enter, note, put_in_order, strike
from simcore.engine.state import (
    ARRIVED,
    ENDED_GROUPS,
    EVENTS,
    NO_GROUP,
    Progress,
    State,
)
from simcore.solver.crowds import ACTIVE, TOUCHED, WORK, has_room, join
from simcore.solver.max_min import forget_touched, free, reshare, touch, touch_freed

# Ends within this of each other, relative to the time, are one event: the rounding of now + left / rate.
SAME_TIME: Final = 1e-12
# A rate that a solve moves by no more than this, relatively, has not changed: the rounding of a solve.
SAME_RATE: Final = 1e-13
# From this share of the agenda on, ordering it anew is cheaper than moving entries one by one.
BULK_SHARE: Final = 0.1


class Stop(IntEnum):
    """Why ``run_events`` came back."""

    REACHED = 0  # the time asked for; nothing is due before it
    ASK = 1  # a group has ended, or the timer is due
    BUDGET = 2  # events or work ran out
    ROOM = 3  # the pool of crowds is full: repack and enter again


_REACHED: Final = int(Stop.REACHED)
_ASK: Final = int(Stop.ASK)
_BUDGET: Final = int(Stop.BUDGET)
_ROOM: Final = int(Stop.ROOM)


@njit(cache=True, nogil=True)
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
    sharing, progress = state.sharing, state.progress
    tally = progress.tally
    last_event = tally[EVENTS] + event_budget
    last_work = sharing.tally[WORK] + work_budget
    while True:
        if not _take_arrivals(state):
            return _ROOM
        settle(state)
        if tally[EVENTS] >= last_event or sharing.tally[WORK] >= last_work:
            return _BUDGET
        time = next_time(state)
        if time > until or time > timer or time == np.inf:
            limit = min(until, timer)
            if limit < np.inf:
                progress.clock[0] = max(progress.clock[0], limit)
            return _REACHED
        tally[EVENTS] += 1
        progress.clock[0] = max(progress.clock[0], time)
        _take_completions(state)
        if tally[ENDED_GROUPS] > 0 or progress.clock[0] >= timer:
            return _ASK


@njit(cache=True, nogil=True)
def next_time(state: State) -> float:
    """Return when the next stream ends or arrives, infinity where neither will happen."""
    agenda, progress = state.agenda, state.progress
    time = np.inf
    if agenda.length[0] > 0:
        time = agenda.end[0]
    arrived = progress.tally[ARRIVED]
    if arrived < progress.arrival.shape[0]:
        time = min(time, progress.arrival_time[arrived])
    return time


@njit(cache=True, nogil=True)
def settle(state: State) -> None:
    """Bring all rates and ends up to date, if anything was touched."""
    sharing, agenda, progress = state.sharing, state.agenda, state.progress
    if sharing.tally[TOUCHED] == 0:
        sharing.floor[0] = np.inf
        return
    reshare(sharing)
    now = progress.clock[0]
    count = sharing.tally[TOUCHED]
    in_bulk = count > BULK_SHARE * agenda.length[0] + 8
    for step in range(count):
        stream = sharing.touched[step]
        rate, before = sharing.rate[stream], sharing.before[stream]
        if abs(rate - before) <= SAME_RATE * before and before > 0.0:
            sharing.rate[stream] = before
            continue
        left = max(0.0, progress.left[stream] - before * (now - progress.since[stream]))
        progress.left[stream] = left
        progress.since[stream] = now
        end = now
        if left > 0.0:
            end = now + left / rate if rate > 0.0 else np.inf
        if in_bulk:
            note(agenda, stream, end)
        else:
            enter(agenda, stream, end)
    if in_bulk:
        put_in_order(agenda)
    forget_touched(sharing)


@njit(cache=True, nogil=True)
def start_stream(state: State, stream: int, size: float, group: int) -> None:
    """Make an idle stream active now. The pool must have room."""
    sharing, agenda, progress = state.sharing, state.agenda, state.progress
    now = progress.clock[0]
    progress.size[stream] = size
    progress.left[stream] = size
    progress.since[stream] = now
    progress.group[stream] = group
    join(sharing, stream)
    if size > 0.0 and sharing.first[stream] < sharing.first[stream + 1]:
        touch(sharing, stream)
    else:
        enter(agenda, stream, now)


@njit(cache=True, nogil=True)
def start_group(
    state: State, streams: NDArray[np.int32], sizes: NDArray[np.float64], group: int, begin: int
) -> int:
    """Start ``streams[begin:]``; return how many of all are started, fewer where the pool is full."""
    for step in range(begin, streams.shape[0]):
        if not has_room(state.sharing, streams[step]):
            return step
        start_stream(state, streams[step], sizes[step], group)
    return len(streams)


@njit(cache=True, nogil=True)
def _take_arrivals(state: State) -> bool:
    """Start what arrives now; return False where the pool is too full for it."""
    progress = state.progress
    tally = progress.tally
    while tally[ARRIVED] < progress.arrival.shape[0]:
        if progress.arrival_time[tally[ARRIVED]] > progress.clock[0]:
            break
        stream = progress.arrival[tally[ARRIVED]]
        if not has_room(state.sharing, stream):
            return False
        start_stream(state, stream, progress.size[stream], NO_GROUP)
        tally[ARRIVED] += 1
    return True


@njit(cache=True, nogil=True)
def _take_completions(state: State) -> None:
    """End every stream that is due now."""
    sharing, agenda, progress = state.sharing, state.agenda, state.progress
    now = progress.clock[0]
    due = now * (1.0 + SAME_TIME)
    freed = 0
    while agenda.length[0] > 0 and agenda.end[0] <= due:
        stream = agenda.stream[0]
        strike(agenda, stream)
        progress.finish[stream] = now
        size = progress.size[stream]
        for entry in range(sharing.first[stream], sharing.first[stream + 1]):
            progress.carried[sharing.resource[entry]] += sharing.multiplicity[entry] * size
        freed = free(sharing, stream, freed)
        _count_down(progress, stream)
    touch_freed(sharing, freed)


@njit(cache=True, nogil=True)
def _count_down(progress: Progress, stream: int) -> None:
    """Take an ended stream off its group, and list the group where it was the last."""
    group = progress.group[stream]
    if group == NO_GROUP:
        return
    progress.running[group] -= 1
    if progress.running[group] == 0:
        progress.ended[progress.tally[ENDED_GROUPS]] = group
        progress.tally[ENDED_GROUPS] += 1


@njit(cache=True, nogil=True)
def carried_now(state: State, carried: NDArray[np.float64]) -> None:
    """Write what every resource has carried up to now into ``carried`` (R,), bytes."""
    sharing, progress = state.sharing, state.progress
    carried[:] = progress.carried
    now = progress.clock[0]
    for step in range(sharing.tally[ACTIVE]):
        stream = sharing.active[step]
        rate = sharing.rate[stream]
        left = max(0.0, progress.left[stream] - rate * (now - progress.since[stream]))
        moved = progress.size[stream] - left
        for entry in range(sharing.first[stream], sharing.first[stream + 1]):
            carried[sharing.resource[entry]] += sharing.multiplicity[entry] * moved
