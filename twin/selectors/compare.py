"""Two runs side by side: their figures, what was different between them, and what decides.

The first run is A, the reference; every share is of A.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from simcore.bounds.gain import Gain
from simcore.document.scenario import Algorithm
from twin.errors import ConflictError
from twin.models import Run, RunStatus
from twin.selectors.differences import Difference, differences
from twin.selectors.gains import first_job, gain_of, summary_of
from twin.selectors.runs import mean_load_of

RINGS: Final = frozenset({Algorithm.RING, Algorithm.RING_STEPS})
BUSIEST: Final = 10


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of both runs; ``delta_share`` is (B - A) / A, None where one is missing or A is 0."""

    key: str
    title: str
    unit: str
    better: str | None
    values: tuple[float | None, float | None]
    delta_share: float | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The facts of the one sentence that the page says.

    ``times`` is by how much B's communication is quicker than A's (A / B of the medians, below 1 where it is
    slower); ``iteration_times`` the same of whole iterations. The quicker of an all-reduce is so by ``bound``
    at most, for the stage ``bounded_by``: a gain above it is None, and ``caveat`` says why; else it says what
    bounds. ``sent_ratio`` is 2 (n - 1) / n, by how much less a tree sends than a ring of ``ranks`` members;
    None where the runs are not ring against tree.
    """

    metric: str
    times: float | None
    iteration_times: float | None
    algorithms: tuple[str, str]
    collective: str | None
    size_bytes: int | None
    ranks: int | None
    communication_p50_s: tuple[float | None, float | None]
    sent_ratio: float | None
    bound: float | None
    bounded_by: str | None
    caveat: str | None


@dataclass(frozen=True, slots=True)
class CablePair:
    """A cable and its mean load (busier direction, 0..1) in both runs; None where a run's fabric lacks it."""

    cable: str
    a: str
    b: str
    values: tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that is said about two runs."""

    figures: tuple[Figure, ...]
    different: tuple[Difference, ...]
    equal: tuple[str, ...]
    sentence: Verdict
    cables: tuple[CablePair, ...]


def _job(name: str, key: str) -> Callable[[dict[str, Any]], float | None]:
    """Return what reads a figure of the first job, the one a comparison is about."""

    def read(summary: dict[str, Any]) -> float | None:
        value = summary["jobs"][0][name] if summary["jobs"] else None
        figure = value[key] if key and value is not None else value
        return None if figure is None else float(figure)

    return read


# key, title, unit, which way is better, how it is read from a summary
FIGURES: Final[tuple[tuple[str, str, str, str | None, Callable[[dict[str, Any]], float | None]], ...]] = (
    ("communication_p50", "Communication p50", "s", "lower", _job("communication", "p50")),
    ("communication_p99", "Communication p99", "s", "lower", _job("communication", "p99")),
    ("iteration_p50", "Iteration p50", "s", "lower", _job("iteration", "p50")),
    ("iteration_p99", "Iteration p99", "s", "lower", _job("iteration", "p99")),
    ("iteration_p999", "Iteration p99.9", "s", "lower", _job("iteration", "p999")),
    ("exposed_share", "Exposed communication", "1", "lower", _job("exposed_share", "")),
    ("bytes_per_host", "Sent per host and iteration", "B", "lower", _job("bytes_per_host", "")),
    (
        "flow_slowdown_p99",
        "Background flows p99, slowdown",
        "1",
        "lower",
        lambda s: s["flows"]["slowdown"]["p99"],
    ),
    (
        "cables_hot",
        "Cables at 90 % or more while communicating",
        "cables",
        None,  # a quicker collective fills its cables more, one held up by a bottleneck fills others less
        lambda s: s["cables_hot"],
    ),
    ("simulated_s", "Simulated time", "s", None, lambda s: s["simulated_s"]),
)


def compare(a: Run, b: Run) -> Comparison:
    """Return the comparison of two finished runs.

    Raises
    ------
    ConflictError
        If one of them has not finished.
    """
    for run in (a, b):
        if run.status != RunStatus.FINISHED:
            raise ConflictError(f"run {run.number} is {run.status}: only finished runs can be compared")
    different, equal = differences(a, b)
    return Comparison(
        figures=tuple(
            _figure(key, title, unit, better, (read(a.summary), read(b.summary)))
            for key, title, unit, better, read in FIGURES
        ),
        different=different,
        equal=equal,
        sentence=_verdict(a, b),
        cables=_busiest(a, b),
    )


def _figure(
    key: str, title: str, unit: str, better: str | None, values: tuple[float | None, float | None]
) -> Figure:
    first, second = values
    share = (second - first) / first if first and second is not None else None
    return Figure(key=key, title=title, unit=unit, better=better, values=values, delta_share=share)


def _verdict(a: Run, b: Run) -> Verdict:
    jobs = tuple(run.summary["jobs"][0] if run.summary["jobs"] else None for run in (a, b))
    medians = (_median(jobs[0], "communication"), _median(jobs[1], "communication"))
    algorithms = (_algorithm(a, jobs[0]), _algorithm(b, jobs[1]))
    ranks = _ranks(jobs[0]) if jobs[0] and jobs[1] and _ranks(jobs[0]) == _ranks(jobs[1]) else None
    is_ring_against_tree = (
        [one for one in algorithms if one not in RINGS] == ["in-network"]
        and jobs[0]
        and jobs[0]["collective"] == "all-reduce"
    )
    gain = _gain_of_the_quicker(a, b)
    return Verdict(
        metric="communication p50",
        times=None if gain is not None and gain.times is None else _times(medians),
        iteration_times=_times((_median(jobs[0], "iteration"), _median(jobs[1], "iteration"))),
        algorithms=algorithms,
        collective=jobs[0]["collective"] if jobs[0] else None,
        size_bytes=jobs[0]["size_bytes"] if jobs[0] else None,
        ranks=ranks,
        communication_p50_s=medians,
        sent_ratio=2 * (ranks - 1) / ranks if is_ring_against_tree and ranks else None,
        bound=gain.bound if gain else None,
        bounded_by=gain.bounded_by if gain else None,
        caveat=f"{gain.says[:1].upper()}{gain.says[1:]}." if gain else None,
    )


def _gain_of_the_quicker(a: Run, b: Run) -> Gain | None:
    """Return by how much the quicker of two runs communicates faster than the other, if it may be told."""
    jobs = [first_job(summary_of(run)) for run in (a, b)]
    if jobs[0] is None or jobs[1] is None:
        return None
    times = [job.communication.p50 for job in jobs if job is not None]
    quicker = int(times[0] is None or (times[1] is not None and times[1] <= times[0]))
    run, job, slower = (b, jobs[1], times[0]) if quicker else (a, jobs[0], times[1])
    names = ("run A", "run B")
    return gain_of(run, job, name=names[quicker], host=names[1 - quicker], host_time=slower)


def _algorithm(run: Run, job: dict[str, Any] | None) -> str:
    """Return the algorithm of a run's scenario, or the one that was chosen for its first job."""
    named: str = run.scenario.document["algorithm"]
    return job["algorithm"] if named == Algorithm.AUTO and job else named


def _median(job: dict[str, Any] | None, name: str) -> float | None:
    return None if job is None else job[name]["p50"]


def _ranks(job: dict[str, Any]) -> int | None:
    """Return the members of each ring or tree of a job: of its largest rail."""
    return max((rail["members"] for rail in job["rails"]), default=None)


def _times(values: tuple[float | None, float | None]) -> float | None:
    first, second = values
    return first / second if first is not None and second else None


def _busiest(a: Run, b: Run) -> tuple[CablePair, ...]:
    """Return the cables that are busiest in either run, the busiest first."""
    loads = [dict(zip(_cables(run), mean_load_of(run).tolist(), strict=True)) for run in (a, b)]
    chosen: dict[str, float] = {}
    for load in loads:
        for cable in sorted(load, key=load.__getitem__, reverse=True)[:BUSIEST]:
            chosen[cable] = max(chosen.get(cable, 0.0), load[cable])
    ends = {
        cable["id"]: (cable["a"], cable["b"]) for run in (b, a) for cable in run.fabric.document["cables"]
    }
    return tuple(
        CablePair(cable, *ends[cable], values=(loads[0].get(cable), loads[1].get(cable)))
        for cable in sorted(chosen, key=chosen.__getitem__, reverse=True)
    )


def _cables(run: Run) -> list[str]:
    return [cable["id"] for cable in run.fabric.document["cables"]]
