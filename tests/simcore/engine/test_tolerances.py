"""What tolerances may move, and what they must not: against exact runs, and by hand."""

from itertools import count

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.engine import loop
from simcore.engine.loop import Engine
from simcore.engine.tolerances import DEFAULT, EXACT, Tolerances
from simcore.traffic.streams import StreamTable
from tests import oracle
from tests.laws.networks import Network, networks
from tests.reference.works import needs_reference, read_work
from tests.simcore.engine.players import Script, run, starting

MOST_MOVED = 0.002


def finishes(network: Network, tolerances: Tolerances) -> np.ndarray:
    """Return when each stream ends where all start at 0."""
    engine = Engine(network.capacity, tolerances)
    engine.add_arrivals(network.table, network.size, np.zeros(network.table.count))
    return run(engine).finish_times(0, network.table.count)


@needs_reference
@pytest.mark.parametrize("name", ["w5_perm1024", "w5_perm4096"])
def test_by_default_no_completion_moves_by_more_than_a_fifth_of_a_per_cent(name: str) -> None:
    """Second method: the same run in exact mode, which is held against SimGrid and the oracle elsewhere."""
    work = read_work(name)
    network = Network(work.capacity, work.table, work.size, work.start)
    apart = finishes(network, DEFAULT) / finishes(network, EXACT) - 1.0
    assert 0.0 < np.abs(apart).max() < MOST_MOVED
    assert abs(apart.mean()) < MOST_MOVED / 20


@settings(deadline=None)
@given(networks(most_streams=40), st.sampled_from([0.01, 0.1]))
def test_ends_close_together_are_moved_by_less_than_the_share_asked_for(
    network: Network, share: float
) -> None:
    expected = oracle.finish_times(
        network.capacity, network.table, network.size, np.zeros(network.table.count)
    )
    found = finishes(network, Tolerances(coalesce=share))
    np.testing.assert_allclose(found, expected, rtol=share)


@settings(deadline=None)
@given(networks(), st.sampled_from([0.01, 0.1]), st.sampled_from([0.0, 0.05]))
def test_what_resources_carried_is_what_streams_brought(
    network: Network, coalesce: float, spread: float
) -> None:
    engine = Engine(network.capacity, Tolerances(coalesce, spread))
    engine.add_arrivals(network.table, network.size, network.start)
    run(engine)
    stream = np.repeat(np.arange(network.table.count), np.diff(network.table.first))
    brought = network.table.multiplicity * network.size[stream]
    expected = np.bincount(network.table.resource, brought, len(network.capacity))
    np.testing.assert_allclose(engine.carried(), expected, rtol=1e-12)


@settings(deadline=None)
@given(networks(most_streams=30))
def test_no_resource_gives_more_than_the_share_beyond_what_it_has(network: Network) -> None:
    share = 0.05
    engine = Engine(network.capacity, Tolerances(spread=share))
    engine.add_arrivals(network.table, network.size, network.start)
    while engine.next_event < np.inf:
        run(engine, engine.next_event)
        rates = engine.rates(0, network.table.count)
        used = oracle.used(network.capacity, network.table, rates)
        assert np.all(used <= network.capacity * (1.0 + share) * (1.0 + 1e-9))
        assert np.count_nonzero(rates > 0) == engine.active


def test_looking_on_the_way_changes_no_bit() -> None:
    generator = np.random.default_rng(3)
    table = StreamTable.of([generator.choice(12, 3, replace=False) for _ in range(300)])
    size, ends = generator.exponential(1.0, 300), []
    for step in (np.inf, 0.1):
        engine = Engine(np.ones(12), Tolerances(0.02, 0.01))
        engine.add_arrivals(table, size, np.zeros(300))
        while engine.next_event < np.inf:
            engine.advance(engine.time + step, event_budget=3 if step < 1 else 1000)
            engine.carried()
            engine.rates(0, 300)
        ends.append(engine.finish_times(0, 300).tobytes())
    assert ends[0] == ends[1]


def test_on_a_machine_that_is_always_late_nobody_looks_at_half_an_arrival(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A thousand streams arrive at once on seven links: their crowds outgrow the pool several times."""
    generator = np.random.default_rng(1)
    table = StreamTable.of([generator.choice(7, 3, replace=False) for _ in range(1000)])
    size, ends = generator.exponential(1.0, 1000), []
    for late in (0.0, 1.0):
        monkeypatch.setattr(loop, "perf_counter", count(0.0, late).__next__)
        engine = Engine(np.arange(1.0, 8.0), Tolerances(0.02, 0.01))
        engine.add_arrivals(table, size, np.zeros(1000))
        while not engine.advance(np.inf):
            engine.rates(0, 1000)
        ends.append(engine.finish_times(0, 1000).tobytes())
    assert ends[0] == ends[1]


def test_what_a_player_waits_for_ends_at_its_own_time() -> None:
    """Streams of 100 and 101 bytes at 10 and 10: alone on their links, nobody else's end is theirs."""
    player = Script(lambda stage: [starting([[0]], [100.0])(stage), starting([[1]], [101.0], tag=1)(stage)])
    engine = Engine(np.array([10.0, 10.0]), Tolerances(coalesce=0.1))
    engine.add_player(player)
    engine.begin()
    run(engine)
    assert [at for _, _, at in player.heard] == pytest.approx([10.0, 10.1], rel=1e-12)


def test_a_change_that_is_late_counts_from_when_it_was_caused() -> None:
    """100 and 200 bytes at 5 each on A, 103 at 5 on B.

    The first ends at 20. What it leaves belongs to the second from then on, though rates are found anew only
    after the end on B, at 20.6: 20 + 100/10.
    """
    engine = Engine(np.array([10.0, 5.0]), Tolerances(coalesce=0.05))
    engine.add_arrivals(StreamTable.of([[0], [1], [0]]), [100.0, 103.0, 200.0], np.zeros(3))
    run(engine)
    assert engine.finish_times(0, 3) == pytest.approx([20.0, 20.6, 30.0], rel=1e-12)


def test_starts_are_never_moved_nor_do_ends_wait_for_them() -> None:
    """Between the ends at 10 and 10.2 a third arrives, at 10.1, to a link that is free by then."""
    engine = Engine(np.array([10.0, 10.0]), Tolerances(coalesce=0.1))
    engine.add_arrivals(StreamTable.of([[0], [1], [0]]), [100.0, 102.0, 100.0], [0.0, 0.0, 10.1])
    run(engine)
    assert engine.finish_times(0, 3) == pytest.approx([10.0, 10.2, 20.1], rel=1e-12)


@pytest.mark.parametrize("share", [-0.1, 0.2, np.nan])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="coalesce"):
        Tolerances(coalesce=share)
    with pytest.raises(ValueError, match="spread"):
        Tolerances(spread=share)
