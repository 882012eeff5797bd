"""The load of the links while jobs communicate, apart from the time in which all of them compute."""

import numpy as np
from numpy.typing import NDArray

from simcore.engine.loop import Engine
from simcore.simulate.links import LinkBytes


def busy_time(carried: NDArray[np.float64], rates: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (L,) how long links at ``rates`` take for what they have carried, 0 where they are down, s."""
    return np.divide(carried, rates, out=np.zeros(rates.shape[0]), where=rates > 0)


class CommunicationLoad:
    """Adds up what links carry while at least one job communicates, as shares of their rates.

    It looks at the engine where the first job begins, where the last one ends, and where rates change. So
    what it says depends on the run alone, not on who observes it.
    """

    def __init__(self, engine: Engine, links: LinkBytes, link_count: int) -> None:
        self._engine = engine
        self._links = links
        self._link_count = link_count
        self._communicating = 0
        self._seconds = 0.0
        # Bytes since the rates last changed, and the time integral of utilisation up to then (s).
        self._bytes = np.zeros(link_count)
        self._load = np.zeros(link_count)
        self._rates = engine.capacity()[:link_count]

    def communication_begins(self) -> None:
        """Take note that a job begins to communicate."""
        self._communicating += 1
        if self._communicating == 1:
            self._open()

    def communication_ends(self) -> None:
        """Take note that a job communicates no more."""
        if self._communicating == 1:
            self._close()
        self._communicating -= 1

    def rates_change(self) -> None:
        """Take note that links have had new rates from this moment on."""
        if self._communicating:
            self._close()
        self._load += busy_time(self._bytes, self._rates)
        self._bytes[:] = 0.0
        self._rates = self._engine.capacity()[: self._link_count]
        if self._communicating:
            self._open()

    def mean(self) -> NDArray[np.float64] | None:
        """Return the (L,) means over that time, 0..1 of the rate at the time; None where there was none."""
        if self._seconds <= 0:
            return None
        load = self._load + busy_time(self._bytes, self._rates)
        return (load / self._seconds).clip(0.0, 1.0)

    def _open(self) -> None:
        """Begin a stretch now."""
        self._seconds -= self._engine.time
        self._bytes -= self._links.carried()

    def _close(self) -> None:
        """End the stretch now."""
        self._seconds += self._engine.time
        self._bytes += self._links.carried()
