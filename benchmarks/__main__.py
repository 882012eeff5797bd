"""Measures what the project is held to: ``python -m benchmarks [group …] [--long] [--out PAGE]``.

Without names everything is measured and ``docs/bench.md`` written. The exit code is 1 where a bar is missed.
The page in the browser has figures of its own: ``make bench-studio``.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks import (
    all_reduce,
    eta,
    flows,
    folding,
    large,
    live,
    memory,
    parallel,
    planning,
    ring,
    solver,
    start,
)
from benchmarks.bars import Bar, load, machine
from benchmarks.page import Group, page
from benchmarks.simgrid import SETTINGS, SimGrid
from simcore.simulate import warm_up

PAGE: Final = Path(__file__).parents[1] / "docs" / "bench.md"


def groups(*, is_long: bool) -> dict[str, tuple[str, Callable[[], Iterator[Bar]]]]:
    """Return what can be measured: by its name the title, and how."""
    peer = SimGrid()
    return {
        "flows": ("Lists of flows, exact", lambda: flows.exact(peer, is_long=is_long)),
        "tolerant": ("Lists of flows at the default tolerances", flows.tolerant),
        "ring": ("Ring all-reduce", lambda: ring.bars(peer)),
        "all-reduce": ("All-reduce of 1 GiB on three tiers", all_reduce.bars),
        "folding": ("Messages that fare alike, played once and played all", folding.bars),
        "memory": ("Memory, in a fresh process", memory.bars),
        "live": ("Watching", live.bars),
        "replicas": ("Replicas on both cores", parallel.bars),
        "planned": ("Planned routing: time of the fullest link by the least possible", planning.bars),
        "solver": ("Solver", solver.bars),
        "large": ("Large fabrics in a running studio", large.bars),
        "start": ("Starting the studio", start.bars),
        "eta": ("ETA at half-way: what was said, divided by what then came", eta.bars),
    }


def main() -> int:
    """Measure, print each figure as it comes, write the page, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure against the bars.")
    parser.add_argument("names", nargs="*", metavar="group", help="all without one")
    parser.add_argument("--long", action="store_true", help="with what takes minutes")
    parser.add_argument("--out", type=Path, metavar="PAGE", help="where to write the page")
    asked = parser.parse_args()
    known = groups(is_long=asked.long)
    if unknown := set(asked.names) - set(known):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    print(machine())
    warm_up()
    done = [_measured(*known[name]) for name in asked.names or known]
    out = asked.out or (None if asked.names else PAGE)
    if out is not None:
        when = datetime.now(tz=UTC).date().isoformat()
        out.write_text(page(done, when=when, settings=SETTINGS), encoding="utf-8")
    are_held = all(bar.is_held for group in done for bar in group.bars)
    print("\nEvery bar is held." if are_held else "\nNot every bar is held.", out or "")
    return 0 if are_held else 1


def _measured(title: str, measure: Callable[[], Iterator[Bar]]) -> Group:
    before = load()
    print(f"\n{title}" + ("" if before is None else f" (load {before:.1f})"))
    bars = []
    for bar in measure():
        print(bar.line(), flush=True)
        bars.append(bar)
    return Group(title, bars, (before, load()))


if __name__ == "__main__":
    sys.exit(main())
