"""What a run says: tails with their counts, cables by load, what aggregation did.

The types here are the result's shape on every floor: ``RunResult.summary`` is stored with the run,
answered by the API and printed by the command line.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from simcore.traffic.audit import AuditRecord
from simcore.traffic.placement import LeftOut

# A percentile q is shown only where 1 / (1 - q) samples stand behind it (MODEL 3.0).
SAMPLES_NEEDED: Final = {"p99": 100, "p999": 1_000, "p9999": 10_000}
# Upper ends of the size classes that flows are told apart by: short requests, messages, bulk (bytes).
BUCKET_ENDS: Final = (10_000, 100_000, 1_000_000, 10_000_000)


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

    ``rate`` is the mean rate of its collective, bytes of the vector per second (algorithm bandwidth);
    ``says`` explains the newest fallback in words, None without one.
    """

    name: str
    members: int
    root: str | None
    granted: int
    fell_back: int
    rate: float | None
    says: str | None


@dataclass(frozen=True, slots=True)
class JobSummary:
    """One job: what it did, how long its iterations took, and over which rails."""

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
    bytes_per_host: float | None
    windows: tuple[Window, ...]
    rails: tuple[RailSummary, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class SizeBucket:
    """Slowdown of the flows with ``from_bytes`` <= size < ``below_bytes`` (None: no upper end)."""

    from_bytes: int
    below_bytes: int | None
    slowdown: Tail


@dataclass(frozen=True, slots=True)
class FlowSummary:
    """Background and explicit flows.

    Slowdown is completion / (bytes / slowest link's rate + one-way latency), MODEL 3.0.
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
class RunSummary:
    """The result of a run in the words of the product.

    ``cables_hot`` counts cables that carry 90 % of their rate or more in one direction, on average over the
    time in which at least one job communicates; in a run without jobs, over the whole run.
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


def tail(values: NDArray[np.float64], unit: Literal["s", "1"]) -> Tail:
    """Return the percentiles of ``values`` (any order), each withheld where too few stand behind it."""
    return tail_of_sorted(np.sort(values), unit)


def tail_of_sorted(ordered: NDArray[np.float64], unit: Literal["s", "1"]) -> Tail:
    """Return the percentiles of values that rise. Between two values a percentile is interpolated."""
    count = int(ordered.shape[0])
    if count == 0:
        return Tail(0, unit, None, None, None, None, None, None)
    return Tail(
        count=count,
        unit=unit,
        mean=float(ordered.mean()),
        p50=_percentile(ordered, 0.5),
        p99=_percentile(ordered, 0.99) if count >= SAMPLES_NEEDED["p99"] else None,
        p999=_percentile(ordered, 0.999) if count >= SAMPLES_NEEDED["p999"] else None,
        p9999=_percentile(ordered, 0.9999) if count >= SAMPLES_NEEDED["p9999"] else None,
        max=float(ordered[-1]),
    )


def _percentile(ordered: NDArray[np.float64], share: float) -> float:
    place = share * (ordered.shape[0] - 1)
    low = int(place)
    high = min(low + 1, ordered.shape[0] - 1)
    return float(ordered[low] + (place - low) * (ordered[high] - ordered[low]))


class GrowingSample:
    """Values that only become more, kept in rising order, so that a tail at any time is cheap.

    Adding k values to n costs a sort of k and one merge, not a sort of all.
    """

    def __init__(self, unit: Literal["s", "1"]) -> None:
        self._unit: Literal["s", "1"] = unit
        self._ordered = np.empty(0)
        self._new: list[NDArray[np.float64]] = []

    def add(self, values: NDArray[np.float64]) -> None:
        """Take in more values."""
        if values.shape[0]:
            self._new.append(values)

    @property
    def ordered(self) -> NDArray[np.float64]:
        """All values so far, rising."""
        if self._new:
            fresh = np.sort(np.concatenate(self._new))
            self._new = []
            # A stable sort of two rising runs is one merge.
            self._ordered = np.sort(np.concatenate([self._ordered, fresh]), kind="stable")
        return self._ordered

    def tail(self) -> Tail:
        """Return the tail of all values so far."""
        return tail_of_sorted(self.ordered, self._unit)


def size_buckets(size: NDArray[np.float64], slowdown: NDArray[np.float64]) -> tuple[SizeBucket, ...]:
    """Return the slowdown of flows by size, leaving out classes without a flow."""
    place = np.searchsorted(np.array(BUCKET_ENDS), size, side="right")
    lows, highs = (0, *BUCKET_ENDS), (*BUCKET_ENDS, None)
    return tuple(
        SizeBucket(lows[row], highs[row], tail(slowdown[place == row], "1"))
        for row in np.unique(place).tolist()
    )
