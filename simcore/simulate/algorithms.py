"""Which algorithm does which collective, and its messages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.findings import Finding, error
from simcore.document.scenario import Algorithm
from simcore.document.workload import Collective, Job
from simcore.simulate.choice import Choice
from simcore.traffic.collectives.chain import Way, chain, senders, token
from simcore.traffic.collectives.double_tree import (
    tree_all_reduce,
    tree_barrier,
    tree_broadcast,
    tree_reduce,
)
from simcore.traffic.collectives.sends import Sends
from simcore.traffic.collectives.step_by_step import (
    bruck,
    bruck_all_gather,
    dissemination,
    doubling,
    halving,
    halving_doubling,
    pairwise,
    shift,
)

# So many messages keep a run within the memory of one machine (assumed): 1,024 ranks pairwise, twice.
MOST_MESSAGES: Final = 2_100_000

_Make = Callable[[int, float, Choice], Sends]


def _plain(make: Callable[[int, float], Sends]) -> _Make:
    return lambda ranks, size, _: make(ranks, size)


def _empty(make: Callable[[int], Sends]) -> _Make:
    return lambda ranks, size, _: make(ranks)


def _rooted(make: Callable[..., Sends]) -> _Make:
    return lambda ranks, size, how: make(ranks, size, chunks=how.layout.chunks, root=how.layout.root)


# Those that are graphs of messages: of so many ranks, each with so many bytes.
GRAPHS: Final[Mapping[tuple[Collective, Algorithm], _Make]] = {
    (Collective.ALL_REDUCE, Algorithm.DOUBLE_TREE): lambda ranks, size, how: tree_all_reduce(
        ranks, size, chunks=how.layout.chunks
    ),
    (Collective.ALL_REDUCE, Algorithm.HALVING_DOUBLING): _plain(halving_doubling),
    (Collective.REDUCE_SCATTER, Algorithm.HALVING_DOUBLING): _plain(halving),
    (Collective.REDUCE_SCATTER, Algorithm.PAIRWISE): _plain(pairwise),
    (Collective.ALL_GATHER, Algorithm.HALVING_DOUBLING): _plain(doubling),
    (Collective.ALL_GATHER, Algorithm.PAIRWISE): _plain(pairwise),
    (Collective.ALL_GATHER, Algorithm.BRUCK): _plain(bruck_all_gather),
    (Collective.BROADCAST, Algorithm.RING_STEPS): _rooted(partial(chain, way=Way.OUT)),
    (Collective.BROADCAST, Algorithm.DOUBLE_TREE): _rooted(tree_broadcast),
    (Collective.REDUCE, Algorithm.RING_STEPS): _rooted(partial(chain, way=Way.IN)),
    (Collective.REDUCE, Algorithm.DOUBLE_TREE): _rooted(tree_reduce),
    (Collective.ALL_TO_ALL, Algorithm.PAIRWISE): _plain(pairwise),
    (Collective.ALL_TO_ALL, Algorithm.BRUCK): _plain(bruck),
    (Collective.BARRIER, Algorithm.RING): _empty(token),
    (Collective.BARRIER, Algorithm.RING_STEPS): _empty(token),
    (Collective.BARRIER, Algorithm.DOUBLE_TREE): _empty(tree_barrier),
    (Collective.BARRIER, Algorithm.BRUCK): _empty(dissemination),
}
RINGS: Final = (Algorithm.RING, Algorithm.RING_STEPS)
# Rings go around once where there is nothing to add up, or nothing to hand out.
PASSES: Final[Mapping[Collective, int]] = {
    Collective.ALL_REDUCE: 2,
    Collective.REDUCE_SCATTER: 1,
    Collective.ALL_GATHER: 1,
}
# Those with a root; by ring without the edge that would close it, by which way it goes.
CHAINS: Final[Mapping[Collective, Way]] = {Collective.BROADCAST: Way.OUT, Collective.REDUCE: Way.IN}


def fitting(collective: Collective) -> tuple[Algorithm, ...]:
    """Return the algorithms that do a collective, in the order in which documents list them.

    An all-to-all by ring or in-network is direct, and so is a send-recv by any.
    """
    if collective is Collective.SEND_RECV:
        return tuple(Algorithm)
    others = {Algorithm.AUTO, *(algorithm for operation, algorithm in GRAPHS if operation is collective)}
    if collective in PASSES or collective in CHAINS or collective is Collective.ALL_TO_ALL:
        others.update(RINGS)
    others.add(Algorithm.IN_NETWORK)
    if collective is Collective.ALL_REDUCE:
        others.add(Algorithm.EDGE_SERVERS)
    if collective in {Collective.ALL_REDUCE, Collective.REDUCE_SCATTER}:
        others.add(Algorithm.SMART_NIC)
    if collective is Collective.ALL_TO_ALL:
        others.add(Algorithm.DIRECT)
    return tuple(algorithm for algorithm in Algorithm if algorithm in others)


def unfit(row: int, job: Job, choice: Choice, sizes: Sequence[int]) -> Iterator[Finding]:
    """Yield an error where job ``row`` cannot be done as chosen, or not on rails of ``sizes`` ranks."""
    fit, algorithm, ranks = fitting(job.collective), choice.algorithm, min(sizes)
    if algorithm not in fit:
        names = [each.value for each in fit]
        listed = f"{', '.join(names[:-1])} or {names[-1]}"
        says = f"job {job.id}: no {job.collective.value} by {algorithm.value}; choose {listed}"
        yield error("algorithm.operation", "/algorithm", says)
        return
    if job.collective in CHAINS and choice.layout.root >= ranks:
        says = f"job {job.id} has ranks 0 to {ranks - 1} on a rail: none of them is root {choice.layout.root}"
        yield error("collectives.root", "/collectives/root", says)
        return
    distance = distance_of(job, ranks)
    if job.collective is Collective.SEND_RECV and distance >= ranks:
        says = f"job {job.id} has {ranks} ranks on a rail: none of them has another {distance} after it"
        yield error("job.distance", f"/jobs/{row}/distance", says)
        return
    together = [sum(sizes)] if job.collective is Collective.ALL_TO_ALL else sizes
    messages = sum(message_count(job, choice, each) for each in together)
    if messages > MOST_MESSAGES:
        says = (
            f"job {job.id} takes about {messages:,} messages by {algorithm.value}, and "
            f"{MOST_MESSAGES:,} are the most: choose another algorithm, or fewer hosts"
        )
        yield error("algorithm.messages", "/algorithm", says)


def vector_of(job: Job) -> int:
    """Return the bytes of a job's vector: a barrier moves none."""
    return 0 if job.collective is Collective.BARRIER else job.size_bytes


def is_chain(job: Job, choice: Choice) -> bool:
    """Return whether a job's rails are chains that advance as one, or are where they have no tree."""
    return job.collective in CHAINS and choice.algorithm in {Algorithm.RING, Algorithm.IN_NETWORK}


def message_count(job: Job, choice: Choice, ranks: int) -> int:
    """Return about how many messages a graph takes, 0 where the collective is none."""
    if job.collective is Collective.SEND_RECV or (job.collective, choice.algorithm) not in GRAPHS:
        return 0
    if job.collective is Collective.BARRIER:
        return 4 * ranks * ranks.bit_length()
    of_rank = {
        Algorithm.PAIRWISE: ranks - 1,
        Algorithm.DOUBLE_TREE: 4 * choice.layout.chunks,
        Algorithm.RING_STEPS: choice.layout.chunks,
    }
    return ranks * of_rank.get(choice.algorithm, 2 * ranks.bit_length())


def exchange_of(job: Job, choice: Choice, host: NDArray[np.int32]) -> Sends | None:
    """Return the messages of an all-to-all between adapters of the hosts ``host`` (n,); None as ``sends_of``.

    Each adapter has an equal part of the bytes of all hosts.
    """
    share = np.unique(host).shape[0] / host.shape[0]
    return sends_of(job, choice, host.shape[0], job.size_bytes * share)


def sends_of(job: Job, choice: Choice, ranks: int, size: float) -> Sends | None:
    """Return the messages of a job's collective between ``ranks`` of ``size`` bytes; None where it has none.

    Rings and chains that advance as one, trees in the network and an all-to-all of every pair for itself are
    no graphs.
    """
    if job.collective is Collective.SEND_RECV:
        return shift(ranks, size, distance=distance_of(job, ranks))
    make = GRAPHS.get((job.collective, choice.algorithm))
    return None if make is None else make(ranks, size, choice)


def pairs_of(job: Job, choice: Choice, ranks: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return who of a rail's ``ranks`` sends to whom, each pair once; in the network as around a ring."""
    sends = sends_of(job, choice, ranks, 1.0)
    if sends is not None:
        source, target = np.divmod(np.unique(sends.pair), ranks)
        return source, target
    if is_chain(job, choice):
        source = senders(ranks, choice.layout.root, CHAINS[job.collective])
    else:
        source = np.arange(ranks)
    return source, (source + 1) % ranks


def distance_of(job: Job, ranks: int) -> int:
    """Return how many ranks on a send-recv goes: by default from the first half to the second."""
    return (ranks + 1) // 2 if job.distance is None else job.distance
