"""Streams over the same resources, which share one row of the solver.

Streams that touch the same resources in the same order, by the same multiplicities, have one rate at every
moment: they are a *company*. One of them, the *bearer*, stands in the crowds, there for as many as they are;
the others are borne by it. So what the solver does for a change does not grow with their number.

While they are together all of them carry the same, so that they end in the order of what each had left when
it came. The company keeps the bytes that it has ``served`` to each, and every member its ``goal``: what will
have been served when it ends. Only the member of the lowest goal has a line in the agenda: an end costs
O(resources + log members), where reckoning each anew would cost O(members).

Alone are streams that move nothing, and those that drain a queue with others (``StreamTable.follows``).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.engine.agenda import ABSENT, enter, strike
from simcore.engine.companies import (
    NOBODY,
    UNLISTED,
    are_alike,
    digest,
    dissolve,
    found,
    list_in_place_of,
    melded,
    melded_without,
    next_member,
    stand_alone,
)
from simcore.engine.state import State
from simcore.kernels import inlined, kernel
from simcore.solver.crowds import BORNE, IDLE, UNTOUCHED, join
from simcore.solver.touch import free, reach, touch

# A goal is a difference to what has been served: where that is so many times a newcomer's bytes, goals are
# written anew, so that no more than 16 bits of its digits are lost.
MOST_SERVED: Final = 65_536.0


@inlined
def admit(state: State, stream: int) -> None:
    """Make an idle stream active, touched, with what it has left: alone, or in a company.

    The pool of crowds must have room for it.
    """
    sharing, members, buckets = state.sharing, state.companions.members, state.companions.buckets
    member = members[stream]
    member.company, member.key = NOBODY, digest(sharing, stream)
    home = member.key & (len(buckets) - 1)
    other = buckets[home]
    while other != NOBODY:
        if members[other].key == member.key and are_alike(sharing, stream, other):
            member.key = UNLISTED
            _accompany(state, other, stream)
            return
        other = members[other].chain
    member.chain = buckets[home]
    buckets[home] = stream
    join(sharing, stream)
    touch(sharing, stream)


@inlined
def admit_alone(state: State, stream: int) -> None:
    """Make an idle stream active, untouched, that shares its row with nobody. The pool must have room."""
    member = state.companions.members[stream]
    member.company, member.key = NOBODY, UNLISTED
    join(state.sharing, stream)


@kernel
def _accompany(state: State, bearer: int, stream: int) -> None:
    """Let a stream be borne by another from now on."""
    sharing, members, courses = state.sharing, state.companions.members, state.courses
    if members[bearer].company == NOBODY:
        _found(state, bearer)
    number = members[bearer].company
    company, left = state.companions.companies[number], courses[stream].left
    bring_company_up(state, number, state.clock[0].now)
    if company.served > MOST_SERVED * left:
        member = company.first
        while member != NOBODY:
            members[member].goal -= company.served
            member = next_member(members, company.first, member)
        company.served = 0.0
    if state.agenda.place[stream] != ABSENT:  # from before it was moved here
        strike(state.agenda, stream)
    stand_alone(members, stream)
    members[stream].company, members[stream].goal = number, company.served + left
    first = melded(members, courses, company.first, stream)
    if first != company.first and state.agenda.place[company.first] != ABSENT:
        strike(state.agenda, company.first)
    company.first = first
    sharing.streams[stream].standing = BORNE
    row = sharing.streams[bearer]
    row.count += 1
    for step in range(row.begin, row.end):
        entry = sharing.entries[step]
        resource = sharing.resources[entry.resource]
        resource.load += entry.multiplicity
        resource.used += entry.multiplicity * row.rate
        sharing.members[entry.place].share = entry.multiplicity * row.count
    touch(sharing, bearer)


@kernel
def _found(state: State, bearer: int) -> None:
    """Make a company of one stream."""
    members, number = state.companions.members, found(state.companions)
    company = state.companions.companies[number]
    company.served, company.bearer, company.first = 0.0, bearer, bearer
    stand_alone(members, bearer)
    members[bearer].company, members[bearer].goal = number, state.courses[bearer].left


@kernel
def bring_company_up(state: State, number: int, time: float) -> None:
    """Reckon what a company has served at ``time``, at the rate that it had since that last changed."""
    company = state.companions.companies[number]
    row, course = state.sharing.streams[company.bearer], state.courses[company.bearer]
    had = row.rate if row.mark == UNTOUCHED else row.before
    company.served += had * max(0.0, time - course.since)
    course.since = max(course.since, time)


@kernel
def left_of(state: State, stream: int, time: float) -> float:
    """Return what a member of a company has left at ``time``, bytes. Nothing may be touched."""
    member = state.companions.members[stream]
    company = state.companions.companies[member.company]
    rate, since = state.sharing.streams[company.bearer].rate, state.courses[company.bearer].since
    return float(max(0.0, member.goal - company.served - rate * (time - since)))


@inlined
def bearer_of(state: State, stream: int) -> int:
    """Return whose row of the solver an active stream shares: its own where it is alone."""
    number = state.companions.members[stream].company
    return stream if number == NOBODY else int(state.companions.companies[number].bearer)


@inlined
def dismiss(state: State, stream: int) -> None:
    """Make an active, untouched stream idle, and list its resources as reached.

    Of its company the one that ends next has a line in the agenda afterwards. ``touch_freed`` must follow.
    """
    member = state.companions.members[stream]
    if member.company != NOBODY:
        _part(state, stream)
    else:
        if member.key != UNLISTED:
            list_in_place_of(state.companions, stream, NOBODY)
        free(state.sharing, stream)


@kernel
def _part(state: State, stream: int) -> None:
    """Take a stream out of its company."""
    sharing, agenda, courses = state.sharing, state.agenda, state.courses
    members = state.companions.members
    number = members[stream].company
    company = state.companions.companies[number]
    if agenda.place[stream] != ABSENT:
        strike(agenda, stream)
    first = melded_without(members, courses, company.first, stream)
    row = sharing.streams[company.bearer]
    row.count -= 1
    for step in range(row.begin, row.end):
        entry = sharing.entries[step]
        resource = sharing.resources[entry.resource]
        reach(sharing, entry.resource)
        resource.used = max(0.0, resource.used - entry.multiplicity * row.rate)
        resource.load -= entry.multiplicity
        sharing.members[entry.place].share = entry.multiplicity * row.count
    if company.bearer == stream:
        _hand_over(state, stream, first)
        company.bearer = first
    sharing.streams[stream].standing = IDLE
    members[stream].company = NOBODY
    bearer, left = company.bearer, max(0.0, members[first].goal - company.served)
    company.first = first
    if sharing.streams[bearer].count == 1:
        courses[bearer].left = left
        members[bearer].company = NOBODY
        dissolve(state.companions, number)
    if agenda.place[first] == ABSENT:
        end = end_of(left, sharing.streams[bearer].rate, courses[bearer].since)
        enter(agenda, first, courses[first].order, end)


@kernel
def _hand_over(state: State, bearer: int, heir: int) -> None:
    """Give the row of a bearer to another member of its company."""
    sharing, courses = state.sharing, state.courses
    row, new = sharing.streams[bearer], sharing.streams[heir]
    for step in range(row.end - row.begin):
        place = sharing.entries[row.begin + step].place
        sharing.entries[new.begin + step].place = place
        sharing.members[place].stream, sharing.members[place].entry = heir, new.begin + step
    new.rate, new.bottleneck, new.mark, new.before = row.rate, row.bottleneck, row.mark, row.before
    new.count, new.standing = row.count, row.standing
    sharing.active[new.standing] = heir
    row.rate, row.bottleneck, row.count = 0.0, -1, 0
    courses[heir].since = courses[bearer].since
    list_in_place_of(state.companions, bearer, heir)


@inlined
def end_of(left: float, rate: float, since: float) -> float:
    """Return when ``left`` bytes are carried at ``rate`` from ``since`` on, infinity for never."""
    if left > 0.0:
        return float(since + left / rate if rate > 0.0 else np.inf)
    return since


def active_streams(state: State) -> NDArray[np.intp]:
    """Return the rows of all streams that are active, ascending."""
    standing = state.sharing.streams["standing"]
    return np.flatnonzero((standing >= 0) | (standing == BORNE))


def rows_of(state: State, streams: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the rows of the solver that stand for ``streams``: their own, but where another bears them."""
    borne = np.flatnonzero(state.sharing.streams["standing"][streams] == BORNE)
    rows = streams.copy()
    number = state.companions.members["company"][streams[borne]]
    rows[borne] = state.companions.companies["bearer"][number]
    return rows
