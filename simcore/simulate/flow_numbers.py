"""Flow numbers, which the hash turns into paths.

Listed flows count from 0, and each job, each rail of a job and each background has a range of its own.
"""

from typing import Final

JOB_FLOWS: Final = 1 << 40
RAIL_FLOWS: Final = 1 << 24
BACKGROUND_FLOWS: Final = 1 << 48


def first_flow_of(job: int, rail: int = 0) -> int:
    """Return the number of the first flow of a job, or of one of its rails."""
    return (job + 1) * JOB_FLOWS + rail * RAIL_FLOWS
