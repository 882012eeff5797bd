"""Documents: newest revisions beside their records, and the list of all revisions."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import F, Model, QuerySet

from twin.models import DocumentRecord, DocumentRevision
from twin.selectors.owned import one_of


def revision_model(record_model: type[DocumentRecord]) -> "type[DocumentRevision]":
    """Return the model of a record's revisions."""
    related: Any = record_model._meta.get_field("revisions").related_model
    return related


def newest_revisions(
    record_model: type[DocumentRecord], owner: User, *, project: UUID | None = None
) -> "QuerySet[Any, Any]":
    """Return the newest revision of each of a person's documents, newest first, without the documents."""
    revisions: QuerySet[Model, Model] = revision_model(record_model)._default_manager.filter(
        record__owner=owner, number=F("record__revision")
    )
    if project is not None:
        revisions = revisions.filter(record__project_id=project)
    return revisions.select_related("record").defer("document").order_by("-record__updated_at", "record_id")


def newest_revision(record_model: type[DocumentRecord], owner: User, object_id: UUID) -> Any:
    """Return the newest revision of one of a person's documents, with its record.

    Raises
    ------
    NotFoundError
        If there is no such document among theirs.
    """
    record = one_of(record_model, owner, object_id)
    revision: Any = revision_model(record_model)._default_manager.get(record=record, number=record.revision)
    revision.record = record
    return revision


def revisions_of(record_model: type[DocumentRecord], owner: User, object_id: UUID) -> "QuerySet[Any, Any]":
    """Return all revisions of one of a person's documents, newest first, without the documents."""
    record = one_of(record_model, owner, object_id)
    revisions: Any = revision_model(record_model)._default_manager.filter(record=record)
    return revisions.select_related("record").defer("document").order_by("-number")
