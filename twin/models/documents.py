"""A document with immutable revisions: what fabrics, workloads and scenarios have in common.

The record holds the name and the number of its newest revision; each saved state is a row of its own
that never changes, with the document, its digest and what the checks found.
"""

import uuid
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from simcore.document.common import DocumentModel
from twin.models.owned import Owned
from twin.models.projects import Project


class DocumentRecord(Owned):
    """A fabric, workload or scenario: the name and the newest revision's number."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="%(class)ss")
    name = models.CharField(max_length=200)
    revision = models.PositiveIntegerField(default=1)

    class Meta:
        abstract = True
        ordering = ("-updated_at", "id")

    def __str__(self) -> str:
        return f"{self.name} r{self.revision}"


class DocumentRevision(models.Model):
    """One saved state; ``facts`` are counts for lists, so that these need not read the document.

    ``stored`` is the document as it is kept; null where it is told by the operations that led to it.
    ``parsed`` is the document itself where whoever made this object has it at hand, to save reading it again.
    """

    parsed: DocumentModel | None = None

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = models.PositiveIntegerField()
    stored = models.JSONField(encoder=DjangoJSONEncoder, null=True)
    digest = models.CharField(max_length=64, blank=True)
    findings = models.JSONField(default=list)
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ("-number",)

    @property
    def document(self) -> dict[str, Any]:
        """The document as JSON, every entry of its lists written out."""
        document: dict[str, Any] = self.stored
        return document
