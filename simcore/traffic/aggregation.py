"""In-network aggregation: which switch roots the tree of each rail, and who may aggregate when.

A tree is planned once for each rail. At each collective it asks for tokens of all its switches or ports at
once; the limits are those of the switch's profile (docs/model/aggregation.md), and a tree that is refused one
token takes none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import Topology
from simcore.traffic.collectives.tree import Tree, build_tree, can_add, other_way


@dataclass(frozen=True, slots=True)
class Token:
    """Something of which only ``limit`` trees can hold a share at one time; ``says`` names it in words."""

    key: tuple[int, int]
    limit: int
    says: str


@dataclass(frozen=True, slots=True)
class PlannedTree:
    """The tree of a rail, its aggregating switches by name, and the tokens it needs."""

    tree: Tree
    root: str
    switches: tuple[str, ...]
    tokens: tuple[Token, ...]


class TreePlanner:
    """Plans the trees of one run, rail by rail, so that roots and ports are spread."""

    def __init__(self, topology: Topology, paths: ShortestPaths) -> None:
        self._topology = topology
        self._paths = paths
        self._adders = [row for row, limits in enumerate(topology.aggregation) if can_add(limits)]
        self._rooted = np.zeros(topology.vertex_count, dtype=np.int64)
        self._port_use = np.zeros(len(topology.cable_ids), dtype=np.int64)

    def plan(self, members: NDArray[np.int32]) -> PlannedTree | str:
        """Return the tree over ``members``, or in words why there is none.

        Of the switches that can add and that every member reaches, the nearest count. The root is the one
        whose tree shares the fewest ports with the trees before, then the one that roots the fewest of them,
        then the one with the highest rate, then the first in document order.
        """
        if not self._adders:
            return "no switch of this fabric can aggregate"
        candidates = self._candidates(members)
        if not candidates:
            return f"no switch that can aggregate reaches all {members.shape[0]} members of the rail"
        best = self._best(candidates, members)
        self._rooted[best.root] += 1
        self._port_use[best.up // 2] += 1
        return self._planned(best)

    def _candidates(self, members: NDArray[np.int32]) -> list[int]:
        """Return the roots with the lowest tree."""
        depths: dict[int, int] = {}
        for root in self._adders:
            distance = self._paths.distance_to(root)[members]
            if (distance >= 0).all():
                depths[root] = int(distance.max())
        lowest = min(depths.values(), default=0)
        return [root for root, depth in depths.items() if depth == lowest]

    def _best(self, candidates: Sequence[int], members: NDArray[np.int32]) -> Tree:
        """Return the best tree; the search ends early at one that no later candidate can surpass."""
        fewest = min(int(self._rooted[root]) for root in candidates)
        # No tree is faster than the adapter with the least cabling lets its vector in and out.
        cabled = np.zeros(self._topology.vertex_count)
        np.maximum.at(cabled, self._topology.link_source, self._topology.link_rate)
        fastest = float(cabled[members].min())
        judged = []
        for root in sorted(candidates, key=lambda root: (self._rooted[root], root)):
            judged.append(self._judged(root, members))
            shared, rooted, negative_rate, _ = judged[-1][0]
            if shared == 0 and rooted == fewest and -negative_rate >= fastest:
                break
        return min(judged, key=lambda each: each[0])[1]

    def _judged(self, root: int, members: NDArray[np.int32]) -> tuple[tuple[int, int, float, int], Tree]:
        tree = build_tree(self._topology, self._paths, members, root, port_use=self._port_use)
        shared = int(np.count_nonzero(self._port_use[tree.up // 2]))
        rate = tree.idle_rate(self._topology.link_rate)
        return (shared, int(self._rooted[root]), -rate, root), tree

    def _planned(self, tree: Tree) -> PlannedTree:
        names = self._topology.vertex_ids
        tokens: list[Token] = []
        for switch in tree.fan_in:
            limits = self._topology.aggregation[switch]
            if limits is None:
                continue
            if limits.scope == "switch":
                says = f"switch {names[switch]} ({limits.profile})"
                tokens.append(Token((switch, -1), limits.active, says))
                continue
            for link, far in self._ports(tree, switch):
                says = f"the port of switch {names[switch]} ({limits.profile}) towards {names[far]}"
                tokens.append(Token((switch, link // 2), limits.active, says))
        switches = tuple(names[switch] for switch in tree.fan_in)
        return PlannedTree(tree, names[tree.root], switches, tuple(tokens))

    def _ports(self, tree: Tree, switch: int) -> list[tuple[int, int]]:
        """Return the links of the tree at a switch, and the vertex at the far end of each."""
        source, target, down = self._topology.link_source, self._topology.link_target, other_way(tree.up)
        links = np.concatenate([tree.up[source[tree.up] == switch], down[source[down] == switch]])
        return list(zip(links.tolist(), target[links].tolist(), strict=True))


class Admission:
    """Who holds which tokens now."""

    def __init__(self) -> None:
        self._holders: dict[tuple[int, int], list[str]] = {}

    def request(self, tokens: Sequence[Token], holder: str) -> str:
        """Take all ``tokens`` and return "", or take none and return in words which one is not free."""
        for token in tokens:
            held = self._holders.get(token.key, [])
            if len(held) >= token.limit:
                streams = "1 stream" if token.limit == 1 else f"{token.limit} streams"
                hold = "holds it" if len(held) == 1 else "hold them"
                return f"{token.says} aggregates {streams} at a time, and {' and '.join(held)} {hold}"
        for token in tokens:
            self._holders.setdefault(token.key, []).append(holder)
        return ""

    def release(self, tokens: Sequence[Token], holder: str) -> None:
        """Give back all ``tokens`` of a holder."""
        for token in tokens:
            self._holders[token.key].remove(holder)


def finite_reducers(topology: Topology) -> list[int]:
    """Return the vertices with a reducer of finite rate: resources in this order, after the links."""
    return [
        row
        for row, limits in enumerate(topology.aggregation)
        if limits is not None and can_add(limits) and np.isfinite(limits.reducer_rate)
    ]
