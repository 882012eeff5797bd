"""What holds of every run, whatever arrives, ends and breaks in it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simcore.engine.loop import Engine
from simcore.traffic.streams import StreamTable
from tests import oracle
from tests.laws.networks import Network, networks, reordered
from tests.simcore.engine.players import run

# Faults: (half seconds, resource, share of the capacity), not zero, so that everything ends.
faults = st.lists(
    st.tuples(st.integers(0, 16), st.integers(0, 7), st.sampled_from([0.25, 0.5, 1.0, 2.0])), max_size=5
)
Faults = list[tuple[float, int, float]]


def changes_of(network: Network, drawn: list[tuple[int, int, float]]) -> Faults:
    """Return the faults that concern a resource of the network, as (s, resource, bytes/s)."""
    known = [fault for fault in drawn if fault[1] < len(network.capacity)]
    return sorted((half / 2.0, row, share * network.capacity[row]) for half, row, share in known)


def played(network: Network, changes: Faults) -> Engine:
    """Run a network to its end, changing capacities on the way."""
    engine = Engine(network.capacity)
    engine.add_arrivals(network.table, network.size, network.start)
    for at, resource, capacity in changes:
        run(engine, at)
        engine.set_capacity([resource], [capacity])
    return run(engine)


def finishes(network: Network, changes: Faults = ()) -> np.ndarray:
    """Return when each stream ends."""
    return played(network, list(changes)).finish_times(0, network.table.count)


@given(networks(), faults)
def test_streams_end_when_solving_each_instant_from_nothing_says(network: Network, drawn) -> None:
    changes = changes_of(network, drawn)
    expected = oracle.finish_times(network.capacity, network.table, network.size, network.start, changes)
    np.testing.assert_allclose(finishes(network, changes), expected, rtol=1e-9)


@given(networks(most_streams=30), faults)
def test_at_every_time_streams_have_a_bottleneck_and_resources_hold(network: Network, drawn) -> None:
    engine = Engine(network.capacity)
    engine.add_arrivals(network.table, network.size, network.start)
    due = changes_of(network, drawn)
    while due or engine.next_event < np.inf:
        now = min(engine.next_event, due[0][0] if due else np.inf)
        run(engine, now)
        while due and due[0][0] <= now:
            engine.set_capacity([due[0][1]], [due[0][2]])
            due.pop(0)
        rates, capacity = engine.rates(0, network.table.count), engine.capacity()
        assert oracle.overload(capacity, network.table, rates) <= 1e-9
        assert oracle.lacks_bottleneck(capacity, network.table, rates, rates > 0).size == 0
        assert np.count_nonzero(rates > 0) == engine.active


@given(networks(), faults)
def test_what_resources_carried_is_what_streams_brought(network: Network, drawn) -> None:
    engine = played(network, changes_of(network, drawn))
    stream = np.repeat(np.arange(network.table.count), np.diff(network.table.first))
    brought = network.table.multiplicity * network.size[stream]
    expected = np.bincount(network.table.resource, brought, len(network.capacity))
    np.testing.assert_allclose(engine.carried(), expected, rtol=1e-12)


@given(networks(), st.floats(0.0, 10.0))
def test_what_was_carried_on_the_way_is_what_rates_add_up_to(network: Network, at: float) -> None:
    """Second method: the rates of the oracle, held from event to event up to a time of any kind."""
    engine = Engine(network.capacity)
    engine.add_arrivals(network.table, network.size, network.start)
    carried, now = np.zeros(len(network.capacity)), 0.0
    run(engine, 0.0)
    while now < at:
        active = engine.rates(0, network.table.count) > 0
        rates = oracle.fair_rates(network.capacity, network.table, active)
        then = min(at, engine.next_event)
        carried += (then - now) * oracle.used(network.capacity, network.table, rates)
        run(engine, then)
        now = then
    np.testing.assert_allclose(engine.carried(), carried, rtol=1e-9, atol=1e-12)


@given(networks(), st.randoms(use_true_random=False))
def test_the_order_of_streams_and_the_names_of_resources_change_no_end(network: Network, random) -> None:
    order = np.array(random.sample(range(network.table.count), network.table.count))
    name = np.array(random.sample(range(len(network.capacity)), len(network.capacity)))
    capacity = np.empty_like(network.capacity)
    capacity[name] = network.capacity
    moved = reordered(network.table, order)
    table = StreamTable(moved.first, name[moved.resource].astype(np.int32), moved.multiplicity, moved.latency)
    again = Network(capacity, table, network.size[order], network.start[order])
    np.testing.assert_allclose(finishes(again), finishes(network)[order], rtol=1e-9)


@given(networks(), st.sampled_from([0.125, 3.0, 1e9]))
def test_capacities_times_c_are_sharing_times_over_c(network: Network, factor: float) -> None:
    """All start together, so that nothing but sharing takes time."""
    together = Network(network.capacity, network.table, network.size, np.zeros(network.table.count))
    faster = Network(factor * network.capacity, network.table, network.size, together.start)
    np.testing.assert_allclose(finishes(faster) * factor, finishes(together), rtol=1e-9)


@given(networks(), faults)
def test_the_same_input_gives_the_same_bytes(network: Network, drawn) -> None:
    changes = changes_of(network, drawn)
    first, second = played(network, changes), played(network, changes)
    count = network.table.count
    assert first.finish_times(0, count).tobytes() == second.finish_times(0, count).tobytes()
    assert first.carried().tobytes() == second.carried().tobytes()
