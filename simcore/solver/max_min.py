"""Max-min fair rates, from nothing and after a change.

Rates x are feasible where  sum over streams of a_sr x_s <= C_r  on every
resource r, and max-min fair where no x_s can grow without a smaller or equal one falling. Equivalent, and the
condition that everything here rests on: every stream has a *bottleneck*, a saturated resource on which no
other stream has a higher rate (Bertsekas and Gallager, "Data Networks", 2nd ed., section 6.5.2).

**Filling.** All streams are open and rise together with one level. A resource saturates at the level (what
frozen streams leave of C_r) / (sum of a_sr over its open streams); the resource of the lowest level freezes
its open streams at that level, and what they take is deducted elsewhere. What is left for the open streams of
a resource grows with every freezing elsewhere, so levels never fall, and a queue of levels may be outdated as
long as its first is looked at again before use.

**After a change**, the same course is run again, but only where it differs. Streams that start, streams that
were held back where others end, and streams of a resource that shrinks are *touched*: open from level 0. All
others are taken to freeze at the rate that they had. Two things show that one of them will not, and each
shows when the level comes by, not later:

- A resource saturates at level l with an untouched stream on it that had more than l: it is held back here
  now. Which ones are is found by letting the resource alone decide, at the level at which it saturates where
  all that had more share what it has: those that had more than *that* are touched.
- The level reaches the rate at which a resource held its untouched streams back, and it is not saturated: a
  stream on it froze earlier than it had, or has left. Those held back here are touched.

A stream is touched at a level no higher than the rate that it had, so nothing that was decided has to be
taken back: one pass, in the order of levels, and its work grows with the streams whose rates change, not with
the streams that there are.

**Weights.** Max-min fair by weight w means that the rates divided by w are max-min fair. Those have
multiplicities a_sr w_s; so weights are taken in and out at the edge, and no step knows of them.

**Digits.** What a resource has given away (``used``) is carried from change to change, and reckoned anew from
its crowd whenever it saturates, so that rounding does not add up.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import inlined, kernel
from simcore.solver.crowds import (
    FROZEN,
    MEMBER,
    OPEN,
    UNTOUCHED,
    Sharing,
    empty_sharing,
    with_streams,
)
from simcore.solver.queue import drop_first, put_in, put_in_order, put_off
from simcore.solver.touch import touch, touch_held

# Two streams whose rates differ by no more than this, relatively, have the same share; 1e-9 is what the
# closed forms are held to.
SAME_SHARE: Final = 1e-9
# A resource is looked at when due where its level is no more than this above that, relatively.
SAME_LEVEL: Final = 1e-13
# From so many streams for each resource on, where all of them are touched, resources are opened one by one
# instead of streams: on w5_perm1024, with a sixth, the first solve takes some 6 % less that way.
MANY: Final = 0.1
# Where the open streams weigh less than this share of the crowd, what is left of their sum may be rounding.
CANCELLED: Final = 1e-6


def share_rates(
    capacity: NDArray[np.float64],
    first: NDArray[np.int64],
    resource: NDArray[np.int32],
    multiplicity: NDArray[np.float64],
    *,
    weight: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the max-min fair rates (S,) of streams that are all active, bytes/s.

    Parameters
    ----------
    capacity
        (R,) bytes/s, 0 or more.
    first, resource, multiplicity
        (S + 1,) int64, (E,) int32 and (E,) float64: the streams in compressed rows. Each touches a resource.
    weight
        (S,) above 0, 1 by default: those with one bottleneck have rates in proportion to their weights.
    """
    if weight is not None:
        weighted = multiplicity * np.repeat(weight, np.diff(first))
        return weight * share_rates(capacity, first, resource, weighted)
    return solved(capacity, first, resource, multiplicity).streams["rate"].copy()


def solved(
    capacity: NDArray[np.float64],
    first: NDArray[np.int64],
    resource: NDArray[np.int32],
    multiplicity: NDArray[np.float64],
) -> Sharing:
    """Return streams that are all active, with their rates and bottlenecks; arguments as above."""
    sharing = with_streams(empty_sharing(capacity), first, resource, multiplicity)
    crowd = np.bincount(resource, minlength=capacity.shape[0])
    sharing.resources["crowd"] = crowd
    sharing.resources["stretch"] = np.cumsum(crowd) - crowd
    sharing = sharing._replace(members=np.empty(resource.shape[0], dtype=MEMBER))
    _fill_all(sharing)
    return sharing


@kernel
def _fill_all(sharing: Sharing) -> None:
    """Make every stream a member of its crowds, whose stretches are empty and just large enough; fill."""
    desk = sharing.desk[0]
    for row in range(len(sharing.ledgers)):
        ledger = sharing.ledgers[row]
        ledger.open, ledger.weight, ledger.lent = sharing.resources[row].stretch, 0.0, 0.0
    for stream in range(len(sharing.streams)):
        row = sharing.streams[stream]
        row.mark, row.count = OPEN, 1
        for step in range(row.begin, row.end):
            entry = sharing.entries[step]
            ledger = sharing.ledgers[entry.resource]
            member = sharing.members[ledger.open]
            member.stream, member.entry, member.share = stream, step, entry.multiplicity
            ledger.open += 1
            ledger.weight += entry.multiplicity
    desk.active = desk.touched = len(sharing.streams)
    for row in range(len(sharing.ledgers)):
        resource, ledger = sharing.resources[row], sharing.ledgers[row]
        if resource.crowd > 0:
            resource.load, ledger.rest = ledger.weight, resource.capacity
            ledger.inside = ledger.open = resource.crowd
            sharing.reached[desk.reached] = row
            desk.reached += 1
    _queue_reached(sharing)
    _fill(sharing)


@kernel
def reshare(sharing: Sharing) -> None:
    """Bring rate and bottleneck of all streams up to date.

    On return ``touched`` lists every stream whose rate may have changed, with what it was in ``before``;
    ``forget_touched`` must follow.
    """
    desk = sharing.desk[0]
    if desk.touched == desk.active and desk.active > MANY * len(sharing.resources):
        _open_all(sharing)
    else:
        for step in range(desk.touched):
            _open(sharing, sharing.touched[step])
    _queue_reached(sharing)
    _fill(sharing)
    _take_down(sharing)


@kernel
def _open_all(sharing: Sharing) -> None:
    """Open all streams where all are touched, resource by resource instead of stream by stream."""
    desk = sharing.desk[0]
    for row in range(len(sharing.resources)):
        resource, ledger = sharing.resources[row], sharing.ledgers[row]
        if resource.crowd > 0:
            resource.is_reached = 1
            sharing.reached[desk.reached] = row
            desk.reached += 1
            ledger.rest, ledger.weight = resource.capacity, resource.load
            ledger.lent = 0.0
            ledger.open = ledger.inside = resource.crowd
    desk.work += len(sharing.resources)


@inlined
def _open(sharing: Sharing, stream: int) -> None:
    """Give what a touched stream had back to its resources, and list them as reached."""
    desk, row = sharing.desk[0], sharing.streams[stream]
    before = row.count * row.before
    for step in range(row.begin, row.end):
        entry = sharing.entries[step]
        resource, ledger = sharing.resources[entry.resource], sharing.ledgers[entry.resource]
        if resource.is_reached == 0:
            resource.is_reached = 1
            sharing.reached[desk.reached] = entry.resource
            desk.reached += 1
            ledger.rest = resource.capacity - resource.used
            ledger.weight, ledger.lent, ledger.due = 0.0, 0.0, np.inf
            ledger.open = ledger.inside = 0
        ledger.rest += entry.multiplicity * before
        ledger.weight += entry.multiplicity * row.count
        ledger.open += 1
        ledger.inside += 1
    desk.work += row.end - row.begin


@inlined
def _queue_reached(sharing: Sharing) -> None:
    """Queue all reached resources."""
    desk = sharing.desk[0]
    for step in range(desk.reached):
        row = sharing.reached[step]
        turn = sharing.queue[step]
        turn.due = sharing.ledgers[row].due = _due(sharing, row)
        turn.resource = row
    desk.queued = desk.reached
    put_in_order(sharing)


@inlined
def _due(sharing: Sharing, row: int) -> float:
    """Return the level at which a reached resource saturates, or holds back no longer; infinity for never."""
    resource, ledger = sharing.resources[row], sharing.ledgers[row]
    if ledger.open > 0:
        if ledger.weight < CANCELLED * resource.load:
            _recount(sharing, row)
        level = max(0.0, ledger.rest + ledger.lent) / ledger.weight
        return float(min(level, resource.held_level) if resource.held > 0 else level)
    if resource.held > 0 and ledger.rest > SAME_SHARE * resource.capacity:
        return float(resource.held_level)
    return np.inf


@kernel
def _fill(sharing: Sharing) -> None:
    """Freeze every touched stream at the level of its bottleneck, touching others on the way."""
    desk, queue = sharing.desk[0], sharing.queue
    while desk.queued > 0 and (desk.frozen < desk.touched or desk.touched < desk.active):
        row, due = queue[0].resource, queue[0].due
        ledger = sharing.ledgers[row]
        if due == ledger.due:
            later = _due(sharing, row)
            if due * (1.0 + SAME_LEVEL) < later < np.inf:
                put_off(sharing, later)
                continue
            ledger.due = np.inf
            drop_first(sharing)
            if later < np.inf:
                _look_at(sharing, row)
        else:
            drop_first(sharing)


@inlined
def _look_at(sharing: Sharing, row: int) -> None:
    """Freeze the open streams of a resource that saturates now, or touch those that stand against it."""
    desk, resource, ledger = sharing.desk[0], sharing.resources[row], sharing.ledgers[row]
    seen = desk.touched
    level = np.inf
    if ledger.open > 0:
        level = max(0.0, ledger.rest + ledger.lent) / ledger.weight
    if resource.held > 0 and level > resource.held_level * (1.0 + SAME_SHARE):
        if _is_worth_more(sharing, row):
            touch_held(sharing, row)
        level = resource.held_level
    elif resource.crowd > ledger.inside:
        fair = _fair_level(sharing, row)
        _touch_unequal(sharing, row, fair)
        if desk.touched == seen and fair > level * (1.0 + SAME_SHARE):
            ledger.lent = fair * ledger.weight - ledger.rest
            put_in(sharing, row, fair)
            return
    if desk.touched == seen:
        if ledger.open > 0:
            _freeze(sharing, row, level)
    else:
        ledger.lent = 0.0
        for step in range(seen, desk.touched):
            _open_late(sharing, sharing.touched[step])


@kernel
def _is_worth_more(sharing: Sharing, row: int) -> bool:
    """Return whether the streams held back by a resource could have noticeably more than they have."""
    spread, resource, ledger = sharing.desk[0].spread, sharing.resources[row], sharing.ledgers[row]
    if spread == 0.0:
        return True
    rest, weight = ledger.rest, ledger.weight
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        member = sharing.members[place]
        other = sharing.streams[member.stream]
        if other.mark == UNTOUCHED and other.bottleneck == row:
            rest += member.share * other.rate
            weight += member.share
    sharing.desk[0].work += resource.crowd
    return bool(rest > resource.held_level * (1.0 + spread) * weight)


@kernel
def _touch_unequal(sharing: Sharing, row: int, level: float) -> None:
    """Touch the streams that have noticeably more than a full resource gives, or that it holds at less."""
    resource = sharing.resources[row]
    noticed = max(SAME_SHARE, sharing.desk[0].spread)
    allowed, owed = level * (1.0 + noticed), level * (1.0 - noticed)
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        stream = sharing.members[place].stream
        other = sharing.streams[stream]
        if other.mark == UNTOUCHED and (
            other.rate > allowed or (other.rate < owed and other.bottleneck == row)
        ):
            touch(sharing, stream)


@kernel
def _fair_level(sharing: Sharing, row: int) -> float:
    """Return the level at which a resource saturates where the untouched give up what they have above it.

    To begin with they give up nothing. To let those above a level share what they have raises it, so that
    fewer are above it the next time, until none drops out.
    """
    resource, ledger = sharing.resources[row], sharing.ledgers[row]
    level = max(0.0, ledger.rest) / ledger.weight
    while True:
        rest, weight = ledger.rest, ledger.weight
        for place in range(resource.stretch, resource.stretch + resource.crowd):
            member = sharing.members[place]
            other = sharing.streams[member.stream]
            if other.mark == UNTOUCHED and other.rate > level * (1.0 + SAME_SHARE):
                rest += member.share * other.rate
                weight += member.share
        sharing.desk[0].work += resource.crowd
        higher = max(0.0, rest) / weight
        if higher <= level * (1.0 + SAME_SHARE):
            return float(level)
        level = higher


@kernel
def _open_late(sharing: Sharing, stream: int) -> None:
    """Open a stream while the level has passed 0 long ago, and have its resources looked at in time."""
    _open(sharing, stream)
    row = sharing.streams[stream]
    for step in range(row.begin, row.end):
        resource = sharing.entries[step].resource
        due = _due(sharing, resource)
        if due < sharing.ledgers[resource].due:
            put_in(sharing, resource, due)


@inlined
def _freeze(sharing: Sharing, row: int, level: float) -> None:
    """Freeze the open streams of a saturated resource, and deduct what they take elsewhere."""
    desk, resource = sharing.desk[0], sharing.resources[row]
    used = 0.0
    for place in range(resource.stretch, resource.stretch + resource.crowd):
        member = sharing.members[place]
        stream = sharing.streams[member.stream]
        if stream.mark == OPEN:
            desk.frozen += 1
            stream.mark = FROZEN
            stream.rate = level
            stream.bottleneck = row
            taken = stream.count * level
            for step in range(stream.begin, stream.end):
                entry = sharing.entries[step]
                ledger = sharing.ledgers[entry.resource]
                ledger.rest -= entry.multiplicity * taken
                ledger.weight -= entry.multiplicity * stream.count
                ledger.open -= 1
        used += member.share * stream.rate
    sharing.ledgers[row].rest = resource.capacity - used
    sharing.ledgers[row].lent = 0.0
    resource.held_level = level
    desk.work += resource.crowd


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


@inlined
def _take_down(sharing: Sharing) -> None:
    """Write down what reached resources have given away, and whom they hold."""
    desk = sharing.desk[0]
    for step in range(desk.reached):
        row = sharing.reached[step]
        resource = sharing.resources[row]
        resource.is_reached = 0
        resource.used = max(0.0, resource.capacity - sharing.ledgers[row].rest)
    for step in range(desk.touched):
        sharing.resources[sharing.streams[sharing.touched[step]].bottleneck].held += 1
    desk.reached = 0
