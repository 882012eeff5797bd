"""Everyone who plays in a run, when it is over, and how far it is."""

from dataclasses import dataclass
from math import isinf

import numpy as np
from numpy.typing import NDArray

from simcore.document.workload import Job
from simcore.engine.loop import Engine
from simcore.topology import Topology
from simcore.traffic.audit import AuditRecord
from simcore.traffic.background import BackgroundPlan, BackgroundPlayer
from simcore.traffic.faults import FaultPlayer
from simcore.traffic.flows import FlowBook
from simcore.traffic.jobs import JobPlayer
from simcore.traffic.placement import Placement
from simcore.traffic.rails import Rail, RailLog


@dataclass(frozen=True, slots=True)
class PlayedJob:
    """A job, where it stands, and who plays it."""

    document: Job
    placement: Placement
    player: JobPlayer
    rails: tuple[tuple[Rail, RailLog], ...]
    algorithm: str
    hosts: int
    sent: float

    def bytes_per_host(self) -> float | None:
        """Return the bytes that a host sends over the fabric in an iteration, on average."""
        if not self.player.done:
            return None
        if not self.rails:
            return self.sent
        return sum(log.sent for _, log in self.rails) / self.player.done


class LastJobEndedError(Exception):
    """The last job has ended, and with it the run: breaks off the engine at this very moment."""


@dataclass(slots=True)
class Cast:
    """Everyone in a run, and what they write down.

    ``explicit`` keeps the flows that the workload lists, ``drawn`` those of backgrounds.
    """

    topology: Topology
    reducers: tuple[int, ...]
    faults: FaultPlayer
    jobs: list[PlayedJob]
    backgrounds: list[tuple[BackgroundPlan, BackgroundPlayer]]
    explicit: FlowBook
    drawn: FlowBook
    audit: list[AuditRecord]
    flows_foreseen: float = 0.0
    job_streams: int = 0

    @property
    def is_open(self) -> bool:
        """Whether a background accompanies the jobs, so that the run ends with the last of them."""
        return any(isinf(plan.end) for plan, _ in self.backgrounds)

    @property
    def last_stop(self) -> float:
        """When the last background with an end of its own stops, 0 without one (s)."""
        return max((plan.end for plan, _ in self.backgrounds if not isinf(plan.end)), default=0.0)

    @property
    def flows_finished(self) -> int:
        """Number of flows that were seen to have ended."""
        return self.explicit.finished + self.drawn.finished

    def leave(self) -> None:
        """Take note that a job has ended; ends the run where nothing but open background is left."""
        has_other_work = self.explicit.registered > 0 or self.last_stop > 0
        if self.is_open and not has_other_work and all(job.player.has_ended for job in self.jobs):
            raise LastJobEndedError

    def is_over(self, time: float) -> bool:
        """Return whether all work is done at ``time``; open background is not waited for."""
        if not all(job.player.has_ended for job in self.jobs):
            return False
        if self.explicit.finished < self.explicit.registered or time < self.last_stop:
            return False
        if self.is_open:
            return True
        drawn_all = all(player.has_drawn_all for _, player in self.backgrounds)
        return drawn_all and self.drawn.finished == self.drawn.registered

    def last_end(self) -> float:
        """Return when the last piece of work ended (s)."""
        jobs = (job.player.log.end[-1] for job in self.jobs if job.player.log.end)
        return max(self.explicit.last_end, self.drawn.last_end, self.last_stop, *jobs)

    def progress(self, time: float) -> float:
        """Return the share of the work that is done, judged by the part that will take longest."""
        parts = [time / (time + job.player.left(time)) for job in self.jobs if not job.player.has_ended]
        if self.explicit.registered:
            parts.append(self.explicit.finished / self.explicit.registered)
        if time < self.last_stop:
            parts.append(time / self.last_stop)
        return min(parts, default=1.0)

    def foreseen(self, capacity: NDArray[np.float64]) -> float:
        """Return about how long the run lasts where its parts do not meet (s)."""
        jobs = (job.player.foreseen(capacity) for job in self.jobs)
        return max(self.flows_foreseen, self.last_stop, *jobs, 1e-6)

    def enter(self, engine: Engine) -> None:
        """Take part in a run. Faults come first, so that who acts at the same moment meets the new rates."""
        self.faults.join(engine.add_player(self.faults))
        for job in self.jobs:
            job.player.join(engine.add_player(job.player))
        for _, player in self.backgrounds:
            player.join(engine.add_player(player))
