"""What a run leaves behind: gathered while it goes, looked at in samples, summed up at its end."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.diagnosis import JobWhy
from simcore.document.scenario import ScenarioDocument
from simcore.engine.loop import Engine
from simcore.frames import FaultReadout, FlowReadout, IterationCount, RailReadout, Readout, Snapshot
from simcore.metrics import (
    BusyCable,
    FlowSummary,
    GrowingSample,
    JobSummary,
    RailSummary,
    RunResult,
    RunSeries,
    RunSummary,
    Tail,
    TierBytes,
    Window,
    size_buckets,
    tail,
)
from simcore.simulate.bounding import bound_of
from simcore.simulate.cast import Cast, PlayedJob
from simcore.simulate.communication import busy_time
from simcore.simulate.notes import notes_on
from simcore.simulate.outlook import Outlook
from simcore.simulate.why import JobTime, Why, explain
from simcore.topology import Topology
from simcore.traffic.faults import LinkFault
from simcore.traffic.flows import EndedFlows
from simcore.traffic.granting import RailLog
from simcore.traffic.rails import Rail
from simcore.traffic.standing import StandingTree, standing_tree

FORMAT: Final = 1
RECENT_ITERATIONS: Final = 100
BUSIEST: Final = 10
HOT: Final = 0.9  # of a cable's rate, as the pages draw it


@dataclass(slots=True)
class _Iterations:
    """Iterations of all jobs as growing samples, divided at the newest fault event."""

    all: GrowingSample
    communication: GrowingSample
    since: GrowingSample
    before: Tail | None
    read: list[int]


class Recorder:
    """Watches one run. The picture of a sample is worked out at once, its figures when asked for."""

    def __init__(self, cast: Cast, engine: Engine, scenario: ScenarioDocument) -> None:
        self._cast = cast
        self._scenario = scenario
        self._engine = engine
        self._link_count = cast.topology.link_count
        self._iterations = _Iterations(
            GrowingSample("s"), GrowingSample("s"), GrowingSample("s"), None, [0 for _ in cast.jobs]
        )
        self._ended: list[EndedFlows] = []
        self._completion = GrowingSample("s")
        self._slowdown = GrowingSample("1")
        self._outlook = Outlook(cast, engine.capacity())
        self._sampled_at = 0.0
        self._sampled = np.zeros(self._link_count)
        self._rates = self._link_capacity()
        # Time integral of each link's utilisation up to the last fault event.
        self._load = np.zeros(self._link_count)
        self._load_from = np.zeros(self._link_count)

    def sample(self, time: float, *, is_event: bool = False, is_last: bool = False) -> Snapshot:
        """Return the moment ``time``, up to which the engine has run."""
        carried = self._cast.links.carried()
        interval = time - self._sampled_at
        if interval > 0:
            utilisation = (busy_time(carried - self._sampled, self._rates) / interval).clip(0.0, 1.0)
        else:
            utilisation = np.full(self._link_count, np.nan)
        self._sampled_at, self._sampled = time, carried
        if is_last:
            self._outlook.end()
        else:
            self._outlook.look(time, carried)
        if is_event:
            self.divide()
        return Snapshot(
            time=time,
            interval=interval,
            utilisation=utilisation,
            progress=self._outlook.progress,
            left=self._outlook.left,
            event=is_event,
            make_readout=lambda: self._readout(time),
            last=is_last,
        )

    def divide(self) -> None:
        """Begin a new stretch of constant rates at a fault event."""
        carried = self._cast.links.carried()
        self._load += busy_time(carried - self._load_from, self._rates)
        self._load_from = carried
        self._rates = self._link_capacity()
        self._cast.communication.rates_change()
        self._read_iterations()
        self._iterations.before = self._iterations.all.tail()
        self._iterations.since = GrowingSample("s")

    def _link_capacity(self) -> NDArray[np.float64]:
        return self._engine.capacity()[: self._link_count]

    def _read_iterations(self) -> None:
        """Take in the iterations that have ended since the last look."""
        kept = self._iterations
        for row, job in enumerate(self._cast.jobs):
            log = job.player.log
            seconds = np.array(log.seconds[kept.read[row] :])
            kept.all.add(seconds)
            kept.since.add(seconds)
            kept.communication.add(np.array(log.communication[kept.read[row] :]))
            kept.read[row] = len(log.seconds)

    def read_flows(self) -> None:
        """Take in the flows that have ended since the last look."""
        for book in (self._cast.explicit, self._cast.drawn):
            if not book.are_open:
                continue
            ended = book.collect(self._engine)
            if ended.start.shape[0]:
                self._ended.append(ended)
                self._completion.add(ended.completion)
                self._slowdown.add(ended.slowdown)

    def _readout(self, time: float) -> Readout:
        self._read_iterations()
        kept, jobs = self._iterations, self._cast.jobs
        flows = FlowReadout(self._cast.flows_finished, self._completion.tail(), self._slowdown.tail())
        divided = kept.before is not None
        return Readout(
            iterations=IterationCount(
                sum(job.player.done for job in jobs), sum(job.player.iterations for job in jobs)
            ),
            iteration=kept.all.tail(),
            communication=kept.communication.tail(),
            since_fault=kept.since.tail() if divided else None,
            before_fault=kept.before,
            flows=flows,
            rails=tuple(
                RailReadout(
                    job=job.document.id,
                    name=rail.name,
                    root=rail.root,
                    granted=rail.granted,
                    fell_back=rail.fell_back,
                    waited=rail.waited,
                    rate=rail.rate,
                    says=rail.says,
                )
                for job in jobs
                for rail in _rails(job)
            ),
            recent=self._recent(),
            faults_active=tuple(self._fault_readout(fault) for fault in self._cast.faults.active(time)),
        )

    def _fault_readout(self, fault: LinkFault) -> FaultReadout:
        topology = self._cast.topology
        return FaultReadout(
            cable=None if fault.cable is None else topology.cable_ids[fault.cable],
            switch=None if fault.switch is None else topology.vertex_ids[fault.switch],
            rate_share=fault.share,
        )

    def _recent(self) -> tuple[tuple[int, float, float], ...]:
        newest = []
        for row, job in enumerate(self._cast.jobs):
            log = job.player.log
            from_row = max(0, len(log.end) - RECENT_ITERATIONS)
            ends = zip(log.end[from_row:], log.seconds[from_row:], strict=True)
            newest += [(end, row, index, seconds) for index, (end, seconds) in enumerate(ends, from_row)]
        newest.sort()
        return tuple((index, end, seconds) for end, _, index, seconds in newest[-RECENT_ITERATIONS:])

    def result(self, time: float) -> RunResult:
        """Return what the run leaves behind, ended at ``time``."""
        self.read_flows()
        carried = self._cast.links.carried()
        load = self._load + busy_time(carried - self._load_from, self._rates)
        mean = (load / time if time > 0 else load).clip(0.0, 1.0).reshape(-1, 2)
        flows = EndedFlows.joined(self._ended)
        series = self._series(flows, mean)
        started = self._cast.explicit.started(time) + self._cast.drawn.started(time)
        why = self._why(time, flows=started)
        summary = RunSummary(
            format=FORMAT,
            simulated_s=time,
            events=self._engine.events,
            streams=self._cast.job_streams + started,
            jobs=tuple(
                self._job_summary(job, time, one) for job, one in zip(self._cast.jobs, why.jobs, strict=True)
            ),
            flows=FlowSummary(
                started=started,
                finished=self._cast.flows_finished,
                completion=tail(flows.completion, "s"),
                slowdown=tail(flows.slowdown, "1"),
                buckets=size_buckets(flows.size, flows.slowdown),
            ),
            busiest=self._busiest(mean),
            cables_hot=self._hot(mean),
            cable_count=len(self._cast.topology.cable_ids),
            notes=notes_on(self._cast, time),
            why=why.run,
            tiers=_tiers(self._cast.topology, carried),
        )
        return RunResult(summary, series, tuple(self._cast.audit), _trees(self._cast, self._scenario))

    def _why(self, time: float, *, flows: int) -> Why:
        times = [JobTime(job.document.id, job.player.first_begin, job.waiting) for job in self._cast.jobs]
        return explain(
            self._cast.topology,
            self._engine,
            times,
            places=self._cast.places,
            time=time,
            flows=flows,
            fold=self._cast.fold,
        )

    def _series(self, flows: EndedFlows, mean: NDArray[np.float64]) -> RunSeries:
        logs = [job.player.log for job in self._cast.jobs]
        job = np.repeat(np.arange(len(logs), dtype=np.int32), [len(log.end) for log in logs])
        end = np.concatenate([np.empty(0), *(log.end for log in logs)])
        order = np.argsort(end, kind="stable")
        return RunSeries(
            iteration_job=job[order],
            iteration_end=end[order],
            iteration_seconds=np.concatenate([np.empty(0), *(log.seconds for log in logs)])[order],
            iteration_communication=np.concatenate([np.empty(0), *(log.communication for log in logs)])[
                order
            ],
            flow_start=flows.start,
            flow_size=flows.size,
            flow_completion=flows.completion,
            flow_slowdown=flows.slowdown,
            cable_mean=mean,
        )

    def _job_summary(self, job: PlayedJob, time: float, why: JobWhy | None) -> JobSummary:
        log = job.player.log
        seconds, communication = np.array(log.seconds), np.array(log.communication)
        total = float(seconds.sum())
        return JobSummary(
            id=job.document.id,
            name=job.document.name,
            collective=job.document.collective.value,
            algorithm=job.algorithm,
            hosts=job.hosts,
            adapters=sum(rail.members.shape[0] for rail in job.placement.rails),
            size_bytes=job.document.size_bytes,
            iterations=job.player.iterations,
            iterations_done=job.player.done,
            iteration=tail(seconds, "s"),
            communication=tail(communication, "s"),
            ready_share=sum(log.ready[: len(log.end)]) / (len(log.end) * job.hosts) if log.end else None,
            exposed_share=float(communication.sum()) / total if total > 0 else None,
            bytes_per_host=job.bytes_per_host(),
            windows=self._windows(np.array(log.end), seconds, time),
            rails=_rails(job),
            left_out=job.placement.left_out,
            why=why,
            chosen=job.choice.says,
            bound=bound_of(self._cast, self._scenario, job),
            host_added_bytes=job.host_added_bytes(),
        )

    def _windows(
        self, end: NDArray[np.float64], seconds: NDArray[np.float64], time: float
    ) -> tuple[Window, ...]:
        """Return the stretches between fault events of the run; none where there was no event."""
        moments = [moment for moment in self._cast.faults.moments if moment < time]
        if not moments:
            return ()
        edges = [0.0, *(moment for moment in moments if moment > 0), time]
        windows = []
        for begin, until in pairwise(edges):
            inside = (end > begin) & (end <= until)
            active = len(self._cast.faults.active(begin))
            windows.append(Window(begin, until, active, tail(seconds[inside], "s")))
        return tuple(windows)

    def _hot(self, mean: NDArray[np.float64]) -> int:
        """Return how many cables are hot while jobs communicate; without a job, over the whole run."""
        communicating = self._cast.communication.mean()
        looked_at = mean if communicating is None else communicating.reshape(-1, 2)
        return int(np.count_nonzero(looked_at.max(axis=1) >= HOT))

    def _busiest(self, mean: NDArray[np.float64]) -> tuple[BusyCable, ...]:
        topology = self._cast.topology
        order = np.argsort(-mean.max(axis=1), kind="stable")[:BUSIEST]
        return tuple(
            BusyCable(
                cable=topology.cable_ids[cable],
                a=topology.vertex_ids[topology.link_source[2 * cable]],
                b=topology.vertex_ids[topology.link_target[2 * cable]],
                mean_ab=float(mean[cable, 0]),
                mean_ba=float(mean[cable, 1]),
                tiers=(
                    int(topology.vertex_tier[topology.link_source[2 * cable]]),
                    int(topology.vertex_tier[topology.link_target[2 * cable]]),
                ),
            )
            for cable in order.tolist()
        )


def _rails(job: PlayedJob) -> tuple[RailSummary, ...]:
    """Return what the rails of a job have done so far; an all-to-all has none."""
    return tuple(
        RailSummary(
            name=rail.name,
            members=rail.members.shape[0],
            root=rail.tree.planned.root if rail.tree.planned else None,
            granted=log.granted,
            fell_back=log.fell_back,
            waited=log.waited,
            protocol=rail.tree.protocol.value if rail.tree.planned else "",
            rate=_rate(rail, log),
            says=log.says,
        )
        for rail, log in job.rails
    )


def _rate(rail: Rail, log: RailLog) -> float | None:
    """Return the algorithm bandwidth of a rail, None before its first collective has ended (bytes/s)."""
    return rail.size * log.ran / log.busy if log.busy > 0 else None


def _trees(cast: Cast, scenario: ScenarioDocument) -> tuple[StandingTree, ...]:
    """Return the trees of all rails as they stand now."""
    trees = (
        standing_tree(
            cast.topology,
            rail,
            job=job.document.id,
            rate=_rate(rail, log) if log.granted else None,
            wire_share=scenario.aggregation.wire_share,
        )
        for job in cast.jobs
        for rail, log in job.rails
    )
    return tuple(tree for tree in trees if tree is not None)


def _tiers(topology: Topology, carried: NDArray[np.float64]) -> tuple[TierBytes, ...]:
    """Return what cables have carried between each pair of tiers, where links have ``carried`` (L,) bytes."""
    begin, end = (
        topology.vertex_tier[topology.link_source[::2]],
        topology.vertex_tier[topology.link_target[::2]],
    )
    is_down = begin > end
    forth, back = carried[::2], carried[1::2]
    pairs, row = np.unique(np.sort(np.stack([begin, end], axis=1)), axis=0, return_inverse=True)
    counts = [
        np.bincount(row.reshape(-1), weights, pairs.shape[0])
        for weights in (np.ones(row.size), np.where(is_down, back, forth), np.where(is_down, forth, back))
    ]
    return tuple(
        TierBytes((int(low), int(high)), int(cables), float(up), float(down))
        for (low, high), cables, up, down in zip(pairs.tolist(), *counts, strict=True)
    )
