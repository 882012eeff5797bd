"""The front door: a fabric, a workload and a scenario in, everything a run leaves behind out."""

from simcore.simulate.run import Run, prepare, run_findings, simulate, warm_up, warm_up_checks
from simcore.simulate.snapshot import resumed, written_down

__all__ = [
    "Run",
    "prepare",
    "resumed",
    "run_findings",
    "simulate",
    "warm_up",
    "warm_up_checks",
    "written_down",
]
