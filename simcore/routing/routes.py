"""Routes: the links of flows, and what chooses them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import routing_kernel


@dataclass(frozen=True, slots=True)
class Routes:
    """The paths of N flows, ``parts`` each: P = N · parts paths in compressed rows.

    Part k of flow i is path p = i · parts + k, over ``link[first[p]:first[p + 1]]``. A sprayed flow is one
    path over many links.

    Attributes
    ----------
    first
        (P + 1,) int64.
    link
        (E,) int32 rows of links: in path order by hash, rising where packets are sprayed.
    share
        (E,) float64: the part of the path's bytes that the link carries, above 0.
    delay
        (P,) float64, s: one-way latency, of the longest way where there are several.
    parts
        Paths of each flow.
    """

    first: NDArray[np.int64]
    link: NDArray[np.int32]
    share: NDArray[np.float64]
    delay: NDArray[np.float64]
    parts: int = 1

    @property
    def count(self) -> int:
        """Number of flows N."""
        return int(self.delay.shape[0]) // self.parts

    def flow_delay(self) -> NDArray[np.float64]:
        """Return the (N,) one-way latencies of the flows: each that of its longest path, s."""
        longest: NDArray[np.float64] = self.delay.reshape(-1, self.parts).max(axis=1)
        return longest

    def equal_rates(self, rate: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how fast each flow (N,) can be where its parts are equal and links run at ``rate`` (L,).

        Every link carries its share of the flow, so that the flow is as fast as the least of rate / share.
        """
        return _equal_rates(self.first, self.link, self.share, self.parts, rate)

    def joint_rates(self, rate: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how fast each flow (N,) is at most where its parts take what bytes they can.

        All links that the parts take at one hop are a cut: the flow is no faster than their rates together.
        """
        if self.parts == 1:
            return self.equal_rates(rate)
        if (self.share < 1.0).any():
            return _sprayed_rates(self.first, self.link, self.share, self.parts, rate)
        return _joint_rates(self.first, self.link, self.parts, rate)


@dataclass(frozen=True, slots=True)
class Demand:
    """N flows that are known beforehand.

    Attributes
    ----------
    source, target
        (N,) int32 rows of vertices.
    flow_ids
        (N,) uint64: the numbers with which a router will be asked for them, none twice.
    size
        (N,) float64, bytes.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    flow_ids: NDArray[np.uint64]
    size: NDArray[np.float64]

    @property
    def count(self) -> int:
        """Number of flows N."""
        return int(self.size.shape[0])

    def of(self, flows: NDArray[np.intp] | NDArray[np.bool_]) -> "Demand":
        """Return the demand of some of the flows."""
        return Demand(self.source[flows], self.target[flows], self.flow_ids[flows], self.size[flows])

    @classmethod
    def all_of(cls, parts: "Iterable[Demand]") -> "Demand":
        """Return the flows of all ``parts``, in order."""
        listed = list(parts)
        return cls(
            np.concatenate([np.empty(0, dtype=np.int32), *(each.source for each in listed)]),
            np.concatenate([np.empty(0, dtype=np.int32), *(each.target for each in listed)]),
            np.concatenate([np.empty(0, dtype=np.uint64), *(each.flow_ids for each in listed)]),
            np.concatenate([np.empty(0), *(each.size for each in listed)]),
        )


def joined(one: Routes, other: Routes) -> Routes:
    """Return the routes of the flows of ``one``, then those of ``other``, of equally many parts.

    Raises
    ------
    ValueError
        If their flows have not equally many parts.
    """
    if one.parts != other.parts:
        raise ValueError(f"flows of {one.parts} and of {other.parts} parts cannot be in one table")
    return Routes(
        np.concatenate([one.first, one.first[-1] + other.first[1:]]),
        np.concatenate([one.link, other.link]),
        np.concatenate([one.share, other.share]),
        np.concatenate([one.delay, other.delay]),
        one.parts,
    )


def selected(routes: Routes, flows: NDArray[np.int64]) -> Routes:
    """Return the routes of ``flows`` (rows), in their order; a flow may be named more than once."""
    paths = (flows[:, None] * routes.parts + np.arange(routes.parts)).ravel()
    hops = np.diff(routes.first)[paths]
    first = np.concatenate([[0], np.cumsum(hops)]).astype(np.int64)
    entry = np.arange(first[-1]) + np.repeat(routes.first[paths] - first[:-1], hops)
    return Routes(first, routes.link[entry], routes.share[entry], routes.delay[paths], routes.parts)


class Router(Protocol):
    """Chooses the links of flows between vertices."""

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows; ``RoutingError`` where two ends have no path between them."""
        ...


@routing_kernel
def _equal_rates(
    first: NDArray[np.int64],
    link: NDArray[np.int32],
    share: NDArray[np.float64],
    parts: int,
    rate: NDArray[np.float64],
) -> NDArray[np.float64]:
    fastest = np.full((first.shape[0] - 1) // parts, np.inf)
    load = np.zeros(rate.shape[0])
    for flow in range(fastest.shape[0]):
        begin, end = first[flow * parts], first[(flow + 1) * parts]
        for entry in range(begin, end):
            load[link[entry]] += share[entry] / parts
        for entry in range(begin, end):
            taken = link[entry]
            if load[taken] > 0.0:
                fastest[flow] = min(fastest[flow], rate[taken] / load[taken])
                load[taken] = 0.0
    return fastest


@routing_kernel
def _sprayed_rates(
    first: NDArray[np.int64],
    link: NDArray[np.int32],
    share: NDArray[np.float64],
    parts: int,
    rate: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the joint rates of sprayed parts: two of them have all links in common, or none."""
    together = np.zeros((first.shape[0] - 1) // parts)
    load = np.zeros(rate.shape[0])
    for flow in range(together.shape[0]):
        entries = range(first[flow * parts], first[(flow + 1) * parts])
        for entry in entries:
            load[link[entry]] += share[entry]
        for path in range(flow * parts, (flow + 1) * parts):
            fastest = np.inf
            for entry in range(first[path], first[path + 1]):
                fastest = min(fastest, rate[link[entry]] / load[link[entry]])
            together[flow] += fastest
        for entry in entries:
            load[link[entry]] = 0.0
    return together


@routing_kernel
def _joint_rates(
    first: NDArray[np.int64], link: NDArray[np.int32], parts: int, rate: NDArray[np.float64]
) -> NDArray[np.float64]:
    fastest = np.full((first.shape[0] - 1) // parts, np.inf)
    counted = np.full(rate.shape[0], -1, dtype=np.int64)
    cut = 0
    for flow in range(fastest.shape[0]):
        paths = range(flow * parts, (flow + 1) * parts)
        hops = first[flow * parts + 1] - first[flow * parts]
        for path in paths:
            hops = min(hops, first[path + 1] - first[path])
        for hop in range(hops):
            together = 0.0
            for path in paths:
                taken = link[first[path] + hop]
                if counted[taken] != cut:
                    counted[taken] = cut
                    together += rate[taken]
            fastest[flow] = min(fastest[flow], together)
            cut += 1
    return fastest
