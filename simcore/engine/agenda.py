"""The agenda: which active stream ends next.

A binary heap of ends in which every stream stands at most once and knows its place, so that a new rate moves
it there instead of leaving a stale entry behind: the agenda never holds more than the active streams, however
many events a run has. Of equal ends the stream that was registered earlier comes first, so that ties are the
same in every run, whichever rows the streams were given.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import inlined, kernel
from simcore.solver.crowds import grown

LINE: Final = np.dtype([("end", np.float64), ("stream", np.int32), ("order", np.int32)], align=True)
ABSENT: Final = -1


class Agenda(NamedTuple):
    """The arrays of the agenda, for S streams."""

    lines: NDArray[np.void]  # (S,) LINE, in heap order
    place: NDArray[np.int32]  # (S,) place of a stream in the heap, ABSENT where it stands in none
    length: NDArray[np.int64]  # (1,)


def empty_agenda() -> Agenda:
    """Return an agenda for no streams."""
    return Agenda(
        lines=np.empty(0, dtype=LINE),
        place=np.empty(0, dtype=np.int32),
        length=np.zeros(1, dtype=np.int64),
    )


def with_places(agenda: Agenda, needed: int) -> Agenda:
    """Return ``agenda`` with room for ``needed`` streams."""
    have = agenda.place.shape[0]
    place = grown(agenda.place, needed)
    place[have:] = ABSENT
    return agenda._replace(lines=grown(agenda.lines, needed), place=place)


@inlined
def _put(agenda: Agenda, place: int, end: float, stream: int, order: int) -> None:
    line = agenda.lines[place]
    line.end, line.stream, line.order = end, stream, order
    agenda.place[stream] = place


@inlined
def _comes_first(agenda: Agenda, place: int, end: float, order: int) -> bool:
    """Return whether the line at ``place`` comes before one of this end and order."""
    line = agenda.lines[place]
    return bool(line.end < end or (line.end == end and line.order < order))


@inlined
def _rise(agenda: Agenda, place: int, end: float, stream: int, order: int) -> None:
    """Put a line at ``place`` or above it."""
    while place > 0:
        above = (place - 1) >> 1
        if _comes_first(agenda, above, end, order):
            break
        line = agenda.lines[above]
        _put(agenda, place, line.end, line.stream, line.order)
        place = above
    _put(agenda, place, end, stream, order)


@inlined
def _sink(agenda: Agenda, place: int, end: float, stream: int, order: int) -> None:
    """Put a line at ``place`` or below it."""
    length = agenda.length[0]
    while True:
        below = 2 * place + 1
        if below >= length:
            break
        line = agenda.lines[below]
        if below + 1 < length and _comes_first(agenda, below + 1, line.end, line.order):
            below += 1
            line = agenda.lines[below]
        if not _comes_first(agenda, below, end, order):
            break
        _put(agenda, place, line.end, line.stream, line.order)
        place = below
    _put(agenda, place, end, stream, order)


@inlined
def enter(agenda: Agenda, stream: int, order: int, end: float) -> None:
    """Have ``stream`` end at ``end``, whether it stands in the agenda or not."""
    place = agenda.place[stream]
    if place == ABSENT:
        place = agenda.length[0]
        agenda.length[0] += 1
        _rise(agenda, place, end, stream, order)
    elif end < agenda.lines[place].end:
        _rise(agenda, place, end, stream, order)
    else:
        _sink(agenda, place, end, stream, order)


@kernel
def strike_first(agenda: Agenda) -> int:
    """Take the stream that ends next out of the agenda, and return it."""
    first = agenda.lines[0].stream
    agenda.place[first] = ABSENT
    agenda.length[0] -= 1
    last = agenda.lines[agenda.length[0]]
    if agenda.length[0] > 0:
        _sink(agenda, 0, last.end, last.stream, last.order)
    return int(first)


@kernel
def strike(agenda: Agenda, stream: int) -> None:
    """Take a stream that stands in the agenda out of it."""
    place = agenda.place[stream]
    agenda.place[stream] = ABSENT
    agenda.length[0] -= 1
    last = agenda.lines[agenda.length[0]]
    if place < agenda.length[0]:
        if place > 0 and not _comes_first(agenda, (place - 1) >> 1, last.end, last.order):
            _rise(agenda, place, last.end, last.stream, last.order)
        else:
            _sink(agenda, place, last.end, last.stream, last.order)


@kernel
def note(agenda: Agenda, stream: int, order: int, end: float) -> None:
    """Write the end of ``stream`` down without ordering; ``put_in_order`` must follow."""
    place = agenda.place[stream]
    if place == ABSENT:
        place = agenda.length[0]
        agenda.length[0] += 1
    _put(agenda, place, end, stream, order)


@kernel
def put_in_order(agenda: Agenda) -> None:
    """Order the whole agenda, in O(streams in it)."""
    for place in range(agenda.length[0] // 2 - 1, -1, -1):
        line = agenda.lines[place]
        _sink(agenda, place, line.end, line.stream, line.order)
