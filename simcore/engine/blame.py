"""Whose doing it is that rates change at an instant: those that end or start there divide it."""

from typing import Final

from simcore.engine.relays import give
from simcore.engine.replay import Replay
from simcore.engine.tape import END, FOLLOWER
from simcore.kernels import kernel

# What one that has no rate takes, so that it is not divided by nothing.
LEAST: Final = 1e-300


@kernel
def divide(replay: Replay, first: int, last: int) -> None:
    """Put the changes of rate listed so far down to the ENDs from ``first`` to ``last`` and the starts."""
    moment = replay.moment
    movers = moment.counts[1]
    for step in range(first, last + 1):
        movers += replay.lines[step].kind == END
    if movers > 0 and moment.counts[0] > 0:
        for step in range(first, last + 1):
            line = replay.lines[step]
            if line.kind in (END, FOLLOWER):
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
    lead = -1
    for step in range(last, first - 1, -1):
        line = lines[step]
        if line.kind not in (END, FOLLOWER):
            continue
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
        give(replay, slot, moment.divided, anywhere, 1.0 / movers)
        for place in range(row.begin, row.end):
            entry = replay.sharing.entries[place]
            taken = max(entry.multiplicity * moment.after[lines[step].stream], LEAST)
            give(replay, slot, moment.divided, entry.resource, taken / moment.taken[entry.resource])


@kernel
def _owe(replay: Replay, lead: int, resource: int, share: float) -> None:
    moment = replay.moment
    for outcome in range(moment.owing.shape[1]):
        for side in range(2):
            moment.owing[lead, outcome, side] += share * moment.divided[resource, outcome, side]
