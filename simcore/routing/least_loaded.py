"""Adaptive routing by load: a flow takes one path at a time, and moves to one that is loaded less."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import routing_kernel
from simcore.routing.choices import WHOLE, Choices, choices_of, demands, split
from simcore.routing.hashing import FlowNumberRouter
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import ShortestPaths

# How often at a choice all flows, one after the other, look for a better path.
SWEEPS: Final = 3
# A path is better where its most used link is used less by more than this, relatively.
BETTER: Final = 1e-9


class LeastLoadedRouter:
    """One path a flow, the one whose most used link is used least, looked for again and again.

    A flow starts on the path that the hash of its number gives it. At a choice all that are under way stand
    on their hashed paths at first. Then, ``SWEEPS`` times and in order, each takes the path whose most used
    link is used least, counting what all others bring, where that is better than its own. Used is what flows
    demand by the link's rate; links that a flow cannot avoid are left aside.

    References
    ----------
    The load of a path as that of its most used link: Alizadeh et al., "CONGA: Distributed Congestion-aware
    Load Balancing for Datacenters", SIGCOMM 2014, section 3.3.
    """

    tires_of_its_choice = False

    def __init__(self, paths: ShortestPaths, *, seed: int) -> None:
        self._paths = paths
        self._hash = FlowNumberRouter(paths, seed=seed)

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the hashed routes of N flows, on which they start."""
        return self._hash.route(source, target, flow_ids)

    def choose(
        self,
        source: NDArray[np.int32],
        target: NDArray[np.int32],
        flow_ids: NDArray[np.uint64],
        rate: NDArray[np.float64],
    ) -> Routes:
        """Return the routes of N flows, all that are under way, over links of ``rate`` (L,) bytes/s."""
        hashed = self.route(source, target, flow_ids)
        graph = self._paths.graph
        choices = choices_of(graph, self._paths.ways(source, target))
        even = split(choices, np.ones(rate.shape[0]), graph.is_switch.shape[0])
        path = hashed.link.copy()
        vertex_count = graph.is_switch.shape[0]
        search = _Search(
            choices=choices,
            is_forced=even >= WHOLE,
            demand=demands(choices, even, rate),
            rate=rate,
            load=np.zeros(rate.shape[0]),
            is_avoidable=np.zeros(rate.shape[0], dtype=np.bool_),
            cost=np.zeros(vertex_count),
            came_by=np.zeros(vertex_count, dtype=np.int64),
        )
        _improve(search, hashed.first, path, SWEEPS)
        delay = np.zeros(hashed.count)
        has_links = np.diff(hashed.first) > 0
        if has_links.any():
            delay[has_links] = np.add.reduceat(graph.delay[path], hashed.first[:-1][has_links])
        return Routes(hashed.first, path, np.ones(path.shape[0]), delay)


class _Search(NamedTuple):
    """What the search for better paths works on: given, then kept, then for one flow at a time."""

    choices: Choices
    is_forced: NDArray[np.bool_]  # (E,) whether the flow cannot avoid the link
    demand: NDArray[np.float64]  # (N,) bytes/s
    rate: NDArray[np.float64]  # (L,) bytes/s
    load: NDArray[np.float64]  # (L,) bytes/s
    is_avoidable: NDArray[np.bool_]  # (L,)
    cost: NDArray[np.float64]  # (V,) use of the most used link on the best way to a vertex
    came_by: NDArray[np.int64]  # (V,) the entry of ``choices`` by which that way comes


@routing_kernel
def _improve(search: _Search, first: NDArray[np.int64], path: NDArray[np.int32], sweeps: int) -> None:
    """Change ``path``, the links of flow i in ``first[i]:first[i + 1]``, to better ones."""
    for flow in range(search.demand.shape[0]):
        _carry(search, path[first[flow] : first[flow + 1]], search.demand[flow])
    for _ in range(sweeps):
        for flow in range(search.demand.shape[0]):
            links = path[first[flow] : first[flow + 1]]
            _carry(search, links, -search.demand[flow])
            _look(search, flow)
            if search.cost[search.choices.target[flow]] < _cost_of(search, links, flow) * (1.0 - BETTER):
                _go_back(search, flow, links)
            _carry(search, links, search.demand[flow])


@routing_kernel
def _carry(search: _Search, links: NDArray[np.int32], amount: float) -> None:
    """Have ``links`` carry so much more."""
    for link in links:
        search.load[link] += amount


@routing_kernel
def _look(search: _Search, flow: int) -> None:
    """Find the best way from the source of ``flow`` to every vertex on its shortest paths."""
    choices, cost = search.choices, search.cost
    for entry in range(choices.first[flow], choices.first[flow + 1]):
        search.came_by[choices.end[entry]] = -1
        search.is_avoidable[choices.link[entry]] = not search.is_forced[entry]
    cost[choices.source[flow]] = 0.0
    for entry in range(choices.first[flow], choices.first[flow + 1]):
        way, end = cost[choices.begin[entry]], choices.end[entry]
        if not search.is_forced[entry]:
            way = max(way, _use(search, choices.link[entry], flow))
        if search.came_by[end] < 0 or way < cost[end]:
            cost[end] = way
            search.came_by[end] = entry


@routing_kernel
def _cost_of(search: _Search, links: NDArray[np.int32], flow: int) -> float:
    """Return the use of the most used of ``links`` that ``flow`` could avoid."""
    cost = 0.0
    for link in links:
        if search.is_avoidable[link]:
            cost = max(cost, _use(search, link, flow))
    return cost


@routing_kernel
def _go_back(search: _Search, flow: int, links: NDArray[np.int32]) -> None:
    """Write the best way to the target of ``flow`` into ``links``."""
    vertex = search.choices.target[flow]
    for hop in range(len(links) - 1, -1, -1):
        links[hop] = search.choices.link[search.came_by[vertex]]
        vertex = search.choices.begin[search.came_by[vertex]]


@routing_kernel
def _use(search: _Search, link: int, flow: int) -> float:
    """Return how much ``link`` is used with ``flow`` on it, by its rate; endlessly where it is down."""
    if search.rate[link] == 0.0:
        return np.inf
    return float((search.load[link] + search.demand[flow]) / search.rate[link])
