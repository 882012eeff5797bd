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

    def is_active(self, time: float) -> bool:
        """Return whether it lasts at ``time``: from its beginning, up to but without its end."""
        return self.begin <= time < self.end


class FaultPlayer:
    """Sets the rates of links when faults begin and end; of faults that overlap the worst counts."""

    def __init__(self, faults: Sequence[LinkFault], link_rate: NDArray[np.float64]) -> None:
        self.faults = tuple(faults)
        self._link_rate = link_rate
        self.moments = _moments(self.faults)
        self._number = -1

    def join(self, number: int) -> None:
        """Learn the number under which the stage knows this player."""
        self._number = number

    def active(self, time: float) -> tuple[LinkFault, ...]:
        """Return the faults at ``time``."""
        return tuple(fault for fault in self.faults if fault.is_active(time))

    def rates(self, time: float) -> NDArray[np.float64]:
        """Return the rate of each link at ``time``, (L,) bytes/s."""
        return self._reduced(self.active(time))

    def rates_of_up(self, time: float) -> NDArray[np.float64]:
        """Return the rate of each link at ``time``, at full rate those that are down and will be avoided."""
        return self._reduced(tuple(fault for fault in self.active(time) if not fault.is_down))

    def down(self, time: float) -> NDArray[np.bool_]:
        """Return (L,) which links are down at ``time``."""
        is_down = np.zeros(self._link_rate.shape[0], dtype=np.bool_)
        for fault in self.active(time):
            if fault.is_down:
                is_down[fault.links] = True
        return is_down

    def down_moments(self) -> tuple[float, ...]:
        """Return when links go down or come up again, s."""
        return _moments([fault for fault in self.faults if fault.is_down])

    def begin(self, stage: Stage) -> None:
        """Set a timer at each beginning and end."""
        for tag, moment in enumerate(self.moments):
            stage.set_timer(moment, player=self._number, tag=tag)

    def timer(self, tag: int, stage: Stage) -> None:
        """Set the rates of all links that a fault begins or ends on at this moment."""
        now = self.moments[tag]
        changed = [fault.links for fault in self.faults if now in {fault.begin, fault.end}]
        links = np.unique(np.concatenate(changed))
        stage.set_capacity(links, self.rates(now)[links])

    def group_ended(self, tag: int, stage: Stage) -> None:
        """Do nothing: faults move no bytes."""

    def _reduced(self, faults: Sequence[LinkFault]) -> NDArray[np.float64]:
        rates = self._link_rate.copy()
        for fault in faults:
            rates[fault.links] = np.minimum(rates[fault.links], self._link_rate[fault.links] * fault.share)
        return rates


def _moments(faults: Sequence[LinkFault]) -> tuple[float, ...]:
    moments = {fault.begin for fault in faults} | {fault.end for fault in faults}
    return tuple(sorted(moment for moment in moments if np.isfinite(moment)))
