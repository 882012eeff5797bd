"""Saves documents: each change is a new immutable revision, with its digest and what the checks found.

``Kind`` is what the three nouns differ in; ``services.fabrics``, ``.workloads`` and ``.scenarios`` each
give one. A document is called what it says itself: the record's name is a copy for lists, and a name that is
given beside a document goes into it before its digest is taken.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from simcore.document.common import DocumentModel
from simcore.document.digest import digest
from simcore.document.findings import Finding
from twin.errors import ConflictError, StaleRevisionError
from twin.models import DocumentRecord, Run
from twin.selectors.documents import newest_revision, revision_model
from twin.selectors.owned import one_of
from twin.services.projects import project_or_first

Document = TypeVar("Document", bound=DocumentModel)

# After so many revisions told by operations the next that is looked at is kept whole.
LONG_CHAIN: Final = 32


@dataclass(frozen=True, slots=True)
class Kind(Generic[Document]):
    """One noun's record, document, checks, facts (the counts that lists show), and how its JSON is kept."""

    record: type[DocumentRecord]
    document: type[Document]
    findings: Callable[[Document], Sequence[Finding]]
    facts: Callable[[Document], dict[str, Any]]
    stored: Callable[[dict[str, Any]], dict[str, Any]] = dict

    @property
    def noun(self) -> str:
        """The noun, as people say it."""
        return self.record.noun


def create(
    kind: Kind[Document],
    *,
    owner: User,
    document: Document,
    name: str | None = None,
    project: UUID | None = None,
) -> Any:
    """Save a new document, called ``name`` if given, as revision 1; return that revision, with its record."""
    named = _named(document, name or document.name or f"Unnamed {kind.noun}")
    content = _content(kind, named)
    with transaction.atomic():
        record = kind.record._default_manager.create(
            owner=owner, project=project_or_first(owner, project), name=named.name, revision=1
        )
        return _add_revision(record, named, content)


def save(
    kind: Kind[Document],
    *,
    owner: User,
    object_id: UUID,
    expected: int,
    document: Document,
    name: str | None = None,
) -> Any:
    """Save a change made on revision ``expected`` and return the newest revision.

    The document is called ``name`` where that is given, else as it says itself; one without a name keeps that
    of the record. A document that then equals the newest revision makes no new one.

    Raises
    ------
    NotFoundError
        If the owner has no such document.
    StaleRevisionError
        If the newest revision is another than ``expected``; nothing is changed then.
    """
    newest = newest_revision(kind.record, owner, object_id)
    record = newest.record
    if record.revision != expected:
        raise StaleRevisionError(kind.noun, expected=expected, current=record.revision)
    named = _named(document, name or document.name or record.name)
    is_new = settled(kind, newest).digest != digest(named)
    # What takes time is done before the transaction: nobody else can write while it lasts.
    content = _content(kind, named) if is_new else {}
    with transaction.atomic():
        changed = kind.record._default_manager.filter(id=object_id, revision=expected).update(
            revision=expected + is_new, name=named.name, updated_at=timezone.now()
        )
        record.refresh_from_db()
        if not changed:
            raise StaleRevisionError(kind.noun, expected=expected, current=record.revision)
        return _add_revision(record, named, content) if is_new else newest


def settled(kind: Kind[Document], revision: Any) -> Any:
    """Return a revision with its digest, findings and facts, which are found now if they were not yet.

    A revision told by operations is kept whole from now on, where many such came before it.
    """
    if revision.digest:
        return revision
    document = kind.document.model_validate(revision.document)
    found = _found(kind, document)
    if revision.stored is None and revision.number - revision.base_number >= LONG_CHAIN:
        found["stored"] = kind.stored(revision.document)
    type(revision).objects.filter(id=revision.id).update(**found)
    for field, value in found.items():
        setattr(revision, field, value)
    return revision


def delete(kind: Kind[Document], *, owner: User, object_id: UUID) -> None:
    """Delete a document with all its revisions.

    Raises
    ------
    NotFoundError
        If the owner has no such document.
    ConflictError
        If runs were made with it: they show what they ran on.
    """
    with transaction.atomic():
        record = one_of(kind.record, owner, object_id)
        runs = Run.objects.filter(**{f"{kind.noun}__record": record}).count()
        if runs:
            raise ConflictError(
                f"{runs} run{'' if runs == 1 else 's'} show{'s' if runs == 1 else ''} this {kind.noun}: "
                "delete them first"
            )
        record.delete()


def _named(document: Document, name: str) -> Document:
    return document if document.name == name else document.model_copy(update={"name": name})


def _add_revision(record: DocumentRecord, document: DocumentModel, content: dict[str, Any]) -> Any:
    revision: Any = revision_model(type(record))._default_manager.create(
        record=record, number=record.revision, **content
    )
    revision.parsed = document
    return revision


def _content(kind: Kind[Document], document: Document) -> dict[str, Any]:
    """Return what a revision keeps of a document."""
    return {"stored": kind.stored(document.model_dump(mode="json")), **_found(kind, document)}


def _found(kind: Kind[Document], document: Document) -> dict[str, Any]:
    return {
        "digest": digest(document),
        "findings": [finding.model_dump(mode="json") for finding in kind.findings(document)],
        "facts": kind.facts(document),
    }
