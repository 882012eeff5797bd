"""A workload: what runs, with its revisions."""

from django.db import models

from twin.models.documents import DocumentRecord, DocumentRevision


class Workload(DocumentRecord):
    """The record of a workload document."""

    noun = "workload"


class WorkloadRevision(DocumentRevision):
    """One saved state of a workload."""

    record = models.ForeignKey(Workload, on_delete=models.CASCADE, related_name="revisions")

    class Meta(DocumentRevision.Meta):
        constraints = (models.UniqueConstraint(fields=("record", "number"), name="one_workload_revision"),)
