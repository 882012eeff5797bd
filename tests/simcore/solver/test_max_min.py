"""Max-min fair rates: small cases by hand, larger ones by the oracle."""

import numpy as np
import pytest

from simcore.solver.max_min import share_rates
from simcore.traffic.streams import StreamTable
from tests import oracle


def rates(capacity: list[float], *paths: list[int], counted: list[list[float]] | None = None) -> list[float]:
    """Return the rates of streams over ``paths``, with multiplicities where ``counted`` is given."""
    table = StreamTable.of(paths, counted)
    return list(share_rates(np.array(capacity), table.first, table.resource, table.multiplicity))


def random_table(
    generator: np.random.Generator, *, streams: int, resources: int, longest: int = 6
) -> StreamTable:
    """Return streams over random resources, multiplicities from 1/16 to 16 in powers of 2."""
    paths = [
        generator.choice(resources, size=generator.integers(1, longest + 1), replace=False)
        for _ in range(streams)
    ]
    return StreamTable.of(paths, [2.0 ** generator.integers(-4, 5, size=len(path)) for path in paths])


def test_one_long_flow_and_three_short_ones_get_half_a_link_each() -> None:
    """V10 (a), textbook."""
    assert rates([1, 1, 1], [0, 1, 2], [0], [1], [2]) == pytest.approx([0.5] * 4, rel=1e-12)


def test_a_flow_held_back_elsewhere_leaves_its_share_to_the_other() -> None:
    """V10 (b), textbook: B gives 2 to each of two, so A has 8 left for the first."""
    assert rates([10, 4], [0], [0, 1], [1]) == pytest.approx([8, 2, 2], rel=1e-12)


def test_four_senders_share_the_link_they_meet_on() -> None:
    """V10 (c), textbook: 3 / 4."""
    assert rates([1, 1, 1, 1, 3], [0, 4], [1, 4], [2, 4], [3, 4]) == pytest.approx([0.75] * 4, rel=1e-12)


def test_an_aggregation_tree_and_a_flow_halve_the_uplink_they_share() -> None:
    """V10d: the tree takes 1 copy of the uplink, so 1/2 each."""
    assert rates([1] * 5, [0, 1, 2, 3, 4], [4]) == pytest.approx([0.5, 0.5], rel=1e-12)


def test_without_aggregation_four_copies_on_the_uplink_leave_a_quarter() -> None:
    """V10d: 4 x <= 1."""
    assert rates([1] * 5, [0, 1, 2, 3, 4], counted=[[1, 1, 1, 1, 4]]) == pytest.approx([0.25], rel=1e-12)


def test_shares_are_equal_in_rate_and_not_in_what_they_take() -> None:
    """3 x + x = 8: both get 2, the first takes 6 of the link."""
    assert rates([8], [0], [0], counted=[[3], [1]]) == pytest.approx([2, 2], rel=1e-12)


def test_a_reducer_with_fan_in_four_holds_its_tree_to_a_quarter_of_its_rate() -> None:
    """R2 of docs/model/aggregation.md: 4 x <= 2."""
    assert rates([1, 1, 2], [0, 1, 2], counted=[[1, 1, 4]]) == pytest.approx([0.5], rel=1e-12)


def test_a_resource_named_twice_counts_twice() -> None:
    assert rates([1], [0, 0]) == pytest.approx([0.5], rel=1e-12)


def test_a_resource_without_capacity_stops_its_streams_and_no_others() -> None:
    assert rates([0, 1], [0, 1], [1]) == pytest.approx([0, 1], rel=1e-12)


def test_a_light_stream_keeps_its_digits_beside_a_heavy_one() -> None:
    """A: 1e9 x + 1e-6 y = 1e9 with x held to 1/2 by B leaves y = 5e14, which C limits to 1e3."""
    got = rates([1e9, 0.5, 1e3], [0, 1], [0, 2], counted=[[1e9, 1], [1e-6, 1]])
    assert got == pytest.approx([0.5, 1e3], rel=1e-9)


def test_what_a_heavy_stream_leaves_is_shared_to_the_last_digit() -> None:
    """1e8 x + y = 2e8 with x held to 1 by B leaves y = 1e8."""
    got = rates([2e8, 1], [0, 1], [0], counted=[[1e8, 1], [1]])
    assert got == pytest.approx([1, 1e8], rel=1e-9)


def test_no_stream_at_all_is_no_rate_at_all() -> None:
    assert rates([1, 1]) == []


@pytest.mark.parametrize("seed", range(20))
def test_random_streams_get_what_progressive_filling_gives_them(seed: int) -> None:
    """Second method: the oracle."""
    generator = np.random.default_rng(seed)
    table = random_table(generator, streams=200, resources=60)
    capacity = generator.uniform(1, 100, size=60)
    got = share_rates(capacity, table.first, table.resource, table.multiplicity)
    np.testing.assert_allclose(got, oracle.fair_rates(capacity, table), rtol=1e-9)
