"""Companies: streams over the same resources, as the engine keeps them (``simcore.engine.companions``).

The members of a company stand in a pairing heap by their goals (Fredman, Sedgewick, Sleator and Tarjan, "The
pairing heap", Algorithmica 1, 1986): to come in costs O(1), to go O(log members). Bearers, and streams that
are alone, are found by what they touch: a table of buckets by a digest of it.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import inlined, kernel
from simcore.solver.crowds import Sharing, grown

NOBODY: Final = -1
UNLISTED: Final = -1
# Knuth's multiplier of a linear congruential generator, "The Art of Computer Programming" 2, section 3.3.4.
MIXER: Final = 6_364_136_223_846_793_005

COMPANION: Final = np.dtype(
    [
        ("goal", np.float64),  # bytes served to its company when it ends
        ("company", np.int32),  # NOBODY while it is alone
        ("key", np.int32),  # digest of its resources, UNLISTED where it is not in the buckets
        ("chain", np.int32),  # of a bearer: the next one in its bucket
        ("child", np.int32),  # first of those below it in the heap
        ("next", np.int32),  # next of those below the same
        ("before", np.int32),  # the one before it there, or the one that they are below
    ],
    align=True,
)
COMPANY: Final = np.dtype(
    [
        ("served", np.float64),  # bytes to each member, at ``since`` of its bearer
        ("bearer", np.int32),  # whose row stands in the crowds
        ("first", np.int32),  # who ends next; of a free company the next free one
    ],
    align=True,
)
HALL: Final = np.dtype(
    [
        ("vacant", np.int32),  # the first company that has been dissolved, NOBODY where all are in use
        ("used", np.int32),  # companies that were ever founded at one time
    ],
    align=True,
)


class Companions(NamedTuple):
    """The arrays of companies, for S streams."""

    members: NDArray[np.void]  # (S,) COMPANION, written when a stream starts
    companies: NDArray[np.void]  # (S / 2,) COMPANY
    buckets: NDArray[np.int32]  # (B,) the first bearer, or stream that is alone, of each; B is a power of 2
    hall: NDArray[np.void]  # (1,) HALL


def no_companions() -> Companions:
    """Return companies for no streams."""
    hall = np.zeros(1, dtype=HALL)
    hall["vacant"] = NOBODY
    return Companions(
        members=np.empty(0, dtype=COMPANION),
        companies=np.empty(0, dtype=COMPANY),
        buckets=np.empty(0, dtype=np.int32),
        hall=hall,
    )


def with_companions(companions: Companions, count: int) -> Companions:
    """Return ``companions`` with room for ``count`` streams."""
    if count <= len(companions.members):
        return companions
    members = grown(companions.members, count)
    buckets = np.full(1 << (len(members) - 1).bit_length(), NOBODY, dtype=np.int32)
    if len(companions.buckets):
        _list_anew(members, buckets, companions.buckets)
    return companions._replace(
        members=members, companies=grown(companions.companies, len(members) // 2), buckets=buckets
    )


@kernel
def _list_anew(members: NDArray[np.void], buckets: NDArray[np.int32], old: NDArray[np.int32]) -> None:
    """Put all that are listed in ``old`` buckets into new ones."""
    for place in range(len(old)):
        stream = old[place]
        while stream != NOBODY:
            following, member = members[stream].chain, members[stream]
            home = member.key & (len(buckets) - 1)
            member.chain = buckets[home]
            buckets[home] = stream
            stream = following


@inlined
def digest(sharing: Sharing, stream: int) -> int:
    """Return a digest of what a stream touches, 0 or more."""
    row, digest = sharing.streams[stream], 0
    for step in range(row.begin, row.end):
        entry = sharing.entries[step]
        digest = (digest + entry.resource + 1) * MIXER
        if entry.multiplicity != 1.0:
            digest += int(4096.0 * entry.multiplicity)
    return (digest >> 33) & 0x7FFFFFFF


@inlined
def are_alike(sharing: Sharing, stream: int, other: int) -> bool:
    """Return whether two streams touch the same resources in one order, by the same multiplicities."""
    mine, theirs = sharing.streams[stream], sharing.streams[other]
    if mine.end - mine.begin != theirs.end - theirs.begin:
        return False
    for step in range(mine.end - mine.begin):
        entry, like = sharing.entries[mine.begin + step], sharing.entries[theirs.begin + step]
        if entry.resource != like.resource or entry.multiplicity != like.multiplicity:
            return False
    return True


@inlined
def list_in_place_of(companions: Companions, stream: int, heir: int) -> None:
    """Take a stream out of its bucket, and put ``heir`` there, if there is one."""
    members, buckets = companions.members, companions.buckets
    home = members[stream].key & (len(buckets) - 1)
    put = members[stream].chain
    if heir != NOBODY:
        members[heir].key, members[heir].chain = members[stream].key, put
        put = heir
    members[stream].key = UNLISTED
    other = buckets[home]
    if other == stream:
        buckets[home] = put
        return
    while members[other].chain != stream:
        other = members[other].chain
    members[other].chain = put


@inlined
def next_member(members: NDArray[np.void], first: int, member: int) -> int:
    """Return who comes after ``member`` of a company where all are visited once, NOBODY after the last."""
    if members[member].child != NOBODY:
        return int(members[member].child)
    while member != first:
        if members[member].next != NOBODY:
            return int(members[member].next)
        above = members[member].before
        while members[above].child != member:
            member, above = above, members[above].before
        member = above
    return NOBODY


@inlined
def stand_alone(members: NDArray[np.void], stream: int) -> None:
    member = members[stream]
    member.child = member.next = member.before = NOBODY


@inlined
def melded(members: NDArray[np.void], courses: NDArray[np.void], one: int, other: int) -> int:
    """Return the first of two heaps that are one now; of equal goals who was registered earlier is first."""
    above, below = one, other
    mine, theirs = members[one].goal, members[other].goal
    if theirs < mine or (theirs == mine and courses[other].order < courses[one].order):
        above, below = other, one
    child = members[above].child
    members[below].next, members[below].before = child, above
    if child != NOBODY:
        members[child].before = below
    members[above].child = below
    return above


@kernel
def melded_without(members: NDArray[np.void], courses: NDArray[np.void], first: int, stream: int) -> int:
    """Return the first of a heap of at least two once ``stream`` is out of it."""
    rest = _melded_children(members, courses, stream)
    if stream == first:
        return rest
    following, before = members[stream].next, members[stream].before
    if members[before].child == stream:
        members[before].child = following
    else:
        members[before].next = following
    if following != NOBODY:
        members[following].before = before
    return first if rest == NOBODY else melded(members, courses, first, rest)


@kernel
def _melded_children(members: NDArray[np.void], courses: NDArray[np.void], stream: int) -> int:
    """Return the first of those below a stream, melded two by two, then from the last to the first."""
    pairs, child = NOBODY, members[stream].child
    while child != NOBODY:
        one, other = child, members[child].next
        members[one].next = members[one].before = NOBODY
        child = NOBODY
        if other != NOBODY:
            child = members[other].next
            members[other].next = members[other].before = NOBODY
            one = melded(members, courses, one, other)
        members[one].next = pairs
        pairs = one
    first = NOBODY
    while pairs != NOBODY:
        following = members[pairs].next
        members[pairs].next = NOBODY
        first = pairs if first == NOBODY else melded(members, courses, first, pairs)
        pairs = following
    return int(first)


@inlined
def found(companions: Companions) -> int:
    """Return the number of a company that nobody uses."""
    hall = companions.hall[0]
    number = hall.vacant
    if number == NOBODY:
        number = hall.used
        hall.used += 1
    else:
        hall.vacant = companions.companies[number].first
    return int(number)


@inlined
def dissolve(companions: Companions, number: int) -> None:
    """Let others use the number of a company."""
    companions.companies[number].first = companions.hall[0].vacant
    companions.hall[0].vacant = number
