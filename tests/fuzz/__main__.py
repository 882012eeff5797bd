"""Run many trials for each reader: ``python -m tests.fuzz [FORMAT …] --count 100000 --workers 2``."""

import argparse
import resource
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from simcore.formats import FORMATS
from tests.fuzz.trial import MOST_MEMORY, MOST_SECONDS, seconds_of, trials

AT_ONCE = 500


def run(format_name: str, first: int, *, count: int) -> tuple[float, str, list[str]]:
    """Return the longest time of ``count`` trials, whose it was, and what went wrong."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    slowest, whose, wrong = 0.0, "", []
    for trial in trials(format_name, first, count):
        try:
            took = seconds_of(trial)
        except Exception as error:
            wrong.append(f"{type(error).__name__}: {error} · {trial.says()}")
            continue
        if took > slowest:
            slowest, whose = took, trial.says()
        if took > MOST_SECONDS:
            wrong.append(f"{took:.1f} s · {trial.says()}")
        now = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        if now - held > MOST_MEMORY:
            wrong.append(f"{(now - held) / 1e6:.0f} MB · {trial.says()}")
            held = now
    return slowest, whose, wrong


def main() -> int:
    """Return 1 where a reader let anything escape, took too long or too much."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("formats", nargs="*", help="all where none is named")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first trial")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    failed = 0
    with ProcessPoolExecutor(given.workers) as pool:
        for name in given.formats or FORMATS:
            firsts = range(given.first, given.first + given.count, AT_ONCE)
            parts = list(pool.map(partial(run, name, count=min(AT_ONCE, given.count)), firsts))
            slowest, whose, _ = max(parts)
            wrong = [each for part in parts for each in part[2]]
            failed += bool(wrong)
            print(
                f"{name}: {given.count:,} trials, {len(wrong)} wrong, slowest {slowest:.3f} s ({whose[:80]})"
            )
            for each in wrong[:10]:
                print(f"  {each}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
