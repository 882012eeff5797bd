"""What a run says: tails with their counts, cables by load, what aggregation did.

The types here are the result's shape on every floor: ``RunResult.summary`` is stored with the run,
answered by the API and printed by the command line.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from simcore.diagnosis import JobWhy, RunWhy
from simcore.traffic.audit import AuditRecord
from simcore.traffic.placement import LeftOut
from simcore.traffic.standing import StandingTree

# A percentile q is shown only where 1 / (1 - q) samples stand behind it (docs/model/tails.md).
SAMPLES_NEEDED: Final = {"p99": 100, "p999": 1_000, "p9999": 10_000}
# Upper ends of the size classes that flows are told apart by: short requests, messages, bulk (bytes).
BUCKET_ENDS: Final = (10_000, 100_000, 1_000_000, 10_000_000)
# The short run of a growing sample is at most so long, compared with the long one.
SHORT_SHARE: Final = 1 / 8


@dataclass(frozen=True, slots=True)
class Tail:
    """Percentiles of a sample, each None where too few values stand behind it.

    ``unit`` is "s" or "1" (slowdown).
    """

    count: int
    unit: str
    mean: float | None
    p50: float | None
    p99: float | None
    p999: float | None
    p9999: float | None
    max: float | None


@dataclass(frozen=True, slots=True)
class Window:
    """The iterations that ended between two fault events: the tail before, during and after."""

    from_s: float
    until_s: float
    faults_active: int
    iteration: Tail


@dataclass(frozen=True, slots=True)
class RailSummary:
    """One ring or tree of a job. ``root`` is the root switch of its tree, None where it never had one.

    ``protocol`` is how its tree takes a message, "" without a tree; ``waited`` how often it waited for it.
    ``rate`` is the mean rate of its collective, bytes of the vector per second (algorithm bandwidth);
    ``says`` explains the newest fallback in words, None without one.
    """

    name: str
    members: int
    root: str | None
    granted: int
    fell_back: int
    waited: int
    protocol: str
    rate: float | None
    says: str | None


@dataclass(frozen=True, slots=True)
class StageTime:
    """A stage that all bytes of a collective go through: its least time (s), and where it is slowest."""

    name: str
    seconds: float
    at: str | None


@dataclass(frozen=True, slots=True)
class JobBound:
    """The least that a collective takes by the way it goes, worked out without the simulation.

    Attributes
    ----------
    least_s
        Latency and the slowest stage: they overlap, so that no iteration communicates for less.
    latency_s
        What of it no bytes make up for.
    stages
        The slowest first.
    bounded_by
        The stage that takes most of the least time, or "latency".
    says
        The same in words.
    """

    least_s: float
    latency_s: float
    stages: tuple[StageTime, ...]
    bounded_by: str
    says: str


@dataclass(frozen=True, slots=True)
class JobSummary:
    """One job: what it did, how long its iterations took, over which rails, and what held it back.

    ``why`` is None where no iteration ended in the stretch of the run that was looked at. ``chosen`` says in
    words why the algorithm was chosen, None where a person did. ``bound`` is that of an all-reduce.
    ``ready_share`` is the part of its ranks that were ready when iterations began their collective, on
    average (1 without a quorum); ``host_added_bytes`` what a host adds up itself in an iteration, on average
    (docs/model/scale_up.md).
    """

    id: str
    name: str
    collective: str
    algorithm: str
    hosts: int
    adapters: int
    size_bytes: int
    iterations: int
    iterations_done: int
    iteration: Tail
    communication: Tail
    exposed_share: float | None
    ready_share: float | None
    bytes_per_host: float | None
    windows: tuple[Window, ...]
    rails: tuple[RailSummary, ...]
    left_out: tuple[LeftOut, ...]
    why: JobWhy | None = None
    chosen: str | None = None
    bound: JobBound | None = None
    host_added_bytes: float | None = None


@dataclass(frozen=True, slots=True)
class SizeBucket:
    """Slowdown of the flows with ``from_bytes`` <= size < ``below_bytes`` (None: no upper end)."""

    from_bytes: int
    below_bytes: int | None
    slowdown: Tail


@dataclass(frozen=True, slots=True)
class FlowSummary:
    """Background and explicit flows.

    Slowdown is completion / (bytes / the rate that its paths allow alone + latency): docs/model/tails.md.
    """

    started: int
    finished: int
    completion: Tail
    slowdown: Tail
    buckets: tuple[SizeBucket, ...]


@dataclass(frozen=True, slots=True)
class BusyCable:
    """A cable and the mean share of its rate that it carried over the run, in each direction (0..1)."""

    cable: str
    a: str
    b: str
    mean_ab: float
    mean_ba: float
    tiers: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TierBytes:
    """What the cables between two ``tiers``, the lower first, carried over the run, whoever sent it.

    Tier 0 is adapters, 1 the switches next to them, and so on; -1 is out of every adapter's reach. Between
    switches of one tier ``up_bytes`` went from end a to end b.
    """

    tiers: tuple[int, int]
    cables: int
    up_bytes: float
    down_bytes: float


@dataclass(frozen=True, slots=True)
class RunSummary:
    """The result of a run in the words of the product.

    ``cables_hot`` counts cables that carry 90 % of their rate or more in one direction, on average over the
    time in which at least one job communicates; in a run without jobs, over the whole run. ``why`` is None
    where nothing ended in the stretch of the run that was looked at.
    """

    format: int
    simulated_s: float
    events: int
    streams: int
    jobs: tuple[JobSummary, ...]
    flows: FlowSummary
    busiest: tuple[BusyCable, ...]
    cables_hot: int
    cable_count: int
    notes: tuple[str, ...]
    why: RunWhy | None = None
    tiers: tuple[TierBytes, ...] = ()


@dataclass(frozen=True, slots=True)
class RunSeries:
    """The arrays of a run, stored beside the summary.

    Attributes
    ----------
    iteration_job, iteration_end, iteration_seconds, iteration_communication
        (I,) one entry an iteration of any job, in order of their ends: row of the job, simulated time of
        the end (s), length (s), of which communication (s).
    flow_start, flow_size, flow_completion, flow_slowdown
        (F,) one entry a finished flow: s, bytes, s, 1.
    cable_mean
        (cables, 2) mean utilisation over the run, a to b and b to a, 0..1 of the rate at the time.
    """

    iteration_job: NDArray[np.int32]
    iteration_end: NDArray[np.float64]
    iteration_seconds: NDArray[np.float64]
    iteration_communication: NDArray[np.float64]
    flow_start: NDArray[np.float64]
    flow_size: NDArray[np.float64]
    flow_completion: NDArray[np.float64]
    flow_slowdown: NDArray[np.float64]
    cable_mean: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RunResult:
    """Everything a run leaves behind. The same inputs and seed give the same bytes."""

    summary: RunSummary
    series: RunSeries
    audit: tuple[AuditRecord, ...]
    trees: tuple[StandingTree, ...] = ()


def tail(values: NDArray[np.float64], unit: Literal["s", "1"]) -> Tail:
    """Return the percentiles of ``values`` (any order), each withheld where too few stand behind it."""
    ordered = np.sort(values)
    return _tail_of(ordered.shape[0], float(ordered.sum()), lambda place: float(ordered[place]), unit)


def _tail_of(count: int, total: float, at: Callable[[int], float], unit: Literal["s", "1"]) -> Tail:
    """Return the tail of ``count`` values that add up to ``total``; ``at`` gives each by its rank from 0."""
    if count == 0:
        return Tail(0, unit, None, None, None, None, None, None)

    def percentile(share: float) -> float:
        """Return a percentile, interpolated between two values."""
        place = share * (count - 1)
        low, high = at(int(place)), at(min(int(place) + 1, count - 1))
        return low + (place - int(place)) * (high - low)

    return Tail(
        count=count,
        unit=unit,
        mean=total / count,
        p50=percentile(0.5),
        p99=percentile(0.99) if count >= SAMPLES_NEEDED["p99"] else None,
        p999=percentile(0.999) if count >= SAMPLES_NEEDED["p999"] else None,
        p9999=percentile(0.9999) if count >= SAMPLES_NEEDED["p9999"] else None,
        max=at(count - 1),
    )


class GrowingSample:
    """Values that only become more, in a long and a short rising run, so that a tail at any time is cheap.

    New values are merged into the short run, and that into the long one when it has reached an eighth of it:
    a value is moved a few times in all, not at every look.
    """

    def __init__(self, unit: Literal["s", "1"]) -> None:
        self._unit: Literal["s", "1"] = unit
        self._long = np.empty(0)
        self._short = np.empty(0)
        self._new: list[NDArray[np.float64]] = []
        self._total = 0.0

    def add(self, values: NDArray[np.float64]) -> None:
        """Take in more values."""
        if values.shape[0]:
            self._new.append(values)
            self._total += float(values.sum())

    def tail(self) -> Tail:
        """Return the tail of all values so far."""
        if self._new:
            self._short = _merged(self._short, np.sort(np.concatenate(self._new)))
            self._new = []
        if self._short.shape[0] > SHORT_SHARE * self._long.shape[0]:
            self._long, self._short = _merged(self._long, self._short), np.empty(0)
        count = self._long.shape[0] + self._short.shape[0]
        return _tail_of(count, self._total, lambda rank: _of_both(self._long, self._short, rank), self._unit)


def _merged(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return two rising runs as one; a stable sort of them is one merge."""
    return np.sort(np.concatenate([one, other]), kind="stable")


def _of_both(long: NDArray[np.float64], short: NDArray[np.float64], rank: int) -> float:
    """Return the value of a rank (from 0) among those of two rising runs together."""
    # Bisect how many values of the short run come before it.
    least, most = max(0, rank - long.shape[0]), min(rank, short.shape[0])
    while least < most:
        middle = (least + most) // 2
        if short[middle] < long[rank - middle - 1]:
            least = middle + 1
        else:
            most = middle
    heads = [run[place] for run, place in ((long, rank - least), (short, least)) if place < run.shape[0]]
    return float(min(heads))


def size_buckets(size: NDArray[np.float64], slowdown: NDArray[np.float64]) -> tuple[SizeBucket, ...]:
    """Return the slowdown of flows by size, leaving out classes without a flow."""
    place = np.searchsorted(np.array(BUCKET_ENDS), size, side="right")
    lows, highs = (0, *BUCKET_ENDS), (*BUCKET_ENDS, None)
    return tuple(
        SizeBucket(lows[row], highs[row], tail(slowdown[place == row], "1"))
        for row in np.unique(place).tolist()
    )
