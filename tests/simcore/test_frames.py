"""The bytes of a frame, read by their offsets as they are written down."""

import json
import struct
from uuid import UUID

import numpy as np
import pytest

from simcore.errors import FormatError
from simcore.frames import (
    FaultReadout,
    FlowReadout,
    FrameFlag,
    IterationCount,
    RailReadout,
    Readout,
    Snapshot,
    decode,
    encode,
    frame_length,
    quantise,
)
from simcore.metrics import tail

RUN = UUID("12345678-1234-5678-1234-567812345678")


def _readout() -> Readout:
    nothing = tail(np.empty(0), "s")
    return Readout(
        iterations=IterationCount(3, 10),
        iteration=tail(np.arange(1.0, 4.0), "s"),
        communication=nothing,
        since_fault=None,
        before_fault=None,
        flows=FlowReadout(0, nothing, tail(np.empty(0), "1")),
        rails=(RailReadout("j", "rail 1", "spine-1", 2, 1, 0, 4e10, "switch spine-1 is taken"),),
        recent=((2, 0.5, 0.25),),
        faults_active=(FaultReadout("c7", None, 0.25),),
    )


def _snapshot(*, event: bool = False) -> Snapshot:
    return Snapshot(1.5, 0.1, np.array([0.0, 0.5, 1.0, np.nan]), 0.3, 3.5, event, _readout)


def _encoded(*, event: bool = False, eta: float | None = 12.0) -> bytes:
    return encode(_snapshot(event=event), run=RUN, seq=7, wall=2.5, eta=eta)


def test_the_header_stands_where_it_is_said_to_stand() -> None:
    frame = _encoded()
    assert frame[:4] == b"TWLF"
    assert struct.unpack_from("<HH", frame, 4) == (1, 64)
    assert frame[8:24] == RUN.bytes
    assert struct.unpack_from("<II", frame, 24) == (7, 2)
    assert struct.unpack_from("<dd", frame, 32) == (1.5, 2.5)
    assert struct.unpack_from("<ff", frame, 48) == pytest.approx((0.3, 12.0), rel=1e-7)
    flags, length = struct.unpack_from("<II", frame, 56)
    assert (flags, length) == (0, len(frame) - 64 - 4)


def test_utilisation_follows_the_header_one_byte_a_direction() -> None:
    assert list(_encoded()[64:68]) == [0, 127, 254, 255]


def test_the_readout_is_json_at_the_end() -> None:
    readout = json.loads(_encoded()[68:])
    assert readout["iterations"] == {"done": 3, "total": 10}
    assert readout["iteration"]["count"] == 3
    assert readout["iteration"]["p99"] is None
    assert readout["since_fault"] is None
    assert readout["recent"] == [[2, 0.5, 0.25]]
    assert readout["rails"][0]["fell_back"] == 1
    assert readout["faults_active"] == [{"cable": "c7", "switch": None, "rate_share": 0.25}]


def test_a_frame_reads_back_as_it_was_written() -> None:
    frame = decode(_encoded(event=True))
    assert (frame.run, frame.seq, frame.time, frame.wall) == (RUN, 7, 1.5, 2.5)
    assert frame.flags is FrameFlag.EVENT
    assert frame.eta == 12.0
    assert frame.utilisation.tolist() == [0, 127, 254, 255]


def test_an_unknown_remaining_time_reads_back_as_unknown() -> None:
    assert decode(_encoded(eta=None)).eta is None


def test_a_time_beyond_all_is_still_a_time():
    assert decode(_encoded(eta=1e300)).eta == pytest.approx(1e30)


def test_more_than_full_and_less_than_nothing_are_cut_and_rounding_is_to_the_nearest() -> None:
    assert quantise(np.array([1.2, -0.1, 0.003, 0.001])).tolist() == [254, 0, 1, 0]


def test_frames_one_after_another_can_be_told_apart() -> None:
    record = _encoded() + _encoded(event=True)
    length = frame_length(record)
    assert decode(record[length:]).flags is FrameFlag.EVENT


@pytest.mark.parametrize("cut", [0, 3, 63, 66, 100])
def test_a_frame_that_is_cut_off_is_refused(cut: int) -> None:
    with pytest.raises(FormatError):
        decode(_encoded()[:cut])


def test_something_else_is_no_frame() -> None:
    with pytest.raises(FormatError, match="not a frame"):
        decode(b"PNG!" + bytes(100))


def test_a_frame_of_a_later_version_is_refused() -> None:
    frame = bytearray(_encoded())
    frame[4] = 2
    with pytest.raises(FormatError, match="version 2"):
        decode(bytes(frame))


def test_the_readout_is_worked_out_when_first_asked_for() -> None:
    calls: list[int] = []

    def make() -> Readout:
        calls.append(1)
        return _readout()

    snapshot = Snapshot(0.0, 0.0, np.empty(0), 0.0, 0.0, False, make)
    assert calls == []
    assert snapshot.readout is snapshot.readout
    assert calls == [1]
