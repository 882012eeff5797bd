"""Maximum flow and minimum cut of an undirected graph with whole capacities, after merging what is alike.

Colour refinement puts vertices into classes of which every member has the same capacity to each class. A flow
between classes, shared out in proportion to capacity, is a flow between vertices, for each member then takes
in as much as it gives out; and any flow adds up to one between classes. So both graphs carry the same, and
a regular fabric shrinks to a handful of classes (Grohe, Kersting, Mladenov, Selman, "Dimension Reduction via
Colour Refinement", ESA 2014). The flow itself: Dinic, "Algorithm for solution of a problem of maximum flow in
networks with power estimation", Soviet Math. Doklady 11, 1970.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Cut:
    """What gets across at most, and (V,) whether a vertex is on the source's side of a least cut."""

    flow: int
    is_source_side: NDArray[np.bool_]


def max_flow(
    count: int, ends: NDArray[np.int64], capacity: NDArray[np.int64], *, source: int, sink: int
) -> Cut:
    """Return the maximum flow between two of ``count`` vertices over undirected edges ``ends`` (E, 2).

    ``capacity`` (E,) holds in each direction by itself.
    """
    classes = _classes(count, ends, capacity, source, sink)
    between = classes[ends]
    apart = between[:, 0] != between[:, 1]
    low, high = between[apart].min(axis=1), between[apart].max(axis=1)
    class_count = int(classes.max()) + 1
    pair, place = np.unique(low * class_count + high, return_inverse=True)
    total = np.zeros(len(pair), dtype=np.int64)
    np.add.at(total, place.reshape(-1), capacity[apart])
    dinic = _Dinic(class_count, (pair // class_count).tolist(), (pair % class_count).tolist(), total.tolist())
    flow = dinic.run(int(classes[source]), int(classes[sink]))
    return Cut(flow=flow, is_source_side=np.array(dinic.reached)[classes])


def _classes(
    count: int, ends: NDArray[np.int64], capacity: NDArray[np.int64], source: int, sink: int
) -> NDArray[np.int64]:
    """Return (count,) the class of each vertex; source and sink stand alone."""
    colour = np.zeros(count, dtype=np.int64)
    colour[source], colour[sink] = 1, 2
    start = np.concatenate((ends[:, 0], ends[:, 1]))
    end = np.concatenate((ends[:, 1], ends[:, 0]))
    both = np.concatenate((capacity, capacity))
    number = 3
    while True:
        key, place = np.unique(start * number + colour[end], return_inverse=True)
        total = np.zeros(len(key), dtype=np.int64)
        np.add.at(total, place.reshape(-1), both)
        vertex, near = np.divmod(key, number)
        rows = np.stack((near, total), axis=1)
        first = np.searchsorted(vertex, np.arange(count + 1)).tolist()
        known: dict[tuple[int, bytes], int] = {}
        refined = [
            known.setdefault((own, rows[first[at] : first[at + 1]].tobytes()), len(known))
            for at, own in enumerate(colour.tolist())
        ]
        if len(known) == number or (number == 3 and count == len(known)):
            return np.array(refined, dtype=np.int64)
        colour, number = np.array(refined, dtype=np.int64), len(known)


class _Dinic:
    """Level graphs and blocking flows; an arc and its way back stand side by side, ``arc ^ 1``."""

    def __init__(self, count: int, low: list[int], high: list[int], capacity: list[int]) -> None:
        self._out: list[list[int]] = [[] for _ in range(count)]
        self._to: list[int] = []
        self._left: list[int] = []
        for one, other, most in zip(low, high, capacity, strict=True):
            for start, end in ((one, other), (other, one)):
                self._out[start].append(len(self._to))
                self._to.append(end)
                self._left.append(most)
        self._level: list[int] = []
        self._next: list[int] = []

    @property
    def reached(self) -> list[bool]:
        """Which vertices the source still reaches, once no more gets through."""
        return [level >= 0 for level in self._level]

    def run(self, source: int, sink: int) -> int:
        """Return the maximum flow."""
        flow = 0
        while self._find_levels(source, sink):
            self._next = [0] * len(self._out)
            while pushed := self._push(source, sink):
                flow += pushed
        return flow

    def _find_levels(self, source: int, sink: int) -> bool:
        self._level = [-1] * len(self._out)
        self._level[source] = 0
        frontier = [source]
        while frontier:
            ahead: list[int] = []
            for vertex in frontier:
                for arc in self._out[vertex]:
                    near = self._to[arc]
                    if self._left[arc] and self._level[near] < 0:
                        self._level[near] = self._level[vertex] + 1
                        ahead.append(near)
            frontier = ahead
        return self._level[sink] >= 0

    def _push(self, source: int, sink: int) -> int:
        """Push along one path of the level graph and return how much, 0 where there is none left."""
        path: list[int] = []
        vertex = source
        while vertex != sink:
            arc = self._arc_down(vertex)
            if arc >= 0:
                path.append(arc)
                vertex = self._to[arc]
            elif path:
                vertex = self._to[path.pop() ^ 1]
                self._next[vertex] += 1
            else:
                return 0
        pushed = min(self._left[arc] for arc in path)
        for arc in path:
            self._left[arc] -= pushed
            self._left[arc ^ 1] += pushed
        return pushed

    def _arc_down(self, vertex: int) -> int:
        out, level = self._out[vertex], self._level[vertex] + 1
        while self._next[vertex] < len(out):
            arc = out[self._next[vertex]]
            if self._left[arc] and self._level[self._to[arc]] == level:
                return arc
            self._next[vertex] += 1
        return -1
