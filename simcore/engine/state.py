"""The state of a run between two events, as arrays that the kernels change in place.

``left`` is what a stream still had to carry at the time ``since``; between two changes of its rate x it
falls by x a second, so what is left now is  left - x (now - since)  and nothing is written for streams that
an event does not concern. What a resource has carried is kept for ended streams alone (``carried``, a_r times
their sizes, exact); what active ones have carried so far is added when somebody asks.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.engine.agenda import Agenda, empty_agenda, with_places
from simcore.solver.crowds import Sharing, empty_sharing, grown, with_streams
from simcore.traffic.streams import StreamTable

NO_GROUP: Final = -1

# Rows of Progress.tally.
EVENTS: Final = 0  # instants at which something happened
ARRIVED: Final = 1  # arrivals that have started
ENDED_GROUPS: Final = 2  # groups in ``ended`` that nobody has been told of
TALLIES: Final = 3


class Progress(NamedTuple):
    """How far every stream and group is."""

    size: NDArray[np.float64]  # (S,) bytes of the newest start
    left: NDArray[np.float64]  # (S,) bytes still to carry at ``since``
    since: NDArray[np.float64]  # (S,) s
    finish: NDArray[np.float64]  # (S,) s, when it ended last, NaN where it never has
    group: NDArray[np.int32]  # (S,) row of its group, NO_GROUP for arrivals
    arrival_time: NDArray[np.float64]  # (A,) s, sorted
    arrival: NDArray[np.int32]  # (A,) streams, in the order of their starts
    running: NDArray[np.int64]  # (G,) streams of a group that have not ended
    ended: NDArray[np.int32]  # (G,) groups that have ended
    carried: NDArray[np.float64]  # (R,) bytes, by ended streams
    clock: NDArray[np.float64]  # (1,) s
    tally: NDArray[np.int64]  # (TALLIES,)


class State(NamedTuple):
    """Everything that changes during a run."""

    sharing: Sharing
    agenda: Agenda
    progress: Progress


def empty_state(capacity: NDArray[np.float64]) -> State:
    """Return the state at time 0 of R resources and no streams."""
    progress = Progress(
        size=np.empty(0),
        left=np.empty(0),
        since=np.empty(0),
        finish=np.empty(0),
        group=np.empty(0, dtype=np.int32),
        arrival_time=np.empty(0),
        arrival=np.empty(0, dtype=np.int32),
        running=np.zeros(0, dtype=np.int64),
        ended=np.empty(0, dtype=np.int32),
        carried=np.zeros(capacity.shape[0]),
        clock=np.zeros(1),
        tally=np.zeros(TALLIES, dtype=np.int64),
    )
    return State(empty_sharing(capacity), empty_agenda(), progress)


def with_table(state: State, count: int, table: StreamTable) -> State:
    """Return ``state`` with the streams of ``table``, idle, after the ``count`` that it has."""
    needed = count + table.count
    progress = state.progress
    return State(
        sharing=with_streams(state.sharing, count, table.first, table.resource, table.multiplicity),
        agenda=with_places(state.agenda, needed),
        progress=progress._replace(
            size=grown(progress.size, needed, 0.0),
            left=grown(progress.left, needed, 0.0),
            since=grown(progress.since, needed, 0.0),
            finish=grown(progress.finish, needed, np.nan),
            group=grown(progress.group, needed, NO_GROUP),
        ),
    )


def with_arrivals(state: State, arrivals: NDArray[np.int32], start: NDArray[np.float64]) -> State:
    """Return ``state`` with ``arrivals`` merged into those still to come; equal starts by row."""
    progress = state.progress
    arrived = int(progress.tally[ARRIVED])
    time = np.concatenate([progress.arrival_time[arrived:], start])
    rows = np.concatenate([progress.arrival[arrived:], arrivals])
    order = np.lexsort((rows, time))
    progress.tally[ARRIVED] = 0
    return state._replace(progress=progress._replace(arrival_time=time[order], arrival=rows[order]))


def with_group_rows(state: State, needed: int) -> State:
    """Return ``state`` with room for ``needed`` groups."""
    progress = state.progress
    return state._replace(
        progress=progress._replace(
            running=grown(progress.running, needed, 0), ended=grown(progress.ended, needed, NO_GROUP)
        )
    )
