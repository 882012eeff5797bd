"""Measures what the project is held to: ``python -m benchmarks [solver] [start] [eta] [--long]``.

Without names everything is measured. The exit code is 1 where a bar is missed. The page has its own figures:
``make bench-studio``.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from functools import partial

from benchmarks import eta, solver, start
from benchmarks.bars import Bar, heading, print_bars


def main() -> int:
    """Print the table and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure against the bars.")
    parser.add_argument("names", nargs="*", metavar="name", help="solver, start, eta; all without one")
    parser.add_argument("--long", action="store_true", help="with the reference flows that take a minute")
    asked = parser.parse_args()
    groups: dict[str, tuple[str, Callable[[], Iterable[Bar]]]] = {
        "solver": ("Solver, one core, kernels warm", partial(solver.bars, is_long=asked.long)),
        "start": ("Starting", start.bars),
        "eta": ("ETA at half-way: what was said, divided by what then came", eta.bars),
    }
    names = asked.names or list(groups)
    if unknown := set(names) - set(groups):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(groups)}")
    print(heading())
    held = [print_bars(title, measure()) for title, measure in (groups[name] for name in names)]
    print("\nEvery bar is held." if all(held) else "\nNot every bar is held.")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
