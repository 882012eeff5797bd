"""What a little more of each resource is worth, by hand."""

from collections.abc import Sequence

import numpy as np
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from simcore.solver.bottlenecks import marginal_values
from simcore.solver.holders import ALONE, TOGETHER
from simcore.traffic.streams import StreamTable


def values(
    capacity: Sequence[float], paths: Sequence[Sequence[int]], worth: Sequence[float]
) -> NDArray[np.float64]:
    """Return (R, 2) what each capacity is worth, where a unit of the rate of stream s is ``worth[s]``."""
    table = StreamTable.of(paths)
    return marginal_values(
        np.array(capacity, dtype=float),
        table.first,
        table.resource,
        table.multiplicity,
        np.array(worth, dtype=float),
    )


# The network of V10 (b): f1 over A = 10, f2 over A and B, f3 over B = 4, with rates 8, 2 and 2. One more at A
# is all f1's; one more at B is shared by f2 and f3, and what f2 gets, f1 loses.
V10B = ([10, 4], [[0], [0, 1], [1]])


def test_more_of_a_link_goes_to_the_stream_that_it_holds_back() -> None:
    assert_allclose(values(*V10B, [1, 0, 0])[0], 1)
    assert_allclose(values(*V10B, [0, 1, 1])[0], 0, atol=1e-12)


def test_what_a_stream_gets_at_its_bottleneck_another_loses_elsewhere() -> None:
    assert_allclose(values(*V10B, [0, 1, 0])[1], 0.5)
    assert_allclose(values(*V10B, [1, 0, 0])[1], -0.5)


def test_of_three_equal_links_in_a_row_one_alone_is_worth_nothing_and_all_are_worth_the_stream() -> None:
    of_row = values([1, 1, 1], [[0, 1, 2]], [1])
    assert_allclose(of_row[:, ALONE], 0)
    assert_allclose(of_row[:, TOGETHER], 1 / 3)


def test_in_an_even_all_to_all_more_for_every_adapter_is_worth_as_much_as_all_streams_gain() -> None:
    # Resource 2 h is what host h sends over, 2 h + 1 what it receives over; one more on all eight lets each
    # host send one more.
    paths = [[2 * a, 2 * b + 1] for a in range(4) for b in range(4) if a != b]
    of_adapters = values([1] * 8, paths, [1] * 12)
    assert_allclose(of_adapters[:, TOGETHER].sum(), 4)
    assert_allclose(of_adapters[:, ALONE], 0, atol=1e-12)


def test_a_link_that_is_not_full_is_worth_nothing() -> None:
    assert_allclose(values([1, 5], [[0, 1]], [1]), [[1, 1], [0, 0]])
