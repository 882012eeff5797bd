"""V01 to V09, V38 and the law of 2.6: the closed forms of collectives beside what was published of them."""

from collections.abc import Iterator
from typing import Final

from simcore.bounds.algorithms import Algorithm, collective_time
from simcore.bounds.bus import (
    Collective,
    all_to_all_bus_bandwidth,
    bandwidth_bound,
    bus_bandwidth,
    bus_factor,
)
from simcore.bounds.edge import edge_servers
from simcore.bounds.figures import (
    ADAPTER_400G,
    EDGE_EFFICIENCY_PCIE_3,
    IN_NETWORK_EFFICIENCY_PCIE_3,
    INFINIBAND_HEADER,
    NVLINK_4,
    NVLINK_EFFICIENCY,
    RING_EFFICIENCY_PCIE_3,
)
from simcore.bounds.gain import gain_bound
from simcore.bounds.hierarchy import Hosts, InHost, flat_ring, trees_by_rail
from simcore.bounds.in_host import nvls_time, nvls_time_of_eight_h100
from simcore.bounds.in_network import payload_share
from simcore.bounds.sharp import QUANTUM, SWITCH_IB_2, crossover, quantum_streaming
from simcore.bounds.tuning import Machine, predictions
from simcore.bounds.tuning_figures import Method, Protocol
from validation.rows import CLOSED_FORM, Between, Row

GIGA: Final = 1e9
MICRO: Final = 1e-6
MIB: Final = 2**20
# Large enough that a constant does not matter.
LARGE: Final = 1e12
NVLINK: Final = NVLINK_4.value * NVLINK_EFFICIENCY.value
PUBLISHED: Final = "published"


def conversion() -> Iterator[Row]:
    """V01: the definition, on the published row of 16 GiB."""
    rate = bus_bandwidth(Collective.ALL_REDUCE, rank_count=8, size=17179869184, time=62636 * MICRO)
    what = "16 GiB in 62,636 µs on 8 ranks: bus bandwidth, GB/s"
    yield Row("V01", "I", what, 479.99, PUBLISHED, rate / GIGA, 1e-3)


def inside_a_host() -> Iterator[Row]:
    """V02 to V04: one host of H100: the law of NVLS, the fitted curve, the smallest message."""
    for count, measured in ((4, 246.7), (5, 258.0), (6, 265.0), (7, 270.0), (8, 274.2)):
        rate = LARGE / nvls_time(gpu_count=count, size=LARGE, rate=NVLINK)
        what = f"{count} H100, NVLS all-reduce of 2 to 4 GB: algorithm bandwidth, GB/s"
        yield Row("V02", "P", what, measured, PUBLISHED, rate / GIGA, 0.03)
    curve = (
        (1, 27.4, 0.17),
        (4, 54.2, 0.17),
        (16, 123.8, 0.17),
        (64, 324.7, 0.17),
        (256, 1112.5, 0.02),
        (1024, 4029.4, 0.02),
        (4096, 15749.0, 0.02),
    )
    for size, measured, tolerance in curve:
        what = f"8 H100, all-reduce of {size:,} MiB by the fitted curve: µs"
        time = nvls_time_of_eight_h100(size * MIB) / MICRO
        yield Row("V03", "F", what, measured, PUBLISHED, time, tolerance)
    host = Machine(1, 8, ADAPTER_400G.value, NVLINK)
    ring = next(
        each for each in predictions(host, 8) if (each.method, each.protocol) == (Method.RING, Protocol.LL)
    )
    what = "8 H100, 8 B: ring with LL by NCCL's constants, µs, against the middle of 13.03 to 13.67"
    yield Row("V04", "P", what, 13.35, PUBLISHED, ring.time / MICRO, 0.15)


def many_hosts() -> Iterator[Row | Between]:
    """V05, V06: what bounds a ring over many hosts, and an all-to-all above the adapter's rate."""
    for count, measured, tolerance, where in (
        (128, 375.0, 0.05, "against the middle of 370 to 380"),
        (4, 325.0, 0.15, "against the middle of 320 to 330 of RoCE that was not tuned"),
    ):
        hosts = Hosts(count, 8, adapter_rate=48 * GIGA, in_host_rate=370 * GIGA)
        time = flat_ring(hosts, LARGE).time
        rate = bus_bandwidth(Collective.ALL_REDUCE, rank_count=hosts.rank_count, size=LARGE, time=time)
        what = f"ring over {count} hosts of 8 H100, 8 × 400 Gb/s: bus bandwidth, GB/s, {where}"
        yield Row("V05", "P", what, measured, PUBLISHED, rate / GIGA, tolerance)
    for count, derived in ((6, 57.0), (16, 51.3)):
        rate = all_to_all_bus_bandwidth(rank_count=8 * count, ranks_a_host=8, rate=ADAPTER_400G.value) / GIGA
        what = f"all-to-all over {count} hosts of 8, adapters of 48.5 GB/s: bus bandwidth, GB/s"
        says = f"{derived} derived; that it exceeds the adapter's rate, a maintainer (nccl-tests 267)"
        yield Between("V06", what, 0.95 * derived, 1.05 * derived, says, rate)


def edge_and_switch() -> Iterator[Row | Between]:
    """V07: eight adapters of 100 Gb/s: ring, switch, and a server's adapter for each; fitted efficiencies."""
    size, line = float(2**30), 12.5 * GIGA
    efficient = RING_EFFICIENCY_PCIE_3.value * line
    ring = size / collective_time(
        Collective.ALL_REDUCE, Algorithm.RING, rank_count=8, size=size, rate=efficient
    )
    one_gpu = Hosts(8, 1, IN_NETWORK_EFFICIENCY_PCIE_3.value * line, line)
    switch = size / trees_by_rail(one_gpu, size, in_host=InHost.PEERS).time
    edge = (
        size
        / edge_servers(
            worker_count=8,
            server_count=8,
            size=size,
            worker_rate=line,
            server_rate=line,
            reduce_rate=LARGE,
            efficiency=EDGE_EFFICIENCY_PCIE_3.value,
        ).time
    )
    where = "8 V100, 8 × 100 Gb/s, 1 GiB"
    for name, rate, measured in (("ring", ring, 5.8), ("SHARP", switch, 8.4), ("8 edge servers", edge, 8.95)):
        what = f"{where}: {name}, algorithm bandwidth, GB/s"
        yield Row("V07", "F", what, measured, PUBLISHED, rate / GIGA, 0.03)
    for name, rate, measured in (("SHARP", switch, 1.45), ("edge servers", edge, 1.54)):
        yield Row(
            "V07", "F", f"the same: gain of {name} over the ring", measured, PUBLISHED, rate / ring, 0.1
        )
    hosts = Hosts(8, 1, line, line)
    bound = gain_bound(flat_ring(hosts, size), [trees_by_rail(hosts, size, in_host=InHost.PEERS)]).gain
    for name, measured in (("SHARP", 8.4 / 5.8), ("edge servers", 8.95 / 5.8)):
        what = f"the same: measured gain of {name}, below the bound that takes no fit"
        says = "read from a figure; unclear which adapters were in use, so weak evidence"
        yield Between("V07", what, 1.0, bound, says, measured, "P")


def sharp() -> Iterator[Row | Between]:
    """V08, V09: trees for latency and for streams."""
    for size, measured in ((8, 2.83), (4096, 14.48)):
        what = f"Switch-IB 2, 128 hosts, all-reduce of {size:,} B by an LLT: µs"
        yield Row("V08", "F", what, measured, PUBLISHED, SWITCH_IB_2.time(size) / MICRO, 1e-3)
    line = 25 * GIGA
    wire = line * payload_share(payload=4096, header=INFINIBAND_HEADER.value)
    what = "HDR, large all-reduce by a tree at line rate less headers (MTU 4,096), nothing fitted: GB/s"
    yield Row("V09", "P", what, 23.75, PUBLISHED, wire / GIGA, 0.05)
    streaming = quantum_streaming(line)
    what = "the same by a SAT with the published efficiency of 0.95 put in: GB/s"
    yield Row("V09", "F", what, 23.75, PUBLISHED, LARGE / streaming.time(LARGE) / GIGA, 0.05)
    what = "HDR: size from which a SAT overtakes an LLT, KB (its start is chosen for it)"
    says = "4 to 8 KB, about 16 KB with the lock; a factor of 2 either way"
    yield Between("V09", what, 2.0, 32.0, says, crossover(QUANTUM, streaming) / 1e3, "F")
    ring = bandwidth_bound(Collective.ALL_REDUCE, rank_count=64, size=LARGE, rate=line)
    what = "64 hosts: gain of a SAT over a ring at line rate"
    says = "2 to 5, of which what is above 1.97 is slowness of the host's software"
    gain = ring / streaming.time(LARGE)
    yield Between("V09", what, 1.0, bus_factor(Collective.ALL_REDUCE, 64), says, gain)


def gains() -> Iterator[Row | Between]:
    """The law of 2.6, and V38: what bounds the gain, and gains that were published above or below that."""
    h100 = Hosts(128, 8, adapter_rate=48 * GIGA, in_host_rate=NVLINK)
    bound = gain_bound(flat_ring(h100, LARGE), [trees_by_rail(h100, LARGE, in_host=InHost.NVLS)])
    what = f"128 hosts of 8 H100, large all-reduce: bound on the gain, by {bound.bounded_by}"
    yield Row("2.6", "I", what, 1.51, CLOSED_FORM, bound.gain, 5e-3)
    a100 = Hosts(128, 8, adapter_rate=24 * GIGA, in_host_rate=300 * GIGA * NVLINK_EFFICIENCY.value)
    bound = gain_bound(flat_ring(a100, LARGE), [trees_by_rail(a100, LARGE, in_host=InHost.PEERS)])
    what = f"128 hosts of 8 A100: bound on the gain, by {bound.bounded_by}: above what is expected, below 2"
    says = "about 1.15 expected by a maintainer (nccl 320)"
    yield Between("2.6", what, 1.15, 2.0, says, bound.gain)
    machine = Machine(128, 8, 48 * GIGA, NVLINK, has_nvls=True, has_collnet=True)
    found = {(each.method, each.protocol): each for each in predictions(machine, 16 * MIB)}
    by_hand = (
        (Method.NVLS_TREE, "25 + 14 · 20.9 µs + S/192 GB/s", 317.6e-6 + 16 * MIB / 192e9),
        (Method.NVLS, "25 + 18 µs + S/278.8 GB/s", 43e-6 + 16 * MIB / 278.8e9),
    )
    for method, form, target in by_hand:
        what = f"128 hosts of 8 H100, 16 MiB, {method} by NCCL's constants, {form}: ms"
        time = found[method, Protocol.SIMPLE].time
        yield Row("2.6", "I", what, 1e3 * target, CLOSED_FORM, 1e3 * time, 1e-9)
    limit = bus_factor(Collective.ALL_REDUCE, 8)
    what = "ATP, several jobs: published gain in training throughput, below the bound of 8 hosts"
    yield Between("V38", what, 1.0, limit, "1.38 to 1.66 (NSDI 2021)", 1.66)
    what = "SwitchML: published gain by the bound on communication of 2; above 1 it is flagged as software's"
    yield Between("V38", what, 1.0, 5.5, "up to 5.5 in training (NSDI 2021)", 5.5 / 2)


def rows() -> Iterator[Row | Between]:
    """All rows of this page."""
    yield from conversion()
    yield from inside_a_host()
    yield from many_hosts()
    yield from edge_and_switch()
    yield from sharp()
    yield from gains()
