"""The least that an all-reduce takes by the way it goes: a second method, beside the simulation.

From the fabric, the documents and what each rail did, by ``simcore.bounds``: no routing, no sharing and no
engine. Everything here is at most what really happens, so that no run is faster, and no gain higher
(docs/model/bounds.md).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

import numpy as np
from numpy.typing import NDArray

from simcore.bounds.bus import Collective as Moved
from simcore.bounds.bus import bus_factor
from simcore.bounds.gain import LATENCY, Stage, Way, in_words
from simcore.bounds.in_host import nvls_time, peer_time
from simcore.document.aggregating import InHost
from simcore.document.scenario import Algorithm, ScenarioDocument
from simcore.document.workload import Collective
from simcore.metrics import JobBound, StageTime
from simcore.simulate.algorithms import sends_of
from simcore.simulate.cast import Cast, PlayedJob
from simcore.topology import Streaming, Topology, VertexKind
from simcore.traffic.collectives.crowns import Crown, trees_of
from simcore.traffic.collectives.joint_limits import joint_limits
from simcore.traffic.collectives.planted import Protocol
from simcore.traffic.edge import ServerCourse
from simcore.traffic.granting import RailLog
from simcore.traffic.rails import Rail
from simcore.units import bytes_per_second, seconds_of_micro

ADAPTERS = "the adapters"
ADDING = "adding in the switches"
CABLES = "the cables between switches"
WINDOW = "the slots of the switches"
SEGMENTS = "segments one by one"
INSIDE = {
    InHost.RING: "the links inside the host",
    InHost.PEERS: "the exchange between peers inside the host",
    InHost.NVLS: "NVLS inside the host",
}
ONE_BY_ONE = "the messages one after the other"
# Times that differ by no more, relatively, are those of adapters alike.
ALIKE = 1e-9


def bound_of(cast: Cast, scenario: ScenarioDocument, job: PlayedJob) -> JobBound | None:
    """Return the least time of a job's all-reduce and what bounds it; None of another collective."""
    if job.document.collective is not Collective.ALL_REDUCE or not job.rails:
        return None
    ends = _Ends.of(cast.topology)
    bounder = _Bounder(cast, scenario, job, ends)
    inside = bounder.inside()
    ways = [replace(way, stages=(*way.stages, *inside)) for way in bounder.by_rail()]
    return _told(max(ways, key=lambda way: way.time))


def way_of(bound: JobBound) -> Way:
    """Return a bound as what gains are held to."""
    stages = tuple(Stage(stage.name, stage.seconds, stage.at or "") for stage in bound.stages)
    return Way("the way taken", stages, bound.latency_s)


def _told(way: Way) -> JobBound:
    stages = sorted(way.stages, key=lambda stage: -stage.time)
    listed = ", ".join(f"{_place(stage)} {in_words(stage.time)}" for stage in stages)
    latency = f", and {in_words(way.latency)} of latency" if way.latency > 0 else ""
    return JobBound(
        least_s=way.time,
        latency_s=way.latency,
        stages=tuple(StageTime(stage.name, stage.time, stage.at or None) for stage in stages),
        bounded_by=way.bounded_by,
        says=f"at least {in_words(way.time)}, bounded by {_bounding(way)}: {listed}{latency}",
    )


def _bounding(way: Way) -> str:
    return LATENCY if way.bounded_by == LATENCY else _place(way.slowest)


def _place(stage: Stage) -> str:
    return f"{stage.name} ({stage.at})" if stage.at else stage.name


@dataclass(frozen=True, slots=True)
class _Ends:
    """What each vertex (V,) can send and receive at most, bytes/s, and the least its cables delay, s.

    ``best`` is the rate of its fastest cable; ``meets`` says that one of them leads to another adapter.
    """

    out: NDArray[np.float64]
    into: NDArray[np.float64]
    best: NDArray[np.float64]
    delay_out: NDArray[np.float64]
    delay_into: NDArray[np.float64]
    meets: NDArray[np.bool_]

    @classmethod
    def of(cls, topology: Topology) -> "_Ends":
        """Return the ends of all vertices."""
        count, begin, end = topology.vertex_count, topology.link_source, topology.link_target
        best, slow_out, slow_into = np.zeros(count), np.full(count, np.inf), np.full(count, np.inf)
        np.maximum.at(best, begin, topology.link_rate)
        np.minimum.at(slow_out, begin, topology.link_delay)
        np.minimum.at(slow_into, end, topology.link_delay)
        meets = np.zeros(count, dtype=np.bool_)
        meets[begin[topology.vertex_kind[end] == VertexKind.ENDPOINT]] = True
        return cls(
            out=np.bincount(begin, topology.link_rate, count).astype(np.float64),
            into=np.bincount(end, topology.link_rate, count).astype(np.float64),
            best=best,
            delay_out=slow_out,
            delay_into=slow_into,
            meets=meets,
        )

    def edge_delay(self, source: NDArray[np.int32], target: NDArray[np.int32]) -> NDArray[np.float64]:
        """Return the least delay (n,) of any path between each two adapters, s."""
        first, last = self.delay_out[source], self.delay_into[target]
        return np.where(self.meets[source], np.minimum(first, last), first + last)


@dataclass(frozen=True, slots=True)
class _Bounder:
    """Bounds one job, rail by rail."""

    cast: Cast
    scenario: ScenarioDocument
    job: PlayedJob
    ends: _Ends

    def by_rail(self) -> Iterator[Way]:
        """Yield the least of each rail, the inside of hosts left aside."""
        algorithm = self.job.choice.algorithm
        for rail, log in self.job.rails:
            if algorithm is Algorithm.IN_NETWORK:
                yield self._aggregated(rail, log)
            elif algorithm in {Algorithm.RING, Algorithm.RING_STEPS}:
                yield self._around(rail, steps=algorithm is Algorithm.RING_STEPS)
            elif algorithm is Algorithm.SMART_NIC:
                around = self._around(rail)
                yield replace(around, stages=(*around.stages, self._added_by_adapters(rail)))
            elif isinstance(rail.course, ServerCourse):
                yield self._over_servers(rail, rail.course.servers)
            else:
                yield self._by_messages(rail, algorithm)

    def inside(self) -> tuple[Stage, ...]:
        """Return the stage inside the slowest host, where one is asked for and known."""
        found = [stage for stage in map(self._in_host, self._hosts()) if stage is not None]
        if not found:
            return ()
        slowest, quickest = (pick(found, key=lambda stage: stage.time) for pick in (max, min))
        are_alike = slowest.time - quickest.time <= ALIKE * slowest.time
        return (replace(slowest, at="") if are_alike else slowest,)

    def _hosts(self) -> list[int]:
        members = np.concatenate([rail.members for rail, _ in self.job.rails])
        return [int(host) for host in np.unique(self.cast.topology.vertex_host[members])]

    def _in_host(self, host: int) -> Stage | None:
        topology, way = self.cast.topology, self.scenario.scale_up.way
        domain = topology.scale_up[host] if topology.scale_up else None
        if way is InHost.FREE or domain is None or domain.gpus < 2:
            return None
        size, at = float(self.job.document.size_bytes), topology.host_ids[host]
        if way is InHost.RING:
            moved = bus_factor(Moved.ALL_REDUCE, self._gpus(self._hosts())) * size
            return Stage(INSIDE[way], moved / domain.rate, at)
        if way is InHost.PEERS:
            return Stage(INSIDE[way], peer_time(gpu_count=domain.gpus, size=size, rate=domain.rate), at)
        if domain.adding_rate is None:
            return None
        time = nvls_time(gpu_count=domain.gpus, size=size, rate=domain.adding_rate, efficiency=1.0)
        return Stage(INSIDE[way], time, at)

    def _gpus(self, hosts: list[int]) -> int:
        domains = self.cast.topology.scale_up or (None,) * len(self.cast.topology.host_ids)
        counts = [1 if domain is None else domain.gpus for domain in map(domains.__getitem__, hosts)]
        return sum(counts)

    def _around(self, rail: Rail, *, steps: bool = False) -> Way:
        """Return a ring: all bytes through every adapter, and 2 (n - 1) hops of the last piece."""
        count = rail.members.shape[0]
        hops = 2 * (count - 1)
        moved = hops / count * rail.size
        delay = self.ends.edge_delay(rail.members, np.roll(rail.members, -1))
        adapters = self._adapters(rail, np.full(count, moved), np.full(count, moved))
        if not steps:
            return Way("a ring", (adapters,), hops * float(delay.mean()))
        piece = rail.size / count / float(self.ends.out[rail.members].max())
        latency = float(delay.min())
        return Way("a ring", (adapters, Stage(ONE_BY_ONE, hops * (piece + latency) - latency)), latency)

    def _added_by_adapters(self, rail: Rail) -> Stage:
        """Return the stage of adapters that add: each all but its own part of the vector."""
        count, rate = rail.members.shape[0], self.scenario.aggregation.adapter_reduce_gbps
        return Stage("adding in the adapters", (count - 1) / count * rail.size / bytes_per_second(rate))

    def _over_servers(self, rail: Rail, servers: NDArray[np.int32]) -> Way:
        """Return servers at the edge: no pattern has a server take less than its part of all vectors."""
        members, size = rail.members, np.full(rail.members.shape[0], rail.size)
        a_server = members.shape[0] * rail.size / servers.shape[0]
        rate = np.minimum(self.ends.out[servers], self.ends.into[servers])
        adds = bytes_per_second(self.scenario.aggregation.servers.reduce_gbps)
        job = a_server * len(self.job.rails)
        stages = (
            self._adapters(rail, size, size),
            Stage("the servers' adapters", a_server / float(rate.max())),
            Stage("adding in the servers", job / adds),
        )
        hop = self.ends.delay_out[members] + self.ends.delay_into[members]
        return Way("edge servers", stages, float(hop.max()))

    def _by_messages(self, rail: Rail, algorithm: Algorithm) -> Way:
        """Return a graph of messages: what each rank sends and receives, and the longest chain of them."""
        members = rail.members
        sends = sends_of(self.job.document, self.job.choice, members.shape[0], rail.size)
        if sends is None:
            raise ValueError(f"{algorithm.value} is no graph of messages, and has no bound of one")
        source, target = members[sends.source], members[sends.target]
        latency = float(self.ends.edge_delay(source, target).min())
        chain = Stage(ONE_BY_ONE, (sends.hops - 1) * latency)
        return Way(algorithm.value, (self._adapters(rail, sends.sent(), sends.received()), chain), latency)

    def _aggregated(self, rail: Rail, log: RailLog) -> Way:
        """Return the tree of a rail or its ring, whichever was taken; where both were, the quicker."""
        if rail.tree.planned is None or log.granted == 0:
            return self._around(rail)
        if self.cast.convergence is not None:  # trees may have been others before
            least = self._slowest_adapter(rail, rail.size / self.ends.best[rail.members])
            return min(Way("a tree", (least,)), self._around(rail), key=lambda way: way.time)
        tree = self._tree(rail, rail.tree.planned.crowns)
        return min(tree, self._around(rail), key=lambda way: way.time) if log.fell_back > 0 else tree

    def _tree(self, rail: Rail, crowns: Sequence[Crown]) -> Way:
        """Return a tree, as a stream or in segments, by the forms of docs/model/aggregation.md."""
        tree, choice = rail.tree, self.scenario.aggregation
        is_segmented = tree.protocol is Protocol.LATENCY
        stages = [self._through_members(rail, crowns), *self._cables(rail), *self._adding(rail, crowns)]
        if tree.seconds_per_byte > 0:
            stages.append(Stage(SEGMENTS if is_segmented else WINDOW, tree.seconds_per_byte * rail.size))
        stream, segments = joint_limits(self.cast.topology, crowns)
        if is_segmented and segments is not None:
            chunk, start = segments.payload, segments.start
        else:
            known = stream or Streaming()
            start = known.start if choice.start_us is None else seconds_of_micro(choice.start_us)
            start *= max(1, ceil(rail.size / known.most))
            chunk = float(choice.chunk_bytes)
        ways = self._round_trip(crowns, min(chunk, rail.size)) * (1 if len(crowns) == 1 else 2)
        return Way("a tree in the network", tuple(stages), max(start, ways))

    def _adding(self, rail: Rail, crowns: Sequence[Crown]) -> list[Stage]:
        """Return the stage of the slowest reducer, where one is finite: it takes all copies that arrive."""
        topology = self.cast.topology
        found = [
            Stage(ADDING, copies * rail.size / limits.reducer_rate, topology.vertex_ids[switch])
            for tree in trees_of(crowns)
            for switch, copies in tree.fan_in.items()
            if (limits := topology.aggregation[switch]) is not None and np.isfinite(limits.reducer_rate)
        ]
        return [max(found, key=lambda stage: stage.time)] if found else []

    def _through_members(self, rail: Rail, crowns: Sequence[Crown]) -> Stage:
        """Return the stage of the slowest member, whose cable has its share of the wire for the vector.

        Under one tree everybody sends the vector once. Around R crowns go as many rings as the largest has
        members: who stands in a ring brings its part up again and goes around with it besides.
        """
        members, rings = rail.members, max(crown.places.shape[0] for crown in crowns)
        copies = np.zeros(members.shape[0])
        for crown in crowns:
            copies[crown.places] = 1.0 if crown.tree is not None else 0.0
            if len(crowns) > 1:
                parts = (rings // crown.places.shape[0]) / rings
                back = 1.0 if crown.tree is not None else 0.0
                copies[crown.places] += parts * (back + 2 * (len(crowns) - 1) / len(crowns))
        once = np.minimum(copies, 1.0) / self.ends.best[members]
        times = rail.size / rail.tree.wire_share * np.maximum(once, copies / self.ends.out[members])
        return self._slowest_adapter(rail, times)

    def _round_trip(self, crowns: Sequence[Crown], chunk: float) -> float:
        """Return how long a chunk takes up the slowest way of the trees and down the slowest, s."""
        topology = self.cast.topology
        up = down = 0.0
        for tree in trees_of(crowns):
            for links, is_up in ((tree.leg.link, True), (tree.leg.link ^ 1, False)):
                hops = topology.link_delay[links] + chunk / topology.link_rate[links]
                slowest = float(np.add.reduceat(hops, tree.leg.first[:-1]).max())
                up, down = (max(up, slowest), down) if is_up else (up, max(down, slowest))
        return up + down

    def _cables(self, rail: Rail) -> Iterator[Stage]:
        """Yield what the links of a tree between switches carry, where there are any."""
        topology, pipeline = self.cast.topology, rail.tree.pipeline
        if pipeline is None:
            return
        between = topology.vertex_kind == VertexKind.SWITCH
        is_link = pipeline.resource < topology.link_count
        link, copies = pipeline.resource[is_link], pipeline.multiplicity[is_link]
        chosen = between[topology.link_source[link]] & between[topology.link_target[link]]
        if chosen.any():
            seconds = np.where(chosen, copies * pipeline.size / topology.link_rate[link], -1.0)
            row = int(seconds.argmax())
            ends = (topology.link_source[link[row]], topology.link_target[link[row]])
            yield Stage(CABLES, float(seconds[row]), " to ".join(topology.vertex_ids[end] for end in ends))

    def _adapters(self, rail: Rail, sent: NDArray[np.float64], received: NDArray[np.float64]) -> Stage:
        """Return the stage of the slowest adapter, where each sends and receives so many bytes (n,)."""
        out, into = self.ends.out[rail.members], self.ends.into[rail.members]
        return self._slowest_adapter(rail, np.maximum(sent / out, received / into))

    def _slowest_adapter(self, rail: Rail, times: NDArray[np.float64]) -> Stage:
        """Return the stage of the adapter with the longest of ``times`` (n,); all alike have no name."""
        row = int(times.argmax())
        are_alike = float(np.ptp(times)) <= ALIKE * float(times[row])
        at = "" if are_alike else self.cast.topology.vertex_ids[rail.members[row]]
        return Stage(ADAPTERS, float(times[row]), at)
