"""The fabric as arrays: what routing, traffic and the engine see instead of a document.

Vertices are switches and endpoints. An endpoint is one adapter (NIC) of a host, never the host itself:
a path may end at an adapter but never passes through a host. A cable is two directed links, ``2 * c``
(a to b) and ``2 * c + 1`` (b to a), in document order.
"""

from dataclasses import dataclass
from enum import IntEnum
from math import inf

import numpy as np
from numpy.typing import NDArray


class VertexKind(IntEnum):
    """What stands at a vertex."""

    ENDPOINT = 0
    SWITCH = 1


@dataclass(frozen=True, slots=True)
class Streaming:
    """A stream through a switch that adds.

    Attributes
    ----------
    wire_share
        Part of a link's rate that carries the vector, 0..1.
    start
        Seconds from the beginning of a call to its end that no size makes up for, ways over links included.
    window
        Bytes that may be under way through its slots; infinite without slots.
    most
        Bytes of one call; what is larger takes several, one after the other.
    """

    wire_share: float = 1.0
    start: float = 0.0
    window: float = inf
    most: float = inf


@dataclass(frozen=True, slots=True)
class Segments:
    """Segments of ``payload`` bytes: the first is through after ``start`` s, the others ``step`` s apart."""

    payload: float
    start: float
    step: float


@dataclass(frozen=True, slots=True)
class AggregationLimits:
    """What a switch can aggregate, in SI units.

    Attributes
    ----------
    profile
        Name of the profile, for messages ("quantum-2").
    scope
        "switch": ``active`` streams per switch; "port": ``active`` streams per port;
        "none": the switch cannot aggregate and passes copies on.
    active
        Number of aggregation streams that may be active per scope at one time.
    reducer_rate
        Bytes per second of input that the switch can add; infinite at line rate.
    family
        Switches of other families cannot add in the same tree.
    trees
        Trees that may stand at one time in the whole fabric; None is no limit.
    streaming
        What it takes of a message as a stream; None where it only takes segments.
    segments
        How it takes a message segment by segment; None where it does not.
    types
        Types of elements that it adds, None for every one.
    """

    profile: str
    scope: str
    active: int
    reducer_rate: float
    family: str = ""
    trees: int | None = None
    streaming: Streaming | None = Streaming()
    segments: Segments | None = None
    types: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class ScaleUpDomain:
    """What joins the GPUs of a host.

    ``rate`` is what a GPU reaches into it in each direction, ``adding_rate`` the same where its switches add;
    None where they do not (bytes/s).
    """

    gpus: int
    rate: float
    adding_rate: float | None


@dataclass(frozen=True, slots=True)
class Topology:
    """A fabric of V vertices and L directed links (L = 2 * cables).

    Attributes
    ----------
    vertex_ids
        Names as people know them: the device id for a switch, ``host/adapter`` for an endpoint.
    vertex_kind
        (V,) int8 of ``VertexKind``.
    vertex_host
        (V,) int32: row of ``host_ids`` for an endpoint, -1 for a switch.
    vertex_tier
        (V,) int32: 0 for endpoints; a switch's hops to its nearest endpoint; -1 where none is reached.
    host_ids
        Names of the hosts, in document order.
    host_tags
        Tags of each host, for selections by tag.
    cable_ids
        Names of the cables, in document order.
    link_source, link_target
        (L,) int32 rows of vertices.
    link_rate
        (L,) float64, bytes/s, always above 0.
    link_delay
        (L,) float64, seconds.
    aggregation
        One entry a vertex; None for endpoints and for switches that cannot aggregate.
    scale_up
        One entry a host, None where nothing is known of its inside; empty where nothing is of any.
    vertex_tenants
        Whose each vertex is, "" where nobody said; empty where nobody said of any.
    link_ports
        Name of the port ("device/port") that each link leaves from; empty where ports have no names.
    """

    vertex_ids: tuple[str, ...]
    vertex_kind: NDArray[np.int8]
    vertex_host: NDArray[np.int32]
    vertex_tier: NDArray[np.int32]
    host_ids: tuple[str, ...]
    host_tags: tuple[tuple[str, ...], ...]
    cable_ids: tuple[str, ...]
    link_source: NDArray[np.int32]
    link_target: NDArray[np.int32]
    link_rate: NDArray[np.float64]
    link_delay: NDArray[np.float64]
    aggregation: tuple[AggregationLimits | None, ...]
    link_ports: tuple[str, ...] = ()
    scale_up: tuple[ScaleUpDomain | None, ...] = ()
    vertex_tenants: tuple[str, ...] = ()

    @property
    def vertex_count(self) -> int:
        """Number of vertices V."""
        return len(self.vertex_ids)

    @property
    def link_count(self) -> int:
        """Number of directed links L."""
        return int(self.link_source.shape[0])
