"""The scenario document, format 1: how a workload is run on a fabric, and what fails on the way."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from simcore.document.aggregating import AggregationChoice, ScaleUpChoice, Security
from simcore.document.common import DocumentModel, Id, Name, PortAddress
from simcore.document.communicating import CollectiveChoice, Tuning

# Below it a transfer of seconds is more choices than a run ever ends with; a packet of 4 KiB takes 0.08 us.
SHORTEST_PERIOD_US = 1.0

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Algorithm(StrEnum):
    """How a collective is done, rail by rail; what does not do the operation of a job is refused.

    ``auto``: chosen for each job (docs/model/algorithms.md), an all-reduce as NCCL's published model does.
    ``ring``: pipelined, all edges advance together. ``ring-steps``: step by step, each piece waits for the
    one before it. ``in-network``: a tree that adds in the switches. ``double-tree``: half of the bytes over
    each of two binary trees, in chunks. ``halving-doubling``: with partners at half, a quarter and so on of
    the ranks. ``pairwise``: with the next rank, the one after it and so on. ``bruck``: with the ranks 1, 2, 4
    and so on away. ``direct``: every pair for itself, all at once. ``edge-servers``: added by servers at the
    edge. ``smart-nic``: a ring whose additions are the adapters' work. An all-to-all by ring or in-network,
    and every send-recv, is ``direct``.
    """

    AUTO = "auto"
    RING = "ring"
    RING_STEPS = "ring-steps"
    IN_NETWORK = "in-network"
    DOUBLE_TREE = "double-tree"
    HALVING_DOUBLING = "halving-doubling"
    PAIRWISE = "pairwise"
    BRUCK = "bruck"
    DIRECT = "direct"
    EDGE_SERVERS = "edge-servers"
    SMART_NIC = "smart-nic"


class RoutingMode(StrEnum):
    """How paths are chosen: docs/model/routing.md has a page for each.

    ``hash``: by a hash of addresses and ports (ECMP). ``e-ecmp``: the hash takes queue pairs too, 16 for each
    flow. ``spray``: packet by packet over all equal-cost paths, whatever their load.
    ``flowlets``: one path at a time, drawn anew every period. ``adaptive-spray``: over all paths, in parts
    that follow every period what links have left. ``least-loaded``: one path at a time, and every period the
    one that is loaded least. ``static``: one port for each destination at every switch.
    ``planned``: laid out beforehand for the jobs and listed flows, so that the fullest link is as little full
    as can be.
    """

    HASH = "hash"
    E_ECMP = "e-ecmp"
    FLOWLETS = "flowlets"
    SPRAY = "spray"
    ADAPTIVE_SPRAY = "adaptive-spray"
    LEAST_LOADED = "least-loaded"
    STATIC = "static"
    PLANNED = "planned"


class Splitting(StrEnum):
    """How the sub-flows of a flow share its bytes: each takes the next when it can, or each has its part."""

    SHARED_QUEUE = "shared-queue"
    EQUAL = "equal"


class Planes(StrEnum):
    """Whether a flow may use every plane of a fabric, or is split over them beforehand."""

    ANY = "any"
    SPLIT = "split"


class ForwardingRoute(DocumentModel):
    """Out of which port ("spine-1/p3") a switch sends what goes to ``destination`` ("host/adapter")."""

    destination: PortAddress
    port: PortAddress


class ForwardingTable(DocumentModel):
    """The static routes of one switch."""

    switch: Id
    routes: Annotated[tuple[ForwardingRoute, ...], Field(max_length=1_000_000)]


class Routing(DocumentModel):
    """How flows find their way.

    ``seed`` turns the hash. A flow is ``sub_flows`` of them; null is what the mode takes by itself.
    ``period_us`` is the time between two choices of a mode that chooses again. ``convergence_ms`` after a
    fault everything is routed anew over what is left (assumed). ``tables`` are for static routing; without
    any, up/down routes are computed.
    """

    mode: RoutingMode = RoutingMode.HASH
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 7
    sub_flows: Annotated[int, Field(ge=1, le=64)] | None = None
    splitting: Splitting = Splitting.SHARED_QUEUE
    period_us: Annotated[float, Field(ge=SHORTEST_PERIOD_US, le=1e9)] = 100.0
    convergence_ms: Annotated[float, Field(ge=0, le=1e9)] = 50.0
    planes: Planes = Planes.ANY
    tables: Annotated[tuple[ForwardingTable, ...], Field(max_length=100_000)] = ()


class Fault(DocumentModel):
    """A cable at ``rate_share`` of its speed, both ways, or a switch that is down.

    It lasts from ``at_ms`` until ``until_ms``, or for good. A share of 0 is a cable that is down; a switch
    has no other.
    """

    cable: Id | None = None
    switch: Annotated[Id | None, Field(validate_default=True)] = None
    at_ms: Annotated[float, Field(ge=0, le=1e9)]
    until_ms: Annotated[float, Field(gt=0, le=1e9)] | None = None
    rate_share: Annotated[float, Field(ge=0, lt=1)] = 0.0

    @field_validator("switch")
    @classmethod
    def _names_one_thing(cls, switch: str | None, known: ValidationInfo) -> str | None:
        cable = known.data.get("cable")
        if "cable" in known.data and (cable is None) == (switch is None):
            raise ValueError("a fault is of a cable or of a switch: name one of them")
        return switch

    @field_validator("until_ms")
    @classmethod
    def _ends_after_it_begins(cls, until: float | None, known: ValidationInfo) -> float | None:
        begin = known.data.get("at_ms")
        if until is not None and begin is not None and until <= begin:
            raise ValueError(f"until_ms {until} is not after at_ms {begin}")
        return until

    @field_validator("rate_share")
    @classmethod
    def _leaves_no_switch_half_up(cls, share: float, known: ValidationInfo) -> float:
        switch = known.data.get("switch")
        if switch is not None and share > 0:
            raise ValueError(f"switch {switch} is down or not: give it a rate_share of 0, or leave it out")
        return share


class Tolerances(DocumentModel):
    """How exact a run is: ``exact``, or with two tolerances of the engine, null being its defaults.

    Ends closer to each other than the share ``coalesce`` of elapsed time count as one event; a change of
    rates is not passed on below the share ``spread`` of a rate.
    """

    exact: bool = False
    coalesce: Annotated[float, Field(ge=0, le=0.1)] | None = None
    spread: Annotated[float, Field(ge=0, le=0.1)] | None = None


class Folding(StrEnum):
    """Whether streams that fare alike are run as one: where it pays, wherever it is exact, or never."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class Pace(DocumentModel):
    """Simulated milliseconds per second of wall time; null is as fast as possible."""

    ms_per_s: Annotated[float, Field(gt=0, le=1e7)] | None = None


class Transport(DocumentModel):
    """``payload_share`` is the part of a link's rate that carries payload; 1 leaves headers out (assumed)."""

    payload_share: Annotated[float, Field(gt=0, le=1)] = 1.0


class Rail(DocumentModel):
    """One ring or tree of a placement: the adapters ("host/adapter") in ring order."""

    name: Name
    members: tuple[str, ...]


class JobPlacement(DocumentModel):
    """Where a job's ranks stand, rail by rail. A job that no entry places has the default placement."""

    job: Id
    rails: Annotated[tuple[Rail, ...], Field(min_length=1)]


class ScenarioDocument(DocumentModel):
    """How a run is made. ``fabric`` and ``workload`` pin digests; null takes what the run is given."""

    format: Literal[1] = 1
    kind: Literal["scenario"] = "scenario"
    name: Name = ""
    fabric: Digest | None = None
    workload: Digest | None = None
    algorithm: Algorithm = Algorithm.RING
    routing: Routing = Routing()
    aggregation: AggregationChoice = AggregationChoice()
    scale_up: ScaleUpChoice = ScaleUpChoice()
    security: Security = Security()
    collectives: CollectiveChoice = CollectiveChoice()
    tuning: Tuning = Tuning()
    transport: Transport = Transport()
    placement: tuple[JobPlacement, ...] = ()
    faults: Annotated[tuple[Fault, ...], Field(max_length=10_000)] = ()
    tolerances: Tolerances = Tolerances()
    folding: Folding = Folding.AUTO
    pace: Pace = Pace()
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 1
