"""Streams: the common currency of everything that moves, and the stage on which jobs set them going.

A stream is a fluid with one rate x (bytes/s). It takes a_r x of each resource r that it touches; a_r > 0 is
its *multiplicity* there. Resources are rows of one capacity array (bytes/s): row r < L is directed link r of
the topology, rows after that are switch reducers. Rates are max-min fair, by weight, under
sum over streams of a_r x <= C_r  (docs/model/sharing.md; the solver is ``simcore.solver``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from simcore.traffic.collectives.ring_steps import StepRing
    from simcore.traffic.graph import TaskGraph

# The cause of what happens by itself: see ``Stage.because``.
NO_CAUSE: Final = -1
# Timers of a job with a tag from here on are its collective's.
FIRST_OF_COLLECTIVE: Final = 16
# Added to a cause, once: something else that was waited for ended at the same time.
TIED: Final = 1


@dataclass(frozen=True, slots=True)
class StreamTable:
    """S streams in compressed rows: stream s touches ``resource[first[s]:first[s + 1]]``.

    Attributes
    ----------
    first
        (S + 1,) int64, from 0, never falling.
    resource
        (E,) int32 rows of resources; where a stream names one twice, its multiplicities add up.
    multiplicity
        (E,) float64, above 0.
    latency
        (S,) float64, s: one-way latency of the path. The engine does not use it; who reports a completion
        adds it.
    follows
        (S,) bool: stream i drains the queue of the nearest row before it that does not follow. The rate of
        the queue is the sum of the rates of its rows, and its first row, the lead, stands for all of them
        where something starts or ends. None where every stream has a queue of its own.
    weight
        (S,) float64, above 0: streams with one bottleneck have rates in proportion to their weights. Those of
        one queue have the same. None where all are 1.
    """

    first: NDArray[np.int64]
    resource: NDArray[np.int32]
    multiplicity: NDArray[np.float64]
    latency: NDArray[np.float64]
    follows: NDArray[np.bool_] | None = None
    weight: NDArray[np.float64] | None = None

    @property
    def count(self) -> int:
        """Number of streams S."""
        return int(self.first.shape[0]) - 1

    @classmethod
    def of(
        cls,
        resources: Sequence[ArrayLike],
        multiplicities: Sequence[ArrayLike] | None = None,
        latency: ArrayLike | None = None,
        follows: ArrayLike | None = None,
        weight: ArrayLike | None = None,
    ) -> "StreamTable":
        """Return a table of one row an entry of ``resources``.

        A resource named more than once in a row gets the sum of its multiplicities. Without
        ``multiplicities`` each naming counts 1; without ``latency`` it is 0.
        """
        rows: list[NDArray[np.int32]] = []
        counts: list[NDArray[np.float64]] = []
        for row, named in enumerate(resources):
            touched = np.asarray(named, dtype=np.int32)
            given = np.ones(touched.shape) if multiplicities is None else multiplicities[row]
            unique, place = np.unique(touched, return_inverse=True)
            rows.append(unique)
            count = np.zeros(len(unique))
            np.add.at(count, place, np.asarray(given, dtype=np.float64))
            counts.append(count)
        first = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=first[1:])
        return cls(
            first=first,
            resource=np.concatenate([np.empty(0, dtype=np.int32), *rows]),
            multiplicity=np.concatenate([np.empty(0), *counts]),
            latency=np.zeros(len(rows)) if latency is None else np.asarray(latency, dtype=float),
            follows=None if follows is None else np.asarray(follows, dtype=np.bool_),
            weight=None if weight is None else np.asarray(weight, dtype=np.float64),
        )

    @classmethod
    def joined(cls, tables: Iterable["StreamTable"]) -> "StreamTable":
        """Return one table with the rows of all ``tables``, in order."""
        parts = list(tables)
        ends = np.cumsum([0, *(len(part.resource) for part in parts)])
        starts = [part.first[:-1] + end for part, end in zip(parts, ends[:-1], strict=True)]
        follows = [
            np.zeros(part.count, dtype=np.bool_) if part.follows is None else part.follows for part in parts
        ]
        weights = [np.ones(part.count) if part.weight is None else part.weight for part in parts]
        return cls(
            first=np.concatenate([*starts, ends[-1:]]).astype(np.int64),
            resource=np.concatenate([np.empty(0, dtype=np.int32), *(part.resource for part in parts)]),
            multiplicity=np.concatenate([np.empty(0), *(part.multiplicity for part in parts)]),
            latency=np.concatenate([np.empty(0), *(part.latency for part in parts)]),
            follows=None if all(part.follows is None for part in parts) else np.concatenate(follows),
            weight=None if all(part.weight is None for part in parts) else np.concatenate(weights),
        )


class Stage(Protocol):
    """What the engine offers to those who move something. All times are simulated seconds."""

    @property
    def time(self) -> float:
        """The simulated time now."""
        ...

    def add_streams(self, table: StreamTable) -> int:
        """Register idle streams, at any time, and return the row of the first."""
        ...

    def start(self, streams: NDArray[np.int32], sizes: NDArray[np.float64], *, player: int, tag: int) -> None:
        """Start idle ``streams`` (S,) now with ``sizes`` (S,) bytes, as one group.

        The player is told once, with ``tag``, when the last has ended. A stream that has ended can be
        started again. A queue is started by its lead.
        """
        ...

    def replace(self, streams: NDArray[np.int32], table: StreamTable) -> None:
        """Have ``streams`` (S,), active or idle, take the resources of the S rows of ``table`` from now on.

        What they have left stays, and so do their weights and who follows whom; what they carried before
        counts where they carried it.
        """
        ...

    def add_arrivals(self, table: StreamTable, size: NDArray[np.float64], start: NDArray[np.float64]) -> int:
        """Register streams that start by themselves at ``start`` (S,), in any order; return the first's row.

        Nobody is told when they end; read their finish times later. Size and start of a stream that follows
        are those of its lead, whatever is given.
        """
        ...

    def add_ring(self, ring: "StepRing") -> int:
        """Register a ring step by step and return its number."""
        ...

    def start_ring(self, number: int, *, player: int, tag: int) -> None:
        """Start a ring now; the player is told once, with ``tag``, when its last piece has arrived.

        A ring that has ended can be started again.
        """
        ...

    def reroute_ring(self, number: int, edges: StreamTable) -> None:
        """Have a ring take other ways from each member to the next from now on, what it has left."""
        ...

    def add_graph(self, graph: "TaskGraph") -> int:
        """Register a graph of tasks and return its number."""
        ...

    def start_graph(self, number: int, *, player: int, tag: int) -> None:
        """Start a graph now; the player is told once, with ``tag``, when its last task has ended.

        A graph that has ended can be started again.
        """
        ...

    def reroute_graph(self, number: int, routes: StreamTable, lag: NDArray[np.float64]) -> None:
        """Give a graph other routes, row for row, and other lags (E,) from now on, for what it has left."""
        ...

    @property
    def because(self) -> int:
        """The cause of what a player does now: an even number for the end of a stream, or ``NO_CAUSE``.

        If that stream had ended later, so would what the player starts now. ``TIED`` is added where others
        that were waited for ended at the same time.
        """
        ...

    def set_timer(self, at: float, *, player: int, tag: int, because: int | None = None) -> None:
        """Have the player's ``timer`` called at time ``at``, now or later.

        The cause of what it does then is ``because``, or by default that of now.
        """
        ...

    def set_capacity(self, resources: NDArray[np.int32], capacity: NDArray[np.float64]) -> None:
        """Give ``resources`` a new capacity from now on, bytes/s, 0 or more."""
        ...

    def capacity(self) -> NDArray[np.float64]:
        """Return the (R,) capacities now, as a copy."""
        ...


class Player(Protocol):
    """Someone who sets streams going and reacts to their ends: a job, a fault plan."""

    def begin(self, stage: Stage) -> None:
        """Start at simulated time 0."""
        ...

    def group_ended(self, tag: int, stage: Stage) -> None:
        """React to the end of the last stream of a group."""
        ...

    def timer(self, tag: int, stage: Stage) -> None:
        """React to a timer set before."""
        ...
