"""Tails with their counts, growing samples, sizes."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.metrics import GrowingSample, size_buckets, tail


def test_percentiles_are_those_of_numpy() -> None:
    values = np.random.default_rng(1).lognormal(size=20_000)
    found = tail(values, "s")
    expected = np.percentile(values, [50, 99, 99.9, 99.99])
    assert [found.p50, found.p99, found.p999, found.p9999] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("name", "needed"), [("p99", 100), ("p999", 1_000), ("p9999", 10_000)])
def test_a_percentile_is_withheld_below_the_samples_that_it_needs(name: str, needed: int) -> None:
    # docs/model/tails.md: 1 / (1 - q) samples.
    assert getattr(tail(np.arange(needed - 1.0), "s"), name) is None
    assert getattr(tail(np.arange(needed + 0.0), "s"), name) is not None


def test_nothing_has_no_percentiles() -> None:
    found = tail(np.empty(0), "1")
    assert (found.count, found.mean, found.p50, found.max) == (0, None, None, None)


def test_one_value_is_its_own_median_and_maximum() -> None:
    found = tail(np.array([3.0]), "s")
    assert (found.count, found.mean, found.p50, found.p99, found.max) == (1, 3.0, 3.0, None, 3.0)


@given(st.lists(st.lists(st.floats(0, 1e6), max_size=20), max_size=10))
def test_a_sample_that_grows_has_the_tail_of_all_its_values(parts: list[list[float]]) -> None:
    sample = GrowingSample("s")
    for part in parts:
        sample.add(np.array(part))
        sample.tail()
    found, expected = sample.tail(), tail(np.array([value for part in parts for value in part]), "s")
    assert replace(found, mean=None) == replace(expected, mean=None)
    assert (found.mean or 0.0) == pytest.approx(expected.mean or 0.0, rel=1e-12)


def test_a_sample_of_many_looks_has_the_percentiles_of_numpy() -> None:
    # Long enough for the short run to be merged into the long one many times over.
    random = np.random.default_rng(2)
    parts = [random.lognormal(size=random.integers(0, 300)) for _ in range(300)]
    sample = GrowingSample("1")
    for number, part in enumerate(parts):
        sample.add(part)
        if number % 3 == 0:
            sample.tail()
    found = sample.tail()
    expected = np.percentile(np.concatenate(parts), [50, 99, 99.9, 99.99, 100])
    assert [found.p50, found.p99, found.p999, found.p9999, found.max] == pytest.approx(expected, rel=1e-12)


def test_a_size_at_the_edge_of_two_classes_belongs_to_the_upper_one() -> None:
    buckets = size_buckets(np.array([9_999.0, 10_000.0, 2e7]), np.array([1.0, 2.0, 3.0]))
    found = [(each.from_bytes, each.below_bytes, each.slowdown.mean) for each in buckets]
    assert found == [(0, 10_000, 1.0), (10_000, 100_000, 2.0), (10_000_000, None, 3.0)]
