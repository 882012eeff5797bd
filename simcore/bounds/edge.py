"""All-reduce by servers at the edge and by adapters: parameter servers, aggregators in the rack, DPUs."""

from math import ceil

from simcore.bounds.bus import Collective, bus_factor
from simcore.bounds.figures import REDUCE_BY_MEMORY
from simcore.bounds.gain import Stage, Way


def edge_servers(
    *,
    worker_count: int,
    server_count: int,
    size: float,
    worker_rate: float,
    server_rate: float,
    reduce_rate: float,
    efficiency: float = 1.0,
    latency: float = 0.0,
) -> Way:
    """Return n workers that send S each to k servers, which take an equal part each, and read the sum back.

    The stages, which overlap: S/(η B_w), n S/(k η B_s), n S/(k R). Equals aggregation in the network where
    k B_s ≥ n B_w and the servers add fast enough.

    Parameters
    ----------
    worker_rate, server_rate
        Of the adapters, bytes/s a direction; ``efficiency`` is what is reached of either.
    reduce_rate
        Bytes that come in and are added, a second and server; :func:`reduce_rate_of_memory` where unknown.

    Raises
    ------
    ValueError
        If there is no worker or no server.
    """
    if worker_count < 1 or server_count < 1:
        raise ValueError(f"{worker_count} workers and {server_count} servers: it takes one of each or more")
    a_server = worker_count * size / server_count
    stages = (
        Stage("the workers' adapters", size / (efficiency * worker_rate)),
        Stage("the servers' adapters", a_server / (efficiency * server_rate)),
        Stage("adding in the servers", a_server / reduce_rate),
    )
    return Way("edge servers", stages, latency)


def rack_servers(
    *,
    worker_count: int,
    server_count: int,
    size: float,
    worker_rate: float,
    server_rate: float,
    reduce_rate: float,
    latency: float = 0.0,
) -> Way:
    """Return n workers that each send S to one of k servers, between which a ring goes; parameters as above.

    The fullest server has H = ⌈n/k⌉ workers. Its stages: (H + 2 (k - 1)/k) S/B_s in and as much out, and
    (H + (k - 1)/k) S/R to add.
    """
    if worker_count < server_count or server_count < 1:
        raise ValueError(
            f"{worker_count} workers and {server_count} servers: each server takes a worker or more"
        )
    workers = ceil(worker_count / server_count)
    turns = (server_count - 1) / server_count
    stages = (
        Stage("the workers' adapters", size / worker_rate),
        Stage("the servers' adapters", (workers + 2 * turns) * size / server_rate),
        Stage("adding in the servers", (workers + turns) * size / reduce_rate),
    )
    return Way("servers in the rack", stages, latency)


def smart_adapters(
    *, rank_count: int, size: float, rate: float, reduce_rate: float, latency: float = 0.0
) -> Way:
    """Return a ring of n adapters that add what comes in, (n - 1)/n S at ``reduce_rate`` bytes/s each."""
    around = bus_factor(Collective.ALL_REDUCE, rank_count) * size
    stages = (
        Stage("the adapters", around / rate),
        Stage("adding in the adapters", around / 2 / reduce_rate),
    )
    return Way("a ring of adapters that add", stages, latency)


def reduce_rate_of_memory(memory_rate: float) -> float:
    """Return what a server adds, input bytes/s, by its memory: two reads and a write a byte (ASSUMPTION)."""
    return REDUCE_BY_MEMORY.value * memory_rate
