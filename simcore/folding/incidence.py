"""What folding looks at: which streams touch which resources, who waits for whom, what tells them apart."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NO_PARTNER = -1


class Entries(NamedTuple):
    """Stream s touches ``resource[begin[s]:end[s]]``, with its ``multiplicity`` there; rows may be shared.

    ``begin`` and ``end`` (S,) int64, ``resource`` (E,) int32, ``multiplicity`` (E,) float64, above 0.
    """

    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    resource: NDArray[np.int32]
    multiplicity: NDArray[np.float64]


class Waits(NamedTuple):
    """Stream s waits for the streams ``after[begin[s]:end[s]]``, each with its ``lag`` (s).

    ``begin`` and ``end`` (S,) int64, ``after`` (D,) int32 below s, ``lag`` (D,) float64.
    """

    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    after: NDArray[np.int32]
    lag: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Incidence:
    """S streams over R resources, and what tells them apart.

    Attributes
    ----------
    stream_kind, resource_kind
        (S,) and (R,) int64: what has different kinds is never of one class. Streams of one kind have the same
        bytes and weight, and start together unless they wait for others.
    partner
        (R,) int32: the resource whose class goes along, the other direction of a cable, or ``NO_PARTNER``.
    """

    entries: Entries
    waits: Waits
    stream_kind: NDArray[np.int64]
    resource_kind: NDArray[np.int64]
    partner: NDArray[np.int32]

    @property
    def streams(self) -> int:
        """Number of streams S."""
        return int(self.stream_kind.shape[0])

    @property
    def resources(self) -> int:
        """Number of resources R."""
        return int(self.resource_kind.shape[0])
