"""A second method for everything the kernels compute: progressive filling in plain NumPy, written to be read.

Nothing here is incremental: every instant is solved from nothing, and what each stream has carried is kept
by adding rate times time. Slow, and right for reasons of its own.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.traffic.streams import StreamTable

Rates = NDArray[np.float64]

SAME = 1e-12


def fair_rates(capacity: Rates, table: StreamTable, active: NDArray[np.bool_] | None = None) -> Rates:
    """Return the max-min fair rates of the ``active`` streams (all of them by default), 0 for the others.

    All open streams rise together, each by its weight; where a resource is full, its open ones stop for good.
    """
    share = np.ones(table.count) if table.weight is None else table.weight
    stream = np.repeat(np.arange(table.count), np.diff(table.first))
    is_open = np.ones(table.count, dtype=bool) if active is None else active.copy()
    entry = np.flatnonzero(is_open[stream])
    stream, resource = stream[entry], table.resource[entry]
    multiplicity = table.multiplicity[entry] * share[stream]
    rest, rates = capacity.astype(float), np.zeros(table.count)
    while stream.size:
        weight = np.bincount(resource, multiplicity, len(capacity))
        level = np.full(len(capacity), np.inf)
        np.divide(rest, weight, out=level, where=weight > 0)
        lowest = level.min()
        full = level <= lowest * (1 + SAME)
        stops = np.zeros(table.count, dtype=bool)
        stops[stream[full[resource]]] = True
        rates[stops] = lowest * share[stops]
        going = ~stops[stream]
        rest -= lowest * np.bincount(resource[~going], multiplicity[~going], len(capacity))
        rest = np.maximum(rest, 0.0)
        stream, resource, multiplicity = stream[going], resource[going], multiplicity[going]
    return rates


def finish_times(
    capacity: Rates,
    table: StreamTable,
    size: Rates,
    start: Rates,
    changes: Sequence[tuple[float, int, float]] = (),
) -> Rates:
    """Return when each stream ends, given ``changes`` of capacity as (time, resource, bytes/s)."""
    capacity, left = capacity.astype(float), size.astype(float)
    finish = np.full(table.count, np.nan)
    pending = sorted(changes)
    now = 0.0
    while np.isnan(finish).any():
        while pending and pending[0][0] <= now:
            _, resource, rate = pending.pop(0)
            capacity[resource] = rate
        active = (start <= now) & np.isnan(finish)
        rates = fair_rates(capacity, table, active)
        moving = active & (rates > 0)
        ends = np.full(table.count, np.inf)
        ends[moving] = now + left[moving] / rates[moving]
        starts = start[start > now].min(initial=np.inf)
        changed = pending[0][0] if pending else np.inf
        then = min(ends.min(initial=np.inf), starts, changed)
        if then == np.inf:
            break
        left -= rates * (then - now)
        finish[ends <= then * (1 + SAME)] = then
        now = then
    return finish


def overload(capacity: Rates, table: StreamTable, rates: Rates) -> float:
    """Return the largest share by which a resource is used above its capacity, 0 where none is."""
    return float(np.max(used(capacity, table, rates) - capacity, initial=0.0) / capacity.max())


def used(capacity: Rates, table: StreamTable, rates: Rates) -> Rates:
    """Return what each resource carries, bytes/s."""
    stream = np.repeat(np.arange(table.count), np.diff(table.first))
    return np.bincount(table.resource, table.multiplicity * rates[stream], len(capacity))


def lacks_bottleneck(
    capacity: Rates, table: StreamTable, rates: Rates, active: NDArray[np.bool_], tolerance: float = 1e-8
) -> NDArray[np.intp]:
    """Return the active streams without a full resource on which none has a higher rate."""
    stream = np.repeat(np.arange(table.count), np.diff(table.first))
    full = used(capacity, table, rates) >= capacity * (1 - tolerance)
    highest = np.zeros(len(capacity))
    np.maximum.at(highest, table.resource, rates[stream])
    holds = full[table.resource] & (rates[stream] >= highest[table.resource] * (1 - tolerance))
    held = np.zeros(table.count, dtype=bool)
    np.logical_or.at(held, stream, holds)
    return np.flatnonzero(active & ~held)
