"""How a workload and a scenario fit a fabric: names become rows, and what does not fit becomes findings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.findings import Finding, Severity
from simcore.document.scenario import Algorithm, Fault, JobPlacement, Planes, RoutingMode, ScenarioDocument
from simcore.document.words import counted
from simcore.document.workload import Background, Collective, Flow, Job, SelectBy, Selection, WorkloadDocument
from simcore.routing.planes import most_planes
from simcore.routing.shortest_paths import ShortestPaths
from simcore.simulate.aggregation_findings import (
    PlacedJob,
    asks_switches,
    find_aggregation,
    find_quorum,
    find_types_in_hosts,
)
from simcore.simulate.algorithms import pairs_of, unfit
from simcore.simulate.choice import Choice, choice_of, without_switches
from simcore.simulate.failures import Talk, find_cut_off, find_faults
from simcore.simulate.forwarding import find_lost, find_tables
from simcore.simulate.idle_settings import find_idle
from simcore.simulate.protection import find_protection
from simcore.simulate.scale_up import find_scale_up
from simcore.simulate.servers import AT as SERVERS_AT
from simcore.simulate.servers import Clients, find_servers
from simcore.topology import Topology, VertexKind
from simcore.traffic.faults import LinkFault
from simcore.traffic.placement import Placement, RailMembers, adapters_of_hosts, place_by_structure
from simcore.traffic.striping import crossed, is_even, striped

# Findings of one kind that are listed one by one; the rest is counted.
LISTED: Final = 50
# Below, a run over such a link has no end that anybody waits for.
LEAST_PAYLOAD: Final = 1e-3


@dataclass(frozen=True, slots=True)
class Fit:
    """The workload and scenario in rows of the fabric.

    Attributes
    ----------
    placements, choices
        One a job: where it stands, and by which algorithm it runs.
    backgrounds
        For each background the rows of its adapters.
    flow_source, flow_target
        (F,) rows of vertices of the explicit flows.
    servers
        The hosts that add at the edge, none where no job has them do so.
    faults
        One a fault of the scenario.
    findings
        What does not fit, and what is worth knowing. With an error among them the other fields are not
        to be used.
    """

    placements: tuple[Placement, ...]
    choices: tuple[Choice, ...]
    backgrounds: tuple[NDArray[np.int32], ...]
    flow_source: NDArray[np.int32]
    flow_target: NDArray[np.int32]
    servers: tuple[int, ...]
    faults: tuple[LinkFault, ...]
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that stop a run."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.ERROR)


def fit(topology: Topology, workload: WorkloadDocument, scenario: ScenarioDocument) -> Fit:
    """Return the workload and scenario in rows, with all findings at once."""
    fitter = _Fitter(topology, workload, scenario)
    fitter.look_at_whole()
    placed = [fitter.place(row, job) for row, job in enumerate(workload.jobs)]
    placements, choices = tuple(place for place, _ in placed), tuple(choice for _, choice in placed)
    servers = fitter.find_servers(placements, choices)
    algorithms = [choice.algorithm for choice in choices]
    fitter.findings += find_protection(workload.jobs, algorithms, scenario)
    fitter.look_at_sums(placements, algorithms)
    backgrounds = tuple(fitter.spread(row, each) for row, each in enumerate(workload.background))
    source, target = fitter.find_flow_ends(workload.flows)
    faults = fitter.find_faults(scenario.faults)
    fitter.look_at_planes()
    fitter.follow_tables()
    return Fit(placements, choices, backgrounds, source, target, servers, faults, tuple(fitter.findings))


class _Fitter:
    """Resolves names against one topology and gathers findings on the way."""

    def __init__(self, topology: Topology, workload: WorkloadDocument, scenario: ScenarioDocument) -> None:
        self.findings: list[Finding] = []
        self._topology = topology
        self._workload = workload
        self._scenario = scenario
        self._paths = ShortestPaths(topology)
        self._adapters = adapters_of_hosts(topology)
        self._host = {name: row for row, name in enumerate(topology.host_ids)}
        self._vertex = {name: row for row, name in enumerate(topology.vertex_ids)}
        self._talks: list[Talk] = []
        self._placed: dict[str, int] = {}
        # Where the ranks of a job are named, of those jobs whose ranks are right.
        self._ranks_at: dict[int, str] = {}
        for row, placed in enumerate(scenario.placement):
            self._placed.setdefault(placed.job, row)

    # The documents as a whole.

    def look_at_whole(self) -> None:
        """Find what no single part shows."""
        work = self._workload
        if not (work.jobs or work.background or work.flows):
            self._error("run.nothing", "/", "there is nothing to simulate: add a job, background or flows")
        self._refuse_twins("/jobs", [job.id for job in work.jobs])
        self._refuse_twins("/background", [each.id for each in work.background])
        self._refuse_twins("/flows", [flow.id for flow in work.flows])
        known = {job.id for job in work.jobs}
        for row, placed in enumerate(self._scenario.placement):
            if placed.job not in known:
                says = f"the scenario places job {placed.job}, which the workload does not have"
                self._error("placement.job", f"/placement/{row}/job", says)
            if self._placed[placed.job] != row:
                says = f"the scenario places job {placed.job} twice: leave one of them out"
                self._error("placement.twice", f"/placement/{row}/job", says)
        payload = self._scenario.transport.payload_share
        if payload < LEAST_PAYLOAD:
            says = f"with {payload:g} of a rate as payload nothing moves: give {LEAST_PAYLOAD:g} or more"
            self._error("transport.payload", "/transport/payload_share", says)
        self.findings += find_idle(work, self._scenario)

    def _refuse_twins(self, at: str, ids: Sequence[str]) -> None:
        first: dict[str, int] = {}
        twins = [row for row, each in enumerate(ids) if first.setdefault(each, row) != row]
        self._list(
            "id.duplicate",
            twins,
            at=lambda row: f"{at}/{row}/id",
            says=lambda row: f"the id {ids[row]} is used twice in {at}: rename one of them",
        )

    # Jobs.

    def place(self, row: int, job: Job) -> tuple[Placement, Choice]:
        """Return where a job stands, by the scenario's placement or its selection; and how it runs."""
        by_hand = self._placed.get(job.id)
        if by_hand is None:
            at = f"/jobs/{row}/ranks"
            placement = self._select(at, job.ranks)
        else:
            at = f"/placement/{by_hand}/rails"
            placement = self._placed_by_hand(at, self._scenario.placement[by_hand])
        if not self._has_errors_at(at):
            placement = self._striped(job, placement)
        if self._has_errors_at(at) or self._has_errors_at("/collectives"):
            return placement, Choice(self._scenario.algorithm, self._scenario.collectives)
        choice = self._look_at_ranks(row, at, job, placement)
        if not self._has_errors_at(at):
            self._ranks_at[row] = at
        return placement, choice

    def look_at_sums(self, placements: Sequence[Placement], algorithms: Sequence[Algorithm]) -> None:
        """Find where a quorum cannot be, or switches are asked for sums that they do not make."""
        placed = [
            PlacedJob(row, self._workload.jobs[row], placements[row], at)
            for row, at in self._ranks_at.items()
        ]
        asking = [each for each in placed if asks_switches(each.job, algorithms[each.row])]
        self.findings += find_quorum(self._topology, self._scenario, placed)
        self.findings += find_types_in_hosts(self._scenario, self._workload.jobs)
        self.findings += find_aggregation(self._topology, self._paths, self._scenario, asking)

    def _striped(self, job: Job, placement: Placement) -> Placement:
        """Return the rails that a job uses, and its members on each, by the scenario's layout."""
        layout, count = self._scenario.collectives, len(placement.rails)
        if layout.rails is not None and layout.rails > count:
            has = counted(count, "rail")
            says = f"job {job.id} has {has}, not {layout.rails}: take as many, or null for all"
            self._error("collectives.rails", "/collectives/rails", says)
            return placement
        placement = striped(placement, layout.rails)
        if layout.rail_affinity or len(placement.rails) == 1:
            return placement
        if not is_even(self._topology, placement):
            says = (
                f"job {job.id} has hosts that are not on every rail once: its rings cannot change rails at "
                "every host; keep rail_affinity, or place it on hosts alike"
            )
            self._error("collectives.affinity", "/collectives/rail_affinity", says)
            return placement
        return crossed(self._topology, placement)

    def _look_at_ranks(self, row: int, at: str, job: Job, placement: Placement) -> Choice:
        """Return how a job runs; find who is missing among its ranks, or has no path."""
        hosts = {int(host) for rail in placement.rails for host in self._topology.vertex_host[rail.members]}
        if len(hosts) < 2 or any(rail.members.shape[0] < 2 for rail in placement.rails):
            says = (
                f"job {job.id} has ranks on {_hosts(len(hosts))}: a collective needs at least 2 on every rail"
            )
            is_sum = asks_switches(job, self._scenario.algorithm)
            nothing = ", else there is nothing to add" if is_sum else ""
            self._error("ranks.too-few", at, says + nothing)
            return Choice(self._scenario.algorithm, self._scenario.collectives)
        choice = self._chosen(PlacedJob(row, job, placement, at))
        if self._is_unfit(row, job, placement, choice):
            pass
        elif job.collective is Collective.ALL_TO_ALL:
            members = np.concatenate([rail.members for rail in placement.rails])
            self._need_paths(at, f"job {job.id}", members)
            self._talks.append(Talk.among(f"job {job.id}", members))
        else:
            for rail in placement.rails:
                who = f"job {job.id}, {rail.name}"
                self._need_paths(at, who, rail.members, is_tree=asks_switches(job, choice.algorithm))
                if choice.algorithm is not Algorithm.EDGE_SERVERS:
                    source, target = pairs_of(job, choice, rail.members.shape[0])
                    self._talks.append(Talk(who, rail.members[source], rail.members[target]))
            way = self._scenario.scale_up.way
            self.findings += find_scale_up(self._topology, job, placement, choice.algorithm, way)
        return choice

    def _chosen(self, placed: PlacedJob) -> Choice:
        """Return how a job runs; auto does without switches that would not add for it."""
        choice = choice_of(self._topology, placed.job, placed.placement, self._scenario)
        if self._scenario.algorithm is not Algorithm.AUTO or choice.algorithm is not Algorithm.IN_NETWORK:
            return choice
        refused = [
            each
            for each in (
                *find_aggregation(self._topology, self._paths, self._scenario, [placed]),
                *find_protection([placed.job], [choice.algorithm], self._scenario),
            )
            if each.severity is Severity.ERROR
        ]
        if not refused:
            return choice
        other = choice_of(self._topology, placed.job, placed.placement, without_switches(self._scenario))
        return replace(other, says=f"{other.says}; switches do not add here: {refused[0].says}")

    def _is_unfit(self, row: int, job: Job, placement: Placement, choice: Choice) -> bool:
        """Find where the algorithm does not do the job's operation, or not between so many."""
        found = list(unfit(row, job, choice, [rail.members.shape[0] for rail in placement.rails]))
        self.findings += found
        return bool(found)

    def find_servers(self, placements: Sequence[Placement], choices: Sequence[Choice]) -> tuple[int, ...]:
        """Return the hosts that add at the edge, where a job wants them to."""
        clients = Clients(self._workload.jobs, placements, choices)
        if not any(True for _ in clients.rails()):
            return ()
        selection = self._scenario.aggregation.servers.hosts
        if selection is None:
            says = "no servers are named that add at the edge: name hosts on which no job has ranks"
            self._error("servers.none", SERVERS_AT, says)
            return ()
        found = self._selected_hosts(SERVERS_AT, selection, rule="servers.unknown")
        servers = tuple(found if selection.count is None else found[: selection.count])
        if selection.count is not None and len(servers) < selection.count:
            says = f"{_hosts(selection.count)} are asked for as servers, but there are only {len(servers)}"
            self._error("servers.too-few", f"{SERVERS_AT}/count", says)
        if not servers or any(each.severity is Severity.ERROR for each in self.findings):
            return servers
        findings, talks = find_servers(self._topology, self._paths, clients, servers)
        self.findings += findings
        self._talks += talks
        return servers

    def _select(self, at: str, selection: Selection) -> Placement:
        hosts = self._selected_hosts(at, selection)
        alike_only = selection.by is SelectBy.DEFAULT
        placement = place_by_structure(self._topology, hosts, alike_only=alike_only, count=selection.count)
        kept = {int(host) for rail in placement.rails for host in self._topology.vertex_host[rail.members]}
        if selection.count is not None and len(kept) < selection.count:
            says = f"{at} asks for {_hosts(selection.count)}, but only {len(kept)} can take part"
            self._error("ranks.too-few", f"{at}/count", says)
        return placement

    def _selected_hosts(self, at: str, selection: Selection, *, rule: str = "ranks.unknown") -> list[int]:
        """Return the rows of the hosts that a selection names, in the order in which it names them."""
        if selection.by is SelectBy.TAG:
            tags = self._topology.host_tags
            hosts = [row for row, carried in enumerate(tags) if selection.tag in carried]
            if not hosts:
                self._error(rule, f"{at}/tag", f"no host has the tag {selection.tag}")
            return hosts
        if selection.by is SelectBy.LIST:
            unknown = [row for row, name in enumerate(selection.hosts) if name not in self._host]
            self._list(
                rule,
                unknown,
                at=lambda row: f"{at}/hosts/{row}",
                says=lambda row: f"there is no host {selection.hosts[row]} in the fabric",
            )
            named = dict.fromkeys(name for name in selection.hosts if name in self._host)
            return [self._host[name] for name in named]
        return list(range(len(self._topology.host_ids)))

    def _placed_by_hand(self, at: str, placed: JobPlacement) -> Placement:
        rails = []
        for number, rail in enumerate(placed.rails):
            members = [
                self._find_end(f"{at}/{number}/members/{row}", name) for row, name in enumerate(rail.members)
            ]
            found = [vertex for vertex in members if vertex is not None]
            if len(set(found)) < len(found):
                says = f"rail {rail.name} of job {placed.job} names an adapter twice"
                self._error("placement.adapter", f"{at}/{number}/members", says)
            rails.append(RailMembers(rail.name, np.array(found, dtype=np.int32)))
        return Placement(tuple(rails), ())

    def _need_paths(self, at: str, who: str, members: NDArray[np.int32], *, is_tree: bool = False) -> None:
        """Find a member that the first member cannot reach."""
        first = np.full(members.shape[0], members[0], dtype=np.int32)
        apart = np.flatnonzero(~self._paths.are_connected(members, first))
        if apart.shape[0]:
            one, other = (self._topology.vertex_ids[row] for row in (members[0], members[apart[0]]))
            tree = ", and no tree joins islands" if is_tree else ""
            says = (
                f"{who} needs a path between {one} and {other}, and there is none ({apart.shape[0]} of its "
                f"{members.shape[0]} adapters are out of reach{tree}): connect them, or leave them out"
            )
            self._error("ranks.unreachable", at, says)

    # Background and flows.

    def spread(self, row: int, background: Background) -> NDArray[np.int32]:
        """Return the adapters between which a background runs."""
        at = f"/background/{row}"
        if background.stop_ms is None and not self._workload.jobs:
            says = (
                f"background {background.id} never ends: give it a stop_ms, or add a job that it accompanies"
            )
            self._error("background.endless", f"{at}/stop_ms", says)
        if background.stop_ms is not None and background.stop_ms <= background.start_ms:
            says = f"stop_ms {background.stop_ms:g} is not after start_ms {background.start_ms:g}"
            self._error("background.time", f"{at}/stop_ms", says)
        hosts = self._background_hosts(f"{at}/hosts", background.hosts)
        adapters = np.array([each for host in hosts for each in self._adapters[host]], dtype=np.int32)
        if self._has_errors_at(f"{at}/hosts"):
            return adapters
        if len({int(host) for host in self._topology.vertex_host[adapters]}) < 2:
            says = f"background {background.id} needs at least 2 hosts with adapters"
            self._error("ranks.too-few", f"{at}/hosts", says)
        else:
            self._need_paths(f"{at}/hosts", f"background {background.id}", adapters)
            self._talks.append(Talk.among(f"background {background.id}", adapters))
        return adapters

    def _background_hosts(self, at: str, selection: Selection) -> list[int]:
        if selection.by is SelectBy.DEFAULT:
            placement = self._select(at, selection)
            rows = np.concatenate([np.empty(0, np.int32), *(rail.members for rail in placement.rails)])
            return sorted({int(host) for host in self._topology.vertex_host[rows.astype(np.int32)]})
        hosts = self._selected_hosts(at, selection)
        return hosts if selection.count is None else hosts[: selection.count]

    def find_flow_ends(self, flows: Sequence[Flow]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the rows of both ends of the explicit flows."""
        known = {name: self._adapters[row][0] for name, row in self._host.items() if self._adapters[row]}
        for vertices in self._adapters:
            known.update((self._topology.vertex_ids[vertex], vertex) for vertex in vertices)
        source = np.array([known.get(flow.src, -1) for flow in flows], dtype=np.int32)
        target = np.array([known.get(flow.dst, -1) for flow in flows], dtype=np.int32)
        self._list(
            "flow.end",
            np.flatnonzero(source < 0).tolist(),
            at=lambda row: f"/flows/{row}/src",
            says=lambda row: f"flow {flows[row].id}: there is no cabled adapter {flows[row].src}",
        )
        self._list(
            "flow.end",
            np.flatnonzero(target < 0).tolist(),
            at=lambda row: f"/flows/{row}/dst",
            says=lambda row: f"flow {flows[row].id}: there is no cabled adapter {flows[row].dst}",
        )
        self._list(
            "flow.self",
            np.flatnonzero((source == target) & (source >= 0)).tolist(),
            at=lambda row: f"/flows/{row}/dst",
            says=lambda row: f"flow {flows[row].id} ends at the adapter where it begins",
        )
        ends = np.flatnonzero((source >= 0) & (target >= 0))
        self._list(
            "flow.unreachable",
            ends[~self._paths.are_connected(source[ends], target[ends])].tolist(),
            at=lambda row: f"/flows/{row}",
            says=lambda row: f"flow {flows[row].id}: no path from {flows[row].src} to {flows[row].dst}",
        )
        self._talks.append(Talk("a listed flow", source[ends], target[ends]))
        return source, target

    # Faults.

    def find_faults(self, faults: Sequence[Fault]) -> tuple[LinkFault, ...]:
        """Return the faults by the rows of their links, when all else is known to fit."""
        found, findings = find_faults(self._topology, faults)
        self.findings += findings
        if not any(each.severity is Severity.ERROR for each in self.findings):
            self.findings += find_cut_off(self._topology, found, self._talks)
        return tuple(found)

    # Routing.

    def look_at_planes(self) -> None:
        """Find where flows cannot be split over planes, or there is nothing to split over."""
        routing = self._scenario.routing
        if routing.planes is not Planes.SPLIT:
            return
        if routing.mode in {RoutingMode.FLOWLETS, RoutingMode.ADAPTIVE_SPRAY, RoutingMode.LEAST_LOADED}:
            says = f"routing {routing.mode.value} takes planes as they come: leave planes at any"
            self._error("routing.planes", "/routing/planes", says)
        elif most_planes(self._paths.graph) < 2:
            says = "no adapter has cables into more than one plane, so that there is nothing to split over"
            self._note("routing.planes", "/routing/planes", says)

    def follow_tables(self) -> None:
        """Find what is wrong with forwarding tables, and who would not arrive by them."""
        routing = self._scenario.routing
        if not routing.tables or routing.mode is not RoutingMode.STATIC:
            return
        tables, findings = find_tables(self._topology, routing.tables)
        self.findings += findings
        if not any(each.severity is Severity.ERROR for each in self.findings):
            self.findings += find_lost(self._topology, tables, self._talks)

    # Steps.

    def _find_end(self, at: str, name: str) -> int | None:
        vertex = self._vertex.get(name)
        if vertex is None or self._topology.vertex_kind[vertex] != VertexKind.ENDPOINT:
            self._error("placement.adapter", at, f"there is no adapter {name} in the fabric")
            return None
        return vertex

    def _has_errors_at(self, at: str) -> bool:
        return any(each.at.startswith(at) and each.severity is Severity.ERROR for each in self.findings)

    def _list(
        self, rule: str, rows: Sequence[int], *, at: Callable[[int], str], says: Callable[[int], str]
    ) -> None:
        """Tell of the first rows one by one, and of the number of the others."""
        for row in rows[:LISTED]:
            self._error(rule, at(row), says(row))
        if len(rows) > LISTED:
            self._error(rule, at(rows[LISTED]), f"and {len(rows) - LISTED} more like it")

    def _error(self, rule: str, at: str, says: str) -> None:
        self.findings.append(Finding(rule=rule, severity=Severity.ERROR, at=at, says=says))

    def _note(self, rule: str, at: str, says: str) -> None:
        self.findings.append(Finding(rule=rule, severity=Severity.NOTE, at=at, says=says))


def _hosts(count: int) -> str:
    return "1 host" if count == 1 else f"{count} hosts"
