"""Gains of one run over another: none is told that is above what the slowest stage allows."""

from typing import Any, Final

from pydantic import TypeAdapter

from simcore.bounds.gain import ROUNDING, Gain, shown_gain
from simcore.metrics import JobSummary, RunSummary
from simcore.simulate.bounding import way_of
from twin.models import Run

# A run with tolerances may end so much too early: docs/model/sharing.md, 0.35 % at most.
TOLERATED: Final = 0.005
NOT_KNOWN: Final = "not shown: the run was made before the stages of a way were known; run it again"
_SUMMARY: Final = TypeAdapter(RunSummary)


def summary_of(run: Run) -> RunSummary | None:
    """Return what a finished run came to, None of another."""
    return None if run.summary is None else _SUMMARY.validate_python(run.summary)


def first_job(summary: RunSummary | None) -> JobSummary | None:
    """Return the job that comparisons are about."""
    return summary.jobs[0] if summary and summary.jobs else None


def gain_of(run: Run, job: JobSummary, *, name: str, host: str, host_time: float | None) -> Gain | None:
    """Return by how much a job communicates faster than a host that takes ``host_time`` (s), by medians.

    None where one of the times is missing or the job is no all-reduce.
    """
    time = job.communication.p50
    if time is None or not host_time:
        return None
    if job.bound is None:
        return Gain(None, None, None, NOT_KNOWN) if job.collective == "all-reduce" else None
    return shown_gain(
        host=host, host_time=host_time, name=name, time=time, way=way_of(job.bound), within=_within(run)
    )


def _within(run: Run) -> float:
    tolerances: dict[str, Any] = run.scenario.document.get("tolerances") or {}
    return ROUNDING if tolerances.get("exact") else TOLERATED
