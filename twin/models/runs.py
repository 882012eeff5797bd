"""A run: one scenario, one seed, one code version; its row is the truth about it.

The queue and the websocket only carry news of the row. Every change of status is one conditional UPDATE
along ``TRANSITIONS``, so a task that is delivered twice, or a worker that comes back late, changes nothing.
"""

from typing import Final

from django.conf import settings
from django.db import models

from twin.models.fabrics import FabricRevision
from twin.models.owned import Owned
from twin.models.projects import Project
from twin.models.scenarios import ScenarioRevision
from twin.models.workloads import WorkloadRevision


class RunStatus(models.TextChoices):
    """Where a run stands."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"
    LOST = "lost"


# From RUNNING back to QUEUED: the worker died and the run is taken up again.
TRANSITIONS: Final[dict[RunStatus, frozenset[RunStatus]]] = {
    RunStatus.QUEUED: frozenset({RunStatus.RUNNING, RunStatus.CANCELLED}),
    RunStatus.RUNNING: frozenset(
        {RunStatus.QUEUED, RunStatus.FINISHED, RunStatus.FAILED, RunStatus.CANCELLED, RunStatus.LOST}
    ),
    RunStatus.FINISHED: frozenset(),
    RunStatus.FAILED: frozenset(),
    RunStatus.CANCELLED: frozenset(),
    RunStatus.LOST: frozenset(),
}
ENDED: Final = frozenset(status for status, following in TRANSITIONS.items() if not following)


def may_come_before(status: RunStatus) -> tuple[RunStatus, ...]:
    """Return the states from which a run may pass to ``status``."""
    return tuple(earlier for earlier, following in TRANSITIONS.items() if status in following)


class Run(Owned):
    """One simulation of a scenario, from the click to the result."""

    noun = "run"

    number = models.PositiveIntegerField()
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="runs")
    name = models.CharField(max_length=200, blank=True)
    fabric = models.ForeignKey(FabricRevision, on_delete=models.PROTECT, related_name="runs")
    workload = models.ForeignKey(WorkloadRevision, on_delete=models.PROTECT, related_name="runs")
    scenario = models.ForeignKey(ScenarioRevision, on_delete=models.PROTECT, related_name="runs")
    seed = models.PositiveBigIntegerField()
    code_version = models.CharField(max_length=100)
    is_paced = models.BooleanField(default=False)

    status = models.CharField(max_length=10, choices=RunStatus.choices, default=RunStatus.QUEUED)
    attempt = models.PositiveIntegerField(default=0)
    worker = models.CharField(max_length=200, blank=True)
    heartbeat_at = models.DateTimeField(null=True)
    cancel_requested = models.BooleanField(default=False)

    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    progress = models.FloatField(default=0.0)
    eta_s = models.FloatField(null=True)
    simulated_s = models.FloatField(default=0.0)
    error = models.TextField(blank=True)
    summary = models.JSONField(null=True)
    # When its frames were removed for their age; summary, series and decisions stay.
    frames_removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-number")
        constraints = (models.UniqueConstraint(fields=("owner", "number"), name="one_run_number_per_owner"),)
        indexes = (models.Index(fields=("status", "heartbeat_at"), name="runs_to_recover"),)

    def __str__(self) -> str:
        return f"run {self.number} ({self.status})"

    @property
    def has_ended(self) -> bool:
        """Tell whether nothing more will happen to this run."""
        return RunStatus(self.status) in ENDED


class RunNumber(models.Model):
    """The number of a person's newest run, so that numbers are never used twice, even after a deletion."""

    owner = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    newest = models.PositiveIntegerField(default=0)
