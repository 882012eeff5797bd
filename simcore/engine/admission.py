"""What the engine takes in: streams, sizes, rates and weights as the kernels take them, or a named error."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.traffic.streams import StreamTable


def checked_table(table: StreamTable, resource_count: int) -> StreamTable:
    """Return ``table`` with the types the kernels are compiled for."""
    checked = StreamTable(
        first=np.ascontiguousarray(table.first, dtype=np.int64),
        resource=np.ascontiguousarray(table.resource, dtype=np.int32),
        multiplicity=np.ascontiguousarray(table.multiplicity, dtype=np.float64),
        latency=table.latency,
        follows=table.follows,
    )
    if table.count and table.follows is not None and table.follows[0]:
        raise ValueError("the first stream of a table has none before it to follow")
    refuse_outside(checked.resource, resource_count)
    most, least = checked.multiplicity.max(initial=1.0), checked.multiplicity.min(initial=1.0)
    if not (least > 0 and most < np.inf):
        raise ValueError("a multiplicity must be above 0 and finite")
    return checked if table.weight is None else _weighted(checked, table.weight)


def refuse_outside(resources: NDArray[np.int32], count: int) -> None:
    """Raise where one of ``resources`` is none of ``count``."""
    if resources.min(initial=0) < 0 or resources.max(initial=-1) >= count:
        raise ValueError(f"there is no resource outside the {count} of this run")


def refuse_weights(table: StreamTable) -> None:
    """Raise where the streams have weights."""
    if table.weight is not None:
        raise ValueError("streams of graphs and rings have no weights, and others keep theirs")


def as_rates(capacity: ArrayLike) -> NDArray[np.float64]:
    """Return capacities as the kernels take them."""
    rates = np.ascontiguousarray(capacity, dtype=np.float64)
    if not (rates.min(initial=0.0) >= 0 and rates.max(initial=0.0) < np.inf):
        raise ValueError("a capacity must be finite and 0 or more")
    return rates


def as_sizes(sizes: ArrayLike, count: int) -> NDArray[np.float64]:
    """Return ``count`` sizes as the kernels take them."""
    amounts = np.ascontiguousarray(np.broadcast_to(np.asarray(sizes, dtype=np.float64), (count,)))
    if not (amounts.min(initial=0.0) >= 0 and amounts.max(initial=0.0) < np.inf):
        raise ValueError("a size must be finite and 0 or more")
    return amounts


def _weighted(table: StreamTable, weight: ArrayLike) -> StreamTable:
    """Return ``table`` with weights (S,) taken into its multiplicities."""
    weights = np.ascontiguousarray(weight, dtype=np.float64)
    if weights.shape != (table.count,):
        raise ValueError(f"{weights.shape[0]} weights are not one for each of {table.count} streams")
    if not (weights.min(initial=1.0) > 0 and weights.max(initial=1.0) < np.inf):
        raise ValueError("a weight must be above 0 and finite")
    if table.follows is not None and np.any((weights[1:] != weights[:-1]) & table.follows[1:]):
        raise ValueError("streams that drain one queue must have one weight")
    multiplicity = table.multiplicity * np.repeat(weights, np.diff(table.first))
    return replace(table, multiplicity=multiplicity, weight=weights)
