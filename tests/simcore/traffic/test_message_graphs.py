"""Collectives as graphs of messages: who sends what, counted by hand, and that it is enough."""

from collections.abc import Callable
from functools import partial
from math import ceil, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.traffic.collectives.chain import Way, chain, token
from simcore.traffic.collectives.double_tree import (
    NOBODY,
    parents,
    tree_barrier,
)
from simcore.traffic.collectives.double_tree import tree_all_reduce as any_all_reduce
from simcore.traffic.collectives.double_tree import tree_broadcast as any_broadcast
from simcore.traffic.collectives.double_tree import tree_reduce as any_reduce
from simcore.traffic.collectives.sends import Sends
from simcore.traffic.collectives.step_by_step import (
    bruck,
    bruck_all_gather,
    dissemination,
    doubling,
    halving,
    halving_doubling,
    pairwise,
    shift,
)
from simcore.traffic.graph import NO_ROUTE
from simcore.traffic.streams import StreamTable

RANKS = st.integers(2, 40)
ROOTS = st.integers(0, 39)
CHUNKS = 5

tree_all_reduce = partial(any_all_reduce, chunks=CHUNKS)
tree_broadcast = partial(any_broadcast, chunks=CHUNKS)
tree_reduce = partial(any_reduce, chunks=CHUNKS)


def heard_by(sends: Sends) -> list[set[int]]:
    """Return from whom each rank has heard, over however many others, when all messages have arrived.

    A message tells what its sender had heard in the messages for which it waits, and by itself.
    """
    before: list[list[int]] = [[] for _ in range(sends.count)]
    for later, earlier in zip(sends.later.tolist(), sends.earlier.tolist(), strict=True):
        before[later].append(earlier)
    told: list[set[int]] = [set() for _ in range(sends.count)]
    heard = [{rank} for rank in range(sends.ranks)]
    for message in range(sends.count):
        source, target = int(sends.source[message]), int(sends.target[message])
        told[message] = {source}.union(*(told[each] for each in before[message]))
        heard[target] |= told[message]
    return heard


@pytest.mark.parametrize(
    ("ranks", "sent"),
    [
        (2, [6, 6]),
        # 0 gives 12 to 1; 1 and 2 swap halves and sums of halves; 1 gives the sum back.
        (3, [12, 24, 12]),
        (4, [18, 18, 18, 18]),
        # Helpers 1, 3, 5 and rank 6 as four: 6 + 3 there, 3 + 6 back.
        (7, [12, 30, 12, 30, 12, 30, 18]),
        (8, [21] * 8),
    ],
)
def test_halving_and_doubling_sends_what_is_counted_by_hand(ranks: int, sent: list[float]) -> None:
    """Twelve bytes; of two each sends 6 + 6."""
    expected = [12.0, 12.0] if ranks == 2 else sent
    assert halving_doubling(ranks, 12.0).sent() == pytest.approx(expected)


@pytest.mark.parametrize(
    ("ranks", "sent"),
    [
        (2, [1, 1]),
        # 0 gives 2 of its 3 to 1, which stands for two and sends 1 to 2, and at last 1 back to 0.
        (3, [2, 2, 2]),
        (4, [3, 3, 3, 3]),
        # Owned by helpers 1, 3, 5: two parts, by 6 one. Far: 3, 3 to one side, 4, 4 to the other; near: 2,
        # 2 and 1, 2; each helper gives 1 back.
        (7, [6, 6, 6, 6, 6, 4 + 1 + 1, 4 + 2]),
        (8, [7] * 8),
    ],
)
def test_halving_sends_what_is_counted_by_hand(ranks: int, sent: list[float]) -> None:
    """As many bytes as ranks, so that each part is one."""
    assert halving(ranks, float(ranks)).sent() == pytest.approx(sent)
    assert doubling(ranks, float(ranks)).received() == pytest.approx(sent)


@pytest.mark.parametrize(("ranks", "parts"), [(2, 1), (3, 2), (4, 4), (7, 9), (8, 12)])
def test_bruck_sends_a_part_for_each_bit_of_its_way(ranks: int, parts: int) -> None:
    """Of seven: ways 1 to 6 have 1 + 1 + 2 + 1 + 2 + 2 bits."""
    assert bruck(ranks, float(ranks)).sent() == pytest.approx([parts] * ranks)


@pytest.mark.parametrize("ranks", [2, 3, 4, 7, 8])
def test_pairwise_sends_one_part_to_everybody_else(ranks: int) -> None:
    sends = pairwise(ranks, float(ranks))
    assert sends.sent() == pytest.approx([ranks - 1] * ranks)
    assert np.unique(sends.pair).shape[0] == sends.count == ranks * (ranks - 1)


@pytest.mark.parametrize(
    ("ranks", "sent"),
    [
        # Two: up one tree, down the other.
        (2, [2, 2]),
        # Trees 0-2-1 and, turned by one, 2-1-0: halves up and down each of four edges.
        (3, [2, 3, 3]),
        # Trees 0-2-(1, 3) and 3-1-(2, 0).
        (4, [2, 4, 4, 2]),
    ],
)
def test_a_double_tree_sends_what_is_counted_by_hand(ranks: int, sent: list[float]) -> None:
    """Two bytes, so that each half is one: up to the parent, and down to each child."""
    assert tree_all_reduce(ranks, 2.0).sent() == pytest.approx(sent)


def test_broadcast_and_reduction_are_mirror_images() -> None:
    """Four: 0 gives half to 1 and half to 3; trees 1-3-2 and 3-2-1 over the others."""
    assert tree_broadcast(4, 2.0).sent() == pytest.approx([2, 1, 1, 2])
    assert tree_reduce(4, 2.0).received() == pytest.approx([2, 1, 1, 2])
    assert tree_broadcast(2, 2.0).sent() == pytest.approx([2, 0])


@given(RANKS)
def test_nobody_sends_more_in_a_double_tree_than_all_of_it_twice(ranks: int) -> None:
    sends = tree_all_reduce(ranks, 1.0)
    assert sends.sent().max() <= 2 + 1e-9
    assert sends.received().max() <= 2 + 1e-9
    assert tree_broadcast(ranks, 1.0).sent().max() <= 1 + 1e-9
    assert tree_reduce(ranks, 1.0).received().max() <= 1 + 1e-9


@given(RANKS)
def test_both_trees_reach_everybody_within_a_logarithm(ranks: int) -> None:
    for parent in parents(ranks):
        (root,) = np.flatnonzero(parent == NOBODY)
        for leaf in range(ranks):
            rank, steps = leaf, 0
            while rank != root:
                rank, steps = int(parent[rank]), steps + 1
                assert steps <= ceil(log2(ranks))


ALL_TO_EACH = [halving_doubling, tree_all_reduce, halving, doubling, pairwise, bruck, bruck_all_gather]


@given(RANKS, st.sampled_from(ALL_TO_EACH))
def test_everybody_hears_of_everybody(ranks: int, make: Callable[[int, float], Sends]) -> None:
    """What a rank ends with in these depends on the bytes of all."""
    assert heard_by(make(ranks, 1.0)) == [set(range(ranks))] * ranks


@given(RANKS)
def test_a_barrier_waits_for_everybody_and_moves_nothing(ranks: int) -> None:
    for sends in (tree_barrier(ranks), dissemination(ranks), token(ranks)):
        assert heard_by(sends) == [set(range(ranks))] * ranks
        assert not sends.size.any()
    assert dissemination(ranks).hops == ceil(log2(ranks))


@given(
    RANKS, st.integers(0, 39), st.sampled_from([tree_broadcast, partial(chain, chunks=CHUNKS, way=Way.OUT)])
)
def test_a_broadcast_is_from_its_root(ranks: int, root: int, make: Callable[..., Sends]) -> None:
    root %= ranks
    sends = make(ranks, 1.0, root=root)
    assert all(root in heard for heard in heard_by(sends))
    assert sends.received() == pytest.approx(np.where(np.arange(ranks) == root, 0.0, 1.0))


@given(RANKS, ROOTS, st.sampled_from([tree_reduce, partial(chain, chunks=CHUNKS, way=Way.IN)]))
def test_a_reduction_is_to_its_root(ranks: int, root: int, make: Callable[..., Sends]) -> None:
    root %= ranks
    sends = make(ranks, 1.0, root=root)
    assert heard_by(sends)[root] == set(range(ranks))
    assert sends.sent() == pytest.approx(np.where(np.arange(ranks) == root, 0.0, 1.0))


def test_a_chain_goes_along_the_ring_and_leaves_out_one_edge() -> None:
    """Four ranks with root 2: out over 2-3-0-1, in over 3-0-1-2."""
    out, inward = (chain(4, 1.0, chunks=1, root=2, way=way) for way in (Way.OUT, Way.IN))
    assert list(zip(out.source.tolist(), out.target.tolist(), strict=True)) == [(2, 3), (3, 0), (0, 1)]
    assert list(zip(inward.source.tolist(), inward.target.tolist(), strict=True)) == [(3, 0), (0, 1), (1, 2)]


@given(RANKS)
def test_a_token_goes_around_twice_but_for_two_hops(ranks: int) -> None:
    assert token(ranks).hops == token(ranks).count == 2 * (ranks - 1)


@pytest.mark.parametrize(("ranks", "parts"), [(2, [1]), (3, [1, 1]), (7, [1, 2, 3]), (8, [1, 2, 4])])
def test_bruck_gathers_twice_as_much_in_each_step_until_nothing_is_missing(
    ranks: int, parts: list[int]
) -> None:
    sends = bruck_all_gather(ranks, float(ranks))
    assert sends.size.reshape(-1, ranks) == pytest.approx(np.repeat(parts, ranks).reshape(-1, ranks))


@pytest.mark.parametrize(
    ("ranks", "distance", "pairs"),
    [(4, 2, [(0, 2), (1, 3)]), (4, 1, [(0, 1), (1, 2), (2, 3)]), (5, 3, [(0, 3), (1, 4)])],
)
def test_a_shift_is_from_each_rank_to_the_one_so_far_after_it(
    ranks: int, distance: int, pairs: list[tuple[int, int]]
) -> None:
    sends = shift(ranks, 7.0, distance=distance)
    assert list(zip(sends.source.tolist(), sends.target.tolist(), strict=True)) == pairs
    assert sends.later.size == 0
    assert (sends.size == 7.0).all()


@given(RANKS)
def test_no_rank_ends_with_less_than_theory_asks(ranks: int) -> None:
    """Whoever had nothing of the others gets at least what is made of their bytes."""
    share = (ranks - 1) / ranks - 1e-12
    assert (pairwise(ranks, 1.0).received() >= share).all()
    assert (bruck(ranks, 1.0).received() >= share).all()
    assert (doubling(ranks, 1.0).received() >= share).all()
    assert (halving(ranks, 1.0).sent() >= share).all()
    assert halving_doubling(ranks, 1.0).sent().sum() >= 2 * (ranks - 1) - 1e-9
    assert tree_all_reduce(ranks, 1.0).sent().sum() == pytest.approx(2 * (ranks - 1))


@given(
    RANKS,
    st.sampled_from([*ALL_TO_EACH, tree_broadcast, partial(chain, chunks=CHUNKS, root=0, way=Way.IN)]),
)
def test_the_graph_can_run_and_has_every_byte(ranks: int, make: Callable[[int, float], Sends]) -> None:
    sends = make(ranks, 3.0)
    routes = StreamTable.of([[rank] for rank in range(ranks)], latency=np.full(ranks, 2e-6))
    graph = sends.graph(sends.source, routes)
    graph.refuse_unfit()
    assert graph.size.sum() == pytest.approx(sends.sent().sum())
    assert (graph.route[:-1] != NO_ROUTE).all()
    assert graph.lag.max() == 2e-6


def test_a_chunk_waits_for_the_one_before_it_and_for_both_children() -> None:
    """Four ranks: 2 sends chunk 1 to 0 when chunk 1 of 1 and of 3 has come and its own chunk 0 has gone."""
    sends = tree_all_reduce(4, 2.0)
    edge = np.flatnonzero((sends.source == 2) & (sends.target == 0))[1]
    before = sends.earlier[sends.later == edge]
    pairs = sorted(zip(sends.source[before].tolist(), sends.target[before].tolist(), strict=True))
    assert pairs == [(1, 2), (2, 0), (3, 2)]
    assert sends.count == 2 * 2 * 3 * CHUNKS
