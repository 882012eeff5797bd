"""One parent for one data folder: a lock that ends with the process that holds it."""

import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where a given REDIS_URL is needed anyway
    fcntl = None  # type: ignore[assignment]


def take_lock(path: Path) -> int | None:
    """Return a descriptor that holds the lock while it is open, None where another process holds it."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    if fcntl is None:
        return descriptor
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor
