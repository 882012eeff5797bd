"""The observer of a run: publishes at most ten frames a second and writes the frame record.

The record holds about 600 frames and every fault event: where it grows to twice that, every second frame
without an event is dropped and from then on only every second one is taken. A frame that is made for viewers
costs the record nothing more; making others costs time that the run could use, so a quick run records fewer
of those rather than becoming slow.
"""

import time
from collections.abc import Callable
from typing import Final
from uuid import UUID

from simcore.frames import FrameFlag, Snapshot, encode
from twin import storage
from twin.live import news
from twin.live.eta import RemainingTime

FRAMES_PER_S: Final = 10.0
EARLY_S: Final = 0.03  # samples of a paced run come every 0.1 s, give or take
RECORD_FRAMES: Final = 600
WRITE_EVERY_S: Final = 0.5
COST_SHARE: Final = 0.25  # of the run's wall time, for frames that are made for the record alone
COST_FREE_S: Final = 0.3
BROKER_REST_S: Final = 2.0  # after a failure the broker is left alone for so long
SEQ_PER_ATTEMPT: Final = 1 << 24  # an attempt's numbers stand above those of the one before


class FramePublisher:
    """Takes snapshots of one attempt and passes them on, to the viewers now and to the record for later."""

    def __init__(
        self,
        run_id: UUID,
        attempt: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        calendar: Callable[[], float] = time.time,
        tell: Callable[..., bool] = news.tell_frame,
    ) -> None:
        self.progress = 0.0
        self.eta_s: float | None = None
        self.simulated_s = 0.0
        self._run_id, self._attempt, self._tell = run_id, attempt, tell
        self._clock, self._calendar = clock, calendar
        self._seq = (attempt - 1) * SEQ_PER_ATTEMPT
        self._began = clock()
        self._remaining = RemainingTime()
        self._next_frame = self._began
        self._broker_rests_until = self._began
        self._taken, self._stride = 0, 1
        self._recorded = 0
        self._unwritten: list[bytes] = []
        self._written_at = self._began
        self._spent = 0.0
        self._shown: Snapshot | None = None

    def __call__(self, snapshot: Snapshot) -> None:
        """Take one snapshot; a frame is made only if somebody is going to see it."""
        now = self._clock()
        self._note(snapshot, now)
        is_due = snapshot.event or snapshot.last or now >= self._next_frame - EARLY_S
        is_kept = self._is_kept(snapshot, now, is_due=is_due)
        if is_due or is_kept:
            frame = self._frame(snapshot)
            if is_kept:
                self._record(frame, now)
            if is_due:
                self._next_frame = max(self._next_frame, now - EARLY_S) + 1 / FRAMES_PER_S
                self._publish(frame, now)
            else:
                self._spent += self._clock() - now

    def close(self) -> None:
        """Write what is unwritten; a run that broke off ends with its last frame once more, marked as such.

        Not with a later snapshot: nobody asked for its readout in time.
        """
        if self._shown is not None and not self._shown.last:
            self.eta_s = None
            frame = self._frame(self._shown, FrameFlag.LAST)
            self._unwritten.append(frame)
            self._publish(frame, self._clock())
        self._write(self._clock())

    def _note(self, snapshot: Snapshot, now: float) -> None:
        wall = now - self._began
        self._remaining.note(wall=wall, simulated=snapshot.time, left=snapshot.left, event=snapshot.event)
        self.progress, self.simulated_s = snapshot.progress, snapshot.time
        self.eta_s = self._remaining.seconds

    def _is_kept(self, snapshot: Snapshot, now: float, *, is_due: bool) -> bool:
        if snapshot.event or snapshot.last:
            return True
        self._taken += 1
        is_cheap = is_due or self._spent <= COST_FREE_S + COST_SHARE * (now - self._began)
        return is_cheap and self._taken % self._stride == 0

    def _frame(self, snapshot: Snapshot, flags: FrameFlag | None = None) -> bytes:
        self._seq += 1
        self._shown = snapshot
        return encode(
            snapshot, run=self._run_id, seq=self._seq, wall=self._calendar(), eta=self.eta_s, flags=flags
        )

    def _publish(self, frame: bytes, now: float) -> None:
        if now < self._broker_rests_until:
            return
        if not self._tell(self._run_id, seq=self._seq, frame=frame):
            self._broker_rests_until = self._clock() + BROKER_REST_S

    def _record(self, frame: bytes, now: float) -> None:
        self._unwritten.append(frame)
        self._recorded += 1
        if now - self._written_at >= WRITE_EVERY_S or self._recorded >= 2 * RECORD_FRAMES:
            self._write(now)
        if self._recorded >= 2 * RECORD_FRAMES:
            self._thin()

    def _write(self, now: float) -> None:
        if self._unwritten:
            storage.append_frames(self._run_id, self._attempt, b"".join(self._unwritten))
            self._unwritten.clear()
        self._written_at = now

    def _thin(self) -> None:
        """Drop every second frame of the record that shows no event."""
        record = storage.frame_record(self._run_id, self._attempt)
        kept, plain = [], 0
        for entry in storage.frame_index(self._run_id, self._attempt):
            plain += not entry.flags
            if entry.flags or plain % 2 == 0:
                kept.append(record[entry.offset : entry.offset + entry.length])
        storage.replace_frames(self._run_id, self._attempt, b"".join(kept))
        self._recorded = len(kept)
        self._stride *= 2
