"""Who is active on which resource: the sparse matrix that the solver works on, and its changes.

A row is a stream: a stretch of ``entries`` that never changes once the stream is registered. A column is a
resource: it lists its *active* streams alone, its crowd, as a stretch of the common pool ``members``, so that
looking through a crowd reads memory in order. A stretch that is full, to begin with of no room, moves to the
end of the pool with twice the room; when the pool itself is full, ``repacked`` writes a new one. An entry
knows its place among the members and a member its entry, so that joining and leaving cost O(entries of the
stream).

Rows of one kind lie together as records, so that what one step needs of a stream or a resource comes with one
line of cache, and so that a kernel takes nine arrays, not forty. The dtypes below are the contract; nothing
else may be handed to a kernel.
"""

from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import inlined, kernel

SMALLEST_ROOM: Final = 4

# Values of ``standing`` besides places.
IDLE: Final = -1
RELEASED: Final = -2  # nobody's, or not any more: the row waits for a stream
BORNE: Final = -3  # active, counted in the row of another

# Values of ``mark``.
UNTOUCHED: Final = 0
OPEN: Final = 1  # to be shared anew
FROZEN: Final = 2  # has its new rate

RESOURCE: Final = np.dtype(
    [
        ("capacity", np.float64),  # bytes/s
        ("used", np.float64),  # bytes/s given away
        ("load", np.float64),  # multiplicities of its crowd
        ("held_level", np.float64),  # rate at which it holds streams back
        ("held", np.int32),  # untouched streams that have their bottleneck here
        ("stretch", np.int32),  # first place of its crowd
        ("crowd", np.int32),  # active entries
        ("room", np.int32),  # places of the stretch
        ("is_reached", np.int32),  # whether it is listed in ``reached``
    ],
    align=True,
)
LEDGER: Final = np.dtype(  # of a reached resource, while filling
    [
        ("rest", np.float64),  # capacity not yet given away, open streams left out
        ("weight", np.float64),  # multiplicities of the open streams
        ("lent", np.float64),  # what open streams may take beyond it, as untouched ones have too much by it
        ("due", np.float64),  # level at which to look at it, infinite where it stands in no queue
        ("open", np.int32),  # entries of open streams
        ("inside", np.int32),  # entries of touched streams
    ],
    align=True,
)
STREAM: Final = np.dtype(
    [
        ("rate", np.float64),  # bytes/s, 0 while idle
        ("mark", np.int32),  # UNTOUCHED, OPEN or FROZEN
        ("bottleneck", np.int32),  # resource that holds it back, -1 while none does
        ("begin", np.int32),  # its first entry
        ("end", np.int32),  # one past its last
        ("before", np.float64),  # rate before this instant, while touched
        ("standing", np.int32),  # place in ``active``, or IDLE, RELEASED, BORNE
        ("count", np.int32),  # streams that its row stands for, 0 while idle
    ],
    align=True,
)
ENTRY: Final = np.dtype(
    [("resource", np.int32), ("place", np.int32), ("multiplicity", np.float64)], align=True
)
MEMBER: Final = np.dtype([("stream", np.int32), ("entry", np.int32), ("share", np.float64)], align=True)
TURN: Final = np.dtype([("due", np.float64), ("resource", np.int32)], align=True)
DESK: Final = np.dtype(
    [
        ("pool_end", np.int64),  # places of the pool in use
        ("active", np.int64),  # active streams
        ("touched", np.int64),  # streams to be shared anew
        ("frozen", np.int64),  # of these, streams that have their new rate
        ("reached", np.int64),  # resources listed
        ("queued", np.int64),  # elements of the queue
        ("spread", np.float64),  # share of a rate below which a change is not passed on
        ("work", np.int64),  # entries visited since the beginning, a measure of time spent
    ],
    align=True,
)

_Cell = TypeVar("_Cell", bound=np.generic)


class Sharing(NamedTuple):
    """The arrays of the solver, for S streams, E entries, R resources and P places of the pool."""

    resources: NDArray[np.void]  # (R,) RESOURCE
    ledgers: NDArray[np.void]  # (R,) LEDGER
    streams: NDArray[np.void]  # (S,) STREAM
    entries: NDArray[np.void]  # (E,) ENTRY
    members: NDArray[np.void]  # (P,) MEMBER
    active: NDArray[np.int32]  # (S,) the rows in the crowds, in no order
    touched: NDArray[np.int32]  # (S,) the touched streams
    reached: NDArray[np.int32]  # (R,) the resources of touched streams
    queue: NDArray[np.void]  # (2 R,) TURN, a heap
    desk: NDArray[np.void]  # (1,) DESK


def empty_sharing(capacity: NDArray[np.float64]) -> Sharing:
    """Return R resources and no streams."""
    count = capacity.shape[0]
    resources = np.zeros(count, dtype=RESOURCE)
    resources["capacity"] = capacity
    return Sharing(
        resources=resources,
        ledgers=np.empty(count, dtype=LEDGER),
        streams=np.empty(0, dtype=STREAM),
        entries=np.empty(0, dtype=ENTRY),
        members=np.empty(SMALLEST_ROOM * count, dtype=MEMBER),
        active=np.empty(0, dtype=np.int32),
        touched=np.empty(0, dtype=np.int32),
        reached=np.empty(count, dtype=np.int32),
        queue=np.empty(2 * count, dtype=TURN),
        desk=np.zeros(1, dtype=DESK),
    )


def with_streams(
    sharing: Sharing,
    first: NDArray[np.int64],
    resource: NDArray[np.int32],
    multiplicity: NDArray[np.float64],
    *,
    at: tuple[int, int] = (0, 0),
) -> Sharing:
    """Return ``sharing`` with idle streams, in compressed rows, from row and entry ``at`` on.

    What stood there is overwritten. Arrays grow to at least twice their length, so that many small additions
    cost no more than one; those with room are written in place.
    """
    row, entry = at
    row_end, entry_end = row + first.shape[0] - 1, entry + resource.shape[0]
    more = sharing._replace(
        streams=grown(sharing.streams, row_end),
        entries=grown(sharing.entries, entry_end),
        active=grown(sharing.active, row_end),
        touched=grown(sharing.touched, row_end),
    )
    more.streams["standing"][max(len(sharing.streams), row_end) :] = RELEASED
    more.streams["standing"][len(sharing.streams) : row] = RELEASED
    _write_streams(
        more.streams[row:row_end], more.entries[entry:entry_end], entry, (first, resource, multiplicity)
    )
    return more


@kernel
def _write_streams(
    streams: NDArray[np.void],
    entries: NDArray[np.void],
    begin: int,
    paths: tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]],
) -> None:
    """Write idle streams and their entries, which stand from ``begin`` on among all."""
    first, resource, multiplicity = paths
    for step in range(len(streams)):
        row = streams[step]
        row.begin, row.end = begin + first[step], begin + first[step + 1]
        row.bottleneck, row.standing = -1, IDLE
    for step in range(len(entries)):
        entry = entries[step]
        entry.resource, entry.multiplicity = resource[step], multiplicity[step]


def repacked(sharing: Sharing, needed: int) -> Sharing:
    """Return ``sharing`` with a new pool that has ``needed`` free places, and at least half of it free."""
    resources = sharing.resources
    crowd = resources["crowd"].astype(np.int64)
    room = np.where(crowd > 0, np.maximum(SMALLEST_ROOM, crowd + crowd // 2), 0)
    ends = np.cumsum(room)
    packed = sharing._replace(members=np.empty(2 * int(ends[-1]) + needed, dtype=MEMBER))
    _move_crowds(sharing, packed, ends - room)
    resources["room"] = room
    sharing.desk["pool_end"] = ends[-1]
    return packed


def grown(array: NDArray[_Cell], needed: int) -> NDArray[_Cell]:
    """Return ``array`` with at least ``needed`` places, the new ones zero."""
    have = array.shape[0]
    if needed <= have:
        return array
    larger = np.zeros(max(needed, 2 * have), dtype=array.dtype)
    larger[:have] = array
    return larger


def with_entries(sharing: Sharing, needed: int) -> Sharing:
    """Return ``sharing`` with room for ``needed`` entries."""
    return sharing._replace(entries=grown(sharing.entries, needed))


def rewrite(
    sharing: Sharing,
    streams: NDArray[np.int32],
    begin: NDArray[np.int64],
    paths: tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]],
) -> None:
    """Give idle ``streams`` (N,) the resources of N compressed rows, as entries from ``begin`` (N,) on."""
    first, resource, multiplicity = paths
    count = np.diff(first)
    entries = np.repeat(begin - first[:-1], count) + np.arange(first[-1])
    sharing.streams["begin"][streams], sharing.streams["end"][streams] = begin, begin + count
    sharing.entries["resource"][entries] = resource
    sharing.entries["multiplicity"][entries] = multiplicity


@kernel
def _move_crowds(old: Sharing, new: Sharing, stretch: NDArray[np.int64]) -> None:
    for row in range(len(old.resources)):
        resource = old.resources[row]
        for step in range(resource.crowd):
            _move_member(old, resource.stretch + step, new, stretch[row] + step)
        resource.stretch = stretch[row]


@inlined
def _move_member(old: Sharing, source: int, new: Sharing, target: int) -> None:
    moved, place = old.members[source], new.members[target]
    place.stream, place.entry, place.share = moved.stream, moved.entry, moved.share
    new.entries[moved.entry].place = target


@inlined
def room_needed(sharing: Sharing, stream: int) -> int:
    """Return how many free places of the pool ``join`` may need for this stream."""
    needed = 0
    row = sharing.streams[stream]
    for step in range(row.begin, row.end):
        needed += _next_room(sharing.resources[sharing.entries[step].resource].room)
    return needed


@kernel
def _next_room(room: int) -> int:
    """Return the room of a stretch after one that is full."""
    return max(SMALLEST_ROOM, 2 * room)


@inlined
def join(sharing: Sharing, stream: int) -> None:
    """Make an idle stream active, with rate 0. The pool must have room.

    Places for what each of several streams needs alone are enough for all of them: a stretch of room r >= 4
    that n streams join grows to less than 2 (r + n), which takes fewer places than the 2 r n asked for; one
    of no room grows to less than 2 n or to 4, on the way taking fewer than 4 n.
    """
    desk, row = sharing.desk[0], sharing.streams[stream]
    row.standing, row.count = desk.active, 1
    sharing.active[desk.active] = stream
    desk.active += 1
    for step in range(row.begin, row.end):
        entry = sharing.entries[step]
        resource = sharing.resources[entry.resource]
        if resource.crowd == resource.room:
            _move_stretch(sharing, entry.resource)
        entry.place = resource.stretch + resource.crowd
        resource.crowd += 1
        resource.load += entry.multiplicity
        member = sharing.members[entry.place]
        member.stream, member.entry, member.share = stream, step, entry.multiplicity


@inlined
def leave(sharing: Sharing, stream: int) -> None:
    """Make an active, untouched stream idle, with rate 0; the last of each crowd takes its place there."""
    desk, row = sharing.desk[0], sharing.streams[stream]
    desk.active -= 1
    last = sharing.active[desk.active]
    sharing.active[row.standing] = last
    sharing.streams[last].standing = row.standing
    row.standing, row.count = IDLE, 0
    if row.bottleneck >= 0:
        sharing.resources[row.bottleneck].held -= 1
        row.bottleneck = -1
    for step in range(row.begin, row.end):
        entry = sharing.entries[step]
        resource = sharing.resources[entry.resource]
        resource.crowd -= 1
        resource.used = max(0.0, resource.used - entry.multiplicity * row.rate)
        resource.load -= entry.multiplicity
        if resource.crowd == 0:
            resource.used = resource.load = 0.0
        _move_member(sharing, resource.stretch + resource.crowd, sharing, entry.place)
    row.rate = 0.0


@kernel
def _move_stretch(sharing: Sharing, row: int) -> None:
    """Move the crowd of a resource to the end of the pool, with twice the room."""
    desk, resource = sharing.desk[0], sharing.resources[row]
    for step in range(resource.crowd):
        _move_member(sharing, resource.stretch + step, sharing, desk.pool_end + step)
    resource.stretch = desk.pool_end
    resource.room = _next_room(resource.room)
    desk.pool_end += resource.room
