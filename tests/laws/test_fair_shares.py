"""What holds of max-min fair rates on every network."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simcore.solver.max_min import share_rates
from simcore.traffic.streams import StreamTable
from tests import oracle
from tests.laws.networks import Network, networks, reordered


def shares(capacity: np.ndarray, table: StreamTable) -> np.ndarray:
    """Return the rates of all streams of ``table``."""
    return share_rates(capacity, table.first, table.resource, table.multiplicity)


@given(networks())
def test_no_resource_is_used_above_its_capacity(network: Network) -> None:
    rates = shares(network.capacity, network.table)
    assert oracle.overload(network.capacity, network.table, rates) <= 1e-12


@given(networks())
def test_every_stream_has_a_full_resource_on_which_none_gets_more(network: Network) -> None:
    rates = shares(network.capacity, network.table)
    active = np.ones(network.table.count, dtype=bool)
    assert oracle.lacks_bottleneck(network.capacity, network.table, rates, active).size == 0


@given(networks())
def test_rates_are_those_of_plain_progressive_filling(network: Network) -> None:
    rates = shares(network.capacity, network.table)
    np.testing.assert_allclose(rates, oracle.fair_rates(network.capacity, network.table), rtol=1e-9)


@given(networks(), st.sampled_from([0.125, 3.0, 1e9]))
def test_rates_grow_with_the_capacities(network: Network, factor: float) -> None:
    rates = shares(network.capacity, network.table)
    np.testing.assert_allclose(shares(factor * network.capacity, network.table), factor * rates, rtol=1e-9)


@given(networks(), st.randoms(use_true_random=False))
def test_the_order_of_streams_and_the_names_of_resources_change_no_rate(network: Network, random) -> None:
    order = np.array(random.sample(range(network.table.count), network.table.count))
    name = np.array(random.sample(range(len(network.capacity)), len(network.capacity)))
    renamed = np.empty_like(network.capacity)
    renamed[name] = network.capacity
    moved = reordered(network.table, order)
    again = StreamTable(moved.first, name[moved.resource].astype(np.int32), moved.multiplicity, moved.latency)
    rates = shares(network.capacity, network.table)
    np.testing.assert_allclose(shares(renamed, again), rates[order], rtol=1e-9)
