"""Faults: cables that run at a part of their speed for a while."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.traffic.streams import Stage


@dataclass(frozen=True, slots=True)
class CableFault:
    """A cable (row) at ``share`` of its rate, both ways, from ``begin`` until ``end`` (s, or infinity)."""

    cable: int
    begin: float
    end: float
    share: float


class FaultPlayer:
    """Sets the rates of cables when faults begin and end; of faults that overlap the worst counts."""

    def __init__(self, faults: Sequence[CableFault], link_rate: NDArray[np.float64]) -> None:
        self.faults = tuple(faults)
        self._link_rate = link_rate
        moments = {fault.begin for fault in faults} | {fault.end for fault in faults}
        self.moments = tuple(sorted(moment for moment in moments if np.isfinite(moment)))
        self._number = -1

    def join(self, number: int) -> None:
        """Learn the number under which the stage knows this player."""
        self._number = number

    def active(self, time: float) -> tuple[CableFault, ...]:
        """Return the faults at ``time``: from their beginning, up to but without their end."""
        return tuple(fault for fault in self.faults if fault.begin <= time < fault.end)

    def rates(self, time: float) -> NDArray[np.float64]:
        """Return the rate of each link at ``time``, (L,) bytes/s."""
        rates = self._link_rate.copy()
        for fault in self.active(time):
            links = slice(2 * fault.cable, 2 * fault.cable + 2)
            rates[links] = np.minimum(rates[links], self._link_rate[links] * fault.share)
        return rates

    def begin(self, stage: Stage) -> None:
        """Set a timer at each beginning and end."""
        for tag, moment in enumerate(self.moments):
            stage.set_timer(moment, player=self._number, tag=tag)

    def timer(self, tag: int, stage: Stage) -> None:
        """Set the rates of all cables that a fault begins or ends on at this moment."""
        now = self.moments[tag]
        cables = dict.fromkeys(fault.cable for fault in self.faults if now in {fault.begin, fault.end})
        links = np.array([2 * cable + way for cable in cables for way in (0, 1)], dtype=np.int32)
        stage.set_capacity(links, self.rates(now)[links])

    def group_ended(self, tag: int, stage: Stage) -> None:
        """Do nothing: faults move no bytes."""
