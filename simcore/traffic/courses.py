"""Courses: how the vector of a rail goes from adapter to adapter, and its one stream over given routes."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Demand, Routes
from simcore.traffic.collectives.chain import Way, chain_edges, chain_pipeline
from simcore.traffic.collectives.pipeline import Pipeline
from simcore.traffic.collectives.ring import pipeline_over, ring_edges
from simcore.traffic.resources import Toll


class Course(Protocol):
    """A way of a rail's vector between adapters that routing has a say in."""

    @property
    def demand(self) -> Demand:
        """Who sends how much to whom."""
        ...

    def over(self, routes: Routes) -> Pipeline:
        """Return the stream over the routes of the demand, flow for flow."""
        ...


@dataclass(frozen=True, slots=True)
class RingCourse:
    """A ring over ``members`` of ``size`` bytes, in two ``passes`` or in one; every byte pays the ``toll``.

    Where the ring passes through the GPUs of the hosts too, ``gpus`` (n,) are those behind each member.
    """

    members: NDArray[np.int32]
    size: float
    first_flow: int
    passes: int = 2
    toll: Toll = field(default_factory=Toll.none)
    gpus: NDArray[np.int64] | None = None

    @property
    def demand(self) -> Demand:
        """The ring's edges, in ring order."""
        return ring_edges(
            self.members, self.size, first_flow=self.first_flow, passes=self.passes, gpus=self.gpus
        )

    def over(self, routes: Routes) -> Pipeline:
        """Return the ring over the routes of its edges."""
        return self.toll.on(pipeline_over(routes, self.size, self.passes, gpus=self.gpus), self.size)


@dataclass(frozen=True, slots=True)
class ChainCourse:
    """A chain over ``members`` from the rank ``root`` or to it, of ``size`` bytes in so many ``chunks``."""

    members: NDArray[np.int32]
    size: float
    first_flow: int
    root: int
    way: Way
    chunks: int

    @property
    def demand(self) -> Demand:
        """The chain's edges, in the order in which a chunk comes by."""
        return chain_edges(self.members, self.size, first_flow=self.first_flow, root=self.root, way=self.way)

    def over(self, routes: Routes) -> Pipeline:
        """Return the chain over the routes of its edges."""
        return chain_pipeline(routes, self.size, self.chunks)
