"""Background traffic: Poisson flows between random adapters, with sizes drawn from a distribution.

Flows are drawn in blocks while the run lasts; the draw of a block depends on the seed alone.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Router
from simcore.traffic.flows import FlowBook
from simcore.traffic.streams import Stage

# Flows drawn at one time: enough to spread the cost of a block, few enough to hold no more than a moment.
BLOCK: Final = 4096


@dataclass(frozen=True, slots=True)
class Sizes:
    """A distribution of flow sizes by points of its cumulative distribution, linear in between.

    Attributes
    ----------
    bytes, share
        (K,) rising sizes, and the shares 0..1 of flows that are no larger.
    """

    bytes: NDArray[np.float64]
    share: NDArray[np.float64]

    @classmethod
    def fixed(cls, size: float) -> "Sizes":
        """Return the distribution of flows of one size."""
        return cls(np.array([size, size]), np.array([0.0, 1.0]))

    @property
    def mean(self) -> float:
        """Mean size, bytes."""
        middle = (self.bytes[1:] + self.bytes[:-1]) / 2
        return float((middle * np.diff(self.share)).sum())

    def draw(self, random: np.random.Generator, count: int) -> NDArray[np.float64]:
        """Return ``count`` sizes, whole bytes of at least 1."""
        return np.maximum(np.ceil(np.interp(random.random(count), self.share, self.bytes)), 1.0)


def web_search_sizes() -> Sizes:
    """Return the sizes of a web-search cluster, mean 1,711,250 bytes.

    References
    ----------
    Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010, in the points of WebSearch_distribution.txt:
    https://github.com/alibaba-edu/High-Precision-Congestion-Control (traffic_gen).
    """
    kilobytes = [0, 10, 20, 30, 50, 80, 200, 1_000, 2_000, 5_000, 10_000, 30_000]
    percent = [0, 15, 20, 30, 40, 53, 60, 70, 80, 90, 97, 100]
    return Sizes(np.array(kilobytes) * 1e3, np.array(percent) / 1e2)


@dataclass(frozen=True, slots=True)
class BackgroundPlan:
    """One background: where its flows run, how many, and until when.

    Attributes
    ----------
    adapters, host, rate
        (A,) rows of vertices, the host of each, and the rate of each (bytes/s).
    load
        Share of its rate that each adapter sends on average.
    begin, end
        First and last moment at which flows start (s); an infinite end lasts as long as the run.
    first_flow
        Number of its first flow, for the hash.
    """

    adapters: NDArray[np.int32]
    host: NDArray[np.int32]
    rate: NDArray[np.float64]
    load: float
    sizes: Sizes
    begin: float
    end: float
    first_flow: int

    @property
    def flows_per_second(self) -> float:
        """Mean number of flows that start in a second."""
        return float(self.load * self.rate.sum() / self.sizes.mean)


class BackgroundPlayer:
    """Draws the flows of a background, block by block."""

    def __init__(
        self, plan: BackgroundPlan, *, router: Router, book: FlowBook, random: np.random.Generator
    ) -> None:
        self._plan = plan
        self._router = router
        self._book = book
        self._random = random
        # Adapters in order of their hosts, so that those of other hosts are two runs around a gap.
        self._order = np.argsort(plan.host, kind="stable")
        hosts = plan.host[self._order]
        self._gap_begin = np.searchsorted(hosts, hosts, side="left")
        self._gap_length = np.searchsorted(hosts, hosts, side="right") - self._gap_begin
        self._odds = np.cumsum(plan.rate[self._order]) / plan.rate.sum()
        self._next_flow = plan.first_flow
        self._time = plan.begin
        self._number = -1

    def join(self, number: int) -> None:
        """Learn the number under which the stage knows this player."""
        self._number = number

    @property
    def has_drawn_all(self) -> bool:
        """Whether no more flows are to come."""
        return self._time > self._plan.end

    def begin(self, stage: Stage) -> None:
        """Draw the first block when the background begins."""
        stage.set_timer(self._plan.begin, player=self._number, tag=0)

    def timer(self, tag: int, stage: Stage) -> None:
        """Draw the next block, and come back when its last flow has started."""
        gaps = self._random.exponential(1 / self._plan.flows_per_second, BLOCK)
        start = self._time + np.cumsum(gaps)
        source, target = self._draw_ends(BLOCK)
        size = self._plan.sizes.draw(self._random, BLOCK)
        flow_ids = np.arange(self._next_flow, self._next_flow + BLOCK, dtype=np.uint64)
        in_time = start <= self._plan.end
        self._book.add(
            stage,
            self._router,
            source=source[in_time],
            target=target[in_time],
            flow_ids=flow_ids[in_time],
            size=size[in_time],
            start=start[in_time],
        )
        self._next_flow += BLOCK
        self._time = float(start[-1])
        if not self.has_drawn_all:
            stage.set_timer(self._time, player=self._number, tag=0)

    def group_ended(self, tag: int, stage: Stage) -> None:
        """Do nothing: flows that start by themselves end unannounced."""

    def _draw_ends(self, count: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return sources by their rates, and targets evenly among the adapters of other hosts."""
        source = np.searchsorted(self._odds, self._random.random(count), side="right")
        source = np.minimum(source, self._order.shape[0] - 1)
        others = self._order.shape[0] - self._gap_length[source]
        target = np.floor(self._random.random(count) * others).astype(np.int64)
        target += np.where(target >= self._gap_begin[source], self._gap_length[source], 0)
        adapters = self._plan.adapters[self._order]
        return adapters[source], adapters[target]
