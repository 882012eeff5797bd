"""What a flow can choose from: all links on its shortest paths, and how it can be split over them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import routing_kernel
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import Graph, Ways, find_next, leads_on

# A link that carries at least this much of a flow is one that the flow cannot avoid: 1 but for rounding.
WHOLE = 1.0 - 1e-9


class Choices(NamedTuple):
    """The links on shortest paths of N flows in compressed rows, level by level from the source.

    Attributes
    ----------
    first
        (N + 1,) int64.
    link
        (E,) int32 rows of links.
    begin, end
        (E,) int32 rows of the vertices at both ends of each.
    source, target
        (N,) int32 rows of vertices.
    """

    first: NDArray[np.int64]
    link: NDArray[np.int32]
    begin: NDArray[np.int32]
    end: NDArray[np.int32]
    source: NDArray[np.int32]
    target: NDArray[np.int32]


def choices_of(graph: Graph, ways: Ways) -> Choices:
    """Return what N flows can choose from."""
    first, link = _list_choices(graph, ways)
    return Choices(first, link, graph.source[link], graph.target[link], ways.source, ways.target)


@routing_kernel
def _list_choices(graph: Graph, ways: Ways) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    flow_count, vertex_count = ways.source.shape[0], graph.is_switch.shape[0]
    first = np.zeros(flow_count + 1, dtype=np.int64)
    link = np.empty(16 * flow_count + 16, dtype=np.int32)
    seen_by = np.full(vertex_count, -1, dtype=np.int64)
    level = np.empty(vertex_count, dtype=np.int32)
    following = np.empty(vertex_count, dtype=np.int32)
    end = 0
    for flow in range(flow_count):
        level[0] = ways.source[flow]
        width = 1
        for left in range(ways.hops[flow] - 1, -1, -1):
            next_width = 0
            for vertex in level[:width]:
                count, begin = find_next(vertex, left, flow, graph, ways)
                while link.shape[0] < end + count:
                    link = np.concatenate((link, np.empty_like(link)))
                for place in range(begin, graph.out_first[vertex + 1]):
                    taken = graph.out_link[place]
                    if not leads_on(taken, left, flow, graph, ways):
                        continue
                    link[end] = taken
                    end += 1
                    after = graph.target[taken]
                    if seen_by[after] != flow:
                        seen_by[after] = flow
                        following[next_width] = after
                        next_width += 1
            level, following = following, level
            width = next_width
        first[flow + 1] = end
    return first, link[:end].copy()


@routing_kernel
def split(choices: Choices, left: NDArray[np.float64], vertex_count: int) -> NDArray[np.float64]:
    """Return (E,) the part of its flow that each link carries, where links have ``left`` (L,) to give.

    From a vertex v a flow goes on over link l to vertex w in proportion to min(left of l, room of w); the
    room of w is the sum of the same over the links that lead on from there, and endless at the target. A
    flow that has no room at all is split evenly at each vertex.
    """
    share = np.zeros(choices.link.shape[0])
    room = np.empty(vertex_count)
    amount = np.empty(vertex_count)
    for flow in range(choices.source.shape[0]):
        first, last = choices.first[flow], choices.first[flow + 1]
        for is_even in (False, True):
            for entry in range(first, last):
                room[choices.begin[entry]] = 0.0
                amount[choices.end[entry]] = 0.0
            room[choices.target[flow]] = np.inf
            for entry in range(last - 1, first - 1, -1):
                given = 1.0 if is_even else min(left[choices.link[entry]], room[choices.end[entry]])
                room[choices.begin[entry]] += given
            if room[choices.source[flow]] > 0.0:
                break
        amount[choices.source[flow]] = 1.0
        for entry in range(first, last):
            begin, end = choices.begin[entry], choices.end[entry]
            given = 1.0 if is_even else min(left[choices.link[entry]], room[end])
            if given > 0.0:
                share[entry] = amount[begin] * given / room[begin]
                amount[end] += share[entry]
    return share


def loads(
    choices: Choices, share: NDArray[np.float64], demand: NDArray[np.float64], link_count: int
) -> NDArray[np.float64]:
    """Return (L,) what flows bring to each link where each moves at its ``demand`` (N,), bytes/s."""
    load = np.zeros(link_count)
    np.add.at(load, choices.link, share * np.repeat(demand, np.diff(choices.first)))
    return load


def demands(choices: Choices, even: NDArray[np.float64], rate: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (N,) what each flow could have if only the links that it cannot avoid were shared, bytes/s.

    It is the least, over those links, of the rate by the number of flows that cannot avoid it; for a flow
    that can avoid every link, of what each of its links lets through. ``even`` (E,) are the parts where
    flows are split evenly.
    """
    is_forced = even >= WHOLE
    crowd = np.bincount(choices.link[is_forced], minlength=rate.shape[0])
    fair = np.where(is_forced, rate[choices.link] / np.maximum(crowd[choices.link], 1), np.inf)
    demand = _least(choices, fair)
    alone = _least(choices, rate[choices.link] / even)
    return np.where(np.isfinite(demand), demand, alone)


def _least(choices: Choices, value: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (N,) the least of the values (E,) of each flow; a flow without a link has 0."""
    least = np.zeros(choices.source.shape[0])
    has_links = np.diff(choices.first) > 0
    if has_links.any():
        least[has_links] = np.minimum.reduceat(value, choices.first[:-1][has_links])
    return least


def routes_of(choices: Choices, share: NDArray[np.float64], graph: Graph) -> Routes:
    """Return the routes of flows of which links carry ``share`` (E,), with the delay of the longest way."""
    first, link, kept, delay = _routed(choices, share, graph)
    return Routes(first, link, kept, delay)


@routing_kernel
def _routed(
    choices: Choices, share: NDArray[np.float64], graph: Graph
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
    """Return rows, links in rising order and shares of what carries something, and the delays."""
    flow_count = choices.source.shape[0]
    first = np.zeros(flow_count + 1, dtype=np.int64)
    link, kept = np.empty_like(choices.link), np.empty_like(share)
    delay = np.zeros(flow_count)
    reached = np.zeros(graph.is_switch.shape[0])
    end = 0
    for flow in range(flow_count):
        begin = end
        for entry in range(choices.first[flow], choices.first[flow + 1]):
            reached[choices.end[entry]] = 0.0
        reached[choices.source[flow]] = 0.0
        for entry in range(choices.first[flow], choices.first[flow + 1]):
            if share[entry] > 0.0:
                way = reached[choices.begin[entry]] + graph.delay[choices.link[entry]]
                reached[choices.end[entry]] = max(reached[choices.end[entry]], way)
                link[end], kept[end] = choices.link[entry], share[entry]
                end += 1
        order = begin + np.argsort(link[begin:end])
        link[begin:end], kept[begin:end] = link[order], kept[order]
        first[flow + 1] = end
        delay[flow] = reached[choices.target[flow]]
    return first, link[:end].copy(), kept[:end].copy(), delay
