"""A scenario: how a workload is run on a fabric, and which cables become slow, with its revisions."""

from django.db import models

from twin.models.documents import DocumentRecord, DocumentRevision


class Scenario(DocumentRecord):
    """The record of a scenario document."""

    noun = "scenario"


class ScenarioRevision(DocumentRevision):
    """One saved state of a scenario."""

    record = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="revisions")

    class Meta(DocumentRevision.Meta):
        constraints = (models.UniqueConstraint(fields=("record", "number"), name="one_scenario_revision"),)
