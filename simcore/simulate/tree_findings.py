"""What is wrong with the trees of a job: the types, protocols and families of their switches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from simcore.document.aggregating import Tiers, TreeProtocol
from simcore.document.findings import Finding, error, warning
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import DataType, Job
from simcore.topology import AggregationLimits, Topology
from simcore.traffic.aggregation import PlannedTree
from simcore.traffic.collectives.tree import can_add
from simcore.traffic.placement import RailMembers

# So many things are named one by one.
NAMED: Final = 3
NARROWER: Final = {Tiers.ALL: (Tiers.LEAF_SPINE, Tiers.LEAF), Tiers.LEAF_SPINE: (Tiers.LEAF,), Tiers.LEAF: ()}
HEIGHT: Final = {Tiers.LEAF_SPINE: 2, Tiers.LEAF: 1}


@dataclass(frozen=True, slots=True)
class RailOfJob:
    """A rail and its tree."""

    rail: RailMembers
    planned: PlannedTree


@dataclass(frozen=True, slots=True)
class TreeRules:
    """The rules on trees of one run; the topology has only those switches adding that may."""

    topology: Topology
    scenario: ScenarioDocument

    def look_at(self, row: int, job: Job, rails: Sequence[RailOfJob]) -> Iterator[Finding]:
        """Yield what is wrong with the trees of the job of a row."""
        yield from self._types(row, job, rails)
        yield from self._protocols(job, rails)
        yield from self._families(job, rails)

    # Types.

    def _types(self, row: int, job: Job, rails: Sequence[RailOfJob]) -> Iterator[Finding]:
        """aggregation.type: a type that a switch of a tree does not add; or no type that all of them add."""
        at = f"/jobs/{row}/dtype"
        adders = self._adders(rails)
        common = _common_types(limits for _, limits in adders)
        if job.dtype is None:
            if not common:
                profiles = and_so_on(sorted({limits.profile for _, limits in adders}))
                says = f"there is no type that all switches of a tree of job {job.id} add ({profiles})"
                yield error("aggregation.type", at, f"{says}: {self._ways_around(adders)}")
            return
        lacking = [each for each in adders if each[1].types is not None and job.dtype not in each[1].types]
        if not lacking:
            return
        limits = lacking[0][1]
        known = and_so_on(
            [each.value for each in DataType if each in (limits.types or ())], most=len(DataType)
        )
        others = f"take {_one_of(common)}, " if common else ""
        says = (
            f"job {job.id} adds {job.dtype.value}, and {self._names(lacking)} in its trees "
            f"({limits.profile}) {verb(lacking, 'adds', 'add')} {known or 'nothing'} alone: {others}"
            f"{self._ways_around(lacking)}"
        )
        yield error("aggregation.type", at, says, *(self.topology.vertex_ids[each] for each, _ in lacking))

    # Protocols.

    def _protocols(self, job: Job, rails: Sequence[RailOfJob]) -> Iterator[Finding]:
        """aggregation.protocol: trees whose switches do not all take the message in the way asked for."""
        asked = self.scenario.aggregation.protocol
        without = [rail for rail in rails if not self._ways_of(rail.planned) & _protocols(asked)]
        if not without:
            return
        adders = self._adders(without)
        lacking = [each for each in adders if not _protocols_of(each[1]) & _protocols(asked)] or adders
        way = {TreeProtocol.LATENCY: "in segments", TreeProtocol.STREAMING: "as a stream"}.get(
            asked, "in one way"
        )
        profiles = and_so_on(sorted({limits.profile for _, limits in lacking}))
        says = (
            f"{self._names(lacking)} ({profiles}) cannot all take a message {way}, and "
            f"{and_so_on([each.rail.name for each in without])} of job {job.id} would need it: "
            f"choose protocol auto, or {self._ways_around(lacking)}"
        )
        make = error if len(without) == len(rails) else warning
        yield make("aggregation.protocol", "/aggregation/protocol", says)

    def _ways_of(self, planned: PlannedTree) -> frozenset[TreeProtocol]:
        """Return how all switches of a tree that add can take a message."""
        ways = _protocols(TreeProtocol.AUTO)
        for _, limits in self._adders_of(planned):
            ways &= _protocols_of(limits)
        return ways

    # Families.

    def _families(self, job: Job, rails: Sequence[RailOfJob]) -> Iterator[Finding]:
        """aggregation.interoperability: switches in a tree that could add, but not with those of its root."""
        crossing = [(rail, strangers) for rail in rails if (strangers := self._strangers(rail.planned))]
        if not crossing:
            return
        strangers = list(dict.fromkeys(each for _, found in crossing for each in found))
        families = and_so_on(sorted({limits.family for _, limits in strangers}))
        root = crossing[0][0].planned.root
        limits_of_root = self.topology.aggregation[crossing[0][0].planned.trees[0].root]
        family = "" if limits_of_root is None else limits_of_root.family
        copies = max(float(tree.copies.max()) for rail, _ in crossing for tree in rail.planned.trees)
        costs = (
            f"the fullest cable carries {copies:.3g} copies of the vector instead of one, and the tree is "
            "taken only where the ring is no faster for all that"
            if copies > 1
            else "it costs no bytes here: what they pass on is one copy"
        )
        says = (
            f"{and_so_on([rail.rail.name for rail, _ in crossing])} of job {job.id}: "
            f"{self._names(strangers)} ({families}) cannot add together with {root} ({family}) and "
            f"{verb(strangers, 'passes', 'pass')} copies on; {costs}. Give all switches of a tree one family"
        )
        yield warning(
            "aggregation.interoperability",
            "/algorithm",
            says,
            *(self.topology.vertex_ids[each] for each, _ in strangers),
        )

    def _strangers(self, planned: PlannedTree) -> list[tuple[int, AggregationLimits]]:
        """Return the switches of a tree that could add, but are of another family than its root."""
        root = self.topology.aggregation[planned.trees[0].root]
        family = None if root is None else root.family
        found = ((row, self.topology.aggregation[row]) for row in switches_of(self.topology, planned))
        return [
            (row, limits)
            for row, limits in found
            if limits is not None and can_add(limits) and limits.family != family
        ]

    # Steps.

    def _adders_of(self, planned: PlannedTree) -> list[tuple[int, AggregationLimits]]:
        adding = (row for tree in planned.trees for row in tree.fan_in)
        found = ((row, self.topology.aggregation[row]) for row in adding)
        return [(row, limits) for row, limits in found if limits is not None]

    def _adders(self, rails: Sequence[RailOfJob]) -> list[tuple[int, AggregationLimits]]:
        """Return all switches that add in the trees of rails."""
        return list(dict.fromkeys(each for rail in rails for each in self._adders_of(rail.planned)))

    def _names(self, switches: Sequence[tuple[int, AggregationLimits]]) -> str:
        names = and_so_on([self.topology.vertex_ids[row] for row, _ in switches])
        return f"{verb(switches, 'switch', 'switches')} {names}"

    def _ways_around(self, lacking: Sequence[tuple[int, AggregationLimits]]) -> str:
        """Return in words how to add without some switches."""
        heights = {int(self.topology.vertex_tier[row]) for row, _ in lacking}
        fewer = [
            each.value for each in NARROWER[self.scenario.aggregation.tiers] if min(heights) > HEIGHT[each]
        ]
        without = f"leave them out by tiers {fewer[0]}" if fewer else "leave out ranks that need them"
        return f"{without}, or let edge-servers add"


def switches_of(topology: Topology, planned: PlannedTree) -> list[int]:
    """Return the switches of a tree, whether they add or not, as rows of vertices."""
    links = np.concatenate([tree.up for tree in planned.trees])
    found: list[int] = np.unique(topology.link_target[links]).tolist()
    return found


def _common_types(limits: Iterator[AggregationLimits]) -> frozenset[str]:
    """Return the types that all add."""
    common = frozenset(each.value for each in DataType)
    for each in limits:
        common = common if each.types is None else common & each.types
    return common


def _one_of(types: frozenset[str]) -> str:
    ordered = [each.value for each in DataType if each.value in types]
    return ordered[0] if len(ordered) == 1 else f"{', '.join(ordered[:-1])} or {ordered[-1]}"


def _protocols(asked: TreeProtocol) -> frozenset[TreeProtocol]:
    """Return the ways to take a message that are asked for."""
    ways = frozenset({TreeProtocol.LATENCY, TreeProtocol.STREAMING})
    return ways if asked is TreeProtocol.AUTO else frozenset({asked})


def _protocols_of(limits: AggregationLimits) -> frozenset[TreeProtocol]:
    segments = {TreeProtocol.LATENCY} if limits.segments is not None else set()
    return frozenset(segments | ({TreeProtocol.STREAMING} if limits.streaming is not None else set()))


def verb(things: Sequence[object], one: str, several: str) -> str:
    """Return the word that goes with one thing, or with several."""
    return one if len(things) == 1 else several


def and_so_on(names: Sequence[str], *, most: int = NAMED) -> str:
    """Return "a", "a and b", or "a, b, c and 9 more"."""
    shown = list(names[:most])
    if len(names) > most:
        shown.append(f"{len(names) - most:,} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else ""
