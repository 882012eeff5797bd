"""Who differs from the rest: the profile that most have, and rows that are nearly those of a large group."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

# A row that differs is odd beside a group at least so many times as frequent.
OUTNUMBERED: Final = 2
# Rows that nobody shares are compared with so many groups, the largest first.
COMPARED_GROUPS: Final = 2_000


@dataclass(frozen=True, slots=True)
class Usual:
    """What most of N rows are: that row, how many hold it, and (N,) whether each is another."""

    row: NDArray[np.float64]
    count: int
    differs: NDArray[np.bool_]


def usual_of(profiles: NDArray[np.float64]) -> Usual | None:
    """Return what more than half of the rows (N, K) are, None where there is no such majority."""
    if not len(profiles):
        return None
    rows, group, counts = np.unique(profiles, axis=0, return_inverse=True, return_counts=True)
    most = int(counts.argmax())
    if 2 * counts[most] <= len(profiles):
        return None
    return Usual(row=rows[most], count=int(counts[most]), differs=group.reshape(-1) != most)


@dataclass(frozen=True, slots=True)
class Odd:
    """A row that is nearly that of a larger group."""

    row: int
    like: NDArray[np.int64]
    group: int


def odd_ones(rows: NDArray[np.int64], *, nearest: int) -> list[Odd]:
    """Return the rows of (N, K) that differ from a larger group in at most ``nearest`` columns.

    A group are equal rows. A value below 0 is unknown and differs from nothing. The rows in turn are those of
    groups that another outnumbers ``OUTNUMBERED`` times.
    """
    groups, group, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    group = group.reshape(-1)
    by_size = np.argsort(-counts, kind="stable")[:COMPARED_GROUPS]
    found: dict[int, tuple[NDArray[np.int64], int]] = {}
    largest = int(counts.max(initial=0))
    for each in np.flatnonzero(counts * OUTNUMBERED <= largest).tolist():
        others = by_size[counts[by_size] >= OUTNUMBERED * counts[each]]
        own = groups[each]
        distance = ((groups[others] != own) & (groups[others] >= 0) & (own >= 0)).sum(axis=1)
        at = int(distance.argmin())
        if 0 < distance[at] <= nearest:
            found[each] = (groups[others[at]], int(counts[others[at]]))
    return [Odd(row, *found[int(each)]) for row, each in enumerate(group.tolist()) if int(each) in found]
