"""Which algorithm each job runs by: the one that the scenario names or, by ``auto``, the one chosen here.

An all-reduce is chosen as NCCL's published model chooses (:mod:`simcore.bounds.tuning`), whose algorithms
are run by those of ours that move the same bytes between hosts. Of the other operations NCCL does all but
the barrier in one way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.bounds.tuning import Choice as Found
from simcore.bounds.tuning import Machine, all_reduce_choice
from simcore.bounds.tuning_figures import Generation, Method, Processor
from simcore.document.aggregating import InHost
from simcore.document.communicating import CollectiveChoice, Tuning
from simcore.document.scenario import Algorithm, ScenarioDocument
from simcore.document.workload import Collective, Job
from simcore.topology import Topology
from simcore.traffic.collectives.tree import can_add
from simcore.traffic.placement import Placement

RUN_BY: Final[Mapping[Method, Algorithm]] = {
    Method.RING: Algorithm.RING,
    Method.TREE: Algorithm.DOUBLE_TREE,
    Method.NVLS_TREE: Algorithm.DOUBLE_TREE,
    Method.NVLS: Algorithm.IN_NETWORK,
    Method.COLLNET_DIRECT: Algorithm.IN_NETWORK,
    Method.COLLNET_CHAIN: Algorithm.IN_NETWORK,
}
DEFAULTS: Final[Mapping[Collective, tuple[Algorithm, str]]] = {
    Collective.REDUCE_SCATTER: (Algorithm.RING, "NCCL reduces and scatters by ring (PAT and NVLS left out)"),
    Collective.ALL_GATHER: (Algorithm.RING, "NCCL gathers by ring (PAT and NVLS left out)"),
    Collective.BROADCAST: (Algorithm.RING, "NCCL broadcasts along a ring alone"),
    Collective.REDUCE: (Algorithm.RING, "NCCL reduces along a ring alone"),
    Collective.ALL_TO_ALL: (Algorithm.DIRECT, "NCCL sends to all and receives from all in one group"),
    Collective.SEND_RECV: (Algorithm.DIRECT, "there is one way to send from rank to rank"),
    Collective.BARRIER: (Algorithm.BRUCK, "dissemination takes the fewest messages one after the other"),
}


# What is modelled beside each way of using the insides of hosts; beside free everything is.
BESIDE: Final[Mapping[InHost, frozenset[Algorithm]]] = {
    InHost.RING: frozenset({Algorithm.RING}),
    InHost.PEERS: frozenset({Algorithm.RING, Algorithm.IN_NETWORK}),
    InHost.NVLS: frozenset({Algorithm.RING, Algorithm.IN_NETWORK}),
}
# Every pair of an all-to-all for itself, under the names of what is no all-to-all.
AS_DIRECT: Final = frozenset({Algorithm.RING, Algorithm.RING_STEPS, Algorithm.IN_NETWORK})


@dataclass(frozen=True, slots=True)
class Choice:
    """The algorithm of a job and how it is laid out; ``says`` why in words, None where a person named it."""

    algorithm: Algorithm
    layout: CollectiveChoice
    says: str | None = None


def choice_of(topology: Topology, job: Job, placement: Placement, scenario: ScenarioDocument) -> Choice:
    """Return the choice for a job, whose ``placement`` has 2 ranks or more on each rail."""
    layout = scenario.collectives
    if scenario.algorithm is not Algorithm.AUTO:
        return Choice(_named(job.collective, scenario.algorithm), layout)
    if job.collective in DEFAULTS:
        algorithm, says = DEFAULTS[job.collective]
        return Choice(algorithm, layout, says)
    machine = machine_of(topology, placement, scenario.tuning)
    return _as_nccl(all_reduce_choice(machine, float(job.size_bytes)), scenario.scale_up.way, layout)


def rails_kept_to(placement: Placement, choice: Choice) -> NDArray[np.intp] | None:
    """Return (n,) the rail of each adapter of a job, rail by rail, where its messages keep to rails."""
    if not choice.layout.pxn:
        return None
    return np.repeat(np.arange(len(placement.rails)), [rail.members.shape[0] for rail in placement.rails])


def without_switches(scenario: ScenarioDocument) -> ScenarioDocument:
    """Return a scenario whose choices do without switches that add."""
    return scenario.model_copy(update={"tuning": scenario.tuning.model_copy(update={"collnet": False})})


def _as_nccl(found: Found, way: InHost, layout: CollectiveChoice) -> Choice:
    """Return the fastest of NCCL's predictions whose algorithm is modelled with what goes on in hosts."""
    ranked = (found.taken, *found.others)
    taken = next(each for each in ranked if RUN_BY[each.method] in BESIDE.get(way, Algorithm))
    algorithm = RUN_BY[taken.method]
    aside = ""
    if taken is not found.taken:
        aside = (
            f"{found.taken.method} is not modelled beside scale-up by {way.value}, and {taken.name} is next; "
        )
    says = f"By NCCL's model {found.says}; {aside}between hosts {taken.method} is run as {algorithm.value}"
    return Choice(algorithm, layout, says)


def _named(collective: Collective, algorithm: Algorithm) -> Algorithm:
    """Return what an algorithm that a person names comes to for a collective."""
    if collective is Collective.SEND_RECV:
        return Algorithm.DIRECT
    is_direct = collective is Collective.ALL_TO_ALL and algorithm in AS_DIRECT
    return Algorithm.DIRECT if is_direct else algorithm


def machine_of(topology: Topology, placement: Placement, tuning: Tuning) -> Machine:
    """Return what NCCL would find where a job stands.

    Of hosts that differ the weakest counts. A host of whose inside nothing is known has a GPU for each
    adapter, and its inside holds nothing up.
    """
    members = [rail.members for rail in placement.rails]
    hosts = np.unique(topology.vertex_host[np.concatenate(members)])
    domains = [topology.scale_up[host] if topology.scale_up else None for host in hosts.tolist()]
    known = [domain for domain in domains if domain is not None]
    is_known = len(known) == len(domains)
    gpus = min(domain.gpus for domain in known) if is_known else len(members)
    rate = np.zeros(topology.vertex_count)
    np.add.at(rate, topology.link_source, topology.link_rate)
    adapters = sum(float(rate[rail].min()) for rail in members)
    return Machine(
        count=hosts.shape[0],
        gpu_count=gpus,
        adapter_rate=adapters / gpus,
        in_host_rate=min(domain.rate for domain in known) if is_known else inf,
        channels=tuning.channels,
        generation=Generation[tuning.generation.name],
        processor=Processor[tuning.processor.name],
        has_nvls=is_known and all(domain.adding_rate is not None for domain in known),
        has_collnet=tuning.collnet and all(_leaves_add(topology, rail) for rail in members),
    )


def _leaves_add(topology: Topology, members: NDArray[np.int32]) -> bool:
    """Return whether each of ``members`` has a cable to a switch that adds."""
    adds = np.array([can_add(limits) for limits in topology.aggregation])
    served = np.unique(topology.link_source[adds[topology.link_target]])
    return bool(np.isin(members, served).all())
