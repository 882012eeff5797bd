"""Adaptive packet spraying: the parts of a flow follow what the links have left."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.routing.choices import WHOLE, Choices, choices_of, demands, loads, routes_of, split
from simcore.routing.routes import Routes
from simcore.routing.shortest_paths import ShortestPaths

# Rounds in which the links are given more or less than before, and how much at most in one of them.
ROUNDS: Final = 8
LEAST_CHANGE: Final = 0.5
MOST_CHANGE: Final = 2.0


class Burden(NamedTuple):
    """How bad a split is: bytes/s that would go over links that are down, then the worst utilisation."""

    lost: float
    worst: float


class AdaptiveSprayRouter:
    """Every flow over all of its shortest paths, in parts that follow what the links have left.

    At first the links have their rates left; then, ``ROUNDS`` times, those that are used more than all
    together are given less, the others more. Of all splits, an even one first, the one is kept whose most
    used link is used least, counting the links that some flow could avoid. Where an even split uses none of
    these above its rate, it stays even.
    """

    tires_of_its_choice = False

    def __init__(self, paths: ShortestPaths, link_count: int) -> None:
        self._paths = paths
        self._left = np.ones(link_count)

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows by what links had left at the last choice; evenly before the first."""
        choices = choices_of(self._paths.graph, self._paths.ways(source, target))
        return routes_of(choices, self._split(choices, self._left), self._paths.graph)

    def choose(
        self,
        source: NDArray[np.int32],
        target: NDArray[np.int32],
        flow_ids: NDArray[np.uint64],
        rate: NDArray[np.float64],
    ) -> Routes:
        """Return the routes of N flows, all that are under way, over links of ``rate`` (L,) bytes/s."""
        choices = choices_of(self._paths.graph, self._paths.ways(source, target))
        self._left = np.ones(rate.shape[0])
        even = best = self._split(choices, self._left)
        demand = demands(choices, even, rate)
        is_free = np.zeros(rate.shape[0], dtype=np.bool_)
        is_free[choices.link[even < WHOLE]] = True
        load = loads(choices, even, demand, rate.shape[0])
        least = burden(load, rate, is_free)
        left = rate.copy()
        for _ in range(ROUNDS):
            if least.lost == 0 and least.worst <= 1:
                break
            share = self._split(choices, left)
            load = loads(choices, share, demand, rate.shape[0])
            new = burden(load, rate, is_free)
            if new < least:
                least, best, self._left = new, share, left
            left = _given_anew(left, load, rate, is_free)
        return routes_of(choices, best, self._paths.graph)

    def _split(self, choices: Choices, left: NDArray[np.float64]) -> NDArray[np.float64]:
        share: NDArray[np.float64] = split(choices, left, self._paths.graph.is_switch.shape[0])
        return share


def burden(load: NDArray[np.float64], rate: NDArray[np.float64], is_free: NDArray[np.bool_]) -> Burden:
    """Return how bad ``load`` (L,) is for links of ``rate`` (L,), of which those that ``is_free`` count."""
    is_up = is_free & (rate > 0)
    worst = (load[is_up] / rate[is_up]).max(initial=0.0)
    return Burden(float(load[is_free & (rate == 0)].sum()), float(worst))


def _given_anew(
    left: NDArray[np.float64],
    load: NDArray[np.float64],
    rate: NDArray[np.float64],
    is_free: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """Return what links are given where those used more than all together are given less than before."""
    counted = is_free & (rate > 0)
    if load[counted].sum() == 0:
        return left
    used = np.divide(load, rate, out=np.zeros(rate.shape[0]), where=counted)
    together = load[counted].sum() / rate[counted].sum()
    change = np.sqrt(together / np.maximum(used, 1e-9 * together)).clip(LEAST_CHANGE, MOST_CHANGE)
    return np.where(counted, left * change, left)
