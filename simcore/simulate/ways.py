"""The ways in which an all-reduce can be done on a fabric, each as a scenario, or why it does not fit.

What a comparison of all ways runs (docs/model/comparisons.md). A way changes the algorithm of a scenario, the
inside of its hosts and where is added; everything else stays as it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from simcore.document.aggregating import EdgeServers, InHost, ScaleUpChoice, Tiers
from simcore.document.findings import Severity
from simcore.document.scenario import Algorithm, Pace, ScenarioDocument
from simcore.document.workload import Collective, SelectBy, Selection, WorkloadDocument
from simcore.simulate.fit import fit
from simcore.topology import Topology
from simcore.traffic.placement import adapters_of_hosts


class Rung(StrEnum):
    """Whose work a way is: the hosts' own, that of servers or switches in the rack, or of all switches."""

    HOST = "host"
    RACK = "rack"
    NETWORK = "network"


class Inside(StrEnum):
    """What a way needs to know of the inside of hosts.

    ``any``: nothing; it is done between the GPUs where something is known. ``known``: that there are several
    GPUs. ``adds``: that the scale-up switches of the host add.
    """

    ANY = "any"
    KNOWN = "known"
    ADDS = "adds"


@dataclass(frozen=True, slots=True)
class Way:
    """One way: ``name`` for programs, ``title`` for people."""

    name: str
    title: str
    rung: Rung
    algorithm: Algorithm
    inside: Inside = Inside.ANY
    tiers: Tiers = Tiers.ALL


@dataclass(frozen=True, slots=True)
class OfferedWay:
    """A way on one fabric: as a scenario, or None and ``says`` why it does not fit."""

    way: Way
    scenario: ScenarioDocument | None
    says: str = ""


BASELINE: Final = "ring"
_NVLS: Final = "NVLS inside"
WAYS: Final = (
    Way(BASELINE, "Ring", Rung.HOST, Algorithm.RING),
    Way("tree", "Double binary tree", Rung.HOST, Algorithm.DOUBLE_TREE),
    Way("hierarchical", "Rings by rail, peers inside", Rung.HOST, Algorithm.RING, Inside.KNOWN),
    Way("nvls-ring", f"Rings by rail, {_NVLS}", Rung.HOST, Algorithm.RING, Inside.ADDS),
    Way("nvls-tree", f"Double binary tree, {_NVLS}", Rung.HOST, Algorithm.DOUBLE_TREE, Inside.ADDS),
    Way("edge-servers", "Edge servers", Rung.RACK, Algorithm.EDGE_SERVERS),
    Way("edge-servers-nvls", f"Edge servers, {_NVLS}", Rung.RACK, Algorithm.EDGE_SERVERS, Inside.ADDS),
    Way("leaf", "Leaf switches add", Rung.RACK, Algorithm.IN_NETWORK, tiers=Tiers.LEAF),
    Way(
        "leaf-nvls",
        f"Leaf switches add, {_NVLS}",
        Rung.RACK,
        Algorithm.IN_NETWORK,
        Inside.ADDS,
        Tiers.LEAF,
    ),
    Way("in-network", "All switches add", Rung.NETWORK, Algorithm.IN_NETWORK),
    Way("in-network-nvls", f"All switches add, {_NVLS}", Rung.NETWORK, Algorithm.IN_NETWORK, Inside.ADDS),
)


def ways_on(
    topology: Topology, workload: WorkloadDocument, scenario: ScenarioDocument
) -> tuple[OfferedWay, ...]:
    """Return every way for the first job of ``workload``, in the order of ``WAYS``.

    Raises
    ------
    ValueError
        If the first job is no all-reduce.
    """
    if not workload.jobs or workload.jobs[0].collective is not Collective.ALL_REDUCE:
        raise ValueError("the ways are of an all-reduce, which the first job has to be")
    building = _Building.of(topology, workload, scenario)
    return tuple(building.offered(way, scenario) for way in WAYS)


@dataclass(frozen=True, slots=True)
class _Building:
    """The fabric and who works in it: hosts of the first job, and those that no job needs."""

    topology: Topology
    workload: WorkloadDocument
    working: tuple[int, ...]
    free: tuple[str, ...]

    @classmethod
    def of(cls, topology: Topology, workload: WorkloadDocument, scenario: ScenarioDocument) -> "_Building":
        """Return who works where a job goes around rings, which fits whatever does."""
        fitted = fit(topology, workload, scenario.model_copy(update={"algorithm": Algorithm.RING}))
        of_jobs = [
            {int(host) for rail in placed.rails for host in topology.vertex_host[rail.members]}
            for placed in fitted.placements
        ]
        busy = set[int]().union(*of_jobs)
        cabled = [row for row, adapters in enumerate(adapters_of_hosts(topology)) if adapters]
        free = tuple(topology.host_ids[row] for row in cabled if row not in busy)
        return cls(topology, workload, tuple(sorted(of_jobs[0])), free)

    def offered(self, way: Way, scenario: ScenarioDocument) -> OfferedWay:
        """Return the way as a scenario, or the first thing that stops it."""
        says = next(self._lacks(way, scenario), None)
        if says is not None:
            return OfferedWay(way, None, says)
        made = self._scenario(way, scenario)
        errors = (
            each.says
            for each in fit(self.topology, self.workload, made).findings
            if each.severity is Severity.ERROR
        )
        says = next(errors, None)
        return OfferedWay(way, made) if says is None else OfferedWay(way, None, says)

    def _lacks(self, way: Way, scenario: ScenarioDocument) -> Iterator[str]:
        """Yield what the building has not that the way needs; a run has words of its own for the rest."""
        if way.algorithm is Algorithm.EDGE_SERVERS and self._servers(scenario).hosts is None:
            yield (
                "every host with an adapter has ranks of a job: leave some out (count of its ranks), or name "
                "the servers (aggregation.servers.hosts of the scenario)"
            )

    @property
    def _has_gpus(self) -> bool:
        """Whether every host of the job is known to join several GPUs."""
        domains = self.topology.scale_up or (None,) * len(self.topology.host_ids)
        found = [domains[row] for row in self.working]
        return all(domain is not None and domain.gpus > 1 for domain in found)

    def _servers(self, scenario: ScenarioDocument) -> EdgeServers:
        """Return the servers that the scenario names, else hosts that no job needs, one a worker at most."""
        servers = scenario.aggregation.servers
        if servers.hosts is not None or not self.free:
            return servers
        spare = Selection(by=SelectBy.LIST, hosts=self.free[: len(self.working)])
        return servers.model_copy(update={"hosts": spare})

    def _scenario(self, way: Way, scenario: ScenarioDocument) -> ScenarioDocument:
        """Return the scenario of a way, as fast as it can be run."""
        aggregation: dict[str, object] = {"tiers": way.tiers}
        if way.algorithm is Algorithm.EDGE_SERVERS:
            aggregation["servers"] = self._servers(scenario)
        return scenario.model_copy(
            update={
                "name": way.title,
                "algorithm": way.algorithm,
                "scale_up": ScaleUpChoice(way=self._inside(way)),
                "aggregation": scenario.aggregation.model_copy(update=aggregation),
                "pace": Pace(),
            }
        )

    def _inside(self, way: Way) -> InHost:
        """Return what a way does between the GPUs of a host: nothing where nothing is known of them."""
        if way.inside is Inside.ADDS:
            return InHost.NVLS
        if way.inside is Inside.ANY and not self._has_gpus:
            return InHost.FREE
        return InHost.RING if way.name == BASELINE else InHost.PEERS
