"""Times of collectives by algorithms of hosts, where every rank has one rate and every hop one delay.

Each algorithm is a number of rounds and the bytes that its busiest rank sends, by S:

    t = rounds · (delay + chunk/rate) + bytes · S / rate

where the chunk stands only for what is stored and forwarded chunk by chunk (chains, trees); else it is 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Final

from simcore.bounds.bus import Collective, bus_factor, checked_ranks


class Algorithm(StrEnum):
    """How hosts do a collective."""

    RING = "ring"
    TREE = "double binary tree"
    HALVING_DOUBLING = "recursive halving-doubling"
    PAIRWISE = "pairwise"
    BRUCK = "Bruck"


@dataclass(frozen=True, slots=True)
class Cost:
    """Rounds one after the other, bytes of the busiest rank by S, and whether chunks are forwarded."""

    rounds: int
    share: float
    is_pipelined: bool = False


def rounds_to_reach(rank_count: int) -> int:
    """Return ceil(log2 n): the fewest rounds in which all ranks can hear of one."""
    return (checked_ranks(rank_count) - 1).bit_length()


def _around(collective: Collective, laps: int) -> Callable[[int], Cost]:
    return lambda n: Cost(laps * (n - 1), bus_factor(collective, n))


def _all_reduce_halving(n: int) -> Cost:
    """Thakur et al.: ranks beyond a power of two hand their vector to a neighbour first, and get it back."""
    steps = n.bit_length() - 1
    power = 1 << steps
    if power == n:
        return Cost(2 * steps, bus_factor(Collective.ALL_REDUCE, n))
    return Cost(2 * steps + 2, bus_factor(Collective.ALL_REDUCE, power) + 2.0)


def _halving(collective: Collective) -> Callable[[int], Cost]:
    def cost(n: int) -> Cost:
        if n & (n - 1):
            raise ValueError(f"{collective} by halving or doubling needs a power of two of ranks, got {n}")
        return Cost(rounds_to_reach(n), bus_factor(collective, n))

    return cost


def _all_to_all_bruck(n: int) -> Cost:
    """In round j a rank sends the blocks whose distance has bit j set: all bits of 1 … n - 1, by n."""
    return Cost(rounds_to_reach(n), sum(distance.bit_count() for distance in range(n)) / n)


# Patarasuk and Yuan 2009 (ring); Sanders, Speck and Träff, "Two-tree Algorithms for Full Bandwidth
# Broadcast, Reduction and Scan", Parallel Computing 35(12), 2009; Thakur, Rabenseifner and Gropp,
# "Optimization of Collective Communication Operations in MPICH", IJHPCA 19(1), 2005 (halving, doubling,
# pairwise); Bruck et al., "Efficient Algorithms for All-to-All Communications in Multiport Message-Passing
# Systems", IEEE TPDS 8(11), 1997; a barrier by dissemination: Hensgen, Finkel and Manber, IJPP 17(1), 1988.
COSTS: Final[dict[tuple[Collective, Algorithm], Callable[[int], Cost]]] = {
    (Collective.ALL_REDUCE, Algorithm.RING): _around(Collective.ALL_REDUCE, 2),
    (Collective.ALL_REDUCE, Algorithm.TREE): lambda n: Cost(2 * rounds_to_reach(n), 2.0, True),
    (Collective.ALL_REDUCE, Algorithm.HALVING_DOUBLING): _all_reduce_halving,
    (Collective.REDUCE_SCATTER, Algorithm.RING): _around(Collective.REDUCE_SCATTER, 1),
    (Collective.REDUCE_SCATTER, Algorithm.HALVING_DOUBLING): _halving(Collective.REDUCE_SCATTER),
    (Collective.REDUCE_SCATTER, Algorithm.PAIRWISE): _around(Collective.REDUCE_SCATTER, 1),
    (Collective.ALL_GATHER, Algorithm.RING): _around(Collective.ALL_GATHER, 1),
    (Collective.ALL_GATHER, Algorithm.HALVING_DOUBLING): _halving(Collective.ALL_GATHER),
    (Collective.ALL_GATHER, Algorithm.BRUCK): lambda n: Cost(
        rounds_to_reach(n), bus_factor(Collective.ALL_GATHER, n)
    ),
    (Collective.BROADCAST, Algorithm.RING): lambda n: Cost(n - 1, 1.0, True),
    (Collective.BROADCAST, Algorithm.TREE): lambda n: Cost(rounds_to_reach(n), 1.0, True),
    (Collective.REDUCE, Algorithm.RING): lambda n: Cost(n - 1, 1.0, True),
    (Collective.REDUCE, Algorithm.TREE): lambda n: Cost(rounds_to_reach(n), 1.0, True),
    (Collective.ALL_TO_ALL, Algorithm.PAIRWISE): _around(Collective.ALL_TO_ALL, 1),
    (Collective.ALL_TO_ALL, Algorithm.BRUCK): _all_to_all_bruck,
    (Collective.BARRIER, Algorithm.RING): _around(Collective.BARRIER, 2),
    (Collective.BARRIER, Algorithm.TREE): lambda n: Cost(2 * rounds_to_reach(n), 0.0),
    (Collective.BARRIER, Algorithm.BRUCK): lambda n: Cost(rounds_to_reach(n), 0.0),
}


def cost(collective: Collective, algorithm: Algorithm, rank_count: int) -> Cost:
    """Return rounds and bytes of an algorithm.

    Raises
    ------
    ValueError
        If there are fewer than 2 ranks, if the algorithm does not do this collective, or if it would need a
        power of two of ranks.
    """
    form = COSTS.get((collective, algorithm))
    if form is None:
        offered = ", ".join(other for kind, other in COSTS if kind == collective)
        raise ValueError(f"{algorithm} does no {collective}; there are {offered}")
    return form(checked_ranks(rank_count))


def collective_time(
    collective: Collective,
    algorithm: Algorithm,
    *,
    rank_count: int,
    size: float,
    rate: float,
    delay: float = 0.0,
    chunk: float = 0.0,
) -> float:
    """Return how long a collective takes on an idle, uniform network, s.

    Parameters
    ----------
    rank_count
        At least 2.
    size
        Bytes S, as :class:`Collective` defines them.
    rate, delay
        Of each rank and direction in bytes/s, and of each hop from rank to rank in s.
    chunk
        Bytes forwarded at a time, where chunks are; the form overstates the time by one chunk at most.

    Raises
    ------
    ValueError
        As :func:`cost`.
    """
    of = cost(collective, algorithm, rank_count)
    stored = min(chunk, size) / rate if of.is_pipelined else 0.0
    return of.rounds * (delay + stored) + of.share * size / rate


def fastest(
    collective: Collective,
    *,
    rank_count: int,
    size: float,
    rate: float,
    delay: float = 0.0,
    chunk: float = 0.0,
) -> tuple[Algorithm, float]:
    """Return the algorithm of hosts that is fastest here, the first listed of equals, and its time in s."""
    best, least = Algorithm.RING, inf
    for kind, algorithm in COSTS:
        if kind != collective or _lacks_ranks(kind, algorithm, rank_count):
            continue
        time = collective_time(
            kind, algorithm, rank_count=rank_count, size=size, rate=rate, delay=delay, chunk=chunk
        )
        if time < least:
            best, least = algorithm, time
    return best, least


def _lacks_ranks(collective: Collective, algorithm: Algorithm, rank_count: int) -> bool:
    """Return whether an algorithm is for powers of two alone, and this is none."""
    is_for_powers = algorithm is Algorithm.HALVING_DOUBLING and collective is not Collective.ALL_REDUCE
    return is_for_powers and rank_count.bit_count() != 1
