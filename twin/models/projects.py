"""A project keeps fabrics, workloads, scenarios and runs together."""

from django.db import models

from twin.models.owned import Owned


class Project(Owned):
    """A named place for what belongs together."""

    noun = "project"

    name = models.CharField(max_length=200)

    class Meta:
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return self.name
