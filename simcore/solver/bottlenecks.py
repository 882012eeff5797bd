"""What a little more of each resource would be worth: the adjoint of max-min fair rates.

A stream has the rate of its bottleneck, and the level of resource r is what others leave of it, shared among
the streams that it holds:

    l_r = (C_r - sum of a_sr x_s over its streams held elsewhere) / W_r,   W_r = sum of a_sr of those held

Streams held elsewhere have lower rates, so with the streams given to their bottlenecks this is a triangular
system in the order of levels. For an outcome J to which a unit of the rate of stream s is worth v_s, its
adjoint gives what a unit of each capacity is worth, from the highest level down:

    q_r = dJ/dC_r = (sum over streams s held at r of  v_s - sum over r' not r of a_sr' q_r') / W_r

**Ties.** Where several resources hold a stream at one level, the rates have a corner: less of any of them
costs, more of one alone buys nothing. Two answers are kept side by side. *Together* gives each of the n an
n-th of the stream, so that the sum over them is what more of all of them buys. *Alone* leaves the streams
that are tied here out: the right-hand side of the corner, for more of this resource and no other. What such a
stream takes elsewhere is reckoned as above; where that meets a second corner, it is the mean of its sides.

**After a change** only what changed is worked out anew, as in ``simcore.solver.max_min``: resources are
looked at from the highest level down, and what one of them is worth concerns those that hold its other
streams.

References
----------
The bottleneck condition is that of Bertsekas and Gallager, "Data Networks", 2nd ed., section 6.5.2; the rest
is its derivative.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import kernel
from simcore.solver.crowds import Sharing
from simcore.solver.holders import (
    ALONE,
    APART,
    HELD,
    TAKES,
    TIE,
    TOGETHER,
    Prices,
    find_holders,
    no_prices,
    used_by_crowd,
)
from simcore.solver.max_min import solved
from simcore.solver.queue import drop_first, put_in

# What a resource is worth counts as unchanged below this, relatively: the rounding of sums.
UNMOVED_WORTH: Final = 1e-11


def marginal_values(
    capacity: NDArray[np.float64],
    first: NDArray[np.int64],
    resource: NDArray[np.int32],
    multiplicity: NDArray[np.float64],
    value: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the derivative of  sum of value_s x_s  by each capacity, where all streams are active.

    Parameters
    ----------
    capacity
        (R,) bytes/s, 0 or more.
    first, resource, multiplicity
        (S + 1,) int64, (E,) int32 and (E,) float64: the streams in compressed rows. Each touches a resource.
    value
        (S,) what a unit of each rate is worth.

    Returns
    -------
    NDArray
        (R, 2): TOGETHER with those that are tied with it, and ALONE. The same where nothing is tied.
    """
    sharing = solved(capacity, first, resource, multiplicity)
    prices = no_prices(sharing, 1, np.arange(len(capacity), dtype=np.int32))
    prices.value[:, 0, :] = value[:, None]
    _price_all(sharing, prices)
    return prices.worth[:, 0, :].copy()


@kernel
def _price_all(sharing: Sharing, prices: Prices) -> None:
    """Hold every stream where its rate is decided, and find what all resources are worth."""
    for stream in range(len(sharing.streams)):
        row = sharing.streams[stream]
        prices.level[row.bottleneck] = row.rate
    for stream in range(len(sharing.streams)):
        prices.held[sharing.streams[stream].bottleneck] = 1
    for row in range(len(sharing.resources)):
        sharing.resources[row].used = used_by_crowd(sharing, row)
    for stream in range(len(sharing.streams)):
        find_holders(sharing, prices, stream, TIE)
    prices.held[:] = 0
    for stream in range(len(sharing.streams)):
        hold(sharing, prices, stream)
    spread(sharing, prices, 0.0)


@kernel
def hold(sharing: Sharing, prices: Prices, stream: int) -> None:
    """Let the resources that were found to hold a stream have what it is worth."""
    if prices.holders[stream] > 0:
        _weigh(sharing, prices, stream, 1.0)


@kernel
def let_go(sharing: Sharing, prices: Prices, stream: int) -> None:
    """Take from the resources that hold a stream what it is worth; it is then held nowhere."""
    if prices.holders[stream] > 0:
        _weigh(sharing, prices, stream, -1.0)
        prices.holders[stream] = 0
    row = sharing.streams[stream]
    for step in range(row.begin, row.end):
        prices.part[step] = APART


@kernel
def _weigh(sharing: Sharing, prices: Prices, stream: int, sign: float) -> None:
    """Add ``sign`` times a stream to the resources that hold it."""
    row, holders = sharing.streams[stream], prices.holders[stream]
    outcomes = prices.scratch.shape[0]
    for outcome in range(outcomes):
        for side in range(2):
            prices.scratch[outcome, side] = prices.value[stream, outcome, side]
    for step in range(row.begin, row.end):
        if prices.part[step] == TAKES:
            entry = sharing.entries[step]
            for outcome in range(outcomes):
                taken = entry.multiplicity * prices.worth[entry.resource, outcome, TOGETHER]
                for side in range(2):
                    prices.scratch[outcome, side] -= taken
    for step in range(row.begin, row.end):
        if prices.part[step] == HELD:
            entry = sharing.entries[step]
            place = entry.resource
            if sign > 0.0:
                prices.level[place] = row.rate
            if prices.listed[place] != prices.counts[0]:
                prices.listed[place] = prices.counts[0]
                prices.to_do[prices.counts[1]] = place
                prices.counts[1] += 1
            prices.held[place] += int(sign)
            prices.weight[place, TOGETHER] += sign * entry.multiplicity
            for outcome in range(outcomes):
                prices.owed[place, outcome, TOGETHER] += sign * prices.scratch[outcome, TOGETHER] / holders
            if holders > 1:
                prices.tied[place] += int(sign)
            if prices.is_sole[stream] == 1:
                prices.sole[place] += int(sign)
                prices.weight[place, ALONE] += sign * entry.multiplicity
                for outcome in range(outcomes):
                    prices.owed[place, outcome, ALONE] += sign * prices.scratch[outcome, ALONE] / holders
    sharing.desk[0].work += row.end - row.begin


@kernel
def spread(sharing: Sharing, prices: Prices, time: float) -> None:
    """Find what resources that hold others than before, and all this concerns, are worth before ``time``.

    Until ``time``, which runs backwards, they were worth what they had: that much is added to ``total``.
    """
    desk = sharing.desk[0]
    for place in range(prices.counts[1]):
        row = prices.to_do[place]
        # What holds nothing any more is worth nothing, whatever comes after.
        put_in(sharing, row, -prices.level[row] if prices.held[row] > 0 else -np.inf)
    while desk.queued > 0:
        row = sharing.queue[0].resource
        drop_first(sharing)
        _settle_worth(sharing, prices, row, time)
    prices.counts[0] += 1
    prices.counts[1] = 0


@kernel
def _settle_worth(sharing: Sharing, prices: Prices, row: int, time: float) -> None:
    """Give a resource its new worth, and tell those that hold its other streams of the difference."""
    has_moved = False
    elapsed = prices.since[row] - time
    for outcome in range(prices.scratch.shape[0]):
        for side in range(2):
            worth, had = 0.0, prices.worth[row, outcome, side]
            if prices.held[row] == 0 or (side == ALONE and prices.sole[row] == 0):
                prices.owed[row, outcome, side] = 0.0
                prices.weight[row, side] = 0.0
            else:
                worth = prices.owed[row, outcome, side] / prices.weight[row, side]
            if abs(worth - had) <= UNMOVED_WORTH * abs(had):
                worth = had
            has_moved = has_moved or (side == TOGETHER and worth != had)
            prices.total[row, outcome, side] += had * elapsed
            prices.worth[row, outcome, side] = worth
            prices.scratch[outcome, side] = worth - had
    prices.since[row] = time
    if has_moved:
        _tell(sharing, prices, row)


@kernel
def _tell(sharing: Sharing, prices: Prices, row: int) -> None:
    """Have the streams that take of a resource reckon with a worth that has moved by ``scratch``."""
    resource = sharing.resources[row]
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        member = sharing.members[place]
        holders = prices.holders[member.stream]
        if holders == 0 or prices.part[member.entry] != TAKES:
            continue
        stream = sharing.streams[member.stream]
        for step in range(stream.begin, stream.end):
            if prices.part[step] == HELD:
                other = sharing.entries[step].resource
                if prices.listed[other] != prices.counts[0]:
                    prices.listed[other] = prices.counts[0]
                    put_in(sharing, other, -prices.level[other])
                for outcome in range(prices.scratch.shape[0]):
                    taken = member.share * prices.scratch[outcome, TOGETHER]
                    prices.owed[other, outcome, TOGETHER] -= taken / holders
                    if prices.is_sole[member.stream] == 1:
                        prices.owed[other, outcome, ALONE] -= taken / holders
    sharing.desk[0].work += resource.crowd
