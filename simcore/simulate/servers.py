"""Which hosts add at the edge, and whether they can."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.document.findings import Finding, error
from simcore.document.scenario import Algorithm
from simcore.document.workload import Collective, Job
from simcore.routing.shortest_paths import ShortestPaths
from simcore.simulate.algorithms import MOST_MESSAGES
from simcore.simulate.choice import Choice
from simcore.simulate.failures import Talk
from simcore.topology import Topology
from simcore.traffic.placement import Placement, adapters_of_hosts

AT = "/aggregation/servers/hosts"


@dataclass(frozen=True, slots=True)
class Clients:
    """The jobs of a run, where they stand and by what they run: some of them use servers at the edge."""

    jobs: Sequence[Job]
    placements: Sequence[Placement]
    choices: Sequence[Choice]

    def rails(self) -> Iterator[tuple[int, int, str, NDArray[np.int32]]]:
        """Yield each rail that uses servers: rows of job and rail, what people call it, its members."""
        for row, (job, placement) in enumerate(zip(self.jobs, self.placements, strict=True)):
            is_client = self.choices[row].algorithm is Algorithm.EDGE_SERVERS
            if is_client and job.collective is Collective.ALL_REDUCE:
                for number, rail in enumerate(placement.rails):
                    yield row, number, f"job {job.id}, {rail.name}", rail.members


def find_servers(
    topology: Topology, paths: ShortestPaths, clients: Clients, servers: Sequence[int]
) -> tuple[list[Finding], list[Talk]]:
    """Return what is wrong with ``servers`` (hosts) for the clients, and who has to reach whom."""
    adapters = adapters_of_hosts(topology)
    bare = [topology.host_ids[host] for host in servers if not adapters[host]]
    if bare:
        says = f"server {bare[0]} has no adapter with a cable: connect it, or name others"
        return [error("servers.unreachable", AT, says)], []
    findings = list(_busy(topology, clients, servers))
    messages = 2 * len(servers) * sum(members.shape[0] for *_, members in clients.rails())
    if messages > MOST_MESSAGES:
        says = (
            f"{len(servers)} servers take {messages:,} flows, and {MOST_MESSAGES:,} are the most: name fewer "
            f"servers, or run on fewer hosts"
        )
        findings.append(error("algorithm.messages", AT, says))
    if findings:
        return findings, []
    talks = []
    for _, number, who, members in clients.rails():
        talk = _talk(who, members, server_adapters(adapters, servers, number))
        apart = np.flatnonzero(~paths.are_connected(talk.source, talk.target))
        if apart.shape[0]:
            one, other = (topology.vertex_ids[int(end[apart[0]])] for end in (talk.source, talk.target))
            says = f"{talk.who}: no path from {one} to {other}; connect the servers, or name others"
            findings.append(error("servers.unreachable", AT, says))
        talks.append(talk)
    return findings, talks


def server_adapters(
    adapters: Sequence[Sequence[int]], servers: Sequence[int], number: int
) -> NDArray[np.int32]:
    """Return the adapter of each server (host) that serves rail ``number``: they take turns."""
    return np.array([adapters[host][number % len(adapters[host])] for host in servers], dtype=np.int32)


def _busy(topology: Topology, clients: Clients, servers: Sequence[int]) -> Iterator[Finding]:
    """Yield an error for each job with ranks on servers."""
    for job, placement in zip(clients.jobs, clients.placements, strict=True):
        members = [topology.vertex_host[rail.members] for rail in placement.rails]
        taken = sorted(set(servers).intersection(np.concatenate(members).tolist())) if members else []
        if taken:
            more = "" if len(taken) == 1 else f" and on {len(taken) - 1} more of them"
            says = (
                f"job {job.id} has ranks on server {topology.host_ids[taken[0]]}{more}: give the job other "
                f"hosts (by tag or list), or name other servers"
            )
            yield error("servers.busy", AT, says)


def _talk(who: str, members: NDArray[np.int32], servers: NDArray[np.int32]) -> Talk:
    """Return members and servers, both ways, and each server to the next."""
    up, to = np.repeat(members, servers.shape[0]), np.tile(servers, members.shape[0])
    after = np.roll(servers, -1)
    apart = after != servers
    return Talk(
        f"{who}, with its servers",
        np.concatenate([up, to, servers[apart]]),
        np.concatenate([to, up, after[apart]]),
    )
