"""How the parts of a flow divide its bytes, and the streams that it becomes."""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Routes
from simcore.traffic.streams import StreamTable


class Splitting(StrEnum):
    """Parts drain one queue and their rates add up, or each has an equal part and the slowest decides."""

    SHARED_QUEUE = "shared-queue"
    EQUAL = "equal"


def streams_of(routes: Routes, splitting: Splitting) -> StreamTable:
    """Return the streams of flows, one a path; those of a shared queue follow the flow's first."""
    follows = None
    if splitting is Splitting.SHARED_QUEUE and routes.parts > 1:
        follows = np.arange(routes.delay.shape[0]) % routes.parts > 0
    return StreamTable(routes.first, routes.link, routes.share, routes.delay, follows)


def sizes_of(size: NDArray[np.float64], parts: int, splitting: Splitting) -> NDArray[np.float64]:
    """Return the bytes of each stream of flows of ``size`` (N,); a shared queue is that of its first."""
    return np.repeat(size if splitting is Splitting.SHARED_QUEUE else size / parts, parts)


def ideal_rates(routes: Routes, splitting: Splitting, link_rate: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the (N,) rates that flows reach at most, alone on links of ``link_rate`` (L,), bytes/s."""
    if splitting is Splitting.EQUAL:
        return routes.equal_rates(link_rate)
    return routes.joint_rates(link_rate)
