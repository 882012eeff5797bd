"""Shortest paths by hops over switches: which next links bring a flow nearer to where it goes.

A path may begin and end at an endpoint but never passes through one. Distances are kept for each place that
flows go to: for an endpoint with one neighbour that is the switch it hangs on, so that all endpoints of a
leaf share one search.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.errors import RoutingError
from simcore.kernels import routing_kernel
from simcore.topology import Topology, VertexKind


class Graph(NamedTuple):
    """The links out of and into each vertex, in link order, in a form that kernels take.

    Attributes
    ----------
    out_first, out_link
        (V + 1,) int64 and (L,) int32: links out of vertex v are ``out_link[out_first[v]:out_first[v + 1]]``.
    in_first, in_link
        Likewise the links into each vertex.
    source, target
        (L,) int32 rows of vertices.
    delay
        (L,) float64, s.
    is_switch
        (V,) bool: whether paths may pass through.
    """

    out_first: NDArray[np.int64]
    out_link: NDArray[np.int32]
    in_first: NDArray[np.int64]
    in_link: NDArray[np.int32]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    delay: NDArray[np.float64]
    is_switch: NDArray[np.bool_]


class Ways(NamedTuple):
    """N pairs of ends, and where to look up how far it is between them.

    Attributes
    ----------
    source, target
        (N,) int32 rows of vertices.
    hops
        (N,) int64: links on each shortest path.
    distance
        (rows, V) int16: hops from each vertex to the place of the row, -1 where there is no path.
    row
        (N,) int32 rows of ``distance``.
    extra
        (N,) int64: 1 where the row counts hops to the switch before the target, 0 where to the target.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    hops: NDArray[np.int64]
    distance: NDArray[np.int16]
    row: NDArray[np.int32]
    extra: NDArray[np.int64]


class ShortestPaths:
    """Distances in a topology, searched when first asked for and then kept.

    Links that are down, ``is_down`` (L,), are left out; without it all are up. ``anchors`` (V,) are the
    places of the vertices: of an endpoint with one neighbour the switch it hangs on.
    """

    def __init__(self, topology: Topology, *, is_down: NDArray[np.bool_] | None = None) -> None:
        self.graph = graph_of(topology, is_down=is_down)
        self._names = topology.vertex_ids
        self.anchors = _anchors(self.graph)
        self._row = np.full(topology.vertex_count, -1, dtype=np.int32)
        self._count = 0
        self._distance = np.empty((0, topology.vertex_count), dtype=np.int16)

    def ways(self, source: NDArray[np.int32], target: NDArray[np.int32]) -> Ways:
        """Return how to find the paths of N pairs.

        Raises
        ------
        RoutingError
            For the first pair without a path.
        """
        anchor = self.anchors[target]
        self._search(np.unique(anchor))
        row = self._row[anchor]
        extra = (anchor != target).astype(np.int64)
        near = self._distance[row, source].astype(np.int64)
        if (near < 0).any():
            bad = int(np.flatnonzero(near < 0)[0])
            raise RoutingError(self._names[source[bad]], self._names[target[bad]])
        hops = np.where(source == target, 0, near + extra)
        return Ways(source, target, hops, self._distance, row, extra)

    def are_connected(self, source: NDArray[np.int32], target: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return (N,) whether there is a path for each pair."""
        anchor = self.anchors[target]
        self._search(np.unique(anchor))
        connected: NDArray[np.bool_] = self._distance[self._row[anchor], source] >= 0
        return connected

    def distance_to(self, vertex: int) -> NDArray[np.int16]:
        """Return (V,) hops from each vertex to ``vertex``, -1 where there is no path."""
        self._search(np.array([vertex], dtype=np.int32))
        found: NDArray[np.int16] = self._distance[self._row[vertex]]
        return found

    def _search(self, anchors: NDArray[np.int32]) -> None:
        for anchor in anchors[self._row[anchors] < 0].tolist():
            if self._count == self._distance.shape[0]:
                larger = np.empty((2 * self._count + 8, self._distance.shape[1]), dtype=np.int16)
                larger[: self._count] = self._distance
                self._distance = larger
            search(anchor, self.graph, self._distance[self._count])
            self._row[anchor] = self._count
            self._count += 1


def graph_of(topology: Topology, *, is_down: NDArray[np.bool_] | None = None) -> Graph:
    """Return the graph of a topology, without the links that are down."""
    kept = np.arange(topology.link_count, dtype=np.int32)
    if is_down is not None:
        kept = kept[~is_down]
    out_first, out_link = _by_vertex(topology.link_source, kept, topology.vertex_count)
    in_first, in_link = _by_vertex(topology.link_target, kept, topology.vertex_count)
    return Graph(
        out_first=out_first,
        out_link=out_link,
        in_first=in_first,
        in_link=in_link,
        source=topology.link_source,
        target=topology.link_target,
        delay=topology.link_delay,
        is_switch=topology.vertex_kind == VertexKind.SWITCH,
    )


def _by_vertex(
    vertex: NDArray[np.int32], kept: NDArray[np.int32], count: int
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the ``kept`` links by their vertices, of which there are ``count``, in compressed rows."""
    first = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(np.bincount(vertex[kept], minlength=count), out=first[1:])
    return first, kept[np.argsort(vertex[kept], kind="stable")]


def _anchors(graph: Graph) -> NDArray[np.int32]:
    """Return for each vertex the one switch it hangs on, or itself where it is a switch or hangs on more."""
    count = graph.is_switch.shape[0]
    lowest = np.full(count, count, dtype=np.int32)
    highest = np.full(count, -1, dtype=np.int32)
    source, target = graph.source[graph.in_link], graph.target[graph.in_link]
    np.minimum.at(lowest, target, source)
    np.maximum.at(highest, target, source)
    itself = np.arange(count, dtype=np.int32)
    near = np.where(highest >= 0, highest, itself)
    hangs = ~graph.is_switch & (lowest == highest) & graph.is_switch[near]
    return np.where(hangs, near, itself).astype(np.int32)


@routing_kernel
def search(anchor: int, graph: Graph, distance: NDArray[np.int16]) -> None:
    """Fill ``distance`` (V,) with the hops from each vertex to ``anchor``, searching against the links."""
    distance[:] = -1
    queue = np.empty(distance.shape[0], dtype=np.int32)
    queue[0] = anchor
    distance[anchor] = 0
    head, end = 0, 1
    while head < end:
        vertex = queue[head]
        head += 1
        if vertex != anchor and not graph.is_switch[vertex]:
            continue
        for place in range(graph.in_first[vertex], graph.in_first[vertex + 1]):
            before = graph.source[graph.in_link[place]]
            if distance[before] < 0:
                distance[before] = distance[vertex] + 1
                queue[end] = before
                end += 1


@routing_kernel
def leads_on(link: int, left: int, flow: int, graph: Graph, ways: Ways) -> bool:
    """Return whether ``link`` ends at a vertex from which ``left`` links remain to the target of ``flow``."""
    vertex = graph.target[link]
    if left == 0:
        return bool(vertex == ways.target[flow])
    if not graph.is_switch[vertex]:
        return False
    return bool(ways.distance[ways.row[flow], vertex] + ways.extra[flow] == left)


@routing_kernel
def find_next(vertex: int, left: int, flow: int, graph: Graph, ways: Ways) -> tuple[int, int]:
    """Return how many links out of ``vertex`` lead on, and the place of the first in ``out_link``."""
    count = 0
    first = -1
    for place in range(graph.out_first[vertex], graph.out_first[vertex + 1]):
        if leads_on(graph.out_link[place], left, flow, graph, ways):
            if count == 0:
                first = place
            count += 1
    return count, first
