"""Folds a run before it begins: of messages that fare alike one is played, of such links one looked at.

What is folded are the messages of all-to-alls and of graphs. Rings and trees of rails and listed flows stay
as they are, each a kind of its own, so that messages which meet them differently are of different classes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.scenario import Folding
from simcore.engine.loop import Engine
from simcore.folding.incidence import NO_PARTNER
from simcore.folding.quotient import quotient
from simcore.folding.refinement import refine
from simcore.routing.routes import Router
from simcore.simulate.cast import Cast
from simcore.simulate.unfolding import Fold
from simcore.traffic.collectives.all_to_all import AllToAll
from simcore.traffic.folded import (
    Part,
    Piece,
    incidence_of,
    kinds_of,
    parts_of,
    piece_of_graph,
    piece_of_single,
    piece_of_streams,
)
from simcore.traffic.graph import TaskGraph
from simcore.traffic.graph_collectives import GraphCollective
from simcore.traffic.rails import AllReduce
from simcore.traffic.splitting import streams_of
from simcore.traffic.streams import StreamTable

# Of fewer messages a run takes no time that anybody would notice, folded or not.
LEAST_MESSAGES: Final = 4096
# Unless it is asked for always, folding that leaves more than this share of the messages is none: it costs
# more than it saves.
MOST_LEFT: Final = 0.5
NO_TASK: Final = -1


def fold(cast: Cast, engine: Engine, router: Router, asked: Folding) -> None:
    """Fold the messages of a cast that has not entered ``engine`` yet, where that is asked for and exact.

    ``router`` is who gave listed flows their ways.
    """
    messages = sum(
        job.collective.message_count
        for job in cast.jobs
        if isinstance(job.collective, AllToAll | GraphCollective)
    )
    least = {Folding.AUTO: LEAST_MESSAGES, Folding.ALWAYS: 1, Folding.NEVER: messages + 1}[asked]
    if messages < least:
        return
    if reason := _what_forbids(cast):
        cast.folding_says = f"Messages that fare alike were all played, since {reason}."
        return
    plays = [_Play.of(collective) for collective in _collectives(cast)]
    pieces = [*(piece for play in plays for piece in play.pieces), *_flows(cast, engine, router)]
    capacity = engine.capacity()
    partner = np.full(capacity.shape[0], NO_PARTNER, dtype=np.int32)
    links = np.arange(cast.topology.link_count, dtype=np.int32)
    partner[links] = links ^ 1
    incidence = incidence_of(pieces, _resource_kinds(cast, capacity), partner)
    most = incidence.streams if asked is Folding.ALWAYS else int(MOST_LEFT * incidence.streams)
    classes = refine(incidence, most_classes=most)
    found = None if classes is None else quotient(incidence, *classes)
    if found is None:
        return
    parts = iter(parts_of(found, pieces))
    kept = sum(play.take([next(parts) for _ in play.pieces]) for play in plays)
    cast.links.stands_for = found.stands_for
    cast.fold = Fold(found, partner, messages, kept)
    cast.folding_says = cast.fold.says


def _what_forbids(cast: Cast) -> str:
    """Return in words what could tell messages apart on the way, "" where nothing can."""
    if cast.backgrounds:
        return "background flows are drawn on the way"
    if cast.convergence is not None:
        return "what goes down is routed around on the way"
    if cast.restlessness is not None:
        return "routing chooses again on the way"
    if len(_collectives(cast)) < len(cast.jobs):
        return "a ring goes step by step beside them"
    return ""


def _collectives(cast: Cast) -> list[AllToAll | GraphCollective | AllReduce]:
    """Return the collectives of which it is known beforehand all that they may move."""
    every = (job.collective for job in cast.jobs)
    return [each for each in every if isinstance(each, AllToAll | GraphCollective | AllReduce)]


@dataclass(frozen=True, slots=True)
class _Play:
    """A collective, its streams part by part, and its graphs where it has some."""

    collective: AllToAll | GraphCollective | AllReduce
    pieces: tuple[Piece, ...]
    graphs: tuple[TaskGraph, ...] = ()

    @classmethod
    def of(cls, collective: AllToAll | GraphCollective | AllReduce) -> "_Play":
        """Return what a collective plays."""
        if isinstance(collective, AllToAll):
            exchange = collective.exchange
            return cls(collective, (piece_of_streams(exchange.table, exchange.size),))
        if isinstance(collective, AllReduce):
            table = StreamTable.joined(pipeline.table() for pipeline in collective.pipelines())
            return cls(collective, (piece_of_single(table),))
        graphs = tuple(collective.graphs())
        return cls(collective, tuple(piece_of_graph(graph) for graph in graphs), graphs)

    def take(self, parts: Sequence[Part]) -> int:
        """Hand the collective what is left of it; return of how many messages, 0 where it stays as it was."""
        if isinstance(self.collective, AllReduce):
            return 0
        if isinstance(self.collective, AllToAll):
            (part,) = parts
            self.collective.fold(part.table(), self.collective.exchange.size[part.stream])
        else:
            graphs = [part.graph(each) for part, each in zip(parts, self.graphs, strict=True)]
            self.collective.fold(graphs, [part.stream for part in parts])
        # The last task of a graph waits for all messages and is none.
        last = [graph.count - 1 for graph in self.graphs] or [NO_TASK]
        return sum(int((part.stream != row).sum()) for part, row in zip(parts, last, strict=True))


def _flows(cast: Cast, engine: Engine, router: Router) -> list[Piece]:
    """Return the listed flows, none of which has ended."""
    pieces = []
    for trips in cast.explicit.trips(engine, moving=False):
        ends = trips.ends
        routes = router.route(ends.source, ends.target, ends.flow_ids)
        pieces.append(piece_of_single(streams_of(routes, cast.explicit.splitting)))
    return pieces


def _resource_kinds(cast: Cast, capacity: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return what tells resources apart beforehand: rates, tiers and faults."""
    topology, count = cast.topology, capacity.shape[0]
    ends = np.full((2, count), -1)
    ends[0, : topology.link_count] = topology.vertex_tier[topology.link_source]
    ends[1, : topology.link_count] = topology.vertex_tier[topology.link_target]
    kinds = kinds_of(capacity, ends[0], ends[1])
    struck: dict[tuple[float, float, float], NDArray[np.int64]] = {}
    for each in cast.faults.faults:
        hits = struck.setdefault((each.begin, each.end, each.share), np.zeros(count, dtype=np.int64))
        hits[each.links] += 1
    return kinds_of(kinds, *struck.values())
