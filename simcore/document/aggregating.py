"""The part of a scenario about adding up: in switches, servers, adapters and hosts, and what is encrypted."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from simcore.document.common import DocumentModel
from simcore.document.workload import Selection


class Tiers(StrEnum):
    """Which switches may add: those next to the hosts alone, those and the tier above, or all."""

    ALL = "all"
    LEAF_SPINE = "leaf-spine"
    LEAF = "leaf"


class TreeProtocol(StrEnum):
    """How a tree takes its message: in segments one by one (SHARP's LLT), or as a stream (SAT).

    ``auto`` takes the one that is faster on an idle fabric.
    """

    AUTO = "auto"
    LATENCY = "latency"
    STREAMING = "streaming"


class Waiting(StrEnum):
    """Whether a rail waits for a tree that another holds: where that is predicted to pay, or never."""

    WHEN_IT_PAYS = "when-it-pays"
    NEVER = "never"


class Lease(StrEnum):
    """How long a granted tree is held: for one collective, or until the job has ended."""

    COLLECTIVE = "collective"
    JOB = "job"


class ServerPattern(StrEnum):
    """Who sends to which edge server.

    ``shared``: everybody sends an equal part to each. ``rack``: everybody to the nearest, and a ring goes
    around the servers.
    """

    SHARED = "shared"
    RACK = "rack"


class EdgeServers(DocumentModel):
    """Hosts that add for others; no job has ranks on them.

    ``reduce_gbps`` is the rate of input that one server adds: 1,100 is a third of the 410 GB/s of eight
    channels of DDR5-6400, two reads and a write a byte (assumed).
    """

    hosts: Selection | None = None
    pattern: ServerPattern = ServerPattern.SHARED
    reduce_gbps: Annotated[float, Field(gt=0, le=1e7)] = 1_100.0


class AggregationChoice(DocumentModel):
    """Settings of aggregation outside the ranks themselves.

    ``chunk_bytes`` is the piece that is stored and forwarded at each hop of the pipeline (assumed).
    ``merged_share`` of the copies that meet in a switch are added, the rest goes on unadded (best effort).
    ``wire_share`` and ``start_us`` of a streaming tree are those of the switches' profile where null.
    With a ``quorum`` a collective begins when so many ranks of the job are ready, and at most
    ``quorum_timeout_ms`` later, for the rest; null waits for all. ``adapter_reduce_gbps`` is the rate of
    input that an adapter adds (SmartNIC; assumed).
    """

    chunk_bytes: Annotated[int, Field(ge=0, le=2**30)] = 4096
    tiers: Tiers = Tiers.ALL
    protocol: TreeProtocol = TreeProtocol.AUTO
    wait: Waiting = Waiting.WHEN_IT_PAYS
    lease: Lease = Lease.COLLECTIVE
    merged_share: Annotated[float, Field(ge=0, le=1)] = 1.0
    wire_share: Annotated[float, Field(gt=0, le=1)] | None = None
    start_us: Annotated[float, Field(ge=0, le=1e9)] | None = None
    quorum: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    quorum_timeout_ms: Annotated[float, Field(ge=0, le=1e9)] = 0.0
    servers: EdgeServers = EdgeServers()
    adapter_reduce_gbps: Annotated[float, Field(gt=0, le=1e7)] = 200.0


class InHost(StrEnum):
    """What goes on among the GPUs of a host.

    ``free``: it takes no time. ``ring``: one ring passes through all GPUs of the job. ``peers``: the GPUs
    of a host reduce and scatter before, and gather after what goes over the fabric. ``nvls``: the same, added
    in the switches of the host.
    """

    FREE = "free"
    RING = "ring"
    PEERS = "peers"
    NVLS = "nvls"


class ScaleUpChoice(DocumentModel):
    """How the scale-up domain of each host is used; what it can do stands in the server's type."""

    way: InHost = InHost.FREE


class Encryption(StrEnum):
    """Where traffic is encrypted: nowhere, on each cable (MACsec), or from end to end."""

    NONE = "none"
    MACSEC = "macsec"
    END_TO_END = "end-to-end"


class Security(DocumentModel):
    """How traffic is protected.

    Every packet of ``mtu_bytes`` payload has 32 bytes more with MACsec, 40 more from end to end (PSP,
    assumed). ``macsec_hop_us`` is what coding adds to each hop (assumed, 0.1 to 0.5).
    """

    encryption: Encryption = Encryption.NONE
    mtu_bytes: Annotated[int, Field(ge=256, le=65_536)] = 4096
    macsec_hop_us: Annotated[float, Field(ge=0, le=1e6)] = 0.3
