"""Static routing by structure: up as far as must be, then down, and one next link for each destination."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import routing_kernel
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import Graph, ShortestPaths, search

# Destinations in a row that share a next link: no more than that, however many tiers there are.
LONGEST_STRIDE: Final = 1 << 30


class Order(NamedTuple):
    """Up and down in a fabric.

    Attributes
    ----------
    height
        (V,) int64, all different: a link to a vertex of greater height goes up. Endpoints lie lowest.
    from_top
        (V,) int64: the vertices by height, the highest first.
    stride
        (V,) int64: so many destinations in a row get the same next link.
    """

    height: NDArray[np.int64]
    from_top: NDArray[np.int64]
    stride: NDArray[np.int64]


class Descents(NamedTuple):
    """The ways to R places.

    Attributes
    ----------
    down
        (R, V) int16: hops to the place by links that all go down, -1 where there is no such way.
    length
        (R, V) int16: hops up and then down, those of ``down`` where there are; -1 where there is no way.
    is_free
        (R,) bool: whether links go any way, because not all would reach the place by going up, then down.
    """

    down: NDArray[np.int16]
    length: NDArray[np.int16]
    is_free: NDArray[np.bool_]


class Trips(NamedTuple):
    """N flows, (N,) each: ends, the place before the target and its row in ``Descents``.

    ``number`` (V,) numbers the endpoints.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    place: NDArray[np.int32]
    row: NDArray[np.int64]
    number: NDArray[np.int64]


class UpDownRouter:
    """Tables computed from structure (up*/down*), one path to each destination from wherever.

    Of c next links that serve, in link order, destination d takes number (d // stride) mod c, d being its
    number among the endpoints. On a regular tree that spreads the ways to all destinations evenly over the
    links of each tier. Where not all can reach a destination by going up, then down, shortest ways to it are
    taken, whatever their order.

    References
    ----------
    Schroeder et al., "Autonet: A High-speed, Self-configuring Local Area Network Using Point-to-point Links",
    IEEE JSAC 9(8), 1991: up and down. Zahavi, "Fat-tree Routing and Node Ordering Providing Contention Free
    Traffic for MPI Global Collectives", JPDC 72(11), 2012: destinations by number.
    """

    def __init__(self, paths: ShortestPaths) -> None:
        self._paths = paths
        self._order = up_and_down(paths.graph)
        self._number = np.cumsum(~paths.graph.is_switch) - 1
        count = paths.graph.is_switch.shape[0]
        self._row = np.full(count, -1, dtype=np.int64)
        empty = np.empty((0, count), dtype=np.int16)
        self._ways = Descents(empty, empty, np.empty(0, dtype=np.bool_))

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows; ``flow_ids`` do not matter."""
        place = self._paths.anchors[target]
        self._find(np.unique(place))
        row = self._row[place]
        hops = self._ways.length[row, source].astype(np.int64)
        if (hops < 0).any():
            self._paths.ways(source, target)  # raises for the first of them
        hops += place != target
        first = np.concatenate([[0], np.cumsum(hops)]).astype(np.int64)
        trips = Trips(source, target, place, row, self._number)
        link, delay = descend(trips, first, self._paths.graph, self._order, self._ways)
        return Routes(first, link, np.ones(link.shape[0]), delay)

    def _find(self, places: NDArray[np.int32]) -> None:
        """Find the ways to each place that is asked for the first time."""
        new = places[self._row[places] < 0]
        if new.shape[0] == 0:
            return
        begin = self._ways.is_free.shape[0]
        self._row[new] = np.arange(begin, begin + new.shape[0])
        shape = (new.shape[0], self._row.shape[0])
        found = Descents(np.empty(shape, np.int16), np.empty(shape, np.int16), np.zeros(shape[0], np.bool_))
        graph, shortest = self._paths.graph, np.empty(shape[1], dtype=np.int16)
        for row, place in enumerate(new.tolist()):
            find_descents(place, graph, self._order, found.down[row], found.length[row])
            search(place, graph, shortest)
            if ((found.length[row] < 0) & (shortest >= 0) & ~graph.is_switch).any():
                found.is_free[row] = True
                found.down[row] = -1
                found.length[row] = shortest
        self._ways = Descents(*(np.concatenate(both) for both in zip(self._ways, found, strict=True)))


def up_and_down(graph: Graph) -> Order:
    """Return what is up in a fabric: towards the switches that are farthest from all endpoints."""
    count = graph.is_switch.shape[0]
    source, target = graph.source[graph.out_link], graph.target[graph.out_link]
    tier = _hops_from(~graph.is_switch, source, target)
    top = graph.is_switch & (tier == tier[graph.is_switch].max(initial=0))
    between = graph.is_switch[source] & graph.is_switch[target]
    depth = _hops_from(top, source[between], target[between])
    # Switches that no top reaches, an island of fewer tiers, are ordered by tier.
    depth = np.where(depth < 0, count - tier, depth)
    depth[~graph.is_switch] = 2 * count
    from_top = np.lexsort((np.arange(count), depth))
    height = np.empty(count, dtype=np.int64)
    height[from_top] = np.arange(count)[::-1]
    goes_up = between.copy()
    goes_up &= depth[target] < depth[source]
    uplinks = np.bincount(source[goes_up], minlength=count)
    stride = np.ones(count, dtype=np.int64)
    run = 1
    for level in range(1, int(tier.max(initial=0)) + 1):
        here = graph.is_switch & (tier == level)
        stride[here] = run
        having = uplinks[here & (uplinks > 0)]
        if having.shape[0]:
            run = min(run * int(np.bincount(having).argmax()), LONGEST_STRIDE)
    return Order(height, from_top, stride)


def _hops_from(
    begin: NDArray[np.bool_], source: NDArray[np.int32], target: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Return hops from the nearest vertex of ``begin`` over links, -1 where there is no way."""
    hops = np.where(begin, 0, -1)
    while True:
        near = target[(hops[source] == hops.max()) & (hops[target] < 0)]
        if near.shape[0] == 0:
            return hops
        hops[near] = hops.max() + 1


@routing_kernel
def find_descents(
    place: int, graph: Graph, order: Order, down: NDArray[np.int16], length: NDArray[np.int16]
) -> None:
    """Fill ``down`` and ``length`` (V,) with the hops from each vertex to ``place``."""
    down[:] = -1
    queue = np.empty(down.shape[0], dtype=np.int32)
    queue[0] = place
    down[place] = 0
    head, end = 0, 1
    while head < end:
        vertex = queue[head]
        head += 1
        for at in range(graph.in_first[vertex], graph.in_first[vertex + 1]):
            before = graph.source[graph.in_link[at]]
            goes_down = graph.is_switch[before] and order.height[before] > order.height[vertex]
            if goes_down and down[before] < 0:
                down[before] = down[vertex] + 1
                queue[end] = before
                end += 1
    for vertex in order.from_top:
        length[vertex] = down[vertex]
        if down[vertex] >= 0:
            continue
        for at in range(graph.out_first[vertex], graph.out_first[vertex + 1]):
            after = graph.target[graph.out_link[at]]
            serves = after == place or (
                graph.is_switch[after] and order.height[after] > order.height[vertex] and length[after] >= 0
            )
            hops = 1 + (0 if after == place else length[after])
            if serves and (length[vertex] < 0 or hops < length[vertex]):
                length[vertex] = hops


@routing_kernel
def serves_next(link: int, row: int, graph: Graph, order: Order, ways: Descents) -> bool:
    """Return whether ``link`` is a next link of its source on the way to the place of ``row``."""
    vertex, after = graph.source[link], graph.target[link]
    left = ways.length[row, vertex] - 1
    if ways.length[row, after] != left:
        return False
    if left == 0 or ways.is_free[row]:
        return bool(left == 0 or graph.is_switch[after])
    if ways.down[row, vertex] >= 0:
        return bool(order.height[after] < order.height[vertex] and ways.down[row, after] == left)
    return bool(graph.is_switch[after] and order.height[after] > order.height[vertex])


@routing_kernel
def descend(
    trips: Trips, first: NDArray[np.int64], graph: Graph, order: Order, ways: Descents
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the links of the flows by ``first`` (N + 1,), and their delays."""
    link = np.empty(first[-1], dtype=np.int32)
    delay = np.zeros(trips.source.shape[0])
    serving = np.empty(graph.source.shape[0], dtype=np.int32)
    for flow in range(trips.source.shape[0]):
        vertex, place, target = trips.source[flow], trips.place[flow], trips.target[flow]
        for entry in range(first[flow], first[flow + 1]):
            count = 0
            for at in range(graph.out_first[vertex], graph.out_first[vertex + 1]):
                taken = graph.out_link[at]
                if vertex == place:
                    leads_on = graph.target[taken] == target
                else:
                    leads_on = serves_next(taken, trips.row[flow], graph, order, ways)
                if leads_on:
                    serving[count] = taken
                    count += 1
            taken = serving[(trips.number[target] // order.stride[vertex]) % count]
            link[entry] = taken
            delay[flow] += graph.delay[taken]
            vertex = graph.target[taken]
    return link, delay
