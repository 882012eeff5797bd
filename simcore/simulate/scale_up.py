"""Whether the hosts of a job can do among their GPUs what a scenario asks for."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from simcore.document.aggregating import InHost
from simcore.document.findings import Finding, error, note
from simcore.document.scenario import Algorithm
from simcore.document.workload import Collective, Job
from simcore.topology import Topology
from simcore.traffic.placement import Placement

AT: Final = "/scale_up/way"
# Those that are pipelined over the fabric, as one stream a rail or in chunks: the inside of hosts is one more
# resource beside it. Of double trees the all-reduce alone.
PIPELINED: Final = frozenset(
    {
        Algorithm.RING,
        Algorithm.IN_NETWORK,
        Algorithm.DOUBLE_TREE,
        Algorithm.EDGE_SERVERS,
        Algorithm.SMART_NIC,
    }
)


def find_scale_up(
    topology: Topology, job: Job, placement: Placement, algorithm: Algorithm, way: InHost
) -> Iterator[Finding]:
    """Yield what keeps a job from using the scale-up domains of its hosts in a ``way``."""
    if way is InHost.FREE:
        return
    if job.collective is Collective.ALL_TO_ALL:
        says = f"job {job.id}: what an all-to-all moves within a host takes no time, whatever the way"
        yield note("scale_up.all-to-all", AT, says)
        return
    is_tree_of_another = algorithm is Algorithm.DOUBLE_TREE and job.collective is not Collective.ALL_REDUCE
    if algorithm not in PIPELINED or is_tree_of_another:
        listed = ", ".join(each.value for each in Algorithm if each in PIPELINED - {Algorithm.DOUBLE_TREE})
        says = (
            f"job {job.id}: by {algorithm.value} the inside of the hosts is not modelled; leave the way at "
            f"free, or choose {listed}"
        )
        yield error("scale_up.algorithm", AT, says)
    elif way is InHost.RING and algorithm is not Algorithm.RING:
        says = (
            f"job {job.id}: one ring through all GPUs is an algorithm of its own, and {algorithm.value} is "
            f"another: choose peers or nvls, or the algorithm ring"
        )
        yield error("scale_up.ring", AT, says)
    else:
        yield from _lacking(topology, job, placement, way)


def _lacking(topology: Topology, job: Job, placement: Placement, way: InHost) -> Iterator[Finding]:
    """Yield an error where the servers of a job are not known to do it."""
    members = np.concatenate([rail.members for rail in placement.rails])
    hosts = np.unique(topology.vertex_host[members]).tolist()
    domains = {host: topology.scale_up[host] if topology.scale_up else None for host in hosts}
    unknown = [host for host, domain in domains.items() if domain is None]
    if unknown:
        says = (
            f"job {job.id}: nothing is known of the inside of {_named(topology, unknown)}; give the server's "
            f"type its scale_up, or leave the way at free"
        )
        yield error("scale_up.unknown", AT, says)
    adds_not = [host for host, domain in domains.items() if domain is not None and domain.adding_rate is None]
    if way is InHost.NVLS and adds_not:
        says = (
            f"job {job.id}: nothing adds inside {_named(topology, adds_not)}; choose peers, or servers whose "
            f"scale-up switches add"
        )
        yield error("scale_up.adds", AT, says)


def _named(topology: Topology, hosts: list[int]) -> str:
    first = topology.host_ids[hosts[0]]
    return first if len(hosts) == 1 else f"{first} and {len(hosts) - 1} more of its hosts"
