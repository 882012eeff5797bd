"""Flows over several paths: how long they take, by hand."""

import numpy as np
import pytest

from simcore.engine.loop import Engine
from simcore.routing.routes import Routes
from simcore.traffic.collectives.all_to_all import exchange
from simcore.traffic.collectives.ring import ring_pipeline
from simcore.traffic.flows import EndedFlows, FlowBook
from simcore.traffic.splitting import Splitting

SIZE = 1200.0
# A port of 12 and uplinks of 3 each; three of four parts take the first uplink, the other takes the second.
RATE = np.array([12.0, 3.0, 3.0])
THREE_AND_ONE = [[0, 1], [0, 1], [0, 1], [0, 2]]


class FixedPaths:
    """Gives every flow the same paths, as many as there are in ``ways``."""

    def __init__(self, ways: list[list[int]], delay: float = 0.0) -> None:
        self._ways = ways
        self._delay = delay

    def route(self, source: np.ndarray, target: np.ndarray, flow_ids: np.ndarray) -> Routes:
        ways = self._ways * source.shape[0]
        link = np.concatenate(ways).astype(np.int32)
        first = np.concatenate([[0], np.cumsum([len(way) for way in ways])])
        delay = np.full(len(ways), self._delay)
        return Routes(first, link, np.ones(link.shape[0]), delay, len(self._ways))


def _completed(splitting: Splitting, *, flows: int = 1, delay: float = 0.0) -> EndedFlows:
    engine, book = Engine(RATE), FlowBook(RATE, splitting)
    ends = np.zeros(flows, dtype=np.int32)
    load = book.add(
        engine,
        FixedPaths(THREE_AND_ONE, delay),
        source=ends,
        target=ends,
        flow_ids=ends.astype(np.uint64),
        size=np.full(flows, SIZE),
        start=np.zeros(flows),
    )
    assert load.tolist() == [flows * SIZE, flows * SIZE * 3 / 4, flows * SIZE / 4]
    while not engine.advance(np.inf):
        pass
    return book.collect(engine)


def test_of_equal_parts_the_slowest_decides() -> None:
    # Each part has 300; three share an uplink of 3, so that the last ends at 900 / 3.
    ended = _completed(Splitting.EQUAL, delay=0.5)
    assert ended.completion.tolist() == pytest.approx([300.5], rel=1e-12)
    assert ended.slowdown.tolist() == pytest.approx([1.0], rel=1e-12)


def test_a_second_flow_doubles_the_time_of_equal_parts() -> None:
    ended = _completed(Splitting.EQUAL, flows=2)
    assert ended.completion.tolist() == pytest.approx([600.0, 600.0], rel=1e-12)
    assert ended.slowdown.tolist() == pytest.approx([2.0, 2.0], rel=1e-12)


def test_parts_of_one_queue_take_what_bytes_they_can() -> None:
    # The uplinks carry 3 + 3 until the 1200 are gone; both links of the cut are full from the first moment.
    ended = _completed(Splitting.SHARED_QUEUE, delay=0.5)
    assert ended.completion.tolist() == pytest.approx([200.5], rel=1e-12)
    assert ended.slowdown.tolist() == pytest.approx([1.0], rel=1e-12)


def test_two_flows_of_one_queue_each_share_both_uplinks() -> None:
    ended = _completed(Splitting.SHARED_QUEUE, flows=2)
    assert ended.completion.tolist() == pytest.approx([400.0, 400.0], rel=1e-12)


def test_a_ring_edge_of_several_paths_puts_an_equal_part_on_each() -> None:
    members = np.array([0, 1], dtype=np.int32)
    ring = ring_pipeline(FixedPaths(THREE_AND_ONE), members, SIZE, first_flow=0)
    # Two edges alike: all of both on the port, three quarters and one quarter of both on the uplinks.
    assert dict(zip(ring.resource.tolist(), ring.multiplicity.tolist(), strict=True)) == {
        0: 2.0,
        1: 1.5,
        2: 0.5,
    }


def test_a_pair_of_an_all_to_all_sends_equal_parts_over_its_paths() -> None:
    adapters, host = np.array([0, 1], dtype=np.int32), np.array([0, 1], dtype=np.int32)
    pairs = exchange(FixedPaths(THREE_AND_ONE), adapters, host, SIZE, first_flow=0)
    # Each host sends half of its bytes to the other, a quarter of that over each path.
    assert pairs.size.tolist() == [SIZE / 8] * 8
    assert pairs.sent == SIZE / 2
    assert pairs.idle_time(RATE) == pytest.approx(SIZE * 3 / 4 / 3, rel=1e-12)
