"""What NCCL's published model predicts and chooses, against its constants added up by hand."""

import pytest

from simcore.bounds.tuning import Machine, Prediction, all_reduce_choice, predictions
from simcore.bounds.tuning_figures import Generation, Method, Processor, Protocol

MIB = 2**20


def hosts(count: int, **able: bool) -> Machine:
    """Return hosts of 8 H100 with adapters of 48 GB/s and NVLink of 369 GB/s."""
    return Machine(count, 8, adapter_rate=48e9, in_host_rate=369e9, **able)


def of(machine: Machine, size: float, method: Method, protocol: Protocol) -> Prediction:
    """Return one prediction out of all."""
    return next(
        each for each in predictions(machine, size) if (each.method, each.protocol) == (method, protocol)
    )


def test_a_ring_of_eight_with_ll_starts_in_15_us() -> None:
    # 6.6 + 14 · 0.6 (V04).
    assert of(hosts(1), 8, Method.RING, Protocol.LL).latency == pytest.approx(15.0e-6)


def test_128_hosts_take_the_times_of_the_model_at_16_mib() -> None:
    # Model, 2.6: ring 9.7 ms, NVLSTree 0.41 ms, NVLS with switches 0.11 ms; each counted by hand:
    # ring 8.4 + (2046 - 256) 3.4 + 256 · 14 = 9,678.4 us, 1.4 of it (above 64 bytes a rank and channel).
    machine = hosts(128, has_nvls=True, has_collnet=True)
    ring = of(machine, 16 * MIB, Method.RING, Protocol.SIMPLE)
    assert ring.latency == pytest.approx(1.4 * 9678.4e-6)
    # 25 + 2 · 7 · 20.9 = 317.6 us and 16 MiB at 192 GB/s: 405 us.
    assert of(machine, 16 * MIB, Method.NVLS_TREE, Protocol.SIMPLE).time == pytest.approx(405e-6, rel=1e-3)
    # 25 + 18 = 43 us and 16 MiB at 278.8 GB/s: 103.2 us.
    assert of(machine, 16 * MIB, Method.NVLS, Protocol.SIMPLE).time == pytest.approx(103.2e-6, rel=1e-3)


def test_a_small_message_of_many_hosts_goes_up_a_tree_with_ll() -> None:
    # Tree LL: 6.8 + 2 (7 · 0.6 + 4 · 5) = 55.2 us; ring LL: 6.6 + (254 - 32) · 1 + 32 · 2.7 = 315 us.
    choice = all_reduce_choice(hosts(16), 1024)
    assert (choice.taken.method, choice.taken.protocol) == (Method.TREE, Protocol.LL)
    assert choice.taken.latency == pytest.approx(55.2e-6)
    assert of(hosts(16), 1024, Method.RING, Protocol.LL).latency == pytest.approx(315e-6)
    # 1,024 bytes at 20.4/2 GB/s, of which a tree reaches 0.9 at this size: 0.11 us more.
    assert choice.says.startswith("tree LL takes 55.3 µs, ring LL 315 µs: latency 55.2 µs against 315 µs")


def test_a_large_message_of_two_hosts_goes_around_a_ring_with_simple() -> None:
    choice = all_reduce_choice(hosts(2), 4096 * MIB)
    assert (choice.taken.method, choice.taken.protocol) == (Method.RING, Protocol.SIMPLE)


def test_a_large_message_of_one_host_is_added_in_the_nvswitch_where_there_is_one() -> None:
    assert all_reduce_choice(hosts(1, has_nvls=True), 1024 * MIB).taken.method is Method.NVLS
    assert all_reduce_choice(hosts(1), 1024 * MIB).taken.method is Method.RING


def test_only_what_hosts_and_network_can_do_is_predicted() -> None:
    def methods(machine: Machine) -> set[Method]:
        return {each.method for each in predictions(machine, MIB)}

    plain = {Method.RING, Method.TREE}
    assert methods(hosts(1)) == plain
    assert methods(hosts(4, has_nvls=True)) == plain | {Method.NVLS_TREE}
    assert methods(hosts(4, has_collnet=True)) == plain | {Method.COLLNET_DIRECT, Method.COLLNET_CHAIN}
    assert methods(hosts(4, has_nvls=True, has_collnet=True)) == set(Method)


def test_collnet_takes_one_way_through_the_network_however_many_hosts() -> None:
    # Direct 31 + 2 (3.7 + 7 · 0.4) = 44 us; chain 30 + 2 · 7 · 2.8 = 69.2 us.
    machine = hosts(64, has_collnet=True)
    assert of(machine, 8, Method.COLLNET_DIRECT, Protocol.SIMPLE).latency == pytest.approx(44e-6)
    assert of(machine, 8, Method.COLLNET_CHAIN, Protocol.SIMPLE).latency == pytest.approx(69.2e-6)


def test_ll_is_capped_by_the_processor_over_a_network_and_by_the_gpu_inside_a_host() -> None:
    # Two hosts: busbw min(39, 369/2); algbw by 15 · 2/16. AMD 22.5. One: min(141, 369/2) by 2 · 7/8.
    amd = Machine(2, 8, adapter_rate=48e9, in_host_rate=369e9, processor=Processor.AMD)
    ampere = Machine(1, 8, adapter_rate=24e9, in_host_rate=246e9, generation=Generation.AMPERE)
    assert of(hosts(2), 1, Method.RING, Protocol.LL).rate == pytest.approx(39e9 / 1.875)
    assert of(amd, 1, Method.RING, Protocol.LL).rate == pytest.approx(22.5e9 / 1.875)
    assert of(hosts(1), 1, Method.RING, Protocol.LL).rate == pytest.approx(141e9 / 1.75)
    assert of(ampere, 1, Method.RING, Protocol.LL).rate == pytest.approx(87.7e9 / 1.75)


def test_a_tree_reaches_least_of_its_rate_at_medium_sizes() -> None:
    # 256 KiB is 64 bytes · 2^12: 0.4 with LL; 1 GiB is beyond the table.
    rates = [of(hosts(1), size, Method.TREE, Protocol.LL).rate for size in (MIB / 4, 1024 * MIB)]
    assert rates[0] / rates[1] == pytest.approx(0.4)


def test_a_single_gpu_has_nobody_to_reduce_with() -> None:
    with pytest.raises(ValueError, match="2 GPUs or more"):
        Machine(1, 1, adapter_rate=1.0, in_host_rate=1.0)
