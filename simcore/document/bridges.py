"""What falls apart without one switch or one cable: bridges and cut vertices of the graph of switches.

Hosts do not forward, so only switches count as ways. Depth-first search with low points: Tarjan,
"Depth-First Search and Linear Graph Algorithms", SIAM J. Comput. 1(2), 1972; Hopcroft and Tarjan,
Algorithm 447, CACM 16(6), 1973.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Hold:
    """One vertex, or one edge, and the vertices that lose the rest of their part without it.

    ``edge`` is a row of the given edges, -1 for a vertex; ``vertex`` the vertex, or the edge's end that
    stays; ``away`` the vertices on the lighter sides.
    """

    vertex: int
    edge: int
    away: NDArray[np.int64]


def holds_of(count: int, ends: NDArray[np.int32], weight: NDArray[np.int64]) -> tuple[list[Hold], list[Hold]]:
    """Return the cut vertices and the bridges of a graph of ``count`` vertices and edges ``ends`` (E, 2).

    Parallel edges hold each other. Of the sides that a loss leaves, the one of most ``weight`` (count,) is
    the rest, the others are away; sides without weight are not listed, and a loss that leaves none is no
    hold.
    """
    walk = _Walk(count, ends)
    total = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(weight[walk.order])))
    part_end = walk.end[walk.root]
    cuts: dict[int, list[tuple[int, int]]] = {}
    bridges: list[Hold] = []
    for child in walk.order.tolist():
        parent = int(walk.parent[child])
        if parent < 0:
            continue
        begin, end = int(walk.place[child]), int(walk.end[child])
        if walk.low[child] > walk.place[parent]:
            bridges += _bridge(walk, total, child, begin, end)
        if walk.low[child] >= walk.place[parent]:
            cuts.setdefault(parent, []).append((begin, end))
    vertices = [
        hold
        for vertex, spans in cuts.items()
        if (hold := _cut(walk, total, vertex, spans, int(part_end[vertex]))) is not None
    ]
    return vertices, bridges


def _bridge(walk: "_Walk", total: NDArray[np.int64], child: int, begin: int, end: int) -> list[Hold]:
    root = int(walk.root[child])
    first, last = int(walk.place[root]), int(walk.end[root])
    below = total[end] - total[begin]
    rest = total[last] - total[first] - below
    if not below or not rest:
        return []
    inner = walk.order[begin:end]
    if below <= rest:
        return [Hold(int(walk.parent[child]), int(walk.edge[child]), inner)]
    outer = np.concatenate((walk.order[first:begin], walk.order[end:last]))
    return [Hold(child, int(walk.edge[child]), outer)]


def _cut(
    walk: "_Walk", total: NDArray[np.int64], vertex: int, spans: list[tuple[int, int]], last: int
) -> Hold | None:
    first = int(walk.place[walk.root[vertex]])
    held = [np.arange(begin, end) for begin, end in spans]
    inside = np.concatenate((*held, [walk.place[vertex]]))
    rest = np.setdiff1d(np.arange(first, last), inside, assume_unique=True)
    sides = [side for side in (*held, rest) if len(side)]
    weights = [int((total[side + 1] - total[side]).sum()) for side in sides]
    if sum(each > 0 for each in weights) < 2:
        return None
    heaviest = int(np.argmax(weights))
    away = [side for at, side in enumerate(sides) if at != heaviest and weights[at] > 0]
    return Hold(vertex, -1, walk.order[np.concatenate(away)])


class _Walk:
    """A depth-first walk: vertices in order; of each its place, parent, edge, low point, end of subtree."""

    def __init__(self, count: int, ends: NDArray[np.int32]) -> None:
        both = np.concatenate((ends, ends[:, ::-1]))
        edges = np.tile(np.arange(len(ends)), 2)
        by_source = np.argsort(both[:, 0], kind="stable")
        starts = np.searchsorted(both[by_source, 0], np.arange(count + 1)).tolist()
        self._near: list[int] = both[by_source, 1].tolist()
        self._by: list[int] = edges[by_source].tolist()
        self._next = starts[:-1]
        self._stop = starts[1:]
        self._places = [-1] * count
        self._parents = [-1] * count
        self._edges = [-1] * count
        self._lows = [0] * count
        self._ends = [0] * count
        self._roots = [0] * count
        self._order: list[int] = []
        for root in range(count):
            if self._places[root] < 0:
                self._from(root)
        self.order = np.array(self._order, dtype=np.int64)
        self.place = np.array(self._places, dtype=np.int64)
        self.parent = np.array(self._parents, dtype=np.int64)
        self.edge = np.array(self._edges, dtype=np.int64)
        self.low = np.array(self._lows, dtype=np.int64)
        self.end = np.array(self._ends, dtype=np.int64)
        self.root = np.array(self._roots, dtype=np.int64)

    def _from(self, root: int) -> None:
        self._enter(root, root)
        stack = [root]
        while stack:
            vertex = stack[-1]
            at = self._next[vertex]
            if at == self._stop[vertex]:
                self._leave(stack.pop())
                continue
            self._next[vertex] = at + 1
            near = self._near[at]
            if self._places[near] < 0:
                self._parents[near], self._edges[near] = vertex, self._by[at]
                self._enter(near, root)
                stack.append(near)
            elif self._by[at] != self._edges[vertex]:
                self._lows[vertex] = min(self._lows[vertex], self._places[near])

    def _enter(self, vertex: int, root: int) -> None:
        self._places[vertex] = self._lows[vertex] = len(self._order)
        self._roots[vertex] = root
        self._order.append(vertex)

    def _leave(self, vertex: int) -> None:
        self._ends[vertex] = len(self._order)
        parent = self._parents[vertex]
        if parent >= 0:
            self._lows[parent] = min(self._lows[parent], self._lows[vertex])
