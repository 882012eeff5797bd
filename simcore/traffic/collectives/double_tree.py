"""Double binary tree: half of the bytes over each of two trees, in chunks one behind the other.

Who has children in one tree is a leaf of the other, as far as parity allows, so that nobody has to send twice
what others send.

References
----------
Sanders, Speck and Träff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan", Parallel
Computing 35(12), 2009.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.traffic.collectives.sends import Sends

NOBODY: Final = -1


def parents(ranks: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the parent of each rank in both trees, (ranks,) each, NOBODY for the root.

    In the first tree a rank hangs from the rank whose lowest bit is the next higher one, if there is one, and
    odd ranks are leaves. The second is its mirror image or, for an odd number of ranks, it is turned by one.
    """
    rank = np.arange(ranks)
    bit = rank & -rank
    up = (rank ^ bit) | (bit << 1)
    first = np.where(up < ranks, up, rank ^ bit)
    first[0] = NOBODY
    place = ranks - 1 - rank if ranks % 2 == 0 else (rank + 1) % ranks
    of_place = np.argsort(place)
    above = first[place]
    return first, np.where(above == NOBODY, NOBODY, of_place[above])


def tree_all_reduce(ranks: int, size: float, *, chunks: int) -> Sends:
    """Return the all-reduce of ``size`` bytes: sums go up to each root, and down again from there.

    Each half goes in so many ``chunks``: what is lost while the trees fill is about depth/chunks of the time.
    """
    weaver = _Weaver(ranks, size, chunks)
    for parent in parents(ranks):
        weaver.down(parent, weaver.up(parent))
    return weaver.sends()


def tree_broadcast(ranks: int, size: float, *, chunks: int, root: int = 0) -> Sends:
    """Return the broadcast of ``size`` bytes from ``root`` to the roots of two trees over all others."""
    weaver = _Weaver(ranks, size, chunks)
    for parent in parents(ranks - 1):
        weaver.down(_below(parent, root), {})
    return weaver.sends()


def tree_reduce(ranks: int, size: float, *, chunks: int, root: int = 0) -> Sends:
    """Return the reduction of ``size`` bytes to ``root``: the broadcast backwards."""
    weaver = _Weaver(ranks, size, chunks)
    for parent in parents(ranks - 1):
        weaver.up(_below(parent, root))
    return weaver.sends()


def tree_barrier(ranks: int) -> Sends:
    """Return the barrier: an all-reduce without bytes."""
    return tree_all_reduce(ranks, 0.0, chunks=1)


def _below(parent: NDArray[np.int64], root: int) -> NDArray[np.int64]:
    """Return the tree over the ranks after ``root``, one after the other, with its own root below it."""
    ranks = parent.shape[0] + 1
    hung = np.full(ranks, NOBODY, dtype=np.int64)
    after = (root + 1 + np.arange(ranks - 1)) % ranks
    hung[after] = np.where(parent == NOBODY, root, after[parent])
    return hung


class _Weaver:
    """Lays the messages of trees one after the other, edge by edge, each edge in chunks."""

    def __init__(self, ranks: int, size: float, chunks: int) -> None:
        self._ranks = ranks
        self._chunks = chunks
        self._part = size / 2 / self._chunks
        self._edges: list[tuple[int, int, int]] = []
        self._waits: list[tuple[int, int]] = []
        self._deepest = 0

    def up(self, parent: NDArray[np.int64]) -> dict[int, tuple[list[int], int]]:
        """Send everybody's chunks to its parent; return the edges into each rank, and how high it is."""
        into: dict[int, tuple[list[int], int]] = {}
        for rank in reversed(_top_down(parent)):
            if parent[rank] != NOBODY:
                before, height = into.get(rank, ([], 0))
                edge = self._edge(rank, int(parent[rank]), before, height)
                others, highest = into.get(int(parent[rank]), ([], 0))
                into[int(parent[rank])] = ([*others, edge], max(highest, height + 1))
        return into

    def down(self, parent: NDArray[np.int64], into: dict[int, tuple[list[int], int]]) -> None:
        """Send each chunk from the root to everybody, when it has come ``into`` the root."""
        (root,) = np.flatnonzero(parent == NOBODY).tolist()
        reached = {root: into.get(root, ([], 0))}
        for rank in _top_down(parent):
            if rank != root:
                before, depth = reached[int(parent[rank])]
                reached[rank] = ([self._edge(int(parent[rank]), rank, before, depth)], depth + 1)

    def sends(self) -> Sends:
        """Return all messages, chunk by chunk."""
        count = len(self._edges)
        edges = np.array(self._edges, dtype=np.int64).reshape(count, 3)
        waits = np.array(self._waits, dtype=np.int64).reshape(-1, 2)
        chunk = np.arange(self._chunks)
        behind = (chunk[1:, None] * count + np.arange(count)).ravel()
        return Sends(
            ranks=self._ranks,
            source=np.tile(edges[:, 0], self._chunks),
            target=np.tile(edges[:, 1], self._chunks),
            size=np.full(count * self._chunks, self._part),
            level=(chunk[:, None] + edges[:, 2]).ravel(),
            later=np.concatenate([(chunk[:, None] * count + waits[:, 0]).ravel(), behind]),
            earlier=np.concatenate([(chunk[:, None] * count + waits[:, 1]).ravel(), behind - count]),
            hops=self._deepest,
        )

    def _edge(self, source: int, target: int, before: list[int], level: int) -> int:
        """Add an edge whose chunks wait for those of the edges ``before``; return its number."""
        edge = len(self._edges)
        self._edges.append((source, target, level))
        self._waits += [(edge, other) for other in before]
        self._deepest = max(self._deepest, level + 1)
        return edge


def _top_down(parent: NDArray[np.int64]) -> list[int]:
    """Return all ranks, each after its parent."""
    depth = np.zeros(parent.shape[0], dtype=np.int64)
    above = parent.copy()
    while (above != NOBODY).any():
        depth[above != NOBODY] += 1
        above = np.where(above == NOBODY, NOBODY, parent[above])
    order: list[int] = np.argsort(depth, kind="stable").tolist()
    return order
