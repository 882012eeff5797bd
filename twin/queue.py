"""Asks the workers to execute a run. The message is only news: the row says what is to be done.

Beside each message a mark with an expiry is kept in the same broker. A queued run without its mark has lost
its message, with the broker or with a worker, and is queued again; a message too many is harmless.
"""

import logging
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from celery import current_app
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

EXECUTE_RUN: Final = "twin.execute_run"
FAST_QUEUE: Final = "fast"
PACED_QUEUE: Final = "paced"  # of their own, so that a run somebody watches does not hold up the fast ones
MARK_LASTS_S: Final = 60

log = logging.getLogger(__name__)


def queue_run(run_id: UUID, *, is_paced: bool) -> bool:
    """Queue a run and return whether the broker took it; if not, recovery will queue it again."""
    try:
        current_app.send_task(
            EXECUTE_RUN, args=[str(run_id)], queue=PACED_QUEUE if is_paced else FAST_QUEUE, ignore_result=True
        )
        cache.set(_mark(run_id), 1, timeout=MARK_LASTS_S)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("the broker did not take run %s, it will be queued again: %s", run_id, error)
        return False
    return True


def unmarked(run_ids: Iterable[UUID]) -> set[UUID]:
    """Return the runs that the broker does not seem to know; none while it cannot be asked."""
    marks = {_mark(run_id): run_id for run_id in run_ids}
    try:
        known = cache.get_many(marks)
    except (RedisError, OSError):
        return set()
    return {run_id for mark, run_id in marks.items() if mark not in known}


def tell_listening(name: str) -> None:
    """Note that a worker listens to a queue."""
    cache.set(_listener(name), 1, timeout=None)


def forget_listening() -> None:
    """Forget which queues are listened to, before workers are started."""
    cache.delete_many([_listener(FAST_QUEUE), _listener(PACED_QUEUE)])


def all_listening() -> bool:
    """Tell whether each queue has had a worker that listens since ``forget_listening``."""
    try:
        return len(cache.get_many([_listener(FAST_QUEUE), _listener(PACED_QUEUE)])) == 2
    except (RedisError, OSError):
        return False


def _listener(name: str) -> str:
    return f"listening:{name}"


def _mark(run_id: UUID) -> str:
    return f"queued:{run_id}"
