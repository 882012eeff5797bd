"""Removes what is kept for a time only: the frames of runs that ended long ago. Summary and series stay."""

import logging
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from twin import storage
from twin.models import ENDED, Run

log = logging.getLogger(__name__)


def remove_old_frames() -> list[UUID]:
    """Remove the frame records of runs that ended more than ``FRAME_DAYS`` days ago; return these runs.

    Files go first, so that a removal cut short is done again. Zero days keep all frames for good.
    """
    if settings.FRAME_DAYS == 0:
        return []
    now = timezone.now()
    old = Run.objects.filter(
        status__in=ENDED,
        finished_at__lt=now - timedelta(days=settings.FRAME_DAYS),
        frames_removed_at=None,
        attempt__gt=0,
    )
    removed = []
    for run_id, attempts in old.values_list("id", "attempt"):
        try:
            storage.delete_frames(run_id, attempts)
        except OSError as error:  # of this one run; it is tried again
            log.warning("the frames of run %s cannot be removed: %s", run_id, error)
            continue
        Run.objects.filter(id=run_id).update(frames_removed_at=now)
        removed.append(run_id)
    if removed:
        log.info("removed the frames of %d runs that ended %d days ago", len(removed), settings.FRAME_DAYS)
    return removed
