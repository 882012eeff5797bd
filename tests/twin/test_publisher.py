"""The frame publisher: how often it tells, what it records, how it thins."""

from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest

from simcore.frames import (
    FlowReadout,
    FrameFlag,
    IterationCount,
    Readout,
    Snapshot,
    decode,
)
from simcore.metrics import Tail
from twin import storage
from twin.live.publisher import RECORD_FRAMES, SEQ_PER_ATTEMPT, FramePublisher

NOTHING = Tail(0, "s", None, None, None, None, None, None)
READOUT = Readout(
    iterations=IterationCount(0, 1),
    iteration=NOTHING,
    communication=NOTHING,
    since_fault=None,
    before_fault=None,
    flows=FlowReadout(0, NOTHING, NOTHING),
    rails=(),
    recent=(),
    faults_active=(),
)


UNIX_TIME = 1_700_000_000.0


class Wall:
    """A clock that stands until it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Watched:
    """A publisher with a clock, and what it told."""

    def __init__(self, attempt: int = 1) -> None:
        self.run, self.wall, self.told, self.is_away = uuid4(), Wall(), [], False
        self.attempt = attempt
        self.publisher = FramePublisher(
            self.run, attempt, clock=self.wall, calendar=lambda: UNIX_TIME + self.wall.now, tell=self._tell
        )

    def _tell(self, run, *, seq, frame):
        self.told.append((self.wall.now, seq, decode(frame)))
        return not self.is_away

    def show(
        self,
        wall: float,
        *,
        progress: float = 0.5,
        event: bool = False,
        last: bool = False,
        make=lambda: READOUT,
    ) -> None:
        self.wall.now = wall
        load = np.full(4, 0.5)
        self.publisher(Snapshot(wall / 10, 0.1, load, progress, 1.0, event, make, last))

    def recorded(self):
        return storage.frame_index(self.run, self.attempt)


def test_samples_every_tenth_of_a_second_are_all_told():
    watched = Watched()
    for number in range(600):
        watched.show(number * 0.1 + (0.02 if number % 3 else 0.0))  # they come a little late
    assert len(watched.told) == 600


def test_samples_that_come_faster_are_told_ten_times_a_second():
    watched = Watched()
    for number in range(5_000):
        watched.show(number * 0.001)
    assert 50 <= len(watched.told) <= 51


def test_a_fault_event_is_told_and_recorded_at_once():
    watched = Watched()
    watched.show(0.0)
    watched.show(0.01, event=True)
    assert watched.told[-1][2].flags == FrameFlag.EVENT
    watched.publisher.close()
    assert [entry.flags for entry in watched.recorded()] == [0, FrameFlag.EVENT, FrameFlag.LAST]


def test_a_long_run_keeps_about_six_hundred_frames_and_every_event():
    watched = Watched()
    for number in range(10_000):
        watched.show(number * 0.1, event=number % 2_500 == 1_250)
    watched.publisher.close()
    entries = watched.recorded()
    assert RECORD_FRAMES <= len(entries) <= 2 * RECORD_FRAMES
    assert sum(bool(entry.flags & FrameFlag.EVENT) for entry in entries) == 4
    times = np.array([entry.simulated_s for entry in entries if not entry.flags])
    assert np.diff(times).max() < 2.1 * np.diff(times).min()  # even, not the newest only


def test_the_end_is_told_and_recorded_at_once_as_the_last_frame():
    watched = Watched()
    watched.show(0.0)
    watched.show(0.01, last=True)
    watched.publisher.close()
    assert [frame.flags for _, _, frame in watched.told] == [0, FrameFlag.LAST]
    assert [entry.flags for entry in watched.recorded()] == [0, FrameFlag.LAST]


def test_a_run_that_breaks_off_ends_with_figures_no_newer_than_their_time():
    watched, done = Watched(), 3

    def count() -> Readout:
        watched.wall.now += 1.0  # so dear that the record leaves frames out
        return replace(READOUT, iterations=IterationCount(done, 9))

    watched.show(1.0, make=count)
    watched.show(1.01, make=count)
    done = 4  # the run goes on, to a snapshot that is not due yet
    watched.show(1.02, make=count)
    watched.publisher.close()
    last = watched.told[-1][2]
    assert (last.flags, last.time, last.readout["iterations"]["done"]) == (FrameFlag.LAST, 0.101, 3)
    assert last.eta is None


def test_what_is_shown_is_recorded_however_dear_frames_are():
    watched = Watched()

    def dear() -> Readout:
        watched.wall.now += 0.09
        return READOUT

    for number in range(100):
        watched.show(number * 0.1, make=dear)
    watched.publisher.close()
    assert len(watched.told) == 100 + 1
    assert len(watched.recorded()) == 100 + 1


def test_a_frame_says_when_it_was_made():
    watched = Watched()
    watched.show(2.5)
    assert watched.told[0][2].wall == UNIX_TIME + 2.5


def test_a_broker_that_is_away_is_left_alone_for_a_while_and_the_record_goes_on():
    watched = Watched()
    watched.is_away = True
    for number in range(100):
        watched.show(number * 0.1)
    assert len(watched.told) <= 6  # ten seconds, one try in two
    watched.publisher.close()
    assert len(watched.recorded()) == 101


def test_the_numbers_of_a_second_attempt_stand_above_the_firsts():
    watched = Watched(attempt=2)
    watched.show(0.0)
    assert watched.told[0][1] == SEQ_PER_ATTEMPT + 1


def test_a_frame_cut_off_at_the_end_of_the_record_is_left_out():
    watched = Watched()
    watched.show(0.0)
    watched.publisher.close()
    whole = storage.frame_record(watched.run, 1)
    storage.replace_frames(watched.run, 1, whole[:-5])
    assert len(watched.recorded()) == 1


def test_a_run_without_frames_has_an_empty_record():
    assert storage.frame_index(uuid4(), 1) == []
    assert storage.frame_record(uuid4(), 1) == b""


@pytest.mark.parametrize("wall", [0.0, 3.0])
def test_what_the_heartbeat_reads_is_of_the_newest_snapshot(wall):
    watched = Watched()
    watched.show(wall, progress=0.25)
    assert (watched.publisher.progress, watched.publisher.simulated_s) == (0.25, wall / 10)
