"""Which resources hold each stream: its bottleneck, and those that are full at the same level.

What a resource is to a stream that touches it, and what is kept of all of them while
``simcore.solver.bottlenecks`` finds what they are worth.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import kernel
from simcore.solver.crowds import Sharing

# Levels closer than this, relatively, are a tie, and a resource that has no more than this left is full.
TIE: Final = 1e-8

# What a stream is to a resource that it touches.
APART: Final = 0
TAKES: Final = 1  # held elsewhere: what it takes is missing here
HELD: Final = 2

TOGETHER: Final = 0
ALONE: Final = 1


class Prices(NamedTuple):
    """What resources are worth, for S streams, E entries and R resources, in K outcomes.

    Arrays over outcomes have two columns for each: TOGETHER and ALONE.
    """

    value: NDArray[np.float64]  # (S, K, 2) what a unit of a stream's rate is worth
    worth: NDArray[np.float64]  # (R, K, 2) what a unit of a resource is worth now
    owed: NDArray[np.float64]  # (R, K, 2) worth times weight, kept up to date
    weight: NDArray[np.float64]  # (R, 2) multiplicities of the streams held
    held: NDArray[np.int32]  # (R,) streams held
    tied: NDArray[np.int32]  # (R,) of them, streams that other resources hold as well
    sole: NDArray[np.int32]  # (R,) of them, streams that no other unit holds
    level: NDArray[np.float64]  # (R,) rate of the streams held
    part: NDArray[np.int8]  # (E,) APART, TAKES or HELD
    holders: NDArray[np.int32]  # (S,) resources that hold a stream
    is_sole: NDArray[np.int8]  # (S,) whether they are of one unit
    unit: NDArray[np.int32]  # (R,) resources of one unit get more together: the two directions of a cable
    total: NDArray[np.float64]  # (R, K, 2) time integral of ``worth`` up to ``since``
    since: NDArray[np.float64]  # (R,)
    listed: NDArray[np.int64]  # (R,) the pass in which a resource was last to be looked at
    to_do: NDArray[np.int32]  # (R,) resources to be looked at in the next pass
    scratch: NDArray[np.float64]  # (K, 2)
    counts: NDArray[np.int64]  # (2,) passes so far, and resources in ``to_do``


def no_prices(sharing: Sharing, outcomes: int, unit: NDArray[np.int32]) -> Prices:
    """Return prices of nothing for the streams and resources of ``sharing``, none of which is held.

    ``unit`` (R,) numbers what gets more together.
    """
    streams, entries, resources = len(sharing.streams), len(sharing.entries), len(sharing.resources)
    return Prices(
        value=np.zeros((streams, outcomes, 2)),
        worth=np.zeros((resources, outcomes, 2)),
        owed=np.zeros((resources, outcomes, 2)),
        weight=np.zeros((resources, 2)),
        held=np.zeros(resources, dtype=np.int32),
        tied=np.zeros(resources, dtype=np.int32),
        sole=np.zeros(resources, dtype=np.int32),
        level=np.zeros(resources),
        part=np.zeros(entries, dtype=np.int8),
        holders=np.zeros(streams, dtype=np.int32),
        is_sole=np.zeros(streams, dtype=np.int8),
        unit=unit,
        total=np.zeros((resources, outcomes, 2)),
        since=np.zeros(resources),
        listed=np.zeros(resources, dtype=np.int64),
        to_do=np.empty(resources, dtype=np.int32),
        scratch=np.zeros((outcomes, 2)),
        counts=np.array([1, 0]),
    )


@kernel
def find_holders(sharing: Sharing, prices: Prices, stream: int, tie: float) -> None:
    """Find which resources hold a stream that is held nowhere yet: its bottleneck, and those tied with it.

    ``used`` of the resources, and ``level`` of those that hold anything, must be up to date.
    """
    row, holders = sharing.streams[stream], 0
    prices.is_sole[stream] = 1
    for step in range(row.begin, row.end):
        resource = sharing.entries[step].resource
        is_holder = resource == row.bottleneck or (
            row.bottleneck >= 0 and _is_tight(sharing, prices, resource, row.rate, tie)
        )
        prices.part[step] = HELD if is_holder else TAKES
        holders += is_holder
        if is_holder and prices.unit[resource] != prices.unit[row.bottleneck]:
            prices.is_sole[stream] = 0
    prices.holders[stream] = holders


@kernel
def has_same_holders(sharing: Sharing, prices: Prices, stream: int, tie: float) -> bool:
    """Return whether the resources that hold a stream are those that ``find_holders`` would find."""
    row = sharing.streams[stream]
    for step in range(row.begin, row.end):
        resource = sharing.entries[step].resource
        is_holder = resource == row.bottleneck or _is_tight(sharing, prices, resource, row.rate, tie)
        if is_holder != (prices.part[step] == HELD):
            return False
    return True


@kernel
def _is_tight(sharing: Sharing, prices: Prices, row: int, rate: float, tie: float) -> bool:
    """Return whether a resource is full and gives none of its streams more than ``rate``."""
    resource = sharing.resources[row]
    if resource.used < resource.capacity * (1.0 - tie):
        return False
    most = rate * (1.0 + tie)
    if prices.held[row] > 0:
        return bool(prices.level[row] <= most)
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        if sharing.streams[sharing.members[place].stream].rate > most:
            return False
    return True


@kernel
def used_by_crowd(sharing: Sharing, row: int) -> float:
    """Return what the crowd of a resource takes."""
    resource, used = sharing.resources[row], 0.0
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        member = sharing.members[place]
        used += member.share * sharing.streams[member.stream].rate
    return used
