"""The engine: runs streams over shared resources from event to event, and asks the players in between.

Everything per event happens in ``simcore.engine.events``; Python is entered for timers and ends of groups
alone. The engine knows neither wall time nor samples: who wants one advances to it and looks.
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.engine import events, looks, rerouting
from simcore.engine.admission import as_rates, as_sizes, refuse_outside, refuse_weights
from simcore.engine.causes import Outcome
from simcore.engine.companions import active_streams, rows_of
from simcore.engine.events import Stop
from simcore.engine.graph_desk import GraphDesk
from simcore.engine.graphs import Standing
from simcore.engine.pathwise import Hindsight, look_back, look_back_at_each
from simcore.engine.reasons import tell_of_ring
from simcore.engine.rerouting import Paths
from simcore.engine.rings import RINGS, Rings
from simcore.engine.state import State, with_arrivals
from simcore.engine.store import Store
from simcore.engine.tape import write_capacity
from simcore.engine.tolerances import EXACT, Tolerances
from simcore.solver.crowds import IDLE, RELEASED
from simcore.solver.holders import TIE
from simcore.solver.touch import change_capacity
from simcore.traffic.collectives.ring_steps import StepRing
from simcore.traffic.graph import TaskGraph
from simcore.traffic.streams import NO_CAUSE, Player, StreamTable

# ``advance`` looks at the wall clock after this many events or visited entries (a few ms), and comes back
# after this long, s.
EVENTS_AT_ONCE: Final = 1_000
WORK_AT_ONCE: Final = 200_000
LONGEST_ADVANCE: Final = 0.02


class Engine:
    """A ``Stage`` whose streams share the resources max-min fairly, and whose players are told of ends."""

    def __init__(
        self, capacity: NDArray[np.float64], tolerances: Tolerances = EXACT, *, tape_lines: int = 0
    ) -> None:
        """Begin at time 0; the newest ``tape_lines`` of what happens can be played back later."""
        self._store = Store(capacity, tolerances, tape_lines=tape_lines)
        self._graphs = GraphDesk(self._store)
        self._players: list[Player] = []
        self._timers: list[tuple[float, int, int, int, int]] = []
        self._timer_count = 0
        self._rings = Rings(capacity.shape[0])

    @property
    def _state(self) -> State:
        return self._store.state

    # What players use.

    @property
    def time(self) -> float:
        """The simulated time now, s."""
        return float(self._state.clock["now"][0])

    def add_streams(self, table: StreamTable) -> int:
        """Register idle streams and return the row of the first."""
        return self._store.add_streams(table)

    def start(self, streams: ArrayLike, sizes: ArrayLike, *, player: int, tag: int) -> None:
        """Start idle ``streams`` now as one group; ``player`` is told once, when the last has ended.

        Raises
        ------
        ValueError
            If a stream is unknown, active or follows another, or a size is negative or not finite.
        """
        rows = np.ascontiguousarray(streams, dtype=np.int32)
        amounts = as_sizes(sizes, rows.shape[0])
        self._refuse_unfit(rows)
        amounts = amounts / self._state.courses["weight"][rows]
        if self._rings.are_running:
            self._rings.make_way(self._touched_by(rows), self)
        group = self._store.new_group(player, tag, rows.shape[0])
        started = 0
        while started < rows.shape[0]:
            started = events.start_group(self._state, rows, amounts, group, started)
            if started < rows.shape[0]:
                self._store.make_room(int(rows[started]))

    def add_graph(self, graph: TaskGraph) -> int:
        """Register a graph of tasks and return its number; it can be started as often as it has ended.

        Raises
        ------
        ValueError, CycleError
            If it cannot run; see ``TaskGraph.refuse_unfit``.
        """
        return self._graphs.add(graph)

    def start_graph(self, number: int, *, player: int, tag: int, standing: Standing | None = None) -> None:
        """Start a graph now; ``player`` is told once, when its last task has ended and its last lag is over.

        Where it has run so far in another way, ``standing`` says how far it is.

        Raises
        ------
        ValueError
            If the graph is running already.
        """
        if self._state.graphs.runs["left"][number] > 0:
            raise ValueError(f"graph {number} is running already")
        if self._rings.are_running:
            self._rings.make_way(self._graphs.touched_by(number), self)
        self._graphs.start(number, player=player, tag=tag, standing=standing)

    def reroute_graph(self, number: int, routes: StreamTable, lag: NDArray[np.float64]) -> None:
        """Give a graph other routes, row for row, and other lags (E,) from now on.

        Raises
        ------
        ValueError
            If there are not as many routes as before.
        """
        if self._rings.are_running:
            self._rings.make_way(np.unique(routes.resource).astype(np.int32), self)
        self.replace(*self._graphs.moved(number, routes))
        self._graphs.reroute(number, routes, lag)

    def add_ring(self, ring: StepRing) -> int:
        """Register a ring step by step and return its number; it can be started as often as it has ended."""
        refuse_weights(ring.edges)
        self._store.checked(ring.edges)
        return self._rings.add(ring)

    def start_ring(self, number: int, *, player: int, tag: int) -> None:
        """Start a ring now; ``player`` is told once, when the last piece has arrived."""
        self._rings.start(number, self, player=player, tag=tag)

    def reroute_ring(self, number: int, edges: StreamTable) -> None:
        """Have a ring take other ways from each member to the next from now on, what it has left."""
        refuse_weights(edges)
        self._store.checked(edges)
        self._rings.reroute(number, edges, self)

    def task_ends(self, number: int) -> NDArray[np.float64]:
        """Return when each task of a graph ended last, NaN where it has not since the start, s."""
        run = self._state.graphs.runs[number]
        return self._state.graphs.tasks["ended"][run["first"] : run["end"]].copy()

    def add_arrivals(self, table: StreamTable, size: ArrayLike, start: ArrayLike) -> int:
        """Register streams that start by themselves at ``start``, and return the row of the first.

        Raises
        ------
        ValueError
            If a start is in the past or not finite, or a size is negative or not finite.
        """
        sizes = as_sizes(size, table.count)
        starts = np.ascontiguousarray(start, dtype=np.float64)
        earliest, latest = starts.min(initial=np.inf), starts.max(initial=-np.inf)
        if starts.shape != (table.count,) or not (earliest >= self.time and latest < np.inf):
            raise ValueError(f"each of {table.count} streams needs a finite start at or after {self.time} s")
        row = self.add_streams(table)
        if self._rings.are_running:
            self._rings.make_way(self._store.checked(table).resource, self)
        rows = np.arange(row, row + table.count, dtype=np.int32)
        self._state.courses["size"][row : row + table.count] = sizes
        if table.weight is not None:
            self._state.courses["size"][row : row + table.count] /= table.weight
        if table.follows is not None:
            rows, starts = rows[~table.follows], starts[~table.follows]
        self._store.state = with_arrivals(self._state, rows, starts)
        return row

    def replace(self, streams: ArrayLike, table: StreamTable) -> None:
        """Have ``streams``, active or idle, take the resources of the rows of ``table`` from now on.

        Raises
        ------
        ValueError
            If a stream is unknown, released or named twice, there is not one row of ``table`` for each, or
            these have weights: streams keep their own.
        """
        rows, checked = np.ascontiguousarray(streams, dtype=np.int32), self._store.checked(table)
        if rows.shape[0] != checked.count:
            raise ValueError(f"{rows.shape[0]} streams cannot take the resources of {checked.count} rows")
        refuse_weights(table)
        self._refuse_unknown(rows)
        events.settle(self._state)
        sharing = self._state.sharing
        weight = np.repeat(self._state.courses["weight"][rows], np.diff(checked.first))
        paths = Paths(checked.first, checked.resource, checked.multiplicity * weight)
        if self._rings.are_running:
            self._rings.make_way(checked.resource, self)
        is_changed = np.empty(rows.shape[0], dtype=np.bool_)
        rerouting.find_changed(sharing, rows, paths, is_changed)
        if not is_changed.any():
            return
        rows, paths = rows[is_changed], paths.chosen(np.flatnonzero(is_changed))
        moving = rows[sharing.streams["standing"][rows] != IDLE]
        rerouting.withdraw(self._state, moving)
        self._store.rewrite(rows, paths)
        started = 0
        while (started := rerouting.rejoin(self._state, moving, started)) < moving.shape[0]:
            self._store.make_room(int(moving[started]))

    def release(self, first: int, count: int) -> None:
        """Let the rows of one table be used for others: its streams are idle, and nobody will ask for them.

        Parameters
        ----------
        first, count
            What ``add_streams`` or ``add_arrivals`` returned, and the number of streams it was given.

        Raises
        ------
        ValueError
            If one of them is active, still to arrive, or released already.
        """
        rows = self._state.sharing.streams[first : first + count]
        coming = self._state.arrivals["stream"][self._state.clock["arrived"][0] :]
        if np.any(rows["standing"] != IDLE) or np.any((coming >= first) & (coming < first + count)):
            raise ValueError(f"of the {count} streams from row {first} on, not all have ended")
        if count:
            self._store.registry.give_back(first, count)
            rows["standing"] = RELEASED

    @property
    def because(self) -> int:
        """The cause of what the player that is being asked does now."""
        return int(self._state.tape.reel["cause"][0])

    def set_timer(self, at: float, *, player: int, tag: int, because: int | None = None) -> None:
        """Have the player's ``timer`` called at time ``at``; those of one time in the order they were set.

        The cause of what it does then is ``because``, or that of now.
        """
        if not at >= self.time:
            raise ValueError(f"a timer at {at} s lies before the time now, {self.time} s")
        cause = self.because if because is None else because
        heappush(self._timers, (at, self._timer_count, player, tag, cause))
        self._timer_count += 1

    def set_capacity(self, resources: ArrayLike, capacity: ArrayLike) -> None:
        """Give ``resources`` a new capacity from now on, bytes/s.

        Raises
        ------
        ValueError
            If a resource is unknown, or a capacity is negative or not finite.
        """
        rows = np.ascontiguousarray(resources, dtype=np.int32)
        rates = as_rates(capacity)
        refuse_outside(rows, self._state.carried.shape[0])
        events.settle_gathered(self._state)
        for row, rate in zip(rows, np.broadcast_to(rates, rows.shape), strict=True):
            write_capacity(self._state.tape, self._state.sharing, row, self.time)
            change_capacity(self._state.sharing, row, rate)
        if self._rings.are_running:
            self._rings.capacity_changed(self)

    def capacity(self) -> NDArray[np.float64]:
        """Return the (R,) capacities now, as a copy."""
        return self._state.sharing.resources["capacity"].copy()

    # What the run uses.

    def add_player(self, player: Player) -> int:
        """Let ``player`` take part, and return its number."""
        self._players.append(player)
        return len(self._players) - 1

    def begin(self) -> None:
        """Let every player start, in the order they were added."""
        for player in self._players:
            player.begin(self)

    def advance(self, until: float, *, event_budget: int = 1_000_000) -> bool:
        """Run the events up to and including ``until``; the time is then ``until``, where that is finite.

        Returns
        -------
        bool
            False when ``event_budget`` or about 20 ms of wall time ran out first: call again to go on. How
            often that happens has no influence on what is computed.

        Raises
        ------
        ValueError
            If ``until`` is not a number.
        """
        if np.isnan(until):
            raise ValueError("a run cannot be advanced to a time that is no number")
        deadline = perf_counter() + LONGEST_ADVANCE
        last_event = self.events + event_budget
        while True:
            self._ask_players()
            timer = self._timers[0][0] if self._timers else np.inf
            at_once = min(EVENTS_AT_ONCE, last_event - self.events)
            stop = events.run_events(self._state, float(until), float(timer), at_once, WORK_AT_ONCE)
            if stop == Stop.ROOM:
                self._store.make_room(int(self._state.clock["wanted"][0]))
            elif stop == Stop.ROWS:
                self._graphs.lend_more()
            elif stop == Stop.REACHED and (timer > until or timer == np.inf):
                return True
            elif self.events >= last_event or perf_counter() > deadline:
                # Never for want of room: who arrives at one time is let in before anybody looks.
                return False

    @property
    def next_event(self) -> float:
        """When something happens next, infinity where nothing will, s."""
        events.settle_unless_gathering(self._state)
        timer = self._timers[0][0] if self._timers else np.inf
        return min(float(events.next_time(self._state)), timer)

    def stalled(self) -> NDArray[np.int32]:
        """Return the leads of queues that stand still for ever: at rate 0, and nothing is due any more."""
        if self.next_event < np.inf:
            return np.empty(0, dtype=np.int32)
        return np.unique(self._state.courses["lead"][active_streams(self._state)])

    @property
    def active(self) -> int:
        """Number of streams that are carrying something."""
        sharing = self._state.sharing
        return int(sharing.streams["count"][sharing.active[: sharing.desk["active"][0]]].sum())

    @property
    def rows(self) -> int:
        """Number of rows of streams that were ever needed at one time, rounded up."""
        return self._store.registry.rows_end

    @property
    def events(self) -> int:
        """Number of instants so far at which a stream ended or arrived."""
        return int(self._state.clock["events"][0])

    def carried(self) -> NDArray[np.float64]:
        """Return the (R,) bytes that each resource has carried up to now, multiplicities counted."""
        carried = self._state.carried.copy()
        looks.add_carried(self._state, carried)
        if self._rings.are_running:
            carried += self._rings.carried(self.time)
        return carried

    def finish_times(self, first: int, count: int) -> NDArray[np.float64]:
        """Return when ``count`` streams from row ``first`` ended last, NaN where one never has, s."""
        return self._state.courses["finish"][first : first + count].copy()

    def rates(self, first: int, count: int) -> NDArray[np.float64]:
        """Return the rates now of ``count`` streams from row ``first``, 0 where idle, bytes/s."""
        events.settle_unless_gathering(self._state)
        rate: NDArray[np.float64] = self._state.sharing.streams["rate"][
            rows_of(self._state, np.arange(first, first + count))
        ]
        weight: NDArray[np.float64] = self._state.courses["weight"][first : first + count]
        return rate * weight

    @property
    def lines(self) -> int:
        """Number of lines that were written to the tape so far."""
        return int(self._state.tape.reel["lines"][0])

    def hindsight(
        self,
        outcomes: Sequence[Outcome],
        *,
        most_lines: int | None = None,
        unit: NDArray[np.int32] | None = None,
    ) -> Hindsight | None:
        """Return what more of each resource would have changed; see ``simcore.engine.pathwise``.

        ``most_lines`` bounds the work, ``unit`` (R,) numbers what gets more together. None where nothing is
        on the tape.
        """
        most = self.lines if most_lines is None else most_lines
        # Where small changes are not passed on, levels that ought to be the same are that far apart.
        tie = max(TIE, 2 * float(self._state.sharing.desk["spread"][0]))
        return look_back(self._state, self._rings.runs, outcomes, most_lines=most, unit=unit, tie=tie)

    def hindsight_on_each(self) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Return the rows (F,) of arrivals that ended, and what more of each resource gains them (F, R).

        See ``simcore.engine.pathwise.look_back_at_each``.
        """
        return look_back_at_each(self._state, self._rings.runs)

    # What rings use.

    def is_in_use(self, is_asked: NDArray[np.bool_]) -> bool:
        """Return whether somebody is active on one of these resources, will arrive there or runs a graph."""
        return self._graphs.is_on(is_asked) or bool(looks.is_in_use(self._state, is_asked))

    def add_carried(self, carried: NDArray[np.float64]) -> None:
        """Take note of bytes (R,) that resources have carried by other means than streams."""
        self._state.carried[:] += carried

    def drop_timers(self, player: int, tag: int) -> None:
        """Forget the timers that a player has set with ``tag``."""
        self._timers = [timer for timer in self._timers if timer[2:4] != (player, tag)]
        heapify(self._timers)

    def tell(self, player: int, tag: int, *, run: int) -> None:
        """Tell a player that a ring of his has ended, which the tape has as ``run``."""
        tape = self._state.tape
        tape.reel["cause"] = tell_of_ring(tape, run, player, self.time)
        self._players[player].group_ended(tag, self)

    @property
    def has_tape(self) -> bool:
        """Whether what happens is written down."""
        return len(self._state.tape.lines) > 0

    # Steps of the above.

    def _ask_players(self) -> None:
        """Call the timers that are due, then tell of ended groups, until nothing more is due."""
        clock, reel = self._state.clock, self._state.tape.reel
        while True:
            if self._timers and self._timers[0][0] <= self.time:
                _, _, player, tag, reel["cause"] = heappop(self._timers)
                if player == RINGS:
                    self._rings.timer(tag, self)
                else:
                    self._players[player].timer(tag, self)
            elif clock["ended"][0] > 0:
                for (player, tag), reel["cause"] in self._store.ended_groups():
                    self._players[player].group_ended(tag, self)
            else:
                reel["cause"] = NO_CAUSE
                return

    def _touched_by(self, leads: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the resources that the queues of ``leads`` touch."""
        entries, counts = self._state.sharing.entries["resource"], self._state.courses["rows"]
        rows = [row for lead in leads.tolist() for row in range(lead, lead + int(counts[lead]))]
        begins, ends = (self._state.sharing.streams[name][rows] for name in ("begin", "end"))
        stretches = [entries[begin:end] for begin, end in zip(begins, ends, strict=True)]
        return np.concatenate([np.empty(0, dtype=np.int32), *stretches])

    def _refuse_unfit(self, rows: NDArray[np.int32]) -> None:
        """Raise where a row is unknown, named twice, active or follows another."""
        self._refuse_unknown(rows)
        if np.any(self._state.sharing.streams["standing"][rows] != IDLE):
            raise ValueError("a stream to start is active already")
        if np.any(self._state.courses["lead"][rows] != rows):
            raise ValueError("a stream to start drains the queue of another: start its lead")

    def _refuse_unknown(self, rows: NDArray[np.int32]) -> None:
        """Raise where a row was never registered, is released or named twice."""
        standing = self._state.sharing.streams["standing"]
        if np.any(rows < 0) or np.any(rows >= len(standing)) or np.any(standing[rows] == RELEASED):
            raise ValueError("a stream was never registered, or is released already")
        if len(np.unique(rows)) < len(rows):
            raise ValueError("a stream is named twice")
