"""Input at the edge of what there is: nothing may hang, and nothing may be silently wrong."""

import numpy as np
import pytest

from simcore.engine.loop import Engine
from simcore.traffic.streams import StreamTable
from tests.simcore.engine.players import run


def test_streams_that_stand_still_for_ever_are_named_when_nothing_is_due() -> None:
    engine = Engine(np.array([0.0, 1.0]))
    table = StreamTable.of([[0, 1], [1], [0], [0]], follows=[False, False, False, True])
    row = engine.add_arrivals(table, [1.0, 1.0, 1.0, 0.0], np.zeros(4))
    assert engine.stalled().size == 0
    run(engine)
    assert engine.stalled().tolist() == [row, row + 2]
    engine.set_capacity([0], [1.0])
    run(engine)
    assert engine.stalled().size == 0
    assert np.isfinite(engine.finish_times(row, 3)).all()


def test_two_hundred_thousand_arrivals_at_once_share_what_there_is() -> None:
    """Half of them on each of two links, one byte each at 1e5 a second: all end after 1 s."""
    count = 200_000
    table = StreamTable(
        first=np.arange(count + 1, dtype=np.int64),
        resource=(np.arange(count) % 2).astype(np.int32),
        multiplicity=np.ones(count),
        latency=np.zeros(count),
    )
    engine = Engine(np.full(2, 1e5))
    engine.add_arrivals(table, np.ones(count), np.zeros(count))
    run(engine)
    assert engine.finish_times(0, count) == pytest.approx(np.ones(count), rel=1e-9)
    assert engine.events <= 2


def test_an_exabyte_ends_beside_a_byte() -> None:
    """1 byte at half of 1e9 until 2e-9 s; the exabyte has 1e18 - 1 left then: 2e-9 + (1e18 - 1)/1e9."""
    engine = Engine(np.array([1e9]))
    engine.add_arrivals(StreamTable.of([[0], [0], [0]]), [1e18, 1.0, 0.0], np.zeros(3))
    run(engine)
    assert engine.finish_times(0, 3) == pytest.approx([1e9 + 1e-9, 2e-9, 0.0], rel=1e-12)
    assert engine.carried() == pytest.approx([1e18 + 1.0], rel=1e-12)


def test_a_resource_that_is_not_there_gets_no_capacity() -> None:
    for row in (-1, 1):
        with pytest.raises(ValueError, match="outside the 1"):
            Engine(np.ones(1)).set_capacity([row], [1.0])


@pytest.mark.parametrize("value", [np.nan, -1.0, np.inf])
def test_a_capacity_that_is_none_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="capacity"):
        Engine(np.array([value]))
    with pytest.raises(ValueError, match="capacity"):
        Engine(np.ones(1)).set_capacity([0], [value])


@pytest.mark.parametrize("value", [np.nan, 0.0, -1.0, np.inf])
def test_a_multiplicity_that_is_none_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="multiplicity"):
        Engine(np.ones(1)).add_streams(StreamTable.of([[0]], [[value]]))


def test_times_that_are_no_numbers_are_refused() -> None:
    engine = Engine(np.ones(1))
    with pytest.raises(ValueError, match="no number"):
        engine.advance(np.nan)
    with pytest.raises(ValueError, match="timer"):
        engine.set_timer(np.nan, player=0, tag=0)
    with pytest.raises(ValueError, match="finite start"):
        engine.add_arrivals(StreamTable.of([[0]]), [1.0], [np.nan])
