"""Changes of a run's status: each one conditional UPDATE along the table of transitions."""

from typing import Any
from uuid import UUID

from django.utils import timezone

from twin.models import ENDED, Run, RunStatus
from twin.models.runs import may_come_before


def advance(run_id: UUID, status: RunStatus, *, attempt: int, **fields: Any) -> bool:
    """Move a run's attempt on to ``status`` and return whether that was allowed.

    False means that the run is elsewhere by now, or that a newer attempt has it: step aside.
    """
    if status in ENDED:
        fields.setdefault("finished_at", timezone.now())
        fields.setdefault("eta_s", None)
    allowed = Run.objects.filter(id=run_id, attempt=attempt, status__in=may_come_before(status))
    return bool(allowed.update(status=status, updated_at=timezone.now(), **fields))
