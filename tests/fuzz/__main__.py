"""Run many trials for each reader: ``python -m tests.fuzz [FORMAT …] --count 100000 --workers 2``."""

import argparse
import resource
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from types import FrameType
from typing import Final

from simcore.formats import FORMATS
from tests.fuzz.other_readers import OTHERS
from tests.fuzz.trial import MOST_MEMORY, MOST_SECONDS, Trial, seconds_of, trials

AT_ONCE: Final = 500
# A trial that takes so long of the processor (s) is given up.
GIVEN_UP: Final = 20.0
# A trial that was too slow is read so many times more, and the shortest counts: the machine may be busy.
AGAIN: Final = 2
SHOWN: Final = 10


@dataclass(slots=True)
class Part:
    """What some trials of a reader gave: s of the processor, bytes of the whole process at its most."""

    slowest: float = 0.0
    whose: str = ""
    memory: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, trial: Trial) -> None:
        """Read one trial more."""
        before = _most_memory()
        signal.setitimer(signal.ITIMER_PROF, GIVEN_UP)
        try:
            took = seconds_of(trial)
            if took > MOST_SECONDS:
                took = min(took, *(seconds_of(trial) for _ in range(AGAIN)))
        except Exception as error:
            self.wrong.append(f"{type(error).__name__}: {error} · {trial.says()}")
            return
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
        if took > self.slowest:
            self.slowest, self.whose = took, trial.says()
        if took > MOST_SECONDS:
            self.wrong.append(f"{took:.1f} s · {trial.says()}")
        self.memory = _most_memory()
        if self.memory > max(before, MOST_MEMORY):
            self.wrong.append(f"{self.memory / 1e6:.0f} MB · {trial.says()}")


def run(first: int, *, format_name: str, count: int) -> Part:
    """Return what ``count`` trials from ``first`` on gave."""
    signal.signal(signal.SIGPROF, _give_up)
    part = Part()
    for trial in trials(format_name, first, count):
        part.add(trial)
    return part


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"not done after {GIVEN_UP:g} s")


def _most_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> int:
    """Return 1 where a reader let anything escape, took too long or too much."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("formats", nargs="*", help="all where none is named")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first trial")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    failed = 0
    for name in given.formats or (*FORMATS, *OTHERS):
        # Processes of its own: the most memory is then that of this reader.
        with ProcessPoolExecutor(given.workers) as pool:
            firsts = range(given.first, given.first + given.count, AT_ONCE)
            count = min(AT_ONCE, given.count)
            parts = list(pool.map(partial(run, format_name=name, count=count), firsts))
        slowest = max(parts, key=lambda part: part.slowest)
        wrong = [each for part in parts for each in part.wrong]
        failed += bool(wrong)
        print(
            f"{name}: {given.count:,} trials, {len(wrong)} wrong, slowest {slowest.slowest:.3f} s, "
            f"most {max(part.memory for part in parts) / 1e6:.0f} MB ({slowest.whose[:80]})",
            flush=True,
        )
        for each in wrong[:SHOWN]:
            print(f"  {each}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
