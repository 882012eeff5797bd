"""Faults: links that run at a part of their speed, or not at all, for a while."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.topology import Topology
from simcore.traffic.streams import Stage


@dataclass(frozen=True, slots=True)
class LinkFault:
    """Links (K,) at ``share`` of their rate, 0 being down, from ``begin`` until ``end`` (s, or infinity).

    They are those of a ``cable`` (row), both ways, or all that touch a ``switch`` (row of its vertex).
    """

    links: NDArray[np.int32]
    begin: float
    end: float
    share: float
    cable: int | None = None
    switch: int | None = None

    @classmethod
    def of_cable(cls, cable: int, begin: float, end: float, share: float) -> "LinkFault":
        """Return the fault of a cable."""
        return cls(np.array([2 * cable, 2 * cable + 1], dtype=np.int32), begin, end, share, cable=cable)

    @classmethod
    def of_switch(cls, topology: Topology, switch: int, begin: float, end: float) -> "LinkFault":
        """Return the fault of a switch that is down."""
        touches = (topology.link_source == switch) | (topology.link_target == switch)
        return cls(np.flatnonzero(touches).astype(np.int32), begin, end, 0.0, switch=switch)

    @property
    def is_down(self) -> bool:
        """Whether nothing gets through."""
        return self.share == 0


class FaultPlayer:
    """Sets the rates of links when faults begin and end; of faults that overlap the worst counts."""

    def __init__(self, faults: Sequence[LinkFault], link_rate: NDArray[np.float64]) -> None:
        self.faults = tuple(faults)
        self._link_rate = link_rate
        self._begin = np.array([fault.begin for fault in faults])
        self._end = np.array([fault.end for fault in faults])
        self._is_down = np.array([fault.is_down for fault in faults], dtype=np.bool_)
        # Each link of each fault, the fault's row, and the rate that it leaves the link.
        self._link = np.concatenate([np.empty(0, dtype=np.int32), *(fault.links for fault in faults)])
        count = [fault.links.shape[0] for fault in faults]
        self._fault = np.repeat(np.arange(len(count)), count)
        self._rate = link_rate[self._link] * np.repeat([fault.share for fault in faults], count)
        self.moments = _moments(self._begin, self._end)
        self.down_moments = _moments(self._begin[self._is_down], self._end[self._is_down])
        self._number = -1

    def join(self, number: int) -> None:
        """Learn the number under which the stage knows this player."""
        self._number = number

    def active(self, time: float) -> tuple[LinkFault, ...]:
        """Return the faults at ``time``."""
        return tuple(self.faults[row] for row in np.flatnonzero(self._are_active(time)).tolist())

    def rates(self, time: float) -> NDArray[np.float64]:
        """Return the rate of each link at ``time``, (L,) bytes/s."""
        return self._reduced(self._are_active(time))

    def rates_of_up(self, time: float) -> NDArray[np.float64]:
        """Return the rate of each link at ``time``, at full rate those that are down and will be avoided."""
        return self._reduced(self._are_active(time) & ~self._is_down)

    def down(self, time: float) -> NDArray[np.bool_]:
        """Return (L,) which links are down at ``time``."""
        is_down = np.zeros(self._link_rate.shape[0], dtype=np.bool_)
        is_down[self._link[(self._are_active(time) & self._is_down)[self._fault]]] = True
        return is_down

    def begin(self, stage: Stage) -> None:
        """Set a timer at each beginning and end."""
        for tag, moment in enumerate(self.moments):
            stage.set_timer(moment, player=self._number, tag=tag)

    def timer(self, tag: int, stage: Stage) -> None:
        """Set the rates of all links that a fault begins or ends on at this moment."""
        now = self.moments[tag]
        changes = (self._begin == now) | (self._end == now)
        links = np.unique(self._link[changes[self._fault]])
        stage.set_capacity(links, self.rates(now)[links])

    def group_ended(self, tag: int, stage: Stage) -> None:
        """Do nothing: faults move no bytes."""

    def _are_active(self, time: float) -> NDArray[np.bool_]:
        """Return (F,) which faults last at ``time``: from their beginning, up to but without their end."""
        return (self._begin <= time) & (time < self._end)

    def _reduced(self, counts: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return (L,) the rates under the faults that count (F,)."""
        rates = self._link_rate.copy()
        entries = counts[self._fault]
        np.minimum.at(rates, self._link[entries], self._rate[entries])
        return rates


def _moments(begin: NDArray[np.float64], end: NDArray[np.float64]) -> tuple[float, ...]:
    moments = np.unique(np.concatenate([begin, end]))
    return tuple(moments[np.isfinite(moments)].tolist())
