"""Graphs on the tape: what more of each resource gains them, by hand and against runs that had it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from simcore.engine.causes import Outcome
from simcore.engine.loop import Engine
from simcore.solver.holders import ALONE, TOGETHER
from simcore.traffic.graph import NO_ROUTE, TaskGraph
from simcore.traffic.streams import Stage, StreamTable
from tests.simcore.engine.hindsights import differences, ended, hindsight_on
from tests.simcore.engine.players import Act, Script, each, run


def links(*resources: int) -> StreamTable:
    """Return a route over each of ``resources``."""
    return StreamTable.of([[resource] for resource in resources])


def graph_of(graph: TaskGraph, *, tag: int = 0) -> Act:
    """Return the act of starting a graph."""

    def act(stage: Stage) -> None:
        assert isinstance(stage, Engine)
        stage.start_graph(stage.add_graph(graph), player=0, tag=tag)

    return act


def test_a_chain_through_a_delay_and_a_lag_is_worth_the_sum_of_its_parts() -> None:
    # 6 / C0, then 1 s of lag and 2 s of delay, then 8 / C1: each is worth size over rate squared.
    graph = TaskGraph.of([[], [0]], seconds=[0, 2], size=[6, 8], route=[0, 1], routes=links(0, 1), lag=1)
    hindsight = hindsight_on([2.0, 4.0], graph_of(graph))
    assert_allclose(hindsight.gains[:, 0, ALONE], [6 / 4, 8 / 16])
    assert_allclose(hindsight.gains[:, 0, TOGETHER], [6 / 4, 8 / 16])
    # Of the 8 s the graph takes, 3 s and 2 s were spent in bytes.
    assert_allclose(hindsight.part[:, 0], [3, 2])


def test_a_task_owes_its_start_to_the_last_of_those_it_waits_for() -> None:
    # Task 2 waits for 6 bytes at 2 bytes/s and for 6 bytes at 3 bytes/s: the second is early.
    graph = TaskGraph.of([[], [], [0, 1]], size=[6, 6, 4], route=[0, 1, 2], routes=links(0, 1, 2))
    hindsight = hindsight_on([2.0, 3.0, 1.0], graph_of(graph))
    assert_allclose(hindsight.gains[:, 0, ALONE], [6 / 4, 0, 4])
    assert_allclose(hindsight.held[:, 0], [3, 0, 4])


def test_of_three_that_are_waited_for_alike_each_has_a_third_and_none_of_them_alone_anything() -> None:
    graph = TaskGraph.of([[], [], [], [0, 1, 2]], size=[6, 6, 6, 4], route=range(4), routes=links(0, 1, 2, 3))
    hindsight = hindsight_on([2.0, 2.0, 2.0, 1.0], graph_of(graph))
    assert_allclose(hindsight.gains[:, 0, ALONE], [0, 0, 0, 4])
    assert_allclose(hindsight.gains[:, 0, TOGETHER], [0.5, 0.5, 0.5, 4])
    assert_allclose(hindsight.held[:, 0], [3, 3, 3, 4])
    assert_allclose(hindsight.part[:, 0], [1, 1, 1, 4])
    assert_allclose(hindsight.others[:, 0], [2, 2, 2, 0])


def test_paths_that_meet_at_one_time_by_other_roundings_are_tied() -> None:
    # 0.1 three times and 0.3 once: 0.30000000000000004 and 0.3.
    graph = TaskGraph.of(
        [[], [0], [1], [], [2, 3]], size=[0.1, 0.1, 0.1, 0.3, 1], route=[0, 0, 0, 1, 2], routes=links(0, 1, 2)
    )
    hindsight = hindsight_on([1.0, 1.0, 1.0], graph_of(graph))
    assert_allclose(hindsight.gains[:, 0, TOGETHER], [0.15, 0.15, 1])
    assert_allclose(hindsight.gains[:, 0, ALONE], [0, 0, 1], atol=1e-12)


def test_the_end_of_a_graph_is_put_down_to_whatever_ends_it() -> None:
    # Two tasks end at 3 s, but the lag of the second's message to a third is a second longer.
    graph = TaskGraph.of(
        [[], [], [0], [1]], size=[6, 6, 0, 0], route=[0, 1, -1, -1], routes=links(0, 1), lag=[1.0, 2.0]
    )
    hindsight = hindsight_on([2.0, 2.0], graph_of(graph))
    assert_allclose(hindsight.gains[:, 0, ALONE], [0, 1.5])


def test_a_graph_that_waits_for_another_begins_sooner_with_it() -> None:
    first, second = (TaskGraph.of([[]], size=6, route=0, routes=links(row)) for row in (0, 1))

    told: list[int] = []

    def go_on(stage: Stage) -> None:
        graph_of(second, tag=1)(stage)

    engine = Engine(np.array([2.0, 3.0]), tape_lines=64)
    engine.add_player(Script(graph_of(first), {0: go_on, 1: lambda stage: told.append(stage.because)}))
    engine.begin()
    run(engine)
    hindsight = engine.hindsight([Outcome(moments=(told[0],), awaited=(told[0],))])
    assert hindsight is not None
    assert_allclose(hindsight.gains[:, 0, ALONE], [6 / 4, 6 / 9])
    # What the second waited for is its own; what was before, its player says.
    assert_allclose(hindsight.held[:, 0], [0, 2])


def test_rounds_of_a_ring_go_back_along_the_slow_edge() -> None:
    """Edge 2 at half the rate sends its 6 pieces of 5 one after the other: 30 / C2."""
    count = 4
    ring = TaskGraph.of(
        [[(rank - 1) % count] for rank in range(count)],
        size=5.0,
        route=np.arange(count),
        routes=links(*range(count)),
        ahead=1,
        rounds=6,
    )
    hindsight = hindsight_on([10.0, 10.0, 5.0, 10.0], graph_of(ring))
    assert_allclose(hindsight.gains[:, 0, ALONE], [0, 0, 30 / 25, 0], atol=1e-12)
    assert_allclose(hindsight.held[:, 0], [0, 0, 6, 0], atol=1e-12)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(1, 14))
def test_of_random_graphs_beside_flows_it_is_the_difference_to_runs_with_more(seed: int, count: int) -> None:
    random = np.random.default_rng(seed)
    capacity = random.uniform(0.5, 3, 5).tolist()
    graphs = [random_graph(random, count, rounds) for rounds in (1, 3)]
    paths = [random.choice(5, random.integers(1, 4), replace=False) for _ in range(4)]
    sizes, starts = random.uniform(0.5, 3, 4), random.uniform(0, 4, 4)

    def flows(stage: Stage) -> None:
        stage.add_arrivals(StreamTable.of(paths), sizes, starts)

    act = each(flows, graph_of(graphs[0]), graph_of(graphs[1], tag=1))
    found = hindsight_on(capacity, act).gains[:, 0]
    expected = differences(capacity, act)
    assert_allclose(found[:, TOGETHER], expected, rtol=1e-4, atol=1e-4)
    assert_allclose(found[:, ALONE], expected, rtol=1e-4, atol=1e-4)


def random_graph(random: np.random.Generator, count: int, rounds: int) -> TaskGraph:
    """Return a graph without ties, whose tasks wait for earlier ones, or for later ones a round before."""
    after = [random.choice(count, min(count, random.integers(0, 4)), replace=False) for _ in range(count)]
    if rounds == 1:
        after = [row[row < task] for task, row in enumerate(after)]
    ahead = [np.where(row < task, 0, random.integers(1, 3, len(row))) for task, row in enumerate(after)]
    entries = sum(len(row) for row in after)
    route = random.integers(NO_ROUTE, 6, count)
    return TaskGraph.of(
        after,
        seconds=np.where(random.random(count) < 0.4, random.uniform(0, 1, count), 0.0),
        size=np.where(route >= 0, random.uniform(0.2, 1.5, count), 0.0),
        route=route,
        routes=StreamTable.of([random.choice(5, random.integers(1, 4), replace=False) for _ in range(6)]),
        lag=np.where(random.random(entries) < 0.4, random.uniform(0, 0.5, entries), 0.0),
        ahead=np.concatenate([np.empty(0, dtype=np.int64), *ahead]),
        rounds=rounds,
    )


@pytest.mark.parametrize("tape_lines", [0, 4096])
def test_a_tape_changes_nothing_of_a_graph(tape_lines: int) -> None:
    graph = random_graph(np.random.default_rng(5), 12, 3)
    engine = Engine(np.ones(5), tape_lines=tape_lines)
    engine.add_player(Script(graph_of(graph)))
    engine.begin()
    plain, _, _ = ended([1.0] * 5, graph_of(graph))
    assert run(engine).task_ends(0).tobytes() == plain.task_ends(0).tobytes()
