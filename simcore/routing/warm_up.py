"""Compiles the kernels of routing."""

from dataclasses import replace

import numpy as np

from simcore.routing import planning
from simcore.routing.adaptive import AdaptiveSprayRouter
from simcore.routing.hashing import HashRouter
from simcore.routing.least_loaded import LeastLoadedRouter
from simcore.routing.planning import Flows, Fullness, effort_of
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.spreading import SprayRouter
from simcore.routing.tables import TableRouter, Tables
from simcore.routing.up_down import UpDownRouter
from simcore.topology import Topology, VertexKind


def warm_up() -> None:
    """Compile the kernels of all routers, or load them from the cache, on two endpoints and a cable."""
    topology = Topology(
        vertex_ids=("a/n", "b/n"),
        vertex_kind=np.full(2, VertexKind.ENDPOINT, dtype=np.int8),
        vertex_host=np.arange(2, dtype=np.int32),
        vertex_tier=np.zeros(2, dtype=np.int32),
        host_ids=("a", "b"),
        host_tags=((), ()),
        cable_ids=("c",),
        link_source=np.array([0, 1], dtype=np.int32),
        link_target=np.array([1, 0], dtype=np.int32),
        link_rate=np.ones(2),
        link_delay=np.zeros(2),
        aggregation=(None, None),
    )
    paths = ShortestPaths(topology)
    flow_ids = np.zeros(2, dtype=np.uint64)
    routes = HashRouter(paths, seed=0, sub_flows=2).route(
        topology.link_source, topology.link_target, flow_ids
    )
    routes.equal_rates(topology.link_rate)
    routes.joint_rates(topology.link_rate)
    replace(routes, share=routes.share / 2).joint_rates(topology.link_rate)
    SprayRouter(paths).route(topology.link_source, topology.link_target, flow_ids)
    ends = topology.link_source, topology.link_target, flow_ids
    AdaptiveSprayRouter(paths, topology.link_count).choose(*ends, topology.link_rate)
    LeastLoadedRouter(paths, seed=0).choose(*ends, topology.link_rate)
    ways = paths.ways(topology.link_source, topology.link_target)
    flows = Flows(paths.graph, ways, np.ones(2), 2, routes.first)
    path, load, order = np.full(4, -1, dtype=np.int32), np.zeros(2), np.arange(4)
    scratch, effort = planning.new_scratch(flows), effort_of(1, at_once=1, patience=1, seed=0)
    planning.lay(order, path, flows, Fullness(load, topology.link_rate, 1.0), scratch)
    planning.repair(path, flows, Fullness(load, topology.link_rate, 0.0), scratch, effort)
    UpDownRouter(paths).route(*ends)
    no_rows = np.empty(0, dtype=np.int64)
    tables = Tables(2, no_rows, no_rows, no_rows.astype(np.int32))
    TableRouter(paths, tables).route(*ends)
