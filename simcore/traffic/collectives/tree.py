"""A tree that adds in the switches: its links, its multiplicities, and what it takes of each reducer."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import AggregationLimits, Topology
from simcore.traffic.collectives.pipeline import Leg


@dataclass(frozen=True, slots=True)
class Tree:
    """A reduction tree over the members of a rail, up to a root switch.

    Attributes
    ----------
    root
        Row of the root's vertex.
    up
        (E,) int32: the link from each vertex of the tree to its parent; the way down is its cable's other
        direction. Children stand before their parents.
    copies
        (E,) float64: copies of the vector that cross it (1 where the child adds or is a member).
    copies_down
        (E,) float64: copies of the result that come back over its cable.
    below
        (E,) int64: members below it.
    fan_in
        Copies that arrive at each switch of the tree that adds.
    passing
        Switches of the tree that add nothing.
    leg
        The way up of every member, in the order of the members.
    """

    root: int
    up: NDArray[np.int32]
    copies: NDArray[np.float64]
    copies_down: NDArray[np.float64]
    below: NDArray[np.int64]
    fan_in: dict[int, float]
    passing: tuple[int, ...]
    leg: Leg

    @property
    def depth(self) -> int:
        """Links from the deepest member to the root."""
        return int(np.diff(self.leg.first).max())

    def way_of(self, member: int) -> NDArray[np.int32]:
        """Return the links from the member of this place up to the root."""
        return self.leg.link[self.leg.first[member] : self.leg.first[member + 1]]

    def idle_rate(self, capacity: NDArray[np.float64]) -> float:
        """Return the rate of one copy of the vector where nothing else moves, reducers left aside."""
        down = capacity[other_way(self.up)] / self.copies_down
        return float(np.minimum(capacity[self.up] / self.copies, down).min())


def other_way(link: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the links of the same cables in the other direction."""
    return link ^ np.int32(1)


def can_add(limits: AggregationLimits | None) -> bool:
    """Return whether a switch with ``limits`` aggregates; one that does not passes copies on."""
    return limits is not None and limits.scope != "none"


def adders(topology: Topology) -> NDArray[np.bool_]:
    """Return (V,) which switches aggregate."""
    return np.array([can_add(limits) for limits in topology.aggregation], dtype=np.bool_)


def build_tree(
    topology: Topology,
    paths: ShortestPaths,
    members: NDArray[np.int32],
    root: int,
    *,
    port_use: NDArray[np.int64],
    adds: NDArray[np.bool_] | None = None,
    merged_share: float = 1.0,
) -> Tree:
    """Return the tree of shortest paths from ``members`` to ``root``.

    A vertex with more than one link towards the root takes the one whose port fewest trees use, of those the
    first in link order. ``port_use`` (cables,) counts trees. The root has to be reachable from every member.
    Switches that ``adds`` (V,) names add, by default all that can: ``merged_share`` of what they could.
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
    is_adder = adders(topology) if adds is None else adds
    return _count_copies(topology, members, root, parent, adds=is_adder, merged_share=merged_share)


def _count_copies(
    topology: Topology,
    members: NDArray[np.int32],
    root: int,
    parent: dict[int, int],
    *,
    adds: NDArray[np.bool_],
    merged_share: float,
) -> Tree:
    """Return the tree whose vertices, children first, send over the links ``parent``."""
    target = topology.link_target.tolist()
    adding = {vertex: bool(adds[vertex]) for vertex in (*parent, root)}
    arriving: dict[int, float] = {}
    leaving: dict[int, float] = {}
    under: dict[int, int] = {}
    copies, copies_down, below = [], [], []
    for vertex, link in parent.items():
        came = arriving.get(vertex)
        sent, returned = 1.0, 1.0
        if came is not None:
            sent = 1.0 + (1.0 - merged_share) * (came - 1.0) if adding[vertex] else came
            returned = 1.0 if adding[vertex] else leaving[vertex]
        # A member is an endpoint, and nothing passes through one.
        members_below = under.get(vertex, 1)
        copies.append(sent)
        copies_down.append(returned)
        below.append(members_below)
        above = target[link]
        arriving[above] = arriving.get(above, 0.0) + sent
        leaving[above] = leaving.get(above, 0.0) + returned
        under[above] = under.get(above, 0) + members_below
    up = np.fromiter(parent.values(), dtype=np.int32, count=len(parent))
    ways = {vertex: (link, target[link]) for vertex, link in parent.items()}
    return Tree(
        root=root,
        up=up,
        copies=np.array(copies),
        copies_down=np.array(copies_down),
        below=np.array(below, dtype=np.int64),
        fan_in={vertex: count for vertex, count in arriving.items() if adding[vertex]},
        passing=tuple(vertex for vertex in arriving if not adding[vertex]),
        leg=_leg(topology, members, root, ways),
    )


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


def reversed_leg(topology: Topology, leg: Leg) -> Leg:
    """Return the same ways in the other direction."""
    link = other_way(leg.link)
    return Leg(leg.first, link, topology.link_delay[link])
