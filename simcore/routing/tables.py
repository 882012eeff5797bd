"""Static routing by given tables: at each switch one link for each destination."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import routing_kernel
from simcore.routing.routes import Routes, joined, selected
from simcore.routing.shortest_paths import Graph, ShortestPaths
from simcore.routing.up_down import UpDownRouter


class Fate(IntEnum):
    """What becomes of a flow that follows tables."""

    ARRIVES = 0
    HAS_NO_ENTRY = 1
    GOES_ROUND = 2
    ENDS_ELSEWHERE = 3


class Tables:
    """Entries of forwarding tables: the link that each of E pairs of switch and destination takes.

    Of two entries for one pair the first counts.
    """

    def __init__(
        self,
        vertex_count: int,
        switch: NDArray[np.int64],
        destination: NDArray[np.int64],
        link: NDArray[np.int32],
    ) -> None:
        key, row = np.unique(switch * vertex_count + destination, return_index=True)
        self.key: NDArray[np.int64] = key
        self.link: NDArray[np.int32] = link[row]

    def follow(
        self, graph: Graph, source: NDArray[np.int32], target: NDArray[np.int32]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
        """Return rows and links of N flows, what becomes of them (``Fate``), and where each comes to stand.

        An endpoint sends over its first link. The links of a flow that does not arrive are of no use.
        """
        hops, fate, stand = follow(self.key, self.link, graph, source, target)
        first = np.concatenate([[0], np.cumsum(hops)]).astype(np.int64)
        return first, gather((self.key, self.link), graph, source, target, first), fate, stand


class TableRouter:
    """Sends flows as tables say; those that do not arrive so, for links that are down, by up/down order."""

    def __init__(self, paths: ShortestPaths, tables: Tables) -> None:
        self._paths = paths
        self._tables = tables
        self._others = UpDownRouter(paths)

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows."""
        graph = self._paths.graph
        first, link, fate, _ = self._tables.follow(graph, source, target)
        run = np.concatenate([[0.0], np.cumsum(graph.delay[link])])
        told = Routes(first, link, np.ones(link.shape[0]), run[first[1:]] - run[first[:-1]])
        lost = np.flatnonzero(fate != Fate.ARRIVES)
        if lost.shape[0] == 0:
            return told
        others = self._others.route(source[lost], target[lost], flow_ids[lost])
        which = np.arange(source.shape[0])
        which[lost] = source.shape[0] + np.arange(lost.shape[0])
        return selected(joined(told, others), which)


@routing_kernel
def next_link(vertex: int, target: int, key: NDArray[np.int64], link: NDArray[np.int32], graph: Graph) -> int:
    """Return the link out of ``vertex`` towards ``target``, -1 without one that is up."""
    begin, end = graph.out_first[vertex], graph.out_first[vertex + 1]
    if not graph.is_switch[vertex]:
        for place in range(begin, end):
            if graph.target[graph.out_link[place]] == target:
                return int(graph.out_link[place])
        return int(graph.out_link[begin]) if begin < end else -1
    wanted = vertex * graph.is_switch.shape[0] + target
    row = np.searchsorted(key, wanted)
    if row == key.shape[0] or key[row] != wanted:
        return -1
    for place in range(begin, end):
        if graph.out_link[place] == link[row]:
            return int(link[row])
    return -1


@routing_kernel
def follow(
    key: NDArray[np.int64],
    link: NDArray[np.int32],
    graph: Graph,
    source: NDArray[np.int32],
    target: NDArray[np.int32],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
    """Return how many links each flow takes, what becomes of it, and where it comes to stand."""
    hops = np.zeros(source.shape[0], dtype=np.int64)
    fate = np.zeros(source.shape[0], dtype=np.int64)
    stand = source.copy()
    for flow in range(source.shape[0]):
        vertex = source[flow]
        while vertex != target[flow]:
            stand[flow] = vertex
            if not graph.is_switch[vertex] and vertex != source[flow]:
                fate[flow] = Fate.ENDS_ELSEWHERE
                break
            if hops[flow] > graph.is_switch.shape[0]:
                fate[flow] = Fate.GOES_ROUND
                break
            taken = next_link(vertex, target[flow], key, link, graph)
            if taken < 0:
                fate[flow] = Fate.HAS_NO_ENTRY
                break
            hops[flow] += 1
            vertex = graph.target[taken]
        if fate[flow] != Fate.ARRIVES:
            hops[flow] = 0
    return hops, fate, stand


@routing_kernel
def gather(
    trail: tuple[NDArray[np.int64], NDArray[np.int32]],
    graph: Graph,
    source: NDArray[np.int32],
    target: NDArray[np.int32],
    first: NDArray[np.int64],
) -> NDArray[np.int32]:
    """Return the links of the flows by ``first`` (N + 1,)."""
    key, link = trail
    links = np.empty(first[-1], dtype=np.int32)
    for flow in range(source.shape[0]):
        vertex = source[flow]
        for entry in range(first[flow], first[flow + 1]):
            links[entry] = next_link(vertex, target[flow], key, link, graph)
            vertex = graph.target[links[entry]]
    return links
