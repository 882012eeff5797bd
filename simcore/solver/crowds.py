"""Who is active on which resource: the sparse matrix that the solver works on, and its changes.

Rows are streams, in compressed rows that never change once a stream is registered (``first``, ``resource``,
``multiplicity``). Columns are resources; a column lists the *active* streams alone, its crowd, as one
stretch of a common pool, so that a scan of a crowd reads memory in order. A stretch that is full moves to
the end of the pool with twice the room; when the pool itself is full, ``repacked`` writes a new one. An
entry of a row knows its place in the column and the other way round, so joining and leaving cost
O(entries of the stream).

All kernels take the arrays of ``Sharing``; its field comments are the contract on types and shapes.
S registered streams, E entries, R resources, P places of the pool.
"""

from typing import Final, NamedTuple, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

# Rows of Sharing.tally.
POOL_END: Final = 0  # places of the pool in use
ACTIVE: Final = 1  # active streams
TOUCHED: Final = 2  # streams whose rate is to be found anew
WORK: Final = 3  # entries visited since the beginning, the measure of time spent
PATIENCE: Final = 4  # reshare: how long to go straight to solving widely
WIDE: Final = 5  # reshare: consecutive instants that had to be solved widely
TALLIES: Final = 6

SMALLEST_ROOM: Final = 4

_Cell = TypeVar("_Cell", bound=np.generic)


class Sharing(NamedTuple):
    """The arrays of the solver. ``rate`` and ``bottleneck`` are its answer."""

    capacity: NDArray[np.float64]  # (R,) bytes/s
    first: NDArray[np.int64]  # (S + 1,)
    resource: NDArray[np.int32]  # (E,)
    multiplicity: NDArray[np.float64]  # (E,)
    place: NDArray[np.int32]  # (E,) where in the pool, while active
    stretch: NDArray[np.int32]  # (R,) first place of the crowd
    room: NDArray[np.int32]  # (R,) places of the stretch
    crowd: NDArray[np.int32]  # (R,) active entries
    member: NDArray[np.int32]  # (P,) stream
    share: NDArray[np.float64]  # (P,) its multiplicity
    entry: NDArray[np.int32]  # (P,) its entry
    rate: NDArray[np.float64]  # (S,) bytes/s
    bottleneck: NDArray[np.int32]  # (S,) resource at which it was frozen, -1 while it has none
    active: NDArray[np.int32]  # (S,) the active streams, in no order
    standing: NDArray[np.int32]  # (S,) place in ``active``, -1 while idle
    touched: NDArray[np.int32]  # (S,) streams to be shared anew
    mark: NDArray[np.uint8]  # (S,) UNTOUCHED, OPEN or FROZEN
    before: NDArray[np.float64]  # (S,) rate before this instant, of touched streams
    reached: NDArray[np.int32]  # (R,) resources of touched streams
    is_reached: NDArray[np.bool_]  # (R,)
    rest: NDArray[np.float64]  # (R,) capacity not yet given away
    weight: NDArray[np.float64]  # (R,) multiplicities of the open streams
    open_count: NDArray[np.int32]  # (R,) open entries
    level: NDArray[np.float64]  # (R,) rate at which it saturated, -1 where it did not
    heap_level: NDArray[np.float64]  # (R,)
    heap_row: NDArray[np.int32]  # (R,)
    floor: NDArray[np.float64]  # (1,) no rate below it can change at this instant
    tally: NDArray[np.int64]  # (TALLIES,)


def empty_sharing(capacity: NDArray[np.float64]) -> Sharing:
    """Return a room of R resources and no streams. ``capacity`` is copied."""
    count = capacity.shape[0]
    rows = np.arange(count, dtype=np.int32)
    pool = count * SMALLEST_ROOM
    tally = np.zeros(TALLIES, dtype=np.int64)
    tally[POOL_END] = pool
    return Sharing(
        capacity=capacity.astype(np.float64),
        first=np.zeros(1, dtype=np.int64),
        resource=np.empty(0, dtype=np.int32),
        multiplicity=np.empty(0),
        place=np.empty(0, dtype=np.int32),
        stretch=rows * np.int32(SMALLEST_ROOM),
        room=np.full(count, SMALLEST_ROOM, dtype=np.int32),
        crowd=np.zeros(count, dtype=np.int32),
        member=np.zeros(pool, dtype=np.int32),
        share=np.zeros(pool),
        entry=np.zeros(pool, dtype=np.int32),
        rate=np.empty(0),
        bottleneck=np.empty(0, dtype=np.int32),
        active=np.empty(0, dtype=np.int32),
        standing=np.empty(0, dtype=np.int32),
        touched=np.empty(0, dtype=np.int32),
        mark=np.empty(0, dtype=np.uint8),
        before=np.empty(0),
        reached=np.empty(count, dtype=np.int32),
        is_reached=np.zeros(count, dtype=np.bool_),
        rest=np.zeros(count),
        weight=np.zeros(count),
        open_count=np.zeros(count, dtype=np.int32),
        level=np.full(count, -1.0),
        heap_level=np.empty(count),
        heap_row=np.empty(count, dtype=np.int32),
        floor=np.full(1, np.inf),
        tally=tally,
    )


def with_streams(
    sharing: Sharing,
    count: int,
    first: NDArray[np.int64],
    resource: NDArray[np.int32],
    multiplicity: NDArray[np.float64],
) -> Sharing:
    """Return ``sharing`` with more idle streams after the ``count`` that it has.

    Arrays grow to at least twice their length, so that many small additions cost no more than one; those
    with room are written in place.
    """
    entries = int(sharing.first[count])
    added = first.shape[0] - 1
    streams_needed, entries_needed = count + added, entries + resource.shape[0]
    more = sharing._replace(
        first=grown(sharing.first, streams_needed + 1, 0),
        resource=grown(sharing.resource, entries_needed, 0),
        multiplicity=grown(sharing.multiplicity, entries_needed, 0.0),
        place=grown(sharing.place, entries_needed, -1),
        rate=grown(sharing.rate, streams_needed, 0.0),
        bottleneck=grown(sharing.bottleneck, streams_needed, -1),
        active=grown(sharing.active, streams_needed, -1),
        standing=grown(sharing.standing, streams_needed, -1),
        touched=grown(sharing.touched, streams_needed, -1),
        mark=grown(sharing.mark, streams_needed, 0),
        before=grown(sharing.before, streams_needed, 0.0),
    )
    more.first[count : streams_needed + 1] = entries + first
    more.resource[entries:entries_needed] = resource
    more.multiplicity[entries:entries_needed] = multiplicity
    return more


def repacked(sharing: Sharing, needed: int) -> Sharing:
    """Return ``sharing`` with a new pool that has ``needed`` free places, and at least half of it free."""
    room = np.maximum(SMALLEST_ROOM, sharing.crowd + sharing.crowd // 2).astype(np.int32)
    ends = np.cumsum(room, dtype=np.int64)
    pool = 2 * int(ends[-1]) + needed
    stretch = (ends - room).astype(np.int32)
    packed = sharing._replace(
        stretch=stretch,
        room=room,
        member=np.zeros(pool, dtype=np.int32),
        share=np.zeros(pool),
        entry=np.zeros(pool, dtype=np.int32),
    )
    _move_crowds(sharing, packed)
    packed.tally[POOL_END] = ends[-1]
    return packed


def grown(array: NDArray[_Cell], needed: int, fill: float) -> NDArray[_Cell]:
    """Return ``array`` with at least ``needed`` places, the new ones holding ``fill``."""
    have = array.shape[0]
    if needed <= have:
        return array
    larger = np.full(max(needed, 2 * have), fill, dtype=array.dtype)
    larger[:have] = array
    return larger


@njit(cache=True, nogil=True)
def _move_crowds(old: Sharing, new: Sharing) -> None:
    for row in range(old.stretch.shape[0]):
        for step in range(old.crowd[row]):
            source, target = old.stretch[row] + step, new.stretch[row] + step
            new.member[target] = old.member[source]
            new.share[target] = old.share[source]
            new.entry[target] = old.entry[source]
            new.place[old.entry[source]] = target


@njit(cache=True, nogil=True)
def room_needed(sharing: Sharing, stream: int) -> int:
    """Return how many free places of the pool ``join`` may need for this stream."""
    needed = 0
    for entry in range(sharing.first[stream], sharing.first[stream + 1]):
        needed += 2 * sharing.room[sharing.resource[entry]]
    return needed


@njit(cache=True, nogil=True)
def has_room(sharing: Sharing, stream: int) -> bool:
    """Return whether the pool has places enough for this stream to join."""
    return bool(sharing.member.shape[0] - sharing.tally[POOL_END] >= room_needed(sharing, stream))


@njit(cache=True, nogil=True)
def join(sharing: Sharing, stream: int) -> None:
    """Make an idle stream active, with rate 0. The pool must have room."""
    tally = sharing.tally
    sharing.standing[stream] = tally[ACTIVE]
    sharing.active[tally[ACTIVE]] = stream
    tally[ACTIVE] += 1
    sharing.rate[stream] = 0.0
    sharing.bottleneck[stream] = -1
    for entry in range(sharing.first[stream], sharing.first[stream + 1]):
        row = sharing.resource[entry]
        if sharing.crowd[row] == sharing.room[row]:
            _move_stretch(sharing, row)
        place = sharing.stretch[row] + sharing.crowd[row]
        sharing.crowd[row] += 1
        sharing.member[place] = stream
        sharing.share[place] = sharing.multiplicity[entry]
        sharing.entry[place] = entry
        sharing.place[entry] = place


@njit(cache=True, nogil=True)
def leave(sharing: Sharing, stream: int) -> None:
    """Make an active stream idle, with rate 0; the last of each crowd takes its place there."""
    tally = sharing.tally
    tally[ACTIVE] -= 1
    last = sharing.active[tally[ACTIVE]]
    sharing.active[sharing.standing[stream]] = last
    sharing.standing[last] = sharing.standing[stream]
    sharing.standing[stream] = -1
    sharing.rate[stream] = 0.0
    sharing.bottleneck[stream] = -1
    for entry in range(sharing.first[stream], sharing.first[stream + 1]):
        row = sharing.resource[entry]
        sharing.crowd[row] -= 1
        end = sharing.stretch[row] + sharing.crowd[row]
        place = sharing.place[entry]
        sharing.member[place] = sharing.member[end]
        sharing.share[place] = sharing.share[end]
        sharing.entry[place] = sharing.entry[end]
        sharing.place[sharing.entry[place]] = place


@njit(cache=True, nogil=True)
def _move_stretch(sharing: Sharing, row: int) -> None:
    """Move the crowd of ``row`` to the end of the pool, with twice the room."""
    end = sharing.tally[POOL_END]
    start = sharing.stretch[row]
    for step in range(sharing.crowd[row]):
        sharing.member[end + step] = sharing.member[start + step]
        sharing.share[end + step] = sharing.share[start + step]
        sharing.entry[end + step] = sharing.entry[start + step]
        sharing.place[sharing.entry[end + step]] = end + step
    sharing.stretch[row] = end
    sharing.room[row] *= 2
    sharing.tally[POOL_END] = end + sharing.room[row]
