"""The time left, against runs whose end is known: within 30 % at half-way."""

from collections.abc import Callable

import pytest

from twin.live.eta import RemainingTime


def left_at_half(
    simulated_at: Callable[[float], float], *, ends: float, event: float | None = None
) -> tuple[float, float]:
    """Return the estimate and the truth at half of the wall time, looked at ten times a second.

    The simulation's own judgement of what is left is right here: what is tested is the cost of it.
    """
    remaining, wall, is_over = RemainingTime(), 0.0, event is None
    while wall < ends / 2:
        is_event = not is_over and wall >= (event or 0.0)
        is_over = is_over or is_event
        simulated = simulated_at(wall)
        remaining.note(wall=wall, simulated=simulated, left=simulated_at(ends) - simulated, event=is_event)
        wall += 0.1
    assert remaining.seconds is not None
    return remaining.seconds, ends - wall


def test_of_an_even_run_it_is_exact() -> None:
    estimate, truth = left_at_half(lambda wall: wall / 20, ends=20)
    assert estimate == pytest.approx(truth, rel=0.02)


@pytest.mark.parametrize("event", [6.0, 26.0])
def test_it_holds_when_a_fault_has_made_a_simulated_second_four_times_cheaper(event: float) -> None:
    def simulated(wall: float) -> float:
        return 0.05 * min(wall, event) + 0.2 * max(0.0, wall - event)

    estimate, truth = left_at_half(simulated, ends=60, event=event)
    assert estimate == pytest.approx(truth, rel=0.3)


def test_it_holds_for_work_that_goes_in_steps() -> None:
    estimate, truth = left_at_half(lambda wall: int(wall / 0.7) * 0.02, ends=35)
    assert estimate == pytest.approx(truth, rel=0.3)


def test_it_holds_when_nothing_happened_for_long_before_the_first_note() -> None:
    # Setting up took 30 s, the run itself takes 10 s: at 35 s half of it is left.
    remaining = RemainingTime()
    for tenth in range(51):
        remaining.note(wall=30 + tenth / 10, simulated=tenth / 100, left=1 - tenth / 100)
    assert remaining.seconds == pytest.approx(5.0)


def test_it_is_unknown_before_simulated_time_has_gone_by() -> None:
    remaining = RemainingTime()
    assert remaining.seconds is None
    for tenth in range(20):
        remaining.note(wall=tenth / 10, simulated=0.0, left=1.0)
    assert remaining.seconds is None


def test_at_the_end_nothing_is_left() -> None:
    remaining = RemainingTime()
    for tenth in range(10):
        remaining.note(wall=tenth / 10, simulated=tenth / 100, left=0.09 - tenth / 100)
    assert remaining.seconds == pytest.approx(0.0)


def test_right_after_an_event_the_cost_of_before_still_counts() -> None:
    remaining = RemainingTime()
    for tenth in range(101):
        remaining.note(wall=tenth / 10, simulated=tenth / 200, left=0.5)
    remaining.note(wall=10.1, simulated=0.505, left=0.5, event=True)
    assert remaining.seconds == pytest.approx(10.0)
