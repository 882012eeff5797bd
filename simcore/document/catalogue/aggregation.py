"""What switches can add in the network: every limit of each profile, and where it is written."""

from dataclasses import dataclass
from typing import Final

from simcore.document.capabilities import AggregationProfile
from simcore.document.catalogue.sources import SHARP
from simcore.document.workload import DataType


@dataclass(frozen=True, slots=True)
class AggregationRule:
    """The limits of a profile; None is no limit, or nothing of the kind.

    Attributes
    ----------
    title
        What it is, for people.
    family
        Who interoperates: all switches of one family.
    scope, active
        How many streams are active at one time, and per what: "switch", "port"; "any" admits all, "none" adds
        nothing.
    trees
        Streaming trees that may stand in a subnet at one time.
    streams
        Whether a message can go as a stream.
    wire_share, start_us
        Of a stream: the part of a link that carries the vector, and what a call takes besides.
    slots, slot_bytes
        Packets that may be under way, and their payload.
    most_bytes
        Of one call.
    segment_bytes, segment_start_us, segment_step_us
        A message in segments: bytes of one, when the first is through, and how far apart the others are.
    reducer_gbps
        Input that it adds.
    types
        Of elements that it adds.
    sources
        Where each figure is written, and which is an assumption.
    """

    title: str
    family: str
    scope: str
    active: int
    sources: tuple[str, ...]
    trees: int | None = None
    streams: bool = True
    wire_share: float = 1.0
    start_us: float = 0.0
    slots: int | None = None
    slot_bytes: int | None = None
    most_bytes: int | None = None
    segment_bytes: int | None = None
    segment_start_us: float = 0.0
    segment_step_us: float = 0.0
    reducer_gbps: float | None = None
    types: frozenset[DataType] | None = None


_ALL_SIZES: Final = frozenset(
    {
        *(DataType.INT8, DataType.INT16, DataType.INT32, DataType.INT64),
        *(DataType.FP16, DataType.BF16, DataType.FP32, DataType.FP64),
    }
)
_COM_HPC: Final = "Graham et al., SHArP, COM-HPC 2016, abstract"
_ISC: Final = (
    "Graham et al., SHARP Streaming-Aggregation Hardware Design and Evaluation, ISC High Performance 2020"
)
_P4APP: Final = "p4lang/p4app-switchML: configuration.p4, general.cfg and README"
_FIRST_SEGMENT: Final = (
    f"first segment: 2.83 µs for 8 bytes over 128 hosts with Switch-IB 2 ({_COM_HPC}); for later chips an "
    "assumption"
)
_SHARP_TYPES: Final = (
    "types: NVIDIA SHARP Rev 3.5 to 3.10, collective library: integers and floats of 16, 32 and 64 bits, "
    "bf16, int8"
)
_STREAM: Final = (
    f"share of the wire: .95 on HDR with MPI_Allreduce ({_ISC}); for NDR an assumption",
    "start of a stream: assumption, 8 µs (5 to 15), set so that segments and streams cross at 4 to 16 KB",
    f"largest call: {SHARP}: 1,073,741,792 bytes",
    "segments: 2,048 bytes (NVIDIA SHARP 2.6.1, collective library)",
    "step: assumption, .9 µs (.8 to 1.0)",
    _FIRST_SEGMENT,
    _SHARP_TYPES,
    "reducer: assumption, line rate",
)
_MOST: Final = 1_073_741_792

AGGREGATION_PROFILES: Final[dict[AggregationProfile, AggregationRule]] = {
    AggregationProfile.NONE: AggregationRule(
        title="Adds nothing, passes copies on",
        family="",
        scope="none",
        active=0,
        sources=("the behaviour of any switch without a reducer",),
    ),
    AggregationProfile.SWITCH_IB_2: AggregationRule(
        title="Switch-IB 2 (EDR): segments alone",
        family="SHARP",
        scope="any",
        active=0,
        streams=False,
        segment_bytes=256,
        segment_start_us=2.83,
        segment_step_us=0.777,
        types=_ALL_SIZES - {DataType.INT8, DataType.BF16},
        sources=(
            "segments: 256 bytes (NVIDIA SHARP 2.6.1, collective library)",
            f"streams: none; they came with Quantum ({_ISC})",
            f"step: .777 µs, (14.48 - 2.83)/15 of 4,096 bytes ({_COM_HPC})",
            _FIRST_SEGMENT,
            "types: assumption, those of the first revisions, without bf16 and int8",
        ),
    ),
    AggregationProfile.QUANTUM: AggregationRule(
        title="Quantum (HDR): one stream a switch",
        family="SHARP",
        scope="switch",
        active=1,
        trees=63,
        wire_share=0.95,
        start_us=8.0,
        most_bytes=_MOST,
        segment_bytes=2048,
        segment_start_us=2.83,
        segment_step_us=0.9,
        types=_ALL_SIZES,
        sources=(
            f"streams: {SHARP}, streaming aggregation (SAT), Quantum: one active stream per switch (two on "
            "request)",
            f"trees: {SHARP}: 63 for streams in a subnet, 63 more for segments",
            *_STREAM,
        ),
    ),
    AggregationProfile.QUANTUM_2: AggregationRule(
        title="Quantum-2 (NDR): one stream a port",
        family="SHARP",
        scope="port",
        active=1,
        trees=511,
        wire_share=0.95,
        start_us=8.0,
        most_bytes=_MOST,
        segment_bytes=2048,
        segment_start_us=2.83,
        segment_step_us=0.9,
        types=_ALL_SIZES,
        sources=(
            f"streams: {SHARP}, streaming aggregation (SAT), Quantum-2: one active stream per port, trees "
            "that share no port run together",
            f"trees: {SHARP}: 511 for streams in a subnet, 511 more for segments",
            *_STREAM,
        ),
    ),
    AggregationProfile.TOFINO: AggregationRule(
        title="Tofino-like (SwitchML): slots of integers",
        family="SwitchML",
        scope="switch",
        active=32,
        wire_share=1024 / (1024 + 82),
        slots=256,
        slot_bytes=1024,
        types=frozenset({DataType.INT32}),
        sources=(
            f"slots: {_P4APP}: 256 packets of 1,024 bytes under way by default",
            f"streams: 8,192 slots in all (16,384 registers, two copies; {_P4APP}), 256 for each stream",
            "share of the wire: 1,024 of 1,106 bytes: preamble and gap 20, Ethernet 18, IPv4 20, UDP 8, BTH "
            "12, ICRC 4 (IEEE 802.3, RFC 791, RFC 768, InfiniBand Architecture Specification)",
            f"types: {_P4APP}: 32-bit integers; hosts turn floats into fixed point",
            "reducer: assumption, line rate",
        ),
    ),
    AggregationProfile.NVSWITCH_3: AggregationRule(
        title="NVSwitch 3: NVLink SHARP",
        family="NVLink SHARP",
        scope="any",
        active=0,
        reducer_gbps=12_800.0,
        wire_share=0.85,
        types=frozenset(
            {DataType.INT32, DataType.INT64, DataType.FP16, DataType.BF16, DataType.FP32, DataType.FP64}
        ),
        sources=(
            "reducer: 400 GFLOPS of fp32 a chip, 1.6 TB/s of input (NCCL issue 1455, which quotes the maker)",
            "share of the wire: .85 (NVIDIA/nccl, src/graph/tuning.cc, Hopper)",
            "types: assumption, integers of 32 and 64 bits and floats but those of 8 bits",
            "streams, slots: assumption, no limit; none is published",
        ),
    ),
}
