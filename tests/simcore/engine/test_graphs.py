"""Graphs of tasks in the engine: by hand, by longest paths, and against a player that starts each task."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.engine.loop import Engine
from simcore.traffic.graph import NO_ROUTE, TaskGraph
from simcore.traffic.streams import Stage, StreamTable
from tests.simcore.engine.players import Script, engine_of, run, starting


def played(capacity: Sequence[float], *graphs: TaskGraph) -> tuple[Engine, Script]:
    """Return the engine after all graphs have run from time 0 on, and the player who started them."""
    player = Script()
    engine = engine_of(capacity, player)
    for tag, graph in enumerate(graphs):
        engine.start_graph(engine.add_graph(graph), player=0, tag=tag)
    engine.begin()
    return run(engine), player


def test_a_task_lasts_its_delay_and_then_its_bytes() -> None:
    graph = TaskGraph.of([[], [0]], seconds=[1.0, 2.0], size=[0.0, 50.0], route=[-1, 0], routes=one(0))
    engine, player = played([10.0], graph)
    assert engine.task_ends(0) == pytest.approx([1.0, 8.0], rel=1e-12)
    assert player.heard == [("end", 0, pytest.approx(8.0, rel=1e-12))]


def test_a_task_waits_for_the_last_of_those_before_it_and_for_its_lag() -> None:
    graph = TaskGraph.of([[], [], [0, 1]], seconds=[1.0, 3.0, 1.0], lag=[2.5, 0.0])
    engine, _ = played([1.0], graph)
    assert engine.task_ends(0) == pytest.approx([1.0, 3.0, 4.5], rel=1e-12)


def test_the_end_of_a_graph_is_told_when_the_last_lag_is_over() -> None:
    """The one task ends its second round at 2; what it sends to itself arrives at 2.5 a second time: 2.5."""
    graph = TaskGraph.of([[0]], seconds=1.0, lag=0.25, ahead=1, rounds=2)
    _, player = played([1.0], graph)
    assert player.heard == [("end", 0, pytest.approx(2.5, rel=1e-12))]


def test_streams_of_two_graphs_share_a_link() -> None:
    """Each gets 5 until the short one ends at 4; the long one has 80 left at 10: 12."""
    short, long = (TaskGraph.of([[]], size=size, route=0, routes=one(0)) for size in (20.0, 100.0))
    engine, player = played([10.0], short, long)
    assert player.heard == [("end", 0, pytest.approx(4.0)), ("end", 1, pytest.approx(12.0))]
    assert engine.carried() == pytest.approx([120.0], rel=1e-12)


def test_a_stream_of_a_player_slows_the_tasks_it_meets() -> None:
    """20 alone until t = 2; then 5 a second each: of the 80 left 50 are gone by 12, where the other ends."""
    player = Script(on_timer={1: starting([[0]], [50.0], tag=9)})
    engine = engine_of([10.0], player)
    engine.start_graph(
        engine.add_graph(TaskGraph.of([[]], size=100.0, route=0, routes=one(0))), player=0, tag=0
    )
    engine.begin()
    engine.set_timer(2.0, player=0, tag=1)
    run(engine)
    assert player.heard[1:] == [("end", 9, pytest.approx(12.0)), ("end", 0, pytest.approx(15.0))]


def test_a_graph_of_nothing_ends_at_once() -> None:
    _, player = played([1.0], TaskGraph.of([]))
    assert player.heard == [("end", 0, 0.0)]


def test_a_graph_can_be_started_again_when_it_has_ended_and_not_before() -> None:
    graph = TaskGraph.of([[], [0]], seconds=1.0, size=10.0, route=0, routes=one(0))
    engine, player = played([10.0], graph)
    engine.start_graph(0, player=0, tag=5)
    with pytest.raises(ValueError, match="running already"):
        engine.start_graph(0, player=0, tag=6)
    run(engine)
    assert player.heard[-1] == ("end", 5, pytest.approx(8.0, rel=1e-12))


@pytest.mark.parametrize("lag", [0.0, 0.125])
def test_tasks_in_rounds_that_wait_for_a_neighbour_are_a_ring(lag: float) -> None:
    """Every round takes as long as a piece and the lag, whoever waits: 7 rounds of 5/10 s and the lag."""
    count = 4
    graph = TaskGraph.of(
        [[(rank - 1) % count] for rank in range(count)],
        size=5.0,
        route=np.arange(count),
        routes=StreamTable.of([[rank] for rank in range(count)]),
        lag=lag,
        ahead=1,
        rounds=7,
    )
    engine, player = played([10.0] * count, graph)
    assert player.heard == [("end", 0, pytest.approx(7 * (0.5 + lag), rel=1e-12))]
    assert engine.carried() == pytest.approx([35.0] * count, rel=1e-12)


def test_a_neighbour_that_runs_ahead_is_not_forgotten() -> None:
    """Task 0 ends at 1, 2, 3; task 1 needs 2 s for each of them, from 1 s on: 3, 5, 7."""
    graph = TaskGraph.of([[], [0]], seconds=[1.0, 2.0], rounds=3)
    engine, _ = played([1.0], graph)
    assert engine.task_ends(0) == pytest.approx([3.0, 7.0], rel=1e-12)


def test_rows_follow_the_streams_that_are_active_and_not_the_tasks() -> None:
    """10,000 tasks one after the other, four at a time."""
    after = [[]] * 4 + [[task - 4] for task in range(4, 10_000)]
    graph = TaskGraph.of(after, size=1.0, route=np.arange(10_000) % 4, routes=one(0, 1, 2, 3))
    engine, _ = played([1.0] * 4, graph)
    assert engine.task_ends(0).max() == pytest.approx(2500.0)
    assert engine.rows <= 128


def test_how_often_the_engine_comes_back_has_no_influence() -> None:
    graph = random_graph(np.random.default_rng(3), 60)
    whole, _ = played([1.0] * 5, graph)
    player = Script()
    engine = engine_of([1.0] * 5, player)
    engine.start_graph(engine.add_graph(graph), player=0, tag=0)
    while not engine.advance(np.inf, event_budget=1):
        pass
    assert engine.task_ends(0).tobytes() == whole.task_ends(0).tobytes()


@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_tasks_without_bytes_end_by_the_longest_path(seed: int, count: int) -> None:
    graph = random_graph(np.random.default_rng(seed), count, moves=False)
    ends = np.zeros(count)
    for task in range(count):
        entries = slice(graph.first[task], graph.first[task + 1])
        ends[task] = graph.seconds[task] + np.max(
            ends[graph.after[entries]] + graph.lag[entries], initial=0.0
        )
    engine, _ = played([1.0] * 5, graph)
    assert engine.task_ends(0) == pytest.approx(ends, rel=1e-12)


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_a_graph_runs_as_if_a_player_started_each_task(seed: int, count: int) -> None:
    graph = random_graph(np.random.default_rng(seed), count)
    engine, _ = played([1.0] * 5, graph)
    player = ByHand(graph)
    other = Engine(np.ones(5))
    other.add_player(player)
    other.begin()
    run(other)
    assert engine.task_ends(0) == pytest.approx(player.ends, rel=1e-9)
    assert engine.carried() == pytest.approx(other.carried(), rel=1e-9)


def one(*resources: int) -> StreamTable:
    """Return a route over each of ``resources``."""
    return StreamTable.of([[resource] for resource in resources])


def random_graph(random: np.random.Generator, count: int, *, moves: bool = True) -> TaskGraph:
    """Return a graph whose tasks wait for earlier ones; times and sizes repeat, so that ties are common."""
    after = [random.choice(task, min(task, random.integers(0, 4)), replace=False) for task in range(count)]
    entries = sum(len(each) for each in after)
    routes = [random.choice(5, random.integers(1, 4), replace=False) for _ in range(6)]
    route = random.integers(NO_ROUTE, 6, count) if moves else np.full(count, NO_ROUTE)
    return TaskGraph.of(
        after,
        seconds=random.integers(0, 3, count) / 2,
        size=np.where(route >= 0, random.integers(0, 4, count), 0) / 2,
        route=route,
        routes=StreamTable.of(routes),
        lag=random.integers(0, 2, entries) / 4,
    )


@dataclass
class ByHand:
    """Runs a graph by timers and groups, one a task. Timers: 3 t: its delay is over; 3 t + 1: look again."""

    graph: TaskGraph
    ends: np.ndarray = field(init=False)
    begun: set[int] = field(default_factory=set)

    def begin(self, stage: Stage) -> None:
        self.ends = np.full(self.graph.count, np.nan)
        self.look(stage)

    def look(self, stage: Stage) -> None:
        for task in range(self.graph.count):
            entries = slice(self.graph.first[task], self.graph.first[task + 1])
            arrives = np.max(self.ends[self.graph.after[entries]] + self.graph.lag[entries], initial=0.0)
            if task not in self.begun and arrives <= stage.time:
                self.begun.add(task)
                stage.set_timer(stage.time + self.graph.seconds[task], player=0, tag=3 * task)

    def timer(self, tag: int, stage: Stage) -> None:
        task = tag // 3
        if tag % 3:
            self.look(stage)
        elif self.graph.route[task] == NO_ROUTE:
            self.end(task, stage)
        else:
            routes, row = self.graph.routes, self.graph.route[task]
            entries = slice(routes.first[row], routes.first[row + 1])
            stream = stage.add_streams(StreamTable.of([routes.resource[entries]]))
            stage.start(
                np.array([stream], dtype=np.int32), np.array([self.graph.size[task]]), player=0, tag=task
            )

    def group_ended(self, tag: int, stage: Stage) -> None:
        self.end(tag, stage)

    def end(self, task: int, stage: Stage) -> None:
        self.ends[task] = stage.time
        self.look(stage)
        for lag in np.unique(self.graph.lag[self.graph.lag > 0]):
            stage.set_timer(stage.time + lag, player=0, tag=3 * task + 1)
