"""What holds of streams with weights."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.engine.loop import Engine
from simcore.solver.max_min import share_rates
from simcore.traffic.streams import StreamTable
from tests import oracle
from tests.laws.networks import Network, networks
from tests.simcore.engine.players import run


@st.composite
def weighted_networks(draw: st.DrawFn) -> Network:
    """Draw a network whose streams have weights, some of them equal."""
    network = draw(networks())
    count = network.table.count
    weights = st.lists(st.sampled_from([0.25, 0.3, 1.0, 2.0, 7.0]), min_size=count, max_size=count)
    return replace(network, table=replace(network.table, weight=np.array(draw(weights))))


@given(weighted_networks())
def test_weighted_rates_are_those_of_plain_progressive_filling(network: Network) -> None:
    table = network.table
    rates = share_rates(
        network.capacity, table.first, table.resource, table.multiplicity, weight=table.weight
    )
    np.testing.assert_allclose(rates, oracle.fair_rates(network.capacity, table), rtol=1e-9)


@given(weighted_networks())
def test_weighted_streams_end_when_solving_each_instant_from_nothing_says(network: Network) -> None:
    engine = Engine(network.capacity)
    engine.add_arrivals(network.table, network.size, network.start)
    run(engine)
    expected = oracle.finish_times(network.capacity, network.table, network.size, network.start)
    np.testing.assert_allclose(engine.finish_times(0, network.table.count), expected, rtol=1e-9)


@given(weighted_networks(), st.integers(1, 12))
def test_at_every_time_weighted_streams_have_the_rates_of_those_that_are_under_way(
    network: Network, half_seconds: int
) -> None:
    engine = Engine(network.capacity)
    engine.add_arrivals(network.table, network.size, network.start)
    run(engine, half_seconds / 2.0 + 0.01)
    ended = ~np.isnan(engine.finish_times(0, network.table.count))
    expected = oracle.fair_rates(network.capacity, network.table, (network.start <= engine.time) & ~ended)
    np.testing.assert_allclose(engine.rates(0, network.table.count), expected, rtol=1e-9)


@given(weighted_networks())
def test_what_weighted_streams_carry_is_multiplicity_times_size(network: Network) -> None:
    engine = Engine(network.capacity)
    engine.add_arrivals(network.table, network.size, network.start)
    run(engine)
    expected = oracle.used(network.capacity, network.table, network.size)
    np.testing.assert_allclose(engine.carried(), expected, rtol=1e-9)


def test_weights_of_one_and_three_share_a_link_as_one_to_three() -> None:
    """8 bytes/s: 2 and 6. After 1 s the second has carried its 6 bytes; 6 of 8 are left, at 8: 1.75 s."""
    engine = Engine(np.array([8.0, 8.0]))
    row = engine.add_streams(StreamTable.of([[0], [0]], weight=[1.0, 3.0]))
    engine.start([row, row + 1], [8.0, 6.0], player=0, tag=0)
    engine.advance(0.5)
    assert engine.rates(row, 2) == pytest.approx([2.0, 6.0])
    assert engine.carried() == pytest.approx([4.0, 0.0])
    engine.replace([row], StreamTable.of([[0]]))
    assert engine.rates(row, 2) == pytest.approx([2.0, 6.0])


def test_a_weighted_stream_keeps_its_weight_where_it_is_routed_anew() -> None:
    """Weight 3 meets weight 1 on the other link of 8: 6 and 2; its 12 bytes less 4 end at 0.5 + 8/6 s."""
    engine = Engine(np.array([8.0, 8.0]))
    row = engine.add_arrivals(StreamTable.of([[0], [1]], weight=[3.0, 1.0]), [12.0, 80.0], [0.0, 0.0])
    run(engine, 0.5)
    engine.replace([row], StreamTable.of([[1]]))
    assert engine.rates(row, 2) == pytest.approx([6.0, 2.0])
    run(engine, 1.0)
    assert engine.carried() == pytest.approx([4.0, 4.0 + 4.0])
    run(engine)
    assert engine.finish_times(row, 1) == pytest.approx([0.5 + 8.0 / 6.0])


@pytest.mark.parametrize("weight", [[0.0], [-1.0], [np.nan], [np.inf], [1.0, 1.0]])
def test_weights_that_are_none_are_refused(weight: list[float]) -> None:
    with pytest.raises(ValueError, match="weight"):
        Engine(np.ones(1)).add_streams(StreamTable.of([[0]], weight=weight))


def test_streams_of_one_queue_have_one_weight() -> None:
    table = StreamTable.of([[0], [0]], follows=[False, True], weight=[1.0, 2.0])
    with pytest.raises(ValueError, match="one weight"):
        Engine(np.ones(1)).add_streams(table)
