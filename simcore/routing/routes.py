"""Routes: the links of flows, and what chooses them."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Routes:
    """The links of N flows in compressed rows; flow i takes ``link[first[i]:first[i + 1]]``.

    Attributes
    ----------
    first
        (N + 1,) int64.
    link
        (E,) int32 rows of links: in path order by hash, rising where packets are sprayed.
    share
        (E,) float64: the part of the flow that the link carries, above 0.
    delay
        (N,) float64, s: one-way latency, of the longest path where there are several.
    """

    first: NDArray[np.int64]
    link: NDArray[np.int32]
    share: NDArray[np.float64]
    delay: NDArray[np.float64]


class Router(Protocol):
    """Chooses the links of flows between vertices."""

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows; ``RoutingError`` where two ends have no path between them."""
        ...
