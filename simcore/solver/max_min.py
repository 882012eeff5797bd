"""Max-min fair rates, from nothing and after a change.

Weighted max-min with weight 1: rates x are feasible where  sum over streams of a_sr x_s <= C_r  on every
resource r, and max-min fair where no x_s can grow without a smaller or equal one falling. Equivalent, and the
condition that everything here rests on: every stream has a *bottleneck*, a saturated resource on which no
other stream has a higher rate (Bertsekas and Gallager, "Data Networks", 2nd ed., section 6.5.2).

**Filling.** All open streams rise together. A resource saturates at the level (what frozen streams leave of
C_r) / (sum of a_sr over its open streams); the resource of the lowest level freezes its open streams at that
level, and what they take is deducted elsewhere. Levels never fall while others freeze, so a heap of levels
may be stale as long as its top is looked at again before use.

**After a change.** Streams that start or end, and resources whose capacity changes, touch a few streams at
first: the new ones, and those that had their bottleneck at a resource that became freer. ``reshare`` fills
the touched streams into what the others leave, looks at every resource they use for a stream outside whose
bottleneck no longer holds, or that has more than the level at which touched ones were frozen there, touches
those too, and repeats. When none is left, all streams have a bottleneck: the rates are the max-min ones.

**The floor.** Filling before and after the change runs the same course up to the lowest level at which a
changed resource saturates in either. So no rate below that level changes: for an ended stream that is its
rate, for a new one at least the minimum over its resources of C_r / sum of a_sr. Where the touched set grows
large, all streams at or above the floor are filled at once, and nothing needs to be looked at again.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.solver.compiled import kernel
from simcore.solver.crowds import (
    FROZEN,
    MEMBER,
    OPEN,
    UNTOUCHED,
    Sharing,
    empty_sharing,
    leave,
    with_streams,
)
from simcore.solver.heap import drop_top, heapify, sift_down

# Two rates closer than this, relatively, are the same; 1e-9 is what the closed forms are held to.
SAME_RATE: Final = 1e-9
# A rate is below the floor only by more than this, relatively: the rounding of loads.
SURELY_LOWER: Final = 1e-6
# A level of the heap is used as it stands where the true one is no more than this above it.
SAME_LEVEL: Final = 1e-13
# Where the open streams weigh less than this share of the crowd, what is left of their sum may be rounding.
CANCELLED: Final = 1e-6
# Where more than this share of all active streams is touched, all that can change are filled at once ...
WIDE_SHARE: Final = 0.1
# ... but not below this number of touched streams.
WIDE_COUNT: Final = 48
# After k attempts in a row that had to be widened, the next 2^min(k, this) instants are wide from the start.
MOST_PATIENCE: Final = 6


def share_rates(
    capacity: NDArray[np.float64],
    first: NDArray[np.int64],
    resource: NDArray[np.int32],
    multiplicity: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the max-min fair rates (S,) of streams that are all active, bytes/s.

    Parameters
    ----------
    capacity
        (R,) bytes/s, 0 or more.
    first, resource, multiplicity
        (S + 1,) int64, (E,) int32 and (E,) float64: the streams in compressed rows. Each touches a resource.
    """
    sharing = with_streams(empty_sharing(capacity), first, resource, multiplicity)
    crowd = np.bincount(resource, minlength=capacity.shape[0])
    sharing.resources["crowd"] = crowd
    sharing.resources["stretch"] = np.cumsum(crowd) - crowd
    sharing = sharing._replace(members=np.empty(resource.shape[0], dtype=MEMBER))
    _fill_all(sharing)
    return sharing.streams["rate"].copy()


@kernel
def _fill_all(sharing: Sharing) -> None:
    """Make every stream a member of its crowds, whose stretches are empty and just large enough; fill."""
    desk = sharing.desk[0]
    for row in range(len(sharing.ledgers)):
        sharing.ledgers[row].open = sharing.resources[row].stretch
    for stream in range(len(sharing.streams)):
        row = sharing.streams[stream]
        row.mark = OPEN
        for step in range(row.begin, row.end):
            entry = sharing.entries[step]
            ledger = sharing.ledgers[entry.resource]
            member = sharing.members[ledger.open]
            member.stream, member.entry, member.share = stream, step, entry.multiplicity
            ledger.open += 1
            ledger.weight += entry.multiplicity
    desk.touched = len(sharing.streams)
    for row in range(len(sharing.ledgers)):
        resource, ledger = sharing.resources[row], sharing.ledgers[row]
        if resource.crowd > 0:
            ledger.rest, ledger.inside, resource.load = resource.capacity, resource.crowd, ledger.weight
            sharing.reached[desk.reached] = row
            desk.reached += 1
    _fill(sharing)


@kernel
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


@kernel
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


@kernel
def touch_newcomer(sharing: Sharing, stream: int) -> None:
    """Touch a stream that has just joined, and those that will most likely have to make room for it.

    A guess spares a round of ``reshare`` where it is right, and costs nothing but time where it is not.
    """
    touch(sharing, stream)
    if sharing.desk[0].patience > 0:
        return
    row = sharing.streams[stream]
    guess = np.inf
    for step in range(row.begin, row.end):
        entry = sharing.entries[step]
        resource = sharing.resources[entry.resource]
        rest = max(0.0, resource.capacity - resource.used)
        held, held_level = resource.held, resource.held_level
        guess = min(guess, (rest + held * held_level) / (held + entry.multiplicity))
    for step in range(row.begin, row.end):
        entry = sharing.entries[step]
        resource = sharing.resources[entry.resource]
        if resource.capacity - resource.used < entry.multiplicity * guess:
            touch_held(sharing, entry.resource)


@kernel
def free(sharing: Sharing, stream: int) -> None:
    """Make an active stream idle, and list its resources as reached.

    ``touch_freed`` must follow before anything else, once all that end at this instant are out.
    """
    desk = sharing.desk[0]
    desk.floor = min(desk.floor, sharing.streams[stream].rate)
    _reach(sharing, stream)
    leave(sharing, stream)


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
    desk, resource = sharing.desk[0], sharing.resources[row]
    resource.capacity = capacity
    if resource.held > 0:
        desk.floor = min(desk.floor, resource.held_level)
        touch_held(sharing, row)
    if resource.used <= capacity:
        return
    desk.floor = min(desk.floor, capacity / resource.load)
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        touch(sharing, sharing.members[place].stream)


@kernel
def reshare(sharing: Sharing) -> None:
    """Bring rate and bottleneck of all streams up to date.

    On return ``touched`` lists every stream whose rate may have changed, with what it was in ``before``;
    ``forget_touched`` must follow.
    """
    desk = sharing.desk[0]
    seen = 0
    is_wide = desk.patience > 0
    if is_wide:
        desk.patience -= 1
    while desk.touched > seen:
        if not is_wide and desk.touched > max(WIDE_COUNT, int(WIDE_SHARE * desk.active)):
            is_wide = True
            if seen > 0:
                desk.wide = min(desk.wide + 1, MOST_PATIENCE)
                desk.patience = 1 << desk.wide
        if is_wide:
            _touch_above_floor(sharing)
        for step in range(seen, desk.touched):
            _reach(sharing, sharing.touched[step])
        seen = desk.touched
        _open(sharing)
        _fill(sharing)
        if is_wide:
            break
        _touch_wronged(sharing)
        if desk.touched == seen:
            desk.wide = 0
    _take_down(sharing)


@kernel
def forget_touched(sharing: Sharing) -> None:
    """Empty the list of touched streams, once their new rates have been taken in."""
    desk = sharing.desk[0]
    for step in range(desk.touched):
        sharing.streams[sharing.touched[step]].mark = UNTOUCHED
    desk.touched = 0
    desk.floor = np.inf


@kernel
def _touch_above_floor(sharing: Sharing) -> None:
    """Touch every active stream whose rate can change at this instant."""
    desk = sharing.desk[0]
    for step in range(desk.touched):
        row = sharing.streams[sharing.touched[step]]
        if row.before == 0.0:
            for place in range(row.begin, row.end):
                resource = sharing.resources[sharing.entries[place].resource]
                desk.floor = min(desk.floor, resource.capacity / resource.load)
    floor = desk.floor * (1.0 - SURELY_LOWER)
    for step in range(desk.active):
        stream = sharing.active[step]
        if sharing.streams[stream].rate >= floor:
            touch(sharing, stream)
    desk.work += desk.active


@kernel
def _reach(sharing: Sharing, stream: int) -> None:
    """List the resources of a stream."""
    desk, row = sharing.desk[0], sharing.streams[stream]
    for step in range(row.begin, row.end):
        resource = sharing.entries[step].resource
        if sharing.resources[resource].is_reached == 0:
            sharing.resources[resource].is_reached = 1
            sharing.reached[desk.reached] = resource
            desk.reached += 1


@kernel
def _open(sharing: Sharing) -> None:
    """Open all touched streams, and find what the others leave to them on each reached resource."""
    desk = sharing.desk[0]
    for step in range(desk.reached):
        resource = sharing.resources[sharing.reached[step]]
        resource.level = -1.0
        ledger = sharing.ledgers[sharing.reached[step]]
        ledger.rest = resource.capacity - resource.used
        ledger.weight = 0.0
        ledger.highest = 0.0
        ledger.inside = 0
    for step in range(desk.touched):
        row = sharing.streams[sharing.touched[step]]
        row.mark = OPEN
        before = row.before
        for place in range(row.begin, row.end):
            entry = sharing.entries[place]
            ledger = sharing.ledgers[entry.resource]
            ledger.rest += entry.multiplicity * before
            ledger.weight += entry.multiplicity
            ledger.inside += 1
        desk.work += row.end - row.begin


@kernel
def _fill(sharing: Sharing) -> None:
    """Freeze every open stream at the level of its bottleneck."""
    levels, ledgers, resources = sharing.levels, sharing.ledgers, sharing.resources
    count, open_count = sharing.desk[0].reached, sharing.desk[0].touched
    for step in range(count):
        ledger = ledgers[sharing.reached[step]]
        ledger.open = ledger.inside
        levels[step].level = max(0.0, ledger.rest) / ledger.weight
        levels[step].resource = sharing.reached[step]
    heapify(levels, count)
    while open_count > 0:
        row = levels[0].resource
        ledger = ledgers[row]
        if ledger.open > 0:
            if ledger.weight < CANCELLED * resources[row].load:
                _recount(sharing, row)
            level = max(0.0, ledger.rest) / ledger.weight
            if level > levels[0].level * (1.0 + SAME_LEVEL):
                levels[0].level = level
                sift_down(levels, count, 0)
                continue
            open_count -= _freeze(sharing, row, level)
        count = drop_top(levels, count)


@kernel
def _recount(sharing: Sharing, row: int) -> None:
    """Find anew what a resource has left for its open streams, where deducting has eaten the digits."""
    resource, ledger = sharing.resources[row], sharing.ledgers[row]
    ledger.rest, ledger.weight = resource.capacity, 0.0
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        member = sharing.members[place]
        stream = sharing.streams[member.stream]
        if stream.mark == OPEN:
            ledger.weight += member.share
        else:
            ledger.rest -= member.share * stream.rate
    sharing.desk[0].work += resource.crowd


@kernel
def _freeze(sharing: Sharing, row: int, level: float) -> int:
    """Freeze the open streams of a saturated resource, deduct what they take; return their count."""
    resource = sharing.resources[row]
    resource.level = level
    used, frozen = 0.0, 0
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        member = sharing.members[place]
        stream = sharing.streams[member.stream]
        if stream.mark == OPEN:
            frozen += 1
            stream.mark = FROZEN
            stream.rate = level
            stream.bottleneck = row
            for step in range(stream.begin, stream.end):
                entry = sharing.entries[step]
                ledger = sharing.ledgers[entry.resource]
                ledger.rest -= entry.multiplicity * level
                ledger.weight -= entry.multiplicity
                ledger.highest = level
                ledger.open -= 1
        used += member.share * stream.rate
    sharing.ledgers[row].rest = resource.capacity - used
    sharing.desk[0].work += resource.crowd
    return frozen


@kernel
def _touch_wronged(sharing: Sharing) -> None:
    """Touch the streams outside that have no bottleneck any more, or too much, on reached resources."""
    for step in range(sharing.desk[0].reached):
        row = sharing.reached[step]
        resource, ledger = sharing.resources[row], sharing.ledgers[row]
        if resource.crowd == ledger.inside:
            continue
        if resource.level >= 0.0:
            _touch_unequal(sharing, row)
        elif resource.held > 0:
            is_saturated = ledger.rest <= SAME_RATE * resource.capacity
            if not is_saturated or ledger.highest > resource.held_level * (1.0 + SAME_RATE):
                touch_held(sharing, row)


@kernel
def _touch_unequal(sharing: Sharing, row: int) -> None:
    """Touch the streams outside that have more than the new level of a resource, or are held below it."""
    resource = sharing.resources[row]
    allowed, owed = resource.level * (1.0 + SAME_RATE), resource.level * (1.0 - SAME_RATE)
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        stream = sharing.members[place].stream
        other = sharing.streams[stream]
        if other.mark == UNTOUCHED and (
            other.rate > allowed or (other.rate < owed and other.bottleneck == row)
        ):
            touch(sharing, stream)
    sharing.desk[0].work += resource.crowd


@kernel
def _take_down(sharing: Sharing) -> None:
    """Write down what reached resources have given away, and whom they hold."""
    desk = sharing.desk[0]
    for step in range(desk.reached):
        resource = sharing.resources[sharing.reached[step]]
        resource.is_reached = 0
        resource.used = max(0.0, resource.capacity - sharing.ledgers[sharing.reached[step]].rest)
        if resource.level >= 0.0:
            resource.held_level = resource.level
    for step in range(desk.touched):
        sharing.resources[sharing.streams[sharing.touched[step]].bottleneck].held += 1
    desk.reached = 0
