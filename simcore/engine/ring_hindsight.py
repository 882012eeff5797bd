"""Hindsight through rings that ran by recurrence: they take part in the playing back of a tape.

The tape is played back to the instant at which a run ended. Then it is known what all that followed from it
is worth, the run is gone through by itself (``simcore.engine.retrace``), and what it was started because of
gains in turn.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.engine.playback import play_back
from simcore.engine.replay import NO_SLOT, Replay
from simcore.engine.retrace import Retraced, Retracing
from simcore.engine.ring_path import WATCHED, Ports
from simcore.engine.ring_runs import RingRun, RingRuns
from simcore.engine.tape import NOBODY, PORT
from simcore.solver.holders import ALONE, TOGETHER


@dataclass(frozen=True, slots=True)
class _Spell:
    """A run that an outcome waited for, (U,) for how long units held it, and how many on average."""

    outcome: int
    begin: float
    end: float
    held: NDArray[np.float64]
    crowd: float


def runs_on(lines: NDArray[np.void], runs: RingRuns) -> dict[int, RingRun]:
    """Return the runs, by number, from which something follows on ``lines``, as far as they are kept."""
    found = {number: runs.run(number) for number in np.unique(lines["link"][lines["kind"] == PORT]).tolist()}
    return {number: run for number, run in found.items() if run is not None}


def play_with_rings(
    replay: Replay, runs: dict[int, RingRun], slots: NDArray[np.int32], *, begin: float
) -> None:
    """Play all lines back, with ``runs``, down to ``begin``; ``slots`` (runs,) are those of their causes."""
    lines = replay.lines
    ports = np.flatnonzero(lines["kind"] == PORT)
    stop = {number: int(ports[lines["link"][ports] == number][0]) for number in runs}
    slot = dict(zip(runs, slots.tolist(), strict=True))
    last, spells = len(lines) - 1, list[_Spell]()
    for number in sorted(runs, key=lambda each: -stop[each]):
        last = play_back(replay, last, stop[number])
        of_run = ports[lines["link"][ports] == number]
        spells.extend(_go_through(replay, runs[number], of_run, slot[number], begin))
    play_back(replay, last, -1)
    _count_others(replay, spells)


def _go_through(
    replay: Replay, run: RingRun, steps: NDArray[np.intp], slot: int, begin: float
) -> list[_Spell]:
    """Go back through a run from its ports, which are the lines ``steps``."""
    amounts = _amounts(replay, steps)
    if run.end <= begin or run.ring.piece == 0.0 or not amounts.any():
        return []
    retracing, lines = Retracing(run, begin, replay.prices.unit), replay.lines[steps]
    spells = []
    if lines["stream"][0] == NOBODY:
        # All outcomes follow from one moment: they go the same way back.
        way = retracing.back_from(retracing.arrival())
        found = [_scaled(way, of_outcome) for of_outcome in amounts[0]]
    else:
        found = [
            retracing.back_from(
                Ports(
                    lines["stream"].copy(),
                    lines["count"].copy(),
                    lines["other"].copy(),
                    np.ascontiguousarray(amounts[:, outcome]),
                )
            )
            for outcome in range(amounts.shape[1])
        ]
    for outcome, way in enumerate(found):
        _add(replay, outcome, way, slot)
        if way.crowd > 0.0:
            spells.append(_Spell(outcome, max(begin, run.since[0]), run.end, way.held, way.crowd))
    return spells


def _amounts(replay: Replay, steps: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return what follows from ports: (P, K, 3)."""
    causes = replay.causes
    amounts = np.zeros((len(steps), causes.gain.shape[1], 3))
    for slots in (causes.own[steps], causes.shared[steps]):
        has_slot = slots != NO_SLOT
        known = slots[has_slot]
        amounts[has_slot, :, :WATCHED] += causes.gain[known] / causes.size[known, None, None]
        amounts[has_slot, :, WATCHED] += causes.watched[known] / causes.size[known, None]
    return amounts


def _scaled(way: Retraced, amounts: NDArray[np.float64]) -> Retraced:
    """Return a way back for a moment that is worth ``amounts`` (3,) instead of 1."""
    is_watched = amounts[WATCHED] > 0.0
    return Retraced(
        gains=way.gains * amounts[:WATCHED],
        begun=way.begun * amounts,
        held=way.held * is_watched,
        part=way.part * amounts[WATCHED],
        others=way.others * is_watched,
        crowd=way.crowd * is_watched,
    )


def _add(replay: Replay, outcome: int, way: Retraced, slot: int) -> None:
    """Add what was found of a run to what the whole tape says."""
    replay.prices.total[:, outcome] += way.gains
    replay.watch.held[:, outcome] += way.held
    replay.watch.part[:, outcome] += way.part
    replay.watch.others[:, outcome] += way.others
    if slot != NO_SLOT:
        causes = replay.causes
        causes.gain[slot, outcome, TOGETHER] += way.begun[TOGETHER]
        if not causes.is_tied[slot]:
            causes.gain[slot, outcome, ALONE] += way.begun[ALONE]


def _count_others(replay: Replay, spells: list[_Spell]) -> None:
    """Count what held other runs at the same time among the others of what held one, by their means."""
    spells = sorted(spells, key=lambda spell: (spell.outcome, spell.begin))
    for row, one in enumerate(spells):
        for other in spells[row + 1 :]:
            overlap = min(one.end, other.end) - other.begin
            if other.outcome != one.outcome or overlap <= 0.0:
                break
            for spell, beside in ((one, other), (other, one)):
                share = overlap / (spell.end - spell.begin)
                replay.watch.others[:, spell.outcome] += share * beside.crowd * spell.held
