"""Random small networks of streams, with multiplicities and reducers, for the laws."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from simcore.traffic.streams import StreamTable

# Unicast; a share of a sprayed flow; copies on an edge without aggregation; the fan-in of a reducer.
MULTIPLICITIES = (1.0, 1.0, 0.25, 1 / 3, 2.0, 7.0)
CAPACITIES = (1.0, 1.0, 2.0, 4.0, 0.3, 12.5, 1e3)


@dataclass(frozen=True)
class Network:
    """Capacities (R,), and streams with size and start (S,)."""

    capacity: NDArray[np.float64]
    table: StreamTable
    size: NDArray[np.float64]
    start: NDArray[np.float64]


@st.composite
def networks(draw: st.DrawFn, *, most_streams: int = 14, most_resources: int = 8) -> Network:
    """Draw a network; capacities and multiplicities repeat, so that ties are common."""
    resources = draw(st.integers(1, most_resources))
    count = draw(st.integers(1, most_streams))
    capacity = draw(st.lists(st.sampled_from(CAPACITIES), min_size=resources, max_size=resources))
    paths = draw(
        st.lists(
            st.lists(
                st.tuples(st.integers(0, resources - 1), st.sampled_from(MULTIPLICITIES)),
                min_size=1,
                max_size=resources,
                unique_by=lambda touched: touched[0],
            ),
            min_size=count,
            max_size=count,
        )
    )
    # Sizes and starts on a coarse grid: many things happen at one time.
    size = draw(st.lists(st.integers(1, 12), min_size=count, max_size=count))
    start = draw(st.lists(st.integers(0, 6), min_size=count, max_size=count))
    return Network(
        capacity=np.array(capacity),
        table=StreamTable.of(
            [[resource for resource, _ in path] for path in paths],
            [[multiplicity for _, multiplicity in path] for path in paths],
        ),
        size=np.array(size) / 4.0,
        start=np.array(start) / 2.0,
    )


def reordered(table: StreamTable, order: NDArray[np.intp]) -> StreamTable:
    """Return the streams of ``table`` in another order."""
    rows = [slice(table.first[row], table.first[row + 1]) for row in order]
    return StreamTable.of([table.resource[row] for row in rows], [table.multiplicity[row] for row in rows])
