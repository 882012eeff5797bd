"""Why tasks of graphs begin, for the tape.

A round of a task begins when the last has come of what it waits for: the end of its own round before, and a
token on each edge. That is a cause, which delays and lags hand on as it is. Where several come at one time,
lines on the tape (JOINT) stand for all of them together. What does not say that it checks for a tape is
called where there is one.
"""

from typing import Final

from simcore.engine.tape import (
    ENDED,
    JOINT,
    NO_RUN,
    NOBODY,
    OF_GRAPH,
    OPENED,
    PORT,
    RESUME,
    START,
    TOLD,
    Tape,
    next_line,
)
from simcore.engine.tasks import NO_RATE, Graphs
from simcore.kernels import inlined, kernel
from simcore.traffic.streams import NO_CAUSE

# What comes within this of each other, relatively, comes at one time.
SAME_TIME: Final = 1e-12
# Before all times.
NEVER: Final = -1.0


@kernel
def give_reasons(tape: Tape, graphs: Graphs, run: int, now: float) -> None:
    """Let every task of a graph that opens now have that as a reason; checks for a tape."""
    if len(tape.lines) == 0:
        return
    row, cause = graphs.runs[run], tape.reel[0].cause
    if cause != NO_CAUSE:
        tape.lines[next_line(tape, now, OPENED, NOBODY)].link = cause
        cause = _newest(tape)
    for number in range(row.first, row.end):
        reason = graphs.reasons[number]
        reason.cause, reason.because, reason.since, reason.ties = cause, cause, now, 1
        reason.rate = NO_RATE


@kernel
def note_reason(tape: Tape, graphs: Graphs, number: int, cause: int, now: float) -> None:
    """Take note that one more has come, now and because of ``cause``, of what a task waits for."""
    reason = graphs.reasons[number]
    if now > reason.since + SAME_TIME * now:
        reason.cause, reason.since, reason.ties = cause, now, 1
    elif cause != reason.cause:
        reason.ties += 1
        reason.cause = _join(tape, reason.cause, cause, reason.ties, now)


@kernel
def forget_reason(graphs: Graphs, number: int) -> None:
    """Take note that a round of a task begins: nothing has come yet of what the next one waits for."""
    reason = graphs.reasons[number]
    reason.because, reason.since = reason.cause, NEVER


@inlined
def cause_of_begin(tape: Tape, graphs: Graphs, number: int) -> int:
    """Return why the newest round of a task began; checks for a tape."""
    return int(graphs.reasons[number].because) if len(tape.lines) > 0 else NO_CAUSE


@kernel
def credit_task(tape: Tape) -> int:
    """Return the end that was written last, which is that of a task, as a cause; checks for a tape."""
    if len(tape.lines) == 0:
        return NO_CAUSE
    tape.lines[(tape.reel[0].lines - 1) % len(tape.lines)].player = OF_GRAPH
    return _newest(tape)


@kernel
def write_task_start(tape: Tape, graphs: Graphs, number: int, stream: int, now: float) -> None:
    """Write down that the stream of a task starts, or goes on from a recurrence; checks for a tape."""
    if len(tape.lines) == 0:
        return
    reason = graphs.reasons[number]
    line = tape.lines[next_line(tape, now, START if reason.rate == NO_RATE else RESUME, stream)]
    line.link, line.value, line.player = reason.because, reason.rate, OF_GRAPH
    reason.rate = NO_RATE


@kernel
def write_port(tape: Tape, run: int, piece: tuple[int, int, int], now: float) -> int:
    """Write down that something follows from a piece of a ring's run, and return that as a cause.

    ``piece`` is a member (NOBODY for the last piece to arrive), a step, and its moment. NO_CAUSE without a
    tape, or where the run has no number there.
    """
    if len(tape.lines) == 0 or run == NO_RUN:
        return NO_CAUSE
    member, step, moment = piece
    line = tape.lines[next_line(tape, now, PORT, member)]
    line.link, line.count, line.other = run, step, moment
    return _newest(tape)


@kernel
def goes_on_because(tape: Tape, graphs: Graphs, number: int, of: tuple[int, float, float]) -> None:
    """Give a task its reason that goes on from a recurrence; checks for a tape.

    ``of`` is a cause, the rate of a round that is under way or NO_RATE, and the time now.
    """
    if len(tape.lines) > 0:
        reason = graphs.reasons[number]
        reason.cause, reason.rate, reason.since = of
        reason.because, reason.ties = reason.cause, 1


@kernel
def tell_of_ring(tape: Tape, run: int, player: int, now: float) -> int:
    """Write down that a ring has ended now that ran by recurrence, and return that as a cause."""
    cause = write_port(tape, run, (NOBODY, 0, ENDED), now)
    if cause != NO_CAUSE:
        tape.lines[(tape.reel[0].lines - 1) % len(tape.lines)].player = player
    return cause


@kernel
def tell_of_run(tape: Tape, graphs: Graphs, run: int, cause: int, now: float) -> None:
    """Write down that a graph has ended now because of ``cause``, and of whatever else came last."""
    row, newest, ties = graphs.runs[run], cause, 1
    for number in range(row.first, row.end):
        task, because = graphs.tasks[number], graphs.reasons[number].because
        last = task.ended
        for step in range(task.way, task.way_end):
            last = max(last, task.ended + graphs.edges[graphs.outgoing[step]].lag)
        if last >= now * (1.0 - SAME_TIME) and because not in (newest, NO_CAUSE):
            ties += 1
            cause = _join(tape, cause, because, ties, now)
    told = tape.groups[row.group]
    line = tape.lines[next_line(tape, now, TOLD, NOBODY)]
    line.link, line.player = cause, told.player
    told.cause, told.time = _newest(tape), now


@kernel
def _join(tape: Tape, cause: int, other: int, count: int, now: float) -> int:
    """Return a cause that stands for the ``count`` - 1 in one, and for another that came at the same time."""
    line = tape.lines[next_line(tape, now, JOINT, NOBODY)]
    line.link, line.value, line.count = cause, other, count
    return _newest(tape)


@inlined
def _newest(tape: Tape) -> int:
    """Return the newest line as a cause."""
    return int(2 * (tape.reel[0].lines - 1))
