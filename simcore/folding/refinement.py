"""Colour refinement: the coarsest classes in which streams and resources see the same classes around them.

Every round gives a stream a new colour made of its own, of those of its resources with multiplicities, and of
those of the streams that it waits for with lags; and every resource one made of its own, of those of the
streams on it, and of its partner's. It ends when a round divides no class any more (docs/model/folding.md).
Colours are 64-bit hashes, so that a round costs one pass over the entries; ``simcore.folding.quotient`` adds
up to see that the classes are what they should be.

References
----------
Cardon and Crochemore, "Partitioning a Graph in O(|A| log₂ |V|)", Theoretical Computer Science 19(1), 1982;
Grohe, Kersting, Mladenov and Selman, "Dimension Reduction via Colour Refinement", ESA 2014.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.folding.incidence import NO_PARTNER, Incidence
from simcore.kernels import folding_kernel

# Odd numbers without pattern (fractions of pi and e), to keep apart what is put into one hash.
OF_RESOURCE: Final = np.uint64(0x243F6A8885A308D3)
OF_WAIT: Final = np.uint64(0xB7E151628AED2A6B)
OF_PARTNER: Final = np.uint64(0x13198A2E03707345)
# Amounts count as equal where they differ in the last 12 of 52 bits alone: added up in another order, say.
HALF: Final = np.uint64(1 << 11)
DROPPED: Final = np.uint64(12)
# Steps of the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
SHIFT_1, SHIFT_2, SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
FACTOR_1, FACTOR_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
# Rounds after which what still divides is left alone: the classes would be too many to pay.
MOST_ROUNDS: Final = 64

Colours = NDArray[np.uint64]


class Amounts(NamedTuple):
    """What streams look at, ``other[begin[s]:end[s]]``, and the bits of an amount for each."""

    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    other: NDArray[np.int32]
    bits: Colours


def refine(incidence: Incidence, *, most_classes: int) -> tuple[NDArray[np.int32], NDArray[np.int32]] | None:
    """Return the class of each stream (S,) and of each resource (R,), numbered as they first occur.

    None where the streams come to more than ``most_classes``.
    """
    streams, resources = _as_colours(incidence.stream_kind), _as_colours(incidence.resource_kind)
    entries = Amounts(*incidence.entries[:3], incidence.entries.multiplicity.view(np.uint64))
    waits = Amounts(*incidence.waits[:3], incidence.waits.lag.view(np.uint64))
    seen, before = np.empty_like(resources), (0, 0)
    for _ in range(MOST_ROUNDS):
        _look_at_resources(entries, waits, resources, streams)
        _look_at_streams(entries, incidence.partner, streams, seen, resources)
        count = (np.unique(streams).shape[0], np.unique(resources).shape[0])
        if count[0] > most_classes:
            return None
        if count == before:
            return _numbered(streams), _numbered(resources)
        before = count
    return None


def _as_colours(kind: NDArray[np.int64]) -> Colours:
    return np.ascontiguousarray(kind).astype(np.uint64)


def _numbered(colours: Colours) -> NDArray[np.int32]:
    """Return the number of each colour, in the order in which they first occur."""
    _, first, of = np.unique(colours, return_index=True, return_inverse=True)
    number = np.empty(first.shape[0], dtype=np.int32)
    number[np.argsort(first)] = np.arange(first.shape[0], dtype=np.int32)
    found: NDArray[np.int32] = number[of]
    return found


@folding_kernel
def _mixed(value: np.uint64) -> np.uint64:
    value = (value ^ (value >> SHIFT_1)) * FACTOR_1
    value = (value ^ (value >> SHIFT_2)) * FACTOR_2
    return value ^ (value >> SHIFT_3)


@folding_kernel
def _amount(bits: np.uint64) -> np.uint64:
    """Return an amount of 0 or more, given by its bits, to about 12 digits."""
    return (bits + HALF) >> DROPPED


@folding_kernel
def _look_at_resources(entries: Amounts, waits: Amounts, resources: Colours, streams: Colours) -> None:
    """Give streams their new colours, in their order: who waits for others looks at their new ones."""
    for stream in range(len(streams)):
        seen = np.uint64(0)
        for entry in range(entries.begin[stream], entries.end[stream]):
            colour = resources[entries.other[entry]]
            seen += _mixed(colour + OF_RESOURCE * _amount(entries.bits[entry]))
        for entry in range(waits.begin[stream], waits.end[stream]):
            colour = streams[waits.other[entry]]
            seen += _mixed(OF_WAIT ^ _mixed(colour + OF_WAIT * _amount(waits.bits[entry])))
        streams[stream] = _mixed(streams[stream] * OF_RESOURCE + _mixed(seen))


@folding_kernel
def _look_at_streams(
    entries: Amounts, partner: NDArray[np.int32], streams: Colours, seen: Colours, resources: Colours
) -> None:
    """Give resources their new colours; ``seen`` (R,) is scratch."""
    seen[:] = np.uint64(0)
    for stream in range(len(streams)):
        for entry in range(entries.begin[stream], entries.end[stream]):
            seen[entries.other[entry]] += _mixed(streams[stream] + OF_RESOURCE * _amount(entries.bits[entry]))
    for row in range(len(resources)):
        seen[row] = _mixed(resources[row] * OF_RESOURCE + _mixed(seen[row]))
    for row in range(len(resources)):
        resources[row] = seen[row]
        if partner[row] != NO_PARTNER:
            resources[row] = _mixed(seen[row] + OF_PARTNER * seen[partner[row]])
