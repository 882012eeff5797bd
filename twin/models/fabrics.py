"""A fabric: what stands in the building, with its revisions."""

from functools import cached_property
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from simcore.document.operations import applied, explicit
from twin.models.documents import DocumentRecord, DocumentRevision


class Fabric(DocumentRecord):
    """The record of a fabric document."""

    noun = "fabric"


class FabricRevision(DocumentRevision):
    """One saved state of a fabric: a whole document, or the operations that led here from the one before.

    Digest, findings and facts of a state told by operations are found when they are first asked for
    (``twin.services.documents.settled``): until then the digest is empty.
    """

    record = models.ForeignKey(Fabric, on_delete=models.CASCADE, related_name="revisions")
    operations = models.JSONField(encoder=DjangoJSONEncoder, null=True)

    class Meta(DocumentRevision.Meta):
        constraints = (models.UniqueConstraint(fields=("record", "number"), name="one_fabric_revision"),)

    @property
    def base_number(self) -> int:
        """The newest revision up to this one that is kept whole."""
        kept = FabricRevision.objects.filter(record=self.record_id, number__lte=self.number)
        number: int = (
            kept.filter(stored__isnull=False).order_by("-number").values_list("number", flat=True)[0]
        )
        return number

    @cached_property
    def document(self) -> dict[str, Any]:  # type: ignore[override]
        """The document as JSON, every entry of its lists written out: the fold of what led here."""
        if self.stored is not None:
            return explicit(self.stored)
        before = FabricRevision.objects.filter(record=self.record_id, number__lt=self.number)
        base = before.get(number=self.base_number)
        between = (
            before.filter(number__gt=base.number).order_by("number").values_list("operations", flat=True)
        )
        document = base.document
        for operations in (*between, self.operations):
            document, _ = applied(document, operations)
        return document
