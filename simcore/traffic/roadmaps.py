"""What routing knows of the fabric at one time, and whom everybody asks for routes in a run."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.routing.restless import RestlessRouter
from simcore.routing.routes import Router, Routes, joined, selected
from simcore.routing.shortest_paths import ShortestPaths
from simcore.topology import Topology
from simcore.traffic.aggregation import TreePlanner


class RouterMaker(Protocol):
    """Who makes the router of a run, over what is up."""

    def __call__(self, paths: ShortestPaths) -> Router:
        """Return the router that chooses among ``paths``."""
        ...


@dataclass(frozen=True, slots=True)
class Roadmap:
    """The paths over what routing takes to be up, and the router that chooses among them."""

    paths: ShortestPaths
    router: Router


class Wayfinder:
    """The router of a run: it asks that of the newest roadmap, and changes its mind when it learns of faults.

    Two ends that the newest roadmap does not connect keep to the paths of the whole fabric, where they wait
    until what is down comes up again. ``learned`` counts how often it has changed.
    """

    def __init__(self, topology: Topology, make_router: RouterMaker, *, merged_share: float = 1.0) -> None:
        self._topology = topology
        self._make_router = make_router
        paths = ShortestPaths(topology)
        self._whole = Roadmap(paths, make_router(paths))
        self._newest = self._whole
        self._merged_share = merged_share
        self.planner = TreePlanner(topology, paths, merged_share=merged_share)
        self.learned = 0

    @property
    def link_count(self) -> int:
        """Number of links of the fabric."""
        return self._topology.link_count

    @property
    def router(self) -> Router:
        """The router of the newest roadmap."""
        return self._newest.router

    @property
    def restless(self) -> RestlessRouter:
        """The router of the newest roadmap, where it is one that chooses again.

        Raises
        ------
        TypeError
            If it is not.
        """
        if not isinstance(self.router, RestlessRouter):
            raise TypeError(f"{type(self.router).__name__} chooses once for each flow")
        return self.router

    def learn(self, is_down: NDArray[np.bool_]) -> None:
        """Take a new roadmap, without the links that are down, (L,)."""
        self.learned += 1
        self._newest = self._whole
        if is_down.any():
            paths = ShortestPaths(self._topology, is_down=is_down)
            self._newest = Roadmap(paths, self._make_router(paths))
        self.planner = TreePlanner(self._topology, self._newest.paths, merged_share=self._merged_share)

    def reaches(self, source: NDArray[np.int32], target: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return (N,) whether the newest roadmap connects each pair."""
        return self._newest.paths.are_connected(source, target)

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows; ``RoutingError`` where the whole fabric has no path either."""
        if self._newest is self._whole:
            return self._whole.router.route(source, target, flow_ids)
        reached = self.reaches(source, target)
        known, waiting = np.flatnonzero(reached), np.flatnonzero(~reached)
        if waiting.shape[0] == 0:
            return self.router.route(source, target, flow_ids)
        parts = [
            roadmap.router.route(source[rows], target[rows], flow_ids[rows])
            for roadmap, rows in ((self._newest, known), (self._whole, waiting))
        ]
        return selected(joined(*parts), np.argsort(np.concatenate([known, waiting])))
