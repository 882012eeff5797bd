"""How long the parent waits for its children: told by a clock of the test's own, without wall time."""

import sys
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from studio.embedded.patience import SAY_EVERY_S, STUCK_AFTER_S, computed_by, seconds_of, wait_for
from studio.embedded.processes import Child, stop
from tests.patience import wait_until


@dataclass
class Start:
    """A child that takes ``share`` of a core until it is ready, on a clock that only waiting moves."""

    share: float
    ready_after_s: float
    dies_after_s: float = float("inf")
    now: float = 1000.0
    said: list[str] = field(default_factory=list)

    @property
    def passed(self) -> float:
        return self.now - 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += max(seconds, 0.5)

    def wait(self) -> bool:
        clock = self

        class Awaited:
            name = "web"

            @property
            def is_alive(self) -> bool:
                return clock.passed < clock.dies_after_s

        return wait_for(
            [Awaited()],
            lambda: self.passed >= self.ready_after_s,
            say=self.said.append,
            computed=lambda _: self.share * self.passed,
            clock=self,
        )


def test_a_child_that_compiles_on_a_busy_machine_is_waited_for_however_long_it_takes():
    start = Start(share=0.05, ready_after_s=20 * STUCK_AFTER_S)
    assert start.wait()
    assert start.passed >= 20 * STUCK_AFTER_S


def test_the_wait_is_told_with_its_seconds():
    start = Start(share=0.5, ready_after_s=3.5 * SAY_EVERY_S)
    assert start.wait()
    assert start.said == [
        f"web: compiling kernels, once per version: {each} s so far" for each in (10, 20, 30)
    ]


def test_a_quick_start_says_nothing():
    start = Start(share=1.0, ready_after_s=2.0)
    assert start.wait()
    assert start.said == []


def test_a_child_that_does_nothing_is_given_up():
    start = Start(share=0.0, ready_after_s=float("inf"))
    assert not start.wait()
    assert start.passed == pytest.approx(STUCK_AFTER_S, abs=1.0)


def test_a_child_that_dies_is_given_up_at_once():
    start = Start(share=1.0, ready_after_s=float("inf"), dies_after_s=3.0)
    assert not start.wait()
    assert start.passed == pytest.approx(3.0, abs=1.0)


def test_what_a_child_computes_is_counted(tmp_path):
    child = Child("busy", [sys.executable, "-c", "while True: pass"], tmp_path / "log")
    assert computed_by(child) == 0.0
    child.start()
    try:
        wait_until(lambda: computed_by(child) > 0.1, "its work")
    finally:
        stop([child], grace_s=5)


@pytest.mark.parametrize(
    ("told", "seconds"),
    [("0:07.50", 7.5), ("02:03", 123.0), ("1:02:03", 3723.0), ("2-01:02:03", 176_523.0)],
)
def test_a_time_of_ps_is_read(told: str, seconds: float):
    assert seconds_of(told) == seconds


def test_a_system_that_does_not_tell_counts_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("PATH", str(tmp_path))
    child = Child("unknown", [], tmp_path / "log")
    child.process = SimpleNamespace(pid=1)
    assert computed_by(child) == 0.0
