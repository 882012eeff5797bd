"""The trees of rails: planned at the start of a run, and anew when what is up changes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.topology import Topology
from simcore.traffic.aggregation import PlannedTree, TreePlanner
from simcore.traffic.collectives.pipeline import Pipeline
from simcore.traffic.collectives.tree import tree_pipeline
from simcore.traffic.resources import Toll


@dataclass(frozen=True, slots=True)
class RailTree:
    """The tree of a rail as a stream, and what it needs; where there is none, ``no_tree`` says why."""

    pipeline: Pipeline | None = None
    planned: PlannedTree | None = None
    no_tree: str = ""

    def is_like(self, other: "RailTree") -> bool:
        """Return whether both are the same tree, or none for the same reason."""
        if self.planned is None or other.planned is None:
            return self.planned is other.planned and self.no_tree == other.no_tree
        return np.array_equal(self.planned.tree.up, other.planned.tree.up)


@dataclass(frozen=True, slots=True)
class TreeMaker:
    """Makes the trees of a run: chunks of ``chunk`` bytes, ``reducers`` as in ``tree_pipeline``."""

    topology: Topology
    chunk: float
    reducers: Sequence[int]

    def make(self, planner: TreePlanner, members: NDArray[np.int32], size: float, *, toll: Toll) -> RailTree:
        """Return the tree over ``members`` for ``size`` bytes, which pay ``toll``, by ``planner``."""
        planned = planner.plan(members)
        if isinstance(planned, str):
            return RailTree(no_tree=planned)
        tree = tree_pipeline(self.topology, planned.tree, size, chunk=self.chunk, reducers=self.reducers)
        return RailTree(toll.on(tree, size), planned)
