"""Cuts: what has to pass the links of an endpoint or a leaf, and how long that takes at least."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Demand
from simcore.routing.shortest_paths import ShortestPaths


@dataclass(frozen=True, slots=True)
class Cuts:
    """What has to pass the links of each endpoint and of each leaf, out and in.

    Attributes
    ----------
    size
        (K,) bytes that have to pass cut k.
    cut, rate
        (E,) for each link of a cut the cut's row, and the rate of the link, bytes/s.
    """

    size: NDArray[np.float64]
    cut: NDArray[np.int64]
    rate: NDArray[np.float64]

    @classmethod
    def of(cls, paths: ShortestPaths, demand: Demand, link_rate: NDArray[np.float64]) -> "Cuts":
        """Return the cuts of a demand."""
        graph = paths.graph
        count = graph.is_switch.shape[0]
        # Onward from a leaf lead only links between switches; an endpoint is left and entered by any.
        begins, ends = (graph.is_switch[end[graph.out_link]] for end in (graph.source, graph.target))
        up, down = graph.out_link[ends | ~begins], graph.out_link[begins | ~ends]
        # Who hangs on the other's leaf is reached without them.
        beyond = paths.ways(demand.source, demand.target).hops > 2
        size: list[NDArray[np.float64]] = []
        cut: list[NDArray[np.int64]] = []
        rate: list[NDArray[np.float64]] = []
        for source, target, apart in (
            (demand.source, demand.target, demand.source != demand.target),
            (paths.anchors[demand.source], paths.anchors[demand.target], beyond),
        ):
            for end, place, links in ((source, graph.source, up), (target, graph.target, down)):
                cut.append(place[links] + count * len(size))
                rate.append(link_rate[links])
                size.append(np.bincount(end[apart], demand.size[apart], count).astype(np.float64))
        return cls(np.concatenate(size), np.concatenate(cut), np.concatenate(rate))

    def bound(self) -> float:
        """Return the least time in which all bytes can pass, s."""
        room = np.bincount(self.cut, weights=self.rate, minlength=self.size.shape[0])
        used = self.size > 0
        return float((self.size[used] / room[used]).max(initial=0.0))

    def bound_of_parts(self, amount: NDArray[np.float64]) -> float:
        """Return the least time where bytes pass in parts of ``amount``; ``bound`` where these differ."""
        least = self.bound()
        piece = float(amount.max(initial=0.0))
        if least == 0.0 or not np.allclose(amount[amount > 0], piece, rtol=1e-9):
            return least
        pieces = np.ceil(self.size / piece * (1 - 1e-9))
        has_links = np.bincount(self.cut, minlength=self.size.shape[0]) > 0

        def suffices(time: float) -> bool:
            whole = np.floor(time * self.rate / piece * (1 + 1e-9))
            passing = np.bincount(self.cut, weights=whole, minlength=self.size.shape[0])
            return bool((passing >= pieces)[has_links].all())

        most = least
        while not suffices(most):
            most *= 2
        for _ in range(50):
            middle = (least + most) / 2
            least, most = (least, middle) if suffices(middle) else (middle, most)
        return most
