"""What more of each resource would have changed in a run: exact derivatives by one pass over its tape.

Rates are piecewise constant and everything that happens follows from what ended before, so the moments of a
run are smooth functions of the capacities as long as the order of events stays the same; where it would
change, two moments fall together and the functions have a corner (docs/model/bottlenecks.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.engine.causes import Outcome, find_causes
from simcore.engine.playback import reckon_all
from simcore.engine.rewind import ready_to_play
from simcore.engine.ring_hindsight import play_with_rings, runs_on
from simcore.engine.ring_runs import RingRuns
from simcore.engine.state import State
from simcore.engine.tape import END, INSTANT, MOVED, NOBODY, Tape
from simcore.solver.holders import TIE, TOGETHER


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What more of R resources would have changed in K outcomes, from ``begin`` on; they are U units.

    Attributes
    ----------
    begin, events, flows
        When the stretch that was looked at begins (s), its instants, and the ends of arrivals in it.
    gains
        (R, K, 2) by how much sooner the outcome comes for one more byte/s of the resource in all of the
        stretch (s): TOGETHER with those that are tied with it, each a part; and ALONE with its unit, on the
        right side of a corner.
    held
        (U, K) for how long a unit held back anything that the outcome waited for (s).
    part
        (U, K) the same divided among all that was waited for at a time, and among tied resources (s).
    others
        (U, K) the mean number of other units that did so at the same time, 0 where it did not.
    """

    begin: float
    events: int
    flows: int
    gains: NDArray[np.float64]
    held: NDArray[np.float64]
    part: NDArray[np.float64]
    others: NDArray[np.float64]


def look_back(
    state: State,
    runs: RingRuns,
    outcomes: Sequence[Outcome],
    *,
    most_lines: int,
    unit: NDArray[np.int32] | None = None,
    tie: float = TIE,
) -> Hindsight | None:
    """Return what more of each resource would have changed, by at most ``most_lines`` of the tape.

    ``runs`` are those of rings that ran by recurrence.

    ``unit`` (R,) numbers what gets more together, from 0; by default each resource does by itself. ``tie`` is
    how close levels are that count as the same, relatively. None where the tape is empty.
    """
    lines, number = _newest_lines(state.tape, most_lines)
    if not len(lines):
        return None
    begin = max(float(lines["value"][0]) if number > 0 else 0.0, runs.known_from())
    late = int(np.argmax((lines["kind"] == INSTANT) & (lines["value"] >= begin)))
    lines, number = lines[late:], number + late
    rings = runs_on(lines, runs)
    further = np.array([run.cause for run in rings.values()], dtype=np.int64)
    causes, slots = find_causes(lines, number, outcomes, further)
    units = np.arange(len(state.carried), dtype=np.int32) if unit is None else unit
    replay = ready_to_play(state, lines, causes, outcomes, number=number, units=units, tie=tie)
    play_with_rings(replay, rings, slots, begin=begin)
    reckon_all(replay, begin)
    watch = replay.watch
    is_flow = (lines["kind"] == END) & (lines["player"] == NOBODY)
    others = np.divide(watch.others, watch.held, out=np.zeros_like(watch.held), where=watch.held > 0)
    return Hindsight(
        begin=begin,
        events=int(np.count_nonzero(lines["kind"] == INSTANT)),
        flows=int(np.count_nonzero(is_flow)),
        gains=replay.prices.total,
        held=watch.held,
        part=watch.part,
        others=others,
    )


def look_back_at_each(state: State, runs: RingRuns) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the rows (F,) of arrivals that ended, and by how much sooner each would have with more (F, R).

    In s per byte/s, TOGETHER where resources are tied, by all of the tape; in the order of their ends. One
    pass with an outcome for each of them: memory grows with F times all rows of streams.
    """
    lines, number = _newest_lines(state.tape, len(state.tape.lines))
    ends = np.flatnonzero((lines["kind"] == END) & (lines["player"] == NOBODY))
    outcomes = [Outcome(moments=(2 * (number + end),)) for end in ends.tolist()]
    hindsight = look_back(state, runs, outcomes, most_lines=len(state.tape.lines))
    if hindsight is None:
        return lines["stream"][ends], np.empty((0, len(state.carried)))
    return lines["stream"][ends], hindsight.gains[:, :, TOGETHER].T


def _newest_lines(tape: Tape, most: int) -> tuple[NDArray[np.void], int]:
    """Return the newest whole instants of a tape, and how many lines were written before them."""
    room, written = len(tape.lines), int(tape.reel["lines"][0])
    kept = min(room, written, most)
    if kept == 0:
        return tape.lines[:0], 0
    lines = tape.lines[np.arange(written - kept, written) % room]
    has_path = (lines["kind"] >= END) & (lines["kind"] <= MOVED)
    oldest_path = int(tape.reel["path"][0]) - len(tape.paths)
    lost = np.flatnonzero(has_path & ((lines["link"] == NOBODY) | (lines["link"] < oldest_path)))
    instants = np.flatnonzero(lines["kind"] == INSTANT)
    if len(lost):
        instants = instants[instants > lost[-1]]
    if not len(instants):
        return lines[:0], 0
    return lines[instants[0] :], written - kept + int(instants[0])
