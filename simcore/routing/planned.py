"""Planned routing: paths for known flows under which the fullest link is as little full as can be."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.routing import planning
from simcore.routing.cuts import Cuts
from simcore.routing.hashing import HashRouter
from simcore.routing.pauses import Pauses
from simcore.routing.planning import Flows, Fullness, effort_of, new_scratch
from simcore.routing.routes import Demand, Routes, joined, selected
from simcore.routing.shortest_paths import ShortestPaths

# Parts of a flow that are tried, and how near the bound is near enough not to try more of them.
PARTS: Final = (1, 2, 4, 8, 16)
NEAR: Final = 0.01
# Parts of all flows together above which finer ones are not tried, and above which nothing is repaired.
MOST_PARTS: Final = 1 << 18
MOST_REPAIRED: Final = 1 << 15
# Prices get steeper from pass to pass; each steepness is kept while parts move, for at most so many passes.
# In all no more than so many parts are laid, after two passes over all.
STEEPNESS: Final = (4.0, 8.0, 16.0, 32.0, 64.0)
PASSES: Final = 3
MOST_LAID: Final = 4_000_000
# Moves of a repair at most; each looks at all parts, so that there are fewer where parts are many. A repair
# is given up after an eighth of them without getting further.
MOST_MOVES: Final = 200_000
PARTS_LOOKED_AT: Final = 200_000_000
PATIENCE: Final = 8
ATTEMPTS: Final = 2
# Parts laid, and parts looked at by a repair, between two pauses: some 10 ms.
LAID_AT_ONCE: Final = 2_000
LOOKED_AT_ONCE: Final = 200_000


@dataclass(frozen=True, slots=True)
class Plan:
    """Paths for all flows of a demand, and how full they make the fullest link.

    ``worst`` is the time that this link needs for its bytes, ``bound`` what no choice of shortest paths can
    better (s).
    """

    routes: Routes
    worst: float
    bound: float


class PlannedRouter:
    """Gives the flows of a demand the paths planned for them, and other flows those of their hash.

    Flows between ends that no path connects are left out of the plan.
    """

    def __init__(
        self,
        paths: ShortestPaths,
        demand: Demand,
        link_rate: NDArray[np.float64],
        *,
        seed: int,
        sub_flows: int | None = None,
        pauses: Pauses | None = None,
    ) -> None:
        known = demand.of(paths.are_connected(demand.source, demand.target))
        known = known.of(np.argsort(known.flow_ids, kind="stable"))
        self._known = known.flow_ids
        self.plan = plan_paths(paths, known, link_rate, seed=seed, sub_flows=sub_flows, pauses=pauses)
        self._others = HashRouter(paths, seed=seed, sub_flows=self.plan.routes.parts)

    def route(
        self, source: NDArray[np.int32], target: NDArray[np.int32], flow_ids: NDArray[np.uint64]
    ) -> Routes:
        """Return the routes of N flows."""
        row = np.searchsorted(self._known, flow_ids)
        is_known = row < self._known.shape[0]
        is_known[is_known] = self._known[row[is_known]] == flow_ids[is_known]
        hashed = self._others.route(source[~is_known], target[~is_known], flow_ids[~is_known])
        # The flows of the plan, then the others; of these those asked for, in their order.
        planned = self.plan.routes
        which = np.where(is_known, row, planned.count + np.cumsum(~is_known) - 1)
        return selected(joined(planned, hashed), which)


def plan_paths(
    paths: ShortestPaths,
    demand: Demand,
    link_rate: NDArray[np.float64],
    *,
    seed: int,
    sub_flows: int | None = None,
    pauses: Pauses | None = None,
) -> Plan:
    """Return paths under which the fullest link is as little full as could be reached.

    Parameters
    ----------
    link_rate
        (L,) bytes/s.
    seed
        Of the hash whose paths are the yardstick: no plan is worse than them.
    sub_flows
        Equal parts of each flow; None takes the fewest of 1, 2, 4, 8 and 16 that come near the bound.
    pauses
        Made every few ms, so that who waits can stop it.

    Raises
    ------
    RoutingError
        If two ends have no path between them.
    """
    cuts = Cuts.of(paths, demand, link_rate)
    bound = cuts.bound()
    aims = {parts: cuts.bound_of_parts(demand.size / parts) for parts in PARTS}
    if sub_flows is not None:
        tried = [sub_flows]
    else:
        tried = [parts for parts in PARTS if aims[parts] <= bound * (1 + NEAR)] or [PARTS[-1]]
    best = _Planner(paths, demand, link_rate, parts=sub_flows or 1, seed=seed).plan_of_hash(bound)
    for parts in tried:
        if best.worst <= bound * (1 + NEAR) or (parts > tried[0] and demand.count * parts > MOST_PARTS):
            break
        planner = _Planner(paths, demand, link_rate, parts=parts, seed=seed, pauses=pauses)
        found = planner.plan(bound, aim=cuts.bound_of_parts(demand.size / parts))
        if found.worst < best.worst * (1 - NEAR) or parts == best.routes.parts:
            best = found
    return best


class _Planner:
    """Plans one way of cutting the flows; the best paths so far are kept, at first those of the hash."""

    def __init__(
        self,
        paths: ShortestPaths,
        demand: Demand,
        link_rate: NDArray[np.float64],
        *,
        parts: int,
        seed: int,
        pauses: Pauses | None = None,
    ) -> None:
        self._pauses = pauses or Pauses()
        hashed = HashRouter(paths, seed=seed, sub_flows=parts)
        self._hashed = hashed.route(demand.source, demand.target, demand.flow_ids)
        ways = paths.ways(demand.source, demand.target)
        self._flows = Flows(paths.graph, ways, demand.size / parts, parts, self._hashed.first)
        self._rate = link_rate
        self._seed = seed
        # Of the entries of a path array.
        self._bytes = np.repeat(np.repeat(self._flows.amount, parts), np.diff(self._hashed.first))
        self._best = self._hashed.link
        self._worst = self._longest(self._load(self._best))

    def plan_of_hash(self, bound: float) -> Plan:
        """Return the paths of the hash as a plan."""
        return Plan(self._hashed, self._worst, bound)

    def plan(self, bound: float, *, aim: float) -> Plan:
        """Return a plan that is made no better once the fullest link is near ``aim`` (s)."""
        if self._worst > aim:
            self._lay_all(aim)
            self._repair(aim)
        first = self._hashed.first
        run = np.concatenate([[0.0], np.cumsum(self._flows.graph.delay[self._best])])
        delay = run[first[1:]] - run[first[:-1]]
        return Plan(
            Routes(first, self._best, self._hashed.share, delay, self._flows.parts), self._worst, bound
        )

    def _lay_all(self, aim: float) -> None:
        """Lay all parts, the largest first, and again at steeper and steeper prices."""
        flows = self._flows
        order = np.argsort(-np.repeat(flows.amount, flows.parts), kind="stable")
        path, scratch = np.full(self._best.shape[0], -1, dtype=np.int32), new_scratch(flows)
        load = np.zeros(self._rate.shape[0])
        passes = max(2, MOST_LAID // max(1, order.shape[0]))
        for steepness in STEEPNESS:
            for _ in range(min(PASSES, passes)):
                passes -= 1
                room = self._rate * max(aim, self._longest(load))
                fullness, moved = Fullness(load, room, steepness), 0
                for begin in range(0, order.shape[0], LAID_AT_ONCE):
                    self._pauses.pause()
                    some = order[begin : begin + LAID_AT_ONCE]
                    moved += planning.lay(some, path, flows, fullness, scratch)
                self._keep(path)
                if self._worst <= aim * (1 + NEAR):
                    return
                if not moved:
                    break

    def _repair(self, aim: float) -> None:
        """Try to empty what is fuller than ``aim``; where that fails, what is fuller than half-way there."""
        count = self._hashed.first.shape[0] - 1
        moves = min(MOST_MOVES, PARTS_LOOKED_AT // count)
        for attempt in range(ATTEMPTS):
            if count > MOST_REPAIRED or self._worst <= aim * (1 + NEAR):
                return
            path = self._best.copy()
            fullness = Fullness(self._load(path), self._rate * aim, 0.0)
            at_once = max(1, LOOKED_AT_ONCE // count)
            effort = effort_of(moves, at_once=at_once, patience=moves // PATIENCE, seed=attempt)
            scratch = new_scratch(self._flows)
            while planning.repair(path, self._flows, fullness, scratch, effort):
                self._pauses.pause()
            self._keep(path)
            aim = (aim + self._worst) / 2

    def _keep(self, path: NDArray[np.int32]) -> None:
        """Keep the paths where they are the best so far."""
        worst = self._longest(self._load(path))
        if worst < self._worst:
            self._worst, self._best = worst, path.copy()

    def _load(self, path: NDArray[np.int32]) -> NDArray[np.float64]:
        """Return the bytes on each link (L,)."""
        return np.bincount(path, self._bytes, self._rate.shape[0]).astype(np.float64)

    def _longest(self, load: NDArray[np.float64]) -> float:
        return float((load / self._rate).max())
