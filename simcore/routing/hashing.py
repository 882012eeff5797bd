"""One path a flow or sub-flow, by a hash at each hop (ECMP); worked out in docs/model/routing/hash.md."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import routing_kernel
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import Graph, ShortestPaths, Ways, find_next, leads_on

# Increment and multipliers of splitmix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
# Generators", OOPSLA 2014, figure 14 (mix64variant13).
GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_A: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_B: Final = np.uint64(0x94D049BB133111EB)

# Endpoint n has address 10.0.0.0 + n.
FIRST_ADDRESS: Final = np.uint64(10 << 24)
# RoCEv2 is UDP to port 4791 (InfiniBand Architecture Specification, annex A17); Linux and the adapters take
# source ports from 0xC000 on, 14 bits of them.
ROCE_PORT: Final = np.uint64(4791)
UDP: Final = np.uint64(17)
FIRST_SOURCE_PORT: Final = np.uint64(0xC000)
PORT_BITS: Final = np.uint64(14)
# A queue pair has a number of 24 bits.
QUEUE_PAIRS: Final = np.uint64(1 << 24)
# What E-ECMP is used with: 16 queue pairs for each pair of ends (Meta, "The Llama 3 Herd of Models", 2024,
# section 3.3.1).
QUEUE_PAIRS_OF_A_FLOW: Final = 16


class FlowNumberRouter:
    """One path a flow, by a hash of its number alone: the rule of the reference flows.

    h = mix(seed · 0x9E3779B97F4A7C15 + flow id), where ``mix`` is the output function of splitmix64. Where a
    hop has more than one next link that lies on a shortest path, in link order, the first such hop takes
    number h mod count, the second (h >> 32) mod count; each further two hops do the same with h mixed once
    more.
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
        return _walked(self._paths, source, target, hashed, parts=1)


class HashRouter:
    """ECMP: a flow is ``sub_flows`` paths, each by a hash of its addresses, ports and protocol.

    Sub-flow k of flow f has number f · ``sub_flows`` + k, and the UDP source port that the number folds to.
    """

    def __init__(self, paths: ShortestPaths, *, seed: int, sub_flows: int = 1) -> None:
        self._paths = paths
        self._seed = np.uint64(seed)
        self._sub_flows = sub_flows

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows."""
        ports = source_ports(_numbered(flow_ids, self._sub_flows))
        ends = self._paths.graph, source, target
        hashed = _hash_tuples(self._seed, *_addresses(*ends, self._sub_flows), ports, np.zeros_like(ports))
        return _walked(self._paths, source, target, hashed, parts=self._sub_flows)


class QueuePairRouter:
    """E-ECMP: a flow is ``sub_flows`` queue pairs with one source port; switches hash their numbers too."""

    def __init__(self, paths: ShortestPaths, *, seed: int, sub_flows: int = QUEUE_PAIRS_OF_A_FLOW) -> None:
        self._paths = paths
        self._seed = np.uint64(seed)
        self._sub_flows = sub_flows

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows."""
        queue_pairs = _numbered(flow_ids, self._sub_flows) % QUEUE_PAIRS
        ports = np.full_like(queue_pairs, FIRST_SOURCE_PORT)
        ends = self._paths.graph, source, target
        hashed = _hash_tuples(self._seed, *_addresses(*ends, self._sub_flows), ports, queue_pairs)
        return _walked(self._paths, source, target, hashed, parts=self._sub_flows)


def source_ports(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the UDP source port of each number: its 14-bit pieces, one xor the other, from 0xC000 on."""
    folded = np.zeros_like(numbers)
    for piece in range(5):
        folded ^= numbers >> (PORT_BITS * np.uint64(piece))
    return FIRST_SOURCE_PORT + folded % (np.uint64(1) << PORT_BITS)


def _numbered(flow_ids: NDArray[np.uint64], sub_flows: int) -> NDArray[np.uint64]:
    """Return the numbers of all sub-flows, those of one flow together."""
    with np.errstate(over="ignore"):
        numbers = flow_ids[:, None] * np.uint64(sub_flows) + np.arange(sub_flows, dtype=np.uint64)
    return np.ascontiguousarray(numbers.ravel())


def _addresses(
    graph: Graph, source: NDArray[np.int32], target: NDArray[np.int32], sub_flows: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the addresses of both ends, once for each sub-flow."""
    address = FIRST_ADDRESS + np.cumsum(~graph.is_switch).astype(np.uint64) - np.uint64(1)
    return np.repeat(address[source], sub_flows), np.repeat(address[target], sub_flows)


def _hash_tuples(
    seed: np.uint64,
    source: NDArray[np.uint64],
    target: NDArray[np.uint64],
    port: NDArray[np.uint64],
    queue_pair: NDArray[np.uint64],
) -> NDArray[np.uint64]:
    ends = (source << np.uint64(32)) | target
    rest = (queue_pair << np.uint64(40)) | (port << np.uint64(24)) | (ROCE_PORT << np.uint64(8)) | UDP
    with np.errstate(over="ignore"):
        hashed: NDArray[np.uint64] = mix(mix(seed * GOLDEN + ends) ^ rest)
    return hashed


def _walked(
    paths: ShortestPaths,
    source: NDArray[np.int32],
    target: NDArray[np.int32],
    hashed: NDArray[np.uint64],
    *,
    parts: int,
) -> Routes:
    """Return the routes that hashes (N · parts,) choose."""
    if parts > 1:
        source, target = np.repeat(source, parts), np.repeat(target, parts)
    first, link, delay = walk(paths.graph, paths.ways(source, target), hashed)
    return Routes(first, link, np.ones(link.shape[0]), delay, parts)


@routing_kernel
def mix(value: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return splitmix64's output function of a uint64, or of each of an array."""
    value = (value ^ (value >> np.uint64(30))) * MIX_A
    value = (value ^ (value >> np.uint64(27))) * MIX_B
    return value ^ (value >> np.uint64(31))


@routing_kernel
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
