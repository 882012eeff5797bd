"""What more of each resource gains the last group of a script: by hindsight, and by runs with more."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.engine.causes import Outcome
from simcore.engine.loop import Engine
from simcore.engine.pathwise import Hindsight
from simcore.traffic.streams import Stage
from tests.simcore.engine.players import Act, Script, each, run

STEP = 1e-6
Later = Sequence[tuple[float, Act]]


def ended(capacity: Sequence[float], act: Act, *, later: Later = ()) -> tuple[Engine, float, int]:
    """Return the engine after ``act`` at time 0, and when and because of what its last group ended.

    ``later`` are acts at times (s).
    """
    told: list[tuple[float, int]] = []

    class Listener(Script):
        def group_ended(self, tag: int, stage: Stage) -> None:
            super().group_ended(tag, stage)
            told.append((stage.time, stage.because))

    def set_timers(stage: Stage) -> None:
        for row, (at, _) in enumerate(later):
            stage.set_timer(at, player=0, tag=row)

    engine = Engine(np.array(capacity, dtype=float), tape_lines=1 << 13)
    acts = {row: deed for row, (_, deed) in enumerate(later)}
    engine.add_player(Listener(each(set_timers, act), on_timer=acts))
    engine.begin()
    run(engine)
    return engine, *told[-1]


def hindsight_on(capacity: Sequence[float], act: Act, *, later: Later = ()) -> Hindsight:
    """Return what more of each resource gains the end of the last group, which is awaited."""
    engine, _, cause = ended(capacity, act, later=later)
    hindsight = engine.hindsight([Outcome(moments=(cause,), awaited=(cause,))])
    assert hindsight is not None
    return hindsight


def differences(capacity: Sequence[float], act: Act, *, later: Later = ()) -> NDArray[np.float64]:
    """Return (R,) by how much sooner the last group ends for more of each resource, by runs with more."""
    found = []
    for resource in range(len(capacity)):
        ends = []
        for sign in (1, -1):
            other = list(capacity)
            other[resource] += sign * STEP
            ends.append(ended(other, act, later=later)[1])
        found.append((ends[1] - ends[0]) / (2 * STEP))
    return np.array(found)
