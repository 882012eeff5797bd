"""Rings by recurrence in hindsight: by hand, as the same ring as a graph, and against runs that had more."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from simcore.engine.causes import Outcome
from simcore.engine.loop import Engine
from simcore.solver.holders import ALONE, TOGETHER
from simcore.traffic.collectives.ring_steps import StepRing
from simcore.traffic.streams import TIED, Stage, StreamTable
from tests.simcore.engine.hindsights import Later, differences, ended, hindsight_on
from tests.simcore.engine.players import Act, Script, each, run


def ring_of(count: int, *, latency: float | Sequence[float] = 0.0, first: int = 0) -> StepRing:
    """Return a ring with pieces of 5 bytes whose edge r is resource ``first`` + r."""
    delays = np.array(np.broadcast_to(np.asarray(latency, dtype=float), (count,)))
    edges = StreamTable.of([[first + edge] for edge in range(count)], latency=delays)
    return StepRing(edges, 5.0, 2 * (count - 1))


def going(ring: StepRing, *, tag: int = 0) -> Act:
    """Return the act of starting a ring."""
    return lambda stage: stage.start_ring(stage.add_ring(ring), player=0, tag=tag)


def as_graph(ring: StepRing) -> Act:
    """Return the act of starting a ring as a graph."""

    def act(stage: Stage) -> None:
        assert isinstance(stage, Engine)
        stage.start_graph(stage.add_graph(ring.graph()), player=0, tag=0)

    return act


def giving(resource: int, capacity: float) -> Act:
    """Return the act of giving a resource a capacity."""
    return lambda stage: stage.set_capacity(
        np.array([resource], dtype=np.int32), np.array([capacity], dtype=float)
    )


def losing(resource: int, amount: float) -> Act:
    """Return the act of taking capacity from a resource."""
    return lambda stage: giving(resource, float(stage.capacity()[resource]) - amount)(stage)


def arriving(path: Sequence[int], size: float) -> Act:
    """Return the act of letting a stream arrive now."""
    return lambda stage: stage.add_arrivals(StreamTable.of([path]), np.array([size]), np.array([stage.time]))


def test_a_slow_edge_is_worth_all_its_pieces() -> None:
    """It sends 6 pieces of 5 bytes at 5 bytes/s, one after the other: 30 / C2."""
    hindsight = hindsight_on([10.0, 10.0, 5.0, 10.0], going(ring_of(4)))
    assert_allclose(hindsight.gains[:, 0, ALONE], [0, 0, 30 / 25, 0], atol=1e-12)
    assert_allclose(hindsight.gains[:, 0, TOGETHER], [0, 0, 30 / 25, 0], atol=1e-12)
    assert_allclose(hindsight.held[:, 0], [0, 0, 6, 0])
    assert_allclose(hindsight.part[:, 0], [0, 0, 6, 0])


def test_on_equal_edges_more_of_one_alone_is_worth_nothing_and_of_all_what_every_step_takes() -> None:
    """6 steps of 5 / C: 30 / C**2 for more of all, a quarter of it each."""
    hindsight = hindsight_on([10.0] * 4, going(ring_of(4)))
    assert_allclose(hindsight.gains[:, 0, ALONE], 0)
    assert_allclose(hindsight.gains[:, 0, TOGETHER], 30 / 100 / 4)
    assert_allclose(hindsight.held[:, 0], 3)
    assert_allclose(hindsight.part[:, 0], 3 / 4)
    assert_allclose(hindsight.others[:, 0], 3)


def test_an_edge_that_degrades_in_the_middle_of_a_piece_is_worth_what_it_sent_before_and_after() -> None:
    # Two members, 2 steps. Edge 1 has sent C1 / 4 when it falls to 5 bytes/s, by a fault that keeps its rate:
    # (10 - C1 / 4) / 5 s are left, so one byte/s more until then is worth 1 / 20 s.
    hindsight = hindsight_on([10.0, 10.0], going(ring_of(2)), later=[(0.25, giving(1, 5.0))])
    # And one more after 0.25 s is worth 7.5 / 25.
    assert_allclose(hindsight.gains[:, 0, ALONE], [0, 1 / 20 + 7.5 / 25], atol=1e-12)


def test_what_started_a_ring_gains_by_the_ring() -> None:
    # 6 bytes over resource 2, then the ring; of two rings one after the other the first is worth as much.
    started: list[int] = []

    def opening(stage: Stage) -> None:
        row = stage.add_streams(StreamTable.of([[2]]))
        stage.start(np.array([row], dtype=np.int32), np.array([6.0]), player=0, tag=0)

    def note(stage: Stage) -> None:
        started.append(stage.because)

    engine = Engine(np.array([10.0, 5.0, 3.0]), tape_lines=64)
    engine.add_player(Script(opening, {0: going(ring_of(2), tag=1), 1: going(ring_of(2), tag=2), 2: note}))
    engine.begin()
    run(engine)
    hindsight = engine.hindsight([Outcome(moments=(started[0],), awaited=(started[0],))])
    assert hindsight is not None
    assert_allclose(hindsight.gains[:, 0, ALONE], [0, 2 * 10 / 25, 6 / 9], atol=1e-12)
    # What is awaited is the second ring alone.
    assert_allclose(hindsight.held[:, 0], [0, 2, 0])


def test_of_two_rings_that_end_together_each_counts_half_and_all_edges_hold_them_back() -> None:
    causes: list[int] = []
    engine = Engine(np.full(6, 10.0), tape_lines=64)
    acts = each(going(ring_of(3)), going(ring_of(3, first=3), tag=1))

    def note(stage: Stage) -> None:
        causes.append(stage.because)

    engine.add_player(Script(acts, {0: note, 1: note}))
    engine.begin()
    run(engine)
    cause = causes[-1] | TIED
    hindsight = engine.hindsight([Outcome(moments=(cause,), awaited=(cause,))])
    assert hindsight is not None
    # 4 steps of 5 / C in each.
    assert_allclose(hindsight.gains[:, 0, TOGETHER], 20 / 100 / 6)
    assert_allclose(hindsight.gains[:, 0, ALONE], 0)
    assert_allclose(hindsight.held[:, 0], 2)
    assert_allclose(hindsight.part[:, 0], 2 / 6)
    assert_allclose(hindsight.others[:, 0], 5)


def test_only_the_newest_runs_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcore.engine.ring_runs.MOST_PIECES", 2)
    monkeypatch.setattr("simcore.engine.ring_runs.LEAST_PIECES", 1)
    # Two members send two pieces of 1 s each: two of the four are looked at, those of the last second.
    engine, _, cause = ended([5.0, 5.0], each(going(ring_of(2))))
    hindsight = engine.hindsight([Outcome(moments=(cause,), awaited=(cause,))])
    assert hindsight is not None
    assert hindsight.begin == pytest.approx(1.0, rel=1e-5)
    assert_allclose(hindsight.gains[:, 0, TOGETHER], 5 / 25 / 2, rtol=1e-5)
    assert_allclose(hindsight.held[:, 0], 1, rtol=1e-5)


@dataclass(frozen=True)
class Case:
    """A ring, its capacities, and what happens meanwhile."""

    ring: StepRing
    capacity: list[float]
    later: Later


@st.composite
def tied_cases(draw: st.DrawFn) -> Case:
    """Draw a ring that nobody meets; rates and times lie on coarse grids, so that ties are common."""
    count = draw(st.integers(2, 6))
    rates = st.sampled_from([10.0, 10.0, 5.0, 4.0])
    latency = [draw(st.sampled_from([0.0, 0.0, 0.25, 0.7, 3.0])) for _ in range(count)]
    changes = draw(st.lists(st.tuples(st.integers(1, 24), st.integers(0, count - 1), rates), max_size=3))
    later = [(at / 4 + 0.01, giving(edge, rate)) for at, edge, rate in changes]
    return Case(ring_of(count, latency=latency), [draw(rates) for _ in range(count)], later)


@settings(deadline=None, max_examples=80)
@given(tied_cases())
def test_it_is_what_the_same_ring_says_as_a_graph(case: Case) -> None:
    found = hindsight_on(case.capacity, going(case.ring), later=case.later)
    expected = hindsight_on(case.capacity, as_graph(case.ring), later=case.later)
    assert_allclose(found.gains, expected.gains, rtol=1e-9, atol=1e-12)
    assert_allclose(found.part, expected.part, rtol=1e-9, atol=1e-12)
    assert_allclose(found.held, expected.held, rtol=1e-9, atol=1e-12)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32 - 1), st.integers(3, 6), st.integers(0, 2))
def test_it_is_the_difference_to_runs_with_more_whoever_gets_in_the_way(
    seed: int, count: int, crowd: int
) -> None:
    random = np.random.default_rng(seed)
    ring = StepRing(
        StreamTable.of([[edge, count] for edge in range(count)], latency=random.uniform(0, 0.5, count)),
        5.0,
        2 * (count - 1),
    )
    capacity = [*random.uniform(4, 10, count), 100.0]
    later = [(random.uniform(0, 3), losing(int(random.integers(count)), random.uniform(0, 3)))]
    for _ in range(crowd):
        later.append((random.uniform(0, 3), arriving([random.integers(count)], random.uniform(2, 9))))
    found = hindsight_on(capacity, going(ring), later=later)
    expected = differences(capacity, going(ring), later=later)
    assert_allclose(found.gains[:, 0, TOGETHER], expected, rtol=1e-4, atol=1e-4)
    if not crowd:
        # Ways around a ring that differ in their order alone are tied, and more on one edge helps all.
        assert np.all(found.gains[:, 0, ALONE] <= expected + 1e-4)
    same = hindsight_on(capacity, as_graph(ring), later=later)
    assert_allclose(found.gains, same.gains, rtol=1e-9, atol=1e-9)
    assert_allclose(found.held, same.held, rtol=1e-9, atol=1e-9)
    assert_allclose(found.part, same.part, rtol=1e-9, atol=1e-9)
