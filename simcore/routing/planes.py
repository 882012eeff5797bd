"""Planes: parts of a fabric that no cable between switches connects, and flows split over all of them."""

from collections.abc import Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Router, Routes, joined, selected
from simcore.routing.shortest_paths import Graph, ShortestPaths


class SplitRouter:
    """Gives every flow parts in each plane that connects its ends, as the plane's own router chooses them.

    Where fewer than ``slots`` planes connect two ends, these take the parts of the others in turn, so that
    all flows have equally many.
    """

    def __init__(
        self, whole: ShortestPaths, planes: Sequence[tuple[ShortestPaths, Router]], *, slots: int
    ) -> None:
        self._whole = whole
        self._planes = planes
        self._slots = slots

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows."""
        self._whole.ways(source, target)  # raises where there is no path at all
        connects = np.array([paths.are_connected(source, target) for paths, _ in self._planes])
        # Number of each plane among those that connect a pair, and the plane that each slot takes.
        usable = connects.sum(axis=0)
        rank = np.cumsum(connects, axis=0) - 1
        slot = np.arange(self._slots)
        found: list[Routes] = []
        order: list[NDArray[np.int64]] = []
        for plane, (_, router) in enumerate(self._planes):
            taken = connects[plane] & (slot[:, None] % usable == rank[plane])
            slots, flows = np.nonzero(taken)
            found.append(router.route(source[flows], target[flows], flow_ids[flows]))
            order.append(flows * self._slots + slots)
        routes = selected(reduce(joined, found), np.argsort(np.concatenate(order)))
        return Routes(routes.first, routes.link, routes.share, routes.delay, routes.parts * self._slots)


def planes_of(graph: Graph) -> NDArray[np.int64]:
    """Return (V,) the plane of each switch, numbered from 0 in vertex order; -1 for endpoints."""
    count = graph.is_switch.shape[0]
    label = np.where(graph.is_switch, np.arange(count), count)
    source, target = graph.source[graph.out_link], graph.target[graph.out_link]
    between = graph.is_switch[source] & graph.is_switch[target]
    source, target = source[between], target[between]
    while True:
        before = label.copy()
        np.minimum.at(label, target, label[source])
        # Jump to the label of the label, so that long chains take few rounds.
        label = np.where(graph.is_switch, label[np.minimum(label, count - 1)], count)
        if np.array_equal(label, before):
            break
    plane = np.full(count, -1, dtype=np.int64)
    plane[graph.is_switch] = np.unique(label[graph.is_switch], return_inverse=True)[1]
    return plane


def most_planes(graph: Graph) -> int:
    """Return on how many planes an endpoint has cables, at most."""
    plane = planes_of(graph)
    source, target = graph.source[graph.out_link], graph.target[graph.out_link]
    leaves = ~graph.is_switch[source] & graph.is_switch[target]
    pairs = np.unique(np.stack([source[leaves], plane[target[leaves]]]), axis=1)
    return int(np.bincount(pairs[0].astype(np.int64), minlength=1).max()) if pairs.shape[1] else 0


def links_outside(graph: Graph, plane: int, plane_of: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return (L,) whether a link is down, or touches a switch of another plane."""
    is_out = np.ones(graph.source.shape[0], dtype=np.bool_)
    is_out[graph.out_link] = False
    for end in (graph.source, graph.target):
        is_out |= graph.is_switch[end] & (plane_of[end] != plane)
    return is_out
