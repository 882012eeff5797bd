"""The agenda: which active stream ends next.

A binary heap of (end, stream) in which every stream stands at most once and knows its place, so that a new
rate moves it there instead of leaving a stale entry behind: the agenda never holds more than the active
streams, however many events a run has. Equal ends are ordered by row, so that ties are the same in every run.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from simcore.solver.crowds import grown

ABSENT: Final = -1


class Agenda(NamedTuple):
    """The arrays of the agenda, for S streams."""

    end: NDArray[np.float64]  # (S,) s, in heap order
    stream: NDArray[np.int32]  # (S,) in heap order
    place: NDArray[np.int32]  # (S,) place of a stream in the heap, ABSENT where it stands in none
    length: NDArray[np.int64]  # (1,)


def empty_agenda() -> Agenda:
    """Return an agenda for no streams."""
    return Agenda(
        end=np.empty(0),
        stream=np.empty(0, dtype=np.int32),
        place=np.empty(0, dtype=np.int32),
        length=np.zeros(1, dtype=np.int64),
    )


def with_places(agenda: Agenda, needed: int) -> Agenda:
    """Return ``agenda`` with room for ``needed`` streams."""
    return agenda._replace(
        end=grown(agenda.end, needed, np.inf),
        stream=grown(agenda.stream, needed, ABSENT),
        place=grown(agenda.place, needed, ABSENT),
    )


@njit(cache=True, nogil=True)
def _put(agenda: Agenda, place: int, end: float, stream: int) -> None:
    agenda.end[place] = end
    agenda.stream[place] = stream
    agenda.place[stream] = place


@njit(cache=True, nogil=True)
def _comes_first(end: float, stream: int, other_end: float, other: int) -> bool:
    return end < other_end or (end == other_end and stream < other)


@njit(cache=True, nogil=True)
def _rise(agenda: Agenda, place: int, end: float, stream: int) -> None:
    """Put (end, stream) at ``place`` or above it."""
    while place > 0:
        above = (place - 1) >> 1
        if not _comes_first(end, stream, agenda.end[above], agenda.stream[above]):
            break
        _put(agenda, place, agenda.end[above], agenda.stream[above])
        place = above
    _put(agenda, place, end, stream)


@njit(cache=True, nogil=True)
def _sink(agenda: Agenda, place: int, end: float, stream: int) -> None:
    """Put (end, stream) at ``place`` or below it."""
    count = agenda.length[0]
    while True:
        below = 2 * place + 1
        if below >= count:
            break
        if below + 1 < count and _comes_first(
            agenda.end[below + 1], agenda.stream[below + 1], agenda.end[below], agenda.stream[below]
        ):
            below += 1
        if not _comes_first(agenda.end[below], agenda.stream[below], end, stream):
            break
        _put(agenda, place, agenda.end[below], agenda.stream[below])
        place = below
    _put(agenda, place, end, stream)


@njit(cache=True, nogil=True)
def enter(agenda: Agenda, stream: int, end: float) -> None:
    """Have ``stream`` end at ``end``, whether it stands in the agenda or not."""
    place = agenda.place[stream]
    if place == ABSENT:
        place = agenda.length[0]
        agenda.length[0] += 1
        _rise(agenda, place, end, stream)
    elif end < agenda.end[place]:
        _rise(agenda, place, end, stream)
    else:
        _sink(agenda, place, end, stream)


@njit(cache=True, nogil=True)
def strike(agenda: Agenda, stream: int) -> None:
    """Take ``stream`` out of the agenda, if it stands there."""
    place = agenda.place[stream]
    if place == ABSENT:
        return
    agenda.place[stream] = ABSENT
    agenda.length[0] -= 1
    last = agenda.length[0]
    if place == last:
        return
    end, moved = agenda.end[last], agenda.stream[last]
    if place > 0 and end < agenda.end[(place - 1) >> 1]:
        _rise(agenda, place, end, moved)
    else:
        _sink(agenda, place, end, moved)


@njit(cache=True, nogil=True)
def note(agenda: Agenda, stream: int, end: float) -> None:
    """Write the end of ``stream`` down without ordering; ``put_in_order`` must follow."""
    place = agenda.place[stream]
    if place == ABSENT:
        place = agenda.length[0]
        agenda.length[0] += 1
    _put(agenda, place, end, stream)


@njit(cache=True, nogil=True)
def put_in_order(agenda: Agenda) -> None:
    """Order the whole agenda, in O(streams in it)."""
    for place in range(agenda.length[0] // 2 - 1, -1, -1):
        _sink(agenda, place, agenda.end[place], agenda.stream[place])
