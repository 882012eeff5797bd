"""One moment of a run, quantised for the wire: the snapshot, its readout, and the bytes of a frame.

A frame is the live message and the entry of the frame record alike: a header of 64 bytes, one byte a
direction of each cable, then the readout as JSON in UTF-8. All numbers are little-endian.
"""

import json
import math
import struct
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import IntFlag
from functools import cached_property
from typing import Any, Final, Protocol
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from simcore.errors import FormatError
from simcore.metrics import Tail

VERSION: Final = 1
MAGIC: Final = b"TWLF"
# magic, version, header length, run, seq, cables, simulated, wall, progress, eta, flags, readout length
HEADER: Final = struct.Struct("<4sHH16sIIddffII")
FULL: Final = 254  # the byte of a link that carries its whole rate
UNKNOWN: Final = 255
LONGEST_ETA: Final = 1e30  # s; what is longer does not fit into the header


@dataclass(frozen=True, slots=True)
class IterationCount:
    """Iterations of all jobs: how many have ended, of how many."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class FlowReadout:
    """Background and explicit flows that have ended so far."""

    finished: int
    completion: Tail
    slowdown: Tail


@dataclass(frozen=True, slots=True)
class RailReadout:
    """One ring or tree of a job so far; fields as in ``metrics.RailSummary``."""

    job: str
    name: str
    root: str | None
    granted: int
    fell_back: int
    waited: int
    rate: float | None
    says: str | None


@dataclass(frozen=True, slots=True)
class FaultReadout:
    """A cable that runs at ``rate_share`` of its speed now, 0 being down; or a switch that is down."""

    cable: str | None
    switch: str | None
    rate_share: float


@dataclass(frozen=True, slots=True)
class Readout:
    """The figures beside the picture.

    ``since_fault`` and ``before_fault`` divide the iterations at the newest fault event, None before the
    first; ``recent`` holds (index, end in s, length in s) of at most the last 100 iterations of all jobs.
    """

    iterations: IterationCount
    iteration: Tail
    communication: Tail
    since_fault: Tail | None
    before_fault: Tail | None
    flows: FlowReadout
    rails: tuple[RailReadout, ...]
    recent: tuple[tuple[int, float, float], ...]
    faults_active: tuple[FaultReadout, ...]

    def as_json(self) -> str:
        """Return the readout as compact JSON; what is not known is null, never NaN."""
        return json.dumps(asdict(self), separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True)
class Snapshot:
    """One moment of a run, as the observer gets it.

    Attributes
    ----------
    time, interval
        Simulated time, and how long before it the mean reaches back (s).
    utilisation
        (L,) mean over the interval, 0..1 of the link's rate at the time.
    progress
        Share of the run that lies behind, 0..1; it never falls.
    left
        Simulated time that the run still needs, as judged at this moment (s).
    event
        A fault began or ended at this moment.
    make_readout
        Makes the readout when it is asked for. Ask within the observer's call: later it would say what is so
        by then, while one that was made in time is kept.
    last
        The run has ended at this moment.
    """

    time: float
    interval: float
    utilisation: NDArray[np.float64]
    progress: float
    left: float
    event: bool
    make_readout: Callable[[], Readout]
    last: bool = False

    @cached_property
    def readout(self) -> Readout:
        """The figures of this moment, worked out at the first look."""
        return self.make_readout()


class Observer(Protocol):
    """Who watches a run."""

    def __call__(self, snapshot: Snapshot) -> None: ...


class FrameFlag(IntFlag):
    """What is special about a frame."""

    EVENT = 1
    LAST = 2


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame as read back.

    ``wall`` is Unix time; ``utilisation`` holds the bytes, (2 * cables,); ``eta`` is None where unknown.
    """

    run: UUID
    seq: int
    time: float
    wall: float
    progress: float
    eta: float | None
    flags: FrameFlag
    utilisation: NDArray[np.uint8]
    readout: dict[str, Any]


def quantise(utilisation: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return one byte a link: ``round(254 u)`` within 0..254, and 255 where ``u`` is NaN (unknown)."""
    known = ~np.isnan(utilisation)
    scaled = np.rint(FULL * np.where(known, utilisation, 0.0)).clip(0, FULL)
    return np.where(known, scaled, UNKNOWN).astype(np.uint8)


def encode(
    snapshot: Snapshot, *, run: UUID, seq: int, wall: float, eta: float | None, flags: FrameFlag | None = None
) -> bytes:
    """Return the frame of a snapshot.

    ``wall`` is when the frame was made, in seconds of Unix time, by which a viewer on the same machine can
    tell how old it is; ``eta`` is the wall time that the run still needs (s, None where unknown). ``flags``
    defaults to what the snapshot itself says.
    """
    links = quantise(snapshot.utilisation)
    readout = snapshot.readout.as_json().encode()
    if flags is None:
        flags = FrameFlag(FrameFlag.EVENT * snapshot.event | FrameFlag.LAST * snapshot.last)
    header = HEADER.pack(
        MAGIC,
        VERSION,
        HEADER.size,
        run.bytes,
        seq,
        links.shape[0] // 2,
        snapshot.time,
        wall,
        snapshot.progress,
        math.nan if eta is None else min(eta, LONGEST_ETA),
        int(flags),
        len(readout),
    )
    return header + links.tobytes() + readout


def frame_length(frame: bytes) -> int:
    """Return how many bytes the frame takes whose header ``frame`` begins with."""
    if len(frame) < HEADER.size or frame[:4] != MAGIC:
        raise FormatError("this is not a frame: it does not begin with the 64-byte header 'TWLF'")
    fields = HEADER.unpack_from(frame)
    return int(fields[2] + 2 * fields[5] + fields[11])


def decode(frame: bytes) -> Frame:
    """Return what a frame says; ``FormatError`` where it is cut off or of another version."""
    length = frame_length(frame)
    if len(frame) < length:
        raise FormatError(f"the frame is cut off: {len(frame)} bytes of {length}")
    _, version, header, run, seq, cables, time, wall, progress, eta, flags, readout = HEADER.unpack_from(
        frame
    )
    if version != VERSION:
        raise FormatError(f"the frame has version {version}; this program reads version {VERSION}")
    body = header + 2 * cables
    return Frame(
        run=UUID(bytes=run),
        seq=seq,
        time=time,
        wall=wall,
        progress=progress,
        eta=None if math.isnan(eta) else eta,
        flags=FrameFlag(flags),
        utilisation=np.frombuffer(frame, np.uint8, 2 * cables, header),
        readout=json.loads(frame[body : body + readout]),
    )
