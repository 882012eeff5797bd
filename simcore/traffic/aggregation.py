"""In-network aggregation: which switches root the tree of each rail, and what the tree needs.

A tree is planned once for each rail (docs/model/aggregation.md). Where switches that add do not join all of
its members, those that they join are crowns of their own, and rings go around the crowns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import Topology
from simcore.traffic.admission import Token
from simcore.traffic.collectives.crowns import Crown, trees_of
from simcore.traffic.collectives.tree import Tree, adders, build_tree, can_add, other_way


@dataclass(frozen=True, slots=True)
class PlannedTree:
    """The trees of a rail, most often one, and the tokens that they need.

    ``root`` is the first root by name, ``switches`` those that add, ``passing`` those that pass copies on;
    ``ports`` (device/port, or the two ends of the cable where ports have no names) is where trees leave and
    enter switches that add.
    """

    crowns: tuple[Crown, ...]
    root: str
    roots: tuple[str, ...]
    switches: tuple[str, ...]
    passing: tuple[str, ...]
    tokens: tuple[Token, ...]
    ports: tuple[str, ...]

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The trees of all crowns that have one."""
        return trees_of(self.crowns)


class TreePlanner:
    """Plans the trees of one run, rail by rail, so that roots and ports are spread.

    ``merged_share`` of what switches could add is added; the rest goes on as copies.
    """

    def __init__(self, topology: Topology, paths: ShortestPaths, *, merged_share: float = 1.0) -> None:
        self._topology = topology
        self._paths = paths
        self._merged_share = merged_share
        self._adds = adders(topology)
        self._rooted = np.zeros(topology.vertex_count, dtype=np.int64)
        self._port_use = np.zeros(len(topology.cable_ids), dtype=np.int64)
        self._standing: dict[str, int] = {}
        # Switches that count streams as a whole, and have a tree.
        self._locked: set[int] = set()

    def plan(self, members: NDArray[np.int32]) -> PlannedTree | str:
        """Return the one tree over ``members`` and count it, or return in words why there is none."""
        found = self.plans(members)
        if isinstance(found, str):
            return found
        self.take(found[0])
        return found[0]

    def plans(self, members: NDArray[np.int32]) -> list[PlannedTree] | str:
        """Return how ``members`` could be joined: by one tree, or by crowns where that passes copies on.

        Of the switches that can add and that every member reaches, the nearest count. The root is the one
        whose tree meets the fewest of the trees before, at ports or at switches that count streams as a
        whole; then the one with the most residual capacity, where those take an equal part of each link;
        then the one that roots the fewest of them, then the first in document order. Switches add in a tree
        if they are of its root's family; if there are several families, that which makes the fastest tree.
        """
        if not self._adds.any():
            return "no switch of this fabric can aggregate"
        plans = [plan for adds in self._families() for plan in self._plans_of(adds, members)]
        if not plans:
            return f"no switch that can aggregate reaches all {members.shape[0]} members of the rail"
        allowed = [plan for plan in plans if not self._too_many(plan)]
        return allowed or self._too_many(plans[0])

    def take(self, planned: PlannedTree) -> None:
        """Count a tree as standing from now on."""
        for tree in planned.trees:
            self._rooted[tree.root] += 1
            self._port_use[tree.up // 2] += 1
            self._locked.update(switch for switch in tree.fan_in if self._is_locked_whole(switch))
        for profile in self._limited(planned):
            self._standing[profile] = self._standing.get(profile, 0) + 1

    def _is_locked_whole(self, switch: int) -> bool:
        """Return whether a switch counts streams over all of its ports."""
        limits = self._topology.aggregation[switch]
        return limits is not None and limits.scope == "switch"

    def _families(self) -> Iterator[NDArray[np.bool_]]:
        """Yield which switches add together, (V,), family by family in document order."""
        limits = self._topology.aggregation
        rows = np.flatnonzero(self._adds).tolist()
        families = dict.fromkeys(each.family for row in rows if (each := limits[row]) is not None)
        for family in families:
            if len(families) == 1:
                yield self._adds
                continue
            of_family = np.zeros(self._topology.vertex_count, dtype=np.bool_)
            of_family[
                [row for row in rows if (each := limits[row]) is not None and each.family == family]
            ] = True
            yield of_family

    def _plans_of(self, adds: NDArray[np.bool_], members: NDArray[np.int32]) -> Iterator[PlannedTree]:
        places = np.arange(members.shape[0])
        candidates = self._candidates(np.flatnonzero(adds).tolist(), members)
        single = self._best(candidates, members, adds) if candidates else None
        if single is not None:
            yield self._planned((Crown(places, single),))
        if single is None or single.passing:
            crowns = self._crowns(adds, members)
            if 1 < len(crowns) < members.shape[0]:
                yield self._planned(crowns)

    def _candidates(self, adders: Sequence[int], members: NDArray[np.int32]) -> list[int]:
        """Return the roots with the lowest tree."""
        depths: dict[int, int] = {}
        for root in adders:
            distance = self._paths.distance_to(root)[members]
            if (distance >= 0).all():
                depths[root] = int(distance.max())
        lowest = min(depths.values(), default=0)
        return [root for root, depth in depths.items() if depth == lowest]

    def _best(self, candidates: Sequence[int], members: NDArray[np.int32], adds: NDArray[np.bool_]) -> Tree:
        """Return the best tree; the search ends early at one that no later candidate can surpass."""
        fewest = min(int(self._rooted[root]) for root in candidates)
        # No tree is faster than the adapter with the least cabling lets its vector in and out.
        cabled = np.zeros(self._topology.vertex_count)
        np.maximum.at(cabled, self._topology.link_source, self._topology.link_rate)
        fastest = float(cabled[members].min())
        judged = []
        for root in sorted(candidates, key=lambda root: (self._rooted[root], root)):
            judged.append(self._judged(root, members, adds))
            conflicts, negative_rate, rooted, _ = judged[-1][0]
            if conflicts == 0 and -negative_rate >= fastest and rooted == fewest:
                break
        return min(judged, key=lambda each: each[0])[1]

    def _judged(
        self, root: int, members: NDArray[np.int32], adds: NDArray[np.bool_]
    ) -> tuple[tuple[int, float, int, int], Tree]:
        """Return the tree of a root, and what ranks it: the less the better, entry by entry."""
        tree = build_tree(
            self._topology,
            self._paths,
            members,
            root,
            port_use=self._port_use,
            adds=adds,
            merged_share=self._merged_share,
        )
        conflicts = int(np.count_nonzero(self._port_use[tree.up // 2]))
        conflicts += sum(switch in self._locked for switch in tree.fan_in)
        residual = self._topology.link_rate / np.repeat(1 + self._port_use, 2)
        return (conflicts, -tree.idle_rate(residual), int(self._rooted[root]), root), tree

    def _crowns(self, adds: NDArray[np.bool_], members: NDArray[np.int32]) -> tuple[Crown, ...]:
        """Return the crowns: members that switches which add join without one that passes copies on."""
        label = self._joined(adds, members)
        crowns = []
        for one in dict.fromkeys(label[members].tolist()):
            places = np.flatnonzero(label[members] == one)
            roots = np.flatnonzero(adds & (label == one)).tolist()
            candidates = self._candidates(roots, members[places]) if places.shape[0] > 1 else []
            if not candidates:
                crowns += [Crown(places[[each]], None) for each in range(places.shape[0])]
            else:
                crowns.append(Crown(places, self._best(candidates, members[places], adds)))
        return tuple(crowns)

    def _joined(self, adds: NDArray[np.bool_], members: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return (V,) a number that vertices have in common which ``adds`` and members join by themselves."""
        inside = adds.copy()
        inside[members] = True
        graph = self._paths.graph
        source = np.repeat(np.arange(self._topology.vertex_count), np.diff(graph.out_first))
        target = graph.target[graph.out_link]
        kept = inside[source] & inside[target]
        source, target = source[kept], target[kept]
        label = np.arange(self._topology.vertex_count)
        while True:
            before = label.copy()
            np.minimum.at(label, target, label[source])
            label = label[label]
            if np.array_equal(label, before):
                return label

    def _limited(self, planned: PlannedTree) -> set[str]:
        """Return the profiles with a number of trees that a tree counts against."""
        limits = (self._topology.aggregation[switch] for tree in planned.trees for switch in tree.fan_in)
        return {each.profile for each in limits if each is not None and each.trees is not None}

    def _too_many(self, planned: PlannedTree) -> str:
        """Return in words which trees stand already, as many as there can be; "" where one more can."""
        counted = self._limited(planned)
        for limits in self._topology.aggregation if counted else ():
            if limits is None or limits.trees is None or limits.profile not in counted:
                continue
            if self._standing.get(limits.profile, 0) >= limits.trees:
                return f"{limits.trees} trees stand already, all that switches of {limits.profile} keep"
        return ""

    def _planned(self, crowns: tuple[Crown, ...]) -> PlannedTree:
        names = self._topology.vertex_ids
        trees = trees_of(crowns)
        tokens: list[Token] = []
        ports: list[str] = []
        for tree in trees:
            for switch in tree.fan_in:
                found = self._ports(tree, switch)
                tokens += self._tokens(switch, found)
                ports += [self._port_name(link) for link, _ in found]
        roots = tuple(names[tree.root] for tree in trees)
        return PlannedTree(
            crowns=crowns,
            root=roots[0],
            roots=roots,
            switches=tuple(names[switch] for tree in trees for switch in tree.fan_in),
            passing=tuple(names[switch] for tree in trees for switch in tree.passing),
            tokens=tuple(tokens),
            ports=tuple(ports),
        )

    def _tokens(self, switch: int, ports: Sequence[tuple[int, int]]) -> Iterator[Token]:
        """Yield what a tree through ``ports`` (link, far vertex) of a switch has to hold."""
        limits = self._topology.aggregation[switch]
        if limits is None or limits.scope not in {"switch", "port"}:
            return
        name = f"switch {self._topology.vertex_ids[switch]} ({limits.profile})"
        if limits.scope == "switch":
            yield Token((switch, -1), limits.active, name)
            return
        for link, far in ports:
            says = f"the port of {name} towards {self._topology.vertex_ids[far]}"
            yield Token((switch, link // 2), limits.active, says)

    def _ports(self, tree: Tree, switch: int) -> list[tuple[int, int]]:
        """Return the links of the tree at a switch, and the vertex at the far end of each."""
        source, target, down = self._topology.link_source, self._topology.link_target, other_way(tree.up)
        links = np.concatenate([tree.up[source[tree.up] == switch], down[source[down] == switch]])
        return list(zip(links.tolist(), target[links].tolist(), strict=True))

    def _port_name(self, link: int) -> str:
        topology = self._topology
        if topology.link_ports:
            return topology.link_ports[link]
        source, target = topology.link_source[link], topology.link_target[link]
        return f"{topology.vertex_ids[source]} to {topology.vertex_ids[target]}"


def finite_reducers(topology: Topology) -> list[int]:
    """Return the vertices with a reducer of finite rate: resources in this order, after the links."""
    return [
        row
        for row, limits in enumerate(topology.aggregation)
        if limits is not None and can_add(limits) and np.isfinite(limits.reducer_rate)
    ]
