"""What the model left out in a run, in words: only what bears on this run."""

from collections.abc import Callable
from typing import Final

from simcore.document.workload import Collective
from simcore.simulate.cast import Cast
from simcore.traffic.graph_collectives import GraphCollective
from simcore.traffic.rails import AllReduce
from simcore.traffic.resources import Place
from simcore.traffic.stepped_rails import SteppedAllReduce

# Slowdown of flows up to 1 kB, fair share against ns-3: means 4.75 and 3.25, p99 28.8 and 40.8. From the data
# of Li et al., "m3: Accurate Flow-Level Performance Estimation using Machine Learning", SIGCOMM 2024; the
# other sizes are in docs/model/tails.md.
SMALL_MEAN: Final = 4.75 / 3.25
SMALL_P99: Final = 40.8 / 28.8


def notes_on(cast: Cast, time: float) -> tuple[str, ...]:
    """Return the notes on a run that ended at ``time``, those on its documents first."""
    asides = (f"{says[:1].upper()}{says[1:]}." for says in cast.asides)
    return (*asides, *(note for note in (make(cast, time) for make in NOTES) if note))


def _on_transport(cast: Cast, time: float) -> str:
    return (
        "Rates are shared max-min fair at every moment; pause frames, congestion control, packet loss and "
        "queueing are not modelled. Held against a packet simulator on small networks, flows up to 1 kB take "
        f"{SMALL_MEAN:.3g} times as long here on average and their p99 is {SMALL_P99:.3g} times too low; "
        "above 100 kB both are within 15 %."
    )


def _on_hosts(cast: Cast, time: float) -> str:
    if not any(job.rails for job in cast.jobs) or Place.HOST in cast.places:
        return ""
    return (
        "The stage inside the hosts is not modelled: copies and additions over NVLink or PCIe, and the GPUs "
        "that share an adapter. Where it is slower than the fabric it decides, and in-network aggregation "
        "gains less."
    )


def _on_pipelines(cast: Cast, time: float) -> str:
    others = bool(cast.backgrounds) or cast.explicit.registered > 0 or len(cast.jobs) > 1
    advances_as_one = any(isinstance(job.collective, AllReduce) for job in cast.jobs)
    if not others or not advances_as_one:
        return ""
    return (
        "A ring or tree advances as one: at every moment its slowest link holds up the whole rail, and no "
        "buffer lets the other links run ahead. Other traffic costs it more here than where buffers help."
    )


def _on_folding(cast: Cast, time: float) -> str:
    return cast.folding_says


def _on_steps(cast: Cast, time: float) -> str:
    if not any(isinstance(job.collective, SteppedAllReduce | GraphCollective) for job in cast.jobs):
        return ""
    return (
        "Step by step the next step begins the moment that its piece has arrived: the time of the "
        "addition and of the software between two steps is not modelled, and receivers can hold any number "
        "of pieces."
    )


def _on_scale_up(cast: Cast, time: float) -> str:
    if not any(job.document.collective is Collective.ALL_TO_ALL for job in cast.jobs):
        return ""
    return "Bytes of an all-to-all between adapters of one host stay in the host and take no time here."


def _on_trees(cast: Cast, time: float) -> str:
    if not any(log.granted for job in cast.jobs for _, log in job.rails):
        return ""
    return (
        "Aggregation trees stand before the run begins, and asking for one takes no time. What their streams "
        "reach of a cable and take to start is published for HDR, and assumed of other generations."
    )


def _on_audit(cast: Cast, time: float) -> str:
    logs = [log for job in cast.jobs for _, log in job.rails]
    decided = sum(log.granted + log.waited + log.fell_back for log in logs)
    if decided <= len(cast.audit):
        return ""
    return f"The audit lists the first {len(cast.audit):,} of {decided:,} decisions; rails count all of them."


def _on_kept_roots(cast: Cast, time: float) -> str:
    if all(fault.is_down for fault in cast.faults.faults) or not any(
        rail.tree.planned for job in cast.jobs for rail, _ in job.rails
    ):
        return ""
    return (
        "An aggregation tree keeps its root and its cables when one of them becomes slow, though another "
        "root may be free of it; the only way out is the ring."
    )


def _on_failures(cast: Cast, time: float) -> str:
    if not any(fault.is_down and fault.begin < time for fault in cast.faults.faults):
        return ""
    delay = 0.0 if cast.convergence is None else cast.convergence.delay
    return (
        f"What goes over a cable or switch that goes down stands still until routing avoids it, "
        f"{1e3 * delay:.4g} ms later; what was sent is not lost, and nobody sends anything twice."
    )


def _on_jitter(cast: Cast, time: float) -> str:
    if not any(job.document.jitter_cv > 0 and job.document.compute_ms > 0 for job in cast.jobs):
        return ""
    return (
        "Compute jitter is drawn anew for each host in every iteration; a host that is slow all the time is "
        "not modelled, and the GPUs of a host count as one."
    )


def _on_unfinished_flows(cast: Cast, time: float) -> str:
    left = cast.explicit.started(time) + cast.drawn.started(time) - cast.flows_finished
    if left <= 0:
        return ""
    flows = "1 background flow was" if left == 1 else f"{left:,} background flows were"
    return f"{flows} still under way when the last job ended, and left out of the flow tail."


def _on_late_faults(cast: Cast, time: float) -> str:
    late = sum(fault.begin >= time for fault in cast.faults.faults)
    if not late:
        return ""
    faults = "1 fault begins" if late == 1 else f"{late} faults begin"
    return f"{faults} after the end of the run at {1e3 * time:.4g} ms, without effect."


NOTES: Final[tuple[Callable[[Cast, float], str], ...]] = (
    _on_transport,
    _on_hosts,
    _on_folding,
    _on_pipelines,
    _on_steps,
    _on_scale_up,
    _on_trees,
    _on_audit,
    _on_kept_roots,
    _on_failures,
    _on_jitter,
    _on_unfinished_flows,
    _on_late_faults,
)
