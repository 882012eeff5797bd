"""Runs: lists, the state that viewers are told, series, decisions and frames."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import numpy as np
from django.contrib.auth.models import User
from django.db.models import QuerySet
from numpy.typing import NDArray

from twin import storage
from twin.errors import ConflictError, GoneError
from twin.models import FabricRevision, Run, RunStatus
from twin.selectors.owned import all_of, one_of
from twin.storage import FrameEntry

RELATED: Final = ("fabric__record", "workload__record", "scenario__record")
# What a run's answer does not show, and what is large.
UNSHOWN: Final = (
    "fabric__stored", "fabric__operations", "fabric__findings", "fabric__facts", "workload__stored",
    "workload__findings", "workload__facts", "scenario__findings", "scenario__facts",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RunState:
    """What changes about a run on its way."""

    status: str
    progress: float
    eta_s: float | None
    simulated_s: float
    attempt: int
    error: str


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which decisions are asked for; every word of ``text`` must stand in the reason or in a name."""

    decision: str | None = None
    job: str | None = None
    tenant: str | None = None
    rail: str | None = None
    text: str = ""

    def passes(self, record: dict[str, Any]) -> bool:
        """Return whether a record is asked for."""
        asked = {"decision": self.decision, "job": self.job, "tenant": self.tenant, "rail": self.rail}
        if any(value is not None and record.get(name) != value for name, value in asked.items()):
            return False
        if not self.text:
            return True
        names = (str(record.get(name, "")) for name in ("job", "tenant", "rail", "root", "dtype", "reason"))
        said = " ".join([*names, *record.get("switches", ()), *record.get("ports", ())]).casefold()
        return all(word in said for word in self.text.casefold().split())


def runs_of(owner: User, *, project: UUID | None = None, status: str | None = None) -> "QuerySet[Run]":
    """Return a person's runs, newest first, with all that is shown of them in one query."""
    return all_of(Run, owner, project_id=project, status=status).select_related(*RELATED).defer(*UNSHOWN)


def run_of(owner: User, run_id: UUID) -> Run:
    """Return one of a person's runs.

    Raises
    ------
    NotFoundError
        If there is none with this id among theirs.
    """
    run = runs_of(owner).filter(id=run_id).first()
    return run if run is not None else one_of(Run, owner, run_id)


def state_of(owner: User, run_id: UUID) -> RunState | None:
    """Return a run's state, None where it is not among this person's."""
    names = ("status", "progress", "eta_s", "simulated_s", "attempt", "error")
    found = all_of(Run, owner).filter(id=run_id).values(*names).first()
    return None if found is None else RunState(**found)


def cable_ids_of(run: Run) -> tuple[str, ...]:
    """Return the cables of a run's fabric in document order, the order of every frame."""
    document = FabricRevision.objects.get(id=run.fabric_id).document
    return tuple(cable["id"] for cable in document["cables"])


def frames_of(run: Run) -> list[FrameEntry]:
    """Return the index of a run's frame record; empty before the first frame.

    Raises
    ------
    GoneError
        If the record was removed for its age.
    """
    _must_have_frames(run)
    return storage.frame_index(run.id, run.attempt)


def frame_record_of(run: Run) -> bytes:
    """Return a run's frame record; empty before the first frame.

    Raises
    ------
    GoneError
        If it was removed for its age.
    """
    _must_have_frames(run)
    return storage.frame_record(run.id, run.attempt)


def series_of(run: Run, *names: str) -> dict[str, NDArray[Any]]:
    """Return the arrays that a finished run left behind, those named; all of them where none is.

    Raises
    ------
    ConflictError
        If the run has not finished.
    """
    _must_have_finished(run)
    return storage.load_series(run.id, run.attempt, *names)


def series_file_of(run: Run) -> bytes:
    """Return the arrays of a finished run as the ``.npz`` file they are kept in."""
    _must_have_finished(run)
    return storage.read(run.id, run.attempt, storage.SERIES)


def audit_of(run: Run, wanted: "AuditFilter | None" = None) -> list[dict[str, Any]]:
    """Return the decisions on in-network aggregation, in order of time, those asked for."""
    _must_have_finished(run)
    records = storage.load_audit(run.id, run.attempt)
    return records if wanted is None else [record for record in records if wanted.passes(record)]


def trees_of(run: Run, *, job: str | None = None, rail: str | None = None) -> list[dict[str, Any]]:
    """Return the trees of a finished run as they stood at its end, those asked for."""
    _must_have_finished(run)
    return [
        tree
        for tree in storage.load_trees(run.id, run.attempt)
        if (job is None or tree["job"] == job) and (rail is None or tree["rail"] == rail)
    ]


def mean_load_of(run: Run) -> NDArray[np.float64]:
    """Return (cables,) the mean load of the busier direction of each cable, 0..1."""
    mean: NDArray[np.float64] = series_of(run, "cable_mean")["cable_mean"].max(axis=1)
    return mean


def _must_have_frames(run: Run) -> None:
    if run.frames_removed_at and run.finished_at:
        days = (run.frames_removed_at - run.finished_at).days
        raise GoneError(
            f"the frame record of run {run.number} was kept for {days} days; "
            "its summary, series and decisions stay"
        )


def _must_have_finished(run: Run) -> None:
    if run.status != RunStatus.FINISHED:
        raise ConflictError(f"run {run.number} is {run.status}: this is there when it has finished")
