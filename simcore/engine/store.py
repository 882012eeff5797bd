"""What an engine keeps: its state, where registered streams stand in it, and whose groups are whose.

Everything that makes the arrays of the state longer is here, so that who runs and who registers meet in one
place. Tables are taken as they come: ``simcore.engine.admission`` has looked at them before.
"""

import numpy as np
from numpy.typing import NDArray

from simcore.engine.admission import as_rates, checked_table
from simcore.engine.registry import Registry
from simcore.engine.rerouting import Paths
from simcore.engine.state import State, empty_state, with_group_row, with_table
from simcore.engine.tape import forget_path
from simcore.engine.tolerances import Tolerances
from simcore.solver.crowds import repacked, rewrite, room_needed, with_entries
from simcore.traffic.streams import StreamTable


class Store:
    """The state of a run, growing."""

    def __init__(self, capacity: NDArray[np.float64], tolerances: Tolerances, *, tape_lines: int) -> None:
        self.state: State = empty_state(as_rates(capacity), tolerances, tape_lines=tape_lines)
        self.registry = Registry()
        self._group_owner: list[tuple[int, int]] = []
        self._free_groups: list[int] = []

    def checked(self, table: StreamTable) -> StreamTable:
        """Return ``table`` with the types the kernels are compiled for."""
        return checked_table(table, self.state.carried.shape[0])

    def add_streams(self, table: StreamTable) -> int:
        """Register idle streams and return the row of the first."""
        checked = self.checked(table)
        order = self.registry.registered
        row, entry = self.registry.take(table.count, checked.resource.shape[0])
        self.state = with_table(self.state, checked, at=(row, entry), order=order)
        return row

    def make_room(self, lead: int) -> None:
        """Repack the crowds so that the queue of ``lead`` can start."""
        rows = range(lead, lead + int(self.state.courses["rows"][lead]))
        needed = sum(int(room_needed(self.state.sharing, row)) for row in rows)
        self.state = self.state._replace(sharing=repacked(self.state.sharing, needed))

    def rewrite(self, rows: NDArray[np.int32], paths: Paths) -> None:
        """Give idle streams other resources, in place where they have no more than before."""
        streams, counts = self.state.sharing.streams[rows], np.diff(paths.first)
        begin = streams["begin"].astype(np.int64)
        is_longer = counts > streams["end"] - begin
        begin[is_longer] = self.registry.move(rows[is_longer], counts[is_longer])
        sharing = with_entries(self.state.sharing, self.registry.entries_end)
        rewrite(sharing, rows, begin, paths)
        self.state = self.state._replace(sharing=sharing)
        for stream in rows:
            forget_path(self.state.tape, stream)

    def new_group(self, player: int, tag: int, count: int) -> int:
        """Return the row of a new group of ``count`` streams; one of none has ended at once."""
        if self._free_groups:
            group = self._free_groups.pop()
            self._group_owner[group] = (player, tag)
        else:
            group = len(self._group_owner)
            self._group_owner.append((player, tag))
        self.state = with_group_row(self.state, group, player=player)
        self.state.running[group] = count
        if count == 0:
            clock = self.state.clock
            self.state.ended[clock["ended"][0]] = group
            clock["ended"] += 1
        return group

    def ended_groups(self) -> list[tuple[tuple[int, int], int]]:
        """Return player and tag of the groups that have ended, with the cause of each; they are free then."""
        clock = self.state.clock
        groups = np.sort(self.state.ended[: clock["ended"][0]]).tolist()
        clock["ended"] = 0
        self._free_groups.extend(groups)
        causes = self.state.tape.groups["cause"][groups].tolist()
        return list(zip([self._group_owner[group] for group in groups], causes, strict=True))
