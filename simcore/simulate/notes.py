"""What the model left out in a run, in words: only what bears on this run."""

from collections.abc import Callable
from typing import Final

from simcore.document.workload import Collective
from simcore.simulate.cast import Cast


def notes_on(cast: Cast, time: float) -> tuple[str, ...]:
    """Return the notes on a run that ended at ``time``."""
    return tuple(note for note in (make(cast, time) for make in NOTES) if note)


def _on_transport(cast: Cast, time: float) -> str:
    return (
        "Rates are shared max-min fair at every moment; pause frames, congestion control, packet loss and "
        "queueing are not modelled. Times of transfers below about 1 MB are therefore too short."
    )


def _on_hosts(cast: Cast, time: float) -> str:
    if not any(job.rails for job in cast.jobs):
        return ""
    return (
        "The stage inside the hosts is not modelled: copies and additions over NVLink or PCIe, and the GPUs "
        "that share an adapter. Where it is slower than the fabric it decides, and in-network aggregation "
        "gains less."
    )


def _on_pipelines(cast: Cast, time: float) -> str:
    others = bool(cast.backgrounds) or cast.explicit.registered > 0 or len(cast.jobs) > 1
    if not others or not any(job.rails for job in cast.jobs):
        return ""
    return (
        "A ring or tree advances as one: at every moment its slowest link holds up the whole rail, and no "
        "buffer lets the other links run ahead. Other traffic costs it more here than where buffers help."
    )


def _on_scale_up(cast: Cast, time: float) -> str:
    if not any(job.document.collective is Collective.ALL_TO_ALL for job in cast.jobs):
        return ""
    return "Bytes of an all-to-all between adapters of one host stay in the host and take no time here."


def _on_trees(cast: Cast, time: float) -> str:
    if not any(log.granted for job in cast.jobs for _, log in job.rails):
        return ""
    return (
        "An aggregation tree is set up at once and loses no time to operations that are outstanding; the "
        "number of trees in a subnet is not limited."
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
    _on_pipelines,
    _on_scale_up,
    _on_trees,
    _on_jitter,
    _on_unfinished_flows,
    _on_late_faults,
)
