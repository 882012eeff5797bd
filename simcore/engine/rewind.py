"""Everything as it is at the end of a tape, ready to be played backwards."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.engine.causes import Flows, Outcome
from simcore.engine.companions import active_streams
from simcore.engine.replay import Causes, Moment, Replay
from simcore.engine.state import State
from simcore.engine.tape import END, FOLLOWER, MOVED, Tape
from simcore.engine.watch import Watch
from simcore.solver.bottlenecks import hold, spread
from simcore.solver.crowds import ENTRY, MEMBER, Sharing, empty_sharing, join
from simcore.solver.holders import find_holders, no_prices


def ready_to_play(
    state: State,
    lines: NDArray[np.void],
    causes: Causes,
    outcomes: Sequence[Outcome],
    *,
    number: int,
    units: NDArray[np.int32],
    tie: float,
) -> Replay:
    """Return everything as it is at the end of ``lines``, which is now; ``number`` lie before them."""
    sharing = _sharing_now(state, lines)
    streams, resources, count = len(sharing.streams), len(sharing.resources), len(outcomes)
    prices, now = no_prices(sharing, count, units), float(state.clock["now"][0])
    unit_count = int(units.max(initial=-1)) + 1
    prices.since[:] = now
    replay = Replay(
        lines=lines,
        number=number,
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
            relayed=np.zeros((count, 3)),
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
    has_path = (lines["kind"] >= END) & (lines["kind"] <= MOVED)
    lines["link"][has_path] %= max(1, len(state.tape.paths))
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
