"""The slowest of many ranks, against docs/model/collectives.md and its own draws."""

import numpy as np
import pytest

from simcore.traffic.stragglers import Compute, ComputeTimes, Jitter


@pytest.mark.parametrize(
    ("variation", "ranks", "published"),
    [
        (0.03, 64, 1.072),
        (0.03, 1024, 1.101),
        (0.03, 16384, 1.126),
        (0.08, 64, 1.20),
        (0.08, 1024, 1.29),
        (0.08, 16384, 1.37),
    ],
)
def test_the_slowest_of_n_ranks_is_as_slow_as_the_model_says(
    variation: float, ranks: int, published: float
) -> None:
    # docs/model/collectives.md: exp(s z_n - s^2/2), an approximation of the mean of the maximum from below.
    assert Compute(1.0, variation, ranks).expected_slowest() == pytest.approx(published, rel=0.006)


def test_draws_of_the_slowest_follow_the_maximum_of_lognormals() -> None:
    # Second method: the largest of 64 lognormals, drawn one by one.
    compute = Compute(2.0, 0.08, 64)
    times = ComputeTimes(compute, np.random.default_rng(1))
    drawn = np.array([times.next() for _ in range(20_000)])
    spread = np.sqrt(np.log(1 + 0.08**2))
    ranks = np.random.default_rng(2).lognormal(np.log(2.0) - spread**2 / 2, spread, (20_000, 64)).max(axis=1)
    assert np.quantile(drawn, [0.1, 0.5, 0.9]) == pytest.approx(
        np.quantile(ranks, [0.1, 0.5, 0.9]), rel=0.005
    )


def test_one_rank_takes_its_mean_on_average() -> None:
    assert Compute(3.0, 0.1, 1).expected_slowest() == pytest.approx(3.0, rel=1e-3)


def test_without_jitter_every_iteration_takes_the_mean() -> None:
    times = ComputeTimes(Compute(0.5, 0.0, 1000), np.random.default_rng(1))
    assert [times.next() for _ in range(3)] == [0.5, 0.5, 0.5]


def test_a_million_ranks_do_not_run_out_of_precision() -> None:
    compute = Compute(1.0, 0.03, 10**6)
    assert 1.0 < compute.slowest(0.001) < compute.slowest(0.999) < compute.slowest(1.0) < 4.0


def test_the_slowest_of_exponential_ranks_is_as_slow_as_the_harmonic_number_says() -> None:
    # V35: t = 1 + theta E with theta = 0.05, so mean 1.05 and cv 0.05 / 1.05; 1 + theta H_64 = 1.2372.
    compute = Compute(1.05, 0.05 / 1.05, 64, Jitter.EXPONENTIAL)
    times = ComputeTimes(compute, np.random.default_rng(35))
    expected = 1 + 0.05 * sum(1 / rank for rank in range(1, 65))
    assert np.mean([times.next() for _ in range(20_000)]) == pytest.approx(expected, rel=0.003)
    assert compute.expected_slowest() == pytest.approx(expected, rel=0.003)


def test_one_exponential_rank_varies_as_it_says_and_is_never_faster_than_its_best() -> None:
    # Mean 2, standard deviation 0.5 * 2, nothing below 2 - 1.
    times = ComputeTimes(Compute(2.0, 0.5, 1, Jitter.EXPONENTIAL), np.random.default_rng(36))
    drawn = np.array([times.next() for _ in range(40_000)])
    assert drawn.mean() == pytest.approx(2.0, rel=0.02)
    assert drawn.std() == pytest.approx(1.0, rel=0.03)
    assert drawn.min() >= 1.0
