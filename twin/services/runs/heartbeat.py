"""The thread beside a run: says that the worker lives, and hears whether the run should stop."""

import logging
import threading
from datetime import timedelta
from typing import Final, Protocol
from uuid import UUID

from django.db import DatabaseError, connection
from django.utils import timezone

from twin.models import Run, RunStatus

LOOK_EVERY_S: Final = 0.25  # for the cancel flag: a run stops within two seconds of the click
BEAT_EVERY_S: Final = 0.5  # what it writes is what GET shows of a run on its way
STALE_AFTER: Final = timedelta(seconds=10)

log = logging.getLogger(__name__)


class Progress(Protocol):
    """What is known of a run on its way; the frame publisher."""

    progress: float
    eta_s: float | None
    simulated_s: float


class Heartbeat:
    """Beats while the ``with`` block lasts; ``should_stop`` is what the simulation asks."""

    def __init__(self, run_id: UUID, attempt: int, progress: Progress) -> None:
        self.is_cancelled = False
        self.is_superseded = False
        self._mine = Run.objects.filter(id=run_id, attempt=attempt, status=RunStatus.RUNNING)
        self._progress = progress
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"heartbeat of {run_id}", daemon=True)

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def should_stop(self) -> bool:
        """Tell whether somebody cancelled the run, or a newer attempt has taken it over."""
        return self.is_cancelled or self.is_superseded

    def _run(self) -> None:
        looks = 0
        looks_a_beat = round(BEAT_EVERY_S / LOOK_EVERY_S)
        try:
            while not self._end.wait(LOOK_EVERY_S) and not self.should_stop():
                looks += 1
                try:
                    self._look()
                    if looks % looks_a_beat == 0:
                        self.beat()
                except DatabaseError as error:  # a database that is away for a moment does not end a run
                    log.warning("no heartbeat: %s", error)
        finally:
            connection.close()

    def _look(self) -> None:
        flag = self._mine.values_list("cancel_requested", flat=True).first()
        self.is_superseded = flag is None
        self.is_cancelled = bool(flag)

    def beat(self) -> None:
        """Write the sign of life, and how far the run is."""
        mine = self._mine.update(
            heartbeat_at=timezone.now(),
            progress=self._progress.progress,
            eta_s=self._progress.eta_s,
            simulated_s=self._progress.simulated_s,
        )
        self.is_superseded = not mine
