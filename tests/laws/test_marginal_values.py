"""What holds of the worth of resources on every network."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.engine.loop import Engine
from simcore.solver.bottlenecks import marginal_values
from simcore.solver.holders import TOGETHER
from simcore.traffic.streams import StreamTable
from tests import oracle
from tests.laws.networks import Network, networks

law = settings(deadline=None, max_examples=60)


def worth(capacity: np.ndarray, table: StreamTable, value: np.ndarray) -> np.ndarray:
    """Return (R, 2) what each resource is worth."""
    return marginal_values(capacity, table.first, table.resource, table.multiplicity, value)


@law
@given(networks())
def test_what_all_resources_are_worth_is_what_all_rates_are_worth(network: Network) -> None:
    # Rates double where all capacities double: Euler's identity for functions of degree 1, ties or not.
    value = np.arange(1.0, network.table.count + 1)
    of_resources = network.capacity @ worth(network.capacity, network.table, value)[:, TOGETHER]
    of_rates = value @ oracle.fair_rates(network.capacity, network.table)
    np.testing.assert_allclose(of_resources, of_rates, rtol=1e-9, atol=1e-9 * network.capacity.max())


@law
@given(networks(), st.integers(0, 2**32 - 1))
def test_without_ties_it_is_the_finite_difference_of_plain_filling(network: Network, seed: int) -> None:
    random = np.random.default_rng(seed)
    capacity = network.capacity * random.uniform(0.7, 1.4, network.capacity.shape)
    value = random.normal(size=network.table.count)
    found = worth(capacity, network.table, value)
    np.testing.assert_allclose(found[:, 0], found[:, 1], atol=1e-9)
    for resource in range(len(capacity)):
        more, less = capacity.copy(), capacity.copy()
        step = 1e-6 * capacity[resource]
        more[resource] += step
        less[resource] -= step
        gained = oracle.fair_rates(more, network.table) - oracle.fair_rates(less, network.table)
        np.testing.assert_allclose(
            found[resource, TOGETHER], value @ gained / (2 * step), rtol=1e-6, atol=1e-5
        )


@settings(deadline=None, max_examples=25)
@given(networks(most_streams=8, most_resources=5), st.integers(0, 2**32 - 1))
def test_what_more_gains_each_completion_is_the_finite_difference_of_plain_runs(
    network: Network, seed: int
) -> None:
    random = np.random.default_rng(seed)
    capacity = network.capacity * random.uniform(0.7, 1.4, network.capacity.shape)
    size = network.size * random.uniform(0.7, 1.4, network.size.shape)
    start = random.uniform(0.0, 3.0, network.start.shape)
    engine = Engine(capacity, tape_lines=1 << 12)
    engine.add_arrivals(network.table, size, start)
    while not engine.advance(np.inf):
        pass
    streams, gains = engine.hindsight_on_each()
    ends = oracle.finish_times(capacity, network.table, size, start)
    for resource in range(len(capacity)):
        more, less = capacity.copy(), capacity.copy()
        step = 1e-6 * capacity[resource]
        more[resource] += step
        less[resource] -= step
        sooner = oracle.finish_times(less, network.table, size, start) - oracle.finish_times(
            more, network.table, size, start
        )
        # A resource that would shorten the whole run by its own part gains ends.max() / capacity.
        small = 1e-3 * ends.max() / capacity[resource]
        np.testing.assert_allclose(gains[:, resource], sooner[streams] / (2 * step), rtol=1e-3, atol=small)
