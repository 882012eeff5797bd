"""The router of a scenario: who chooses the paths of each routing mode."""

from collections.abc import Callable, Mapping
from math import ceil
from typing import Final

from simcore.document.scenario import Planes, Routing, RoutingMode
from simcore.routing.adaptive import AdaptiveSprayRouter
from simcore.routing.flowlets import FlowletRouter
from simcore.routing.hashing import QUEUE_PAIRS_OF_A_FLOW, HashRouter, QueuePairRouter
from simcore.routing.least_loaded import LeastLoadedRouter
from simcore.routing.pauses import Pauses
from simcore.routing.planes import SplitRouter, links_outside, most_planes, planes_of
from simcore.routing.planned import PlannedRouter
from simcore.routing.routes import Demand, Router
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.spreading import SprayRouter
from simcore.routing.tables import TableRouter
from simcore.routing.up_down import UpDownRouter
from simcore.simulate.forwarding import find_tables
from simcore.topology import Topology


class RouterOfScenario:
    """Makes the router that a scenario asks for, over what is up at a time.

    ``demand`` is asked for the flows that are known beforehand where routing is planned. All routers of a run
    give a flow equally many paths. Where flows are split over planes, each plane has a router of its own and
    its share of the sub-flows.
    """

    def __init__(
        self, topology: Topology, routing: Routing, demand: Callable[[], Demand], pauses: Pauses
    ) -> None:
        self.topology = topology
        self.routing = routing
        self.sub_flows = routing.sub_flows
        if routing.mode is RoutingMode.E_ECMP and self.sub_flows is None:
            self.sub_flows = QUEUE_PAIRS_OF_A_FLOW
        self._demand = demand
        self._pauses = pauses
        self._slots = 1
        if routing.planes is Planes.SPLIT:
            self._slots = max(1, most_planes(ShortestPaths(topology).graph))
            if self.sub_flows is not None:
                self.sub_flows = ceil(self.sub_flows / self._slots)

    def __call__(self, paths: ShortestPaths) -> Router:
        """Return the router that chooses among ``paths``."""
        if self._slots == 1:
            return MAKERS[self.routing.mode](self, paths)
        plane_of = planes_of(paths.graph)
        planes = []
        for plane in range(int(plane_of.max()) + 1):
            inside = ShortestPaths(self.topology, is_down=links_outside(paths.graph, plane, plane_of))
            planes.append((inside, MAKERS[self.routing.mode](self, inside)))
        return SplitRouter(paths, planes, slots=self._slots)

    def planned(self, paths: ShortestPaths) -> PlannedRouter:
        """Return a router with a plan for what is known; the first plan settles the number of sub-flows."""
        rate, seed = self.topology.link_rate, self.routing.seed
        router = PlannedRouter(
            paths, self._demand(), rate, seed=seed, sub_flows=self.sub_flows, pauses=self._pauses
        )
        self.sub_flows = router.plan.routes.parts
        return router


def _hash(of: RouterOfScenario, paths: ShortestPaths) -> Router:
    return HashRouter(paths, seed=of.routing.seed, sub_flows=of.sub_flows or 1)


def _queue_pairs(of: RouterOfScenario, paths: ShortestPaths) -> Router:
    return QueuePairRouter(paths, seed=of.routing.seed, sub_flows=of.sub_flows or 1)


def _spray(of: RouterOfScenario, paths: ShortestPaths) -> Router:
    return SprayRouter(paths)


def _static(of: RouterOfScenario, paths: ShortestPaths) -> Router:
    if not of.routing.tables:
        return UpDownRouter(paths)
    tables, _ = find_tables(of.topology, of.routing.tables)
    return TableRouter(paths, tables)


def _flowlets(of: RouterOfScenario, paths: ShortestPaths) -> Router:
    return FlowletRouter(paths, seed=of.routing.seed)


def _adaptive_spray(of: RouterOfScenario, paths: ShortestPaths) -> Router:
    return AdaptiveSprayRouter(paths, of.topology.link_count)


def _least_loaded(of: RouterOfScenario, paths: ShortestPaths) -> Router:
    return LeastLoadedRouter(paths, seed=of.routing.seed)


MAKERS: Final[Mapping[RoutingMode, Callable[[RouterOfScenario, ShortestPaths], Router]]] = {
    RoutingMode.HASH: _hash,
    RoutingMode.E_ECMP: _queue_pairs,
    RoutingMode.FLOWLETS: _flowlets,
    RoutingMode.SPRAY: _spray,
    RoutingMode.ADAPTIVE_SPRAY: _adaptive_spray,
    RoutingMode.LEAST_LOADED: _least_loaded,
    RoutingMode.STATIC: _static,
    RoutingMode.PLANNED: RouterOfScenario.planned,
}
