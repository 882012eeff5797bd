"""The newest frame of each run under one key, and the news of frames and states for who is watching.

A frame never travels through the channel layer: that carries "frame n", and each viewer fetches the newest
frame when it is ready for one. News may get lost with the broker; the row and the frame record may not.
"""

import logging
from typing import Final
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache
from redis.exceptions import RedisError

FRAME_LASTS_S: Final = 120

log = logging.getLogger(__name__)


def group_of(run_id: UUID) -> str:
    """Return the name of the group of a run's viewers."""
    return f"run.{run_id}"


def tell_frame(run_id: UUID, *, seq: int, frame: bytes) -> bool:
    """Keep the newest frame and tell the viewers its number; False where the broker is away."""
    try:
        cache.set(_key(run_id), frame, timeout=FRAME_LASTS_S)
    except (RedisError, OSError) as error:
        log.warning("frame %d of run %s was not published: %s", seq, run_id, error)
        return False
    return _tell(run_id, {"type": "run.frame", "seq": seq})


def tell_state(run_id: UUID) -> bool:
    """Tell the viewers that the row has changed; they read it themselves."""
    return _tell(run_id, {"type": "run.state"})


async def newest_frame(run_id: UUID) -> bytes | None:
    """Return the newest frame, None where there is none (any more)."""
    try:
        frame: bytes | None = await cache.aget(_key(run_id))
    except (RedisError, OSError):
        return None
    return frame


def _tell(run_id: UUID, message: dict[str, object]) -> bool:
    try:
        async_to_sync(get_channel_layer().group_send)(group_of(run_id), message)
    except (RedisError, OSError) as error:
        log.warning("no news of run %s could be sent: %s", run_id, error)
        return False
    return True


def _key(run_id: UUID) -> str:
    return f"frame:{run_id}"
