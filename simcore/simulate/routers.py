"""The router of a scenario: who chooses the paths of each routing mode."""

from collections.abc import Callable, Mapping
from typing import Final

from simcore.document.scenario import Routing, RoutingMode
from simcore.routing.adaptive import AdaptiveSprayRouter
from simcore.routing.flowlets import FlowletRouter
from simcore.routing.hashing import QUEUE_PAIRS_OF_A_FLOW, HashRouter, QueuePairRouter
from simcore.routing.least_loaded import LeastLoadedRouter
from simcore.routing.routes import Router
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.spreading import SprayRouter
from simcore.topology import Topology


def make_router(topology: Topology, paths: ShortestPaths, routing: Routing) -> Router:
    """Return the router that ``routing`` asks for, over the links that ``paths`` knows of."""
    return MAKERS[routing.mode](topology, paths, routing)


def _hash(topology: Topology, paths: ShortestPaths, routing: Routing) -> Router:
    return HashRouter(paths, seed=routing.seed, sub_flows=routing.sub_flows or 1)


def _queue_pairs(topology: Topology, paths: ShortestPaths, routing: Routing) -> Router:
    return QueuePairRouter(paths, seed=routing.seed, sub_flows=routing.sub_flows or QUEUE_PAIRS_OF_A_FLOW)


def _spray(topology: Topology, paths: ShortestPaths, routing: Routing) -> Router:
    return SprayRouter(paths)


def _flowlets(topology: Topology, paths: ShortestPaths, routing: Routing) -> Router:
    return FlowletRouter(paths, seed=routing.seed)


def _adaptive_spray(topology: Topology, paths: ShortestPaths, routing: Routing) -> Router:
    return AdaptiveSprayRouter(paths, topology.link_count)


def _least_loaded(topology: Topology, paths: ShortestPaths, routing: Routing) -> Router:
    return LeastLoadedRouter(paths, seed=routing.seed)


MAKERS: Final[Mapping[RoutingMode, Callable[[Topology, ShortestPaths, Routing], Router]]] = {
    RoutingMode.HASH: _hash,
    RoutingMode.E_ECMP: _queue_pairs,
    RoutingMode.FLOWLETS: _flowlets,
    RoutingMode.SPRAY: _spray,
    RoutingMode.ADAPTIVE_SPRAY: _adaptive_spray,
    RoutingMode.LEAST_LOADED: _least_loaded,
}
