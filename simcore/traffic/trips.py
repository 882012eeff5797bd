"""Trips: who goes from where to where over the fabric, and can be sent another way while on it."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Routes
from simcore.traffic.streams import Stage


class Clock(Stage, Protocol):
    """A stage on which it shows who is under way, and when something happens next: the engine."""

    @property
    def next_event(self) -> float:
        """When something happens next, infinity where nothing will, s."""
        ...

    def finish_times(self, first: int, count: int) -> NDArray[np.float64]:
        """Return when streams ended last, NaN where one never has, s."""
        ...


@dataclass(frozen=True, slots=True)
class Ends:
    """N pairs of vertices, and the number of each flow for the hash; (N,) each.

    Those that go ``together`` are parts of one stream, and change their ways all or none.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    flow_ids: NDArray[np.uint64]
    together: bool = False

    def chosen(self, rows: NDArray[np.intp]) -> "Ends":
        """Return some of them."""
        return Ends(self.source[rows], self.target[rows], self.flow_ids[rows], self.together)

    @classmethod
    def joined(cls, parts: "list[Ends]") -> "Ends":
        """Return all of ``parts`` in order."""
        return cls(
            np.concatenate([np.empty(0, dtype=np.int32), *(part.source for part in parts)]),
            np.concatenate([np.empty(0, dtype=np.int32), *(part.target for part in parts)]),
            np.concatenate([np.empty(0, dtype=np.uint64), *(part.flow_ids for part in parts)]),
        )


class Trips(Protocol):
    """Flows that can be sent another way."""

    @property
    def ends(self) -> Ends:
        """Where they go from and to."""
        ...

    def take(self, stage: Stage, chosen: NDArray[np.intp], routes: Routes) -> None:
        """Send ``chosen`` of them over ``routes`` from now on, what they have left."""
        ...


class Traveller(Protocol):
    """Someone whose streams can be sent another way."""

    def trips(self, stage: Clock, *, moving: bool) -> list[Trips]:
        """Return all that may still move; or those that are ``moving`` now."""
        ...
