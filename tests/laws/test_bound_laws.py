"""Laws of the closed forms: what no algorithm, tree or choice of figures may break."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.bounds.algorithms import COSTS, Algorithm, collective_time, cost, fastest, rounds_to_reach
from simcore.bounds.bus import Collective, bandwidth_bound, bus_factor
from simcore.bounds.fidelity import harmonic, quorum_time
from simcore.bounds.gain import gain_bound
from simcore.bounds.hierarchy import Hosts, InHost, flat_ring, rings_by_rail, trees_by_rail
from simcore.bounds.sharp import LatencyTree, StreamingTree, crossover
from simcore.bounds.tuning import Machine, all_reduce_choice, predictions

ranks = st.integers(2, 5000)
sizes = st.floats(1.0, 1e12)
rates = st.floats(1e6, 1e12)
delays = st.floats(0.0, 1e-3)
forms = st.sampled_from(list(COSTS))
hosts = st.builds(Hosts, st.integers(2, 2000), st.integers(1, 16), adapter_rate=rates, in_host_rate=rates)
ways_inside = st.sampled_from(list(InHost))


def can(collective: Collective, algorithm: Algorithm, n: int) -> bool:
    """Return whether the form is made for so many ranks."""
    halves = algorithm is Algorithm.HALVING_DOUBLING and collective is not Collective.ALL_REDUCE
    return not halves or n & (n - 1) == 0


@given(form=forms, n=ranks, size=sizes, rate=rates, delay=delays, chunk=st.floats(0.0, 1e6))
def test_no_algorithm_of_hosts_beats_the_bound_of_bandwidth_or_that_of_rounds(
    *, form: tuple[Collective, Algorithm], n: int, size: float, rate: float, delay: float, chunk: float
) -> None:
    collective, algorithm = form
    if not can(collective, algorithm, n):
        return
    time = collective_time(
        collective, algorithm, rank_count=n, size=size, rate=rate, delay=delay, chunk=chunk
    )
    least = bandwidth_bound(collective, rank_count=n, size=size, rate=rate)
    assert time >= (least + rounds_to_reach(n) * delay) * (1 - 1e-12)


@given(ranks, rates, st.floats(1e-9, 1e-3))
def test_a_tree_is_no_slower_than_a_ring_where_latency_is_all(n: int, rate: float, delay: float) -> None:
    def time(algorithm: Algorithm) -> float:
        return collective_time(
            Collective.ALL_REDUCE, algorithm, rank_count=n, size=0.0, rate=rate, delay=delay
        )

    assert time(Algorithm.TREE) <= time(Algorithm.RING)


@given(st.integers(1, 14))
def test_halving_and_doubling_moves_what_the_ring_moves_at_powers_of_two(power: int) -> None:
    n = 2**power
    for collective in (Collective.ALL_REDUCE, Collective.REDUCE_SCATTER, Collective.ALL_GATHER):
        halving, ring = (cost(collective, each, n) for each in (Algorithm.HALVING_DOUBLING, Algorithm.RING))
        assert halving.share == ring.share
        assert halving.rounds <= ring.rounds


@given(st.sampled_from(list(Collective)), ranks, sizes, rates, delays)
def test_the_fastest_is_no_slower_than_any_other(
    collective: Collective, n: int, size: float, rate: float, delay: float
) -> None:
    _, least = fastest(collective, rank_count=n, size=size, rate=rate, delay=delay)
    for kind, algorithm in COSTS:
        if kind is collective and can(kind, algorithm, n):
            assert least <= collective_time(kind, algorithm, rank_count=n, size=size, rate=rate, delay=delay)


@given(hosts, sizes, ways_inside, rates)
def test_a_tree_by_rail_never_gains_more_over_rings_by_rail_than_the_network_has_to_give(
    each: Hosts, size: float, inside: InHost, tree_rate: float
) -> None:
    host = rings_by_rail(each, size, in_host=inside)
    tree = trees_by_rail(each, size, in_host=inside, tree_rate=tree_rate)
    bound = gain_bound(host, [tree])
    assert bound.gain <= bus_factor(Collective.ALL_REDUCE, each.count) * (1 + 1e-9)
    assert bound.admits(host.time / tree.time)


@given(hosts, sizes, ways_inside, rates, st.floats(1.0, 3.0))
def test_what_is_slower_than_its_slowest_stage_stays_below_the_bound(
    each: Hosts, size: float, inside: InHost, tree_rate: float, slower: float
) -> None:
    ring = flat_ring(each, size)
    tree = trees_by_rail(each, size, in_host=inside, tree_rate=tree_rate)
    assert gain_bound(ring, [tree]).admits(ring.time / (slower * tree.time))


@given(hosts, sizes, rates)
def test_the_bound_is_named_after_a_stage_that_takes_all_of_the_time(
    each: Hosts, size: float, tree_rate: float
) -> None:
    tree = trees_by_rail(each, size, in_host=InHost.NVLS, tree_rate=tree_rate)
    bound = gain_bound(flat_ring(each, size), [tree])
    assert tree.time == next(stage.time for stage in tree.stages if stage.name == bound.bounded_by)


@given(st.floats(1e-7, 1e-5), st.floats(1e-5, 1e-4), st.floats(1e-7, 1e-5), st.floats(64, 4096), rates)
def test_streaming_is_slower_before_the_crossover_and_no_slower_after_it(
    first: float, late: float, step: float, payload: float, rate: float
) -> None:
    latency, streaming = LatencyTree(first, payload, step), StreamingTree(late, rate)
    size = crossover(latency, streaming)
    if size == float("inf"):
        return
    # Segments are whole, the crossover takes them as S/p: one segment either way.
    assert latency.time(size + payload) >= streaming.time(size + payload) * (1 - 1e-9) - step
    assert latency.time(max(1.0, size - payload)) <= streaming.time(max(1.0, size - payload)) + step


@given(st.integers(1, 300), st.data())
def test_waiting_for_fewer_never_takes_longer(n: int, data: st.DataObject) -> None:
    few = data.draw(st.integers(1, n))
    some = quorum_time(rank_count=n, waited_for=few, least=1.0, tail=0.1)
    assert some <= quorum_time(rank_count=n, waited_for=n, least=1.0, tail=0.1)
    assert quorum_time(rank_count=n, waited_for=n, least=0.0, tail=1.0) == pytest.approx(harmonic(n))


@given(
    count=st.integers(1, 300),
    gpus=st.integers(2, 16),
    adapter=st.floats(1e9, 1e11),
    inside=st.floats(1e10, 1e12),
    nvls=st.booleans(),
    collnet=st.booleans(),
    size=st.floats(1, 1e11),
)
def test_the_choice_is_the_least_of_all_predictions_and_more_abilities_never_make_it_slower(
    *, count: int, gpus: int, adapter: float, inside: float, nvls: bool, collnet: bool, size: float
) -> None:
    plain = Machine(count, gpus, adapter, inside)
    able = Machine(count, gpus, adapter, inside, has_nvls=nvls, has_collnet=collnet)
    assert all_reduce_choice(able, size).taken.time == min(each.time for each in predictions(able, size))
    assert all_reduce_choice(able, size).taken.time <= all_reduce_choice(plain, size).taken.time
