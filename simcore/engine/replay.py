"""What playing a tape backwards keeps: what waits for what, and the instant at hand."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.engine.watch import Watch
from simcore.solver.crowds import Sharing
from simcore.solver.holders import Prices

NO_SLOT: Final = -1


class Causes(NamedTuple):
    """What later things wait for, as C slots: the end of a stream, or all ends at one time for one player.

    Of L lines, ``own`` and ``shared`` are the slots of one that can be a cause, ``waits_for`` that of the
    cause of one that has one, ``also`` that of the other cause of a JOINT.
    """

    own: NDArray[np.int32]  # (L,)
    shared: NDArray[np.int32]  # (L,)
    waits_for: NDArray[np.int32]  # (L,)
    also: NDArray[np.int32]  # (L,)
    size: NDArray[np.int32]  # (C,) lines of a slot
    is_tied: NDArray[np.int8]  # (C,) whether others were waited for as well
    gain: NDArray[np.float64]  # (C, K, 2) what is gained by their coming sooner
    watched: NDArray[np.float64]  # (C, K) the part of what an outcome waited for that they are


class Moment(NamedTuple):
    """The instant at hand: who changed rate, who started, and what is to be divided."""

    is_in: NDArray[np.int8]  # (S,) whether listed in ``changed``
    changed: NDArray[np.int32]  # (S,)
    gained: NDArray[np.float64]  # (S, K, 2) value times change of rate
    after: NDArray[np.float64]  # (S,) rate after the instant
    held_after: NDArray[np.int32]  # (S,) bottleneck after the instant
    started: NDArray[np.int32]  # (L,) START lines
    owing: NDArray[np.float64]  # (S, K, 2) what is gained by the end, or the start, of a stream coming sooner
    queue_rate: NDArray[np.float64]  # (S,) rate of the queue of a lead
    taken: NDArray[np.float64]  # (R,) what those that end or start take
    divided: NDArray[np.float64]  # (R + 1, K, 2) what those that touch a resource divide; last, all of them
    touched: NDArray[np.int32]  # (R,) resources with something in ``taken``
    relayed: NDArray[np.float64]  # (K, 3) of one line: its gain, and the part that is WATCHED
    counts: NDArray[np.int64]  # (3,) listed in ``changed``, ``started``, ``touched``


class Replay(NamedTuple):
    """A stretch of L lines, the first of which is an instant, and all that playing it back keeps."""

    lines: NDArray[np.void]
    number: int  # lines written before them
    sharing: Sharing
    prices: Prices
    causes: Causes
    watch: Watch
    moment: Moment
    flows: NDArray[np.int8]  # (K,) whether all ends of streams that nobody is told of count
    tie: float
