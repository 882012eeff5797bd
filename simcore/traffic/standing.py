"""The trees of a run as they stood at its end: over which cables the vector goes, and how often."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from simcore.topology import Topology, VertexKind
from simcore.traffic.collectives.joint_limits import joint_limits
from simcore.traffic.collectives.planted import Protocol
from simcore.traffic.rails import Rail


@dataclass(frozen=True, slots=True)
class TreeEdge:
    """A cable of a tree in one ``direction``, as the document lists its ends.

    ``copies`` cross it for each byte of the vector, at ``rate`` on average: copies times the algorithm
    bandwidth of the rail (bytes/s, headers left out), None where no collective has gone by the tree.
    """

    cable: str
    direction: Literal["ab", "ba"]
    copies: float
    rate: float | None


@dataclass(frozen=True, slots=True)
class StandingTree:
    """The tree of a rail at the end of a run.

    ``adds`` are its switches that add, ``passes_on`` those that pass each copy on; ``rate`` is the rail's
    algorithm bandwidth over all of its collectives, by tree or not (bytes/s), None where none went by it.
    """

    job: str
    rail: str
    roots: tuple[str, ...]
    adds: tuple[str, ...]
    passes_on: tuple[str, ...]
    rate: float | None
    edges: tuple[TreeEdge, ...]


def standing_tree(
    topology: Topology, rail: Rail, *, job: str, rate: float | None, wire_share: float | None
) -> StandingTree | None:
    """Return the tree of a rail of ``job`` that has run at ``rate``, None where it has none.

    ``wire_share`` is the part of a link that carries the vector of a stream, None where switches say it.
    """
    pipeline, planned = rail.tree.pipeline, rail.tree.planned
    if pipeline is None or planned is None:
        return None
    is_link = pipeline.resource < topology.link_count
    copies = np.zeros(topology.link_count)
    # A byte of the stream is size / rail.size of a byte of the vector, of which links carry more by headers.
    of_vector = pipeline.size / rail.size if rail.size else 1.0
    vector = of_vector * _wire_share(topology, rail, wire_share)
    np.add.at(copies, pipeline.resource[is_link], pipeline.multiplicity[is_link] * vector)
    copies = copies.round(9)
    links = np.flatnonzero(copies)
    ends = np.unique(np.concatenate([topology.link_source[links], topology.link_target[links]]))
    switches = ends[topology.vertex_kind[ends] == VertexKind.SWITCH]
    adds = set(planned.switches)
    return StandingTree(
        job=job,
        rail=rail.name,
        roots=planned.roots,
        adds=planned.switches,
        passes_on=tuple(name for row in switches.tolist() if (name := topology.vertex_ids[row]) not in adds),
        rate=rate,
        edges=tuple(
            TreeEdge(
                cable=topology.cable_ids[link // 2],
                direction="ba" if link % 2 else "ab",
                copies=each,
                rate=None if rate is None else each * rate,
            )
            for link, each in zip(links.tolist(), copies[links].tolist(), strict=True)
        ),
    )


def _wire_share(topology: Topology, rail: Rail, asked: float | None) -> float:
    """Return the part of a link that carries the vector of a rail's tree."""
    planned = rail.tree.planned
    if planned is None or rail.tree.protocol is not Protocol.STREAMING:
        return 1.0
    stream, _ = joint_limits(topology, planned.crowns)
    return asked or (1.0 if stream is None else stream.wire_share)
