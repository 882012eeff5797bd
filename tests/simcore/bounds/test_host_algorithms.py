"""Times of collectives by algorithms of hosts, against steps counted by hand."""

import pytest

from simcore.bounds.algorithms import Algorithm, collective_time, cost, fastest, rounds_to_reach
from simcore.bounds.bus import (
    Collective,
    all_to_all_bus_bandwidth,
    bandwidth_bound,
    bus_bandwidth,
    bus_factor,
)


def test_the_published_row_of_16_gib_gives_its_published_bus_bandwidth() -> None:
    # NVIDIA/dgxc-benchmarking: 17,179,869,184 bytes in 62,636 us on 8 ranks, 479.99 GB/s (V01).
    rate = bus_bandwidth(Collective.ALL_REDUCE, rank_count=8, size=17179869184, time=62636e-6)
    assert rate / 1e9 == pytest.approx(479.99, rel=1e-4)


def test_bus_factors_are_those_of_nccl_tests() -> None:
    assert [bus_factor(each, 4) for each in Collective] == [1.5, 0.75, 0.75, 1.0, 1.0, 0.75, 0.0]


def test_four_ranks_on_a_ring_take_six_steps_of_a_quarter() -> None:
    # 6 steps of 1 us and 25 bytes at 100 bytes/s: 1.5 s and 6 us.
    time = collective_time(
        Collective.ALL_REDUCE, Algorithm.RING, rank_count=4, size=100.0, rate=100.0, delay=1e-6
    )
    assert time == pytest.approx(1.5 + 6e-6, rel=1e-12)


def test_eight_ranks_halve_and_double_in_six_rounds_and_move_what_the_ring_moves() -> None:
    # Reduce-scatter sends 1/2, 1/4 and 1/8 of the vector, all-gather 1/8, 1/4 and 1/2: 14/8.
    assert cost(Collective.ALL_REDUCE, Algorithm.HALVING_DOUBLING, 8).rounds == 6
    assert cost(Collective.ALL_REDUCE, Algorithm.HALVING_DOUBLING, 8).share == pytest.approx(14 / 8)


def test_six_ranks_fold_to_four_and_pay_two_rounds_of_the_whole_vector() -> None:
    # Four ranks: 2 log2 4 rounds and 3/2; before and after them one round with the whole vector.
    of = cost(Collective.ALL_REDUCE, Algorithm.HALVING_DOUBLING, 6)
    assert (of.rounds, of.share) == (6, pytest.approx(3.5))


def test_bruck_sends_the_blocks_whose_distance_has_the_bit_of_the_round() -> None:
    # n = 5, distances 1 to 4: bit 0 in 1 and 3, bit 1 in 2 and 3, bit 2 in 4: five blocks of S/5.
    of = cost(Collective.ALL_TO_ALL, Algorithm.BRUCK, 5)
    assert (of.rounds, of.share) == (3, pytest.approx(1.0))


def test_a_tree_of_eight_stores_a_chunk_at_each_of_three_hops_up_and_three_down() -> None:
    # 6 hops of 1 s and 10 bytes at 10 bytes/s, then 2 · 100 bytes.
    time = collective_time(
        Collective.ALL_REDUCE, Algorithm.TREE, rank_count=8, size=100, rate=10, delay=1, chunk=10
    )
    assert time == pytest.approx(6 * (1 + 1) + 20)


def test_a_barrier_is_latency_alone() -> None:
    time = collective_time(Collective.BARRIER, Algorithm.BRUCK, rank_count=9, size=1e9, rate=1, delay=2.0)
    assert time == 4 * 2.0


@pytest.mark.parametrize(("rank_count", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (1024, 10), (1025, 11)])
def test_rounds_double_who_has_heard(rank_count: int, rounds: int) -> None:
    assert rounds_to_reach(rank_count) == rounds


def test_small_messages_take_the_algorithm_of_few_rounds_and_large_ones_the_least_bytes() -> None:
    def best(size: float) -> Algorithm:
        return fastest(Collective.ALL_REDUCE, rank_count=100, size=size, rate=5e10, delay=3e-6)[0]

    assert best(8) in (Algorithm.TREE, Algorithm.HALVING_DOUBLING)
    assert best(1e11) is Algorithm.RING


def test_what_a_form_cannot_say_is_refused_with_what_would_help() -> None:
    with pytest.raises(ValueError, match="2 ranks or more, got 1"):
        cost(Collective.ALL_REDUCE, Algorithm.RING, 1)
    with pytest.raises(ValueError, match="there are ring, double binary tree"):
        cost(Collective.BROADCAST, Algorithm.BRUCK, 4)
    with pytest.raises(ValueError, match="power of two of ranks, got 6"):
        cost(Collective.ALL_GATHER, Algorithm.HALVING_DOUBLING, 6)
    with pytest.raises(ValueError, match="leave nothing for the adapters"):
        all_to_all_bus_bandwidth(rank_count=8, ranks_a_host=8, rate=1.0)


def test_the_bound_of_an_all_reduce_is_two_vectors_less_what_stays() -> None:
    assert bandwidth_bound(Collective.ALL_REDUCE, rank_count=4, size=8.0, rate=2.0) == pytest.approx(6.0)
