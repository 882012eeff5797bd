"""Why a job took as long as it did: what held it back for how long, and where more rate would buy time.

The facts of a sentence, not the sentence: the page and the command line put them into words. All seconds and
shares are of the stretch of the run that was looked at (``Looked``); docs/model/bottlenecks.md has the
equations and says what a derivative does not say.
"""

from dataclasses import dataclass
from typing import Literal

Direction = Literal["ab", "ba", "both"]

# What held a job back: cables between switches; cables of adapters; what a switch can add, and how much it
# can have under way; the inside of a host; adding in the servers, or in the adapters; nothing of the
# network, because the ranks computed, or because the last byte was on its way.
Limit = Literal[
    "fabric",
    "adapters",
    "reducers",
    "windows",
    "inside",
    "servers",
    "adding_adapters",
    "compute",
    "latency",
]


@dataclass(frozen=True, slots=True)
class Looked:
    """The stretch of the run that was looked at: its last ``events`` of ``of_events``.

    It begins at 0 where the whole run was within bounds.
    """

    from_s: float
    until_s: float
    events: int
    of_events: int


@dataclass(frozen=True, slots=True)
class CableGain:
    """A cable, how long it was the bottleneck, and what more rate there, in both directions, would buy.

    Attributes
    ----------
    cable, direction, source, target, tiers
        Its id, the direction in which it matters, as the document lists its ends, the two ends in that
        direction (a switch, or "host/adapter"; of "both" as listed), and their tiers (0: an adapter).
    share
        Of a job: share of its communication time in which what it waited for was held back here (0..1). Of a
        run: the same for the work that ended last.
    tied
        How many other cables (or reducers) held it back at the same level, the mean of that time. Where it
        is not 0, more on this cable alone buys little or nothing.
    buys_s_per_gbps
        By how much sooner the end would come for each Gbit/s more on this cable alone, to first order (s);
        negative where it would come later. On the right side, where ties make a corner.
    together_s_per_gbps
        The same if all cables that are tied with it had one Gbit/s more as well.
    """

    cable: str
    direction: Direction
    source: str
    target: str
    tiers: tuple[int, int]
    share: float
    tied: float
    buys_s_per_gbps: float
    together_s_per_gbps: float


@dataclass(frozen=True, slots=True)
class KindGain:
    """All cables between two tiers of the fabric: what one Gbit/s more on each of them would buy (s).

    ``share`` as in ``CableGain``, of all of them together.
    """

    tiers: tuple[int, int]
    cables: int
    share: float
    buys_s_per_gbps: float


@dataclass(frozen=True, slots=True)
class WhereTimeWent:
    """Shares of a job's time, from its first iteration to its last, that add up to 1.

    While it communicated: what held back the part that it waited for (each ``Limit`` of the network), and
    ``latency``, when the last bytes were on their way; else ``compute``.
    """

    fabric: float
    adapters: float
    reducers: float
    latency: float
    compute: float
    windows: float = 0.0
    inside: float = 0.0
    servers: float = 0.0
    adding_adapters: float = 0.0


@dataclass(frozen=True, slots=True)
class JobWhy:
    """Why a job took as long as it did.

    ``limit`` is where most of its time went, ``network`` where most of its communication time went.
    ``cables`` are the ten where more would make the job end soonest, then those that held it back longest;
    the first of them is the cable to name.
    """

    looked: Looked
    limit: Limit
    network: Limit | None
    where: WhereTimeWent
    communication_s: float
    cables: tuple[CableGain, ...]
    kinds: tuple[KindGain, ...]


@dataclass(frozen=True, slots=True)
class RunWhy:
    """Where more rate would make a run end sooner, and its flows complete sooner.

    ``ends_with`` says what ended last: the id of a job, or None for flows. ``cables`` and ``kinds`` are by
    the end of the run; ``flow_cables`` by the mean completion of the flows that ended in the stretch looked
    at (``share`` is then of their total time), empty without flows.
    """

    looked: Looked
    ends_with: str | None
    cables: tuple[CableGain, ...]
    kinds: tuple[KindGain, ...]
    flow_cables: tuple[CableGain, ...]
