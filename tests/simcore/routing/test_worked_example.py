"""The worked example of docs/model/routing/hash.md, walked by the router."""

from itertools import pairwise

import numpy as np
import pytest

from simcore.document.build import build_topology
from simcore.routing.hashing import FlowNumberRouter, HashRouter
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import ShortestPaths
from simcore.routing.spreading import SprayRouter
from simcore.templates import TEMPLATES
from simcore.topology import Topology

ENDS = ("host-1/nic1", "host-128/nic1")


def _fat_tree() -> Topology:
    document, _ = TEMPLATES["fat-tree"].make({"k": 8})
    assert document is not None
    return build_topology(document)


def _ends(topology: Topology) -> tuple[np.ndarray, np.ndarray]:
    first, last = (np.array([topology.vertex_ids.index(name)], dtype=np.int32) for name in ENDS)
    return first, last


# Hand calculation, as the page shows it: h = 0xFEBB062695BB808D for seed 7 and flow 2; h mod 4 = 1 is the
# second aggregation switch, (h >> 32) mod 4 = 2 the third of its cores. The other flows likewise.
@pytest.mark.parametrize(
    ("flow", "aggregation", "core"),
    [
        (2, "agg-1-2", "core-7"),
        (0, "agg-1-2", "core-6"),
        (1, "agg-1-4", "core-16"),
        (1000, "agg-1-1", "core-1"),
    ],
)
def test_a_flow_takes_the_switches_that_the_page_says(flow: int, aggregation: str, core: str) -> None:
    topology = _fat_tree()
    router = HashRouter(ShortestPaths(topology), seed=7)
    routes = router.route(*_ends(topology), np.array([flow], dtype=np.uint64))
    beyond = aggregation.replace("agg-1", "agg-8")
    assert _passed(topology, routes) == ["edge-1-1", aggregation, core, beyond, "edge-8-4", "host-128/nic1"]
    # Six links of 100 ns, five switches of 350 ns, two adapters of 1,125 ns: docs/model/latency.md.
    assert routes.delay[0] == pytest.approx(4.6e-6, rel=1e-12)


def test_by_its_number_alone_the_flow_takes_other_switches() -> None:
    # h = 0xB9F24F7BAE4A6586: mod 4 = 2, and (h >> 32) mod 4 = 3.
    topology = _fat_tree()
    router = FlowNumberRouter(ShortestPaths(topology), seed=7)
    routes = router.route(*_ends(topology), np.array([2], dtype=np.uint64))
    assert _passed(topology, routes)[1:3] == ["agg-1-3", "core-12"]


def _passed(topology: Topology, routes: Routes) -> list[str]:
    links = routes.link.tolist()
    assert all(topology.link_target[one] == topology.link_source[next_] for one, next_ in pairwise(links))
    return [topology.vertex_ids[topology.link_target[link]] for link in links]


def test_a_sprayed_flow_puts_a_sixteenth_on_each_of_sixteen_links_to_the_cores() -> None:
    topology = _fat_tree()
    routes = SprayRouter(ShortestPaths(topology)).route(*_ends(topology), np.zeros(1, dtype=np.uint64))
    to_cores = [topology.vertex_ids[topology.link_target[link]].startswith("core-") for link in routes.link]
    assert sorted(routes.share[to_cores].tolist()) == [1 / 16] * 16
