"""The engine, event by event, with times reckoned by hand."""

import numpy as np
import pytest

from simcore.engine.loop import Engine
from simcore.traffic.streams import Stage, StreamTable
from tests import oracle
from tests.simcore.engine.players import Script, each, engine_of, played, run, starting
from tests.simcore.solver.test_max_min import random_table


def test_a_stream_alone_takes_its_size_over_the_rate() -> None:
    player = Script(starting([[0]], [100.0], tag=7))
    engine = engine_of([10.0], player)
    engine.begin()
    run(engine)
    assert player.heard == [("end", 7, pytest.approx(10.0, rel=1e-12))]


def test_the_group_ends_with_its_last_stream_and_is_told_once() -> None:
    """Both get 5; the short one ends at 4, the long one has 80 left at 10: 4 + 8."""
    player = Script(starting([[0], [0]], [20.0, 100.0]))
    engine = engine_of([10.0], player)
    engine.begin()
    run(engine)
    assert player.heard == [("end", 0, pytest.approx(12.0, rel=1e-12))]


def test_a_stream_that_arrives_later_takes_half_from_then_on() -> None:
    """First: 40 by t = 4, then 5 a second. Second ends at 4 + 50/5 = 14; the first has 10 left: 15."""
    engine = Engine(np.array([10.0]))
    row = engine.add_arrivals(StreamTable.of([[0], [0]]), [100.0, 50.0], [0.0, 4.0])
    run(engine)
    assert engine.finish_times(row, 2) == pytest.approx([15.0, 14.0], rel=1e-12)


def test_arrivals_may_come_in_any_order_and_in_parts() -> None:
    engine = Engine(np.array([10.0]))
    late = engine.add_arrivals(StreamTable.of([[0]]), [50.0], [4.0])
    early = engine.add_arrivals(StreamTable.of([[0]]), [100.0], [0.0])
    run(engine)
    assert engine.finish_times(early, 1) == pytest.approx([15.0], rel=1e-12)
    assert engine.finish_times(late, 1) == pytest.approx([14.0], rel=1e-12)


def test_a_cable_that_degrades_in_mid_run_slows_what_is_left_and_no_more() -> None:
    """40 of 100 by t = 4, the other 60 at 2.5: 4 + 24."""
    player = Script(on_timer={1: lambda stage: stage.set_capacity(np.array([0]), np.array([2.5]))})
    player.opening = each(starting([[0]], [100.0]), lambda stage: stage.set_timer(4.0, player=0, tag=1))
    engine = engine_of([10.0], player)
    engine.begin()
    run(engine)
    assert player.heard[-1] == ("end", 0, pytest.approx(28.0, rel=1e-12))


def test_a_fault_on_one_link_frees_the_others_that_its_stream_used() -> None:
    """Two streams at 5 on A until t = 2; then B holds the first to 1 and the second gets 9.

    The second has 90 left: 2 + 10. The first has 80 left, 10 of it done by then: 12 + 70 at 1 = 82.
    """
    engine = Engine(np.array([10.0, 10.0]))
    row = engine.add_arrivals(StreamTable.of([[0, 1], [0]]), [90.0, 100.0], [0.0, 0.0])
    run(engine, 2.0)
    engine.set_capacity([1], [1.0])
    run(engine)
    assert engine.finish_times(row, 2) == pytest.approx([82.0, 12.0], rel=1e-12)


def test_a_link_that_comes_back_gives_back() -> None:
    """40 by t = 4, nothing until 9, the other 60 at 10: 15."""
    engine = Engine(np.array([10.0]))
    row = engine.add_arrivals(StreamTable.of([[0]]), [100.0], [0.0])
    run(engine, 4.0)
    engine.set_capacity([0], [0.0])
    assert engine.next_event == np.inf
    run(engine, 9.0)
    engine.set_capacity([0], [10.0])
    run(engine)
    assert engine.finish_times(row, 1) == pytest.approx([15.0], rel=1e-12)


def test_a_stream_over_a_dead_link_never_ends_and_the_run_does() -> None:
    engine = Engine(np.array([0.0, 1.0]))
    row = engine.add_arrivals(StreamTable.of([[0, 1], [1]]), [1.0, 1.0], [0.0, 0.0])
    run(engine)
    assert np.isnan(engine.finish_times(row, 1)[0])
    assert engine.finish_times(row + 1, 1) == pytest.approx([1.0], rel=1e-12)


def test_a_stream_that_has_ended_can_be_started_again() -> None:
    """A ring of a training job: 3 iterations of 2 s and 1 s of computing between them: 2, 5, 8."""
    player = Script()

    def opening(stage: Stage) -> None:
        stage.add_streams(StreamTable.of([[0, 1]], [[1.0, 2.0]]))
        iterate(stage)

    def iterate(stage: Stage) -> None:
        stage.start(np.array([0], dtype=np.int32), np.array([10.0]), player=0, tag=0)

    def pause(stage: Stage) -> None:
        if stage.time < 8.0:
            stage.set_timer(stage.time + 1.0, player=0, tag=1)

    player.opening, player.on_end[0], player.on_timer[1] = opening, pause, iterate
    engine = engine_of([8.0, 10.0], player)
    engine.begin()
    run(engine)
    ends = [at for kind, _, at in player.heard if kind == "end"]
    assert ends == pytest.approx([2.0, 5.0, 8.0], rel=1e-12)
    assert engine.carried() == pytest.approx([30.0, 60.0], rel=1e-12)


def test_at_one_time_completions_come_before_timers_and_timers_before_notices() -> None:
    player = Script(starting([[0]], [40.0], tag=3))
    player.on_timer[1] = lambda stage: seen.append(engine.active)
    seen: list[int] = []
    engine = engine_of([10.0], player)
    engine.begin()
    engine.set_timer(4.0, player=0, tag=1)
    run(engine)
    assert [heard[:2] for heard in player.heard] == [("timer", 1), ("end", 3)]
    assert seen == [0]


def test_all_that_happens_at_one_time_is_one_event() -> None:
    """64 streams end at 64 / 8 s, when 64 others arrive: that instant, and the one of their ends."""
    engine = Engine(np.full(1, 8.0))
    table = StreamTable.of([[0]] * 64)
    engine.add_arrivals(table, np.ones(64), np.zeros(64))
    engine.add_arrivals(table, np.ones(64), np.full(64, 8.0))
    run(engine)
    assert engine.events == 2
    assert engine.time == pytest.approx(16.0, rel=1e-12)


def test_streams_without_bytes_and_streams_over_nothing_end_at_once() -> None:
    player = Script(starting([[0], []], [0.0, 5.0], tag=1))
    engine = engine_of([10.0], player)
    engine.begin()
    run(engine)
    assert player.heard == [("end", 1, 0.0)]


def test_a_group_of_no_streams_has_ended() -> None:
    player = Script(lambda stage: stage.start(np.empty(0, dtype=np.int32), np.empty(0), player=0, tag=2))
    engine = engine_of([10.0], player)
    engine.begin()
    run(engine)
    assert player.heard == [("end", 2, 0.0)]


def test_groups_that_end_together_are_told_in_the_order_they_were_started() -> None:
    player = Script(each(*(starting([[link]], [10.0], tag=9 - link) for link in range(3))))
    engine = engine_of([1.0] * 3, player)
    engine.begin()
    run(engine)
    assert [tag for _, tag, _ in player.heard] == [9, 8, 7]


def test_what_was_carried_is_known_at_any_time() -> None:
    """At 5 a second each: 15 by t = 3 on both, all of it on A."""
    engine = Engine(np.array([10.0, 100.0]))
    engine.add_arrivals(StreamTable.of([[0, 1], [0]], [[1, 2], [1]]), [50.0, 20.0], [0.0, 0.0])
    run(engine, 3.0)
    assert engine.carried() == pytest.approx([30.0, 30.0], rel=1e-12)
    run(engine, 4.5)
    assert engine.carried() == pytest.approx([45.0, 50.0], rel=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_hundreds_of_streams_at_once_end_when_solving_each_instant_from_nothing_says(seed: int) -> None:
    """Second method: the oracle. So many that narrow and wide solving both happen."""
    generator = np.random.default_rng(seed)
    table = random_table(generator, streams=400, resources=50)
    capacity = generator.uniform(1, 10, 50)
    size, start = generator.exponential(1.0, 400), generator.uniform(0.0, 60.0, 400)
    finish = played(capacity, table, size, start).finish_times(0, 400)
    np.testing.assert_allclose(finish, oracle.finish_times(capacity, table, size, start), rtol=1e-9)


def test_after_thousands_of_events_rates_are_as_exact_as_from_nothing() -> None:
    """Second method: the oracle on whoever is active. What rounding leaves must not add up."""
    generator = np.random.default_rng(11)
    count = 20_000
    table = random_table(generator, streams=count, resources=30, longest=4)
    capacity = generator.uniform(1, 10, 30)
    engine = Engine(capacity)
    engine.add_arrivals(table, generator.exponential(0.1, count), np.sort(generator.uniform(0, 1e3, count)))
    for at in np.linspace(100.0, 1_000.0, 10):
        rates = run(engine, at).rates(0, count)
        expected = oracle.fair_rates(capacity, table, rates > 0)
        np.testing.assert_allclose(rates, expected, rtol=1e-11)


def test_looking_more_often_changes_no_bit() -> None:
    generator = np.random.default_rng(3)
    table = StreamTable.of([generator.choice(12, 3, replace=False) for _ in range(300)])
    size, start = generator.exponential(1.0, 300), generator.uniform(0.0, 30.0, 300)
    finishes = []
    for step in (np.inf, 0.1):
        engine = Engine(np.ones(12))
        engine.add_arrivals(table, size, start)
        while engine.next_event < np.inf:
            engine.advance(engine.time + step, event_budget=3 if step < 1 else 1000)
            engine.carried()
        finishes.append(engine.finish_times(0, 300).tobytes())
    assert finishes[0] == finishes[1]


def test_advance_stops_at_the_time_asked_for_even_where_nothing_happens() -> None:
    engine = Engine(np.ones(1))
    assert engine.advance(2.5)
    assert engine.time == 2.5


def test_advance_comes_back_when_its_events_are_used_up() -> None:
    engine = Engine(np.ones(1))
    engine.add_arrivals(StreamTable.of([[0]] * 10), np.ones(10), np.arange(10.0))
    assert not engine.advance(np.inf, event_budget=3)
    assert engine.events == 3


def test_a_long_run_is_handed_back_before_its_end() -> None:
    """Eight thousand ends in one connected crowd are more than a moment's work."""
    generator = np.random.default_rng(0)
    engine = Engine(np.ones(400))
    table = StreamTable.of([generator.choice(400, 4, replace=False) for _ in range(8_000)])
    engine.add_arrivals(table, generator.uniform(1, 2, 8_000), np.zeros(8_000))
    assert not engine.advance(np.inf)
    assert engine.next_event < np.inf


def test_many_streams_on_one_link_outgrow_any_room_kept_for_them() -> None:
    """1,000 groups of one and 2,000 arrivals on one link: 3,000 bytes at 1 a second."""
    player = Script(each(*(starting([[0]], [1.0], tag=tag) for tag in range(1_000))))
    engine = engine_of([1.0], player)
    engine.add_arrivals(StreamTable.of([[0]] * 2_000), np.ones(2_000), np.zeros(2_000))
    engine.begin()
    run(engine)
    assert engine.time == pytest.approx(3_000.0, rel=1e-9)
    assert len(player.heard) == 1_000


def blocks(engine: Engine, count: int, *, released: bool) -> list[float]:
    """Run ``count`` blocks of 100 flows over random pairs of 10 links; return all their ends."""
    generator = np.random.default_rng(5)
    ends: list[float] = []
    for _ in range(count):
        table = StreamTable.of([generator.choice(10, 2, replace=False) for _ in range(100)])
        row = engine.add_arrivals(table, np.ones(100), engine.time + generator.integers(0, 9, 100))
        run(engine, engine.time + 200.0)
        ends.extend(engine.finish_times(row, 100))
        if released:
            engine.release(row, 100)
    return ends


def test_rows_that_are_released_are_used_again_and_change_nothing() -> None:
    engine, hoarder = Engine(np.ones(10)), Engine(np.ones(10))
    assert blocks(engine, 30, released=True) == blocks(hoarder, 30, released=False)
    assert engine.carried().tobytes() == hoarder.carried().tobytes()
    assert engine.add_streams(StreamTable.of([[0]] * 100)) < 300


def test_rows_of_streams_that_have_not_ended_are_not_released() -> None:
    engine = Engine(np.ones(1))
    row = engine.add_arrivals(StreamTable.of([[0], [0]]), [1.0, 1.0], [0.0, 9.0])
    for until in (0.5, 5.0):
        run(engine, until)
        with pytest.raises(ValueError, match="not all have ended"):
            engine.release(row, 2)


def test_rows_are_released_once() -> None:
    engine = Engine(np.ones(1))
    row = engine.add_streams(StreamTable.of([[0], [0]]))
    engine.release(row, 2)
    with pytest.raises(ValueError, match="not all have ended"):
        engine.release(row, 2)
    with pytest.raises(ValueError, match="released"):
        engine.start([row], [1.0], player=0, tag=0)


def test_a_stream_cannot_be_started_while_it_is_active() -> None:
    engine = Engine(np.ones(1))
    streams = [engine.add_streams(StreamTable.of([[0]]))]
    engine.start(streams, [1.0], player=0, tag=0)
    with pytest.raises(ValueError, match="active already"):
        engine.start(streams, [1.0], player=0, tag=1)


@pytest.mark.parametrize("size", [-1.0, np.nan, np.inf])
def test_a_size_that_is_no_size_is_refused(size: float) -> None:
    with pytest.raises(ValueError, match="size"):
        Engine(np.ones(1)).add_arrivals(StreamTable.of([[0]]), [size], [0.0])


def test_a_stream_over_a_resource_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="outside the 2"):
        Engine(np.ones(2)).add_streams(StreamTable.of([[0, 2]]))


def test_nothing_can_be_planned_in_the_past() -> None:
    engine = Engine(np.ones(1))
    engine.advance(1.0)
    with pytest.raises(ValueError, match="before the time now"):
        engine.set_timer(0.5, player=0, tag=0)
    with pytest.raises(ValueError, match="at or after"):
        engine.add_arrivals(StreamTable.of([[0]]), [1.0], [0.5])
