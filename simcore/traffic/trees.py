"""The trees of rails: planned at the start of a run, and anew when what is up changes."""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Router, Routes
from simcore.topology import Topology
from simcore.traffic.aggregation import PlannedTree, TreePlanner
from simcore.traffic.collectives.crowns import rings_between
from simcore.traffic.collectives.pipeline import Pipeline
from simcore.traffic.collectives.planted import Fabric, Operation, Protocol, TreeRules, planted
from simcore.traffic.resources import Toll


@dataclass(frozen=True, slots=True)
class RailTree:
    """The tree of a rail as a stream, and what it needs; where there is none, ``no_tree`` says why.

    ``wire_share`` of its links carries the vector, and a byte takes ``seconds_per_byte`` at least, for its
    window or because segments come one by one.
    """

    pipeline: Pipeline | None = None
    planned: PlannedTree | None = None
    protocol: Protocol = Protocol.STREAMING
    wire_share: float = 1.0
    seconds_per_byte: float = 0.0
    no_tree: str = ""

    def is_like(self, other: "RailTree") -> bool:
        """Return whether both are the same tree, or none for the same reason."""
        mine, others = self.pipeline, other.pipeline
        if mine is None or others is None:
            return mine is others and self.no_tree == other.no_tree
        return np.array_equal(mine.resource, others.resource) and np.array_equal(
            mine.multiplicity, others.multiplicity
        )


@dataclass(frozen=True, slots=True)
class Grove:
    """What a rail asks a tree for: ``size`` bytes of an operation between ``members`` (n,).

    ``first_flow`` numbers the flows of rings around crowns; ``window`` is the row of a resource of its own,
    for what bounds it besides links and reducers. Every byte pays the ``toll``.
    """

    members: NDArray[np.int32]
    operation: Operation
    size: float
    first_flow: int
    window: int | None = None
    toll: Toll = field(default_factory=Toll.none)
    source: int = 0


@dataclass(frozen=True, slots=True)
class TreeMaker:
    """Makes the trees of a run by ``rules``; ``capacity`` (R,) is that of all resources at its beginning."""

    topology: Topology
    reducers: tuple[int, ...]
    rules: TreeRules
    capacity: NDArray[np.float64]

    def make(self, planner: TreePlanner, router: Router, grove: Grove) -> RailTree:
        """Return the tree that is fastest on an idle fabric of those that ``planner`` finds."""
        plans = planner.plans(grove.members)
        if isinstance(plans, str):
            return RailTree(no_tree=plans)
        made = [each for plan in plans for each in self._ways(plan, router, grove)]
        if not made:
            return RailTree(no_tree=self._why_none(plans[0], grove))
        best = min(made, key=lambda each: each.pipeline.idle_time(self.capacity) if each.pipeline else np.inf)
        if best.planned is not None:
            planner.take(best.planned)
        return best

    def _ways(self, plan: PlannedTree, router: Router, grove: Grove) -> list[RailTree]:
        """Return a plan as a stream and in segments, as far as its switches do either."""
        if len(plan.crowns) > 1 and grove.operation is not Operation.ALL_REDUCE:
            return []
        fabric = Fabric(self.topology, self.reducers)
        between = self._between(plan, router, grove)
        ways = planted(
            fabric,
            plan.crowns,
            grove.operation,
            grove.size,
            rules=self.rules,
            source=grove.source,
            between=between,
            window=grove.window,
        )
        return [
            # Trees for segments are not locked: nobody waits for them.
            RailTree(
                grove.toll.on(way.pipeline, grove.size),
                plan if way.protocol is Protocol.STREAMING else replace(plan, tokens=()),
                way.protocol,
                way.wire_share,
                way.seconds_per_byte,
            )
            for way in ways
        ]

    def _between(self, plan: PlannedTree, router: Router, grove: Grove) -> Routes | None:
        if len(plan.crowns) == 1:
            return None
        source, target = rings_between(plan.crowns)
        flow_ids = np.arange(grove.first_flow, grove.first_flow + source.shape[0], dtype=np.uint64)
        return router.route(grove.members[source], grove.members[target], flow_ids)

    def _why_none(self, plan: PlannedTree, grove: Grove) -> str:
        if len(plan.crowns) > 1:
            return (
                f"a {grove.operation.value} needs one tree over all {grove.members.shape[0]} members, and "
                f"the switches that add join only some of them, below {' and '.join(plan.roots)}"
            )
        protocols = " or ".join(each.value for each in self.rules.protocols)
        return f"the switches of the tree over {plan.root} do not all take a message by {protocols}"
