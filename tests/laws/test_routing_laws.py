"""Laws of all routers on random fabrics: what leaves a source arrives at its target, and nowhere else."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.document.scenario import Planes, Routing, RoutingMode
from simcore.routing.pauses import Pauses
from simcore.routing.routes import Demand, Routes
from simcore.routing.shortest_paths import ShortestPaths
from simcore.simulate.routers import RouterOfScenario
from simcore.topology import Topology
from tests.simcore.fabrics import fabric

CHOOSE_AGAIN = {RoutingMode.FLOWLETS, RoutingMode.ADAPTIVE_SPRAY, RoutingMode.LEAST_LOADED}

fabrics = st.tuples(
    st.integers(1, 2), st.integers(1, 5), st.integers(2, 8), st.integers(0, 10), st.integers(0, 2**32 - 1)
)


def _fabric(of: tuple[int, int, int, int, int]) -> Topology:
    """One or two planes, each a chain of switches with cables beside it; every host is in all planes."""
    planes, switches, hosts, more, seed = of
    generator = np.random.default_rng(seed)
    cables = []
    for plane in range(planes):
        cables += [(f"p{plane}s{switch}", f"p{plane}s{switch + 1}") for switch in range(switches - 1)]
        for _ in range(more if switches > 1 else 0):
            one, other = generator.choice(switches, 2, replace=False)
            cables.append((f"p{plane}s{one}", f"p{plane}s{other}"))
        cables += [(f"h{host}/n", f"p{plane}s{generator.integers(switches)}") for host in range(hosts)]
    return fabric(cables, delay=1e-6)


def _check(topology: Topology, routes: Routes, source: np.ndarray, target: np.ndarray) -> None:
    for path in range(routes.count * routes.parts):
        begin, end = source[path // routes.parts], target[path // routes.parts]
        entries = slice(routes.first[path], routes.first[path + 1])
        links, share = routes.link[entries], routes.share[entries]
        assert len(set(links.tolist())) == links.shape[0]
        assert ((share > 0) & (share <= 1 + 1e-12)).all()
        arrives = np.bincount(topology.link_target[links], share, topology.vertex_count)
        leaves = np.bincount(topology.link_source[links], share, topology.vertex_count)
        wanted = np.zeros(topology.vertex_count)
        wanted[begin], wanted[end] = -1.0, 1.0
        assert arrives - leaves == pytest.approx(wanted, abs=1e-9)
        # Nothing comes back to where it began, or passes through an endpoint.
        assert arrives[begin] == 0
        assert leaves[topology.vertex_host >= 0].sum() == pytest.approx(1.0)
        assert routes.delay[path] >= 2e-6 * (1 - 1e-9)


@settings(max_examples=60, deadline=None)
@given(fabrics, st.sampled_from(list(RoutingMode)), st.sampled_from([None, 3]), st.sampled_from(list(Planes)))
def test_what_leaves_the_source_arrives_at_the_target(
    of: tuple[int, int, int, int, int], mode: RoutingMode, sub_flows: int | None, planes: Planes
) -> None:
    topology = _fabric(of)
    hosts = np.flatnonzero(topology.vertex_host >= 0).astype(np.int32)
    source, target = (side.ravel() for side in np.meshgrid(hosts, hosts))
    source, target = source[source != target], target[source != target]
    ids = np.arange(source.shape[0], dtype=np.uint64)
    demand = Demand(source, target, ids, np.ones(source.shape[0]))
    if mode in CHOOSE_AGAIN:
        planes = Planes.ANY
    routing = Routing(mode=mode, sub_flows=sub_flows, planes=planes)
    router = RouterOfScenario(topology, routing, lambda: demand, Pauses())(ShortestPaths(topology))
    _check(topology, router.route(source, target, ids), source, target)
