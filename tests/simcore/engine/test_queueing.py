"""Streams in numbers against queueing theory: V15 to V17 of the catalogue."""

import numpy as np
import pytest
from numpy.typing import NDArray

from simcore.engine.loop import Engine
from simcore.traffic.streams import StreamTable
from tests.simcore.engine.players import played, run

JOBS = 200_000


def poisson_link(load: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return sizes and slowdowns of Poisson jobs on a link of rate 1: 9 of 10 have size 1, the tenth 11."""
    generator = np.random.default_rng(15)
    size = np.where(generator.random(JOBS) < 0.9, 1.0, 11.0)
    start = np.cumsum(generator.exponential(2.0 / load, JOBS))
    table = StreamTable(
        first=np.arange(JOBS + 1),
        resource=np.zeros(JOBS, dtype=np.int32),
        multiplicity=np.ones(JOBS),
        latency=np.zeros(JOBS),
    )
    finish = played(np.ones(1), table, size, start).finish_times(0, JOBS)
    return size, (finish - start) / size


@pytest.mark.parametrize("load", [0.3, 0.5, 0.7])
def test_jobs_of_every_size_are_slowed_down_alike_on_a_shared_link(load: float) -> None:
    """V15: processor sharing, E[slowdown] = 1 / (1 - load) whatever the size. 2 % for this sample."""
    size, slowdown = poisson_link(load)
    assert slowdown[size == 1.0].mean() == pytest.approx(1 / (1 - load), rel=0.02)
    assert slowdown[size == 11.0].mean() == pytest.approx(1 / (1 - load), rel=0.02)


def test_active_flows_on_average_are_arrivals_times_their_mean_time() -> None:
    """V16, Little's law, on a network: the number looked at on a grid against the times reported."""
    generator = np.random.default_rng(16)
    table = StreamTable.of([generator.choice(20, 3, replace=False) for _ in range(4_000)])
    start = np.sort(generator.uniform(0.0, 1_000.0, 4_000))
    engine = Engine(np.ones(20))
    engine.add_arrivals(table, generator.exponential(1.0, 4_000), start)
    grid = np.arange(0.05, 1_200.0, 0.1)
    active = [run(engine, at).active for at in grid]
    times = engine.finish_times(0, 4_000) - start
    assert np.sum(active) * 0.1 == pytest.approx(times.sum(), rel=0.005)


def test_every_byte_is_carried_by_every_resource_of_its_path() -> None:
    """V16, bytes: each resource has carried the sizes of its streams, times their multiplicities."""
    generator = np.random.default_rng(17)
    paths = [generator.choice(20, 4, replace=False) for _ in range(2_000)]
    table = StreamTable.of(paths, generator.uniform(0.1, 3.0, (2_000, 4)))
    size = generator.exponential(1e6, 2_000)
    engine = played(np.full(20, 1e6), table, size, generator.uniform(0.0, 300.0, 2_000))
    stream = np.repeat(np.arange(2_000), np.diff(table.first))
    expected = np.bincount(table.resource, table.multiplicity * size[stream], 20)
    np.testing.assert_allclose(engine.carried(), expected, rtol=1e-12)


@pytest.mark.parametrize("senders", [2, 128, 5_000])
def test_an_incast_ends_for_all_when_the_receiver_has_taken_the_last_byte(senders: int) -> None:
    """V17: k s / B."""
    table = StreamTable.of([[sender, senders] for sender in range(senders)])
    engine = played(np.full(senders + 1, 4.0), table, np.full(senders, 6.0), np.zeros(senders))
    np.testing.assert_allclose(engine.finish_times(0, senders), senders * 6.0 / 4.0, rtol=1e-9)
    assert engine.events == 1
