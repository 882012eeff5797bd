"""How much wall time a run still needs: the simulated time it has left, at the pace of late."""

from collections import deque
from typing import Final

LEAST_NOTES: Final = 5  # fewer say nothing about the pace
LEAST_WINDOW_S: Final = 1.0
WINDOW_SHARE: Final = 0.5  # of the time since the start: long enough to smooth, short enough to follow


class RemainingTime:
    """Estimates the wall time left.

    How much simulated time is left is the simulation's to judge. What it costs is judged here: by the newest
    half of the run, and only by what came after the newest fault event, for that changes how much happens in
    a simulated second; the cost of before counts like a second of the time after.
    """

    def __init__(self) -> None:
        self._notes: deque[tuple[float, float]] = deque()
        self._left = 0.0
        self._cost: float | None = None  # wall seconds a simulated second

    def note(self, *, wall: float, simulated: float, left: float, event: bool = False) -> None:
        """Take note that the run, ``wall`` seconds old, is at ``simulated`` with ``left`` to go (s)."""
        if event:
            self._begin_anew(wall, simulated)
        self._notes.append((wall, simulated))
        window = max(LEAST_WINDOW_S, WINDOW_SHARE * wall)
        while len(self._notes) > LEAST_NOTES and self._notes[1][0] <= wall - window:
            self._notes.popleft()
        self._left = left
        first_wall, first_simulated = self._notes[0]
        is_told = self._cost is not None or len(self._notes) >= LEAST_NOTES
        if is_told and simulated > first_simulated:
            self._cost = (wall - first_wall) / (simulated - first_simulated)

    def _begin_anew(self, wall: float, simulated: float) -> None:
        """Forget all notes, and put one in their place from which the cost was what it is."""
        self._notes.clear()
        if self._cost is not None:
            self._notes.append((wall - LEAST_WINDOW_S, simulated - LEAST_WINDOW_S / self._cost))

    @property
    def seconds(self) -> float | None:
        """The estimate, None while nothing is known."""
        return None if self._cost is None else self._left * self._cost
