"""A binary heap over two parallel arrays, keys and rows, smallest key first. The caller keeps the count."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True, nogil=True)
def sift_down(key: NDArray[np.float64], row: NDArray[np.int32], count: int, place: int) -> None:
    """Let the element at ``place`` sink to where both below it are no smaller."""
    sinking_key, sinking_row = key[place], row[place]
    while True:
        below = 2 * place + 1
        if below >= count:
            break
        if below + 1 < count and key[below + 1] < key[below]:
            below += 1
        if sinking_key <= key[below]:
            break
        key[place], row[place] = key[below], row[below]
        place = below
    key[place], row[place] = sinking_key, sinking_row


@njit(cache=True, nogil=True)
def heapify(key: NDArray[np.float64], row: NDArray[np.int32], count: int) -> None:
    """Order the first ``count`` elements as a heap."""
    for place in range(count // 2 - 1, -1, -1):
        sift_down(key, row, count, place)


@njit(cache=True, nogil=True)
def drop_top(key: NDArray[np.float64], row: NDArray[np.int32], count: int) -> int:
    """Remove the smallest element and return the count that is left."""
    count -= 1
    key[0], row[0] = key[count], row[count]
    if count > 1:
        sift_down(key, row, count, 0)
    return count
