"""Where streams are held as a tape is played backwards: each change of rate may move them, and those tied."""

from simcore.engine.replay import Replay
from simcore.engine.tape import END, FOLLOWER, MOVED, RATE
from simcore.engine.watch import note_held
from simcore.kernels import kernel
from simcore.solver.bottlenecks import hold, let_go
from simcore.solver.holders import HELD, find_holders, has_same_holders


@kernel
def hold_changed(replay: Replay, first: int, last: int, time: float) -> None:
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
def _hold_anew(replay: Replay, stream: int, time: float) -> None:
    """Let a stream be held where its rate is decided, if that is not where it is held."""
    sharing, prices = replay.sharing, replay.prices
    if sharing.streams[stream].bottleneck < 0:
        return
    if prices.holders[stream] > 0:
        if has_same_holders(sharing, prices, stream, replay.tie):
            return
        let_go_of(replay, stream, time)
    find_holders(sharing, prices, stream, replay.tie)
    hold(sharing, prices, stream)
    note_held(replay.watch, (sharing, prices), stream, time, 1)


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
def let_go_of(replay: Replay, stream: int, time: float) -> None:
    """Let a stream be held nowhere, before ``time``."""
    note_held(replay.watch, (replay.sharing, replay.prices), stream, time, -1)
    let_go(replay.sharing, replay.prices, stream)
