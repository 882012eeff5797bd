"""Changes a fabric by operations: a batch of them is one revision, saved without its document being written.

What the change means (digest, findings, counts) is found when somebody asks: ``documents.settled``. The
newest states of the last fabrics that were changed are kept in memory, so that the next change need not fold.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from simcore.document.grouping import grouped
from simcore.document.operations import applied
from twin.errors import StaleRevisionError
from twin.models import Fabric, FabricRevision
from twin.selectors.owned import one_of

Json = dict[str, Any]

# Devices and cables of all states kept in memory: about 1 kB each.
MOST_KEPT: Final = 200_000
# A chain of operations is never longer, however seldom somebody looks.
LONGEST_CHAIN: Final = 500


@dataclass(frozen=True, slots=True)
class Operated:
    """A saved change: its revision, with its record, and the operations that take it back."""

    revision: FabricRevision
    inverse: list[Json]


def operate(*, owner: User, object_id: UUID, expected: int, operations: Sequence[Json]) -> Operated:
    """Apply operations (as JSON) to revision ``expected`` of a fabric and save that as the next one.

    Raises
    ------
    NotFoundError
        If the owner has no such fabric.
    StaleRevisionError
        If the newest revision is another than ``expected``; nothing is changed then.
    OperationError
        If an operation does not fit the document; nothing is changed then.
    """
    record = one_of(Fabric, owner, object_id)
    if record.revision != expected:
        raise StaleRevisionError(record.noun, expected=expected, current=record.revision)
    before = FabricRevision.objects.defer("stored", "operations").get(record=record, number=expected)
    document, inverse = applied(_states.document_of(before), operations)
    with transaction.atomic():
        now = timezone.now()
        changed = Fabric.objects.filter(id=object_id, revision=expected).update(
            revision=expected + 1, name=document["name"] or record.name, updated_at=now
        )
        record.refresh_from_db()
        if not changed:
            raise StaleRevisionError(record.noun, expected=expected, current=record.revision)
        is_long = expected - before.base_number >= LONGEST_CHAIN
        revision = FabricRevision.objects.create(
            record=record,
            number=record.revision,
            operations=list(operations),
            stored=grouped(document) if is_long else None,
        )
    _states.keep(revision, document)
    return Operated(revision, inverse)


class _States:
    """Documents of the newest revisions, the one that was used longest ago leaving first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[UUID, Json] = OrderedDict()
        self._lock = Lock()

    def document_of(self, revision: FabricRevision) -> Json:
        with self._lock:
            known = self._kept.get(revision.id)
        return revision.document if known is None else known

    def keep(self, revision: FabricRevision, document: Json) -> None:
        """Keep a state in the place of the one before it, within the bound."""
        before = FabricRevision.objects.filter(record=revision.record_id, number=revision.number - 1)
        earlier = before.values_list("id", flat=True).first()
        with self._lock:
            if earlier is not None:
                self._kept.pop(earlier, None)
            self._kept[revision.id] = document
            while self._kept and sum(map(_size, self._kept.values())) > MOST_KEPT:
                self._kept.popitem(last=False)


def _size(document: Json) -> int:
    return len(document["devices"]) + len(document["cables"])


_states: Final = _States()
