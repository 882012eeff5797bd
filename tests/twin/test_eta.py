"""The time left, against runs whose end is known: within 30 % at half-way."""

import pytest

from twin.live.eta import RemainingTime


def left_at_half(progress_at, *, ends: float, events: tuple[float, ...] = ()) -> tuple[float, float]:
    """Return the estimate and the truth when half of the work is done, looked at ten times a second."""
    remaining, wall, waiting = RemainingTime(), 0.0, list(events)
    while (progress := progress_at(wall)) < 0.5:
        is_event = bool(waiting) and wall >= waiting[0]
        if is_event:
            waiting.pop(0)
        remaining.note(wall=wall, progress=progress, event=is_event)
        wall += 0.1
    return remaining.seconds, ends - wall


def test_of_an_even_run_it_is_exact():
    estimate, truth = left_at_half(lambda wall: wall / 20, ends=20)
    assert estimate == pytest.approx(truth, rel=0.02)


def test_it_holds_when_a_fault_has_made_the_run_four_times_slower():
    # 0.05 a second until 6 s (0.3 done), then a quarter of that: 0.7 more take 56 s.
    def progress(wall: float) -> float:
        return 0.05 * wall if wall < 6 else 0.3 + 0.0125 * (wall - 6)

    estimate, truth = left_at_half(progress, ends=62, events=(6.0,))
    assert estimate == pytest.approx(truth, rel=0.3)


def test_it_holds_when_the_fault_came_just_before_half_way():
    def progress(wall: float) -> float:
        return 0.05 * wall if wall < 9 else 0.45 + 0.0125 * (wall - 9)

    estimate, truth = left_at_half(progress, ends=53, events=(9.0,))
    assert estimate == pytest.approx(truth, rel=0.3)


def test_it_holds_for_work_that_goes_in_steps():
    estimate, truth = left_at_half(lambda wall: int(wall / 0.7) * 0.02, ends=35)
    assert estimate == pytest.approx(truth, rel=0.3)


def test_it_is_unknown_before_there_is_progress_and_nothing_at_the_end():
    remaining = RemainingTime()
    assert remaining.seconds is None
    remaining.note(wall=0.0, progress=0.0)
    remaining.note(wall=1.0, progress=0.0)
    assert remaining.seconds is None
    remaining.note(wall=2.0, progress=1.0)
    assert remaining.seconds == 0.0


def test_right_after_an_event_the_rate_of_before_still_counts():
    remaining = RemainingTime()
    remaining.note(wall=0.0, progress=0.0)
    remaining.note(wall=10.0, progress=0.5)
    remaining.note(wall=10.1, progress=0.5, event=True)
    assert remaining.seconds == pytest.approx(10.0)
