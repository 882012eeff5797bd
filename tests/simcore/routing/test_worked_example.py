"""The worked example of docs/model/routing.md, walked by the router."""

from itertools import pairwise

import numpy as np
import pytest

from simcore.document.build import build_topology
from simcore.routing.hashing import FlowNumberRouter
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


# Hand calculation, as the page shows it: h = 0xB9F24F7BAE4A6586 for seed 7 and flow 2; h mod 4 = 2 is the
# third aggregation switch, (h >> 32) mod 4 = 3 the fourth of its cores. The other flows likewise.
@pytest.mark.parametrize(
    ("flow", "aggregation", "core"),
    [
        (2, "agg-1-3", "core-12"),
        (0, "agg-1-2", "core-7"),
        (1, "agg-1-2", "core-5"),
        (1000, "agg-1-1", "core-3"),
    ],
)
def test_a_flow_takes_the_switches_that_the_page_says(flow: int, aggregation: str, core: str) -> None:
    topology = _fat_tree()
    router = FlowNumberRouter(ShortestPaths(topology), seed=7)
    routes = router.route(*_ends(topology), np.array([flow], dtype=np.uint64))
    links = routes.link.tolist()
    assert all(topology.link_target[one] == topology.link_source[next_] for one, next_ in pairwise(links))
    passed = [topology.vertex_ids[topology.link_target[link]] for link in links]
    beyond = aggregation.replace("agg-1", "agg-8")
    assert passed == ["edge-1-1", aggregation, core, beyond, "edge-8-4", "host-128/nic1"]
    # Six links of 100 ns, five switches of 350 ns, two adapters of 1,125 ns: docs/model/latency.md.
    assert routes.delay[0] == pytest.approx(4.6e-6, rel=1e-12)


def test_a_sprayed_flow_puts_a_sixteenth_on_each_of_sixteen_links_to_the_cores() -> None:
    topology = _fat_tree()
    routes = SprayRouter(ShortestPaths(topology)).route(*_ends(topology), np.zeros(1, dtype=np.uint64))
    to_cores = [topology.vertex_ids[topology.link_target[link]].startswith("core-") for link in routes.link]
    assert sorted(routes.share[to_cores].tolist()) == [1 / 16] * 16
