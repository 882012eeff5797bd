"""Crowns: members whose copies one switch adds, and the rings that go around several of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Routes
from simcore.traffic.collectives.tree import Tree, other_way


@dataclass(frozen=True, slots=True)
class Crown:
    """Members (by their places in the rail) whose copies one switch adds; without a tree a single member."""

    places: NDArray[np.intp]
    tree: Tree | None


def trees_of(crowns: Sequence[Crown]) -> tuple[Tree, ...]:
    """Return the trees of all crowns that have one."""
    return tuple(crown.tree for crown in crowns if crown.tree is not None)


def rings_between(crowns: Sequence[Crown]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the ends of the rings around crowns, by places in the rail: ring by ring, crown by crown.

    As many rings go around as the largest crown has members, each with an equal part of the vector; a smaller
    crown takes its members in turn.
    """
    leaders = _leaders(crowns)
    return leaders.reshape(-1), np.roll(leaders, -1, axis=1).reshape(-1)


def _leaders(crowns: Sequence[Crown]) -> NDArray[np.intp]:
    """Return (rings, crowns) the place of the member of each crown in each ring."""
    rings = max(crown.places.shape[0] for crown in crowns)
    return np.stack([np.resize(crown.places, rings) for crown in crowns], axis=1)


def around(
    crowns: Sequence[Crown], between: Routes
) -> Iterator[tuple[NDArray[np.int32], NDArray[np.float64]]]:
    """Yield links and what crosses them of the rings, and of the ways between a crown's root and its leaders.

    A leader takes its part of the crown's sum down, goes around with it, and brings the result up.
    """
    rings = between.count // len(crowns)
    each = 2 * (len(crowns) - 1) / len(crowns) / rings
    yield between.link, between.share / between.parts * each
    for column, crown in enumerate(crowns):
        if crown.tree is None:
            continue
        places = _leaders(crowns)[:, column]
        order = {place: row for row, place in enumerate(crown.places.tolist())}
        way = np.concatenate([crown.tree.way_of(order[place]) for place in places.tolist()])
        share = np.full(way.shape[0], 1 / rings)
        yield way, share
        yield other_way(way), share
