"""The kernels that play a tape backwards, and on the way find what more of each resource would have bought.

Between two instants what stream s has left falls with its rate x_s, so a little more rate is worth what a
little less left is worth at the end of the stretch: its ``value`` v_s, the same from its start to its end. At
an instant that comes a little sooner because stream e ends sooner, others change their rates sooner, and what
is started because of it starts sooner. From the end of the run backwards that makes

    v_e x_e = (what is gained by e ending sooner) + sum over s of v_s (x_s after - x_s before)
              + sum over n started because of e of v_n x_n

and of each resource, with the worth q_r of ``simcore.solver.bottlenecks`` for those values, the time integral
of q_r: what a unit more of it through the whole stretch gains. Where several streams end or start at one
instant, a change of rate is put down to those of them that touch a bottleneck of the stream that changes, by
what they take there; with a single one nothing has to be divided, and all of this is exact.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.engine.tape import CAPACITY, END, FOLLOWER, INSTANT, MOVED, RATE, START
from simcore.solver.bottlenecks import (
    ALONE,
    HELD,
    TOGETHER,
    Prices,
    find_holders,
    has_same_holders,
    hold,
    let_go,
    spread,
)
from simcore.solver.compiled import kernel
from simcore.solver.crowds import Sharing, join, leave

NO_SLOT: Final = -1
NO_STREAM: Final = -1


class Causes(NamedTuple):
    """What later things wait for, as C slots: the end of a stream, or all ends at one time for one player.

    Of L lines, ``own`` and ``shared`` are the slots of an END, ``waits_for`` that of the cause of a START.
    """

    own: NDArray[np.int32]  # (L,)
    shared: NDArray[np.int32]  # (L,)
    waits_for: NDArray[np.int32]  # (L,)
    size: NDArray[np.int32]  # (C,) ends of a slot
    is_tied: NDArray[np.int8]  # (C,) whether others were waited for as well
    gain: NDArray[np.float64]  # (C, K, 2) what is gained by their coming sooner
    watched: NDArray[np.int8]  # (C, K) whether what they were held back by is of interest


class Watch(NamedTuple):
    """For how long units of resources held watched streams, in K outcomes; times run backwards."""

    weight: NDArray[np.float64]  # (S, K) of a stream, 0 where it is not watched
    streams: NDArray[np.int32]  # (U, K) watched streams held
    rate: NDArray[np.float64]  # (U, K) weights of those, each divided among its holders
    since: NDArray[np.float64]  # (U, K) time up to which the totals are reckoned
    held: NDArray[np.float64]  # (U, K) s with any of them
    part: NDArray[np.float64]  # (U, K) time integral of ``rate``
    others: NDArray[np.float64]  # (U, K) time integral of the number of other holders, while with any
    holders: NDArray[np.int64]  # (K,) units with any
    holder_seconds: NDArray[np.float64]  # (K,) time integral of that, up to ``holders_since``
    holders_since: NDArray[np.float64]  # (K,)
    holder_mark: NDArray[np.float64]  # (U, K) ``holder_seconds`` when the unit came to hold one


class Moment(NamedTuple):
    """The instant at hand: who changed rate, who started, and what is to be divided."""

    is_in: NDArray[np.int8]  # (S,) whether listed in ``changed``
    changed: NDArray[np.int32]  # (S,)
    gained: NDArray[np.float64]  # (S, K, 2) value times change of rate
    after: NDArray[np.float64]  # (S,) rate after the instant
    held_after: NDArray[np.int32]  # (S,) bottleneck after the instant
    started: NDArray[np.int32]  # (L,) START lines
    owing: NDArray[np.float64]  # (S, K, 2) what is gained by the end, or the start, of a stream coming sooner
    queue_rate: NDArray[np.float64]  # (S,) rate of the queue of a lead
    taken: NDArray[np.float64]  # (R,) what those that end or start take
    divided: NDArray[np.float64]  # (R + 1, K, 2) what those that touch a resource divide; last, all of them
    touched: NDArray[np.int32]  # (R,) resources with something in ``taken``
    counts: NDArray[np.int64]  # (3,) listed in ``changed``, ``started``, ``touched``


class Replay(NamedTuple):
    """A stretch of L lines, the first of which is an instant, and all that playing it back keeps."""

    lines: NDArray[np.void]
    sharing: Sharing
    prices: Prices
    causes: Causes
    watch: Watch
    moment: Moment
    flows: NDArray[np.int8]  # (K,) whether all ends of streams that nobody is told of count
    tie: float


@kernel
def play_back(replay: Replay) -> None:
    """Play all lines back, the last first, and reckon all totals up to the beginning."""
    lines = replay.lines
    last = len(lines) - 1
    while last >= 0:
        first = last
        while lines[first].kind != INSTANT:
            first -= 1
        _undo_instant(replay, first, last)
        last = first - 1
    begin, prices = lines[0].value, replay.prices
    for row in range(len(replay.sharing.resources)):
        for outcome in range(prices.scratch.shape[0]):
            for side in range(2):
                worth = prices.worth[row, outcome, side]
                prices.total[row, outcome, side] += worth * (prices.since[row] - begin)
    for unit in range(len(replay.watch.held)):
        for outcome in range(prices.scratch.shape[0]):
            _reckon(replay.watch, unit, outcome, begin)


@kernel
def _undo_instant(replay: Replay, first: int, last: int) -> None:
    """Undo the lines after ``first``, up to ``last``, of one instant."""
    lines, time = replay.lines, replay.lines[first].value
    step = last
    while step > first:
        kind, begin = lines[step].kind, step
        if kind == RATE:
            while begin - 1 > first and lines[begin - 1].kind == RATE:
                begin -= 1
            _undo_rates(replay, begin, step, time)
        elif kind in (END, FOLLOWER):
            while begin - 1 > first and lines[begin - 1].kind in (END, FOLLOWER):
                begin -= 1
            _undo_ends(replay, begin, step)
        elif kind == START:
            _undo_start(replay, step, time)
        elif kind == MOVED:
            _undo_move(replay, step, time)
        elif kind == CAPACITY:
            replay.sharing.resources[lines[step].stream].capacity = lines[step].value
        step = begin - 1
    _divide(replay, 0, -1)
    _hold_changed(replay, first, last, time)
    spread(replay.sharing, replay.prices, time)


@kernel
def _undo_rates(replay: Replay, first: int, last: int, time: float) -> None:
    """Give streams the rates and bottlenecks that they had before."""
    lines, sharing, prices = replay.lines, replay.sharing, replay.prices
    for step in range(last, first - 1, -1):
        line = lines[step]
        _list_change(replay, line.stream, line.value)
        _set_rate(sharing, line.stream, line.value)
        row = sharing.streams[line.stream]
        if row.bottleneck != line.other:
            _let_go(replay, line.stream, time)
            row.bottleneck = line.other
        if line.other >= 0:
            prices.level[line.other] = line.value


@kernel
def _hold_changed(replay: Replay, first: int, last: int, time: float) -> None:
    """Let all streams that lines after ``first`` gave another rate be held where their rates are decided."""
    lines, sharing, prices = replay.lines, replay.sharing, replay.prices
    for step in range(last, first, -1):
        kind, stream = lines[step].kind, lines[step].stream
        if kind in (RATE, END, FOLLOWER, MOVED) and sharing.streams[stream].standing >= 0:
            _hold_anew(replay, stream, time)
    for step in range(last, first, -1):
        if lines[step].kind == RATE:
            row = sharing.streams[lines[step].stream]
            for place in range(row.begin, row.end):
                if prices.tied[sharing.entries[place].resource] > 0:
                    _look_at_ties(replay, sharing.entries[place].resource, time)


@kernel
def _list_change(replay: Replay, stream: int, before: float) -> None:
    """Take note of what is gained by a change of rate coming sooner."""
    moment, row = replay.moment, replay.sharing.streams[stream]
    if moment.is_in[stream] == 0:
        moment.is_in[stream] = 1
        moment.changed[moment.counts[0]] = stream
        moment.counts[0] += 1
        moment.after[stream], moment.held_after[stream] = row.rate, row.bottleneck
        moment.gained[stream] = 0.0
    for outcome in range(moment.gained.shape[1]):
        for side in range(2):
            value = replay.prices.value[stream, outcome, side]
            moment.gained[stream, outcome, side] += value * (row.rate - before)


@kernel
def _set_rate(sharing: Sharing, stream: int, rate: float) -> None:
    row = sharing.streams[stream]
    for step in range(row.begin, row.end):
        entry = sharing.entries[step]
        sharing.resources[entry.resource].used += entry.multiplicity * (rate - row.rate)
    row.rate = rate


@kernel
def _hold_anew(replay: Replay, stream: int, time: float) -> None:
    """Let a stream be held where its rate is decided, if that is not where it is held."""
    sharing, prices = replay.sharing, replay.prices
    if sharing.streams[stream].bottleneck < 0:
        return
    if prices.holders[stream] > 0:
        if has_same_holders(sharing, prices, stream, replay.tie):
            return
        _let_go(replay, stream, time)
    find_holders(sharing, prices, stream, replay.tie)
    hold(sharing, prices, stream)
    _note(replay, stream, time, 1)


@kernel
def _look_at_ties(replay: Replay, resource: int, time: float) -> None:
    """Look again at streams that this resource held together with others."""
    sharing, prices = replay.sharing, replay.prices
    row = sharing.resources[resource]
    for place in range(row.stretch, row.stretch + row.crowd):
        member = sharing.members[place]
        if prices.part[member.entry] == HELD and prices.holders[member.stream] > 1:
            _hold_anew(replay, member.stream, time)


@kernel
def _let_go(replay: Replay, stream: int, time: float) -> None:
    _note(replay, stream, time, -1)
    let_go(replay.sharing, replay.prices, stream)


@kernel
def _enter(replay: Replay, step: int) -> None:
    """Make a stream active that a line took out, as it was before."""
    line, sharing = replay.lines[step], replay.sharing
    row = sharing.streams[line.stream]
    row.begin, row.end = line.link, line.link + line.count
    join(sharing, line.stream)
    _set_rate(sharing, line.stream, line.value)
    row.bottleneck = line.other
    if line.other >= 0:
        replay.prices.level[line.other] = line.value


@kernel
def _undo_start(replay: Replay, step: int, time: float) -> None:
    """Take a stream out that started, and put down to its cause what is gained by that coming sooner."""
    moment, stream = replay.moment, replay.lines[step].stream
    slot = replay.causes.waits_for[step]
    moment.started[moment.counts[1]] = step
    moment.counts[1] += 1
    if moment.is_in[stream] == 1:
        _give(replay, slot, moment.gained, stream, 1.0)
        moment.gained[stream] = 0.0
    else:
        moment.after[stream] = 0.0
    _give(replay, slot, moment.owing, stream, 1.0)
    moment.owing[stream] = 0.0
    _let_go(replay, stream, time)
    leave(replay.sharing, stream)
    replay.prices.value[stream] = 0.0
    replay.watch.weight[stream] = 0.0


@kernel
def _give(replay: Replay, slot: int, amounts: NDArray[np.float64], row: int, share: float) -> None:
    """Put a share of ``amounts[row]`` down to a cause."""
    if slot != NO_SLOT:
        for outcome in range(amounts.shape[1]):
            replay.causes.gain[slot, outcome, TOGETHER] += share * amounts[row, outcome, TOGETHER]
            if replay.causes.is_tied[slot] == 0:
                replay.causes.gain[slot, outcome, ALONE] += share * amounts[row, outcome, ALONE]


@kernel
def _undo_move(replay: Replay, step: int, time: float) -> None:
    """Give a stream, which has neither rate nor bottleneck, the resources back that it had before."""
    line = replay.lines[step]
    _let_go(replay, line.stream, time)
    leave(replay.sharing, line.stream)
    _list_change(replay, line.stream, line.value)
    _enter(replay, step)


@kernel
def _undo_ends(replay: Replay, first: int, last: int) -> None:
    """Make streams active again, and find what a unit of their rates was worth."""
    lines, moment = replay.lines, replay.moment
    lead = NO_STREAM
    for step in range(last, first - 1, -1):
        if lines[step].kind == END:
            lead = lines[step].stream
            moment.queue_rate[lead] = 0.0
        moment.queue_rate[lead] += lines[step].value
    _divide(replay, first, last)
    for step in range(last, first - 1, -1):
        stream = lines[step].stream
        if lines[step].kind == END:
            lead = stream
            _value_end(replay, step)
        else:
            _follow(replay, stream, lead)
        _enter(replay, step)


@kernel
def _follow(replay: Replay, stream: int, lead: int) -> None:
    """Give a stream that drains the queue of another the value of that."""
    value, weight = replay.prices.value, replay.watch.weight
    for outcome in range(value.shape[1]):
        weight[stream, outcome] = weight[lead, outcome]
        for side in range(2):
            value[stream, outcome, side] = value[lead, outcome, side]


@kernel
def _value_end(replay: Replay, step: int) -> None:
    """Find what a unit of the rate of a stream is worth that ends here, and whether to watch it."""
    causes, lead = replay.causes, replay.lines[step].stream
    owing, rate = replay.moment.owing, replay.moment.queue_rate[lead]
    for outcome in range(owing.shape[1]):
        weight = 0.0
        for slot in (causes.own[step], causes.shared[step]):
            if slot != NO_SLOT:
                for side in range(2):
                    owing[lead, outcome, side] += causes.gain[slot, outcome, side] / causes.size[slot]
                if causes.watched[slot, outcome] == 1:
                    weight = 1.0 / causes.size[slot]
        if replay.flows[outcome] == 1 and replay.lines[step].player < 0:
            weight = 1.0
            for side in range(2):
                owing[lead, outcome, side] += 1.0
        replay.watch.weight[lead, outcome] = weight
        for side in range(2):
            replay.prices.value[lead, outcome, side] = 0.0
            if rate > 0.0:
                replay.prices.value[lead, outcome, side] = owing[lead, outcome, side] / rate
                owing[lead, outcome, side] = 0.0


@kernel
def _divide(replay: Replay, first: int, last: int) -> None:
    """Put the changes of rate listed so far down to the ENDs from ``first`` to ``last`` and the starts."""
    moment = replay.moment
    movers = moment.counts[1]
    for step in range(first, last + 1):
        movers += replay.lines[step].kind == END
    if movers > 0 and moment.counts[0] > 0:
        for step in range(first, last + 1):
            line = replay.lines[step]
            _take(replay, line.link, line.link + line.count, line.value)
        for place in range(moment.counts[1]):
            stream = replay.lines[moment.started[place]].stream
            row = replay.sharing.streams[stream]
            _take(replay, row.begin, row.end, moment.after[stream])
        _sum_changes(replay)
        _hand_out(replay, first, last)
        for place in range(moment.counts[2]):
            moment.taken[moment.touched[place]] = 0.0
            moment.divided[moment.touched[place]] = 0.0
        moment.divided[len(moment.divided) - 1] = 0.0
    for place in range(moment.counts[0]):
        moment.is_in[moment.changed[place]] = 0
    moment.counts[:] = 0


@kernel
def _take(replay: Replay, begin: int, end: int, rate: float) -> None:
    """Add up what one that ends or starts takes of its resources."""
    moment = replay.moment
    for step in range(begin, end):
        entry = replay.sharing.entries[step]
        if moment.taken[entry.resource] == 0.0:
            moment.touched[moment.counts[2]] = entry.resource
            moment.counts[2] += 1
        moment.taken[entry.resource] += max(entry.multiplicity * rate, LEAST)


# What one that has no rate takes, so that it is not divided by nothing.
LEAST: Final = 1e-300


@kernel
def _sum_changes(replay: Replay) -> None:
    """Add up what changes of rate gain at the resources where those that end or start have a part in them."""
    moment = replay.moment
    anywhere = len(moment.divided) - 1
    for place in range(moment.counts[0]):
        stream = moment.changed[place]
        had, has = replay.sharing.streams[stream].bottleneck, moment.held_after[stream]
        at = anywhere
        if had >= 0 and moment.taken[had] > 0.0:
            at = had
        elif has >= 0 and moment.taken[has] > 0.0:
            at = has
        for outcome in range(moment.gained.shape[1]):
            for side in range(2):
                moment.divided[at, outcome, side] += moment.gained[stream, outcome, side]


@kernel
def _hand_out(replay: Replay, first: int, last: int) -> None:
    """Give each that ends or starts its part of what was added up."""
    moment, lines = replay.moment, replay.lines
    anywhere = len(moment.divided) - 1
    movers = moment.counts[1]
    for step in range(first, last + 1):
        movers += lines[step].kind == END
    lead = NO_STREAM
    for step in range(last, first - 1, -1):
        line = lines[step]
        if line.kind == END:
            lead = line.stream
            _owe(replay, lead, anywhere, 1.0 / movers)
        for place in range(line.link, line.link + line.count):
            entry = replay.sharing.entries[place]
            taken = max(entry.multiplicity * line.value, LEAST)
            _owe(replay, lead, entry.resource, taken / moment.taken[entry.resource])
    for number in range(moment.counts[1]):
        step = moment.started[number]
        slot, row = replay.causes.waits_for[step], replay.sharing.streams[lines[step].stream]
        _give(replay, slot, moment.divided, anywhere, 1.0 / movers)
        for place in range(row.begin, row.end):
            entry = replay.sharing.entries[place]
            taken = max(entry.multiplicity * moment.after[lines[step].stream], LEAST)
            _give(replay, slot, moment.divided, entry.resource, taken / moment.taken[entry.resource])


@kernel
def _owe(replay: Replay, lead: int, resource: int, share: float) -> None:
    moment = replay.moment
    for outcome in range(moment.owing.shape[1]):
        for side in range(2):
            moment.owing[lead, outcome, side] += share * moment.divided[resource, outcome, side]


@kernel
def _note(replay: Replay, stream: int, time: float, sign: int) -> None:
    """Take note that a watched stream is held from here on backwards (1), or was held up to here (-1)."""
    watch, sharing, prices = replay.watch, replay.sharing, replay.prices
    holders = prices.holders[stream]
    if holders == 0:
        return
    row = sharing.streams[stream]
    for outcome in range(watch.weight.shape[1]):
        weight = watch.weight[stream, outcome]
        if weight == 0.0:
            continue
        for step in range(row.begin, row.end):
            if prices.part[step] != HELD:
                continue
            unit = prices.unit[sharing.entries[step].resource]
            _reckon(watch, unit, outcome, time)
            if sign > 0 and watch.streams[unit, outcome] == 0:
                watch.holders[outcome] += 1
                watch.holder_mark[unit, outcome] = watch.holder_seconds[outcome]
            watch.streams[unit, outcome] += sign
            watch.rate[unit, outcome] += sign * weight / holders
            if watch.streams[unit, outcome] == 0:
                watch.holders[outcome] -= 1
                watch.rate[unit, outcome] = 0.0


@kernel
def _reckon(watch: Watch, unit: int, outcome: int, time: float) -> None:
    """Bring the totals of a unit up to ``time``."""
    elapsed = watch.holders_since[outcome] - time
    watch.holder_seconds[outcome] += watch.holders[outcome] * elapsed
    watch.holders_since[outcome] = time
    elapsed = watch.since[unit, outcome] - time
    watch.since[unit, outcome] = time
    if watch.streams[unit, outcome] > 0:
        watch.held[unit, outcome] += elapsed
        watch.part[unit, outcome] += elapsed * watch.rate[unit, outcome]
        mark, seconds = watch.holder_mark[unit, outcome], watch.holder_seconds[outcome]
        watch.others[unit, outcome] += seconds - mark - elapsed
        watch.holder_mark[unit, outcome] = seconds
