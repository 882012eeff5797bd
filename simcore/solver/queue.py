"""The queue of a filling: which resource is to be looked at next, lowest level first.

A heap of (due, resource); each element has four below it, which lie in one line of cache: flatter than two,
and as quick to compare. A resource that is due earlier than was thought is put in once more: of its elements
only the one that agrees with ``due`` of its ledger counts, the others are dropped when they come up.
"""

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import inlined
from simcore.solver.crowds import Sharing


@inlined
def put_in(sharing: Sharing, resource: int, due: float) -> None:
    """Have ``resource`` looked at when ``due``, which is earlier than its ledger says."""
    desk = sharing.desk[0]
    if desk.queued == len(sharing.queue):
        _drop_outdated(sharing)
    queue = sharing.queue
    sharing.ledgers[resource].due = due
    place = desk.queued
    desk.queued += 1
    while place > 0:
        above = (place - 1) >> 2
        if queue[above].due <= due:
            break
        queue[place].due, queue[place].resource = queue[above].due, queue[above].resource
        place = above
    queue[place].due, queue[place].resource = due, resource


@inlined
def put_off(sharing: Sharing, due: float) -> None:
    """Have the first resource looked at when ``due``, which is later than was thought."""
    queue = sharing.queue
    queue[0].due = due
    sharing.ledgers[queue[0].resource].due = due
    _sink(queue, sharing.desk[0].queued, 0)


@inlined
def drop_first(sharing: Sharing) -> None:
    """Drop the first element."""
    queue, desk = sharing.queue, sharing.desk[0]
    desk.queued -= 1
    queue[0].due, queue[0].resource = queue[desk.queued].due, queue[desk.queued].resource
    _sink(queue, desk.queued, 0)


@inlined
def put_in_order(sharing: Sharing) -> None:
    """Order the elements of the queue, after they were written without order."""
    count = sharing.desk[0].queued
    for place in range((count + 2) // 4 - 1, -1, -1):
        _sink(sharing.queue, count, place)


@inlined
def _sink(queue: NDArray[np.void], count: int, place: int) -> None:
    """Let the element at ``place`` sink to where none below it is due earlier."""
    due, resource = queue[place].due, queue[place].resource
    while True:
        first = 4 * place + 1
        if first >= count:
            break
        below, lowest = first, queue[first].due
        for other in range(first + 1, min(first + 4, count)):
            if queue[other].due < lowest:
                below, lowest = other, queue[other].due
        if due <= lowest:
            break
        queue[place].due, queue[place].resource = lowest, queue[below].resource
        place = below
    queue[place].due, queue[place].resource = due, resource


@inlined
def _drop_outdated(sharing: Sharing) -> None:
    """Keep the elements that count, at most one a resource."""
    queue, desk = sharing.queue, sharing.desk[0]
    kept = 0
    for place in range(desk.queued):
        due, resource = queue[place].due, queue[place].resource
        if sharing.ledgers[resource].due == due:
            queue[kept].due, queue[kept].resource = due, resource
            kept += 1
    desk.queued = kept
    put_in_order(sharing)
