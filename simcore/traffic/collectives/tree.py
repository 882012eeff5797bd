"""A tree that adds in the switches: its links, its multiplicities, and what it takes of each reducer."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import AggregationLimits, Topology
from simcore.traffic.collectives.pipeline import Leg, Pipeline


@dataclass(frozen=True, slots=True)
class Tree:
    """A reduction tree over the members of a rail, up to a root switch.

    Attributes
    ----------
    root
        Row of the root's vertex.
    up
        (E,) int32: the link from each vertex of the tree to its parent; the way down is its cable's other
        direction.
    copies
        (E,) float64: copies of the vector that cross it (1 where the child adds or is a member).
    fan_in
        Copies that arrive at each switch of the tree that adds.
    """

    root: int
    up: NDArray[np.int32]
    copies: NDArray[np.float64]
    fan_in: dict[int, float]
    leg: Leg

    @property
    def depth(self) -> int:
        """Links from the deepest member to the root."""
        return int(np.diff(self.leg.first).max())

    def idle_rate(self, capacity: NDArray[np.float64]) -> float:
        """Return the rate of one copy of the vector where nothing else moves, reducers left aside."""
        both = np.minimum(capacity[self.up], capacity[other_way(self.up)])
        return float((both / self.copies).min())


def other_way(link: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the links of the same cables in the other direction."""
    return link ^ np.int32(1)


def can_add(limits: AggregationLimits | None) -> bool:
    """Return whether a switch with ``limits`` aggregates; one that does not passes copies on."""
    return limits is not None and limits.scope != "none"


def build_tree(
    topology: Topology,
    paths: ShortestPaths,
    members: NDArray[np.int32],
    root: int,
    *,
    port_use: NDArray[np.int64],
) -> Tree:
    """Return the tree of shortest paths from ``members`` to ``root``.

    A vertex with more than one link towards the root takes the one whose port fewest trees use, of those the
    first in link order. ``port_use`` (cables,) counts trees. The root has to be reachable from every member.
    """
    distance = paths.distance_to(root)
    graph = paths.graph
    first = graph.out_first.tolist()
    parent: dict[int, int] = {}
    # The vertices that wait for a parent, by their hops to the root; a dictionary keeps order, and each once.
    waiting: dict[int, dict[int, None]] = {}
    for vertex, hops in zip(members.tolist(), distance[members].tolist(), strict=True):
        waiting.setdefault(hops, {})[vertex] = None
    for hops in range(max(waiting), 0, -1):
        above = waiting.setdefault(hops - 1, {})
        for vertex in waiting.get(hops, ()):
            links = graph.out_link[first[vertex] : first[vertex + 1]]
            if links.shape[0] > 1:
                ends = graph.target[links]
                links = links[(distance[ends] == hops - 1) & (graph.is_switch[ends] | (ends == root))]
                links = links[[np.argmin(port_use[links // 2])]]
            parent[vertex] = int(links[0])
            above[int(graph.target[links[0]])] = None
    return _count_copies(topology, members, root, parent)


def _count_copies(topology: Topology, members: NDArray[np.int32], root: int, parent: dict[int, int]) -> Tree:
    """Return the tree whose vertices, children first, send over the links ``parent``."""
    target = topology.link_target.tolist()
    arriving: dict[int, float] = {}
    copies = []
    for vertex, link in parent.items():
        passes_on = vertex in arriving and not can_add(topology.aggregation[vertex])
        sent = arriving[vertex] if passes_on else 1.0
        copies.append(sent)
        above = target[link]
        arriving[above] = arriving.get(above, 0.0) + sent
    adding = {vertex: count for vertex, count in arriving.items() if can_add(topology.aggregation[vertex])}
    up = np.fromiter(parent.values(), dtype=np.int32, count=len(parent))
    ways = {vertex: (link, target[link]) for vertex, link in parent.items()}
    return Tree(root, up, np.array(copies), adding, _leg(topology, members, root, ways))


def _leg(
    topology: Topology, members: NDArray[np.int32], root: int, parent: dict[int, tuple[int, int]]
) -> Leg:
    """Return the way up of every member, where ``parent`` gives link and vertex above each vertex."""
    ways: list[int] = []
    first = [0]
    for member in members.tolist():
        vertex = member
        while vertex != root:
            link, vertex = parent[vertex]
            ways.append(link)
        first.append(len(ways))
    link_rows = np.array(ways, dtype=np.int32)
    return Leg(np.array(first, dtype=np.int64), link_rows, topology.link_delay[link_rows])


def tree_pipeline(
    topology: Topology, tree: Tree, size: float, *, chunk: float, reducers: Sequence[int]
) -> Pipeline:
    """Return the tree as one stream of ``size`` bytes: up, added, and down again (docs/model/aggregation.md).

    ``reducers`` lists the vertices that have a reducer of finite rate, in order of their resources, which
    stand after the links.
    """
    down_leg = Leg(tree.leg.first, other_way(tree.leg.link), topology.link_delay[other_way(tree.leg.link)])
    at_reducer = [(row, tree.fan_in[vertex]) for row, vertex in enumerate(reducers) if vertex in tree.fan_in]
    rows = np.array([topology.link_count + row for row, _ in at_reducer], dtype=np.int32)
    counts = np.array([count for _, count in at_reducer])
    return Pipeline(
        resource=np.concatenate([tree.up, other_way(tree.up), rows]),
        multiplicity=np.concatenate([tree.copies, tree.copies, counts]),
        size=size,
        delay=0.0,
        sent=size,
        chunk=chunk,
        legs=(tree.leg, down_leg),
    )
