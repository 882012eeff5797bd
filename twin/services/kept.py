"""Saves what a person keeps for use in any project: price lists, device types, column maps."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from simcore.document.catalogue import DEVICE_TYPES as CATALOGUED
from simcore.document.common import DocumentModel
from simcore.document.fabric import DeviceType
from simcore.document.prices import PriceList as PriceListDocument
from simcore.formats.cables import ColumnMap
from twin.errors import ConflictError
from twin.models import OwnColumnMap, OwnDeviceType, PriceList
from twin.models.kept import Kept
from twin.selectors.owned import all_of, one_of

Document = TypeVar("Document", bound=DocumentModel)
# Enough for any catalogue; what is more is a program gone wrong.
MOST_OF_A_KIND: Final = 2_000


@dataclass(frozen=True, slots=True)
class KeptKind(Generic[Document]):
    """One noun's record and document, what names it, and the names that the catalogue has taken."""

    record: type[Kept]
    document: type[Document]
    name_of: Callable[[Document], str]
    catalogued: Container[str] = ()

    @property
    def noun(self) -> str:
        """The noun, as people say it."""
        return self.record.noun


PRICE_LISTS: Final = KeptKind(PriceList, PriceListDocument, lambda document: document.name)
DEVICE_TYPES: Final = KeptKind(OwnDeviceType, DeviceType, lambda document: document.id, CATALOGUED)
COLUMN_MAPS: Final = KeptKind(OwnColumnMap, ColumnMap, lambda document: document.name)


def create(kind: KeptKind[Document], *, owner: User, document: Document) -> Any:
    """Keep a new document and return its record.

    Raises
    ------
    ConflictError
        If the person keeps one of this name or too many, or the catalogue has one of it.
    """
    with transaction.atomic():
        kept = all_of(kind.record, owner)
        if kept.count() >= MOST_OF_A_KIND:
            raise ConflictError(f"you have {MOST_OF_A_KIND:,} {kind.noun}s: delete one of them first")
        name = _free_name(kind, owner, document)
        return kind.record._default_manager.create(
            owner=owner, name=name, document=document.model_dump(mode="json")
        )


def save(kind: KeptKind[Document], *, owner: User, object_id: UUID, document: Document) -> Any:
    """Change what is kept and return its record.

    Raises
    ------
    NotFoundError
        If the owner has no such thing.
    ConflictError
        If the person keeps another one of this name, or the catalogue has one of it.
    """
    with transaction.atomic():
        record = one_of(kind.record, owner, object_id)
        record.name = _free_name(kind, owner, document, besides=object_id)
        record.document = document.model_dump(mode="json")
        record.save(update_fields=("name", "document", "updated_at"))
        return record


def delete(kind: KeptKind[Document], *, owner: User, object_id: UUID) -> None:
    """Delete what was kept; fabrics that took a copy of it keep theirs."""
    one_of(kind.record, owner, object_id).delete()


def _free_name(
    kind: KeptKind[Document], owner: User, document: Document, *, besides: UUID | None = None
) -> str:
    name = kind.name_of(document).strip() or f"Unnamed {kind.noun}"
    if name in kind.catalogued:
        raise ConflictError(f"the catalogue has a {kind.noun} called {name}: take another name for yours")
    if all_of(kind.record, owner, name=name).exclude(id=besides).exists():
        raise ConflictError(f"you have a {kind.noun} called {name}: change that one, or take another name")
    return name
