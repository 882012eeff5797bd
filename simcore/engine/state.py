"""The state of a run between two events, as arrays that the kernels change in place.

``left`` is what a stream still had to carry at the time ``since``; between two changes of its rate x it
falls by x a second, so what is left now is  left - x (now - since)  and nothing is written for streams that
an event does not concern. What a resource has carried is kept for ended streams alone (``carried``, a_r times
their sizes, exact); what active ones have carried so far is added when somebody asks.

Streams that drain one queue are rows that follow each other. The first, the lead, keeps what the queue has
left, which falls by the sum of their rates; each of them keeps what it has taken from it.

A stream of weight w is one of weight 1 that has multiplicities times w, and bytes and rate divided by w
(``simcore.solver.max_min``): it is so from the moment that it is registered until somebody asks for its rate.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.engine.agenda import Agenda, empty_agenda, with_places
from simcore.engine.companies import Companions, no_companions, with_companions
from simcore.engine.tape import Tape, blank_tape, with_group, with_known
from simcore.engine.tasks import Graphs, no_graphs
from simcore.engine.tolerances import Tolerances
from simcore.kernels import kernel
from simcore.solver.crowds import Sharing, empty_sharing, grown, with_streams
from simcore.traffic.streams import StreamTable

NO_GROUP: Final = -1

COURSE: Final = np.dtype(
    [
        ("left", np.float64),  # bytes still to carry at ``since``
        ("since", np.float64),  # s
        ("size", np.float64),  # bytes of the newest start, less those that count on resources it had before
        ("weight", np.float64),  # its bytes and rates are divided by it, its multiplicities are times it
        ("finish", np.float64),  # when it ended last, NaN where it never has, s
        ("taken", np.float64),  # of a shared queue: bytes that this row has taken until ``since`` of its lead
        ("group", np.int32),  # row of its group, NO_GROUP for arrivals, FIRST_TASK - t for task t of a graph
        ("order", np.int32),  # how many were registered before it
        ("lead", np.int32),  # first row of its queue: itself, but where it follows
        ("rows", np.int32),  # of a lead: rows of its queue
    ],
    align=True,
)
ARRIVAL: Final = np.dtype([("start", np.float64), ("stream", np.int32)], align=True)
CLOCK: Final = np.dtype(
    [
        ("now", np.float64),  # s
        ("events", np.int64),  # instants at which something happened
        ("arrived", np.int64),  # rows of ``arrivals`` that have started
        ("ended", np.int64),  # rows of ``ended`` that nobody has been told of
        ("wanted", np.int64),  # stream for which the pool of crowds had no room
        ("coalesce", np.float64),  # share of the elapsed time within which ends are one event
        ("latest_start", np.float64),  # when a stream started last, s
        ("opened", np.float64),  # when the first of the gathered ends was, s
        ("closes", np.float64),  # until when ends are gathered that have not changed a rate yet, s
        ("gathering", np.int64),  # number of solves so far
        ("freed", np.float64),  # bytes/s that the gathered streams had
        ("freed_at", np.float64),  # their ends times what they had, bytes
    ],
    align=True,
)
GIVEN_BACK: Final = np.dtype(  # what a resource had of gathered streams
    [
        ("freed", np.float64),  # bytes/s
        ("freed_at", np.float64),  # their ends times what they had, bytes
        ("gathering", np.int64),  # of which solve this was
    ],
    align=True,
)


class State(NamedTuple):
    """Everything that changes during a run of S streams, A arrivals, G groups and R resources."""

    sharing: Sharing
    agenda: Agenda
    courses: NDArray[np.void]  # (S,) COURSE
    companions: Companions
    arrivals: NDArray[np.void]  # (A,) ARRIVAL, in the order of their starts
    graphs: Graphs
    running: NDArray[np.int64]  # (G,) streams, or tasks and tokens, of a group that have not ended
    ended: NDArray[np.int64]  # (G,) groups that have ended
    carried: NDArray[np.float64]  # (R,) bytes, by ended streams
    given_back: NDArray[np.void]  # (R,) GIVEN_BACK, none where ends are not gathered
    clock: NDArray[np.void]  # (1,) CLOCK
    tape: Tape


def empty_state(capacity: NDArray[np.float64], tolerances: Tolerances, *, tape_lines: int = 0) -> State:
    """Return the state at time 0 of R resources and no streams, with a tape of so many lines."""
    clock = np.zeros(1, dtype=CLOCK)
    clock["coalesce"] = tolerances.coalesce
    sharing = empty_sharing(capacity)
    sharing.desk["spread"] = tolerances.spread
    return State(
        sharing=sharing,
        agenda=empty_agenda(),
        courses=np.empty(0, dtype=COURSE),
        companions=no_companions(),
        arrivals=np.empty(0, dtype=ARRIVAL),
        graphs=no_graphs(),
        running=np.empty(0, dtype=np.int64),
        ended=np.empty(0, dtype=np.int64),
        carried=np.zeros(capacity.shape[0]),
        given_back=np.zeros(capacity.shape[0] if tolerances.coalesce > 0 else 0, dtype=GIVEN_BACK),
        clock=clock,
        tape=blank_tape(tape_lines),
    )


def with_table(state: State, table: StreamTable, *, at: tuple[int, int], order: int) -> State:
    """Return ``state`` with the streams of ``table``, idle, from row and entry ``at`` on.

    ``order`` streams were registered before them.
    """
    row, end = at[0], at[0] + table.count
    courses = grown(state.courses, end)
    _write_courses(courses, row, end, order)
    if table.weight is not None:
        courses["weight"][row:end] = table.weight
    if table.follows is not None and table.follows.any():
        leads = row + np.flatnonzero(~table.follows)
        rows = np.diff(leads, append=end)
        courses["lead"][row:end] = np.repeat(leads, rows)
        courses["rows"][leads] = rows
    return state._replace(
        sharing=with_streams(state.sharing, table.first, table.resource, table.multiplicity, at=at),
        agenda=with_places(state.agenda, end),
        courses=courses,
        companions=with_companions(state.companions, end),
        tape=with_known(state.tape, row, end),
    )


@kernel
def _write_courses(courses: NDArray[np.void], begin: int, end: int, order: int) -> None:
    """Write the rows of streams that have never run, each with a queue of its own."""
    for stream in range(begin, end):
        course = courses[stream]
        course.finish, course.order = np.nan, order + stream - begin
        course.lead, course.rows, course.weight = stream, 1, 1.0


def with_arrivals(state: State, streams: NDArray[np.int32], start: NDArray[np.float64]) -> State:
    """Return ``state`` with ``streams`` merged into the arrivals to come, equal starts as registered."""
    clock = state.clock[0]
    arrivals = np.empty(streams.shape[0], dtype=ARRIVAL)
    arrivals["start"], arrivals["stream"] = start, streams
    coming = state.arrivals[clock["arrived"] :]
    if len(coming):
        arrivals = np.concatenate([coming, arrivals])
    if np.any(np.diff(arrivals["start"]) < 0):
        arrivals = arrivals[np.argsort(arrivals["start"], kind="stable")]
    clock["arrived"] = 0
    return state._replace(arrivals=arrivals)


def with_group_row(state: State, group: int, *, player: int) -> State:
    """Return ``state`` with a new ``group``, of whose end ``player`` will be told."""
    return state._replace(
        running=grown(state.running, group + 1),
        ended=grown(state.ended, group + 1),
        tape=with_group(state.tape, group, player),
    )


@kernel
def count_down(state: State, group: int) -> None:
    """Take one that has ended off its group, and list the group where it was the last."""
    clock = state.clock[0]
    state.running[group] -= 1
    if state.running[group] == 0:
        state.ended[clock.ended] = group
        clock.ended += 1
