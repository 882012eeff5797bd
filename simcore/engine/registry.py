"""Where registered streams stand: which rows a table was given, and which entries each of its streams has."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simcore.engine.stretches import Stretches


@dataclass(slots=True)
class Registry:
    """The rows and entries that are taken, table by table."""

    registered: int = 0
    _rows: Stretches = field(default_factory=Stretches)
    _entries: Stretches = field(default_factory=Stretches)
    # First row of a table: its rows, and its entries as (begin, count).
    _tables: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    # Row of a stream that has outgrown its entries among those of its table: (begin, count) of its own.
    _moved: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def rows_end(self) -> int:
        """One past the last row in use."""
        return self._rows.end

    @property
    def entries_end(self) -> int:
        """One past the last entry in use."""
        return self._entries.end

    def take(self, row_count: int, entry_count: int) -> tuple[int, int]:
        """Return the first row and the first entry for a table of so many."""
        row, entry = self._rows.take(row_count), self._entries.take(entry_count)
        self.registered += row_count
        if row_count:
            self._tables[row] = (row_count, entry, entry_count)
        return row, entry

    def move(self, streams: NDArray[np.int32], counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the first of ``counts`` (N,) new entries for each of ``streams`` (N,)."""
        begins = np.empty(streams.shape[0], dtype=np.int64)
        for step, (stream, count) in enumerate(zip(streams.tolist(), counts.tolist(), strict=True)):
            if stream in self._moved:
                self._entries.give_back(*self._moved[stream])
            begins[step] = self._entries.take(count)
            self._moved[stream] = (int(begins[step]), count)
        return begins

    def give_back(self, first: int, count: int) -> None:
        """Let others have the rows and entries of the table at row ``first``.

        Raises
        ------
        ValueError
            If no table of ``count`` streams stands there.
        """
        if count == 0:
            return
        if self._tables.get(first, (0, 0, 0))[0] != count:
            raise ValueError(f"no {count} streams were registered together from row {first} on")
        _, begin, entry_count = self._tables.pop(first)
        self._entries.give_back(begin, entry_count)
        self._rows.give_back(first, count)
        if self._moved:
            for stream in range(first, first + count):
                if stream in self._moved:
                    self._entries.give_back(*self._moved.pop(stream))
