"""Completion times of the reference flows against another simulator, and against the oracle."""

import numpy as np
import pytest

from simcore.engine.loop import Engine
from tests import oracle
from tests.reference.works import Work, needs_reference, read_completions, read_work
from tests.simcore.engine.players import played, run

pytestmark = needs_reference


@pytest.mark.parametrize("name", ["w1_perm1024", "w2_incast128", "w3_websearch", "w5_perm1024"])
def test_every_flow_completes_when_simgrid_says(name: str) -> None:
    """Source: SimGrid 4.1 on the same flows and paths; its own solver works to about 1e-5."""
    work = read_work(name)
    engine = played(work.capacity, work.table, work.size, work.start)
    completion = engine.finish_times(0, work.table.count) - work.start + work.table.latency
    apart = np.abs(completion / read_completions(name, "simgrid41") - 1.0)
    assert apart.max() < 3e-4
    assert np.quantile(apart, 0.999) < 2e-5


def test_an_all_to_all_ends_when_solving_each_instant_from_nothing_says() -> None:
    """2,256 flows between the first 48 hosts, against the oracle; `make bench` takes all 16,256."""
    work = read_work("w4_a2a128", hosts=48)
    engine = played(work.capacity, work.table, work.size, work.start)
    expected = oracle.finish_times(work.capacity, work.table, work.size, work.start)
    np.testing.assert_allclose(engine.finish_times(0, work.table.count), expected, rtol=1e-9)


def looked_at(work: Work, times: np.ndarray) -> list[tuple[float, int]]:
    """Return overload and number of streams without a bottleneck at each of ``times``."""
    engine = Engine(work.capacity)
    engine.add_arrivals(work.table, work.size, work.start)
    seen = []
    for at in times:
        rates = run(engine, at).rates(0, work.table.count)
        lacking = oracle.lacks_bottleneck(work.capacity, work.table, rates, rates > 0)
        seen.append((oracle.overload(work.capacity, work.table, rates), lacking.size))
    return seen


def test_thousands_of_flows_in_one_crowd_have_their_bottlenecks_all_the_way() -> None:
    """4,096 distinct completions within 1.5 ms, looked at every 50 us."""
    for overload, lacking in looked_at(read_work("w5_perm4096"), np.arange(0.0, 1.5e-3, 5e-5)):
        assert overload < 1e-9
        assert lacking == 0
