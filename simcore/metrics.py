"""What a run says: tails with their counts, cables by load, what aggregation did.

The types here are the result's shape on every floor: ``RunResult.summary`` is stored with the run,
answered by the API and printed by the command line.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# A percentile q is shown only where 1 / (1 - q) samples stand behind it (MODEL 3.0).
SAMPLES_NEEDED = {"p99": 100, "p999": 1_000, "p9999": 10_000}


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
class LeftOut:
    """A host that the placement left out, and why."""

    host: str
    reason: str


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
class AuditRecord:
    """One decision on in-network aggregation.

    ``decision`` is "grant" or "fallback"; ``tree`` names job and rail; ``bytes`` is the vector's size on
    this rail; ``reason`` is in words for a fallback and empty for a grant.
    """

    at_s: float
    job: str
    rail: str
    iteration: int
    decision: str
    root: str | None
    switches: tuple[str, ...]
    bytes: int
    reason: str


@dataclass(frozen=True, slots=True)
class RunSummary:
    """The result of a run in the words of the product."""

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
