"""Makes the players of a run out of its documents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from math import inf

import numpy as np
from numpy.typing import NDArray

from simcore.document.scenario import Algorithm, ScenarioDocument
from simcore.document.workload import Background, Collective, Flow, Job, SizeDistribution, WorkloadDocument
from simcore.engine.loop import Engine
from simcore.routing.pauses import Pauses
from simcore.routing.restless import RestlessRouter
from simcore.simulate.algorithms import CHAINS, PASSES, exchange_of, sends_of, vector_of
from simcore.simulate.cast import Cast, PlayedJob
from simcore.simulate.choice import Choice, rails_kept_to
from simcore.simulate.communication import CommunicationLoad
from simcore.simulate.courses import Itineraries
from simcore.simulate.demand import demand_of
from simcore.simulate.fit import Fit
from simcore.simulate.flow_numbers import BACKGROUND_FLOWS, first_flow_of
from simcore.simulate.folding import fold
from simcore.simulate.furnishing import Furniture
from simcore.simulate.links import LinkBytes
from simcore.simulate.parties import compute_of, party_of, tree_rules
from simcore.simulate.routers import RouterOfScenario
from simcore.simulate.why import Waiting as WaitingTime
from simcore.topology import Topology
from simcore.traffic.admission import Admission
from simcore.traffic.background import BackgroundPlan, BackgroundPlayer, Sizes, web_search_sizes
from simcore.traffic.collectives.all_to_all import AllToAll, exchange
from simcore.traffic.collectives.planted import Operation
from simcore.traffic.collectives.ring_steps import step_ring
from simcore.traffic.collectives.sends import Sends
from simcore.traffic.faults import FaultPlayer
from simcore.traffic.flows import FlowBook
from simcore.traffic.graph_collectives import Exchanges, GraphCollective, exchanges
from simcore.traffic.jobs import JobPlayer
from simcore.traffic.placement import Placement
from simcore.traffic.rails import CROWN_FLOWS, AllReduce, Rail
from simcore.traffic.rerouting import Convergence, Travellers
from simcore.traffic.restless import Restlessness
from simcore.traffic.roadmaps import Wayfinder
from simcore.traffic.splitting import Splitting
from simcore.traffic.stepped_rails import SteppedAllReduce
from simcore.traffic.trees import Grove, RailTree, TreeMaker
from simcore.units import seconds, seconds_of_micro


class Purpose(IntEnum):
    """What random numbers are for: each purpose and row has a stream of its own."""

    COMPUTE = 1
    BACKGROUND = 2


@dataclass(frozen=True, slots=True)
class _Stagehand:
    """What making players takes: the fabric, its paths and trees, and who is admitted.

    ``windows`` are the rows of resources that trees have to themselves.
    """

    topology: Topology
    scenario: ScenarioDocument
    itineraries: Itineraries
    wayfinder: Wayfinder
    trees: TreeMaker
    windows: Iterator[int]
    admission: Admission
    cast: Cast
    engine: Engine

    def random(self, purpose: Purpose, row: int) -> np.random.Generator:
        """Return the random numbers of one purpose."""
        return np.random.default_rng([self.scenario.seed, int(purpose), row])


def make_cast(
    topology: Topology,
    workload: WorkloadDocument,
    scenario: ScenarioDocument,
    fitted: Fit,
    engine: Engine,
    *,
    furniture: Furniture,
    pauses: Pauses,
) -> Cast:
    """Return the players of a run, who have entered ``engine``; ``pauses`` are made where routing takes long.

    ``furniture`` holds the rows that the engine was made of.

    Raises
    ------
    RoutingError
        If two ends have no path between them.
    """
    splitting = Splitting(scenario.routing.splitting.value)
    links = LinkBytes(engine, topology.link_count)
    cast = Cast(
        topology=topology,
        places=furniture.resources.places,
        faults=FaultPlayer(fitted.faults, topology.link_rate),
        convergence=None,
        restlessness=None,
        jobs=[],
        backgrounds=[],
        explicit=FlowBook(topology.link_rate, splitting),
        drawn=FlowBook(topology.link_rate, splitting),
        audit=[],
        communication=CommunicationLoad(engine, links, topology.link_count),
        flow_load=np.zeros(topology.link_count),
        links=links,
        asides=tuple(finding.says for finding in fitted.findings),
    )
    itineraries = Itineraries(topology, workload, scenario, fitted, furniture)
    demand = partial(demand_of, itineraries)
    router = RouterOfScenario(topology, scenario.routing, demand, pauses)
    capacity = furniture.resources.capacity()
    hand = _Stagehand(
        topology,
        scenario,
        itineraries,
        Wayfinder(topology, router, merged_share=scenario.aggregation.merged_share),
        TreeMaker(topology, furniture.resources.reducers, tree_rules(scenario.aggregation), capacity),
        iter(furniture.windows.tolist()),
        Admission(),
        cast,
        engine,
    )
    for row, job in enumerate(workload.jobs):
        cast.jobs.append(_played_job(hand, row, job, fitted.placements[row], fitted.choices[row]))
    for row, background in enumerate(workload.background):
        cast.backgrounds.append(_played_background(hand, row, background, fitted))
    _list_flows(hand, workload.flows, fitted, engine)
    travellers = _travellers(hand)
    if cast.faults.down_moments:
        cast.convergence = _convergence(hand, travellers, engine)
    if isinstance(hand.wayfinder.router, RestlessRouter):
        period = seconds_of_micro(scenario.routing.period_us)
        cast.restlessness = Restlessness(travellers, hand.wayfinder, period=period, clock=engine)
    fold(cast, engine, hand.wayfinder, scenario.folding)
    cast.enter(engine)
    return cast


def _travellers(hand: _Stagehand) -> Travellers:
    """Return all whose streams can be sent another way."""
    jobs = [job.collective for job in hand.cast.jobs]
    wooded = [
        job.collective
        for job in hand.cast.jobs
        if job.choice.algorithm is Algorithm.IN_NETWORK and isinstance(job.collective, AllReduce)
    ]
    return Travellers((*jobs, hand.cast.explicit, hand.cast.drawn), wooded)


def _convergence(hand: _Stagehand, travellers: Travellers, engine: Engine) -> Convergence:
    """Return the player by whom routing learns what is down."""
    return Convergence(
        travellers,
        hand.wayfinder,
        hand.cast.faults,
        delay=seconds(hand.scenario.routing.convergence_ms),
        trees=hand.trees,
        clock=engine,
    )


def _played_job(hand: _Stagehand, row: int, job: Job, placement: Placement, choice: Choice) -> PlayedJob:
    members = np.concatenate([rail.members for rail in placement.rails])
    hosts = np.unique(hand.topology.vertex_host[members]).shape[0]
    collective: AllToAll | AllReduce | SteppedAllReduce | GraphCollective
    parts = _graph_parts(hand, row, job, placement, choice)
    if job.collective is Collective.ALL_TO_ALL and parts:
        collective, algorithm = GraphCollective((), parts), choice.algorithm.value
        sent = sum(float(part.pairs.size.sum()) for part in parts) / hosts
    elif job.collective is Collective.ALL_TO_ALL:
        pairs = exchange(
            hand.wayfinder,
            members,
            hand.topology.vertex_host[members],
            job.size_bytes,
            first_flow=first_flow_of(row),
            rail=rails_kept_to(placement, choice),
        )
        collective, sent, algorithm = AllToAll(pairs), pairs.sent, Algorithm.DIRECT.value
        hand.cast.job_streams += pairs.table.count
        hand.cast.job_entries += pairs.table.resource.shape[0]
    else:
        made = _rails(hand, row, job, placement, choice)
        over_rails = (
            GraphCollective(made, parts) if parts else _around(hand, row, job, made, choice.algorithm)
        )
        collective, sent, algorithm = over_rails, 0.0, choice.algorithm.value
        hand.cast.job_streams += len(made) + sum(rail.tree.pipeline is not None for rail in made)
    waiting = WaitingTime(hand.cast.communication, hand.engine)
    player = JobPlayer(
        compute=compute_of(hand.scenario.aggregation, job, hosts, choice.algorithm),
        random=hand.random(Purpose.COMPUTE, row),
        collective=collective,
        iterations=job.iterations,
        begin=seconds(job.start_ms),
        listener=waiting,
        ended=hand.cast.leave,
    )
    return PlayedJob(job, placement, player, waiting, collective, choice, algorithm, hosts, sent)


def _graph_parts(
    hand: _Stagehand, row: int, job: Job, placement: Placement, choice: Choice
) -> list[Exchanges]:
    """Return the messages of a job, rail by rail or of all together; none where its algorithm is no graph."""
    made: list[tuple[NDArray[np.int32], NDArray[np.int32] | None, Sends | None]] = []
    if job.collective is Collective.ALL_TO_ALL:
        members = np.concatenate([rail.members for rail in placement.rails])
        host = hand.topology.vertex_host[members]
        made = [(members, host, exchange_of(job, choice, host))]
    else:
        size = job.size_bytes / len(placement.rails)
        for rail in placement.rails:
            made.append((rail.members, None, sends_of(job, choice, rail.members.shape[0], size)))
    parts = []
    for number, (members, host, sends) in enumerate(made):
        if sends is not None:
            first_flow = first_flow_of(row, number)
            fares = None if host is not None else hand.itineraries.fares(row, number, sends)
            parts.append(
                exchanges(hand.wayfinder, sends, members, first_flow=first_flow, host=host, fares=fares)
            )
            hand.cast.job_entries += sends.count
    return parts


def _around(
    hand: _Stagehand, row: int, job: Job, rails: Sequence[Rail], algorithm: Algorithm
) -> AllReduce | SteppedAllReduce:
    """Return how a job goes around ``rails``, or up and down their trees."""
    if algorithm is not Algorithm.RING_STEPS:
        party = party_of(job, hand.scenario.aggregation)
        return AllReduce(rails, party=party, admission=hand.admission, audit=hand.cast.audit)
    passes = PASSES[job.collective]
    rings = [
        step_ring(
            hand.wayfinder, rail.members, rail.size, first_flow=first_flow_of(row, number), passes=passes
        )
        for number, rail in enumerate(rails)
    ]
    hand.cast.job_entries += sum(ring.steps * ring.edges.count for ring in rings)
    return SteppedAllReduce(rails, rings)


def _rails(hand: _Stagehand, row: int, job: Job, placement: Placement, choice: Choice) -> list[Rail]:
    """Return the rails with their courses, and trees where they are asked for and possible."""
    size, root = vector_of(job) / len(placement.rails), choice.layout.root
    algorithm = choice.algorithm
    made = []
    for number, rail in enumerate(placement.rails):
        itinerary = hand.itineraries.of(row, number)
        course, flows = itinerary.course, itinerary.course.demand
        ring = course.over(hand.wayfinder.route(flows.source, flows.target, flows.flow_ids))
        in_network = algorithm is Algorithm.IN_NETWORK
        grove = Grove(
            members=rail.members,
            operation=Operation(job.collective.value) if in_network else Operation.ALL_REDUCE,
            size=size,
            first_flow=first_flow_of(row, number) + CROWN_FLOWS,
            window=next(hand.windows, None) if in_network else None,
            toll=itinerary.toll,
            source=root if job.collective in CHAINS else 0,
        )
        tree = RailTree()
        if in_network:
            tree = hand.trees.make(hand.wayfinder.planner, hand.wayfinder.router, grove)
        made.append(Rail(rail.name, course, ring, tree, grove, itinerary.added))
    return made


def _played_background(
    hand: _Stagehand, row: int, background: Background, fitted: Fit
) -> tuple[BackgroundPlan, BackgroundPlayer]:
    adapters = fitted.backgrounds[row]
    # An adapter with several cables sends at the sum of their rates.
    rate = np.zeros(hand.topology.vertex_count)
    np.add.at(rate, hand.topology.link_source, hand.topology.link_rate)
    fixed = background.sizes is SizeDistribution.FIXED and background.fixed_bytes is not None
    plan = BackgroundPlan(
        adapters=adapters,
        host=hand.topology.vertex_host[adapters],
        rate=rate[adapters],
        load=background.load,
        sizes=Sizes.fixed(float(background.fixed_bytes or 0)) if fixed else web_search_sizes(),
        begin=seconds(background.start_ms),
        end=inf if background.stop_ms is None else seconds(background.stop_ms),
        first_flow=(row + 1) * BACKGROUND_FLOWS,
    )
    random = hand.random(Purpose.BACKGROUND, row)
    return plan, BackgroundPlayer(plan, router=hand.wayfinder, book=hand.cast.drawn, random=random)


def _list_flows(hand: _Stagehand, flows: Sequence[Flow], fitted: Fit, engine: Engine) -> None:
    """Register the flows that the workload lists; their numbers for the hash are their places in the list."""
    if not flows:
        return
    size = np.array([flow.size_bytes for flow in flows], dtype=float)
    start = np.array([seconds(flow.start_ms) for flow in flows])
    hand.cast.flow_load[:] = hand.cast.explicit.add(
        engine,
        hand.wayfinder,
        source=fitted.flow_source,
        target=fitted.flow_target,
        flow_ids=np.arange(len(flows), dtype=np.uint64),
        size=size,
        start=start,
    )
    hand.cast.last_flow_start = float(start.max())
