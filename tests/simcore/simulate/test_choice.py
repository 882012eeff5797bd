"""The algorithm that ``auto`` chooses for each job, held to NCCL's model worked out by hand."""

from dataclasses import replace
from typing import Any

import pytest

from simcore.bounds.tuning import Machine
from simcore.bounds.tuning_figures import Generation, Method, Processor
from simcore.document.communicating import Tuning
from simcore.document.scenario import Algorithm
from simcore.document.workload import Collective
from simcore.metrics import JobSummary
from simcore.simulate import simulate
from simcore.simulate.algorithms import fitting
from simcore.simulate.choice import DEFAULTS, RUN_BY, machine_of
from simcore.topology import ScaleUpDomain, Topology
from simcore.traffic.placement import place_by_structure
from tests.simcore.fabrics import LINE, QUANTUM, fabric, one_switch, scenario, workload

NVLINK = ScaleUpDomain(8, 369e9, 313e9)
NO_SWITCHES = ScaleUpDomain(4, 300e9, None)


def jobs(topology: Topology, *wanted: dict[str, Any], **how: Any) -> tuple[JobSummary, ...]:
    return simulate(topology, workload(*wanted), scenario(algorithm="auto", **how)).summary.jobs


def machine(topology: Topology, **tuning: Any) -> Machine:
    hosts = range(len(topology.host_ids))
    placement = place_by_structure(topology, hosts, alike_only=True)
    return machine_of(topology, placement, Tuning.model_validate(tuning))


def test_a_small_all_reduce_of_many_hosts_takes_a_tree() -> None:
    """LL over 32 hosts: 6.8 + 2 · 5 · 5.0 = 56.8 µs by tree, 6.6 + 62 · 2.7 = 174 µs by ring."""
    (job,) = jobs(one_switch(32), {"size_bytes": 1024})
    assert job.algorithm == "double-tree"
    assert job.chosen is not None
    assert job.chosen.startswith("By NCCL's model tree LL takes 57 µs, ring LL 174 µs")
    assert "latency 56.8 µs against 174 µs" in job.chosen
    assert job.chosen.endswith("between hosts tree is run as double-tree")


def test_a_large_all_reduce_takes_the_ring() -> None:
    """1 GB over 8 hosts: 14/8 GB at 50 GB/s are 35 ms by ring, 2 GB at 0.92 of it 43 ms by tree."""
    (job,) = jobs(one_switch(8), {})
    assert job.algorithm == "ring"
    assert job.chosen is not None
    assert job.chosen.startswith("By NCCL's model ring Simple takes 35.")


def test_switches_that_add_are_chosen_where_the_library_may_use_them() -> None:
    """CollNet takes 1 GB at 0.85 of 50 GB/s, 24 ms."""
    topology = one_switch(8, adding={"s": QUANTUM})
    (job,) = jobs(topology, {})
    assert job.algorithm == "in-network"
    assert [rail.granted for rail in job.rails] == [1]
    (without,) = jobs(topology, {}, tuning={"collnet": False})
    assert without.algorithm == "ring"


def test_switches_that_would_refuse_a_job_are_not_chosen() -> None:
    """End-to-end encryption hides what they would have to add."""
    topology = one_switch(8, adding={"s": QUANTUM})
    (job,) = jobs(topology, {}, security={"encryption": "end-to-end"})
    assert job.algorithm == "ring"
    assert job.chosen is not None
    assert "run as ring; switches do not add here: what is encrypted from end to end" in job.chosen


def test_a_choice_is_made_for_each_job() -> None:
    found = jobs(one_switch(32), {"size_bytes": 1024}, {"size_bytes": 10**10}, {"collective": "broadcast"})
    assert [job.algorithm for job in found] == ["double-tree", "ring", "ring"]
    assert len({job.chosen for job in found}) == 3


@pytest.mark.parametrize(("way", "algorithm"), [("free", "double-tree"), ("peers", "ring"), ("ring", "ring")])
def test_what_is_not_modelled_beside_the_insides_of_hosts_is_passed_over(way: str, algorithm: str) -> None:
    topology = replace(one_switch(32, adapters=4), scale_up=(NO_SWITCHES,) * 32)
    (job,) = jobs(topology, {"size_bytes": 1024}, scale_up={"way": way})
    assert job.algorithm == algorithm
    assert job.chosen is not None
    assert ("tree is not modelled beside scale-up by" in job.chosen) == (way != "free")


def test_a_named_algorithm_has_no_reason() -> None:
    (job,) = simulate(one_switch(4), workload({}), scenario(algorithm="ring")).summary.jobs
    assert job.chosen is None


@pytest.mark.parametrize("collective", [kind for kind in Collective if kind is not Collective.ALL_REDUCE])
def test_other_operations_have_a_default_that_does_them(collective: Collective) -> None:
    algorithm, says = DEFAULTS[collective]
    assert algorithm in fitting(collective)
    (job,) = jobs(one_switch(3), {"collective": collective.value, "size_bytes": 1000})
    assert (job.algorithm, job.chosen) == (algorithm.value, says)


def test_whatever_nccl_takes_is_run_by_something_that_does_an_all_reduce() -> None:
    assert set(RUN_BY) == set(Method)
    assert set(RUN_BY.values()) <= set(fitting(Collective.ALL_REDUCE)) - {Algorithm.AUTO}


def test_a_host_of_unknown_inside_has_a_gpu_for_each_adapter() -> None:
    found = machine(one_switch(3, adapters=4))
    assert (found.count, found.gpu_count, found.adapter_rate) == (3, 4, LINE)
    assert found.in_host_rate == float("inf")
    assert not found.has_nvls
    assert not found.has_collnet


def test_adapters_are_shared_by_the_gpus_of_a_host() -> None:
    """Four adapters for eight GPUs: half of one each."""
    topology = replace(one_switch(3, adapters=4, adding={"s": QUANTUM}), scale_up=(NVLINK,) * 3)
    expected = Machine(3, 8, LINE / 2, 369e9, 4, Generation.AMPERE, Processor.AMD, True, True)
    assert machine(topology, generation="ampere", processor="amd", channels=4) == expected


def test_the_weakest_host_and_adapter_count() -> None:
    topology = fabric([("a/n", "s"), ("b/n", "s", LINE / 4), ("c/n", "s")])
    topology = replace(topology, scale_up=(NVLINK, NVLINK, NO_SWITCHES))
    found = machine(topology)
    assert (found.gpu_count, found.adapter_rate, found.in_host_rate) == (4, LINE / 16, 300e9)
    assert not found.has_nvls


def test_one_leaf_that_does_not_add_rules_the_switches_out() -> None:
    cables = [("a/n", "s"), ("b/n", "t"), ("s", "u"), ("t", "u")]
    assert machine(fabric(cables, adding={"s": QUANTUM, "t": QUANTUM})).has_collnet
    assert not machine(fabric(cables, adding={"s": QUANTUM, "u": QUANTUM})).has_collnet
