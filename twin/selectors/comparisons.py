"""Comparisons of all ways: a row a way, the gain of each over the ring, and what bounds it."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Prefetch, QuerySet

from simcore.bounds.bus import Collective as Moved
from simcore.bounds.bus import algorithm_bandwidth, bus_factor
from simcore.bounds.gain import Gain
from simcore.document.structure import tier_name
from simcore.metrics import JobBound, JobSummary, RunSummary, Tail, TierBytes
from simcore.simulate.ways import BASELINE, WAYS, Way
from twin.errors import NotFoundError
from twin.models import ENDED, ComparedWay, Comparison, Run, RunStatus
from twin.selectors.gains import first_job, gain_of, summary_of
from twin.selectors.owned import all_of
from twin.selectors.runs import RELATED, UNSHOWN

DELETED: Final = "its run was deleted"
_WAYS: Final = {way.name: way for way in WAYS}
# A gain by less is none that anybody would buy something for: half a per cent, as a run may be off.
WORTH_TELLING: Final = 1.005


@dataclass(frozen=True, slots=True)
class Decisions:
    """What was decided on aggregation over all rails; ``newest`` is the newest reason for a refusal."""

    granted: int
    waited: int
    fell_back: int
    newest: str | None


@dataclass(frozen=True, slots=True)
class WayRow:
    """One way of a comparison; figures are of the first job, None before its run has finished.

    ``rate`` is the algorithm bandwidth, ``bus_rate`` the bus bandwidth between hosts as nccl-tests define
    them (bytes/s), both of the median. ``tiers`` is what cables carried over the whole run, whoever sent it.
    ``host_added_bytes`` is what a host adds up itself in an iteration. ``says`` tells why there is no run.
    """

    name: str
    title: str
    rung: str
    run: UUID | None
    number: int | None
    status: RunStatus | None
    progress: float
    says: str | None
    communication: Tail | None
    iteration: Tail | None
    rate: float | None
    bus_rate: float | None
    bytes_per_host: float | None
    host_added_bytes: float | None
    tiers: tuple[TierBytes, ...]
    decisions: Decisions | None
    gain: Gain | None
    bound: JobBound | None
    is_best: bool


@dataclass(frozen=True, slots=True)
class Subject:
    """What all ways do: the first job of the workload."""

    job: str
    collective: str
    size_bytes: int
    iterations: int
    hosts: int | None


@dataclass(frozen=True, slots=True)
class WaysTable:
    """A comparison as a table: ``says`` is the one sentence, ``baseline`` what gains are told against."""

    record: Comparison
    subject: Subject
    rows: tuple[WayRow, ...]
    done: int
    running: int
    baseline: str
    says: str


def comparisons_of(owner: User, *, project: UUID | None = None) -> "QuerySet[Comparison]":
    """Return a person's comparisons, newest first, with all that is shown of them in two queries."""
    runs = Run.objects.select_related(*RELATED).defer(*UNSHOWN)
    ways = Prefetch("ways", ComparedWay.objects.prefetch_related(Prefetch("run", runs)))
    documents = ("fabric__record", "workload__record")
    rows = all_of(Comparison, owner, project_id=project).select_related(*documents)
    return rows.defer("fabric__stored", "fabric__operations", "fabric__findings").prefetch_related(ways)


def comparison_of(owner: User, comparison_id: UUID) -> Comparison:
    """Return one of a person's comparisons.

    Raises
    ------
    NotFoundError
        If there is none with this id among theirs.
    """
    found = comparisons_of(owner).filter(id=comparison_id).first()
    if found is None:
        raise NotFoundError(Comparison.noun)
    return found


def table_of(comparison: Comparison) -> WaysTable:
    """Return a comparison as a table, of what its runs have come to by now."""
    ways: list[ComparedWay] = list(comparison.ways.all())  # type: ignore[attr-defined]
    results = [None if way.run is None else summary_of(way.run) for way in ways]
    jobs = [first_job(result) for result in results]
    ring = next((row for row, way in enumerate(ways) if way.name == BASELINE), None)
    ring_job = None if ring is None else jobs[ring]
    host_time = None if ring_job is None else ring_job.communication.p50
    gains = [
        None
        if way.run is None or job is None or row == ring
        else gain_of(way.run, job, name=_title(way), host="the ring", host_time=host_time)
        for row, (way, job) in enumerate(zip(ways, jobs, strict=True))
    ]
    running = sum(way.run is not None and way.run.status not in ENDED for way in ways)
    # Which is best is known when all have ended.
    best = None if running or host_time is None else _best(gains, ring)
    rows = tuple(
        _row(way, result, gain, is_best=row == best)
        for row, (way, result, gain) in enumerate(zip(ways, results, gains, strict=True))
    )
    return WaysTable(
        record=comparison,
        subject=_subject(comparison, jobs),
        rows=rows,
        done=sum(row.status in ENDED for row in rows),
        running=running,
        baseline=_baseline(ways, ring),
        says=_sentence(rows, running),
    )


def pair_name(pair: tuple[int, int], top: int) -> str:
    """Return what people call the cables between two tiers: "host – leaf"."""
    names = {-1: "out of reach", 0: "host"}
    return " – ".join(names[tier] if tier <= 0 else tier_name(tier, top) for tier in pair)


def per_iteration(row: WayRow) -> dict[tuple[int, int], float]:
    """Return the bytes that cables between two tiers carried in an iteration, both directions together."""
    count = row.iteration.count if row.iteration is not None else 0
    return {each.tiers: (each.up_bytes + each.down_bytes) / count for each in row.tiers} if count else {}


def _title(way: ComparedWay) -> str:
    known = _WAYS.get(way.name)
    return way.name if known is None else known.title


def _best(gains: list[Gain | None], ring: int | None) -> int | None:
    """Return the row with the largest gain that may be told; the ring where there is none."""
    told = [(gain.times, -row) for row, gain in enumerate(gains) if gain is not None and gain.times]
    times, negative = max(told, default=(0.0, 0))
    return -negative if times is not None and times >= WORTH_TELLING else ring


def _row(way: ComparedWay, result: RunSummary | None, gain: Gain | None, *, is_best: bool) -> WayRow:
    known: Way | None = _WAYS.get(way.name)
    run, job = way.run, first_job(result)
    says = way.says or (None if run is not None else DELETED)
    if run is not None and run.status in ENDED and run.status != RunStatus.FINISHED:
        says = run.error or f"run {run.number} is {run.status}"
    rate = _rate(job)
    return WayRow(
        name=way.name,
        title=_title(way),
        rung="" if known is None else known.rung.value,
        run=None if run is None else run.id,
        number=None if run is None else run.number,
        status=None if run is None else RunStatus(run.status),
        progress=0.0 if run is None else run.progress,
        says=says,
        communication=None if job is None else job.communication,
        iteration=None if job is None else job.iteration,
        rate=rate,
        bus_rate=None if job is None or rate is None else rate * bus_factor(Moved.ALL_REDUCE, job.hosts),
        bytes_per_host=None if job is None else job.bytes_per_host,
        host_added_bytes=None if job is None else job.host_added_bytes,
        tiers=() if result is None else result.tiers,
        decisions=None if job is None else _decisions(job),
        gain=gain,
        bound=None if job is None else job.bound,
        is_best=is_best,
    )


def _rate(job: JobSummary | None) -> float | None:
    time = None if job is None else job.communication.p50
    return algorithm_bandwidth(job.size_bytes, time) if job is not None and time else None


def _decisions(job: JobSummary) -> Decisions | None:
    """Return what was decided; None where nothing was to be."""
    granted, fell_back = (sum(getattr(rail, name) for rail in job.rails) for name in ("granted", "fell_back"))
    waited = sum(getattr(rail, "waited", 0) for rail in job.rails)
    if not granted + fell_back + waited:
        return None
    newest = next((f"{rail.name}: {rail.says}" for rail in reversed(job.rails) if rail.says), None)
    return Decisions(granted, waited, fell_back, newest)


def _subject(comparison: Comparison, jobs: list[JobSummary | None]) -> Subject:
    document: dict[str, Any] = comparison.workload.document["jobs"][0]
    hosts = next((job.hosts for job in jobs if job is not None), None)
    return Subject(
        job=document.get("name") or document["id"],
        collective=document.get("collective", Moved.ALL_REDUCE.value),
        size_bytes=document["size_bytes"],
        iterations=document.get("iterations", 1),
        hosts=hosts,
    )


_RINGS: Final = {
    "free": "a ring on each rail; what goes on inside a host takes no time, for nothing is known of it",
    "ring": "one ring through all GPUs of the job, striped over the rails",
}


def _baseline(ways: list[ComparedWay], ring: int | None) -> str:
    """Return in words which ring gains are told against."""
    run = None if ring is None else ways[ring].run
    if run is None:
        return "the ring, whose run was deleted"
    inside = (run.scenario.document.get("scale_up") or {}).get("way", "free")
    return _RINGS.get(inside, f"rings by rail, {inside} inside the hosts")


def _sentence(rows: tuple[WayRow, ...], running: int) -> str:
    """Return the one sentence that the page says."""
    ring = next((row for row in rows if row.name == BASELINE), None)
    if running:
        total = sum(row.run is not None for row in rows)
        return f"{total - running} of {total} runs have ended."
    if ring is None or ring.communication is None or not ring.communication.count:
        return "The ring has not come to an end: gains over it cannot be told."
    best = next((row for row in rows if row.is_best), None)
    if best is None or best is ring or best.gain is None or best.gain.times is None:
        return "No other way is faster than the ring here."
    bounded = (
        f" (at most {best.gain.bound:.2f}, bounded by {best.gain.bounded_by})" if best.gain.bound else ""
    )
    return f"{best.title} is {best.gain.times:.2f} times as fast as the ring{bounded}."
