"""Queues that several streams drain, with times reckoned by hand."""

import numpy as np
import pytest

from simcore.engine.loop import Engine
from simcore.traffic.streams import StreamTable
from tests import oracle
from tests.simcore.engine.players import Script, engine_of, run

TWO_PATHS = StreamTable.of([[0], [1]], follows=[False, True])


def test_a_queue_is_drained_by_the_sum_of_the_rates_of_its_streams() -> None:
    """100 bytes at 6 + 4."""
    engine = Engine(np.array([6.0, 4.0]))
    row = engine.add_arrivals(TWO_PATHS, [100.0, 0.0], [0.0, 0.0])
    run(engine)
    assert engine.finish_times(row, 2) == pytest.approx([10.0, 10.0], rel=1e-12)
    assert engine.carried() == pytest.approx([60.0, 40.0], rel=1e-12)


def test_what_is_given_for_a_stream_that_follows_does_not_matter() -> None:
    engine = Engine(np.array([6.0, 4.0]))
    row = engine.add_arrivals(TWO_PATHS, [100.0, 7.0], [2.0, 99.0])
    run(engine)
    assert engine.time == pytest.approx(12.0, rel=1e-12)
    assert engine.finish_times(row, 1) == pytest.approx([12.0], rel=1e-12)


def test_one_stream_of_it_may_be_held_back_without_the_others() -> None:
    """Until t = 5 at 3 + 4 beside a stream of 15 on A; the other 65 at 6 + 4: 5 + 6.5."""
    engine = Engine(np.array([6.0, 4.0]))
    row = engine.add_arrivals(TWO_PATHS, [100.0, 0.0], [0.0, 0.0])
    other = engine.add_arrivals(StreamTable.of([[0]]), [15.0], [0.0])
    run(engine, 4.0)
    assert engine.carried() == pytest.approx([24.0, 16.0], rel=1e-12)
    run(engine)
    assert engine.finish_times(other, 1) == pytest.approx([5.0], rel=1e-12)
    assert engine.finish_times(row, 1) == pytest.approx([11.5], rel=1e-12)
    assert engine.carried() == pytest.approx([15.0 + 15.0 + 39.0, 20.0 + 26.0], rel=1e-12)


def test_a_queue_goes_on_where_one_of_its_cables_breaks() -> None:
    """50 by t = 5, then 4 a second: 5 + 12.5."""
    engine = Engine(np.array([6.0, 4.0]))
    row = engine.add_arrivals(TWO_PATHS, [100.0, 0.0], [0.0, 0.0])
    run(engine, 5.0)
    engine.set_capacity([0], [0.0])
    run(engine)
    assert engine.finish_times(row, 1) == pytest.approx([17.5], rel=1e-12)


def test_one_stream_of_it_may_be_rerouted_without_the_others() -> None:
    """50 by t = 5 at 6 + 4, then 16 + 4: 5 + 2.5; on A 30, on B 20 + 10, on C 40."""
    engine = Engine(np.array([6.0, 4.0, 16.0]))
    row = engine.add_arrivals(TWO_PATHS, [100.0, 0.0], [0.0, 0.0])
    run(engine, 5.0)
    engine.replace([row], StreamTable.of([[2]]))
    run(engine, 6.0)
    assert engine.carried() == pytest.approx([30.0, 24.0, 16.0], rel=1e-12)
    run(engine)
    assert engine.finish_times(row, 1) == pytest.approx([7.5], rel=1e-12)
    assert engine.carried() == pytest.approx([30.0, 30.0, 40.0], rel=1e-12)


def test_all_streams_of_it_may_be_rerouted_at_once() -> None:
    """50 by t = 5 at 6 + 4, then both over C at 8 each: 5 + 50/16."""
    engine = Engine(np.array([6.0, 4.0, 16.0]))
    row = engine.add_arrivals(TWO_PATHS, [100.0, 0.0], [0.0, 0.0])
    run(engine, 5.0)
    engine.replace([row + 1, row], StreamTable.of([[2], [2]]))
    run(engine)
    assert engine.finish_times(row, 1) == pytest.approx([8.125], rel=1e-12)
    assert engine.carried() == pytest.approx([30.0, 20.0, 50.0], rel=1e-12)


def test_a_group_counts_a_queue_once() -> None:
    player = Script()
    engine = engine_of([6.0, 4.0], player)
    row = engine.add_streams(TWO_PATHS)
    for turn in range(2):
        engine.start([row], [100.0], player=0, tag=turn)
        run(engine)
    assert player.heard == [("end", 0, pytest.approx(10.0)), ("end", 1, pytest.approx(20.0))]


def test_a_queue_is_started_by_its_lead() -> None:
    engine = Engine(np.ones(2))
    row = engine.add_streams(TWO_PATHS)
    with pytest.raises(ValueError, match="start its lead"):
        engine.start([row + 1], [1.0], player=0, tag=0)


def test_the_first_stream_of_a_table_follows_nobody() -> None:
    with pytest.raises(ValueError, match="none before it"):
        Engine(np.ones(1)).add_streams(StreamTable.of([[0]], follows=[True]))


def test_tables_that_are_joined_keep_who_follows_whom() -> None:
    joined = StreamTable.joined([StreamTable.of([[0]]), TWO_PATHS])
    assert joined.follows is not None
    assert joined.follows.tolist() == [False, False, True]
    assert StreamTable.joined([StreamTable.of([[0]])] * 2).follows is None


@pytest.mark.parametrize("seed", range(3))
def test_many_queues_end_when_their_rates_add_up_to_what_they_hold(seed: int) -> None:
    """Second method: the oracle's rates for every row, added up queue by queue from event to event."""
    generator = np.random.default_rng(seed)
    queues, rows, links = 40, 3, 12
    capacity = generator.uniform(1, 4, links)
    table = StreamTable.of(
        [generator.choice(links, 2, replace=False) for _ in range(queues * rows)],
        follows=np.arange(queues * rows) % rows > 0,
    )
    size = generator.integers(1, 20, queues).astype(float)
    engine = Engine(capacity)
    engine.add_arrivals(table, np.repeat(size, rows), np.zeros(queues * rows))
    found = run(engine).finish_times(0, queues * rows)[::rows]

    left, expected, now = size.copy(), np.full(queues, np.nan), 0.0
    while np.isnan(expected).any():
        rates = oracle.fair_rates(capacity, table, np.repeat(np.isnan(expected), rows))
        drain = rates.reshape(queues, rows).sum(axis=1)
        lasts = np.divide(left, drain, out=np.full(queues, np.inf), where=drain > 0)
        step = lasts.min()
        now, left = now + step, left - drain * step
        expected[lasts <= step * (1 + 1e-12)] = now
    np.testing.assert_allclose(found, expected, rtol=1e-9)
