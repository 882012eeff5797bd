"""A binary heap of levels at which resources saturate, lowest first. The caller keeps the count."""

import numpy as np
from numpy.typing import NDArray

from simcore.solver.compiled import kernel


@kernel
def sift_down(levels: NDArray[np.void], count: int, place: int) -> None:
    """Let the element at ``place`` sink to where both below it are no lower."""
    level, resource = levels[place].level, levels[place].resource
    while True:
        below = 2 * place + 1
        if below >= count:
            break
        if below + 1 < count and levels[below + 1].level < levels[below].level:
            below += 1
        if level <= levels[below].level:
            break
        levels[place].level, levels[place].resource = levels[below].level, levels[below].resource
        place = below
    levels[place].level, levels[place].resource = level, resource


@kernel
def heapify(levels: NDArray[np.void], count: int) -> None:
    """Order the first ``count`` elements as a heap."""
    for place in range(count // 2 - 1, -1, -1):
        sift_down(levels, count, place)


@kernel
def drop_top(levels: NDArray[np.void], count: int) -> int:
    """Remove the lowest element and return the count that is left."""
    count -= 1
    levels[0].level, levels[0].resource = levels[count].level, levels[count].resource
    if count > 1:
        sift_down(levels, count, 0)
    return count
