"""What more of each resource would have gained a ring that ran by recurrence.

What followed from a run is known by PORTs: the arrival of the last piece, or, where the ring went on as a
graph, each piece that was begun or about to be, and each that was on its way.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.engine.reasons import SAME_TIME
from simcore.engine.recurrence import Rows, advance, write_rows
from simcore.engine.ring_path import SEVERAL, WATCHED, Path, Ports, go_back
from simcore.engine.ring_runs import RingRun
from simcore.engine.tape import ENDED
from simcore.solver.holders import ALONE, TOGETHER


class Retraced(NamedTuple):
    """What more of each of R resources would have gained, and for how long U units held watched pieces.

    ``gains`` (R, 2) as in ``Hindsight``; ``begun`` (3,) is gained by the begin of the run coming sooner;
    ``held``, ``part`` and ``others`` (U,) are seconds, the last times other units; ``crowd`` is the mean
    number of units that held one.
    """

    gains: NDArray[np.float64]
    begun: NDArray[np.float64]
    held: NDArray[np.float64]
    part: NDArray[np.float64]
    others: NDArray[np.float64]
    crowd: float


class Retracing:
    """Goes back through one run of a ring, down to ``begin`` (s); ``unit`` (R,) as in ``look_back``."""

    def __init__(self, run: RingRun, begin: float, unit: NDArray[np.int32]) -> None:
        self._run = run
        self._begin = begin
        self._unit = unit
        ring, count = run.ring, run.ring.edges.count
        self._seconds = np.array(run.seconds)
        self._only = _only_holders(run, unit)
        ends = np.full(count, run.since[0])
        rows = Rows(0, ends, np.empty(count), ring.edges.latency, np.array(run.since), self._seconds)
        done = int(advance(rows, ring.steps, begin))
        self._rows = rows._replace(done=done)
        self._ends = np.empty((ring.steps - done + 1, count))
        write_rows(self._rows, self._ends)

    def arrival(self) -> Ports:
        """Return what the last piece to arrive follows from, or the last pieces where several did."""
        ring = self._run.ring
        arrives = self._ends[-1] + ring.edges.latency
        last = np.flatnonzero(arrives >= arrives.max() * (1 - SAME_TIME)).astype(np.int32)
        amounts = np.full((len(last), 3), 1 / len(last))
        units = self._only[np.maximum(0, np.searchsorted(self._run.since, self._ends[-1][last]) - 1), last]
        if len(last) > 1 and (units[0] == SEVERAL or np.any(units != units[0])):
            amounts[:, ALONE] = 0.0
        step = np.full(len(last), ring.steps - 1, dtype=np.int32)
        return Ports(last, step, np.full(len(last), ENDED, dtype=np.int32), amounts)

    def back_from(self, ports: Ports) -> Retraced:
        """Return what is gained by all that follows from ``ports``."""
        ring = self._run.ring
        order = np.argsort(-ports.step, kind="stable")
        ports = Ports(ports.member[order], ports.step[order], ports.moment[order], ports.amounts[order])
        units = int(self._unit.max(initial=-1)) + 1
        count, edges = ring.edges.count, ring.edges
        path = Path(
            rows=self._rows,
            ends=self._ends,
            first=edges.first,
            unit=self._unit[edges.resource],
            is_held=np.array(self._run.held),
            only=self._only,
            value=np.zeros((len(self._seconds), count, 3)),
            gained=np.zeros((2, count, 3)),
            begun=np.zeros(3),
            span=np.zeros(units),
            touched=np.empty(units, dtype=np.int32),
            held=np.zeros(units),
            others=np.zeros(units),
            crowd=np.zeros(2),
            counts=np.zeros(1, dtype=np.int64),
        )
        go_back(path, ports, ring.piece, (self._begin, self._run.end))
        return self._reckoned(path)

    def _reckoned(self, path: Path) -> Retraced:
        """Divide what edges were worth among the resources that held them."""
        edges, gains = self._run.ring.edges, np.zeros((len(self._unit), 2))
        part, of_entry = np.zeros(len(path.held)), np.repeat(np.arange(edges.count), np.diff(edges.first))
        for stretch, is_held in enumerate(path.is_held):
            holders = np.add.reduceat(is_held.astype(np.int64), edges.first[:-1])[of_entry]
            taken = np.where(is_held, edges.multiplicity, 0.0)
            weight = np.bincount(edges.resource, taken, len(self._unit))[edges.resource]
            share = np.divide(1.0, holders * weight, out=np.zeros(len(of_entry)), where=is_held)
            value = path.value[stretch][of_entry] / self._run.ring.piece
            is_alone = is_held & (path.only[stretch] != SEVERAL)[of_entry]
            for side, counts in ((TOGETHER, is_held), (ALONE, is_alone)):
                amount = np.where(counts, value[:, side] * share, 0.0)
                gains[:, side] += np.bincount(edges.resource, amount, len(self._unit))
            watched = path.value[stretch, :, WATCHED][of_entry]
            amount = np.divide(watched, holders, out=np.zeros(len(of_entry)), where=is_held)
            part += np.bincount(path.unit, amount, len(part))
        crowd = float(path.crowd[0] / path.crowd[1]) if path.crowd[1] > 0 else 0.0
        return Retraced(gains, path.begun, path.held, part, path.others, crowd)


def _only_holders(run: RingRun, unit: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return (K, n) the unit that holds each edge in each stretch, SEVERAL where more than one does."""
    edges, only = run.ring.edges, []
    of_entry = unit[edges.resource]
    for is_held in run.held:
        most = np.maximum.reduceat(np.where(is_held, of_entry, -1), edges.first[:-1])
        least = np.minimum.reduceat(np.where(is_held, of_entry, len(unit)), edges.first[:-1])
        only.append(np.where(most == least, most, SEVERAL))
    return np.array(only, dtype=np.int32)
