"""Packet spraying: every flow over all of its equal-cost paths at once."""

import numpy as np
from numpy.typing import NDArray

from simcore.routing.choices import choices_of, routes_of, split
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import ShortestPaths


class SprayRouter:
    """Oblivious packet spraying: at each hop equal parts over all next links on a shortest path."""

    def __init__(self, paths: ShortestPaths) -> None:
        self._paths = paths
        # All links have as much to give.
        self._left = np.ones(paths.graph.source.shape[0])

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows, each over all its shortest paths; ``flow_ids`` do not matter."""
        graph = self._paths.graph
        choices = choices_of(graph, self._paths.ways(source, target))
        return routes_of(choices, split(choices, self._left, graph.is_switch.shape[0]), graph)
