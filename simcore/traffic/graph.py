"""A graph of tasks: compute delays and streams that wait for each other (docs/model/graphs.md).

A task lasts ``seconds``, then moves ``size`` bytes over its route; either may be 0. It begins when all tasks
that it waits for have ended and the lag of each dependency is over. A graph may run in *rounds*: every task
then runs so often, one round after the other, and a dependency of *ahead* a lets round k of a task wait for
round k - a of the other. So n tasks that each wait one round for their neighbour are a ring of any number of
steps. In the literature: a timed event graph (Baccelli, Cohen, Olsder and Quadrat, "Synchronization and
Linearity", Wiley 1992, section 2.5), whose initial tokens are ``ahead``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.errors import CycleError
from simcore.kernels import kernel
from simcore.traffic.streams import StreamTable

NO_ROUTE: Final = -1

_Cell = TypeVar("_Cell", bound=np.generic)


@dataclass(frozen=True, slots=True)
class TaskGraph:
    """N tasks with E dependencies in compressed rows: task t waits for ``after[first[t]:first[t + 1]]``.

    Attributes
    ----------
    seconds, size
        (N,) float64: delay (s), and bytes that are moved afterwards.
    route
        (N,) int32 rows of ``routes``, NO_ROUTE for a task that moves nothing.
    routes
        What the streams of tasks touch; its latency is not used (see ``lag``).
    first, after
        (N + 1,) int64 and (E,) int32.
    lag
        (E,) float64, s, between the end of the other task and what waits for it: the latency of a path.
    ahead
        (E,) int32: by how many rounds the other task may lie back, 0 in a graph of one round.
    rounds
        How often each task runs.
    """

    seconds: NDArray[np.float64]
    size: NDArray[np.float64]
    route: NDArray[np.int32]
    routes: StreamTable
    first: NDArray[np.int64]
    after: NDArray[np.int32]
    lag: NDArray[np.float64]
    ahead: NDArray[np.int32]
    rounds: int = 1

    @property
    def count(self) -> int:
        """Number of tasks N."""
        return int(self.seconds.shape[0])

    @classmethod
    def of(
        cls,
        after: Sequence[ArrayLike],
        *,
        seconds: ArrayLike = 0.0,
        size: ArrayLike = 0.0,
        route: ArrayLike = NO_ROUTE,
        routes: StreamTable | None = None,
        lag: ArrayLike = 0.0,
        ahead: ArrayLike = 0,
        rounds: int = 1,
    ) -> "TaskGraph":
        """Return the graph of one task an entry of ``after``, which lists what it waits for.

        A single value stands for all tasks or dependencies.

        Raises
        ------
        ValueError, CycleError
            As ``refuse_unfit`` does.
        """
        rows = [np.asarray(each, dtype=np.int32) for each in after]
        count = len(rows)
        first = np.zeros(count + 1, dtype=np.int64)
        np.cumsum([row.shape[0] for row in rows], out=first[1:])
        graph = cls(
            seconds=_filled(seconds, count, np.float64),
            size=_filled(size, count, np.float64),
            route=_filled(route, count, np.int32),
            routes=StreamTable.of([]) if routes is None else routes,
            first=first,
            after=np.concatenate([np.empty(0, dtype=np.int32), *rows]),
            lag=_filled(lag, int(first[-1]), np.float64),
            ahead=_filled(ahead, int(first[-1]), np.int32),
            rounds=rounds,
        )
        graph.refuse_unfit()
        return graph

    def refuse_unfit(self) -> None:
        """Raise where this is no graph that can run.

        Raises
        ------
        ValueError
            If an array has another length than it should, a number is negative or not finite, a task or a
            route is unknown, or a task has bytes to move and no route.
        CycleError
            If tasks wait for each other in a circle in which nobody is a round ahead.
        """
        self._refuse_lengths()
        for name in ("seconds", "size", "lag"):
            values = getattr(self, name)
            if not np.all(values >= 0) or not np.all(np.isfinite(values)):
                raise ValueError(f"{name} of a task graph must be finite and 0 or more")
        if self.rounds < 1 or np.any(self.ahead < 0):
            raise ValueError("a task graph needs 1 round or more, and nobody can be ahead by less than 0")
        if np.any(self.after < 0) or np.any(self.after >= self.count):
            raise ValueError(f"a task waits for one outside the {self.count} of its graph")
        if np.any(self.route < NO_ROUTE) or np.any(self.route >= self.routes.count):
            raise ValueError(f"a task takes a route outside the {self.routes.count} of its graph")
        if np.any((self.size > 0) & (self.route == NO_ROUTE)):
            raise ValueError("a task has bytes to move and no route")
        circle = self._circle()
        if circle:
            raise CycleError(circle)

    def _refuse_lengths(self) -> None:
        entries = int(self.first[-1])
        tasks = (self.seconds, self.size, self.route, self.first[1:])
        if any(each.shape != (self.count,) for each in tasks) or np.any(np.diff(self.first) < 0):
            raise ValueError("seconds, size, route and first of a task graph are not of one length")
        if any(each.shape != (entries,) for each in (self.after, self.lag, self.ahead)):
            raise ValueError("after, lag and ahead of a task graph are not of one length")

    def _circle(self) -> tuple[int, ...]:
        """Return tasks that wait for each other in a circle, none where there is no circle."""
        target = np.repeat(np.arange(self.count, dtype=np.int32), np.diff(self.first))
        binds = self.ahead == 0
        source, target = self.after[binds], target[binds]
        order = np.argsort(source, kind="stable")
        first = np.zeros(self.count + 1, dtype=np.int64)
        np.cumsum(np.bincount(source, minlength=self.count), out=first[1:])
        waits = np.bincount(target, minlength=self.count).astype(np.int64)
        reached = np.empty(self.count, dtype=np.int32)
        if _reach(first, target[order], waits, reached) == self.count:
            return ()
        # Every task that was not reached waits for one that was not: to go back along them ends in a circle.
        task = int(np.argmax(waits > 0))
        seen: dict[int, int] = {}
        way: list[int] = []
        while task not in seen:
            seen[task] = len(way)
            way.append(task)
            entries = slice(self.first[task], self.first[task + 1])
            before = self.after[entries][self.ahead[entries] == 0]
            task = int(before[np.argmax(waits[before] > 0)])
        circle = way[seen[task] :][::-1]
        begin = circle.index(min(circle))
        return tuple(circle[begin:] + circle[:begin])


def _filled(values: ArrayLike, count: int, kind: type[_Cell]) -> NDArray[_Cell]:
    return np.array(np.broadcast_to(np.asarray(values, dtype=kind), (count,)))


@kernel
def _reach(
    first: NDArray[np.int64], target: NDArray[np.int32], waits: NDArray[np.int64], reached: NDArray[np.int32]
) -> int:
    """Return how many tasks can run at all, taking one after the other that waits for none (Kahn 1962)."""
    count, step = 0, 0
    for task in range(len(waits)):
        if waits[task] == 0:
            reached[count] = task
            count += 1
    while step < count:
        task = reached[step]
        step += 1
        for entry in range(first[task], first[task + 1]):
            other = target[entry]
            waits[other] -= 1
            if waits[other] == 0:
                reached[count] = other
                count += 1
    return count
