"""A pipelined collective: one stream over all links of a ring or tree, because they advance together."""

from dataclasses import dataclass
from math import inf
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.traffic.streams import StreamTable


class Passage(Protocol):
    """What the last chunk still has to pass; of several ways the slowest counts."""

    def slowest(self, capacity: NDArray[np.float64], chunk: float) -> float:
        """Return the time of a chunk over the slowest way, at ``capacity`` (R,), s."""
        ...


@dataclass(frozen=True, slots=True)
class Leg:
    """Ways through a tree in one direction; the slowest counts. Way i is ``link[first[i]:first[i + 1]]``.

    ``delay`` (E,) is the latency of each entry in s; every way has at least one link.
    """

    first: NDArray[np.int64]
    link: NDArray[np.int32]
    delay: NDArray[np.float64]

    def slowest(self, capacity: NDArray[np.float64], chunk: float) -> float:
        """Return the time of a chunk over the slowest way, stored and forwarded at each hop that is up."""
        rate = capacity[self.link]
        hop = self.delay + np.divide(chunk, rate, out=np.zeros(rate.shape[0]), where=rate > 0)
        return float(np.add.reduceat(hop, self.first[:-1]).max())


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A ring or tree as one stream.

    Attributes
    ----------
    resource, multiplicity
        (K,) rows of resources and how often the stream crosses each.
    size
        Bytes that the stream drains.
    delay
        Latency of the pipeline that does not depend on the rates (s).
    chunk, legs
        Bytes that are stored and forwarded at each hop, and the ways they go, for a tree or a chain.
    sent
        Bytes that leave each member.
    start
        Seconds that a call takes besides its bytes, its ways included: the longer of both counts.
    """

    resource: NDArray[np.int32]
    multiplicity: NDArray[np.float64]
    size: float
    delay: float
    sent: float
    chunk: float = 0.0
    legs: tuple[Passage, ...] = ()
    start: float = 0.0

    def latency(self, capacity: NDArray[np.float64]) -> float:
        """Return the time from the end of the stream to the end of the collective, at ``capacity`` (R,)."""
        return max(self.start, self.delay + sum(leg.slowest(capacity, self.chunk) for leg in self.legs))

    def idle_time(self, capacity: NDArray[np.float64]) -> float:
        """Return how long the collective takes where nothing else moves, at ``capacity`` (R,).

        That is for ever where one of its links is down.
        """
        rate = float((capacity[self.resource] / self.multiplicity).min())
        if rate == 0:
            return inf
        return self.size / rate + self.latency(capacity)

    def table(self) -> StreamTable:
        """Return the one stream; its latency is left to ``latency``, which depends on the rates."""
        first = np.array([0, self.resource.shape[0]], dtype=np.int64)
        return StreamTable(first, self.resource, self.multiplicity, np.zeros(1))
