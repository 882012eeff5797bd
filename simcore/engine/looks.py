"""Looking at a run without changing it: who uses a resource, and what each has carried up to now."""

import numpy as np
from numpy.typing import NDArray

from simcore.engine.companies import NOBODY, next_member
from simcore.engine.companions import left_of
from simcore.engine.state import State
from simcore.kernels import inlined, kernel


@kernel
def is_in_use(state: State, is_asked: NDArray[np.bool_]) -> bool:
    """Return whether an active stream, or one that will arrive, touches a resource that is asked for (R,)."""
    sharing = state.sharing
    for step in range(sharing.desk[0].active):
        if _touches(state, sharing.active[step], is_asked):
            return True
    for step in range(state.clock[0].arrived, len(state.arrivals)):
        lead = state.arrivals[step].stream
        for stream in range(lead, lead + state.courses[lead].rows):
            if _touches(state, stream, is_asked):
                return True
    return False


@kernel
def _touches(state: State, stream: int, is_asked: NDArray[np.bool_]) -> bool:
    row = state.sharing.streams[stream]
    for step in range(row.begin, row.end):
        if is_asked[state.sharing.entries[step].resource]:
            return True
    return False


@kernel
def add_carried(state: State, carried: NDArray[np.float64]) -> None:
    """Add to ``carried`` (R,) what active streams have carried over every resource up to now, bytes."""
    sharing, now, companions = state.sharing, state.clock[0].now, state.companions
    for step in range(sharing.desk[0].active):
        bearer = sharing.active[step]
        number = companions.members[bearer].company
        if number == NOBODY:
            _add_carried_by(state, bearer, _taken(state, bearer, now), carried)
            continue
        first = companions.companies[number].first
        stream = first
        while stream != NOBODY:
            amount = state.courses[stream].size - left_of(state, stream, now)
            _add_carried_by(state, stream, amount, carried)
            stream = next_member(companions.members, first, stream)


@inlined
def _taken(state: State, stream: int, now: float) -> float:
    """Return what an active row has carried up to now, bytes."""
    rate, course = state.sharing.streams[stream].rate, state.courses[stream]
    if course.rows == 1 and course.lead == stream:
        return float(course.size - max(0.0, course.left - rate * (now - course.since)))
    return float(course.taken + rate * (now - state.courses[course.lead].since))


@inlined
def _add_carried_by(state: State, stream: int, amount: float, carried: NDArray[np.float64]) -> None:
    row = state.sharing.streams[stream]
    for place in range(row.begin, row.end):
        entry = state.sharing.entries[place]
        carried[entry.resource] += entry.multiplicity * amount
