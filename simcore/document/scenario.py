"""The scenario document, format 1: how a workload is run on a fabric, and which cables become slow."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from simcore.document.common import DocumentModel, Id, Name

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Algorithm(StrEnum):
    """How an all-reduce is done: a pipelined ring per rail, or a tree per rail that adds in the switches."""

    RING = "ring"
    IN_NETWORK = "in-network"


class RoutingMode(StrEnum):
    """Per-flow hash over equal-cost paths, or oblivious packet spraying over all of them."""

    HASH = "hash"
    SPRAY = "spray"


class Routing(DocumentModel):
    """How flows find their way; ``seed`` turns the hash."""

    mode: RoutingMode = RoutingMode.HASH
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 7


class AggregationChoice(DocumentModel):
    """Settings of in-network aggregation.

    ``chunk_bytes`` is the piece that is stored and forwarded at each hop of the pipeline (assumed).
    """

    chunk_bytes: Annotated[int, Field(ge=0, le=2**30)] = 4096


class Fault(DocumentModel):
    """A cable at ``rate_share`` of its speed, both ways, from ``at_ms`` until ``until_ms`` or for good."""

    cable: Id
    at_ms: Annotated[float, Field(ge=0, le=1e9)]
    until_ms: Annotated[float, Field(gt=0, le=1e9)] | None = None
    rate_share: Annotated[float, Field(gt=0, lt=1)]

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> "Fault":
        if self.until_ms is not None and self.until_ms <= self.at_ms:
            raise ValueError(f"until_ms {self.until_ms} is not after at_ms {self.at_ms}")
        return self


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
    transport: Transport = Transport()
    placement: tuple[JobPlacement, ...] = ()
    faults: Annotated[tuple[Fault, ...], Field(max_length=10_000)] = ()
    pace: Pace = Pace()
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 1
