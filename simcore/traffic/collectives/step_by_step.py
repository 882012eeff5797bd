"""Collectives in steps: pairwise, Bruck, recursive halving and doubling, dissemination, and one shift.

References
----------
Thakur, Rabenseifner and Gropp, "Optimization of Collective Communication Operations in MPICH", International
Journal of High Performance Computing Applications 19(1), 2005; Bruck, Ho, Kipnis, Upfal and Weathersby,
"Efficient Algorithms for All-to-All Communications in Multiport Message-Passing Systems", IEEE TPDS 8(11),
1997; Hensgen, Finkel and Manber, "Two Algorithms for Barrier Synchronization", IJPP 17(1), 1988.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.traffic.collectives.sends import Sends, Step, in_steps


def pairwise(ranks: int, size: float) -> Sends:
    """Return n - 1 steps: in step i every rank sends ``size``/n bytes to the rank i after it."""
    rank = np.arange(ranks)
    part = np.full(ranks, size / ranks)
    return in_steps(ranks, [(rank, (rank + step) % ranks, part) for step in range(1, ranks)])


def bruck(ranks: int, size: float) -> Sends:
    """Return the all-to-all in ceil(log2 n) steps; each rank has a part of ``size``/n bytes for each.

    In step k all parts go 2^k ranks on whose way there has bit k: about n/2 of them, so that a part is sent
    as often as its way has bits.
    """
    rank, steps, distance = np.arange(ranks), [], 1
    while distance < ranks:
        parts = np.count_nonzero(rank & distance)
        steps.append((rank, (rank + distance) % ranks, np.full(ranks, parts * size / ranks)))
        distance *= 2
    return in_steps(ranks, steps)


def bruck_all_gather(ranks: int, size: float) -> Sends:
    """Return the all-gather to ``size`` bytes a rank in ceil(log2 n) steps.

    In step k every rank sends what it has, 2^k parts or what is still missing, to the rank 2^k before it.
    """
    rank, steps, distance = np.arange(ranks), [], 1
    while distance < ranks:
        parts = min(distance, ranks - distance)
        steps.append((rank, (rank - distance) % ranks, np.full(ranks, parts * size / ranks)))
        distance *= 2
    return in_steps(ranks, steps)


def shift(ranks: int, size: float, *, distance: int) -> Sends:
    """Return the messages of ``size`` bytes of each rank to the one ``distance`` after it, all at once."""
    rank = np.arange(ranks - distance)
    return in_steps(ranks, [(rank, rank + distance, np.full(rank.shape, size))])


def dissemination(ranks: int) -> Sends:
    """Return the barrier in ceil(log2 n) steps without bytes: in step k everybody tells the rank 2^k on."""
    return bruck(ranks, 0.0)


def halving(ranks: int, size: float) -> Sends:
    """Return the reduce-scatter of ``size`` bytes a rank; rank r ends with its 1/n of the sum."""
    return in_steps(ranks, _Pairs.of(ranks).scatter(size))


def doubling(ranks: int, size: float) -> Sends:
    """Return the all-gather to ``size`` bytes a rank; it is the reduce-scatter run backwards."""
    backwards = reversed(_Pairs.of(ranks).scatter(size))
    return in_steps(ranks, [(target, source, part) for source, target, part in backwards])


def halving_doubling(ranks: int, size: float) -> Sends:
    """Return the all-reduce of ``size`` bytes a rank: halves, quarters and so on to the partner, and back.

    Where n is no power of two, the ranks beyond it give all they have to a neighbour first, and have the
    whole sum from it at the end.
    """
    pairs = _Pairs.of(ranks)
    steps = []
    distance = pairs.core.shape[0] // 2
    while distance:
        part = np.full(pairs.core.shape[0], size * distance / pairs.core.shape[0])
        steps.append((pairs.core, pairs.partner(distance), part))
        distance //= 2
    steps += reversed(steps)
    if pairs.spare.shape[0]:
        helper, whole = pairs.core[: pairs.spare.shape[0]], np.full(pairs.spare.shape[0], size)
        steps = [(pairs.spare, helper, whole), *steps, (helper, pairs.spare, whole)]
    return in_steps(ranks, steps)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The largest power of two of ranks, ``core``; the i-th of ``spare`` is helped by the i-th of them."""

    ranks: int
    core: NDArray[np.int64]
    spare: NDArray[np.int64]

    @classmethod
    def of(cls, ranks: int) -> "_Pairs":
        power = 1 << (ranks.bit_length() - 1)
        extra = ranks - power
        spare = 2 * np.arange(extra)
        return cls(ranks, np.setdiff1d(np.arange(ranks), spare), spare)

    def partner(self, distance: int) -> NDArray[np.int64]:
        """Return who is ``distance`` away from each of the core."""
        away: NDArray[np.int64] = self.core[np.arange(self.core.shape[0]) ^ distance]
        return away

    def scatter(self, size: float) -> list[Step]:
        """Return the steps of a reduce-scatter; a helper looks after the part of whom it helps."""
        extra, part = self.spare.shape[0], size / self.ranks
        owned = np.cumsum(np.concatenate([[0], np.where(np.arange(self.core.shape[0]) < extra, 2, 1)]))
        steps: list[Step] = []
        distance = self.core.shape[0] // 2
        while distance:
            # What a partner and those that it still stands for will own.
            begin = (np.arange(self.core.shape[0]) ^ distance) // distance * distance
            steps.append((self.core, self.partner(distance), part * (owned[begin + distance] - owned[begin])))
            distance //= 2
        if extra:
            helper = self.core[:extra]
            rest, own = np.full(extra, size - part), np.full(extra, part)
            steps = [(self.spare, helper, rest), *steps, (helper, self.spare, own)]
        return steps
