"""Streams that change their resources on the way, keeping what they have left.

Three steps, between which nothing else may happen: ``withdraw`` takes the active ones out, books what they
have carried so far and touches who was held back by them; the caller writes the new entries; ``rejoin`` lets
them in again.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.engine.agenda import enter
from simcore.engine.companies import NOBODY
from simcore.engine.companions import admit, admit_alone, bring_company_up, dismiss, left_of
from simcore.engine.events import book, bring_up
from simcore.engine.state import State
from simcore.engine.tape import MOVED, write_end
from simcore.kernels import kernel
from simcore.solver.crowds import Sharing, room_needed
from simcore.solver.touch import touch, touch_freed


class Paths(NamedTuple):
    """The resources of N streams, in compressed rows."""

    first: NDArray[np.int64]  # (N + 1,)
    resource: NDArray[np.int32]  # (E,)
    multiplicity: NDArray[np.float64]  # (E,)

    def chosen(self, rows: NDArray[np.intp]) -> "Paths":
        """Return ``rows`` of these, in their order."""
        count = np.diff(self.first)[rows]
        first = np.zeros(rows.shape[0] + 1, dtype=np.int64)
        np.cumsum(count, out=first[1:])
        entries = np.repeat(self.first[rows] - first[:-1], count) + np.arange(first[-1])
        return Paths(first, self.resource[entries], self.multiplicity[entries])


@kernel
def find_changed(
    sharing: Sharing, streams: NDArray[np.int32], paths: Paths, is_changed: NDArray[np.bool_]
) -> None:
    """Write down which ``streams`` (N,) do not have the resources of their row of ``paths`` in this order."""
    for step in range(len(streams)):
        row = sharing.streams[streams[step]]
        begin, end = paths.first[step], paths.first[step + 1]
        is_same = row.end - row.begin == end - begin
        for place in range(begin, end):
            if not is_same:
                break
            entry = sharing.entries[row.begin + place - begin]
            is_same = (
                entry.resource == paths.resource[place] and entry.multiplicity == paths.multiplicity[place]
            )
        is_changed[step] = not is_same


@kernel
def withdraw(state: State, streams: NDArray[np.int32]) -> None:
    """Take active ``streams`` out of the crowds and book what they have carried. Nothing may be touched."""
    for step in range(len(streams)):
        stream = streams[step]
        own = state.courses[stream]
        lead = state.courses[own.lead]
        number = state.companions.members[stream].company
        if number == NOBODY:
            bring_up(state, own.lead, state.clock[0].now)
        else:
            bring_company_up(state, number, state.clock[0].now)
            own.left, own.since = left_of(state, stream, state.clock[0].now), state.clock[0].now
        taken = lead.size - lead.left if lead.rows == 1 else own.taken
        book(state, stream, taken)
        lead.size -= taken
        own.taken = 0.0
        write_end(state.tape, state.sharing, stream, state.clock[0].now, MOVED)
        dismiss(state, stream)
    touch_freed(state.sharing)


@kernel
def rejoin(state: State, streams: NDArray[np.int32], begin: int) -> int:
    """Let ``streams[begin:]`` in; return how many of all are in, fewer where the pool is full."""
    sharing = state.sharing
    for step in range(begin, len(streams)):
        stream = streams[step]
        needed = room_needed(sharing, stream)
        if len(sharing.members) - sharing.desk[0].pool_end < needed:
            return step
        course = state.courses[stream]
        has_resources = sharing.streams[stream].begin < sharing.streams[stream].end
        if has_resources and course.rows == 1 and course.lead == stream:
            admit(state, stream)
            continue
        admit_alone(state, stream)
        if has_resources:
            touch(sharing, stream)
        else:
            lead = course.lead
            enter(state.agenda, lead, state.courses[lead].order, state.clock[0].now)
    return len(streams)
