"""Which places of a growing array are taken: stretches handed out, given back, and handed out again.

A long run registers millions of flows that end soon after. Those of a kind come in blocks of about one
length, so a stretch that was given back fits the next block, and the arrays stay as long as what is under way
at one time. Rooms are rounded up for that.
"""

from dataclasses import dataclass, field
from typing import Final

# Rooms are multiples of 1/8 of the power of 2 below them: at most an eighth is left empty.
STEPS_PER_DOUBLING: Final = 8


@dataclass(slots=True)
class Stretches:
    """Places 0 to ``end`` of an array: taken, or free and listed by their room."""

    end: int = 0
    _free: dict[int, list[int]] = field(default_factory=dict)

    def take(self, count: int) -> int:
        """Return the first of ``count`` places in a row; ``end`` may grow by them."""
        room = room_for(count)
        free = self._free.get(room)
        if free:
            return free.pop()
        begin = self.end
        self.end += room
        return begin

    def give_back(self, begin: int, count: int) -> None:
        """Take back what ``take(count)`` returned."""
        self._free.setdefault(room_for(count), []).append(begin)


def room_for(count: int) -> int:
    """Return ``count`` rounded up to a room of which there are few kinds."""
    step = max(1, (1 << max(0, count.bit_length() - 1)) // STEPS_PER_DOUBLING)
    return -(-count // step) * step
