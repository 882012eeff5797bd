"""How long tests wait for what happens elsewhere: long, for a machine that does other things too.

Nothing is timed here: what must be fast is measured by ``make bench``. A wait ends when what it waits for is
there; its limit is only for what never comes.
"""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_S = 300.0
POLL_S = 0.05
T = TypeVar("T")


def wait_until(look: Callable[[], T], what: str) -> T:
    """Return the first true value of ``look``; fail with ``what`` when it does not come."""
    end = time.monotonic() + PATIENCE_S
    while not (value := look()):
        assert time.monotonic() < end, f"{what}: not within {PATIENCE_S:g} s"
        time.sleep(POLL_S)
    return value
