"""Stages of hierarchical and aggregated all-reduces, and the gain that the slowest of them allows."""

import pytest

from simcore.bounds.edge import edge_servers, reduce_rate_of_memory
from simcore.bounds.gain import Stage, Way, gain_bound
from simcore.bounds.hierarchy import Hosts, InHost, flat_ring, rings_by_rail, trees_by_rail
from simcore.bounds.in_host import nvls_time, peer_time

# 128 hosts of 8 H100 with adapters of 48 GB/s; NVLink carries 0.82 · 450 GB/s.
H100 = Hosts(128, 8, adapter_rate=48e9, in_host_rate=369e9)


def test_nvls_of_eight_h100_reaches_the_bandwidth_of_the_law() -> None:
    # 0.85 · 369 / (1 + 1/8) = 278.8 GB/s (V02).
    assert 1e9 / nvls_time(gpu_count=8, size=1e9, rate=369e9) == pytest.approx(278.8e9, rel=1e-4)


def test_peers_move_the_vector_twice_less_what_stays() -> None:
    assert peer_time(gpu_count=8, size=369e9, rate=369e9) == pytest.approx(1.75)


def test_eight_h100_a_host_gain_half_and_the_bound_is_inside_the_host() -> None:
    # Ring min(369, 384)/2 = 184.5 GB/s (1,024 ranks: 184.7); aggregated min(278.8, 384): 1.51 (model, 2.6).
    bound = gain_bound(flat_ring(H100, 1e9), [trees_by_rail(H100, 1e9, in_host=InHost.NVLS)])
    assert bound.gain == pytest.approx(1.51, rel=2e-3)
    assert bound.bounded_by == "NVLS inside the host"
    assert "1.51 times" in bound.says
    assert "NVLS inside the host" in bound.says


def test_one_gpu_a_host_gains_what_the_network_allows() -> None:
    # No stage inside: 2(n - 1)/n = 1.75 of 8 ranks.
    hosts = Hosts(8, 1, adapter_rate=12.5e9, in_host_rate=1.0)
    bound = gain_bound(flat_ring(hosts, 1e9), [trees_by_rail(hosts, 1e9, in_host=InHost.NVLS)])
    assert bound.gain == pytest.approx(1.75)
    assert bound.bounded_by == "the adapters"


def test_against_the_hosts_own_hierarchy_less_can_be_gained_than_against_a_flat_ring() -> None:
    # Rails move 2 · 127/128 of S over 384 GB/s, slower than NVLS: 278.8 · 2 · 127/128 / 384 = 1.4408.
    host = rings_by_rail(H100, 1e9, in_host=InHost.NVLS)
    bound = gain_bound(host, [trees_by_rail(H100, 1e9, in_host=InHost.NVLS)])
    assert bound.gain == pytest.approx(278.8 * 2 * 127 / 128 / 384, rel=1e-4)


def test_a_slow_tree_bounds_the_gain_and_is_named() -> None:
    # 12 GB/s a rail: S/96 GB/s against S/184.7 GB/s, a loss.
    way = trees_by_rail(H100, 1e9, in_host=InHost.NVLS, tree_rate=12e9)
    bound = gain_bound(flat_ring(H100, 1e9), [way])
    assert bound.bounded_by == "the tree in the network"
    assert bound.gain == pytest.approx(96 / 184.68, rel=1e-3)
    assert "no gain" in bound.says


def test_latency_is_named_where_it_takes_longer_than_every_stage() -> None:
    host = Way("the ring", (Stage("the adapters", 1e-6),), latency=99e-6)
    bound = gain_bound(host, [Way("a tree", (Stage("the adapters", 1e-6),), latency=9e-6)])
    assert bound.gain == pytest.approx(10)
    assert bound.bounded_by == "latency"


def test_the_best_way_to_aggregate_sets_the_bound() -> None:
    host = Way("the ring", (Stage("the adapters", 6.0),))
    ways = [Way("edge", (Stage("adding", 4.0),)), Way("switches", (Stage("the adapters", 3.0),))]
    assert gain_bound(host, ways).gain == pytest.approx(2.0)


def test_a_gain_above_the_bound_is_not_admitted() -> None:
    bound = gain_bound(flat_ring(H100, 1e9), [trees_by_rail(H100, 1e9, in_host=InHost.NVLS)])
    assert bound.admits(1.5)
    assert bound.admits(bound.gain)
    assert not bound.admits(1.97)
    assert bound.admits(1.52, within=0.01)


def test_eight_servers_for_eight_workers_are_as_fast_as_a_switch() -> None:
    way = edge_servers(
        worker_count=8, server_count=8, size=1e9, worker_rate=12.5e9, server_rate=12.5e9, reduce_rate=1e15
    )
    assert way.time == pytest.approx(1e9 / 12.5e9)


def test_two_servers_for_eight_workers_take_four_times_as_long_at_their_adapters() -> None:
    way = edge_servers(
        worker_count=8, server_count=2, size=1e9, worker_rate=12.5e9, server_rate=12.5e9, reduce_rate=1e15
    )
    assert (way.time, way.bounded_by) == (pytest.approx(4 * 0.08), "the servers' adapters")


def test_a_server_that_adds_slowly_is_the_bound() -> None:
    # 8 GB into one server whose memory of 30 GB/s adds 10 GB/s: 0.8 s; its adapter of 100 GB/s takes 0.08 s.
    way = edge_servers(
        worker_count=8,
        server_count=1,
        size=1e9,
        worker_rate=12.5e9,
        server_rate=100e9,
        reduce_rate=reduce_rate_of_memory(30e9),
    )
    assert (way.time, way.bounded_by) == (pytest.approx(0.8), "adding in the servers")


def test_no_hosts_servers_or_ways_are_refused() -> None:
    with pytest.raises(ValueError, match="2 hosts"):
        Hosts(1, 8, adapter_rate=1.0, in_host_rate=1.0)
    with pytest.raises(ValueError, match="0 servers"):
        edge_servers(worker_count=8, server_count=0, size=1, worker_rate=1, server_rate=1, reduce_rate=1)
    with pytest.raises(ValueError, match="give one or more"):
        gain_bound(flat_ring(H100, 1.0), [])
    with pytest.raises(ValueError, match="takes no time"):
        gain_bound(flat_ring(H100, 1.0), [Way("a tree", (Stage("nothing", 0.0),))])
