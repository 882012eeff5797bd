"""Packet spraying: every flow over all of its equal-cost paths at once."""

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import routing_kernel
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import Graph, ShortestPaths, Ways, find_next, leads_on


class SprayRouter:
    """Oblivious packet spraying: at each hop equal parts over all next links on a shortest path."""

    def __init__(self, paths: ShortestPaths) -> None:
        self._paths = paths

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows, each over all its shortest paths; ``flow_ids`` do not matter."""
        return Routes(*spray(self._paths.graph, self._paths.ways(source, target)))


@routing_kernel
def spray(
    graph: Graph, ways: Ways
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
    """Return rows, links, shares and delays of flows that split equally at each hop.

    A flow is followed level by level; a level is all vertices equally far from its target.
    """
    flow_count, vertex_count = ways.source.shape[0], graph.is_switch.shape[0]
    first = np.zeros(flow_count + 1, dtype=np.int64)
    link = np.empty(16 * flow_count + 16, dtype=np.int32)
    share = np.empty(link.shape[0])
    delay = np.zeros(flow_count)
    seen_by = np.full(vertex_count, -1, dtype=np.int64)
    amount = np.zeros(vertex_count)
    longest = np.zeros(vertex_count)
    level = np.empty(vertex_count, dtype=np.int32)
    following = np.empty(vertex_count, dtype=np.int32)
    end = 0
    for flow in range(flow_count):
        level[0] = ways.source[flow]
        amount[level[0]] = 1.0
        longest[level[0]] = 0.0
        width = 1
        for left in range(ways.hops[flow] - 1, -1, -1):
            next_width = 0
            for vertex in level[:width]:
                count, begin = find_next(vertex, left, flow, graph, ways)
                while link.shape[0] < end + count:
                    link = np.concatenate((link, np.empty_like(link)))
                    share = np.concatenate((share, np.empty_like(share)))
                for place in range(begin, graph.out_first[vertex + 1]):
                    taken = graph.out_link[place]
                    if not leads_on(taken, left, flow, graph, ways):
                        continue
                    after = graph.target[taken]
                    if seen_by[after] != flow:
                        seen_by[after] = flow
                        amount[after] = 0.0
                        longest[after] = 0.0
                        following[next_width] = after
                        next_width += 1
                    link[end] = taken
                    share[end] = amount[vertex] / count
                    amount[after] += share[end]
                    longest[after] = max(longest[after], longest[vertex] + graph.delay[taken])
                    end += 1
            level, following = following, level
            width = next_width
        delay[flow] = longest[ways.target[flow]]
        order = first[flow] + np.argsort(link[first[flow] : end])
        link[first[flow] : end] = link[order]
        share[first[flow] : end] = share[order]
        first[flow + 1] = end
    return first, link[:end].copy(), share[:end].copy(), delay
