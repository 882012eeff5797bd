"""The agenda against a plain dictionary that is searched for its smallest entry."""

import numpy as np
import pytest

from simcore.engine.agenda import Agenda, empty_agenda, enter, note, put_in_order, strike_first, with_places

STREAMS = 50


def struck(agenda: Agenda) -> list[int]:
    """Strike everything and return it in the order it came."""
    return [strike_first(agenda) for _ in range(int(agenda.length[0]))]


def in_order(ends: dict[int, float]) -> list[int]:
    """Return the streams by end, equal ends as registered."""
    return sorted(ends, key=lambda stream: (ends[stream], stream))


@pytest.mark.parametrize("seed", range(5))
def test_streams_come_in_the_order_of_their_newest_ends(seed: int) -> None:
    generator = np.random.default_rng(seed)
    agenda, ends = with_places(empty_agenda(), STREAMS), {}
    for _ in range(500):
        stream, end = int(generator.integers(STREAMS)), float(generator.integers(20))
        enter(agenda, stream, stream, end)
        ends[stream] = end
        if generator.random() < 0.3:
            first = in_order(ends)[0]
            assert strike_first(agenda) == first
            del ends[first]
    assert struck(agenda) == in_order(ends)


def test_ends_written_down_in_bulk_come_in_the_same_order_as_one_by_one() -> None:
    generator = np.random.default_rng(1)
    agenda, ends = with_places(empty_agenda(), STREAMS), {}
    for stream in generator.permutation(STREAMS).tolist() * 2:
        ends[stream] = float(generator.integers(10))
        note(agenda, stream, stream, ends[stream])
    put_in_order(agenda)
    assert struck(agenda) == in_order(ends)


def test_a_stream_that_was_struck_can_be_entered_again() -> None:
    agenda = with_places(empty_agenda(), 2)
    enter(agenda, 0, 0, 1.0)
    enter(agenda, 1, 1, 2.0)
    strike_first(agenda)
    enter(agenda, 0, 0, 3.0)
    assert struck(agenda) == [1, 0]


def test_of_equal_ends_the_stream_registered_earlier_comes_first_whatever_its_row() -> None:
    agenda = with_places(empty_agenda(), 3)
    for stream, order in ((0, 2), (1, 0), (2, 1)):
        enter(agenda, stream, order, 1.0)
    assert struck(agenda) == [1, 2, 0]
