"""How flows spread over equal-cost paths: by a hash of each flow, or packet by packet over all of them."""

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numba import njit
from numpy.typing import NDArray

from simcore.routing.shortest_paths import Graph, ShortestPaths, Ways
from simcore.topology import Topology, VertexKind

# Increment and multipliers of splitmix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
# Generators", OOPSLA 2014, figure 14 (mix64variant13).
GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_A: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_B: Final = np.uint64(0x94D049BB133111EB)


@dataclass(frozen=True, slots=True)
class Routes:
    """The links of N flows in compressed rows; flow i takes ``link[first[i]:first[i + 1]]``.

    Attributes
    ----------
    first
        (N + 1,) int64.
    link
        (E,) int32 rows of links: in path order by hash, rising where packets are sprayed.
    share
        (E,) float64: the part of the flow that the link carries, above 0.
    delay
        (N,) float64, s: one-way latency, of the longest path where there are several.
    """

    first: NDArray[np.int64]
    link: NDArray[np.int32]
    share: NDArray[np.float64]
    delay: NDArray[np.float64]


class Router(Protocol):
    """Chooses the links of flows between vertices."""

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows; ``RoutingError`` where two ends have no path between them."""
        ...


class HashRouter:
    """One path a flow, by a hash of its number (ECMP).

    h = mix(seed · 0x9E3779B97F4A7C15 + flow id), where ``mix`` is the output function of splitmix64. Where a
    hop has more than one next link that lies on a shortest path, in link order, the first such hop takes
    number h mod count, the second (h >> 32) mod count; each further two hops do the same with h mixed once
    more. A worked example: docs/model/routing.md.
    """

    def __init__(self, paths: ShortestPaths, *, seed: int) -> None:
        self._paths = paths
        self._seed = np.uint64(seed)

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows, each over one path."""
        with np.errstate(over="ignore"):
            hashed = mix(self._seed * GOLDEN + flow_ids)
        first, link, delay = walk(self._paths.graph, self._paths.ways(source, target), hashed)
        return Routes(first, link, np.ones(link.shape[0]), delay)


class SprayRouter:
    """Oblivious packet spraying: at each hop equal parts over all next links on a shortest path."""

    def __init__(self, paths: ShortestPaths) -> None:
        self._paths = paths

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows, each over all its shortest paths; ``flow_ids`` do not matter."""
        return Routes(*spray(self._paths.graph, self._paths.ways(source, target)))


@njit(cache=True, nogil=True)
def mix(value: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return splitmix64's output function of a uint64, or of each of an array."""
    value = (value ^ (value >> np.uint64(30))) * MIX_A
    value = (value ^ (value >> np.uint64(27))) * MIX_B
    return value ^ (value >> np.uint64(31))


@njit(cache=True, nogil=True)
def leads_on(link: int, left: int, flow: int, graph: Graph, ways: Ways) -> bool:
    """Return whether ``link`` ends at a vertex from which ``left`` links remain to the target of ``flow``."""
    vertex = graph.target[link]
    if left == 0:
        return bool(vertex == ways.target[flow])
    if not graph.is_switch[vertex]:
        return False
    return bool(ways.distance[ways.row[flow], vertex] + ways.extra[flow] == left)


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def walk(
    graph: Graph, ways: Ways, hashed: NDArray[np.uint64]
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]:
    """Return rows, links and delays of one path a flow, chosen by its hash."""
    flow_count = ways.source.shape[0]
    first = np.zeros(flow_count + 1, dtype=np.int64)
    first[1:] = np.cumsum(ways.hops)
    link = np.empty(first[-1], dtype=np.int32)
    delay = np.zeros(flow_count)
    for flow in range(flow_count):
        vertex = ways.source[flow]
        bits = hashed[flow]
        choices = 0
        left = ways.hops[flow]
        for entry in range(first[flow], first[flow + 1]):
            left -= 1
            count, place = find_next(vertex, left, flow, graph, ways)
            if count > 1:
                if choices > 0 and choices % 2 == 0:
                    bits = mix(bits)
                number = (bits >> np.uint64(32 * (choices % 2))) % np.uint64(count)
                choices += 1
                while number > np.uint64(0):
                    place += 1
                    if leads_on(graph.out_link[place], left, flow, graph, ways):
                        number -= np.uint64(1)
            taken = graph.out_link[place]
            link[entry] = taken
            delay[flow] += graph.delay[taken]
            vertex = graph.target[taken]
    return first, link, delay


@njit(cache=True, nogil=True)
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


def warm_up() -> None:
    """Compile the kernels of both routers, or load them from the cache, on two endpoints and a cable."""
    topology = Topology(
        vertex_ids=("a/n", "b/n"),
        vertex_kind=np.full(2, VertexKind.ENDPOINT, dtype=np.int8),
        vertex_host=np.arange(2, dtype=np.int32),
        vertex_tier=np.zeros(2, dtype=np.int32),
        host_ids=("a", "b"),
        host_tags=((), ()),
        cable_ids=("c",),
        link_source=np.array([0, 1], dtype=np.int32),
        link_target=np.array([1, 0], dtype=np.int32),
        link_rate=np.ones(2),
        link_delay=np.zeros(2),
        aggregation=(None, None),
    )
    paths = ShortestPaths(topology)
    flow_ids = np.zeros(2, dtype=np.uint64)
    HashRouter(paths, seed=0).route(topology.link_source, topology.link_target, flow_ids)
    SprayRouter(paths).route(topology.link_source, topology.link_target, flow_ids)
