"""Stretches of a growing array."""

from hypothesis import given
from hypothesis import strategies as st

from simcore.engine.stretches import Stretches, room_for


@given(st.lists(st.tuples(st.integers(0, 300), st.booleans()), max_size=40))
def test_no_place_is_taken_twice_at_one_time(steps: list[tuple[int, bool]]) -> None:
    stretches, taken = Stretches(), []
    for count, is_returned in steps:
        if is_returned and taken:
            stretches.give_back(*taken.pop(count % len(taken)))
        begin = stretches.take(count)
        taken.append((begin, count))
    places = [place for begin, count in taken for place in range(begin, begin + count)]
    assert len(places) == len(set(places))
    assert max(places, default=-1) < stretches.end


def test_blocks_of_about_one_length_take_no_more_than_are_out_at_one_time() -> None:
    stretches = Stretches()
    for step in range(1_000):
        count = 22_600 + step % 200
        stretches.give_back(stretches.take(count), count)
    assert stretches.end < 2 * 22_800


@given(st.integers(0, 10**9))
def test_a_room_is_at_most_an_eighth_too_large(count: int) -> None:
    assert count <= room_for(count) <= count * 1.125 + 1
