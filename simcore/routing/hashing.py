"""One path a flow, chosen at each hop by a hash."""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import Graph, ShortestPaths, Ways, find_next, leads_on

# Increment and multipliers of splitmix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
# Generators", OOPSLA 2014, figure 14 (mix64variant13).
GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_A: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_B: Final = np.uint64(0x94D049BB133111EB)


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


@njit(cache=True, nogil=True)
def mix(value: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return splitmix64's output function of a uint64, or of each of an array."""
    value = (value ^ (value >> np.uint64(30))) * MIX_A
    value = (value ^ (value >> np.uint64(27))) * MIX_B
    return value ^ (value >> np.uint64(31))


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
