"""What the validation says of a row, and the second methods that it holds the twin to."""

import numpy as np
import pytest

from validation.page import page
from validation.permutations import LEAVES, fullest_uplink, permutation
from validation.queueing import by_virtual_time, poisson_jobs
from validation.rows import CLOSED_FORM, Between, Row


def test_a_row_further_off_than_its_tolerance_stands_on_the_page_as_missed() -> None:
    rows = [
        Row("V1", "I", "near", 2.0, CLOSED_FORM, 2.01, tolerance=0.01),
        Row("V2", "I", "far", 2.0, CLOSED_FORM, 2.03, tolerance=0.01),
        Between("V3", "high", 1.2, 1.8, "1.4", 1.9),
    ]
    text = page(rows)
    assert [row.is_held for row in rows] == [True, False, False]
    assert "3 rows, 1 held, 2 missed." in text
    assert text.count("**MISSED**") == 2


def test_two_flows_on_two_uplinks_share_one_half_of_the_time_in_each_leaf() -> None:
    # All leaves are free of a shared uplink with (1/2)^16; the worst flow then has 1, else 1/2.
    free = 0.5**LEAVES
    assert fullest_uplink(2) == pytest.approx(free + (1 - free) / 2, rel=1e-12)


def test_nobody_sends_into_its_own_group() -> None:
    target = permutation(np.random.default_rng(1), 64, group=16)
    assert sorted(target) == list(range(64))
    assert not np.any(target // 16 == np.arange(64) // 16)


def test_a_queue_in_virtual_time_lets_a_job_alone_go_at_the_rate_of_the_link() -> None:
    # So thin an arrival process that no job meets another: each takes its size.
    start, size, _ = poisson_jobs(1e-7, 50, seed=3)
    np.testing.assert_allclose(by_virtual_time(1e-7, 50, seed=3).end, start + size, rtol=1e-12)
