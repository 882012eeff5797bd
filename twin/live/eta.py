"""How long a run still needs, from the rate at which its progress grew of late."""

from collections import deque
from typing import Final

LEAST_PROGRESS: Final = 0.005  # less than this says nothing about the rate
LEAST_WINDOW_S: Final = 1.0
WINDOW_SHARE: Final = 0.5  # of the time since the start: long enough to smooth, short enough to follow


class RemainingTime:
    """Estimates the wall time left.

    The rate is that of the newest half of the run, and only of what came after the newest fault event, for
    a fault changes how fast the work goes. Right after an event, until there is something to go by, the
    rate of before still counts.
    """

    def __init__(self) -> None:
        self._notes: deque[tuple[float, float]] = deque()
        self._rate: float | None = None

    def note(self, *, wall: float, progress: float, event: bool = False) -> None:
        """Take note of the progress (0..1) after ``wall`` seconds; ``event`` where the rate may change."""
        if event:
            self._notes.clear()
        self._notes.append((wall, progress))
        window = max(LEAST_WINDOW_S, WINDOW_SHARE * wall)
        while len(self._notes) > 2 and self._notes[1][0] <= wall - window:
            self._notes.popleft()
        first_wall, first_progress = self._notes[0]
        if progress - first_progress >= LEAST_PROGRESS and wall > first_wall:
            self._rate = (progress - first_progress) / (wall - first_wall)

    @property
    def seconds(self) -> float | None:
        """The estimate, None while nothing is known."""
        if self._rate is None or not self._notes:
            return None
        return max(0.0, 1.0 - self._notes[-1][1]) / self._rate
