"""Streams that change their resources on the way, with times reckoned by hand."""

import numpy as np
import pytest

from simcore.engine.loop import Engine
from simcore.traffic.streams import StreamTable
from tests.simcore.engine.players import Script, engine_of, run


def test_a_stream_that_is_rerouted_keeps_what_it_has_left() -> None:
    """40 of 100 by t = 4 at 10; the other 60 over B at 5: 4 + 12."""
    engine = Engine(np.array([10.0, 5.0]))
    row = engine.add_arrivals(StreamTable.of([[0]]), [100.0], [0.0])
    run(engine, 4.0)
    engine.replace([row], StreamTable.of([[1]]))
    run(engine)
    assert engine.finish_times(row, 1) == pytest.approx([16.0], rel=1e-12)


def test_who_was_held_back_by_it_goes_faster_and_whom_it_meets_slower() -> None:
    """Two at 5 on A and one at 10 on B until t = 2: 90, 90 and 80 left. Then 10, 5 and 5: 11, 18, 20.

    The one on B alone ends at 18: the stream that came has 10 left by then and ends at 19.
    """
    engine = Engine(np.array([10.0, 10.0]))
    row = engine.add_arrivals(StreamTable.of([[0], [0], [1]]), [100.0, 100.0, 100.0], [0.0] * 3)
    run(engine, 2.0)
    engine.replace([row], StreamTable.of([[1]]))
    run(engine)
    assert engine.finish_times(row, 3) == pytest.approx([19.0, 11.0, 18.0], rel=1e-12)


def test_what_was_carried_before_counts_where_it_was_carried() -> None:
    engine = Engine(np.array([10.0, 5.0, 5.0]))
    row = engine.add_arrivals(StreamTable.of([[0]]), [100.0], [0.0])
    run(engine, 4.0)
    engine.replace([row], StreamTable.of([[1, 2]], [[1.0, 0.5]]))
    assert engine.carried() == pytest.approx([40.0, 0.0, 0.0], rel=1e-12)
    run(engine, 10.0)
    assert engine.carried() == pytest.approx([40.0, 30.0, 15.0], rel=1e-12)
    run(engine)
    assert engine.carried() == pytest.approx([40.0, 60.0, 30.0], rel=1e-12)


def test_an_idle_stream_takes_its_new_resources_when_it_starts() -> None:
    engine = Engine(np.array([10.0, 5.0]))
    row = engine.add_arrivals(StreamTable.of([[0]]), [100.0], [3.0])
    engine.replace([row], StreamTable.of([[1]]))
    run(engine)
    assert engine.finish_times(row, 1) == pytest.approx([23.0], rel=1e-12)


def test_a_stream_that_stood_still_goes_on_where_it_is_led_around() -> None:
    """40 by t = 4, nothing until 9, the other 60 over B at 5."""
    engine = Engine(np.array([10.0, 5.0]))
    row = engine.add_arrivals(StreamTable.of([[0]]), [100.0], [0.0])
    run(engine, 4.0)
    engine.set_capacity([0], [0.0])
    run(engine, 9.0)
    engine.replace([row], StreamTable.of([[1]]))
    run(engine)
    assert engine.finish_times(row, 1) == pytest.approx([21.0], rel=1e-12)


def test_a_stream_that_is_left_without_resources_ends_at_once() -> None:
    engine = Engine(np.array([10.0]))
    row = engine.add_arrivals(StreamTable.of([[0]]), [100.0], [0.0])
    run(engine, 4.0)
    engine.replace([row], StreamTable.of([[]]))
    run(engine)
    assert engine.finish_times(row, 1) == pytest.approx([4.0], rel=1e-12)


def test_taking_the_same_resources_anew_changes_no_bit() -> None:
    generator = np.random.default_rng(4)
    table = StreamTable.of([generator.choice(12, 3, replace=False) for _ in range(100)])
    size, ends = generator.exponential(1.0, 100), []
    for is_replaced in (False, True):
        engine = Engine(np.ones(12))
        row = engine.add_arrivals(table, size, np.zeros(100))
        run(engine, 1.0)
        if is_replaced:
            engine.replace(np.arange(row, row + 100), table)
        ends.append(run(engine).finish_times(row, 100).tobytes())
    assert ends[0] == ends[1]


def test_longer_and_shorter_paths_in_turn_leave_no_trace_when_released() -> None:
    """Every time a detour of six links and back; a table as long as the first fits where it stood."""
    engine = engine_of([1.0] * 8, Script())
    row = engine.add_streams(StreamTable.of([[0], [1]]))
    for _ in range(20):
        engine.replace([row, row + 1], StreamTable.of([range(6), range(2, 8)]))
        engine.replace([row, row + 1], StreamTable.of([[0], [1]]))
    engine.start([row, row + 1], [3.0, 4.0], player=0, tag=0)
    assert run(engine, 2.0).carried()[:2] == pytest.approx([2.0, 2.0])
    run(engine, 9.0)
    engine.release(row, 2)
    assert engine.add_streams(StreamTable.of([[0], [1]])) == row


def test_many_that_are_rerouted_onto_one_link_find_room_there() -> None:
    """2,000 bytes at 1 a second from t = 0 on, whichever link they were on."""
    engine = Engine(np.ones(50))
    row = engine.add_arrivals(
        StreamTable.of([[link % 50] for link in range(2_000)]), np.ones(2_000), [0.0] * 2_000
    )
    engine.replace(np.arange(row, row + 2_000), StreamTable.of([[0]] * 2_000))
    run(engine)
    assert engine.time == pytest.approx(2_000.0, rel=1e-9)


def test_streams_that_nobody_knows_cannot_be_rerouted() -> None:
    engine = Engine(np.ones(1))
    row = engine.add_streams(StreamTable.of([[0]]))
    for streams, says in (([row + 1], "never registered"), ([row, row], "2 streams"), ([-1], "never")):
        with pytest.raises(ValueError, match=says):
            engine.replace(streams, StreamTable.of([[0]]))
    with pytest.raises(ValueError, match="named twice"):
        engine.replace([row, row], StreamTable.of([[0], [0]]))
