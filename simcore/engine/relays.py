"""From what comes sooner to what it waited for: gains and interest passed on along causes, backwards.

A line that stands for a cause passes on what is gained by its coming sooner: the end of a graph to the end
of its last task, the begin of a graph to what it was started because of, a JOINT to both that it waited for.
ALONE a JOINT passes on nothing, since more of one resource makes one of several come sooner, unless one and
the same unit held them all back. What an outcome waited for (``Watch``) is passed on within a graph, and not
beyond its begin: who started it says himself what is of interest before.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.engine.replay import NO_SLOT, Replay
from simcore.engine.tape import END, JOINT, OPENED, TOLD
from simcore.kernels import kernel
from simcore.solver.holders import ALONE, TOGETHER

NO_UNIT: Final = -1
WATCHED: Final = 2  # the column after TOGETHER and ALONE


@kernel
def give(replay: Replay, slot: int, amounts: NDArray[np.float64], row: int, share: float) -> None:
    """Put a share of ``amounts[row]`` down to a cause."""
    if slot != NO_SLOT:
        for outcome in range(amounts.shape[1]):
            replay.causes.gain[slot, outcome, TOGETHER] += share * amounts[row, outcome, TOGETHER]
            if replay.causes.is_tied[slot] == 0:
                replay.causes.gain[slot, outcome, ALONE] += share * amounts[row, outcome, ALONE]


@kernel
def watch_cause(replay: Replay, slot: int, stream: int) -> None:
    """Take an interest in the cause of a stream for as much as the stream is watched."""
    if slot != NO_SLOT:
        for outcome in range(replay.watch.weight.shape[1]):
            replay.causes.watched[slot, outcome] += replay.watch.weight[stream, outcome]


@kernel
def collect(replay: Replay, step: int) -> None:
    """Add up, in ``relayed``, what is gained by a line coming sooner, and how much of it is watched."""
    causes, relayed = replay.causes, replay.moment.relayed
    relayed[:] = 0.0
    for slot in (causes.own[step], causes.shared[step]):
        if slot != NO_SLOT:
            for outcome in range(relayed.shape[0]):
                for side in range(2):
                    relayed[outcome, side] += causes.gain[slot, outcome, side] / causes.size[slot]
                relayed[outcome, WATCHED] += causes.watched[slot, outcome] / causes.size[slot]


@kernel
def undo_relays(replay: Replay, first: int, last: int) -> None:
    """Pass on what lines from ``last`` back to ``first`` gain that stand for causes."""
    causes = replay.causes
    for step in range(last, first - 1, -1):
        line = replay.lines[step]
        if line.kind == JOINT:
            collect(replay, step)
            of_last = 1.0 / line.count
            alone = 1.0 if _unit_of(replay, 2 * (replay.number + step)) != NO_UNIT else 0.0
            _pass_on(replay, causes.waits_for[step], 1.0 - of_last, alone * (1.0 - of_last), 1.0 - of_last)
            _pass_on(replay, causes.also[step], of_last, alone * of_last, of_last)
        elif line.kind == TOLD:
            collect(replay, step)
            _pass_on(replay, causes.waits_for[step], 1.0, 1.0, 1.0)
        elif line.kind == OPENED:
            collect(replay, step)
            _pass_on(replay, causes.waits_for[step], 1.0, 1.0, 0.0)


@kernel
def _unit_of(replay: Replay, cause: int) -> int:
    """Return the unit that held back every end that a cause stands for, NO_UNIT where there is not one.

    Where what came at one time was held back by one unit alone, more of that makes all of it come sooner.
    """
    lines, unit = replay.lines, NO_UNIT
    while True:
        step, other = (cause >> 1) - replay.number, cause
        is_joint = step >= 0 and lines[step].kind == JOINT
        if is_joint:
            other = int(lines[step].value)
        end = (other >> 1) - replay.number
        if end < 0 or lines[end].kind != END or lines[end].other < 0:
            return NO_UNIT
        found = replay.prices.unit[lines[end].other]
        if unit != found and unit >= 0:
            return NO_UNIT
        unit = found
        if not is_joint:
            return int(unit)
        cause = lines[step].link


@kernel
def _pass_on(replay: Replay, slot: int, together: float, alone: float, watched: float) -> None:
    """Give a cause shares of what is ``relayed``."""
    causes, relayed = replay.causes, replay.moment.relayed
    if slot == NO_SLOT:
        return
    for outcome in range(relayed.shape[0]):
        causes.gain[slot, outcome, TOGETHER] += together * relayed[outcome, TOGETHER]
        if causes.is_tied[slot] == 0:
            causes.gain[slot, outcome, ALONE] += alone * relayed[outcome, ALONE]
        causes.watched[slot, outcome] += watched * relayed[outcome, WATCHED]
