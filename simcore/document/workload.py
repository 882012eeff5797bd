"""The workload document, format 1: jobs, background traffic and explicit flows, without a fabric."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from simcore.document.common import DocumentModel, Id, Name
from simcore.traffic.stragglers import Jitter


class Collective(StrEnum):
    """What the ranks of a job do together in every iteration.

    ``broadcast`` is from one rank of each rail, ``reduce`` to it. A ``reduce-scatter`` begins and an
    ``all-gather`` ends with all bytes on every rank. A ``barrier`` moves no bytes, whatever the job's size.
    In a ``send-recv`` every rank sends all its bytes to the rank ``distance`` after it, if there is one.
    """

    ALL_REDUCE = "all-reduce"
    ALL_TO_ALL = "all-to-all"
    REDUCE_SCATTER = "reduce-scatter"
    ALL_GATHER = "all-gather"
    BROADCAST = "broadcast"
    REDUCE = "reduce"
    BARRIER = "barrier"
    SEND_RECV = "send-recv"


class DataType(StrEnum):
    """What an element of a vector is."""

    INT8 = "int8"
    INT16 = "int16"
    INT32 = "int32"
    INT64 = "int64"
    FP8 = "fp8"
    FP16 = "fp16"
    BF16 = "bf16"
    FP32 = "fp32"
    FP64 = "fp64"


class SelectBy(StrEnum):
    """How ranks are named.

    ``default`` is the default placement (hosts with the most common number of adapters, one ring or tree
    a rail); ``all`` every host; ``tag`` hosts with a tag; ``list`` hosts by id.
    """

    DEFAULT = "default"
    ALL = "all"
    TAG = "tag"
    LIST = "list"


class Selection(DocumentModel):
    """The hosts that take part; ``count`` keeps the first so many of them (null: all)."""

    by: SelectBy = SelectBy.DEFAULT
    tag: Name | None = None
    hosts: tuple[Id, ...] = ()
    count: Annotated[int, Field(ge=1, le=1_000_000)] | None = None

    @model_validator(mode="after")
    def _has_what_it_names(self) -> "Selection":
        if self.by is SelectBy.TAG and not self.tag:
            raise ValueError("a selection by tag needs the field tag")
        if self.by is SelectBy.LIST and not self.hosts:
            raise ValueError("a selection by list needs the field hosts with at least one host id")
        return self


class Job(DocumentModel):
    """A job that repeats ``iterations`` times: compute, then one collective of ``size_bytes`` per host.

    The compute time of an iteration is the largest of the ranks' times: each with mean ``compute_ms``,
    coefficient of variation ``jitter_cv`` and the shape ``jitter`` (docs/model/collectives.md). ``distance``
    is that of a send-recv, in ranks of a rail; null is from the first half to the second. ``dtype``
    null is whatever can be added where it is added; ``tenant`` says whose job it is.
    """

    id: Id
    name: Name = ""
    ranks: Selection = Selection()
    collective: Collective = Collective.ALL_REDUCE
    size_bytes: Annotated[int, Field(ge=1, le=10**15)]
    iterations: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    compute_ms: Annotated[float, Field(ge=0, le=1e9)] = 0.0
    jitter_cv: Annotated[float, Field(ge=0, le=10)] = 0.0
    jitter: Jitter = Jitter.LOGNORMAL
    start_ms: Annotated[float, Field(ge=0, le=1e9)] = 0.0
    distance: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    dtype: DataType | None = None
    tenant: Name = ""

    @model_validator(mode="after")
    def _exponential_jitter_leaves_no_negative_time(self) -> "Job":
        if self.jitter is Jitter.EXPONENTIAL and self.jitter_cv > 1:
            raise ValueError(f"jitter_cv of an exponential jitter is at most 1, got {self.jitter_cv:g}")
        return self


class SizeDistribution(StrEnum):
    """A named distribution of flow sizes; sources in ``simcore.traffic.background``."""

    WEB_SEARCH = "web-search"
    FIXED = "fixed"


class Background(DocumentModel):
    """Poisson flows between random pairs of adapters at ``load`` of the adapters' line rate.

    It lasts until ``stop_ms``, or until the last job has ended where that is null.
    """

    id: Id
    load: Annotated[float, Field(gt=0, le=0.95)]
    sizes: SizeDistribution = SizeDistribution.WEB_SEARCH
    fixed_bytes: Annotated[int, Field(ge=1, le=10**15)] | None = None
    hosts: Selection = Selection(by=SelectBy.ALL)
    start_ms: Annotated[float, Field(ge=0, le=1e9)] = 0.0
    stop_ms: Annotated[float, Field(gt=0, le=1e9)] | None = None

    @model_validator(mode="after")
    def _fixed_needs_a_size(self) -> "Background":
        if self.sizes is SizeDistribution.FIXED and self.fixed_bytes is None:
            raise ValueError("sizes 'fixed' needs the field fixed_bytes")
        return self


class Flow(DocumentModel):
    """One explicit flow. ``src`` and ``dst`` are ``host`` (its first adapter) or ``host/adapter``."""

    id: Id
    src: Annotated[str, Field(min_length=1, max_length=401)]
    dst: Annotated[str, Field(min_length=1, max_length=401)]
    size_bytes: Annotated[int, Field(ge=1, le=10**15)]
    start_ms: Annotated[float, Field(ge=0, le=1e9)] = 0.0


class WorkloadDocument(DocumentModel):
    """What runs: jobs, background, flows. At least one of them, or there is nothing to simulate."""

    format: Literal[1] = 1
    kind: Literal["workload"] = "workload"
    name: Name = ""
    jobs: Annotated[tuple[Job, ...], Field(max_length=64)] = ()
    background: Annotated[tuple[Background, ...], Field(max_length=64)] = ()
    flows: Annotated[tuple[Flow, ...], Field(max_length=1_000_000)] = ()
