"""What keeps switches from adding for a job, found before the run: the rules ``aggregation.*``.

A job that asks for trees gets them or an error at the field, never a ring that nobody asked for; where only
some of its rails have no tree it is a warning. docs/checks.md lists the rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simcore.document.aggregating import InHost, Tiers, TreeProtocol
from simcore.document.capabilities import AggregationProfile
from simcore.document.catalogue import AGGREGATION_PROFILES
from simcore.document.findings import Finding, error, warning
from simcore.document.scenario import Algorithm, ScenarioDocument
from simcore.document.words import counted
from simcore.document.workload import Collective, DataType, Job
from simcore.routing.shortest_paths import ShortestPaths
from simcore.simulate.algorithms import fitting
from simcore.simulate.tenant_findings import find_other_tenants
from simcore.simulate.tiers import HIGHEST, within
from simcore.simulate.tree_findings import RailOfJob, TreeRules, and_so_on, switches_of, verb
from simcore.topology import AggregationLimits, Topology
from simcore.traffic.aggregation import PlannedTree, TreePlanner
from simcore.traffic.collectives.tree import can_add
from simcore.traffic.placement import Placement, RailMembers


@dataclass(frozen=True, slots=True)
class PlacedJob:
    """A job: its row among the jobs, where its ranks stand, and where they are named in a document."""

    row: int
    job: Job
    placement: Placement
    ranks_at: str


def asks_switches(job: Job, algorithm: Algorithm) -> bool:
    """Return whether a job is to be added up in switches, and can be; an all-to-all has nothing to add."""
    has_sums = job.collective is not Collective.ALL_TO_ALL and algorithm in fitting(job.collective)
    return algorithm is Algorithm.IN_NETWORK and has_sums


def find_quorum(
    topology: Topology, scenario: ScenarioDocument, placed: Sequence[PlacedJob]
) -> Iterator[Finding]:
    """Yield aggregation.quorum: more ranks to wait for than a job has. A host is one rank."""
    quorum = scenario.aggregation.quorum
    if quorum is None:
        return
    for each in placed:
        members = np.concatenate([rail.members for rail in each.placement.rails])
        ranks = np.unique(topology.vertex_host[members]).shape[0]
        if quorum > ranks:
            says = (
                f"a quorum of {quorum:,} never comes together: job {each.job.id} has "
                f"{counted(ranks, 'rank')} (hosts). Take {ranks:,} or less, or null to wait for all"
            )
            yield error("aggregation.quorum", "/aggregation/quorum", says)


def find_types_in_hosts(scenario: ScenarioDocument, jobs: Sequence[Job]) -> Iterator[Finding]:
    """Yield aggregation.type: types that the switches inside of hosts do not add (NVLS)."""
    known = AGGREGATION_PROFILES[AggregationProfile.NVSWITCH_3].types
    if scenario.scale_up.way is not InHost.NVLS or known is None:
        return
    listed = and_so_on([each.value for each in DataType if each in known], most=len(DataType))
    for row, job in enumerate(jobs):
        if job.collective is Collective.ALL_REDUCE and job.dtype is not None and job.dtype not in known:
            says = (
                f"job {job.id} adds {job.dtype.value}, and the switches inside of hosts (nvswitch-3) add "
                f"{listed} alone: take one of them, or peers as the way inside"
            )
            yield error("aggregation.type", f"/jobs/{row}/dtype", says)


def find_aggregation(
    topology: Topology, paths: ShortestPaths, scenario: ScenarioDocument, asking: Sequence[PlacedJob]
) -> Iterator[Finding]:
    """Yield what is wrong with the trees of the jobs that ask for some; all of their ranks have paths."""
    if not asking:
        return
    allowed = within(topology, scenario.aggregation.tiers)
    if not adding(allowed):
        yield _nobody_adds(topology, scenario.aggregation.tiers, asking)
        return
    rules = TreeRules(allowed, scenario)
    if _is_plain(allowed, scenario, asking) and all(
        _has_root(allowed, paths, rail) for each in asking for rail in each.placement.rails
    ):
        return
    planner = TreePlanner(allowed, paths)
    for each in asking:
        planned = [(rail, planner.plan(rail.members)) for rail in each.placement.rails]
        refused = [(rail, found) for rail, found in planned if isinstance(found, str)]
        if refused:
            yield _without_trees(topology, paths, scenario, each, refused)
        trees = [RailOfJob(rail, found) for rail, found in planned if isinstance(found, PlannedTree)]
        yield from rules.look_at(each.row, each.job, trees)
        yield from find_other_tenants(
            topology,
            each.row,
            each.job,
            ranks_at=each.ranks_at,
            members=np.concatenate([rail.members for rail in each.placement.rails]).tolist(),
            switches=sorted({row for tree in trees for row in switches_of(topology, tree.planned)}),
        )


def adding(topology: Topology) -> list[tuple[int, AggregationLimits]]:
    """Return the switches that add (rows of vertices) with their limits."""
    found = enumerate(topology.aggregation)
    return [(row, limits) for row, limits in found if limits is not None and can_add(limits)]


def _nobody_adds(topology: Topology, tiers: Tiers, asking: Sequence[PlacedJob]) -> Finding:
    """Return the error where no switch may add that can."""
    jobs = f"{and_so_on([f'job {each.job.id}' for each in asking])} {verb(asking, 'asks', 'ask')}"
    others = adding(topology)
    if not others:
        says = (
            f"{jobs} for sums in the network, and no switch of this fabric adds: give its switches an "
            "aggregation profile, or choose another algorithm, such as ring, double-tree or edge-servers"
        )
        return error("aggregation.capability", "/algorithm", says)
    heights = sorted({int(topology.vertex_tier[row]) for row, _ in others})
    where = and_so_on([str(height) for height in heights])
    wider = next(
        (each for each in (Tiers.LEAF_SPINE, Tiers.ALL) if adding(within(topology, each))), Tiers.ALL
    )
    says = (
        f"{jobs} for sums in the network by tiers {tiers.value}, and no switch there adds; "
        f"{counted(len(others), 'switch', 'switches')} of tier {where} can: choose tiers {wider.value}"
    )
    return error("aggregation.capability", "/aggregation/tiers", says)


def _is_plain(topology: Topology, scenario: ScenarioDocument, asking: Sequence[PlacedJob]) -> bool:
    """Return whether any tree is as good as another: what adds is alike, and nobody owns anything."""
    limits = [each for _, each in adding(topology)]
    asked = {each.job.dtype for each in asking if each.job.dtype is not None}
    protocol = scenario.aggregation.protocol
    return (
        not topology.vertex_tenants
        and not any(each.job.tenant for each in asking)
        and len({each.family for each in limits}) == 1
        and len({each.types for each in limits}) == 1
        and (limits[0].types is None or (asked <= limits[0].types and bool(limits[0].types)))
        and (protocol is not TreeProtocol.STREAMING or all(each.streaming for each in limits))
        and (protocol is not TreeProtocol.LATENCY or all(each.segments for each in limits))
        and (all(each.streaming for each in limits) or all(each.segments for each in limits))
    )


def _has_root(topology: Topology, paths: ShortestPaths, rail: RailMembers) -> bool:
    """Return whether a switch that adds reaches all members of a rail."""
    return any(bool((paths.distance_to(row)[rail.members] >= 0).all()) for row, _ in adding(topology))


def _without_trees(
    topology: Topology,
    paths: ShortestPaths,
    scenario: ScenarioDocument,
    asking: PlacedJob,
    refused: Sequence[tuple[RailMembers, str]],
) -> Finding:
    """Return what to say of rails that have no tree: an error if none of the job has one."""
    names, reason = and_so_on([rail.name for rail, _ in refused]), refused[0][1]
    one_family = len({limits.family for _, limits in adding(topology)}) < 2
    tiers = scenario.aggregation.tiers
    is_of_tiers = tiers in HIGHEST and all(_has_root(topology, paths, rail) for rail, _ in refused)
    at = "/aggregation/tiers" if is_of_tiers else "/algorithm"
    help_ = (
        f"choose tiers {Tiers.ALL.value}"
        if is_of_tiers
        else "give a profile to a switch that all of them reach, leave ranks out, or choose another algorithm"
    )
    if len(refused) < len(asking.placement.rails):
        become = verb(refused, "has no tree and goes around as a ring", "have no tree and go around as rings")
        says = f"{names} of job {asking.job.id} {become} ({reason}): {help_}"
        return warning("aggregation.capability", at, says)
    rule = "aggregation.capability" if one_family else "aggregation.interoperability"
    return error(rule, at, f"no rail of job {asking.job.id} has a tree ({reason}): {help_}")
