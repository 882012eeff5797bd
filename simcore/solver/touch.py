"""What a change touches: the streams whose rates ``simcore.solver.max_min`` has to find anew.

A new stream touches itself alone, an ended one those that were held back where it was, a new capacity those
that this resource held back, and all on it where it is too small for what they have.
"""

from simcore.kernels import inlined, kernel
from simcore.solver.crowds import OPEN, UNTOUCHED, Sharing, leave


@inlined
def touch(sharing: Sharing, stream: int) -> None:
    """Have the rate of an active stream found anew at the next ``reshare``."""
    row = sharing.streams[stream]
    if row.mark == UNTOUCHED:
        desk = sharing.desk[0]
        row.mark = OPEN
        row.before = row.rate
        sharing.touched[desk.touched] = stream
        desk.touched += 1
        if row.bottleneck >= 0:
            sharing.resources[row.bottleneck].held -= 1


@inlined
def touch_held(sharing: Sharing, row: int) -> None:
    """Touch all streams that have their bottleneck at this resource."""
    resource = sharing.resources[row]
    if resource.held == 0:
        return
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        stream = sharing.members[place].stream
        if sharing.streams[stream].bottleneck == row:
            touch(sharing, stream)
    sharing.desk[0].work += resource.crowd


@inlined
def free(sharing: Sharing, stream: int) -> None:
    """Make an active stream idle, and list its resources as reached.

    ``touch_freed`` must follow before anything else, once all that end at this instant are out.
    """
    row = sharing.streams[stream]
    for step in range(row.begin, row.end):
        reach(sharing, sharing.entries[step].resource)
    leave(sharing, stream)


@inlined
def reach(sharing: Sharing, resource: int) -> None:
    """List a resource where a stream is made idle."""
    desk = sharing.desk[0]
    if sharing.resources[resource].is_reached == 0:
        sharing.resources[resource].is_reached = 1
        sharing.reached[desk.reached] = resource
        desk.reached += 1


@kernel
def touch_freed(sharing: Sharing) -> None:
    """Touch the streams that were held back where others have left."""
    desk = sharing.desk[0]
    for step in range(desk.reached):
        row = sharing.reached[step]
        sharing.resources[row].is_reached = 0
        touch_held(sharing, row)
    desk.reached = 0


@kernel
def change_capacity(sharing: Sharing, row: int, capacity: float) -> None:
    """Give a resource a new capacity and touch the streams that this concerns."""
    resource = sharing.resources[row]
    resource.capacity = capacity
    touch_held(sharing, row)
    if resource.used > capacity:
        for place in range(resource.stretch, resource.stretch + resource.crowd):
            touch(sharing, sharing.members[place].stream)


@kernel
def forget_touched(sharing: Sharing) -> None:
    """Empty the list of touched streams, once their new rates have been taken in."""
    desk = sharing.desk[0]
    for step in range(desk.touched):
        sharing.streams[sharing.touched[step]].mark = UNTOUCHED
    desk.touched = desk.frozen = 0
