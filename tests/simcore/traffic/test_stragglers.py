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
    assert Compute(1.0, variation, ranks).expected() == pytest.approx(published, rel=0.006)


def test_draws_of_the_slowest_follow_the_maximum_of_lognormals() -> None:
    # Second method: the largest of 64 lognormals, drawn one by one.
    compute = Compute(2.0, 0.08, 64)
    times = ComputeTimes(compute, np.random.default_rng(1))
    drawn = np.array([times.next().seconds for _ in range(20_000)])
    spread = np.sqrt(np.log(1 + 0.08**2))
    ranks = np.random.default_rng(2).lognormal(np.log(2.0) - spread**2 / 2, spread, (20_000, 64)).max(axis=1)
    assert np.quantile(drawn, [0.1, 0.5, 0.9]) == pytest.approx(
        np.quantile(ranks, [0.1, 0.5, 0.9]), rel=0.005
    )


def test_one_rank_takes_its_mean_on_average() -> None:
    assert Compute(3.0, 0.1, 1).expected() == pytest.approx(3.0, rel=1e-3)


def test_without_jitter_every_iteration_takes_the_mean() -> None:
    times = ComputeTimes(Compute(0.5, 0.0, 1000), np.random.default_rng(1))
    assert [times.next().seconds for _ in range(3)] == [0.5, 0.5, 0.5]


def test_a_million_ranks_do_not_run_out_of_precision() -> None:
    compute = Compute(1.0, 0.03, 10**6)
    assert 1.0 < compute.slowest(0.001) < compute.slowest(0.999) < compute.slowest(1.0) < 4.0


def test_the_slowest_of_exponential_ranks_is_as_slow_as_the_harmonic_number_says() -> None:
    # V35: t = 1 + theta E with theta = 0.05, so mean 1.05 and cv 0.05 / 1.05; 1 + theta H_64 = 1.2372.
    compute = Compute(1.05, 0.05 / 1.05, 64, Jitter.EXPONENTIAL)
    times = ComputeTimes(compute, np.random.default_rng(35))
    expected = 1 + 0.05 * sum(1 / rank for rank in range(1, 65))
    assert np.mean([times.next().seconds for _ in range(20_000)]) == pytest.approx(expected, rel=0.003)
    assert compute.expected() == pytest.approx(expected, rel=0.003)


def test_one_exponential_rank_varies_as_it_says_and_is_never_faster_than_its_best() -> None:
    # Mean 2, standard deviation 0.5 * 2, nothing below 2 - 1.
    times = ComputeTimes(Compute(2.0, 0.5, 1, Jitter.EXPONENTIAL), np.random.default_rng(36))
    drawn = np.array([times.next().seconds for _ in range(40_000)])
    assert drawn.mean() == pytest.approx(2.0, rel=0.02)
    assert drawn.std() == pytest.approx(1.0, rel=0.03)
    assert drawn.min() >= 1.0


def _drawn(compute: Compute, seed: int, count: int = 20_000) -> tuple[np.ndarray, np.ndarray]:
    """Return (count,) times and numbers of ranks that were ready."""
    times = ComputeTimes(compute, np.random.default_rng(seed))
    found = [times.next() for _ in range(count)]
    return np.array([each.seconds for each in found]), np.array([each.ready for each in found])


@pytest.mark.parametrize(("ranks", "quorum"), [(8, 6), (64, 60), (64, 32), (1024, 1000)])
def test_a_quorum_of_exponential_ranks_comes_together_when_harmonic_numbers_say(
    ranks: int, quorum: int
) -> None:
    # E of the k-th of n: 1 + theta (H_n - H_(n - k)).
    theta = 0.4
    compute = Compute(1 + theta, theta / (1 + theta), ranks, Jitter.EXPONENTIAL, quorum)
    expected = 1 + theta * sum(1 / rank for rank in range(ranks - quorum + 1, ranks + 1))
    drawn, ready = _drawn(compute, 5)
    assert drawn.mean() == pytest.approx(expected, rel=0.005)
    assert (ready == quorum).all()
    assert compute.expected() == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize("jitter", list(Jitter))
@pytest.mark.parametrize("patience", [0.02, 0.3])
def test_a_quorum_that_waits_for_the_rest_counts_who_comes_in_time(jitter: Jitter, patience: float) -> None:
    # Second method: eight ranks drawn one by one, the sixth and who comes within the timeout after it.
    ranks, quorum, cv = 8, 6, 0.3
    compute = Compute(1.0, cv, ranks, jitter, quorum, patience)
    random = np.random.default_rng(6)
    if jitter is Jitter.EXPONENTIAL:
        each = 1 - cv + cv * random.exponential(size=(40_000, ranks))
    else:
        spread = np.sqrt(np.log(1 + cv**2))
        each = random.lognormal(-(spread**2) / 2, spread, (40_000, ranks))
    each.sort(axis=1)
    until = each[:, quorum - 1] + patience
    ready = (each <= until[:, None]).sum(axis=1)
    begins = np.where(ready == ranks, each[:, -1], until)
    drawn, counted = _drawn(compute, 7, 40_000)
    assert drawn.mean() == pytest.approx(begins.mean(), rel=0.005)
    assert np.quantile(drawn, [0.1, 0.5, 0.9]) == pytest.approx(
        np.quantile(begins, [0.1, 0.5, 0.9]), rel=0.01
    )
    assert counted.mean() == pytest.approx(ready.mean(), rel=0.005)
    assert np.bincount(counted, minlength=9)[6:] / 40_000 == pytest.approx(
        np.bincount(ready, minlength=9)[6:] / 40_000, abs=0.01
    )


def test_the_tail_of_a_rank_is_the_inverse_of_its_quantile() -> None:
    for jitter in Jitter:
        compute = Compute(2.0, 0.4, 1, jitter)
        for above in (1e-12, 1e-3, 0.5, 0.999):
            assert compute.exceeded(compute.quantile(above)) == pytest.approx(above, rel=1e-9)
