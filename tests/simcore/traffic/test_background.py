"""Background traffic: its sizes against the published points, its draws against their laws."""

from math import inf

import numpy as np
import pytest

from simcore.engine.loop import Engine
from simcore.routing.hashing import HashRouter
from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import Topology
from simcore.traffic.background import BLOCK, BackgroundPlan, BackgroundPlayer, Sizes, web_search_sizes
from simcore.traffic.flows import EndedFlows, FlowBook
from simcore.traffic.streams import StreamTable
from tests.simcore.fabrics import LINE, one_switch


def _plan(topology: Topology, *, load: float, end: float, sizes: Sizes) -> BackgroundPlan:
    adapters = np.flatnonzero(topology.vertex_host >= 0).astype(np.int32)
    return BackgroundPlan(
        adapters=adapters,
        host=topology.vertex_host[adapters],
        rate=np.full(adapters.shape[0], LINE),
        load=load,
        sizes=sizes,
        begin=0.0,
        end=end,
        first_flow=0,
    )


class Hoarder(Engine):
    """An engine that gives no rows back."""

    def release(self, first: int, count: int) -> None:
        """Keep the rows."""


def _played(topology: Topology, plan: BackgroundPlan, *, seed: int = 1) -> EndedFlows:
    engine, book = Engine(topology.link_rate), FlowBook(topology.link_rate)
    router = HashRouter(ShortestPaths(topology), seed=7)
    player = BackgroundPlayer(plan, router=router, book=book, random=np.random.default_rng(seed))
    player.join(engine.add_player(player))
    engine.begin()
    while not engine.advance(inf):
        pass
    return book.collect(engine)


def test_web_search_sizes_have_the_published_mean_and_spread() -> None:
    # docs/model/background.md: mean 1,711,250 bytes; squared coefficient of variation 5.37.
    sizes = web_search_sizes()
    assert sizes.mean == pytest.approx(1_711_250, rel=1e-12)
    drawn = sizes.draw(np.random.default_rng(3), 400_000)
    assert drawn.mean() == pytest.approx(1_711_250, rel=0.01)
    assert drawn.var() / drawn.mean() ** 2 == pytest.approx(5.37, rel=0.02)


def test_sizes_are_whole_bytes_and_never_nothing() -> None:
    drawn = web_search_sizes().draw(np.random.default_rng(3), 10_000)
    assert (drawn >= 1).all()
    assert (drawn == np.floor(drawn)).all()


def test_fixed_sizes_are_all_alike() -> None:
    assert set(Sizes.fixed(777.0).draw(np.random.default_rng(1), 100).tolist()) == {777.0}


def test_as_many_bytes_start_as_the_load_says() -> None:
    topology = one_switch(16)
    plan = _plan(topology, load=0.3, end=0.05, sizes=Sizes.fixed(1e5))
    flows = _played(topology, plan)
    offered = 0.3 * 16 * LINE * 0.05
    assert flows.size.sum() == pytest.approx(offered, rel=0.02)  # Poisson: 1 / sqrt(120,000) = 0.3 %


def test_flows_start_within_their_time_and_all_end() -> None:
    topology = one_switch(4)
    flows = _played(topology, _plan(topology, load=0.5, end=0.01, sizes=web_search_sizes()))
    assert flows.start.max() <= 0.01
    assert np.isfinite(flows.completion).all()
    assert (flows.slowdown >= 1 - 1e-9).all()


def test_ends_lie_on_different_hosts_and_all_pairs_are_equally_likely() -> None:
    topology = one_switch(3, adapters=2)
    plan = _plan(topology, load=0.5, end=1.0, sizes=Sizes.fixed(1e6))
    book = FlowBook(topology.link_rate)
    router = HashRouter(ShortestPaths(topology), seed=7)
    player = BackgroundPlayer(plan, router=router, book=book, random=np.random.default_rng(5))
    source, target = player._draw_ends(240_000)
    hosts = topology.vertex_host
    assert (hosts[source] != hosts[target]).all()
    pairs, counts = np.unique(source * 100 + target, return_counts=True)
    assert pairs.shape[0] == 6 * 4
    assert counts == pytest.approx(np.full(24, 10_000), rel=0.05)


def test_the_same_seed_draws_the_same_flows_and_another_seed_others() -> None:
    topology = one_switch(4)
    plan = _plan(topology, load=0.2, end=0.002, sizes=web_search_sizes())
    one, again, other = _played(topology, plan), _played(topology, plan), _played(topology, plan, seed=2)
    assert one.completion.tobytes() == again.completion.tobytes()
    assert one.completion.tobytes() != other.completion.tobytes()


def test_slowdown_on_one_shared_link_is_that_of_processor_sharing() -> None:
    # V15: E[slowdown] = 1 / (1 - rho) for Poisson arrivals on one shared link; here all flows to one adapter.
    topology = one_switch(2)
    engine, book = Engine(topology.link_rate), FlowBook(topology.link_rate)
    random, sizes, count, load = np.random.default_rng(11), web_search_sizes(), 200_000, 0.5
    start = np.cumsum(random.exponential(sizes.mean / (load * LINE), count))
    ends = np.flatnonzero(topology.vertex_host >= 0).astype(np.int32)
    book.add(
        engine,
        HashRouter(ShortestPaths(topology), seed=7),
        source=np.full(count, ends[0]),
        target=np.full(count, ends[1]),
        flow_ids=np.arange(count, dtype=np.uint64),
        size=sizes.draw(random, count),
        start=start,
    )
    while not engine.advance(inf):
        pass
    assert book.collect(engine).slowdown.mean() == pytest.approx(2.0, rel=0.02)


def _looked_at(engine: Engine, looks: int) -> EndedFlows:
    """Return about 30,000 flows, 4,096 a block, collected in so many looks while they are under way."""
    topology = one_switch(4)
    book = FlowBook(topology.link_rate)
    plan = _plan(topology, load=0.5, end=0.5, sizes=web_search_sizes())
    router = HashRouter(ShortestPaths(topology), seed=7)
    player = BackgroundPlayer(plan, router=router, book=book, random=np.random.default_rng(3))
    player.join(engine.add_player(player))
    engine.begin()
    parts = []
    for until in [*np.linspace(0, plan.end, looks, endpoint=False)[1:], inf]:
        while not engine.advance(until):
            pass
        parts.append(book.collect(engine))
    return EndedFlows.joined(parts)


def test_rows_of_ended_flows_are_used_again_and_no_bit_changes() -> None:
    rates = one_switch(4).link_rate
    engine, hoarder = Engine(rates), Hoarder(rates)
    reused, kept = _looked_at(engine, 50), _looked_at(hoarder, 50)
    assert reused.start.shape[0] > 25_000
    assert reused.completion.tobytes() == kept.completion.tobytes()
    assert reused.slowdown.tobytes() == kept.slowdown.tobytes()
    assert engine.carried().tobytes() == hoarder.carried().tobytes()
    next_row = StreamTable.of([[0]] * BLOCK)
    assert engine.add_streams(next_row) < 4 * BLOCK < 7 * BLOCK <= hoarder.add_streams(next_row)


def test_when_ended_flows_are_collected_changes_no_bit_of_them() -> None:
    rates = one_switch(4).link_rate
    often, once = _looked_at(Engine(rates), 200), _looked_at(Engine(rates), 1)
    assert often.completion.tobytes() == once.completion.tobytes()
