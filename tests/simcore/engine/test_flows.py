"""A plain list of flows."""

import numpy as np
import pytest

from simcore.engine.flows import run_flows
from simcore.traffic.streams import StreamTable
from tests import oracle
from tests.simcore.solver.test_max_min import random_table


def test_flows_are_reported_with_their_ends_and_their_events() -> None:
    """Two of 10 on a link of 10: both end at 2, after one start and one end."""
    done = run_flows(np.array([10.0]), StreamTable.of([[0], [0]]), np.full(2, 10.0), np.full(2, 1.0))
    assert done.finish == pytest.approx([3.0, 3.0], rel=1e-12)
    assert done.events == 2


@pytest.mark.parametrize("seed", range(4))
def test_hundreds_of_flows_at_once_end_when_solving_each_instant_from_nothing_says(seed: int) -> None:
    """Second method: the oracle. So many that narrow and wide solving both happen."""
    generator = np.random.default_rng(seed)
    table = random_table(generator, streams=400, resources=50)
    capacity = generator.uniform(1, 10, 50)
    size, start = generator.exponential(1.0, 400), generator.uniform(0.0, 60.0, 400)
    done = run_flows(capacity, table, size, start)
    np.testing.assert_allclose(done.finish, oracle.finish_times(capacity, table, size, start), rtol=1e-9)
