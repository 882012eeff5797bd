"""The rate and the time of a tree that adds in the switches, with its windows of state."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf

import numpy as np
from numpy.typing import NDArray


class Limit(StrEnum):
    """What holds a tree back; R1 to R4 of ``docs/model/bounds.md``."""

    LINK = "a link"
    REDUCER = "a reducer"
    WINDOW = "the window of a switch"
    HOST = "a host"


@dataclass(frozen=True, slots=True)
class TreeRate:
    """The rate of one copy of the vector, bytes/s; what limits it, and the row of that in its input."""

    rate: float
    limit: Limit
    row: int


@dataclass(frozen=True, slots=True)
class Tree:
    """What a tree that is alone in the network touches; an empty array where it touches none of a kind.

    Attributes
    ----------
    link_rate, link_copies
        (E,) bytes/s that links carry of payload, and how many copies of the vector each carries.
    reducer_rate, fan_in
        (V,) bytes/s that come in and are added, and the copies that arrive.
    window, round_trip
        (W,) bytes that may be under way through a switch's slots; the time in s until a slot is free again.
    host_rate
        (H,) bytes/s of each member: the least of adapter, PCIe and memory.
    """

    link_rate: NDArray[np.float64]
    link_copies: NDArray[np.float64]
    reducer_rate: NDArray[np.float64]
    fan_in: NDArray[np.float64]
    window: NDArray[np.float64]
    round_trip: float
    host_rate: NDArray[np.float64]

    def rate(self) -> TreeRate:
        """Return what the tree reaches; of equal limits the first of R1 to R4.

        Raises
        ------
        ValueError
            If nothing limits the tree.
        """
        found = TreeRate(inf, Limit.LINK, -1)
        limits = (
            (Limit.LINK, self.link_rate / self.link_copies),
            (Limit.REDUCER, self.reducer_rate / self.fan_in),
            (Limit.WINDOW, self.window / self.round_trip if self.window.size else self.window),
            (Limit.HOST, self.host_rate),
        )
        for limit, each in limits:
            if each.size and float(each.min()) < found.rate:
                found = TreeRate(float(each.min()), limit, int(each.argmin()))
        if found.row < 0:
            raise ValueError("a tree without a finite link, reducer, window or host has no rate")
        return found


def copies(stream_count: float, *, merged_share: float) -> float:
    """Return the copies that a switch sends on of c that arrive: 1 + (1 - f)(c - 1) (best effort, as ATP).

    ``merged_share`` f is 1 where the switch adds everything and 0 where it passes all on.
    """
    if not 0.0 <= merged_share <= 1.0 or stream_count < 1:
        raise ValueError(f"{merged_share:g} of {stream_count:g} streams cannot be merged")
    return 1.0 + (1.0 - merged_share) * (stream_count - 1.0)


def window_rate(*, slot_count: float, payload: float, round_trip: float) -> float:
    """Return slots · payload / round trip: what a switch with so much state lets through, bytes/s (R3)."""
    return slot_count * payload / round_trip


def payload_share(*, payload: float, header: float) -> float:
    """Return what packets with so many bytes around their payload leave of a link."""
    return payload / (payload + header)


def tree_time(
    *,
    size: float,
    rate: float,
    hop_delays: Sequence[float],
    hop_rates: Sequence[float],
    chunk: float,
    start: float = 0.0,
) -> float:
    """Return start + Σ over hops (delay + chunk/rate of the hop) + S/rate, s.

    ``hop_delays`` and ``hop_rates`` (2D,) are the hops up to the root and down again of the member whose way
    takes longest; ``size`` is what this tree carries: S/K of K stripes.
    """
    hops = sum(delay + chunk / hop for delay, hop in zip(hop_delays, hop_rates, strict=True))
    return start + hops + size / rate
