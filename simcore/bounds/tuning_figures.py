"""NCCL's published constants: start, hop by hop, and what protocols reach.

FACT: NVIDIA/nccl, src/graph/tuning.cc at 5067397c (2026-06-11); of a tree with LL128 the hops, the caps of a
channel, those of LL over a network and the shares of a size from the same file at b6475625. QUOTED, as others
write of the newer file: the shares and the cap of LL inside a Hopper host, and the last share of a size. The
figures are NCCL's own, from measurements that are not published; they serve to choose, not to predict.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MICRO: Final = 1e-6
GIGA: Final = 1e9


class Method(StrEnum):
    """An algorithm of NCCL."""

    RING = "ring"
    TREE = "tree"
    COLLNET_DIRECT = "CollNet direct"
    COLLNET_CHAIN = "CollNet chain"
    NVLS = "NVLS"
    NVLS_TREE = "NVLSTree"


class Protocol(StrEnum):
    """How a piece and the flag that it has arrived go together."""

    LL = "LL"
    LL128 = "LL128"
    SIMPLE = "Simple"


class Generation(StrEnum):
    """GPUs that the caps of a channel are listed for."""

    AMPERE = "Ampere"
    HOPPER = "Hopper"


class Processor(StrEnum):
    """Host processors that the caps of LL over a network are listed for."""

    INTEL = "Intel"
    AMD = "AMD"


@dataclass(frozen=True, slots=True)
class Latency:
    """Start, a hop over NVLink and a hop over the network, s."""

    start: float
    in_host: float
    network: float

    @classmethod
    def of(cls, start: float, in_host: float, network: float) -> "Latency":
        """Return the latency of figures in microseconds."""
        return cls(start * MICRO, in_host * MICRO, network * MICRO)


LATENCIES: Final[dict[tuple[Method, Protocol], Latency]] = {
    (Method.TREE, Protocol.LL): Latency.of(6.8, 0.6, 5.0),
    (Method.TREE, Protocol.LL128): Latency.of(14.0, 1.25, 8.5),
    (Method.TREE, Protocol.SIMPLE): Latency.of(8.4, 4.0, 14.0),
    (Method.RING, Protocol.LL): Latency.of(6.6, 0.6, 2.7),
    (Method.RING, Protocol.LL128): Latency.of(14.0, 1.9, 4.0),
    (Method.RING, Protocol.SIMPLE): Latency.of(8.4, 3.4, 14.0),
    (Method.COLLNET_DIRECT, Protocol.SIMPLE): Latency.of(0.0, 3.7, 31.0),
    (Method.COLLNET_CHAIN, Protocol.SIMPLE): Latency.of(0.0, 2.8, 30.0),
    (Method.NVLS, Protocol.SIMPLE): Latency.of(0.0, 25.0, 18.0),
    (Method.NVLS_TREE, Protocol.SIMPLE): Latency.of(0.0, 25.0, 20.9),
}

# One GPU after the other at a tree's fan-in inside the host.
ARITY_STEP: Final = 0.4 * MICRO
# What handing a piece to the network costs a ring at each step, s; Simple takes three of them.
POSTING: Final = {Processor.INTEL: 1.0 * MICRO, Processor.AMD: 2.0 * MICRO}
# The ring's latency grows with Simple over a network, from 64 bytes a rank and channel.
PLATEAU: Final = 1.4
PLATEAU_BYTES: Final = 64

LL_SHARE_RING: Final = 0.5
LL_SHARE_TREE: Final = 1 / 3.8
LL128_SHARE_RING: Final = 0.92
LL128_SHARE_RING_ONE_GPU: Final = 0.7
LL128_SHARE_TREE: Final = 120 / 128
LL128_SHARE_TREE_IN_HOST: Final = 7 / 9
TREE_SHARE: Final = 0.92
COLLNET_SHARE_HOPPER: Final = 0.85

# Caps in bytes/s for 1, 2 and more hosts. LL is capped for all channels together: inside a host by the GPU,
# over a network by the processor. The others are caps of one channel.
LL_CAP_IN_HOST: Final = {Generation.AMPERE: 87.7 * GIGA, Generation.HOPPER: 141.0 * GIGA}
LL_CAP_NETWORK: Final = {
    Processor.INTEL: (39.0 * GIGA, 20.4 * GIGA),
    Processor.AMD: (22.5 * GIGA, 19.0 * GIGA),
}
RING_LL128_CAP: Final = {
    Generation.AMPERE: (20.0 * GIGA, 20.0 * GIGA, 20.0 * GIGA),
    Generation.HOPPER: (36.7 * GIGA, 36.7 * GIGA, 36.7 * GIGA),
}
TREE_LL128_CAP: Final = {
    Generation.AMPERE: (20.0 * GIGA, 20.0 * GIGA, 20.0 * GIGA),
    Generation.HOPPER: (36.7 * GIGA, 36.7 * GIGA, 29.0 * GIGA),
}
TREE_CAP: Final = {
    Generation.AMPERE: (24.0 * GIGA, 23.6 * GIGA, 17.8 * GIGA),
    Generation.HOPPER: (38.7 * GIGA, 41.4 * GIGA, 36.0 * GIGA),
}

# What a tree reaches of its rate by size, from 64 bytes, a factor of two each; 1 beyond.
_LL = "1 1 1 1 .9 .8 .7 .7 .7 .7 .6 .5 .4 .4 .5 .6 .7 .8 .9 1 1 1 1 1"
_LL128 = "1 1 1 1 1 .9 .8 .8 .8 .7 .6 .6 .6 .6 .6 .6 .8 .9 .9 .9 .9 1 1 1"
_SIMPLE = ".9 .9 .9 .9 .9 .9 .9 .8 .7 .6 .6 .5 .5 .5 .5 .6 .7 .8 .7 .7 .8 .9 .9 .9"
TREE_BY_SIZE: Final[dict[Protocol, tuple[float, ...]]] = {
    Protocol.LL: tuple(map(float, _LL.split())),
    Protocol.LL128: tuple(map(float, _LL128.split())),
    Protocol.SIMPLE: tuple(map(float, _SIMPLE.split())),
}
