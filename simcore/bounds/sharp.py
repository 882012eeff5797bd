"""SHARP's two kinds of tree: for latency (LLT) and for streams (SAT), and where one overtakes the other."""

from dataclasses import dataclass
from math import ceil, inf
from typing import Final

from simcore.bounds.figures import (
    LLT_PAYLOAD_QUANTUM,
    LLT_PAYLOAD_SWITCH_IB_2,
    LLT_START,
    LLT_STEP_QUANTUM,
    LLT_STEP_SWITCH_IB_2,
    SAT_EFFICIENCY,
    SAT_START,
)


@dataclass(frozen=True, slots=True)
class LatencyTree:
    """A tree that takes a message in segments: the first after ``start`` s, the others a ``step`` apart."""

    start: float
    payload: float
    step: float

    def time(self, size: float) -> float:
        """Return a_L + (ceil(S/p) - 1) g, s."""
        return self.start + (max(1, ceil(size / self.payload)) - 1) * self.step

    @property
    def rate_ceiling(self) -> float:
        """What large messages tend to, p/g, bytes/s."""
        return self.payload / self.step


@dataclass(frozen=True, slots=True)
class StreamingTree:
    """A tree that lets a message stream through at ``efficiency`` of ``rate`` bytes/s, ``start`` s late."""

    start: float
    rate: float
    efficiency: float = SAT_EFFICIENCY.value

    def time(self, size: float) -> float:
        """Return a_S + S/(η B), s."""
        return self.start + size / (self.efficiency * self.rate)


# As published for 128 hosts; the starts are those of 128 hosts too.
SWITCH_IB_2: Final = LatencyTree(LLT_START.value, LLT_PAYLOAD_SWITCH_IB_2.value, LLT_STEP_SWITCH_IB_2.value)
QUANTUM: Final = LatencyTree(LLT_START.value, LLT_PAYLOAD_QUANTUM.value, LLT_STEP_QUANTUM.value)


def quantum_streaming(rate: float) -> StreamingTree:
    """Return a streaming tree of Quantum on links of ``rate`` bytes/s."""
    return StreamingTree(SAT_START.value, rate)


def crossover(latency: LatencyTree, streaming: StreamingTree) -> float:
    """Return the size in bytes from which streaming is faster.

        S* = p (a_S - a_L + g) / (g - p/(η B))

    taken where segments are so many that their number is S/p; infinite where segments come as fast as the
    stream, and 0 where streaming is never slower.
    """
    gap = latency.step - latency.payload / (streaming.efficiency * streaming.rate)
    if gap <= 0:
        return inf
    return max(0.0, latency.payload * (streaming.start - latency.start + latency.step) / gap)
