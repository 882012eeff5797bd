"""What is asked of a run, and what everything on its tape waited for."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.engine.replay import NO_SLOT, Causes
from simcore.engine.tape import END, INSTANT, JOINT, NOBODY, OPENED, PORT, RESUME, START, TOLD
from simcore.traffic.streams import TIED

# Lines that have a cause, and those that are told to a player.
HAVE_CAUSES: Final = (START, RESUME, JOINT, TOLD, OPENED)
ARE_TOLD: Final = (END, TOLD, PORT)


class Flows(Enum):
    """Which ends of streams that nobody is told of count in an outcome."""

    NONE = "none"
    LAST = "last"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sum of moments that should come sooner.

    Attributes
    ----------
    moments
        Causes of the moments, each with weight 1.
    awaited
        Causes of ends of streams whose bottlenecks are of interest.
    flows
        Ends of arrivals that count as both.
    """

    moments: tuple[int, ...] = ()
    awaited: tuple[int, ...] = ()
    flows: Flows = Flows.NONE


def find_causes(
    lines: NDArray[np.void], number: int, outcomes: Sequence[Outcome], further: NDArray[np.int64]
) -> tuple[Causes, NDArray[np.int32]]:
    """Return the slots of all that is waited for, and those of ``further`` causes; NO_SLOT for the unknown.

    ``number`` lines were written before ``lines``.
    """
    waiting = np.flatnonzero(np.isin(lines["kind"], HAVE_CAUSES))
    joints = np.flatnonzero(lines["kind"] == JOINT)
    told = np.flatnonzero(np.isin(lines["kind"], ARE_TOLD))
    arrivals = told[(lines["kind"][told] == END) & (lines["player"][told] == NOBODY)]
    last_flow = [2 * (number + int(arrivals[-1]))] if len(arrivals) else []
    moments = [each.moments + _last(each, last_flow) for each in outcomes]
    awaited = [each.awaited + _last(each, last_flow) for each in outcomes]
    named = np.array([cause for causes in moments + awaited for cause in causes], dtype=np.int64)
    others = lines["value"][joints].astype(np.int64)
    all_causes = np.unique(np.concatenate([lines["link"][waiting], others, named, further]))
    all_causes = all_causes[all_causes >= 2 * number] - 2 * number
    is_tied = (all_causes & TIED) == TIED
    # Whatever ended at the same time for the same player was waited for together with a tied cause.
    instant = np.cumsum(lines["kind"] == INSTANT)
    together = instant * (1 << 16) + lines["player"]
    own = np.full(len(lines), NO_SLOT, dtype=np.int32)
    shared, waits_for, also = own.copy(), own.copy(), own.copy()
    own[all_causes[~is_tied] >> 1] = np.flatnonzero(~is_tied)
    keys = together[all_causes[is_tied] >> 1]
    order = np.argsort(keys, kind="stable")
    size = np.ones(len(all_causes), dtype=np.int32)
    if len(keys):
        place = np.minimum(np.searchsorted(keys[order], together[told]), len(keys) - 1)
        fits = keys[order][place] == together[told]
        shared[told[fits]] = np.flatnonzero(is_tied)[order[place[fits]]]
        size = np.maximum(np.bincount(shared[told[fits]], minlength=len(all_causes)), 1).astype(np.int32)

    def slot_of(cause: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the slot of each cause, NO_SLOT for those that lie before the lines."""
        slot = np.searchsorted(all_causes, cause - 2 * number)
        if len(keys):
            # Of tied causes that end together one slot stands for all.
            of_line = shared[np.maximum((cause >> 1) - number, 0)]
            slot = np.where((cause & TIED) == TIED, of_line, slot)
        return np.where(cause < 2 * number, NO_SLOT, slot).astype(np.int32)

    waits_for[waiting] = slot_of(lines["link"][waiting])
    also[joints] = slot_of(others)
    gain = np.zeros((len(all_causes), len(outcomes), 2))
    watched = np.zeros((len(all_causes), len(outcomes)))
    for row in range(len(outcomes)):
        for cause, slot in zip(moments[row], slot_of(np.array(moments[row], dtype=np.int64)), strict=True):
            if slot != NO_SLOT:
                gain[slot, row] += [1.0, 0.0 if cause & TIED else 1.0]
        slots = slot_of(np.array(awaited[row], dtype=np.int64))
        watched[slots[slots != NO_SLOT], row] = 1.0
    causes = Causes(own, shared, waits_for, also, size, is_tied.astype(np.int8), gain, watched)
    return causes, slot_of(further)


def _last(outcome: Outcome, last_flow: list[int]) -> tuple[int, ...]:
    return tuple(last_flow) if outcome.flows is Flows.LAST else ()
