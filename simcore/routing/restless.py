"""Routers that choose again while flows are under way."""

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Router, Routes


@runtime_checkable
class RestlessRouter(Router, Protocol):
    """A router whose choice depends on more than the flow: ``route`` is for those that start."""

    @property
    def tires_of_its_choice(self) -> bool:
        """Whether it chooses otherwise where nothing has changed."""
        ...

    def choose(
        self,
        source: NDArray[np.int32],
        target: NDArray[np.int32],
        flow_ids: NDArray[np.uint64],
        rate: NDArray[np.float64],
    ) -> Routes:
        """Return the routes that N flows, all that are under way, take from now on.

        ``rate`` (L,) is what the links can carry now, bytes/s, 0 where one is down.
        """
        ...
