"""A comparison: the same all-reduce by every way that fits, each an ordinary run."""

from django.db import models

from twin.models.fabrics import FabricRevision
from twin.models.owned import Owned
from twin.models.projects import Project
from twin.models.runs import Run
from twin.models.workloads import WorkloadRevision


class Comparison(Owned):
    """What is compared: one workload on one fabric. It goes with them; its runs are kept without it."""

    noun = "comparison"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="comparisons")
    name = models.CharField(max_length=200)
    fabric = models.ForeignKey(FabricRevision, on_delete=models.CASCADE, related_name="comparisons")
    workload = models.ForeignKey(WorkloadRevision, on_delete=models.CASCADE, related_name="comparisons")
    seed = models.PositiveBigIntegerField()

    class Meta:
        ordering = ("-created_at", "id")

    def __str__(self) -> str:
        return self.name


class ComparedWay(models.Model):
    """One way of a comparison: its run, or ``says`` why there is none.

    ``name`` is one of ``simcore.simulate.ways.WAYS``. A run that was deleted leaves its way without one.
    """

    comparison = models.ForeignKey(Comparison, on_delete=models.CASCADE, related_name="ways")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)
    run = models.ForeignKey(Run, on_delete=models.SET_NULL, null=True, related_name="+")
    says = models.TextField(blank=True)

    class Meta:
        ordering = ("place",)
        constraints = (models.UniqueConstraint(fields=("comparison", "place"), name="one_way_at_a_place"),)

    def __str__(self) -> str:
        return self.name
