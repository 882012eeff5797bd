"""Trees that add in switches: their rate, their windows, SHARP's two kinds, waiting, loss and rounding."""

from math import exp, inf

import numpy as np
import pytest

from simcore.bounds import fidelity
from simcore.bounds.admission import expected_benefit, mean_wait, merged_share, pays_to_wait
from simcore.bounds.figures import ROCE_HEADER, SWITCHML_OUTSTANDING, SWITCHML_PAYLOAD
from simcore.bounds.in_network import Limit, Tree, copies, payload_share, tree_time, window_rate
from simcore.bounds.sharp import (
    QUANTUM,
    SWITCH_IB_2,
    LatencyTree,
    StreamingTree,
    crossover,
    quantum_streaming,
)


def tree(**changes: list[float]) -> Tree:
    """Return a tree over links of 50 that touches nothing else but what ``changes`` says."""
    rows = {
        "link_rate": [50.0, 50.0],
        "link_copies": [1.0, 1.0],
        "reducer_rate": [],
        "fan_in": [],
        "window": [],
        "host_rate": [],
    }
    arrays = {name: np.array(each, dtype=float) for name, each in (rows | changes).items()}
    return Tree(round_trip=2.0, **arrays)


@pytest.mark.parametrize(
    ("changes", "rate", "limit", "row"),
    [
        ({}, 50.0, Limit.LINK, 0),
        ({"link_copies": [1.0, 4.0]}, 12.5, Limit.LINK, 1),
        ({"reducer_rate": [400.0, 90.0], "fan_in": [4.0, 3.0]}, 30.0, Limit.REDUCER, 1),
        ({"window": [80.0, 64.0]}, 32.0, Limit.WINDOW, 1),
        ({"host_rate": [50.0, 45.0]}, 45.0, Limit.HOST, 1),
    ],
)
def test_the_tightest_of_links_reducers_windows_and_hosts_sets_the_rate(
    changes: dict[str, list[float]], rate: float, limit: Limit, row: int
) -> None:
    found = tree(**changes).rate()
    assert (found.rate, found.limit, found.row) == (pytest.approx(rate), limit, row)


def test_a_tree_that_nothing_limits_has_no_rate() -> None:
    with pytest.raises(ValueError, match="no rate"):
        tree(link_rate=[], link_copies=[]).rate()


def test_a_switch_that_merges_half_of_five_streams_sends_three() -> None:
    assert copies(5, merged_share=0.5) == 3.0
    assert (copies(5, merged_share=1), copies(5, merged_share=0)) == (1.0, 5.0)
    with pytest.raises(ValueError, match="cannot be merged"):
        copies(5, merged_share=1.5)


def test_256_packets_of_1024_bytes_in_10_us_are_26_gb_a_second() -> None:
    # 262,144 bytes / 10 us; and 1,024 of 1,106 bytes are payload: 0.926.
    rate = window_rate(
        slot_count=SWITCHML_OUTSTANDING.value, payload=SWITCHML_PAYLOAD.value, round_trip=10e-6
    )
    assert rate == pytest.approx(26.2144e9)
    share = payload_share(payload=SWITCHML_PAYLOAD.value, header=ROCE_HEADER.value)
    assert share == pytest.approx(0.926, abs=5e-4)


def test_four_hops_of_a_chunk_and_then_the_vector() -> None:
    # 1 + 4 · (0.5 + 10/100) + 1000/50 = 23.4.
    time = tree_time(size=1000, rate=50, hop_delays=[0.5] * 4, hop_rates=[100.0] * 4, chunk=10, start=1.0)
    assert time == pytest.approx(23.4)


def test_switch_ib_2_takes_its_published_times() -> None:
    # COM-HPC 2016, 128 hosts: 8 bytes 2.83 us; 4,096 bytes, sixteen segments, 14.48 us (V08).
    assert 1e6 * SWITCH_IB_2.time(8) == pytest.approx(2.83)
    assert 1e6 * SWITCH_IB_2.time(4096) == pytest.approx(14.48, abs=0.01)
    # 256 bytes in 0.777 us: 330 MB/s.
    assert SWITCH_IB_2.rate_ceiling == pytest.approx(330e6, rel=2e-3)


def test_both_trees_take_equally_long_where_they_cross() -> None:
    # p = 100 bytes a segment, g = 2 s, η B = 100 bytes/s: S* = 100 (11 - 1 + 2)/(2 - 1) = 1,200 bytes.
    latency, streaming = LatencyTree(1.0, 100.0, 2.0), StreamingTree(11.0, 100.0, 1.0)
    assert crossover(latency, streaming) == pytest.approx(1200)
    assert latency.time(1200) == pytest.approx(streaming.time(1200))


def test_quantum_streams_from_between_4_and_17_kb() -> None:
    assert 4e3 < crossover(QUANTUM, quantum_streaming(25e9)) < 17e3


def test_segments_as_fast_as_the_stream_are_never_overtaken_and_a_stream_as_early_always_wins() -> None:
    assert crossover(LatencyTree(1.0, 100.0, 1.0), StreamingTree(11.0, 100.0, 1.0)) == inf
    assert crossover(LatencyTree(9.0, 100.0, 2.0), StreamingTree(1.0, 100.0, 1.0)) == 0.0


def test_a_token_held_half_of_the_time_is_waited_for_half_of_a_holding() -> None:
    # u = 5 · 1/10 = 0.5: 0.5 · 1 / (2 · 0.5) = 0.5 s; ten such jobs never get through.
    assert mean_wait(job_count=5, holding=1.0, period=10.0) == pytest.approx(0.5)
    assert mean_wait(job_count=10, holding=1.0, period=10.0) == inf


def test_waiting_pays_while_it_is_shorter_than_what_the_tree_saves() -> None:
    assert pays_to_wait(wait=0.9, host_time=3.0, tree_time=2.0)
    assert not pays_to_wait(wait=1.0, host_time=3.0, tree_time=2.0)


def test_asking_saves_its_share_of_grants_less_the_locks_in_vain() -> None:
    # 0.75 · (3 - 2) - 0.25 · 0.4 = 0.65.
    benefit = expected_benefit(grant_share=0.75, host_time=3.0, tree_time=2.0, lock_time=0.4)
    assert benefit == pytest.approx(0.65)


def test_a_job_alone_merges_everything_and_three_with_a_full_switch_little() -> None:
    assert merged_share(job_count=1, under_way=256, slot_count=512) == 1.0
    assert merged_share(job_count=3, under_way=256, slot_count=512) == pytest.approx(exp(-1))


def test_64_hosts_that_lose_a_packet_in_100_000_keep_nine_tenths() -> None:
    # 1 - (1 - 1e-5)^128 = 0.128 %; a time-out of 1 ms and 10 us a window: 1/(1 + 0.128) = 0.887.
    factor = fidelity.loss_factor(rank_count=64, packet_loss=1e-5, timeout=1e-3, round_trip=1e-5)
    assert factor == pytest.approx(0.8866, rel=1e-3)
    assert fidelity.loss_factor(rank_count=64, packet_loss=0, timeout=1e-3, round_trip=1e-5) == 1.0


def test_the_largest_scale_fills_the_integer_and_no_more() -> None:
    scale = fidelity.largest_scale(rank_count=8, largest=2.0)
    assert scale * 8 * 2.0 == 2.0**31
    # Each of 8 is off by half a unit at most.
    assert fidelity.fixed_point_error(rank_count=8, scale=1000.0) == pytest.approx(0.004)


def test_a_tree_of_64_adds_six_times_in_a_row_and_a_ring_63_times() -> None:
    assert fidelity.rounding_steps_of_tree((32, 2)) == 6
    assert fidelity.rounding_steps_of_ring(64) == 63


def test_waiting_for_62_of_64_saves_the_two_slowest() -> None:
    # 1 + 0.05 · (H_64 - H_2) = 1.162 (V35); all 64: 1.237.
    least = {"rank_count": 64, "least": 1.0, "tail": 0.05}
    assert fidelity.quorum_time(waited_for=62, **least) == pytest.approx(1.162, abs=5e-4)
    assert fidelity.quorum_time(waited_for=64, **least) == pytest.approx(1.237, abs=5e-4)
    assert fidelity.useful_share(rank_count=64, waited_for=62) == 0.96875


@pytest.mark.parametrize("waited_for", [0, 5])
def test_a_quorum_that_cannot_be_had_is_refused(waited_for: int) -> None:
    with pytest.raises(ValueError, match=f"a quorum of {waited_for} cannot be had of 4"):
        fidelity.quorum_time(rank_count=4, waited_for=waited_for, least=1.0, tail=1.0)
