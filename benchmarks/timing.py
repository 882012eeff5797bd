"""How long something takes: the best of several repetitions.

A time is processor time: what one core has worked. On a machine that others use as well, wall time says how
long this one waited for them; it stands beside.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time


@dataclass(frozen=True, slots=True)
class Timing:
    """Processor time and wall time of the fastest repetition, and the median of the processor times (s)."""

    processor: float
    wall: float
    median: float
    repetitions: int

    def says(self) -> str:
        """Return in words how it was measured."""
        if self.repetitions == 1:
            return "one run"
        return f"best of {self.repetitions}, median {self.median / self.processor:.2f} times as long"


def timed(repetitions: int, run: Callable[[], object]) -> Timing:
    """Return how long ``run`` takes."""
    seen = []
    for _ in range(repetitions):
        wall, processor = perf_counter(), process_time()
        run()
        seen.append((process_time() - processor, perf_counter() - wall))
    seen.sort()
    return Timing(*seen[0], median=seen[len(seen) // 2][0], repetitions=repetitions)
