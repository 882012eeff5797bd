"""Streams and graphs on their way to folding, and what is left of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.folding.incidence import Entries, Incidence, Waits
from simcore.folding.quotient import Quotient
from simcore.traffic.graph import NO_ROUTE, TaskGraph
from simcore.traffic.streams import StreamTable

_Cell = TypeVar("_Cell", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Piece:
    """Streams of which those of one ``kind`` (S,) may fare alike; ``waits`` counts from the piece's first."""

    entries: Entries
    waits: Waits
    kind: NDArray[np.int64]

    @property
    def count(self) -> int:
        """Number of streams S."""
        return int(self.kind.shape[0])


def kinds_of(*columns: NDArray[np.generic]) -> NDArray[np.int64]:
    """Return the number (N,) of the kind of each row, where rows differ in what stands in ``columns``."""
    kind = np.zeros(columns[0].shape[0], dtype=np.int64)
    for column in columns:
        values, of = np.unique(column, return_inverse=True)
        _, kind = np.unique(kind * values.shape[0] + of, return_inverse=True)
    return kind


def piece_of_streams(table: StreamTable, size: NDArray[np.float64]) -> Piece:
    """Return streams of ``size`` (S,) bytes that start together."""
    return Piece(_entries(table), _no_waits(table.count), kinds_of(size))


def piece_of_single(table: StreamTable) -> Piece:
    """Return streams of which none fares like another, whatever they touch."""
    return Piece(_entries(table), _no_waits(table.count), np.arange(table.count, dtype=np.int64))


def piece_of_graph(graph: TaskGraph) -> Piece:
    """Return the tasks of a graph of one round, in an order in which each comes after what it waits for."""
    is_still = graph.route == NO_ROUTE
    first = np.append(graph.routes.first, 0)
    begin, end = (np.where(is_still, 0, first[graph.route + step]) for step in (0, 1))
    return Piece(
        Entries(begin, end, graph.routes.resource, graph.routes.multiplicity),
        Waits(graph.first[:-1], graph.first[1:], graph.after, graph.lag),
        kinds_of(graph.size, graph.seconds),
    )


def incidence_of(
    pieces: Sequence[Piece], resource_kind: NDArray[np.int64], partner: NDArray[np.int32]
) -> Incidence:
    """Return all pieces over the same resources; no class reaches over two of them."""
    streams = np.cumsum([0, *(piece.count for piece in pieces)])
    entries = np.cumsum([0, *(piece.entries.resource.shape[0] for piece in pieces)])
    waits = np.cumsum([0, *(piece.waits.after.shape[0] for piece in pieces)])
    kinds = np.cumsum([0, *(int(piece.kind.max(initial=-1)) + 1 for piece in pieces)])
    return Incidence(
        Entries(
            _joined([piece.entries.begin for piece in pieces], entries),
            _joined([piece.entries.end for piece in pieces], entries),
            _joined([piece.entries.resource for piece in pieces]),
            _joined([piece.entries.multiplicity for piece in pieces]),
        ),
        Waits(
            _joined([piece.waits.begin for piece in pieces], waits),
            _joined([piece.waits.end for piece in pieces], waits),
            _joined([piece.waits.after for piece in pieces], streams),
            _joined([piece.waits.lag for piece in pieces]),
        ),
        stream_kind=_joined([piece.kind for piece in pieces], kinds),
        resource_kind=resource_kind,
        partner=partner,
    )


@dataclass(frozen=True, slots=True)
class Part:
    """What is left of one piece, whose first stream is ``begin``: the classes ``first`` up to ``end``."""

    of: Quotient
    begin: int
    first: int
    end: int

    @property
    def stream(self) -> NDArray[np.int64]:
        """The stream of the piece that stands for each class (C,)."""
        rows: NDArray[np.int64] = self.of.stream[self.first : self.end] - self.begin
        return rows

    def table(self) -> StreamTable:
        """Return the folded streams."""
        first = self.of.first[self.first : self.end + 1]
        taken = slice(int(first[0]), int(first[-1]))
        return StreamTable(
            first - first[0],
            self.of.touches[taken],
            self.of.multiplicity[taken],
            np.zeros(self.end - self.first),
        )

    def graph(self, graph: TaskGraph) -> TaskGraph:
        """Return what is left of a graph: a task a class, each with a route of its own."""
        first = self.of.after_first[self.first : self.end + 1]
        taken = slice(int(first[0]), int(first[-1]))
        after = self.of.after[taken] - np.int32(self.first)
        routes, size = self.table(), graph.size[self.stream]
        moves = np.diff(routes.first) > 0
        return TaskGraph(
            seconds=graph.seconds[self.stream],
            size=size,
            route=np.where(moves, np.arange(size.shape[0]), NO_ROUTE).astype(np.int32),
            routes=routes,
            first=first - first[0],
            after=after,
            lag=self.of.lag[taken],
            ahead=np.zeros(after.shape[0], dtype=np.int32),
        )


def parts_of(found: Quotient, pieces: Sequence[Piece]) -> list[Part]:
    """Return what is left of each piece."""
    streams = np.cumsum([0, *(piece.count for piece in pieces)])
    classes = np.searchsorted(found.stream, streams).tolist()
    return [Part(found, int(streams[row]), classes[row], classes[row + 1]) for row in range(len(pieces))]


def _entries(table: StreamTable) -> Entries:
    return Entries(table.first[:-1], table.first[1:], table.resource, table.multiplicity)


def _no_waits(count: int) -> Waits:
    rows = np.zeros(count, dtype=np.int64)
    return Waits(rows, rows, np.empty(0, dtype=np.int32), np.empty(0))


def _joined(columns: Sequence[NDArray[_Cell]], ends: NDArray[np.int64] | None = None) -> NDArray[_Cell]:
    """Return columns one after the other, each counted from its place in ``ends``; one alone as it is."""
    if len(columns) == 1:
        return np.ascontiguousarray(columns[0])
    if ends is not None:
        columns = [column + ends.astype(column.dtype)[row] for row, column in enumerate(columns)]
    return np.concatenate(columns)
