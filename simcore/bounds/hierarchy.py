"""All-reduce over hosts of several GPUs: inside the host and over one rail a GPU, as stages that overlap."""

from dataclasses import dataclass
from enum import StrEnum
from math import inf

from simcore.bounds.bus import Collective, bus_factor
from simcore.bounds.figures import NVLS_EFFICIENCY_HOPPER
from simcore.bounds.gain import Stage, Way
from simcore.bounds.in_host import nvls_time, peer_time


class InHost(StrEnum):
    """How the GPUs of a host add up among themselves."""

    NVLS = "NVLS"
    PEERS = "peers"


@dataclass(frozen=True, slots=True)
class Hosts:
    """Hosts alike, with an adapter for each GPU.

    Attributes
    ----------
    count, gpu_count
        Hosts, at least 2; GPUs of each, at least 1.
    adapter_rate, in_host_rate
        Payload of an adapter, and of a GPU's port inside the host, bytes/s a direction.
    nvls_efficiency
        What NVLS reaches of the rate inside the host.
    """

    count: int
    gpu_count: int
    adapter_rate: float
    in_host_rate: float
    nvls_efficiency: float = NVLS_EFFICIENCY_HOPPER.value

    def __post_init__(self) -> None:
        """Raise ValueError where there is no network between the hosts to speak of."""
        if self.count < 2 or self.gpu_count < 1:
            raise ValueError(
                f"{self.count} hosts of {self.gpu_count} GPUs: it takes 2 hosts and a GPU in each"
            )

    @property
    def rank_count(self) -> int:
        """All GPUs."""
        return self.count * self.gpu_count

    @property
    def adapters_rate(self) -> float:
        """All adapters of a host together, bytes/s."""
        return self.gpu_count * self.adapter_rate


def flat_ring(hosts: Hosts, size: float, *, latency: float = 0.0) -> Way:
    """Return one ring over all GPUs, striped over the adapters: 2 (n - 1)/n S through either stage."""
    moved = bus_factor(Collective.ALL_REDUCE, hosts.rank_count) * size
    stages = [Stage("the adapters", moved / hosts.adapters_rate)]
    if hosts.gpu_count > 1:
        stages.append(Stage("the links inside the host", moved / hosts.in_host_rate))
    return Way("the ring", tuple(stages), latency)


def rings_by_rail(hosts: Hosts, size: float, *, in_host: InHost, latency: float = 0.0) -> Way:
    """Return scale-up, a ring of N hosts on each rail with S/g, scale-up: the host's own hierarchy."""
    moved = bus_factor(Collective.ALL_REDUCE, hosts.count) * size
    stages = (Stage("the adapters", moved / hosts.adapters_rate), *_inside(hosts, size, in_host))
    return Way(f"rings by rail ({in_host})", stages, latency)


def trees_by_rail(
    hosts: Hosts, size: float, *, in_host: InHost, tree_rate: float = inf, latency: float = 0.0
) -> Way:
    """Return scale-up, a tree of switches on each rail with S/g, scale-up (``docs/model/bounds.md``).

    ``tree_rate`` is what the slowest rail's tree reaches, bytes/s; without it the adapter's rate.
    """
    rate = min(hosts.adapter_rate, tree_rate)
    name = "the adapters" if rate == hosts.adapter_rate else "the tree in the network"
    stages = (Stage(name, size / hosts.gpu_count / rate), *_inside(hosts, size, in_host))
    return Way(f"aggregation in the network ({in_host})", stages, latency)


def _inside(hosts: Hosts, size: float, in_host: InHost) -> tuple[Stage, ...]:
    if hosts.gpu_count < 2:
        return ()
    if in_host is InHost.PEERS:
        time = peer_time(gpu_count=hosts.gpu_count, size=size, rate=hosts.in_host_rate)
        return (Stage("the exchange between peers inside the host", time),)
    time = nvls_time(
        gpu_count=hosts.gpu_count,
        size=size,
        rate=hosts.in_host_rate,
        efficiency=hosts.nvls_efficiency,
    )
    return (Stage("NVLS inside the host", time),)
