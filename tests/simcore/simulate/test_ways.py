"""Which ways of an all-reduce fit a fabric, and why the others do not."""

from dataclasses import replace

import pytest

from simcore.document.aggregating import InHost
from simcore.simulate.ways import WAYS, OfferedWay, ways_on
from simcore.topology import ScaleUpDomain, Topology
from tests.simcore.fabrics import QUANTUM_2, leaf_spine, one_switch, scenario, workload

FOUR = {"ranks": {"by": "list", "hosts": ["h0", "h1", "h2", "h3"]}}


def ways(topology: Topology, job: dict, **how: object) -> dict[str, OfferedWay]:
    """Return the ways by name."""
    return {each.way.name: each for each in ways_on(topology, workload(job), scenario(**how))}


def with_gpus(topology: Topology, *, adding_rate: float | None = 3e11) -> Topology:
    """Return the fabric with eight GPUs in each host."""
    return replace(topology, scale_up=(ScaleUpDomain(8, 3.6e11, adding_rate),) * len(topology.host_ids))


def test_every_way_is_listed_once_and_the_ring_is_the_first() -> None:
    found = ways_on(one_switch(4), workload({}), scenario())
    assert [each.way for each in found] == list(WAYS)
    assert found[0].way.name == "ring"


def test_where_nothing_is_known_of_the_inside_it_takes_no_time_and_ways_through_it_do_not_fit() -> None:
    found = ways(one_switch(4, adding={"s": QUANTUM_2}), {})
    ring, nvls = found["ring"].scenario, found["nvls-ring"]
    assert ring is not None
    assert ring.scale_up.way is InHost.FREE
    assert nvls.scenario is None
    assert "nothing is known of the inside of h0" in nvls.says


def test_the_ring_passes_all_gpus_and_trees_have_peers_or_nvls_inside() -> None:
    found = ways(with_gpus(one_switch(4, adding={"s": QUANTUM_2})), {})
    inside = {name: each.scenario.scale_up.way.value for name, each in found.items() if each.scenario}
    assert inside["ring"] == "ring"
    assert inside["hierarchical"] == inside["tree"] == inside["in-network"] == "peers"
    assert inside["nvls-ring"] == inside["nvls-tree"] == inside["in-network-nvls"] == "nvls"


def test_a_scale_up_switch_that_does_not_add_has_no_nvls_and_the_words_name_the_host() -> None:
    found = ways(with_gpus(one_switch(4), adding_rate=None), {})
    assert found["hierarchical"].scenario is not None
    assert "nothing adds inside h0 and 3 more of its hosts" in found["nvls-ring"].says


def test_hosts_that_no_job_needs_are_the_edge_servers_one_a_worker_at_most() -> None:
    job = {"ranks": {"by": "list", "hosts": ["h0", "h1"]}}
    offered = ways(leaf_spine(2, 2, 3), job)["edge-servers"]
    if offered.scenario is None:  # a fabric or rule that has more to say than that there are servers
        assert "every host" not in offered.says
    else:
        assert offered.scenario.aggregation.servers.hosts is not None
        assert offered.scenario.aggregation.servers.hosts.hosts == ("h2", "h3")


def test_without_a_free_host_there_are_no_edge_servers() -> None:
    offered = ways(one_switch(4), FOUR)["edge-servers"]
    assert offered.scenario is None
    assert offered.says.startswith("every host with an adapter has ranks of a job")


def test_a_way_keeps_what_else_a_scenario_says_but_its_pace() -> None:
    how = {"routing": {"mode": "spray"}, "pace": {"ms_per_s": 50}, "aggregation": {"chunk_bytes": 0}}
    made = ways(one_switch(4, adding={"s": QUANTUM_2}), {}, **how)["in-network"].scenario
    assert made is not None
    assert (made.routing.mode.value, made.aggregation.chunk_bytes) == ("spray", 0)
    assert made.pace.ms_per_s is None


def test_the_ways_of_an_all_to_all_are_none() -> None:
    with pytest.raises(ValueError, match="all-reduce"):
        ways_on(one_switch(4), workload({"collective": "all-to-all"}), scenario())
