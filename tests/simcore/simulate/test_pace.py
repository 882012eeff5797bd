"""Samples and wall time, on a clock that the test moves."""

from itertools import pairwise

import pytest

from simcore.errors import StoppedError
from simcore.simulate.pace import SAMPLES, Grid, Pace


class _Clock:
    """A clock that moves by resting alone."""

    def __init__(self) -> None:
        self.now = 100.0
        self.rests: list[float] = []

    def __call__(self) -> float:
        return self.now

    def rest(self, seconds: float) -> None:
        self.rests.append(seconds)
        self.now += seconds


def _pace(clock: _Clock, ms_per_s: float | None = 50.0) -> Pace:
    return Pace(ms_per_s, should_stop=None, clock=clock, rest=clock.rest)


def test_after_the_first_sample_each_comes_a_tenth_of_a_second_later() -> None:
    clock = _Clock()
    pace = _pace(clock)
    for _ in range(11):
        pace.keep()
    assert clock.now - 100.0 == pytest.approx(1.1)


def test_the_time_that_simulating_took_counts_as_waited() -> None:
    clock = _Clock()
    pace = _pace(clock)
    pace.keep()
    clock.now += 0.07
    pace.keep()
    assert clock.now - 100.0 == pytest.approx(0.2)


def test_a_run_that_has_fallen_behind_does_not_rush() -> None:
    clock = _Clock()
    pace = _pace(clock)
    pace.keep()
    clock.now += 5.0
    pace.keep()
    behind = clock.now
    pace.keep()
    assert clock.now - behind == pytest.approx(0.1)


def test_a_free_run_never_waits() -> None:
    clock = _Clock()
    pace = _pace(clock, None)
    for _ in range(10):
        pace.keep()
    assert clock.rests == []


def test_while_waiting_it_is_asked_every_twentieth_of_a_second_whether_to_stop() -> None:
    clock = _Clock()
    pace = Pace(50.0, should_stop=lambda: clock.now > 100.06, clock=clock, rest=clock.rest)
    with pytest.raises(StoppedError):
        pace.keep()
    assert clock.now <= 100.1 + 1e-9
    assert max(clock.rests) <= 0.05


def test_the_grid_of_a_paced_run_is_even() -> None:
    grid = Grid(0.5, widens=False)
    times = []
    for _ in range(2000):
        times.append(grid.next)
        grid.advance()
    assert times[0] == 0.5
    assert times[-1] == pytest.approx(1000.0)


def test_a_run_that_lasts_far_longer_than_foreseen_takes_few_more_samples() -> None:
    grid = Grid(1.0, widens=True)
    count = 0
    while grid.next < 100 * SAMPLES:
        count += 1
        grid.advance()
    # 600 samples of 1, then 300 each of 2, 4, 8 … : 100 times the time in 600 + 300 * 7 at most.
    assert count <= SAMPLES + 7 * SAMPLES // 2


def test_samples_follow_one_another_without_a_gap_where_the_grid_widens() -> None:
    grid = Grid(1.0, widens=True)
    times = [0.0]
    for _ in range(SAMPLES + 3):
        times.append(grid.next)
        grid.advance()
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert gaps == [1.0] * SAMPLES + [2.0] * 3
