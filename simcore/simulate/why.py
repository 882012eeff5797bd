"""Why jobs took as long as they did, and where more rate would have made them end sooner.

Made at the end of a run from the tape of its engine: one pass backwards gives the answers for all jobs, for
the run and for its flows (docs/model/bottlenecks.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.diagnosis import CableGain, Direction, JobWhy, KindGain, Limit, Looked, RunWhy, WhereTimeWent
from simcore.engine.causes import Flows, Outcome
from simcore.engine.loop import Engine
from simcore.engine.pathwise import Hindsight
from simcore.simulate.communication import CommunicationLoad
from simcore.simulate.unfolding import Fold
from simcore.solver.holders import ALONE, TOGETHER
from simcore.topology import Topology
from simcore.traffic.resources import Place
from simcore.traffic.streams import NO_CAUSE
from simcore.units import bytes_per_second

# Lines of the tape, 24 MB with the paths: playing all of them back takes about half a second.
TAPE_LINES: Final = 1 << 19
# A line takes about five times as long to play back as it took to come about where a change concerns many
# streams, and less elsewhere: of a long run so many of its lines cost less than 30 % of its time.
SHARE_LOOKED_AT: Final = 0.05
# But so many in any case: about ten milliseconds.
LEAST_LINES: Final = 1 << 14
MOST_CABLES: Final = 10
# Of more jobs than these, those that end last are looked at: each makes the pass longer.
MOST_JOBS: Final = 16
# Gains smaller than this share of the largest are rounding.
ROUNDING: Final = 1e-9


# What it says of a job that something besides links held it back.
LIMITS: Final[dict[Place, Limit]] = {
    Place.REDUCER: "reducers",
    Place.WINDOW: "windows",
    Place.HOST: "inside",
    Place.SERVER: "servers",
    Place.ADAPTER: "adding_adapters",
}


@dataclass(slots=True)
class Waiting:
    """Writes down when a job communicated and what it waited for at the end of that, and passes it on."""

    load: CommunicationLoad
    engine: Engine
    begins: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    causes: list[int] = field(default_factory=list)

    def communication_begins(self) -> None:
        """Take note that the job begins to communicate."""
        self.begins.append(self.engine.time)
        self.load.communication_begins()

    def communication_ends(self) -> None:
        """Take note that the job communicates no more, and of the end that it waited for."""
        self.ends.append(self.engine.time)
        self.causes.append(self.engine.because)
        self.load.communication_ends()

    def seconds_since(self, begin: float) -> float:
        """Return for how long it has communicated from ``begin`` on, in spells that have ended."""
        begins, ends = np.array(self.begins[: len(self.ends)]), np.array(self.ends)
        return float(np.maximum(0.0, ends - np.maximum(begins, begin)).sum())


@dataclass(frozen=True, slots=True)
class JobTime:
    """A job by its id, when its first iteration began (s), and what it waited for."""

    id: str
    began: float
    waiting: Waiting

    @property
    def ended(self) -> float:
        """When its last iteration so far ended (s)."""
        return self.waiting.ends[-1] if self.waiting.ends else 0.0


@dataclass(frozen=True, slots=True)
class Why:
    """The answers: one a job in their order, None where there is none; and that for the run."""

    jobs: tuple[JobWhy | None, ...]
    run: RunWhy | None


def explain(
    topology: Topology,
    engine: Engine,
    jobs: Sequence[JobTime],
    *,
    places: Sequence[Place],
    time: float,
    flows: int,
    fold: Fold | None = None,
) -> Why:
    """Return why the jobs took as long as they did, in a run of so many ``flows`` that ended at ``time``.

    ``places`` says what each resource after the links is.
    """
    known = [row for row, job in enumerate(jobs) if job.waiting.causes and job.waiting.causes[-1] != NO_CAUSE]
    known = sorted(known, key=lambda row: -jobs[row].ended)[:MOST_JOBS]
    outcomes = [
        Outcome(moments=(jobs[row].waiting.causes[-1],), awaited=tuple(jobs[row].waiting.causes))
        for row in known
    ]
    last = known[0] if known else None
    ends_with_job = last is not None and (not flows or jobs[last].ended >= time)
    is_known = ends_with_job or all(job.ended < time for job in jobs)
    if flows:
        outcomes.append(Outcome(flows=Flows.ALL))
        if is_known and not ends_with_job:
            outcomes.append(Outcome(flows=Flows.LAST))
    if not outcomes:
        return Why(tuple(None for _ in jobs), None)
    lines = max(LEAST_LINES, round(SHARE_LOOKED_AT * engine.lines))
    unit = _units(topology, len(engine.capacity()))
    looked_at = unit if fold is None else fold.units(unit)
    hindsight = engine.hindsight(outcomes, most_lines=lines, unit=looked_at)
    if hindsight is not None and fold is not None:
        hindsight = fold.unfolded(hindsight, unit, looked_at)
    if hindsight is None:
        return Why(tuple(None for _ in jobs), None)
    view = _View(topology, hindsight, _looked(hindsight, engine, time), flows=len(known) if flows else None)
    whys: list[JobWhy | None] = [None for _ in jobs]
    for column, row in enumerate(known):
        whys[row] = _job_why(view, column, jobs[row], places)
    run = None
    if ends_with_job and last is not None:
        run = view.run(0, jobs[last].id, jobs[last].waiting.seconds_since(hindsight.begin))
    elif flows and hindsight.flows and is_known:
        run = view.run(len(known) + 1, None, float(hindsight.part[:, len(known) + 1].sum()))
    elif flows and hindsight.flows:
        run = view.flows_alone()
    return Why(tuple(whys), run)


def _units(topology: Topology, resources: int) -> NDArray[np.int32]:
    """Return the unit of each resource: the two directions of a cable are one, each other is one."""
    links = np.arange(topology.link_count) // 2
    return np.concatenate(
        [links, np.arange(resources - topology.link_count) + topology.link_count // 2]
    ).astype(np.int32)


def _looked(hindsight: Hindsight, engine: Engine, time: float) -> Looked:
    is_whole = hindsight.begin == 0.0
    events = engine.events if is_whole else min(hindsight.events, engine.events)
    return Looked(hindsight.begin, time, events, engine.events)


def _job_why(view: "_View", column: int, job: JobTime, places: Sequence[Place]) -> JobWhy | None:
    """Return why a job took as long as it did, None where it ended before the stretch that was looked at."""
    begin = max(view.looked.from_s, job.began)
    spent = job.ended - begin
    if spent <= 0.0:
        return None
    communicated = job.waiting.seconds_since(begin)
    parts = view.parts(column)
    network: dict[Limit, float] = {
        "fabric": float(parts[: view.cable_count][view.is_fabric].sum()),
        "adapters": float(parts[: view.cable_count][~view.is_fabric].sum()),
    }
    for place, limit in LIMITS.items():
        of_place = np.array([each is place for each in places], dtype=np.bool_)
        network[limit] = float(parts[view.cable_count :][of_place].sum())
    network["latency"] = max(0.0, communicated - sum(network.values()))
    compute = max(0.0, spent - communicated)
    most = max(network, key=lambda limit: network[limit])
    return JobWhy(
        looked=view.looked,
        limit=most if network[most] >= compute else "compute",
        network=most if communicated > 0 else None,
        where=WhereTimeWent(
            **{limit: seconds / spent for limit, seconds in network.items()}, compute=compute / spent
        ),
        communication_s=communicated,
        cables=view.cables(column, communicated),
        kinds=view.kinds(column, communicated),
    )


class _View:
    """What a look back says of the cables of a fabric; ``flows`` is the outcome of all flows, if any."""

    def __init__(
        self, topology: Topology, hindsight: Hindsight, looked: Looked, *, flows: int | None
    ) -> None:
        self.looked = looked
        self._topology = topology
        self._hindsight = hindsight
        self._flows = flows
        self.cable_count = len(topology.cable_ids)
        ends = np.stack([topology.link_source[::2], topology.link_target[::2]])
        self._tiers = np.sort(topology.vertex_tier[ends], axis=0)
        self.is_fabric = self._tiers[0] != 0
        gains = _rounded(hindsight.gains[: topology.link_count] * bytes_per_second(1.0))
        # (cables, direction, K, 2)
        self._gains = gains.reshape(self.cable_count, 2, *gains.shape[1:])

    def parts(self, column: int) -> NDArray[np.float64]:
        """Return for how long each cable, then each other row, held back an outcome, divided among all."""
        return self._hindsight.part[:, column]

    def run(self, column: int, ends_with: str | None, seconds: float) -> RunWhy:
        """Return where more rate would have made the run end sooner."""
        return RunWhy(
            looked=self.looked,
            ends_with=ends_with,
            cables=self.cables(column, seconds),
            kinds=self.kinds(column, seconds),
            flow_cables=self._flow_cables(),
        )

    def flows_alone(self) -> RunWhy:
        """Return where more rate would have made flows faster, of a run whose end is not to be explained."""
        return RunWhy(self.looked, None, (), (), self._flow_cables())

    def cables(self, column: int, seconds: float) -> tuple[CableGain, ...]:
        """Return the cables where more would have made an outcome come soonest, then those that held it."""
        held = self._hindsight.held[: self.cable_count, column]
        tied = self._hindsight.others[: self.cable_count, column]
        gains = self._gains[:, :, column].sum(axis=1)
        order = np.lexsort([-gains[:, TOGETHER], -held, -gains[:, ALONE]])
        chosen = order[(gains[order, ALONE] > 0) | (held[order] > 0)][:MOST_CABLES].tolist()
        return tuple(
            self._cable(
                row,
                self._gains[row, :, column],
                share=min(1.0, float(held[row]) / seconds) if seconds > 0 else 0.0,
                tied=float(tied[row]),
            )
            for row in chosen
        )

    def kinds(self, column: int, seconds: float) -> tuple[KindGain, ...]:
        """Return what more on all cables between two tiers would have bought, the most first."""
        part, gain = self.parts(column)[: self.cable_count], self._gains[:, :, column, TOGETHER].sum(axis=1)
        found = []
        for low, high in np.unique(self._tiers, axis=1).T.tolist():
            of_kind = (self._tiers[0] == low) & (self._tiers[1] == high)
            held, gained = float(part[of_kind].sum()), float(gain[of_kind].sum())
            if held > 0 or gained != 0:
                share = min(1.0, held / seconds) if seconds > 0 else 0.0
                found.append(KindGain((low, high), int(np.count_nonzero(of_kind)), share, gained))
        return tuple(sorted(found, key=lambda kind: -kind.buys_s_per_gbps))

    def _flow_cables(self) -> tuple[CableGain, ...]:
        """Return the cables where more would have shortened the mean completion of flows most."""
        count, column = self._hindsight.flows, self._flows
        if column is None or not count:
            return ()
        gains, parts = self._gains[:, :, column] / count, self.parts(column)
        alone = gains[:, :, ALONE].sum(axis=1)
        order = np.lexsort([-parts[: self.cable_count], -alone])[:MOST_CABLES].tolist()
        return tuple(
            self._cable(row, gains[row], share=float(parts[row] / parts.sum()), tied=0.0)
            for row in order
            if alone[row] > 0
        )

    def _cable(self, row: int, gains: NDArray[np.float64], *, share: float, tied: float) -> CableGain:
        """Return a cable by ``gains`` (2, 2) of its directions; of those tied with it all get as much."""
        topology = self._topology
        in_use = np.flatnonzero(gains.any(axis=1)).tolist()
        direction: Direction = "both" if len(in_use) != 1 else ("ab", "ba")[in_use[0]]
        link = 2 * row + (1 if direction == "ba" else 0)
        source, target = int(topology.link_source[link]), int(topology.link_target[link])
        return CableGain(
            cable=topology.cable_ids[row],
            direction=direction,
            source=topology.vertex_ids[source],
            target=topology.vertex_ids[target],
            tiers=(int(topology.vertex_tier[source]), int(topology.vertex_tier[target])),
            share=share,
            tied=tied,
            buys_s_per_gbps=float(gains[:, ALONE].sum()),
            together_s_per_gbps=float(gains[:, TOGETHER].sum()) * (1 + tied),
        )


def _rounded(gains: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return gains (L, K, 2) without those that are rounding beside the largest of their outcome."""
    largest = np.abs(gains).max(axis=(0, 2), initial=0.0)[None, :, None]
    return np.where(np.abs(gains) > ROUNDING * largest, gains, 0.0)
