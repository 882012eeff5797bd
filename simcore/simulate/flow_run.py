"""Run a list of flows over bare links, without documents: what the solver and the engine are judged by."""

from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from simcore.document.scenario import Routing
from simcore.engine.loop import Engine
from simcore.engine.tolerances import EXACT, Tolerances
from simcore.routing.pauses import Pauses
from simcore.routing.restless import RestlessRouter
from simcore.routing.routes import Demand, Routes
from simcore.simulate.routers import RouterOfScenario
from simcore.topology import Topology
from simcore.traffic.flows import FlowBook
from simcore.traffic.rerouting import Travellers
from simcore.traffic.restless import Restlessness
from simcore.traffic.roadmaps import Wayfinder
from simcore.traffic.splitting import Splitting, streams_of
from simcore.units import seconds_of_micro


@dataclass(frozen=True, slots=True)
class FlowRun:
    """What became of F flows.

    Attributes
    ----------
    completion
        (F,) s: time of sharing and one-way latency of the path.
    streams
        Number of streams that the flows were.
    events
        Moments at which a flow started or ended.
    wall
        Wall time of the simulation alone, s.
    """

    completion: NDArray[np.float64]
    streams: int
    events: int
    wall: float


def run_flows(
    topology: Topology,
    routes: Routes,
    size: NDArray[np.float64],
    start: NDArray[np.float64],
    *,
    tolerances: Tolerances = EXACT,
) -> FlowRun:
    """Return the completion times of flows that start by themselves and share the links max-min fairly.

    Each flow has one path in ``routes``, or is sprayed.
    """
    table = streams_of(routes, Splitting.SHARED_QUEUE)
    began = perf_counter()
    engine = Engine(topology.link_rate, tolerances)
    first = engine.add_arrivals(table, size, start)
    _play(engine)
    finish = engine.finish_times(first, table.count)
    wall = perf_counter() - began
    return FlowRun(finish - start + table.latency, table.count, engine.events, wall)


def run_routed_flows(
    topology: Topology,
    flows: Demand,
    start: NDArray[np.float64],
    *,
    routing: Routing,
    tolerances: Tolerances = EXACT,
) -> FlowRun:
    """Return the completion times of flows that ``routing`` gives their paths, before and while they run.

    Raises
    ------
    RoutingError
        If two ends have no path between them.
    """
    wayfinder = Wayfinder(topology, RouterOfScenario(topology, routing, lambda: flows, Pauses()))
    book = FlowBook(topology.link_rate, Splitting(routing.splitting.value))
    engine = Engine(topology.link_rate, tolerances)
    book.add(
        engine,
        wayfinder,
        source=flows.source,
        target=flows.target,
        flow_ids=flows.flow_ids,
        size=flows.size,
        start=start,
    )
    if isinstance(wayfinder.router, RestlessRouter):
        period = seconds_of_micro(routing.period_us)
        player = Restlessness(Travellers((book,), ()), wayfinder, period=period, clock=engine)
        player.join(engine.add_player(player))
    began = perf_counter()
    _play(engine)
    wall = perf_counter() - began
    completion = np.empty(flows.count)
    completion[np.argsort(start, kind="stable")] = book.collect(engine).completion
    return FlowRun(completion, book.streams, engine.events, wall)


def _play(engine: Engine) -> None:
    engine.begin()
    while not engine.advance(np.inf):
        pass
