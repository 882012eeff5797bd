"""Flowlets: a flow takes one path at a time, and draws another for each stretch of it."""

import numpy as np
from numpy.typing import NDArray

from simcore.routing.hashing import GOLDEN, mix, walk
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import ShortestPaths


class FlowletRouter:
    """One path a flow and stretch of time, by a hash of the flow's number and that of the stretch.

    h = mix(mix(seed · 0x9E3779B97F4A7C15 + flow id) + stretch · 0x9E3779B97F4A7C15), and next links are
    numbered by h as ``FlowNumberRouter`` does it. All flows begin a new stretch at the same moments.

    References
    ----------
    Vanini, Pan, Alizadeh, Taheri and Edsall, "Let It Flow: Resilient Asymmetric Load Balancing with Flowlet
    Switching", NSDI 2017: each flowlet draws its path at random, whatever the load.
    """

    tires_of_its_choice = True

    def __init__(self, paths: ShortestPaths, *, seed: int) -> None:
        self._paths = paths
        self._seed = np.uint64(seed)
        self._stretch = np.uint64(0)

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows in the stretch of now."""
        with np.errstate(over="ignore"):
            hashed = mix(mix(self._seed * GOLDEN + flow_ids) + self._stretch * GOLDEN)
        first, link, delay = walk(self._paths.graph, self._paths.ways(source, target), hashed)
        return Routes(first, link, np.ones(link.shape[0]), delay)

    def choose(
        self,
        source: NDArray[np.int32],
        target: NDArray[np.int32],
        flow_ids: NDArray[np.uint64],
        rate: NDArray[np.float64],
    ) -> Routes:
        """Begin a new stretch and return the routes in it; what links can carry does not matter."""
        self._stretch += np.uint64(1)
        return self.route(source, target, flow_ids)
