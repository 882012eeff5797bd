"""The tape: what happened last, written down so that it can be played backwards.

A ring of lines, the newest over the oldest. A line says what was *before* it, since the state at the end is
known and playing it backwards takes it apart: a stream that ended had this rate and this bottleneck, over
these resources; a stream that was given a new rate had that one. Lines of one instant stand together behind
one that gives its time. Nothing is written where the tape has no length.

A *cause* is the end of a stream because of which something starts: twice the number of its line, plus 1 where
others ended at the same time, for the same player, that were waited for as well; ``NO_CAUSE`` where it is
nobody's doing. Within a graph of tasks a cause may be a line that stands for others, which
``simcore.engine.reasons`` writes. The tape is read by ``simcore.engine.pathwise``.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import inlined, kernel
from simcore.solver.crowds import ENTRY, Sharing, grown
from simcore.traffic.streams import NO_CAUSE, TIED

# Kinds of lines.
INSTANT: Final = 0  # ``value``: its time
RATE: Final = 1  # a stream had rate ``value`` and bottleneck ``other``
START: Final = 2  # a stream started because of ``link``
END: Final = 3  # a stream ended that had rate, bottleneck, and ``count`` resources from path ``link`` on
FOLLOWER: Final = 4  # the same of a row that drained the queue of the END that comes next
MOVED: Final = 5  # the same of a stream that goes on over other resources
CAPACITY: Final = 6  # resource ``stream`` had capacity ``value``
# Lines that stand for causes, and pass on to those what is gained by their coming sooner.
JOINT: Final = 7  # what ``link`` caused waited also for the cause in ``value``, which came at the same time
TOLD: Final = 8  # the end of a graph, because of ``link``
OPENED: Final = 9  # the begin of a graph, because of ``link``
# Of rings that run by recurrence: see simcore.engine.retrace.
PORT: Final = (
    10  # what followed from step ``count`` of member ``stream`` of run ``link``: its MOMENT ``other``
)
RESUME: Final = 11  # a stream went on because of ``link`` with what was left; before, it had rate ``value``

# Moments of a piece.
BEGAN: Final = 0
WITHIN: Final = 1
ENDED: Final = 2

NO_RUN: Final = -1
NOBODY: Final = -1
OF_GRAPH: Final = -2
# Entries of paths that are kept for each line: a stream with six resources has about as many lines.
ENTRIES_PER_LINE: Final = 1

LINE: Final = np.dtype(
    [
        ("value", np.float64),
        ("link", np.int64),
        ("stream", np.int32),
        ("other", np.int32),
        ("count", np.int32),
        ("kind", np.int16),
        ("player", np.int16),  # of what ends or starts: who is told of it, NOBODY, or OF_GRAPH
    ],
    align=True,
)
KNOWN: Final = np.dtype(
    [("rate", np.float64), ("path", np.int64), ("bottleneck", np.int32)], align=True
)  # as the tape has it; where its resources stand among the paths, NOBODY where they do not
GROUP: Final = np.dtype(
    [("cause", np.int64), ("time", np.float64), ("player", np.int32)], align=True
)  # the end of its newest stream, when that was, and who is told
REEL: Final = np.dtype(
    [
        ("lines", np.int64),  # written since the beginning
        ("path", np.int64),  # entries of paths, likewise
        ("time", np.float64),  # of the newest instant
        ("cause", np.int64),  # of what starts now
    ],
    align=True,
)


class Tape(NamedTuple):
    """The arrays of the tape, for S streams and G groups; N lines and P entries of paths are kept."""

    lines: NDArray[np.void]  # (N,) LINE, line n at n mod N
    paths: NDArray[np.void]  # (P,) ENTRY, likewise
    known: NDArray[np.void]  # (S,) KNOWN, none where nothing is written
    groups: NDArray[np.void]  # (G,) GROUP
    reel: NDArray[np.void]  # (1,) REEL


def blank_tape(lines: int) -> Tape:
    """Return a tape that keeps the newest ``lines``, 0 for none."""
    reel = np.zeros(1, dtype=REEL)
    reel["time"], reel["cause"] = -1.0, NO_CAUSE
    return Tape(
        lines=np.zeros(lines, dtype=LINE),
        paths=np.zeros(ENTRIES_PER_LINE * lines, dtype=ENTRY),
        known=np.empty(0, dtype=KNOWN),
        groups=np.empty(0, dtype=GROUP),
        reel=reel,
    )


def with_known(tape: Tape, row: int, end: int) -> Tape:
    """Return ``tape`` with idle streams in rows ``row`` to ``end``, unless nothing is written."""
    if not len(tape.lines):
        return tape
    known = grown(tape.known, end)
    known["rate"][row:end], known["bottleneck"][row:end] = 0.0, NOBODY
    known["path"][row:end] = NOBODY
    return tape._replace(known=known)


def with_group(tape: Tape, group: int, player: int) -> Tape:
    """Return ``tape`` with a new ``group`` of whose end ``player`` will be told."""
    groups = grown(tape.groups, group + 1)
    groups[group] = (tape.reel["cause"][0], -1.0, player)
    return tape._replace(groups=groups)


@kernel
def next_line(tape: Tape, now: float, kind: int, stream: int) -> int:
    """Begin a line, behind one for the instant if it is the first of that; return its place."""
    reel = tape.reel[0]
    if now != reel.time:
        reel.time = now
        line = tape.lines[reel.lines % len(tape.lines)]
        line.kind, line.value = INSTANT, now
        reel.lines += 1
    place = reel.lines % len(tape.lines)
    line = tape.lines[place]
    line.kind, line.stream, line.player = kind, stream, NOBODY
    reel.lines += 1
    return int(place)


@inlined
def write_rate(tape: Tape, sharing: Sharing, bearer: int, stream: int, now: float) -> None:
    """Write down what an active stream had, if its bearer has something else now. The tape has room."""
    row, known = sharing.streams[bearer], tape.known[stream]
    if known.rate != row.rate or known.bottleneck != row.bottleneck:
        line = tape.lines[next_line(tape, now, RATE, stream)]
        line.value, line.other = known.rate, known.bottleneck
        known.rate, known.bottleneck = row.rate, row.bottleneck


@inlined
def write_start(tape: Tape, stream: int, now: float, cause: int) -> None:
    """Write down that a stream starts because of ``cause``."""
    if len(tape.lines) > 0:
        tape.lines[next_line(tape, now, START, stream)].link = cause


@inlined
def write_end(tape: Tape, sharing: Sharing, stream: int, now: float, kind: int) -> None:
    """Write down that an active stream ends, follows one that ends, or moves: END, FOLLOWER or MOVED."""
    if len(tape.lines) == 0:
        return
    row, known = sharing.streams[stream], tape.known[stream]
    _keep_path(tape, sharing, stream)
    line = tape.lines[next_line(tape, now, kind, stream)]
    line.value, line.other = known.rate, known.bottleneck
    line.link, line.count = known.path, row.end - row.begin
    known.rate, known.bottleneck = 0.0, NOBODY
    if kind == MOVED:
        known.path = NOBODY


@kernel
def credit(tape: Tape, group: int) -> None:
    """Make the end that was written last the cause of the end of its group, as far as that is known."""
    if len(tape.lines) > 0:
        newest, told = tape.reel[0].lines - 1, tape.groups[group]
        tape.lines[newest % len(tape.lines)].player = told.player
        now = tape.reel[0].time
        told.cause = 2 * newest + (TIED if told.time == now else 0)
        told.time = now


@kernel
def _keep_path(tape: Tape, sharing: Sharing, stream: int) -> None:
    """Write down the resources of a stream, unless they stand there and will for a while."""
    row, known, reel = sharing.streams[stream], tape.known[stream], tape.reel[0]
    count, room = row.end - row.begin, len(tape.paths)
    if known.path != NOBODY and known.path >= reel.path - room // 2:
        return
    known.path = NOBODY
    if count > room:
        return
    if reel.path % room + count > room:
        reel.path += room - reel.path % room
    known.path = reel.path
    for step in range(count):
        entry, kept = sharing.entries[row.begin + step], tape.paths[(reel.path + step) % room]
        kept.resource, kept.multiplicity = entry.resource, entry.multiplicity
    reel.path += count


@kernel
def forget_path(tape: Tape, stream: int) -> None:
    """Take note that an idle stream has other resources from now on."""
    if len(tape.lines) > 0:
        tape.known[stream].path = NOBODY


@kernel
def write_capacity(tape: Tape, sharing: Sharing, resource: int, now: float) -> None:
    """Write down the capacity that a resource had until now."""
    if len(tape.lines) > 0:
        line = tape.lines[next_line(tape, now, CAPACITY, resource)]
        line.value = sharing.resources[resource].capacity
