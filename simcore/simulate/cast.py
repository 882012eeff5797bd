"""Everyone who plays in a run, and when it is over."""

from dataclasses import dataclass
from math import isinf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.workload import Job
from simcore.engine.loop import Engine
from simcore.simulate.choice import Choice
from simcore.simulate.communication import CommunicationLoad
from simcore.simulate.links import LinkBytes
from simcore.simulate.unfolding import Fold
from simcore.simulate.why import Waiting
from simcore.topology import Topology
from simcore.traffic.audit import AuditRecord
from simcore.traffic.background import BackgroundPlan, BackgroundPlayer
from simcore.traffic.collectives.all_to_all import AllToAll
from simcore.traffic.faults import FaultPlayer
from simcore.traffic.flows import FlowBook
from simcore.traffic.granting import RailLog
from simcore.traffic.graph_collectives import GraphCollective
from simcore.traffic.jobs import JobPlayer
from simcore.traffic.placement import Placement
from simcore.traffic.rails import AllReduce, Rail
from simcore.traffic.rerouting import Convergence
from simcore.traffic.resources import Place
from simcore.traffic.restless import Restlessness
from simcore.traffic.stepped_rails import SteppedAllReduce
from simcore.traffic.streams import Stage

# A run that waits for flows beside open background is looked at so often over the time foreseen.
LOOKS: Final = 1000


@dataclass(frozen=True, slots=True)
class PlayedJob:
    """A job, where it stands, and who plays it; ``algorithm`` is what people call what it does."""

    document: Job
    placement: Placement
    player: JobPlayer
    waiting: Waiting
    collective: AllReduce | SteppedAllReduce | GraphCollective | AllToAll
    choice: Choice
    algorithm: str
    hosts: int
    sent: float

    @property
    def rails(self) -> tuple[tuple[Rail, RailLog], ...]:
        """The rails of a collective as they are now, and what each has done; none for an all-to-all."""
        if isinstance(self.collective, AllToAll):
            return ()
        return tuple(zip(self.collective.rails, self.collective.log, strict=True))

    def bytes_per_host(self) -> float | None:
        """Return the bytes that a host sends over the fabric in an iteration, on average."""
        if not self.player.done:
            return None
        if not self.rails:
            return self.sent
        return sum(log.sent for _, log in self.rails) / self.player.done

    def host_added_bytes(self) -> float | None:
        """Return the bytes that a host adds up itself in an iteration, on average."""
        if not self.player.done:
            return None
        return sum(log.added for _, log in self.rails) / self.player.done


class CurtainError(Exception):
    """All that the run waits for has ended: breaks off the engine at this very moment."""


@dataclass(slots=True)
class Cast:
    """Everyone in a run, and what they write down.

    ``places`` says what each resource after the links is. ``explicit`` keeps the flows that the workload
    lists, ``drawn`` those of backgrounds. ``flow_load`` is what the listed flows bring to each link, (L,)
    bytes; the last of them starts at ``last_flow_start`` (s).
    ``asides`` is what was worth knowing of the documents before the run, in words; ``folding_says`` whether
    ``fold``ing it came to anything.
    """

    topology: Topology
    places: tuple[Place, ...]
    faults: FaultPlayer
    convergence: Convergence | None
    restlessness: Restlessness | None
    jobs: list[PlayedJob]
    backgrounds: list[tuple[BackgroundPlan, BackgroundPlayer]]
    explicit: FlowBook
    drawn: FlowBook
    audit: list[AuditRecord]
    communication: CommunicationLoad
    flow_load: NDArray[np.float64]
    links: LinkBytes
    asides: tuple[str, ...] = ()
    fold: Fold | None = None
    folding_says: str = ""
    last_flow_start: float = 0.0
    job_streams: int = 0
    job_entries: int = 0

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

    @property
    def jobs_have_ended(self) -> bool:
        """Whether all iterations of all jobs have ended."""
        return all(job.player.has_ended for job in self.jobs)

    @property
    def waits_for_flows(self) -> bool:
        """Whether there is work besides the jobs that has an end of its own."""
        return self.explicit.registered > 0 or self.last_stop > 0

    def leave(self) -> None:
        """Take note that a job has ended; ends the run where nothing but open background is left."""
        if self.is_open and not self.waits_for_flows and self.jobs_have_ended:
            raise CurtainError

    def is_over(self) -> bool:
        """Return whether all work is done; a run with open background ends by ``CurtainError`` alone."""
        if self.is_open or not self.jobs_have_ended or self.explicit.finished < self.explicit.registered:
            return False
        drawn_all = all(player.has_drawn_all for _, player in self.backgrounds)
        return drawn_all and self.drawn.finished == self.drawn.registered

    def waiting(self) -> str:
        """Return in words what has not ended."""
        jobs = [f"job {job.document.id}" for job in self.jobs if not job.player.has_ended]
        open_flows = self.explicit.registered + self.drawn.registered - self.flows_finished
        flows = [f"{open_flows} of the flows"] if open_flows else []
        return " and ".join([*jobs, *flows])

    def last_end(self) -> float:
        """Return when the last piece of work ended (s)."""
        jobs = (job.player.log.end[-1] for job in self.jobs if job.player.log.end)
        return max(self.explicit.last_end, self.drawn.last_end, self.last_stop, *jobs)

    def foreseen(self, capacity: NDArray[np.float64]) -> float:
        """Return about how long the run lasts where its parts do not meet (s)."""
        jobs = (job.player.foreseen(capacity) for job in self.jobs)
        flows = self.last_flow_start + float((self.flow_load / self.topology.link_rate).max())
        return max(flows, self.last_stop, *jobs, 1e-6)

    def enter(self, engine: Engine) -> None:
        """Take part in a run. Faults come first, then routing, so that all others meet what is new."""
        self.faults.join(engine.add_player(self.faults))
        if self.convergence is not None:
            self.convergence.join(engine.add_player(self.convergence))
        if self.restlessness is not None:
            self.restlessness.join(engine.add_player(self.restlessness))
        for job in self.jobs:
            job.player.join(engine.add_player(job.player))
        for _, player in self.backgrounds:
            player.join(engine.add_player(player))
        if self.is_open and self.waits_for_flows:
            curtain = Curtain(self, engine)
            curtain.join(engine.add_player(curtain))


class Curtain:
    """Ends a run that has open background and waits for flows, whose ends nobody is told of.

    It looks at even times that depend on the run's inputs alone, so that a run ends at the same moment
    whoever observes it and at whatever pace.
    """

    def __init__(self, cast: Cast, engine: Engine) -> None:
        self._cast = cast
        self._engine = engine
        self._interval = 0.0
        self._number = -1

    def join(self, number: int) -> None:
        """Learn the number under which the engine knows this player."""
        self._number = number

    def begin(self, stage: Stage) -> None:
        """Look for the first time."""
        self._interval = self._cast.foreseen(stage.capacity()) / LOOKS
        stage.set_timer(self._interval, player=self._number, tag=0)

    def timer(self, tag: int, stage: Stage) -> None:
        """End the run where all that it waits for has ended, else look again later."""
        is_done = self._cast.jobs_have_ended and stage.time >= self._cast.last_stop
        if is_done and self._cast.explicit.have_all_ended(self._engine):
            raise CurtainError
        stage.set_timer(stage.time + self._interval, player=self._number, tag=0)

    def group_ended(self, tag: int, stage: Stage) -> None:
        """Do nothing: the curtain moves no bytes."""
