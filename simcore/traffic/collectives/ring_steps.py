"""A ring step by step: every piece a stream of its own, which waits for the one before it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Router, Routes
from simcore.traffic.collectives.ring import longest_run, ring_edges
from simcore.traffic.graph import TaskGraph
from simcore.traffic.streams import StreamTable


@dataclass(frozen=True, slots=True)
class StepRing:
    """A ring of n members: in each of ``steps`` steps everybody sends a ``piece`` (bytes) to the next.

    Member r sends step s + 1 when it has received step s from the one before it and its own step s has gone;
    nobody waits for the others. ``edges`` (n rows) are the ways from each member to the next, with their
    one-way latency.

    Raises
    ------
    ValueError
        If an edge touches no resource: nothing would say how fast it is.
    """

    edges: StreamTable
    piece: float
    steps: int

    def __post_init__(self) -> None:
        free = np.flatnonzero(np.diff(self.edges.first) == 0)
        if free.size:
            raise ValueError(f"edge {free[0]} of the ring touches no resource: each needs a link at least")

    @property
    def sent(self) -> float:
        """Bytes that leave each member."""
        return self.steps * self.piece

    def has_edges_of(self, other: "StepRing") -> bool:
        """Return whether the edges of both touch the same, equally often and with the same latency."""
        names = ("first", "resource", "multiplicity", "latency")
        return all(np.array_equal(getattr(self.edges, each), getattr(other.edges, each)) for each in names)

    def rates_alone(self, capacity: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how fast each edge (n,) is where nobody else is on its way, bytes/s."""
        per_copy = capacity[self.edges.resource] / self.edges.multiplicity
        rates: NDArray[np.float64] = np.minimum.reduceat(per_copy, self.edges.first[:-1])
        return rates

    def seconds(self, rates: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how long a piece takes on each edge (n,) at ``rates``, infinite where it is down (s)."""
        seconds = np.full(rates.shape, np.inf)
        np.divide(self.piece, rates, out=seconds, where=rates > 0)
        return seconds

    def demand(self, rates: NDArray[np.float64], resource_count: int) -> NDArray[np.float64]:
        """Return what all edges together take of each resource (R,) where they send at ``rates`` (n,)."""
        of_entry = self.edges.multiplicity * np.repeat(rates, np.diff(self.edges.first))
        demand: NDArray[np.float64] = np.bincount(self.edges.resource, of_entry, resource_count).astype(float)
        return demand

    def idle_time(self, capacity: NDArray[np.float64]) -> float:
        """Return about how long the ring takes where nothing else moves.

        Edges that meet are taken to be as slow as if all sent all the time. Then either the slowest edge
        decides, which sends all its pieces one after the other, or the way of one piece through all its
        steps, whichever lasts longer; both are lower bounds, and one of them is met within a round.
        """
        rates = self.rates_alone(capacity)
        demand = self.demand(rates, capacity.shape[0])
        crowded = np.divide(demand, capacity, out=np.zeros(capacity.shape), where=capacity > 0)
        slowed = np.maximum.reduceat(crowded[self.edges.resource], self.edges.first[:-1])
        rates = rates / np.maximum(1.0, slowed)
        seconds = self.seconds(rates)
        round_trip = longest_run(seconds + self.edges.latency, self.steps)
        return max(self.steps * float(seconds.max()) + float(self.edges.latency.max()), round_trip)

    def graph(self) -> TaskGraph:
        """Return the ring as a graph: a task a member, a round a step; who waits is a step behind."""
        count = self.edges.count
        before = np.roll(np.arange(count, dtype=np.int32), 1)
        return TaskGraph(
            seconds=np.zeros(count),
            size=np.full(count, self.piece),
            route=np.arange(count, dtype=np.int32),
            routes=self.edges,
            first=np.arange(count + 1, dtype=np.int64),
            after=before,
            lag=self.edges.latency[before],
            ahead=np.ones(count, dtype=np.int32),
            rounds=self.steps,
        )


def step_ring(
    router: Router, members: NDArray[np.int32], size: float, *, first_flow: int, passes: int = 2
) -> StepRing:
    """Return the ring over ``members`` (rows of vertices, in ring order) that reduces ``size`` bytes.

    It has 2(n - 1) steps of 1/n of the bytes (docs/model/collectives.md); a reduce-scatter or an all-gather
    is one of the two ``passes``. Where routing gives an edge
    several paths, each carries an equal part.

    Raises
    ------
    ValueError
        If there are fewer than 2 members.
    """
    count = members.shape[0]
    if count < 2:
        raise ValueError(f"a ring needs 2 members or more, got {count}")
    around = ring_edges(members, size, first_flow=first_flow)
    edges = edges_over(router.route(around.source, around.target, around.flow_ids))
    return StepRing(edges, size / count, passes * (count - 1))


def edges_over(routes: Routes) -> StreamTable:
    """Return one stream a flow over all its paths, each with an equal part; resources rise in every row."""
    first, link, share = routes.first[:: routes.parts], routes.link, routes.share / routes.parts
    begins = np.zeros(link.shape[0] + 1, dtype=np.bool_)
    begins[first] = True
    if not (begins[1:-1] | (np.diff(link) > 0)).all():
        flow = np.repeat(np.arange(first.shape[0] - 1), np.diff(first))
        order = np.lexsort((link, flow))
        flow, link, share = flow[order], link[order], share[order]
        leads = np.concatenate([[True], (np.diff(link) > 0) | (np.diff(flow) > 0)])
        share = np.bincount(np.cumsum(leads) - 1, share).astype(np.float64)
        flow, link = flow[leads], link[leads]
        first = np.searchsorted(flow, np.arange(first.shape[0])).astype(np.int64)
    return StreamTable(first, link.astype(np.int32), share, routes.flow_delay())
