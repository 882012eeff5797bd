"""Sends: who sends how much to whom, and after what; a collective as a graph of tasks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.traffic.graph import NO_ROUTE, TaskGraph
from simcore.traffic.streams import StreamTable

# One step: senders, receivers and bytes, (K,) each; nobody sends or receives twice in it.
Step = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Sends:
    """N messages between ``ranks`` ranks, in an order in which each comes after all that it waits for.

    Attributes
    ----------
    source, target
        (N,) int64 ranks.
    size
        (N,) float64 bytes.
    level
        (N,) int64: in which step a message leaves where all take equally long, from 0.
    later, earlier
        (E,) int64: message ``later`` waits until ``earlier`` has left its rank or, where it went to a rank
        that sends or receives ``later``, until it has arrived there.
    hops
        Messages one after the other on the longest way, each of which has to arrive before the next leaves.
    """

    ranks: int
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    size: NDArray[np.float64]
    level: NDArray[np.int64]
    later: NDArray[np.int64]
    earlier: NDArray[np.int64]
    hops: int

    @property
    def count(self) -> int:
        """Number of messages N."""
        return int(self.size.shape[0])

    @property
    def pair(self) -> NDArray[np.int64]:
        """A number (N,) for the sender and receiver of each message."""
        return self.source * self.ranks + self.target

    def sent(self) -> NDArray[np.float64]:
        """Return the bytes that leave each rank, (ranks,)."""
        return np.bincount(self.source, self.size, self.ranks).astype(np.float64)

    def received(self) -> NDArray[np.float64]:
        """Return the bytes that arrive at each rank, (ranks,)."""
        return np.bincount(self.target, self.size, self.ranks).astype(np.float64)

    def lag(self, latency: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return (E,) how long the later message waits after the earlier has left: (N,) its ``latency``, s.

        A message to the same rank as the one before it follows at once: it cannot overtake.
        """
        at, source, target = self.target[self.earlier], self.source[self.later], self.target[self.later]
        is_next = (self.source[self.earlier] == source) & (at == target)
        arrives = (at == source) | ((at == target) & ~is_next)
        return np.where(arrives, latency[self.earlier], 0.0)

    def graph(
        self, route: NDArray[np.int64], routes: StreamTable, *, is_off_fabric: NDArray[np.bool_] | None = None
    ) -> TaskGraph:
        """Return a task a message and one that waits for all arrivals; message i takes row ``route[i]``.

        What is off the fabric, (N,), takes no time.
        """
        away = np.zeros(self.count, dtype=np.bool_) if is_off_fabric is None else is_off_fabric
        later = np.concatenate([self.later, np.full(self.count, self.count, dtype=np.int64)])
        earlier = np.concatenate([self.earlier, np.arange(self.count)])
        order = np.argsort(later, kind="stable")
        first = np.zeros(self.count + 2, dtype=np.int64)
        np.cumsum(np.bincount(later, minlength=self.count + 1), out=first[1:])
        moves = ~away & (self.size > 0)
        return TaskGraph(
            seconds=np.zeros(self.count + 1),
            size=np.append(np.where(moves, self.size, 0.0), 0.0),
            route=np.append(np.where(moves, route, NO_ROUTE), NO_ROUTE).astype(np.int32),
            routes=routes,
            first=first,
            after=earlier[order].astype(np.int32),
            lag=self.all_lags(np.where(away, 0.0, routes.latency[route])),
            ahead=np.zeros(order.shape[0], dtype=np.int32),
        )

    def all_lags(self, latency: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the lags of the graph's dependencies where messages have ``latency`` (N,), s."""
        lags = np.concatenate([self.lag(latency), latency])
        later = np.concatenate([self.later, np.full(self.count, self.count, dtype=np.int64)])
        return lags[np.argsort(later, kind="stable")]


def in_steps(ranks: int, steps: Sequence[Step]) -> Sends:
    """Return the messages of ``steps``: each leaves when its sender and its receiver have come to its step.

    A rank has come to a step when what it sent before has left and what was sent to it before has arrived. So
    do large messages of libraries, which ask the receiver first (rendezvous); asking takes no time here.
    """
    latest_out = np.full(ranks, -1, dtype=np.int64)
    latest_in = np.full(ranks, -1, dtype=np.int64)
    begin = 0
    later, earlier = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for source, target, size in steps:
        messages = begin + np.arange(size.shape[0])
        for latest in (latest_out[source], latest_in[source], latest_out[target], latest_in[target]):
            waits = latest >= 0
            later.append(messages[waits])
            earlier.append(latest[waits])
        latest_out[source] = messages
        latest_in[target] = messages
        begin += size.shape[0]
    return Sends(
        ranks=ranks,
        source=np.concatenate([step[0] for step in steps]),
        target=np.concatenate([step[1] for step in steps]),
        size=np.concatenate([step[2] for step in steps]),
        level=np.repeat(np.arange(len(steps)), [step[2].shape[0] for step in steps]),
        later=np.concatenate(later),
        earlier=np.concatenate(earlier),
        hops=len(steps),
    )
