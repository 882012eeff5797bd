"""Players that do what a test tells them, and write down what they were told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simcore.engine.loop import Engine
from simcore.traffic.streams import Stage, StreamTable

Act = Callable[[Stage], None]


@dataclass
class Script:
    """Does ``opening`` at the beginning, and the act of a tag when its group ends or its timer fires."""

    opening: Act = lambda stage: None
    on_end: dict[int, Act] = field(default_factory=dict)
    on_timer: dict[int, Act] = field(default_factory=dict)
    heard: list[tuple[str, int, float]] = field(default_factory=list)

    def begin(self, stage: Stage) -> None:
        self.opening(stage)

    def group_ended(self, tag: int, stage: Stage) -> None:
        self.heard.append(("end", tag, stage.time))
        self.on_end.get(tag, lambda stage: None)(stage)

    def timer(self, tag: int, stage: Stage) -> None:
        self.heard.append(("timer", tag, stage.time))
        self.on_timer.get(tag, lambda stage: None)(stage)


def engine_of(capacity: Sequence[float], *players: Script) -> Engine:
    """Return an engine that has not begun."""
    engine = Engine(np.array(capacity, dtype=float))
    for player in players:
        engine.add_player(player)
    return engine


def starting(paths: Sequence[Sequence[int]], sizes: Sequence[float], *, tag: int = 0) -> Act:
    """Return the act of registering streams over ``paths`` and starting them as one group of player 0."""

    def act(stage: Stage) -> None:
        row = stage.add_streams(StreamTable.of(paths))
        streams = np.arange(row, row + len(paths), dtype=np.int32)
        stage.start(streams, np.array(sizes, dtype=float), player=0, tag=tag)

    return act


def each(*acts: Act) -> Act:
    """Return the act of doing all ``acts``, in order."""

    def act(stage: Stage) -> None:
        for one in acts:
            one(stage)

    return act


def run(engine: Engine, until: float = np.inf) -> Engine:
    """Advance until nothing is left or ``until``, however many calls it takes."""
    while not engine.advance(until):
        pass
    return engine


def played(
    capacity: NDArray[np.float64],
    table: StreamTable,
    size: NDArray[np.float64],
    start: NDArray[np.float64],
) -> Engine:
    """Return the engine after a run of arrivals alone; stream s of ``table`` is its row s."""
    engine = Engine(capacity)
    engine.add_arrivals(table, size, start)
    return run(engine)
