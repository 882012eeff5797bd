"""The router of a scenario: who chooses the paths of each routing mode."""

from collections.abc import Callable, Mapping
from typing import Final

from simcore.document.scenario import Routing, RoutingMode
from simcore.routing.hashing import QUEUE_PAIRS_OF_A_FLOW, HashRouter, QueuePairRouter
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


MAKERS: Final[Mapping[RoutingMode, Callable[[Topology, ShortestPaths, Routing], Router]]] = {
    RoutingMode.HASH: _hash,
    RoutingMode.E_ECMP: _queue_pairs,
    RoutingMode.SPRAY: _spray,
}
