"""Which algorithm does which collective, and its messages."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.findings import Finding, Severity
from simcore.document.scenario import Algorithm
from simcore.document.workload import Collective, Job
from simcore.traffic.collectives.double_tree import (
    CHUNKS,
    tree_all_reduce,
    tree_barrier,
    tree_broadcast,
    tree_reduce,
)
from simcore.traffic.collectives.sends import Sends
from simcore.traffic.collectives.step_by_step import (
    bruck,
    dissemination,
    doubling,
    halving,
    halving_doubling,
    pairwise,
)

# So many messages keep a run within the memory of one machine (assumed): 1,024 ranks pairwise, twice.
MOST_MESSAGES: Final = 2_100_000

# Those that are graphs of messages: of so many ranks, each with so many bytes.
GRAPHS: Final[Mapping[tuple[Collective, Algorithm], Callable[[int, float], Sends]]] = {
    (Collective.ALL_REDUCE, Algorithm.DOUBLE_TREE): tree_all_reduce,
    (Collective.ALL_REDUCE, Algorithm.HALVING_DOUBLING): halving_doubling,
    (Collective.REDUCE_SCATTER, Algorithm.HALVING_DOUBLING): halving,
    (Collective.REDUCE_SCATTER, Algorithm.PAIRWISE): pairwise,
    (Collective.ALL_GATHER, Algorithm.HALVING_DOUBLING): doubling,
    (Collective.ALL_GATHER, Algorithm.PAIRWISE): pairwise,
    (Collective.BROADCAST, Algorithm.DOUBLE_TREE): tree_broadcast,
    (Collective.REDUCE, Algorithm.DOUBLE_TREE): tree_reduce,
    (Collective.ALL_TO_ALL, Algorithm.PAIRWISE): pairwise,
    (Collective.ALL_TO_ALL, Algorithm.BRUCK): bruck,
    (Collective.BARRIER, Algorithm.DOUBLE_TREE): lambda ranks, _: tree_barrier(ranks),
    (Collective.BARRIER, Algorithm.BRUCK): lambda ranks, _: dissemination(ranks),
}
RINGS: Final = (Algorithm.RING, Algorithm.RING_STEPS)
# Rings go around once where there is nothing to add up, or nothing to hand out.
PASSES: Final[Mapping[Collective, int]] = {
    Collective.ALL_REDUCE: 2,
    Collective.REDUCE_SCATTER: 1,
    Collective.ALL_GATHER: 1,
}


def fitting(collective: Collective) -> tuple[Algorithm, ...]:
    """Return the algorithms that do a collective, in the order in which documents list them.

    An all-to-all takes a ring or tree for none at all: every pair for itself.
    """
    others = {algorithm for operation, algorithm in GRAPHS if operation is collective}
    if collective in PASSES or collective is Collective.ALL_TO_ALL:
        others.update(RINGS)
    if collective in PASSES or collective is Collective.ALL_TO_ALL:
        others.add(Algorithm.IN_NETWORK)
    if collective is Collective.ALL_REDUCE:
        others.add(Algorithm.EDGE_SERVERS)
    if collective in {Collective.ALL_REDUCE, Collective.REDUCE_SCATTER}:
        others.add(Algorithm.SMART_NIC)
    return tuple(algorithm for algorithm in Algorithm if algorithm in others)


def unfit(job: Job, algorithm: Algorithm) -> Iterator[Finding]:
    """Yield an error where a job's collective cannot be done by an algorithm."""
    fit = fitting(job.collective)
    if algorithm not in fit:
        names = [each.value for each in fit]
        listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
        says = f"job {job.id}: no {job.collective.value} by {algorithm.value}; choose {listed}"
        yield Finding(rule="algorithm.operation", severity=Severity.ERROR, at="/algorithm", says=says)


def message_count(ranks: int, algorithm: Algorithm) -> int:
    """Return about how many messages an algorithm takes that is a graph of them."""
    if algorithm is Algorithm.PAIRWISE:
        return ranks * (ranks - 1)
    return ranks * (4 * CHUNKS if algorithm is Algorithm.DOUBLE_TREE else 2 * ranks.bit_length())


def exchange_of(job: Job, algorithm: Algorithm, host: NDArray[np.int32]) -> Sends | None:
    """Return the messages of an all-to-all between adapters of the hosts ``host`` (n,); None as ``sends_of``.

    Each adapter has an equal part of the bytes of all hosts.
    """
    share = np.unique(host).shape[0] / host.shape[0]
    return sends_of(job, algorithm, host.shape[0], job.size_bytes * share)


def sends_of(job: Job, algorithm: Algorithm, ranks: int, size: float) -> Sends | None:
    """Return the messages of a job's collective between ``ranks`` of ``size`` bytes; None where it has none.

    Rings, trees in the network and an all-to-all of every pair for itself are no graphs.
    """
    make = GRAPHS.get((job.collective, algorithm))
    return None if make is None else make(ranks, size)
