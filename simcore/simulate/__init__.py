"""The front door: a fabric, a workload and a scenario in, everything a run leaves behind out."""

from simcore.simulate.run import run_findings, simulate, warm_up

__all__ = ["run_findings", "simulate", "warm_up"]
