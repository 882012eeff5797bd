"""What a time says of a collective: algorithm bandwidth and bus bandwidth, as nccl-tests define them."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final


class Collective(StrEnum):
    """What ranks do together. The size S of each is that of nccl-tests: the whole vector of a rank.

    For all-gather and reduce-scatter that is n times a rank's piece, for all-to-all what a rank sends to all,
    itself included.
    """

    ALL_REDUCE = "all-reduce"
    REDUCE_SCATTER = "reduce-scatter"
    ALL_GATHER = "all-gather"
    BROADCAST = "broadcast"
    REDUCE = "reduce"
    ALL_TO_ALL = "all-to-all"
    BARRIER = "barrier"


# Bytes that must leave (or reach) the busiest rank, by S. Nothing on hosts alone can do with less.
_SHARE: Final[dict[Collective, Callable[[int], float]]] = {
    Collective.ALL_REDUCE: lambda n: 2 * (n - 1) / n,
    Collective.REDUCE_SCATTER: lambda n: (n - 1) / n,
    Collective.ALL_GATHER: lambda n: (n - 1) / n,
    Collective.BROADCAST: lambda n: 1.0,
    Collective.REDUCE: lambda n: 1.0,
    Collective.ALL_TO_ALL: lambda n: (n - 1) / n,
    Collective.BARRIER: lambda n: 0.0,
}


def checked_ranks(rank_count: int) -> int:
    """Return ``rank_count``; raise ValueError below 2, where nothing is to be done together."""
    if rank_count < 2:
        raise ValueError(f"a collective needs 2 ranks or more, got {rank_count}")
    return rank_count


def bus_factor(collective: Collective, rank_count: int) -> float:
    """Return bus bandwidth by algorithm bandwidth: the bytes of the busiest rank, by S.

    References
    ----------
    NVIDIA/nccl-tests, doc/PERFORMANCE.md. For all-reduce it is also the least that any algorithm of hosts
    moves: Patarasuk and Yuan, "Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations", JPDC
    69(2), 2009.
    """
    return _SHARE[collective](checked_ranks(rank_count))


def algorithm_bandwidth(size: float, time: float) -> float:
    """Return S/t in bytes/s."""
    return size / time


def bus_bandwidth(collective: Collective, *, rank_count: int, size: float, time: float) -> float:
    """Return S/t times the bus factor, in bytes/s: what the busiest rank sends on average."""
    return algorithm_bandwidth(size, time) * bus_factor(collective, rank_count)


def bandwidth_bound(collective: Collective, *, rank_count: int, size: float, rate: float) -> float:
    """Return the time in s that no algorithm of hosts with ``rate`` bytes/s a direction can be under."""
    return bus_factor(collective, rank_count) * size / rate


def all_to_all_bus_bandwidth(*, rank_count: int, ranks_a_host: int, rate: float) -> float:
    """Return the bus bandwidth of an all-to-all whose pairs within a host cost the adapter nothing.

    ``rate`` is that of the adapter of each rank; the result, rate (n - 1)/(n - g), is above it (V06).

    Raises
    ------
    ValueError
        If all ranks stand in one host.
    """
    if ranks_a_host >= checked_ranks(rank_count):
        raise ValueError(f"{rank_count} ranks in hosts of {ranks_a_host} leave nothing for the adapters")
    return rate * (rank_count - 1) / (rank_count - ranks_a_host)
