"""Max-min fair rates, from nothing and after a change.

Weighted max-min with weight 1: rates x are feasible where  sum over streams of a_sr x_s <= C_r  on every
resource r, and max-min fair where no x_s can grow without a smaller or equal one falling. Equivalent, and the
condition that everything here rests on: every stream has a *bottleneck*, a saturated resource on which no
other stream has a higher rate (Bertsekas and Gallager, "Data Networks", 2nd ed., section 6.5.2).

**Filling.** All open streams rise together. A resource saturates at the level (what frozen streams leave of
C_r) / (sum of a_sr over its open streams); the resource of the lowest level freezes its open streams at that
level, and what they take is deducted elsewhere. Levels never fall while others freeze, so a heap of levels
may be stale as long as its top is looked at again before use.

**After a change.** Streams that start or end, and resources whose capacity changes, touch a few streams at
first: the new ones, and those that had their bottleneck at a resource that became freer. ``reshare`` fills
the touched streams into what the others leave, looks at every resource they use for a stream outside whose
bottleneck no longer holds, or that has more than the level at which touched ones were frozen there, touches
those too, and repeats. When none is left, all streams have a bottleneck: the rates are the max-min ones.

**The floor.** Filling before and after the change runs the same course up to the lowest level at which a
changed resource saturates in either. So no rate below that level changes: for an ended stream that is its
rate, for a new one at least the minimum over its resources of C_r / sum of a_sr. Where the touched set grows
large, all streams at or above the floor are filled at once, and nothing needs to be looked at again.
"""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from simcore.solver.crowds import (
    ACTIVE,
    PATIENCE,
    TOUCHED,
    WIDE,
    WORK,
    Sharing,
    empty_sharing,
    join,
    leave,
    with_streams,
)
from simcore.solver.heap import drop_top, heapify, sift_down

UNTOUCHED: Final = 0
OPEN: Final = 1
FROZEN: Final = 2

# Two rates closer than this, relatively, are the same; 1e-9 is what the closed forms are held to.
SAME_RATE: Final = 1e-9
# A level of the heap is used as it stands where the true one is no more than this above it.
SAME_LEVEL: Final = 1e-13
# Streams touched beyond this share of all active ones are filled with all others at once ...
WIDE_SHARE: Final = 0.25
# ... but not below this number of touched streams.
WIDE_COUNT: Final = 48
# After k consecutive wide instants, the next min(2^k, this) instants do not try to stay narrow.
LONGEST_PATIENCE: Final = 64


def share_rates(
    capacity: NDArray[np.float64],
    first: NDArray[np.int64],
    resource: NDArray[np.int32],
    multiplicity: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the max-min fair rates (S,) of streams that are all active, bytes/s.

    Parameters
    ----------
    capacity
        (R,) bytes/s, 0 or more.
    first, resource, multiplicity
        (S + 1,) int64, (E,) int32 and (E,) float64: the streams in compressed rows. Each touches a resource.
    """
    count = first.shape[0] - 1
    sharing = with_streams(empty_sharing(capacity), 0, first, resource, multiplicity)
    room = np.bincount(resource, minlength=capacity.shape[0])
    ends = np.cumsum(room)
    sharing = sharing._replace(
        stretch=(ends - room).astype(np.int32),
        room=room.astype(np.int32),
        member=np.empty(resource.shape[0], dtype=np.int32),
        share=np.empty(resource.shape[0]),
        entry=np.empty(resource.shape[0], dtype=np.int32),
    )
    _share_all(sharing, count)
    return sharing.rate


@njit(cache=True, nogil=True)
def _share_all(sharing: Sharing, count: int) -> None:
    reached = 0
    for stream in range(count):
        join(sharing, stream)
        touch(sharing, stream)
        reached = _reach(sharing, stream, reached)
    _survey(sharing, reached)
    _fill(sharing, reached)


@njit(cache=True, nogil=True)
def touch(sharing: Sharing, stream: int) -> None:
    """Have the rate of an active stream found anew at the next ``reshare``."""
    if sharing.mark[stream] == UNTOUCHED:
        sharing.mark[stream] = OPEN
        sharing.before[stream] = sharing.rate[stream]
        sharing.touched[sharing.tally[TOUCHED]] = stream
        sharing.tally[TOUCHED] += 1


@njit(cache=True, nogil=True)
def free(sharing: Sharing, stream: int, freed: int) -> int:
    """Make an active stream idle and list its resources after the ``freed`` listed ones; return their count.

    ``touch_freed`` must follow before anything else, once all that end at this instant are out.
    """
    sharing.floor[0] = min(sharing.floor[0], sharing.rate[stream])
    freed = _reach(sharing, stream, freed)
    leave(sharing, stream)
    return freed


@njit(cache=True, nogil=True)
def touch_freed(sharing: Sharing, freed: int) -> None:
    """Touch the streams that were held back on the ``freed`` listed resources, and forget the list."""
    for step in range(freed):
        row = sharing.reached[step]
        sharing.is_reached[row] = False
        start = sharing.stretch[row]
        for place in range(start, start + sharing.crowd[row]):
            stream = sharing.member[place]
            if sharing.bottleneck[stream] == row:
                touch(sharing, stream)
        sharing.tally[WORK] += sharing.crowd[row]


@njit(cache=True, nogil=True)
def forget_touched(sharing: Sharing) -> None:
    """Empty the list of touched streams, once their new rates have been taken in."""
    for step in range(sharing.tally[TOUCHED]):
        sharing.mark[sharing.touched[step]] = UNTOUCHED
    sharing.tally[TOUCHED] = 0
    sharing.floor[0] = np.inf


@njit(cache=True, nogil=True)
def change_capacity(sharing: Sharing, row: int, capacity: float) -> None:
    """Give a resource a new capacity and touch the streams that this concerns."""
    start, end = sharing.stretch[row], sharing.stretch[row] + sharing.crowd[row]
    falls = capacity < sharing.capacity[row]
    sharing.capacity[row] = capacity
    weight = 0.0
    for place in range(start, end):
        stream = sharing.member[place]
        weight += sharing.share[place]
        if falls or sharing.bottleneck[stream] == row:
            touch(sharing, stream)
            sharing.floor[0] = min(sharing.floor[0], sharing.rate[stream])
    if weight > 0.0:
        sharing.floor[0] = min(sharing.floor[0], capacity / weight)


@njit(cache=True, nogil=True)
def reshare(sharing: Sharing) -> None:
    """Bring ``rate`` and ``bottleneck`` of all streams up to date.

    On return ``touched`` holds every stream whose rate may have changed, and ``before`` what it was.
    """
    tally = sharing.tally
    seen, reached = 0, 0
    narrow = tally[PATIENCE] == 0
    if not narrow:
        tally[PATIENCE] -= 1
    while tally[TOUCHED] > seen:
        limit = max(WIDE_COUNT, int(WIDE_SHARE * tally[ACTIVE]))
        wide = (tally[TOUCHED] > limit and seen > 0) or not narrow
        if wide:
            _touch_above_floor(sharing)
            if narrow:
                tally[WIDE] = min(tally[WIDE] + 1, 6)
                tally[PATIENCE] = min(1 << tally[WIDE], LONGEST_PATIENCE)
        for step in range(seen, tally[TOUCHED]):
            reached = _reach(sharing, sharing.touched[step], reached)
        seen = tally[TOUCHED]
        _survey(sharing, reached)
        _fill(sharing, reached)
        if wide:
            break
        _touch_wronged(sharing, reached)
        if tally[TOUCHED] == seen:
            tally[WIDE] = 0
    for step in range(reached):
        sharing.is_reached[sharing.reached[step]] = False


@njit(cache=True, nogil=True)
def _touch_above_floor(sharing: Sharing) -> None:
    """Touch every active stream whose rate can change at this instant."""
    for step in range(sharing.tally[TOUCHED]):
        stream = sharing.touched[step]
        if sharing.before[stream] == 0.0:
            for entry in range(sharing.first[stream], sharing.first[stream + 1]):
                row = sharing.resource[entry]
                weight = 0.0
                start = sharing.stretch[row]
                for place in range(start, start + sharing.crowd[row]):
                    weight += sharing.share[place]
                sharing.floor[0] = min(sharing.floor[0], sharing.capacity[row] / weight)
    floor = sharing.floor[0] * (1.0 - SAME_RATE)
    for step in range(sharing.tally[ACTIVE]):
        stream = sharing.active[step]
        if sharing.rate[stream] >= floor:
            touch(sharing, stream)


@njit(cache=True, nogil=True)
def _reach(sharing: Sharing, stream: int, reached: int) -> int:
    """Add the resources of ``stream`` to the ``reached`` listed ones; return how many they are."""
    for entry in range(sharing.first[stream], sharing.first[stream + 1]):
        row = sharing.resource[entry]
        if not sharing.is_reached[row]:
            sharing.is_reached[row] = True
            sharing.reached[reached] = row
            reached += 1
    return reached


@njit(cache=True, nogil=True)
def _survey(sharing: Sharing, reached: int) -> None:
    """Open all touched streams, and find what the others leave to them on each reached resource."""
    for step in range(sharing.tally[TOUCHED]):
        sharing.mark[sharing.touched[step]] = OPEN
    work = 0
    for step in range(reached):
        row = sharing.reached[step]
        rest, weight, open_count = sharing.capacity[row], 0.0, 0
        start, end = sharing.stretch[row], sharing.stretch[row] + sharing.crowd[row]
        for place in range(start, end):
            stream = sharing.member[place]
            if sharing.mark[stream] == UNTOUCHED:
                rest -= sharing.share[place] * sharing.rate[stream]
            else:
                weight += sharing.share[place]
                open_count += 1
        sharing.rest[row] = max(rest, 0.0)
        sharing.weight[row] = weight
        sharing.open_count[row] = open_count
        sharing.level[row] = -1.0
        work += end - start
    sharing.tally[WORK] += work


@njit(cache=True, nogil=True)
def _fill(sharing: Sharing, reached: int) -> None:
    """Freeze every open stream at the level of its bottleneck."""
    rest, weight, open_count = sharing.rest, sharing.weight, sharing.open_count
    key, rows = sharing.heap_level, sharing.heap_row
    count = 0
    for step in range(reached):
        row = sharing.reached[step]
        if open_count[row] > 0:
            key[count], rows[count] = rest[row] / weight[row], row
            count += 1
    heapify(key, rows, count)
    while count > 0:
        row = rows[0]
        if open_count[row] == 0:
            count = drop_top(key, rows, count)
            continue
        level = rest[row] / weight[row]
        if level > key[0] * (1.0 + SAME_LEVEL):
            key[0] = level
            sift_down(key, rows, count, 0)
            continue
        sharing.level[row] = level
        start = sharing.stretch[row]
        for place in range(start, start + sharing.crowd[row]):
            stream = sharing.member[place]
            if sharing.mark[stream] != OPEN:
                continue
            sharing.mark[stream] = FROZEN
            sharing.rate[stream] = level
            sharing.bottleneck[stream] = row
            for entry in range(sharing.first[stream], sharing.first[stream + 1]):
                other, share = sharing.resource[entry], sharing.multiplicity[entry]
                rest[other] = max(rest[other] - share * level, 0.0)
                weight[other] -= share
                open_count[other] -= 1
        count = drop_top(key, rows, count)


@njit(cache=True, nogil=True)
def _touch_wronged(sharing: Sharing, reached: int) -> None:
    """Touch the streams outside that have no bottleneck any more, or too much, on reached resources."""
    for step in range(reached):
        row = sharing.reached[step]
        start, end = sharing.stretch[row], sharing.stretch[row] + sharing.crowd[row]
        used, highest = 0.0, 0.0
        for place in range(start, end):
            rate = sharing.rate[sharing.member[place]]
            used += sharing.share[place] * rate
            highest = max(highest, rate)
        allowed = np.inf
        if sharing.level[row] >= 0.0:
            allowed = sharing.level[row] * (1.0 + SAME_RATE)
        is_saturated = used >= sharing.capacity[row] * (1.0 - SAME_RATE)
        owed = highest * (1.0 - SAME_RATE)
        for place in range(start, end):
            stream = sharing.member[place]
            if sharing.mark[stream] != UNTOUCHED:
                continue
            rate = sharing.rate[stream]
            if rate > allowed or (sharing.bottleneck[stream] == row and (not is_saturated or rate < owed)):
                touch(sharing, stream)
        sharing.tally[WORK] += 2 * (end - start)
