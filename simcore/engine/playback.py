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

The kernels stop where a ring that ran by recurrence has to be gone through (``simcore.engine.retrace``).
"""

from typing import Final

from simcore.engine.blame import divide
from simcore.engine.holding import hold_changed, let_go_of
from simcore.engine.relays import WATCHED, collect, give, undo_relays, watch_cause
from simcore.engine.replay import Replay
from simcore.engine.tape import (
    CAPACITY,
    END,
    FOLLOWER,
    INSTANT,
    JOINT,
    MOVED,
    NOBODY,
    OF_GRAPH,
    RATE,
    RESUME,
    START,
    TOLD,
)
from simcore.engine.watch import reckon
from simcore.kernels import kernel
from simcore.solver.bottlenecks import spread
from simcore.solver.crowds import Sharing, join, leave
from simcore.solver.holders import ALONE, TOGETHER

NO_STREAM: Final = -1


@kernel
def play_back(replay: Replay, last: int, stop: int) -> int:
    """Play instants back, from the one that ends with line ``last`` to the one of line ``stop``.

    Return the last line of the instant before.
    """
    lines = replay.lines
    while last >= max(stop, 0):
        first = last
        while lines[first].kind != INSTANT:
            first -= 1
        _undo_instant(replay, first, last)
        last = first - 1
    return last


@kernel
def reckon_all(replay: Replay, begin: float) -> None:
    """Reckon all totals back to ``begin``, up to which nothing else happened."""
    prices = replay.prices
    for row in range(len(replay.sharing.resources)):
        for outcome in range(prices.scratch.shape[0]):
            for side in range(2):
                worth = prices.worth[row, outcome, side]
                prices.total[row, outcome, side] += worth * (prices.since[row] - begin)
    for unit in range(len(replay.watch.held)):
        for outcome in range(prices.scratch.shape[0]):
            reckon(replay.watch, unit, outcome, begin)


@kernel
def _undo_instant(replay: Replay, first: int, last: int) -> None:
    """Undo the lines after ``first``, up to ``last``, of one instant."""
    lines, time = replay.lines, replay.lines[first].value
    # What lines that stand for causes gain is known when the changes of rate after them are divided.
    relays, step = last, last
    while step > first:
        kind, begin = lines[step].kind, step
        if kind == RATE:
            while begin - 1 > first and lines[begin - 1].kind == RATE:
                begin -= 1
            _undo_rates(replay, begin, step, time)
        elif kind in (END, FOLLOWER):
            while begin - 1 > first and lines[begin - 1].kind in (END, FOLLOWER, JOINT, TOLD):
                begin -= 1
            _undo_ends(replay, begin, step, relays)
            relays = begin - 1
        elif kind == START:
            _undo_start(replay, step, time)
        elif kind == RESUME:
            _undo_resume(replay, step, time)
        elif kind == MOVED:
            _undo_move(replay, step, time)
        elif kind == CAPACITY:
            replay.sharing.resources[lines[step].stream].capacity = lines[step].value
        step = begin - 1
    divide(replay, 0, -1)
    undo_relays(replay, first + 1, relays)
    hold_changed(replay, first, last, time)
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
            let_go_of(replay, line.stream, time)
            row.bottleneck = line.other
        if line.other >= 0:
            prices.level[line.other] = line.value


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
        give(replay, slot, moment.gained, stream, 1.0)
        moment.gained[stream] = 0.0
    else:
        moment.after[stream] = 0.0
    give(replay, slot, moment.owing, stream, 1.0)
    if replay.lines[step].player == OF_GRAPH:
        watch_cause(replay, slot, stream)
    _take_out(replay, stream, time)


@kernel
def _undo_resume(replay: Replay, step: int, time: float) -> None:
    """Take a stream out that went on from here by itself, with what it had left of a piece.

    The moment is given, so that it moves nobody; a little less left is worth its value.
    """
    line, slot = replay.lines[step], replay.causes.waits_for[step]
    _list_change(replay, line.stream, line.value)
    give(replay, slot, replay.prices.value, line.stream, 1.0)
    watch_cause(replay, slot, line.stream)
    _take_out(replay, line.stream, time)


@kernel
def _take_out(replay: Replay, stream: int, time: float) -> None:
    replay.moment.owing[stream] = 0.0
    let_go_of(replay, stream, time)
    leave(replay.sharing, stream)
    replay.prices.value[stream] = 0.0
    replay.watch.weight[stream] = 0.0


@kernel
def _undo_move(replay: Replay, step: int, time: float) -> None:
    """Give a stream, which has neither rate nor bottleneck, the resources back that it had before."""
    line = replay.lines[step]
    let_go_of(replay, line.stream, time)
    leave(replay.sharing, line.stream)
    _list_change(replay, line.stream, line.value)
    _enter(replay, step)


@kernel
def _undo_ends(replay: Replay, first: int, last: int, relays: int) -> None:
    """Make streams active again, and find what a unit of their rates was worth.

    What was gained by lines that stand for causes, up to ``relays``, is passed on first.
    """
    lines, moment = replay.lines, replay.moment
    lead = NO_STREAM
    for step in range(last, first - 1, -1):
        if lines[step].kind == END:
            lead = lines[step].stream
            moment.queue_rate[lead] = 0.0
        if lines[step].kind in (END, FOLLOWER):
            moment.queue_rate[lead] += lines[step].value
    divide(replay, first, last)
    undo_relays(replay, first, relays)
    for step in range(last, first - 1, -1):
        stream = lines[step].stream
        if lines[step].kind == END:
            lead = stream
            _value_end(replay, step)
            _enter(replay, step)
        elif lines[step].kind == FOLLOWER:
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
    lead, gained = replay.lines[step].stream, replay.moment.relayed
    owing, rate = replay.moment.owing, replay.moment.queue_rate[lead]
    collect(replay, step)
    for outcome in range(owing.shape[1]):
        if replay.flows[outcome] == 1 and replay.lines[step].player == NOBODY:
            gained[outcome, TOGETHER] += 1.0
            gained[outcome, ALONE] += 1.0
            gained[outcome, WATCHED] = 1.0
        replay.watch.weight[lead, outcome] = gained[outcome, WATCHED]
        for side in range(2):
            owing[lead, outcome, side] += gained[outcome, side]
            replay.prices.value[lead, outcome, side] = 0.0
            if rate > 0.0:
                replay.prices.value[lead, outcome, side] = owing[lead, outcome, side] / rate
                owing[lead, outcome, side] = 0.0
