"""V10, V10d and V17: shares that can be worked out by hand, as the engine gives them."""

from collections.abc import Iterator, Sequence

import numpy as np

from simcore.engine.loop import Engine
from simcore.routing.hashing import HashRouter
from simcore.routing.shortest_paths import ShortestPaths
from simcore.traffic.streams import StreamTable
from validation.fabrics import endpoints, fabric, run_until
from validation.rows import CLOSED_FORM, Row

TOLERANCE = 1e-9
LINE = 5e10

# What, capacities, the resources of each stream, how often each is taken (None: once), the rates by hand.
NETWORKS: Sequence[tuple[str, str, list[float], list[list[int]], list[list[float]] | None, list[float]]] = (
    (
        "V10",
        "(a) 3 unit links, one flow over all and one on each: 1/2 each",
        [1, 1, 1],
        [[0, 1, 2], [0], [1], [2]],
        None,
        [0.5] * 4,
    ),
    (
        "V10",
        "(b) links of 10 and 4, flows on the first, on both, on the second: 8, 2, 2",
        [10, 4],
        [[0], [0, 1], [1]],
        None,
        [8, 2, 2],
    ),
    (
        "V10",
        "(c) four unit senders that meet on a link of 3: 3/4 each",
        [1, 1, 1, 1, 3],
        [[0, 4], [1, 4], [2, 4], [3, 4]],
        None,
        [0.75] * 4,
    ),
    (
        "V10d",
        "tree of 4 hosts, one copy on an uplink that it shares with a flow: 1/2 each",
        [1] * 5,
        [[0, 1, 2, 3, 4], [4]],
        None,
        [0.5, 0.5],
    ),
    (
        "V10d",
        "the tree alone without aggregation, four copies on the uplink: 1/4",
        [1] * 5,
        [[0, 1, 2, 3, 4]],
        [[1, 1, 1, 1, 4]],
        [0.25],
    ),
)


def networks() -> Iterator[Row]:
    """V10 and V10d: the rates of streams that have started at the same moment."""
    for name, what, capacity, paths, counted, by_hand in NETWORKS:
        engine = Engine(np.array(capacity, dtype=float))
        table = StreamTable.of(paths, counted)
        engine.add_arrivals(table, np.ones(table.count), np.zeros(table.count))
        rates = run_until(engine, 0.0).rates(0, table.count)
        worst = int(np.argmax(np.abs(rates / by_hand - 1.0)))
        yield Row(name, "I", what, by_hand[worst], CLOSED_FORM, float(rates[worst]), TOLERANCE)


def incast() -> Iterator[Row]:
    """V17: k senders of s bytes to a receiver of rate B all end at k s / B; hashed paths on a leaf-spine."""
    topology = fabric("leaf-spine", leaves=32, spines=16, hosts_per_leaf=32, uplink_gbps=800.0)
    router = HashRouter(ShortestPaths(topology), seed=7)
    adapters = endpoints(topology)
    for senders in (2, 128, 900):
        # Spread over the other leaves, so that no uplink gives a flow less than the receiver does.
        source = adapters[np.linspace(32, adapters.size - 1, senders).astype(int)]
        target = np.full(senders, adapters[0])
        routes = router.route(source, target, np.arange(senders, dtype=np.uint64))
        table = StreamTable(routes.first, routes.link, routes.share, routes.delay)
        engine = Engine(topology.link_rate)
        engine.add_arrivals(table, np.full(senders, 1e6), np.zeros(senders))
        ends = run_until(engine).finish_times(0, senders)
        by_hand = senders * 1e6 / LINE
        worst = float(ends[np.argmax(np.abs(ends - by_hand))])
        what = f"incast of {senders} senders, 1 MB each, 400 Gb/s: the end furthest off, s"
        yield Row("V17", "I", what, by_hand, CLOSED_FORM, worst, TOLERANCE)


def rows() -> Iterator[Row]:
    """All rows of this page."""
    yield from networks()
    yield from incast()
