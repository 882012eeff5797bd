"""Which algorithm and protocol NCCL would take for an all-reduce, by its published model, and why.

    t = latency + S / rate       for each algorithm and protocol that the hosts can do; the least is taken

Deviations from the source: NVLS and NVLSTree take the rate of the law of :mod:`simcore.bounds.in_host`, not
NCCL's own; a network adds no latency of its own to that of a hop; there is an adapter for each GPU. Trees
over a pattern that halves their rate, PAT and aggregated calls are left out.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from simcore.bounds import tuning_figures as nccl
from simcore.bounds.bus import Collective, bus_factor
from simcore.bounds.in_host import nvls_time
from simcore.bounds.tuning_figures import Generation, Latency, Method, Processor, Protocol


@dataclass(frozen=True, slots=True)
class Machine:
    """What NCCL would find: one host or several, and what they can do.

    Attributes
    ----------
    count, gpu_count
        Hosts, at least 1; GPUs of each; at least 2 GPUs together.
    adapter_rate, in_host_rate
        As of :class:`~simcore.bounds.hierarchy.Hosts`, bytes/s.
    channels
        Rings or trees side by side.
    has_nvls, has_collnet
        Whether NVSwitches of the host and switches of the network add.
    """

    count: int
    gpu_count: int
    adapter_rate: float
    in_host_rate: float
    channels: int = 16
    generation: Generation = Generation.HOPPER
    processor: Processor = Processor.INTEL
    has_nvls: bool = False
    has_collnet: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError below two GPUs."""
        if self.count < 1 or self.gpu_count < 1 or self.rank_count < 2:
            raise ValueError(f"{self.count} hosts of {self.gpu_count} GPUs: it takes 2 GPUs or more")

    @property
    def rank_count(self) -> int:
        """All GPUs."""
        return self.count * self.gpu_count

    @property
    def bus_rate(self) -> float:
        """What a ring over all channels moves: inside the host, or the slower of that and its adapters."""
        if self.count == 1:
            return self.in_host_rate
        adapters = self.gpu_count * self.adapter_rate
        return min(adapters, self.in_host_rate) if self.gpu_count > 1 else adapters

    @property
    def column(self) -> int:
        """The column of the caps: 1, 2 or more hosts."""
        return min(self.count, 3) - 1


@dataclass(frozen=True, slots=True)
class Prediction:
    """Latency in s and algorithm bandwidth in bytes/s of one algorithm and protocol, and its time in s."""

    method: Method
    protocol: Protocol
    latency: float
    rate: float
    time: float

    @property
    def name(self) -> str:
        """As people write it."""
        return f"{self.method} {self.protocol}"


@dataclass(frozen=True, slots=True)
class Choice:
    """What NCCL's model would take, what else it could, fastest first, and why in words."""

    taken: Prediction
    others: tuple[Prediction, ...]
    says: str


def all_reduce_choice(machine: Machine, size: float) -> Choice:
    """Return the fastest algorithm and protocol for an all-reduce of ``size`` bytes a rank, and why."""
    found = sorted(predictions(machine, size), key=lambda each: each.time)
    taken, others = found[0], tuple(found[1:])
    return Choice(taken, others, _reason(taken, others))


def predictions(machine: Machine, size: float) -> list[Prediction]:
    """Return what each algorithm and protocol would take that the machine can do, as the table lists them."""
    found = []
    for (method, protocol), hops in nccl.LATENCIES.items():
        if not _can(machine, method):
            continue
        latency = _LATENCY[method](machine, _posted(machine, method, protocol, hops))
        rate = _rate(machine, method, protocol)
        if method is Method.RING and protocol is Protocol.SIMPLE and machine.count > 1:
            a_piece = size / (machine.channels * machine.rank_count)
            latency *= nccl.PLATEAU if a_piece >= nccl.PLATEAU_BYTES else 1.0
        if method is Method.TREE:
            rate *= _of_size(protocol, size)
        found.append(Prediction(method, protocol, latency, rate, latency + size / rate))
    return found


def _can(machine: Machine, method: Method) -> bool:
    """Return whether hosts and network have what an algorithm needs."""
    is_one = machine.count == 1
    if method in (Method.COLLNET_DIRECT, Method.COLLNET_CHAIN):
        return machine.has_collnet and not is_one
    if method is Method.NVLS:
        return machine.has_nvls and machine.gpu_count > 1 and (is_one or machine.has_collnet)
    if method is Method.NVLS_TREE:
        return machine.has_nvls and machine.gpu_count > 1 and not is_one
    return True


def _posted(machine: Machine, method: Method, protocol: Protocol, hops: Latency) -> Latency:
    """Return the hops: of a ring over a network none is faster than the network is given its work."""
    if method is not Method.RING or machine.count == 1:
        return hops
    posting = nccl.POSTING[machine.processor] * (3 if protocol is Protocol.SIMPLE else 1)
    return replace(hops, in_host=max(hops.in_host, posting))


def _ring_latency(machine: Machine, hops: Latency) -> float:
    steps = 2 * (machine.rank_count - 1)
    between = 2 * machine.count if machine.count > 1 else 0
    between = min(between, steps)
    return hops.start + (steps - between) * hops.in_host + between * hops.network


def _tree_latency(machine: Machine, hops: Latency) -> float:
    return hops.start + 2 * ((machine.gpu_count - 1) * hops.in_host + _log2(machine.count) * hops.network)


def _direct_latency(machine: Machine, hops: Latency) -> float:
    others = machine.gpu_count - 1
    return hops.start + 2 * (min(1, others) * hops.in_host + others * nccl.ARITY_STEP) + hops.network


def _chain_latency(machine: Machine, hops: Latency) -> float:
    return hops.start + 2 * (machine.gpu_count - 1) * hops.in_host + hops.network


def _nvls_latency(machine: Machine, hops: Latency) -> float:
    return hops.in_host + (hops.network if machine.count > 1 else 0.0)


def _nvls_tree_latency(machine: Machine, hops: Latency) -> float:
    return hops.in_host + 2 * _log2(machine.count) * hops.network


_LATENCY: Final[dict[Method, Callable[[Machine, Latency], float]]] = {
    Method.RING: _ring_latency,
    Method.TREE: _tree_latency,
    Method.COLLNET_DIRECT: _direct_latency,
    Method.COLLNET_CHAIN: _chain_latency,
    Method.NVLS: _nvls_latency,
    Method.NVLS_TREE: _nvls_tree_latency,
}


def _rate(machine: Machine, method: Method, protocol: Protocol) -> float:
    """Return the algorithm bandwidth of large messages, bytes/s."""
    if method is Method.RING:
        return _ring_bus(machine, protocol) / bus_factor(Collective.ALL_REDUCE, machine.rank_count)
    if method is Method.TREE:
        return _tree_bus(machine, protocol) / 2
    adapters = machine.gpu_count * machine.adapter_rate
    if method in (Method.NVLS, Method.NVLS_TREE):
        inside = 1 / nvls_time(gpu_count=machine.gpu_count, size=1.0, rate=machine.in_host_rate)
        if machine.count == 1:
            return inside
        return min(inside, adapters if method is Method.NVLS else adapters / 2)
    share = nccl.COLLNET_SHARE_HOPPER if machine.generation is Generation.HOPPER else 1.0
    carried = min(2 * adapters, machine.in_host_rate) if machine.gpu_count > 1 else 2 * adapters
    return (share if method is Method.COLLNET_DIRECT else 1.0) * carried / 2


def _ring_bus(machine: Machine, protocol: Protocol) -> float:
    if protocol is Protocol.LL:
        return min(_ll_cap(machine), machine.bus_rate * nccl.LL_SHARE_RING)
    if protocol is Protocol.LL128:
        share = nccl.LL128_SHARE_RING if machine.gpu_count > 1 else nccl.LL128_SHARE_RING_ONE_GPU
        cap = nccl.RING_LL128_CAP[machine.generation][machine.column]
        return min(machine.bus_rate * share, machine.channels * cap)
    return machine.bus_rate


def _tree_bus(machine: Machine, protocol: Protocol) -> float:
    cap = machine.channels * nccl.TREE_CAP[machine.generation][machine.column]
    bus = min(machine.bus_rate * nccl.TREE_SHARE, cap)
    if protocol is Protocol.LL:
        return min(bus * nccl.LL_SHARE_TREE, _ll_cap(machine))
    if protocol is Protocol.LL128:
        share = nccl.LL128_SHARE_TREE_IN_HOST if machine.count == 1 else nccl.LL128_SHARE_TREE
        cap = machine.channels * nccl.TREE_LL128_CAP[machine.generation][machine.column]
        return min(bus * share, cap)
    return bus


def _ll_cap(machine: Machine) -> float:
    if machine.count == 1:
        return nccl.LL_CAP_IN_HOST[machine.generation]
    return nccl.LL_CAP_NETWORK[machine.processor][machine.column - 1]


def _of_size(protocol: Protocol, size: float) -> float:
    """Return what a tree reaches of its rate at a size."""
    row = (int(size) >> 6).bit_length() - 1
    table = nccl.TREE_BY_SIZE[protocol]
    return table[row] if 0 <= row < len(table) else 1.0


def _log2(count: int) -> int:
    """Return log2, rounded down."""
    return count.bit_length() - 1


def _reason(taken: Prediction, others: tuple[Prediction, ...]) -> str:
    """Return why, against the fastest of another algorithm (or protocol, where there is no other)."""
    rival = next((each for each in others if each.method is not taken.method), others[0])
    parts = [
        f"latency {_us(taken.latency)} against {_us(rival.latency)}",
        f"{taken.rate / 1e9:.3g} GB/s against {rival.rate / 1e9:.3g}",
    ]
    return f"{taken.name} takes {_us(taken.time)}, {rival.name} {_us(rival.time)}: {', '.join(parts)}"


def _us(time: float) -> str:
    return f"{1e6 * time:.3g} µs" if time < 1e-3 else f"{1e3 * time:.3g} ms"
