"""Documents: newest revisions beside their records, and the list of all revisions."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import F, Model, QuerySet

from twin.errors import NoRevisionError
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
    newest_first = revisions.select_related("record").order_by("-record__updated_at", "record_id")
    return newest_first.defer(*_documents_of(record_model))


def newest_revision(record_model: type[DocumentRecord], owner: User, object_id: UUID) -> Any:
    """Return the newest revision of one of a person's documents, with its record.

    Raises
    ------
    NotFoundError
        If there is no such document among theirs.
    """
    record = one_of(record_model, owner, object_id)
    return _numbered(record, record.revision)


def revision_of(record_model: type[DocumentRecord], owner: User, object_id: UUID, number: int) -> Any:
    """Return one revision of one of a person's documents, with its record.

    Raises
    ------
    NotFoundError
        If there is no such document among theirs.
    NoRevisionError
        If the document has no revision of this number.
    """
    return _numbered(one_of(record_model, owner, object_id), number)


def revisions_of(record_model: type[DocumentRecord], owner: User, object_id: UUID) -> "QuerySet[Any, Any]":
    """Return all revisions of one of a person's documents, newest first, without the documents."""
    record = one_of(record_model, owner, object_id)
    revisions: Any = revision_model(record_model)._default_manager.filter(record=record)
    return revisions.select_related("record").defer(*_documents_of(record_model)).order_by("-number")


def _documents_of(record_model: type[DocumentRecord]) -> tuple[str, ...]:
    """Return the fields of a revision that hold documents or the ways to them, and are large."""
    names = {field.name for field in revision_model(record_model)._meta.get_fields()}
    return tuple(sorted(names & {"stored", "operations"}))


def _numbered(record: DocumentRecord, number: int) -> Any:
    rows: QuerySet[Any, Any] = revision_model(type(record))._default_manager.filter(record=record)
    revision: Any = rows.filter(number=number).first()
    if revision is None:
        raise NoRevisionError(record.noun, number=number, newest=record.revision)
    revision.record = record
    return revision
