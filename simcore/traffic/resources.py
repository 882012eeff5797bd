"""Rows of the solver: links, then reducers of switches, then what else a run has to share."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.topology import Topology
from simcore.traffic.aggregation import finite_reducers
from simcore.traffic.collectives.pipeline import Pipeline


class Place(StrEnum):
    """What a row after the links stands for; a window is a tree's own."""

    REDUCER = "reducer"
    WINDOW = "window"
    HOST = "host"
    SERVER = "server"
    ADAPTER = "adapter"


class Resources:
    """Hands out the rows of one run; all of them have to be out before its engine is made.

    ``reducers`` are the vertices whose reducers have the first rows after the links.
    """

    def __init__(self, topology: Topology) -> None:
        self.link_count = topology.link_count
        self.reducers = tuple(finite_reducers(topology))
        limits = (topology.aggregation[row] for row in self.reducers)
        rates = [each.reducer_rate for each in limits if each is not None]
        self._capacity = [topology.link_rate, np.array(rates, dtype=np.float64)]
        self._places = [Place.REDUCER for _ in rates]

    def take(self, place: Place, capacity: ArrayLike) -> NDArray[np.int32]:
        """Return the (N,) rows of N new resources of ``capacity`` (N,), bytes/s or 1 for a share."""
        wanted = np.atleast_1d(np.asarray(capacity, dtype=np.float64))
        first = self.link_count + len(self._places)
        self._capacity.append(wanted)
        self._places += [place] * wanted.shape[0]
        return np.arange(first, first + wanted.shape[0], dtype=np.int32)

    def capacity(self) -> NDArray[np.float64]:
        """Return the (R,) capacities of all rows."""
        return np.concatenate(self._capacity)

    @property
    def places(self) -> tuple[Place, ...]:
        """What each row after the links stands for."""
        return tuple(self._places)


@dataclass(frozen=True, slots=True)
class Toll:
    """What each byte of a rail's vector takes of ``resource`` (K,) rows: ``per_byte`` (K,), above 0."""

    resource: NDArray[np.int32]
    per_byte: NDArray[np.float64]

    @classmethod
    def none(cls) -> "Toll":
        """Return a toll of nothing."""
        return cls(np.empty(0, dtype=np.int32), np.empty(0))

    def on(self, pipeline: Pipeline, size: float) -> Pipeline:
        """Return the way of a vector of ``size`` bytes that pays the toll as well."""
        if not self.resource.shape[0] or pipeline.size == 0:
            return pipeline
        return replace(
            pipeline,
            resource=np.concatenate([pipeline.resource, self.resource]),
            multiplicity=np.concatenate([pipeline.multiplicity, self.per_byte * (size / pipeline.size)]),
        )

    def beside(self, other: "Toll") -> "Toll":
        """Return both together."""
        return Toll(
            np.concatenate([self.resource, other.resource]), np.concatenate([self.per_byte, other.per_byte])
        )
