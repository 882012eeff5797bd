"""A chain along a ring: a broadcast from its root or a reduction to it, in chunks one behind the other.

Every rank passes on what it has from the one before it. With n ranks, chunks of c bytes and edges that take
c/b each, the last chunk arrives after all hops and the chunks before it on the slowest edge:

    t = sum of (d + c/b) over n - 1 edges + (chunks - 1) · c/b of the slowest
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Demand, Routes
from simcore.traffic.collectives.pipeline import Pipeline
from simcore.traffic.collectives.ring_steps import edges_over
from simcore.traffic.collectives.sends import Sends
from simcore.traffic.streams import StreamTable


class Way(IntEnum):
    """Which way a chain goes: from its root to all others, or from all others to it."""

    OUT = 0
    IN = 1


@dataclass(frozen=True, slots=True)
class Filling:
    """The n - 1 ``edges`` of a chain, which a chunk has to pass one after the other."""

    edges: StreamTable

    def slowest(self, capacity: NDArray[np.float64], chunk: float) -> float:
        """Return what the way of a chunk takes besides its time on the slowest edge, s.

        That time is among those that the stream takes. Of an edge that is down the latency counts alone.
        """
        per_copy = capacity[self.edges.resource] / self.edges.multiplicity
        rate = np.minimum.reduceat(per_copy, self.edges.first[:-1])
        seconds = np.divide(chunk, rate, out=np.zeros(rate.shape), where=rate > 0)
        return float(self.edges.latency.sum() + seconds.sum() - seconds.max())


def senders(ranks: int, root: int, way: Way) -> NDArray[np.int64]:
    """Return who sends to the next rank, (ranks - 1,), in the order in which a chunk comes by."""
    return (root + way + np.arange(ranks - 1)) % ranks


def chain(ranks: int, size: float, *, chunks: int, root: int, way: Way) -> Sends:
    """Return the chain chunk by chunk: each follows the one before it on every edge."""
    return _along(ranks, senders(ranks, root, way), size, chunks)


def token(ranks: int) -> Sends:
    """Return the barrier by ring: a token goes around once, so that its last holder knows, and once more."""
    return _along(ranks, np.arange(2 * (ranks - 1)) % ranks, 0.0, 1)


def chain_edges(members: NDArray[np.int32], size: float, *, first_flow: int, root: int, way: Way) -> Demand:
    """Return the flows along a chain, which are those of the ring but one, with what each carries."""
    sender = senders(members.shape[0], root, way)
    return Demand(
        source=members[sender],
        target=np.roll(members, -1)[sender],
        flow_ids=(first_flow + sender).astype(np.uint64),
        size=np.full(sender.shape, size),
    )


def chain_pipeline(routes: Routes, size: float, chunks: int) -> Pipeline:
    """Return the chain over the routes of its edges as one stream: all edges advance together."""
    resource, place = np.unique(routes.link, return_inverse=True)
    edges = edges_over(routes)
    return Pipeline(
        resource=resource.astype(np.int32),
        multiplicity=np.bincount(place, weights=routes.share / routes.parts).astype(np.float64),
        size=size,
        delay=0.0,
        sent=size * edges.count / (edges.count + 1),
        chunk=size / chunks,
        legs=(Filling(edges),),
    )


def _along(ranks: int, sender: NDArray[np.int64], size: float, chunks: int) -> Sends:
    """Return the messages of each of ``sender`` to the next rank, one after the other, chunk by chunk."""
    count = sender.shape[0]
    message = np.arange(count * chunks)
    edge, chunk = message % count, message // count
    forwarded, behind = message[edge > 0], message[chunk > 0]
    return Sends(
        ranks=ranks,
        source=np.tile(sender, chunks),
        target=np.tile((sender + 1) % ranks, chunks),
        size=np.full(message.shape, size / chunks),
        level=edge + chunk,
        later=np.concatenate([forwarded, behind]),
        earlier=np.concatenate([forwarded - 1, behind - count]),
        hops=count,
    )
