"""A fabric: what stands in the building, with its revisions."""

from django.db import models

from twin.models.documents import DocumentRecord, DocumentRevision


class Fabric(DocumentRecord):
    """The record of a fabric document."""

    noun = "fabric"


class FabricRevision(DocumentRevision):
    """One saved state of a fabric."""

    record = models.ForeignKey(Fabric, on_delete=models.CASCADE, related_name="revisions")

    class Meta(DocumentRevision.Meta):
        constraints = (models.UniqueConstraint(fields=("record", "number"), name="one_fabric_revision"),)
