"""What a planned tree takes of the fabric for an operation: as a stream, or segment by segment."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil, isinf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Routes
from simcore.topology import Topology
from simcore.traffic.collectives.crowns import Crown, around, trees_of
from simcore.traffic.collectives.joint_limits import joint_limits
from simcore.traffic.collectives.pipeline import Leg, Pipeline
from simcore.traffic.collectives.tree import Tree, other_way, reversed_leg

# A window is a resource of a tree's own. Its capacity says nothing; it is of the order of a link's, bytes/s.
WINDOW_CAPACITY: Final = 1e9


class Operation(StrEnum):
    """What a tree does with the vectors of its members."""

    ALL_REDUCE = "all-reduce"
    REDUCE_SCATTER = "reduce-scatter"
    ALL_GATHER = "all-gather"
    BROADCAST = "broadcast"
    REDUCE = "reduce"
    BARRIER = "barrier"

    @property
    def adds(self) -> bool:
        """Whether it adds anything up."""
        return self in {Operation.ALL_REDUCE, Operation.REDUCE_SCATTER, Operation.REDUCE}


class Protocol(StrEnum):
    """How a tree takes a message: as a stream (SHARP's SAT), or segment by segment (LLT)."""

    STREAMING = "streaming"
    LATENCY = "latency"


@dataclass(frozen=True, slots=True)
class TreeRules:
    """Settings of trees; ``wire_share`` and ``start`` (s) are the switches' own where None."""

    chunk: float = 0.0
    protocols: tuple[Protocol, ...] = (Protocol.STREAMING, Protocol.LATENCY)
    wire_share: float | None = None
    start: float | None = None


@dataclass(frozen=True, slots=True)
class Fabric:
    """The fabric, and the rows of its finite ``reducers`` after the links, in order."""

    topology: Topology
    reducers: Sequence[int]


@dataclass(frozen=True, slots=True)
class Planted:
    """A tree's stream: how it takes a message, the share of the wire, and the least time for a byte (s)."""

    protocol: Protocol
    wire_share: float
    seconds_per_byte: float
    pipeline: Pipeline


def planted(
    fabric: Fabric,
    crowns: Sequence[Crown],
    operation: Operation,
    size: float,
    *,
    rules: TreeRules,
    source: int = 0,
    between: Routes | None = None,
    window: int | None = None,
) -> Iterator[Planted]:
    """Yield the ways in which a tree can do an operation on ``size`` bytes, each as one stream.

    ``source`` is the place of the member from which a broadcast comes, and to which a reduce goes.
    ``between`` are the routes of the rings that go around several crowns, ring by ring, crown by crown, as
    ``rings_between`` lists their ends; ``window`` is the row of a resource of the tree's own of capacity
    ``WINDOW_CAPACITY``. Without one, what bounds the rate besides links and reducers is left out.
    """
    stream, segments = joint_limits(fabric.topology, crowns)
    if Protocol.STREAMING in rules.protocols and stream is not None:
        share = stream.wire_share if rules.wire_share is None else rules.wire_share
        made = tree_pipeline(
            fabric,
            crowns,
            operation,
            size,
            chunk=rules.chunk,
            wire_share=share,
            between=between,
            source=source,
        )
        start = (stream.start if rules.start is None else rules.start) * max(1, ceil(size / stream.most))
        round_trip = sum(leg.slowest(fabric.topology.link_rate, made.chunk) for leg in made.legs[:2])
        per_byte = 0.0 if isinf(stream.window) else round_trip / stream.window
        yield Planted(
            Protocol.STREAMING, share, per_byte, _held(replace(made, start=start), window, per_byte)
        )
    if Protocol.LATENCY in rules.protocols and segments is not None:
        made = tree_pipeline(
            fabric,
            crowns,
            operation,
            size,
            chunk=segments.payload,
            wire_share=1.0,
            between=between,
            source=source,
        )
        steps = max(1, ceil(size / segments.payload)) - 1
        per_byte = steps * segments.step / size if size else 0.0
        held = _held(replace(made, start=segments.start), window, per_byte)
        yield Planted(Protocol.LATENCY, 1.0, per_byte, held)


def _held(pipeline: Pipeline, window: int | None, seconds_per_byte: float) -> Pipeline:
    """Return a stream that takes so long for each byte at least, by a resource of its own."""
    if window is None or seconds_per_byte == 0.0:
        return pipeline
    return replace(
        pipeline,
        resource=np.append(pipeline.resource, np.int32(window)),
        multiplicity=np.append(pipeline.multiplicity, WINDOW_CAPACITY * seconds_per_byte),
    )


def tree_pipeline(
    fabric: Fabric,
    crowns: Sequence[Crown],
    operation: Operation,
    size: float,
    *,
    chunk: float,
    wire_share: float = 1.0,
    source: int = 0,
    between: Routes | None = None,
) -> Pipeline:
    """Return trees as one stream of ``size`` bytes: up, added, and down again (docs/model/aggregation.md).

    Of several ``crowns`` the rings ``between`` them are part of it; each link carries its copies by
    ``wire_share``. Resources of reducers stand after the links.
    """
    count = sum(crown.places.shape[0] for crown in crowns)
    links, copies, delay = [], [], 0.0
    fan_in: dict[int, float] = {}
    for tree in trees_of(crowns):
        up, down = _crossings(tree, operation, count, source)
        links += [tree.up, other_way(tree.up)]
        copies += [up, down]
        fan_in |= tree.fan_in if operation.adds else {}
    if between is not None and len(crowns) > 1:
        for link, share in around(crowns, between):
            links.append(link)
            copies.append(share)
        delay = 2 * (len(crowns) - 1) * float(between.flow_delay().max())
    sent = size / count
    if operation not in {Operation.ALL_GATHER, Operation.BROADCAST}:
        sent *= sum(crown.places.shape[0] for crown in crowns if crown.tree is not None)
        sent += (2 * (len(crowns) - 1) + len(trees_of(crowns))) * size / count if len(crowns) > 1 else 0.0
    link, place = np.unique(np.concatenate(links), return_inverse=True)
    carried = np.bincount(place, np.concatenate(copies)) / wire_share
    moves = carried > 0
    reducers = [(row, fan_in[vertex]) for row, vertex in enumerate(fabric.reducers) if vertex in fan_in]
    rows = np.array([fabric.topology.link_count + row for row, _ in reducers], dtype=np.int32)
    return Pipeline(
        resource=np.concatenate([link[moves].astype(np.int32), rows]),
        multiplicity=np.concatenate([carried[moves], [each for _, each in reducers]]),
        size=0.0 if operation is Operation.BARRIER else size,
        delay=delay,
        sent=0.0 if operation is Operation.BARRIER else sent,
        chunk=0.0 if operation is Operation.BARRIER else min(chunk, size),
        legs=_legs(fabric.topology, crowns, operation, source),
    )


def _crossings(
    tree: Tree, operation: Operation, count: int, source: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what crosses each link of a tree on the way up and down, by the size of the vector.

    Of a reduce-scatter each member takes its part alone, to an all-gather each brings its part; a broadcast
    comes from the member of place ``source``, and a reduce goes to it.
    """
    part = tree.below / count
    to_source = np.isin(tree.up, tree.way_of(source)).astype(np.float64)
    match operation:
        case Operation.REDUCE_SCATTER:
            return tree.copies, part
        case Operation.ALL_GATHER:
            return part, tree.copies_down
        case Operation.REDUCE:
            return tree.copies, to_source
        case Operation.BROADCAST:
            return to_source, tree.copies_down
        case _:
            return tree.copies, tree.copies_down


def _legs(topology: Topology, crowns: Sequence[Crown], operation: Operation, source: int) -> tuple[Leg, ...]:
    """Return the ways of a tree; of several crowns up and down twice: to the rings, and from them."""
    up = _joined(trees_of(crowns))
    down = reversed_leg(topology, up)
    if len(crowns) > 1:
        return up, down, up, down
    first = _way(topology, trees_of(crowns)[0].way_of(source))
    if operation is Operation.REDUCE:
        return up, reversed_leg(topology, first)
    if operation is Operation.BROADCAST:
        return first, down
    return up, down


def _way(topology: Topology, links: NDArray[np.int32]) -> Leg:
    return Leg(np.array([0, links.shape[0]], dtype=np.int64), links, topology.link_delay[links])


def _joined(trees: Sequence[Tree]) -> Leg:
    legs = [tree.leg for tree in trees]
    offsets = np.cumsum([0, *(leg.link.shape[0] for leg in legs)])
    firsts = [leg.first[:-1] + offset for leg, offset in zip(legs, offsets[:-1], strict=True)]
    return Leg(
        np.concatenate([*firsts, offsets[-1:]]).astype(np.int64),
        np.concatenate([leg.link for leg in legs]),
        np.concatenate([leg.delay for leg in legs]),
    )
