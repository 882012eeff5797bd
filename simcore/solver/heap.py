"""A heap of levels at which resources saturate, lowest first. The caller keeps the count.

Each element has four below it, which lie in one line of cache: flatter than two, and as quick to compare.
"""

import numpy as np
from numpy.typing import NDArray

from simcore.solver.compiled import kernel


@kernel
def sift_down(levels: NDArray[np.void], count: int, place: int) -> None:
    """Let the element at ``place`` sink to where none below it is lower."""
    level, resource = levels[place].level, levels[place].resource
    while True:
        first = 4 * place + 1
        if first >= count:
            break
        below, lowest = first, levels[first].level
        for other in range(first + 1, min(first + 4, count)):
            if levels[other].level < lowest:
                below, lowest = other, levels[other].level
        if level <= lowest:
            break
        levels[place].level, levels[place].resource = lowest, levels[below].resource
        place = below
    levels[place].level, levels[place].resource = level, resource


@kernel
def heapify(levels: NDArray[np.void], count: int) -> None:
    """Order the first ``count`` elements as a heap."""
    for place in range((count + 2) // 4 - 1, -1, -1):
        sift_down(levels, count, place)


@kernel
def drop_top(levels: NDArray[np.void], count: int) -> int:
    """Remove the lowest element and return the count that is left."""
    count -= 1
    levels[0].level, levels[0].resource = levels[count].level, levels[count].resource
    if count > 1:
        sift_down(levels, count, 0)
    return count
