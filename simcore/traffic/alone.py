"""How long messages take where nothing else moves: about, and from few of them where many are alike."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.traffic.streams import StreamTable


@dataclass(frozen=True, slots=True)
class Alone:
    """M messages by themselves, and what all of them together bring to each resource.

    Attributes
    ----------
    level, size, row
        (M,) the step of each, its bytes, and its row in ``routes``; those that fare alike are one.
    load, load_size
        Streams and their bytes, which together load the resources as all messages do.
    longest
        Latency of as many paths as have to be gone one after the other, s.
    """

    level: NDArray[np.int64]
    size: NDArray[np.float64]
    row: NDArray[np.int64]
    routes: StreamTable
    load: StreamTable
    load_size: NDArray[np.float64]
    longest: float

    def seconds(self, capacity: NDArray[np.float64]) -> float:
        """Return about how long it takes at ``capacity`` (R,).

        Either the most loaded resource decides, or the messages one after the other, each at its rate alone.
        """
        if not self.size.shape[0]:
            return self.longest
        per_copy = capacity[self.routes.resource] / self.routes.multiplicity
        rate = np.minimum.reduceat(per_copy, self.routes.first[:-1])[self.row]
        seconds = np.full(rate.shape, np.inf)
        np.divide(self.size, rate, out=seconds, where=rate > 0)
        of_level = np.zeros(int(self.level.max()) + 1)
        np.maximum.at(of_level, self.level, seconds)
        entries = np.repeat(self.load_size, np.diff(self.load.first)) * self.load.multiplicity
        load = np.bincount(self.load.resource, entries, capacity.shape[0])
        busy = np.zeros(capacity.shape)
        np.divide(load, capacity, out=busy, where=capacity > 0)
        return max(float(of_level.sum()), float(busy.max())) + self.longest
