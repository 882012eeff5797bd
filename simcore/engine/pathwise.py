"""What more of each resource would have changed in a run: exact derivatives by one pass over its tape.

Rates are piecewise constant and everything that happens follows from what ended before, so the moments of a
run are smooth functions of the capacities as long as the order of events stays the same; where it would
change, two moments fall together and the functions have a corner (docs/model/bottlenecks.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from simcore.engine import playback
from simcore.engine.companions import active_streams
from simcore.engine.playback import NO_SLOT, Causes, Moment, Replay, Watch
from simcore.engine.state import State
from simcore.engine.tape import END, FOLLOWER, INSTANT, MOVED, NOBODY, START, Tape
from simcore.solver.bottlenecks import TIE, TOGETHER, find_holders, hold, no_prices, spread
from simcore.solver.crowds import ENTRY, MEMBER, Sharing, empty_sharing, join
from simcore.traffic.streams import TIED


class Flows(Enum):
    """Which ends of streams that nobody is told of count in an outcome."""

    NONE = "none"
    LAST = "last"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sum of moments that should come sooner.

    Attributes
    ----------
    moments
        Causes of the moments, each with weight 1.
    awaited
        Causes of ends of streams whose bottlenecks are of interest.
    flows
        Ends of arrivals that count as both.
    """

    moments: tuple[int, ...] = ()
    awaited: tuple[int, ...] = ()
    flows: Flows = Flows.NONE


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What more of R resources would have changed in K outcomes, from ``begin`` on; they are U units.

    Attributes
    ----------
    begin, events, flows
        When the stretch that was looked at begins (s), its instants, and the ends of arrivals in it.
    gains
        (R, K, 2) by how much sooner the outcome comes for one more byte/s of the resource in all of the
        stretch (s): TOGETHER with those that are tied with it, each a part; and ALONE with its unit, on the
        right side of a corner.
    held
        (U, K) for how long a unit held back anything that the outcome waited for (s).
    part
        (U, K) the same divided among all that was waited for at a time, and among tied resources (s).
    others
        (U, K) the mean number of other units that did so at the same time, 0 where it did not.
    """

    begin: float
    events: int
    flows: int
    gains: NDArray[np.float64]
    held: NDArray[np.float64]
    part: NDArray[np.float64]
    others: NDArray[np.float64]


def look_back(
    state: State,
    outcomes: Sequence[Outcome],
    *,
    most_lines: int,
    unit: NDArray[np.int32] | None = None,
    tie: float = TIE,
) -> Hindsight | None:
    """Return what more of each resource would have changed, by at most ``most_lines`` of the tape.

    ``unit`` (R,) numbers what gets more together, from 0; by default each resource does by itself. ``tie`` is
    how close levels are that count as the same, relatively. None where the tape is empty.
    """
    lines, number = _newest_lines(state.tape, most_lines)
    if not len(lines):
        return None
    causes = _causes(lines, number, outcomes)
    units = np.arange(len(state.carried), dtype=np.int32) if unit is None else unit
    replay = _replay(state, lines, causes, outcomes, units=units, tie=tie)
    playback.play_back(replay)
    watch = replay.watch
    is_flow = (lines["kind"] == END) & (lines["player"] == NOBODY)
    others = np.divide(watch.others, watch.held, out=np.zeros_like(watch.held), where=watch.held > 0)
    return Hindsight(
        begin=float(lines["value"][0]) if number > 0 else 0.0,
        events=int(np.count_nonzero(lines["kind"] == INSTANT)),
        flows=int(np.count_nonzero(is_flow)),
        gains=replay.prices.total,
        held=watch.held,
        part=watch.part,
        others=others,
    )


def look_back_at_each(state: State) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the rows (F,) of arrivals that ended, and by how much sooner each would have with more (F, R).

    In s per byte/s, TOGETHER where resources are tied, by all of the tape; in the order of their ends. One
    pass with an outcome for each of them: memory grows with F times all rows of streams.
    """
    lines, number = _newest_lines(state.tape, len(state.tape.lines))
    ends = np.flatnonzero((lines["kind"] == END) & (lines["player"] == NOBODY))
    outcomes = [Outcome(moments=(2 * (number + end),)) for end in ends.tolist()]
    hindsight = look_back(state, outcomes, most_lines=len(state.tape.lines))
    if hindsight is None:
        return lines["stream"][ends], np.empty((0, len(state.carried)))
    return lines["stream"][ends], hindsight.gains[:, :, TOGETHER].T


def _newest_lines(tape: Tape, most: int) -> tuple[NDArray[np.void], int]:
    """Return the newest whole instants of a tape, and how many lines were written before them."""
    room, written = len(tape.lines), int(tape.reel["lines"][0])
    kept = min(room, written, most)
    if kept == 0:
        return tape.lines[:0], 0
    lines = tape.lines[np.arange(written - kept, written) % room]
    has_path = (lines["kind"] >= END) & (lines["kind"] <= MOVED)
    oldest_path = int(tape.reel["path"][0]) - len(tape.paths)
    lost = np.flatnonzero(has_path & ((lines["link"] == NOBODY) | (lines["link"] < oldest_path)))
    instants = np.flatnonzero(lines["kind"] == INSTANT)
    if len(lost):
        instants = instants[instants > lost[-1]]
    if not len(instants):
        return lines[:0], 0
    return lines[instants[0] :], written - kept + int(instants[0])


def _causes(lines: NDArray[np.void], number: int, outcomes: Sequence[Outcome]) -> Causes:
    """Return the slots of all that is waited for; ``number`` lines were written before ``lines``."""
    starts = np.flatnonzero(lines["kind"] == START)
    ends = np.flatnonzero(lines["kind"] == END)
    arrivals = ends[lines["player"][ends] == NOBODY]
    last_flow = [2 * (number + int(arrivals[-1]))] if len(arrivals) else []
    moments = [each.moments + _last(each, last_flow) for each in outcomes]
    awaited = [each.awaited + _last(each, last_flow) for each in outcomes]
    named = np.array([cause for causes in moments + awaited for cause in causes], dtype=np.int64)
    all_causes = np.unique(np.concatenate([lines["link"][starts], named]))
    all_causes = all_causes[all_causes >= 2 * number] - 2 * number
    is_tied = (all_causes & TIED) == TIED
    # Whatever ended at the same time for the same player was waited for together with a tied cause.
    instant = np.cumsum(lines["kind"] == INSTANT)
    together = instant * (1 << 16) + lines["player"]
    own = np.full(len(lines), NO_SLOT, dtype=np.int32)
    shared, waits_for = own.copy(), own.copy()
    own[all_causes[~is_tied] >> 1] = np.flatnonzero(~is_tied)
    keys = together[all_causes[is_tied] >> 1]
    order = np.argsort(keys, kind="stable")
    size = np.ones(len(all_causes), dtype=np.int32)
    if len(keys):
        place = np.minimum(np.searchsorted(keys[order], together[ends]), len(keys) - 1)
        fits = keys[order][place] == together[ends]
        shared[ends[fits]] = np.flatnonzero(is_tied)[order[place[fits]]]
        size = np.maximum(np.bincount(shared[ends[fits]], minlength=len(all_causes)), 1).astype(np.int32)

    def slot_of(cause: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the slot of each cause, NO_SLOT for those that lie before the lines."""
        slot = np.searchsorted(all_causes, cause - 2 * number)
        if len(keys):
            # Of tied causes that end together one slot stands for all.
            of_line = shared[np.maximum((cause >> 1) - number, 0)]
            slot = np.where((cause & TIED) == TIED, of_line, slot)
        return np.where(cause < 2 * number, NO_SLOT, slot).astype(np.int32)

    waits_for[starts] = slot_of(lines["link"][starts])
    gain = np.zeros((len(all_causes), len(outcomes), 2))
    watched = np.zeros((len(all_causes), len(outcomes)), dtype=np.int8)
    for row in range(len(outcomes)):
        for cause, slot in zip(moments[row], slot_of(np.array(moments[row], dtype=np.int64)), strict=True):
            if slot != NO_SLOT:
                gain[slot, row] += [1.0, 0.0 if cause & TIED else 1.0]
        slots = slot_of(np.array(awaited[row], dtype=np.int64))
        watched[slots[slots != NO_SLOT], row] = 1
    return Causes(own, shared, waits_for, size, is_tied.astype(np.int8), gain, watched)


def _last(outcome: Outcome, last_flow: list[int]) -> tuple[int, ...]:
    return tuple(last_flow) if outcome.flows is Flows.LAST else ()


def _replay(
    state: State,
    lines: NDArray[np.void],
    causes: Causes,
    outcomes: Sequence[Outcome],
    *,
    units: NDArray[np.int32],
    tie: float,
) -> Replay:
    """Return everything as it is at the end of ``lines``, which is now."""
    sharing = _sharing_now(state, lines)
    streams, resources, count = len(sharing.streams), len(sharing.resources), len(outcomes)
    prices, now = no_prices(sharing, count, units), float(state.clock["now"][0])
    unit_count = int(units.max(initial=-1)) + 1
    prices.since[:] = now
    replay = Replay(
        lines=lines,
        sharing=sharing,
        prices=prices,
        causes=causes,
        watch=Watch(
            weight=np.zeros((streams, count)),
            streams=np.zeros((unit_count, count), dtype=np.int32),
            rate=np.zeros((unit_count, count)),
            since=np.full((unit_count, count), now),
            held=np.zeros((unit_count, count)),
            part=np.zeros((unit_count, count)),
            others=np.zeros((unit_count, count)),
            holders=np.zeros(count, dtype=np.int64),
            holder_seconds=np.zeros(count),
            holders_since=np.full(count, now),
            holder_mark=np.zeros((unit_count, count)),
        ),
        moment=Moment(
            is_in=np.zeros(streams, dtype=np.int8),
            changed=np.empty(streams, dtype=np.int32),
            gained=np.zeros((streams, count, 2)),
            after=np.zeros(streams),
            held_after=np.zeros(streams, dtype=np.int32),
            started=np.empty(len(lines), dtype=np.int32),
            owing=np.zeros((streams, count, 2)),
            queue_rate=np.zeros(streams),
            taken=np.zeros(resources),
            divided=np.zeros((resources + 1, count, 2)),
            touched=np.empty(resources, dtype=np.int32),
            counts=np.zeros(3, dtype=np.int64),
        ),
        flows=np.array([each.flows is Flows.ALL for each in outcomes], dtype=np.int8),
        tie=tie,
    )
    active = sharing.active[: int(sharing.desk["active"][0])].copy()
    held = sharing.streams["bottleneck"][active]
    prices.level[held[held >= 0]] = sharing.streams["rate"][active][held >= 0]
    for stream in active[held >= 0]:
        find_holders(sharing, prices, stream, tie)
        hold(sharing, prices, stream)
    spread(sharing, prices, now)
    lines["link"] %= max(1, len(state.tape.paths))
    return replay


def _sharing_now(state: State, lines: NDArray[np.void]) -> Sharing:
    """Return the streams that are active now, with room for all that ended in ``lines``."""
    tape, engine = state.tape, state.sharing
    active = active_streams(state)
    rows = engine.streams[active]
    counts = (rows["end"] - rows["begin"]).astype(np.int64)
    ends = np.cumsum(counts)
    taken = np.repeat(rows["begin"] - (ends - counts), counts) + np.arange(counts.sum())
    kept = tape.paths[: min(len(tape.paths), int(tape.reel["path"][0]))]
    entries = np.concatenate([kept, engine.entries[taken]]).astype(ENTRY)
    sharing = empty_sharing(engine.resources["capacity"])
    streams = np.zeros(len(engine.streams), dtype=engine.streams.dtype)
    streams["bottleneck"], streams["standing"] = -1, -1
    streams["begin"][active], streams["end"][active] = len(kept) + ends - counts, len(kept) + ends
    sharing = sharing._replace(
        streams=streams,
        entries=entries,
        active=np.empty(len(streams), dtype=np.int32),
        touched=np.empty(len(streams), dtype=np.int32),
    )
    room = _room(tape, lines, len(sharing.resources)) + np.bincount(
        entries["resource"][len(kept) :], minlength=len(sharing.resources)
    )
    sharing.resources["room"] = np.maximum(room, 1)
    first = np.cumsum(sharing.resources["room"])
    sharing.resources["stretch"] = first - sharing.resources["room"]
    sharing.desk["pool_end"] = first[-1]
    sharing = sharing._replace(members=np.zeros(int(first[-1]), dtype=MEMBER))
    for stream in active:
        join(sharing, stream)
    sharing.streams["rate"][active] = tape.known["rate"][active]
    sharing.streams["bottleneck"][active] = tape.known["bottleneck"][active]
    rates = np.repeat(tape.known["rate"][active], counts)
    mine = entries[len(kept) :]
    sharing.resources["used"] = np.bincount(
        mine["resource"], weights=mine["multiplicity"] * rates, minlength=len(sharing.resources)
    )
    return sharing


def _room(tape: Tape, lines: NDArray[np.void], resources: int) -> NDArray[np.int64]:
    """Return how many streams that ended in ``lines`` can have been on each resource at a time, at most."""
    takes = lines[(lines["kind"] == END) | (lines["kind"] == FOLLOWER) | (lines["kind"] == MOVED)]
    # A stream that ends again and again over one path is there once.
    _, first = np.unique(takes["stream"].astype(np.int64) << 32 | takes["link"], return_index=True)
    begin, count = takes["link"][first] % max(1, len(tape.paths)), takes["count"][first].astype(np.int64)
    ends = np.cumsum(count)
    entries = np.repeat(begin - (ends - count), count) + np.arange(count.sum())
    return np.bincount(tape.paths["resource"][entries], minlength=resources)
