"""For how long resources held back what outcomes waited for, as a tape is played backwards."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import kernel
from simcore.solver.crowds import Sharing
from simcore.solver.holders import HELD, Prices


class Watch(NamedTuple):
    """For how long units of resources held watched streams, in K outcomes; times run backwards."""

    weight: NDArray[np.float64]  # (S, K) of a stream, 0 where it is not watched
    streams: NDArray[np.int32]  # (U, K) watched streams held
    rate: NDArray[np.float64]  # (U, K) weights of those, each divided among its holders
    since: NDArray[np.float64]  # (U, K) time up to which the totals are reckoned
    held: NDArray[np.float64]  # (U, K) s with any of them
    part: NDArray[np.float64]  # (U, K) time integral of ``rate``
    others: NDArray[np.float64]  # (U, K) time integral of the number of other holders, while with any
    holders: NDArray[np.int64]  # (K,) units with any
    holder_seconds: NDArray[np.float64]  # (K,) time integral of that, up to ``holders_since``
    holders_since: NDArray[np.float64]  # (K,)
    holder_mark: NDArray[np.float64]  # (U, K) ``holder_seconds`` when the unit came to hold one


@kernel
def note_held(watch: Watch, held: tuple[Sharing, Prices], stream: int, time: float, sign: int) -> None:
    """Take note that a watched stream is held from here on backwards (1), or was held up to here (-1)."""
    sharing, prices = held
    holders = prices.holders[stream]
    if holders == 0:
        return
    row = sharing.streams[stream]
    for outcome in range(watch.weight.shape[1]):
        weight = watch.weight[stream, outcome]
        if weight == 0.0:
            continue
        for step in range(row.begin, row.end):
            if prices.part[step] != HELD:
                continue
            unit = prices.unit[sharing.entries[step].resource]
            reckon(watch, unit, outcome, time)
            if sign > 0 and watch.streams[unit, outcome] == 0:
                watch.holders[outcome] += 1
                watch.holder_mark[unit, outcome] = watch.holder_seconds[outcome]
            watch.streams[unit, outcome] += sign
            watch.rate[unit, outcome] += sign * weight / holders
            if watch.streams[unit, outcome] == 0:
                watch.holders[outcome] -= 1
                watch.rate[unit, outcome] = 0.0


@kernel
def reckon(watch: Watch, unit: int, outcome: int, time: float) -> None:
    """Bring the totals of a unit up to ``time``."""
    elapsed = watch.holders_since[outcome] - time
    watch.holder_seconds[outcome] += watch.holders[outcome] * elapsed
    watch.holders_since[outcome] = time
    elapsed = watch.since[unit, outcome] - time
    watch.since[unit, outcome] = time
    if watch.streams[unit, outcome] > 0:
        watch.held[unit, outcome] += elapsed
        watch.part[unit, outcome] += elapsed * watch.rate[unit, outcome]
        mark, seconds = watch.holder_mark[unit, outcome], watch.holder_seconds[outcome]
        watch.others[unit, outcome] += seconds - mark - elapsed
        watch.holder_mark[unit, outcome] = seconds
