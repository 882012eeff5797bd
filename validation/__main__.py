"""Computes the validation and writes its page: ``python -m validation [name …] [--out PAGE]``.

With names only those parts are computed and no page is written unless ``--out`` says so. The exit code is 1
where a row is missed.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

from simcore.simulate import warm_up
from validation import collectives, exchange, hosts, permutations, queueing, sharing, stragglers
from validation.page import page
from validation.rows import Between, Row

PAGE: Final = Path(__file__).parents[1] / "docs" / "model" / "validation.md"
PARTS: Final[dict[str, Callable[[], Iterator[Row | Between]]]] = {
    "collectives": collectives.rows,
    "hosts": hosts.rows,
    "sharing": sharing.rows,
    "permutations": permutations.rows,
    "queueing": queueing.rows,
    "exchange": exchange.rows,
    "stragglers": stragglers.rows,
}


def main() -> int:
    """Compute the rows, print each as it comes, write the page, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m validation", description="Hold the twin to its catalogue."
    )
    parser.add_argument("names", nargs="*", metavar="name", help=f"{', '.join(PARTS)}; all without one")
    parser.add_argument(
        "--out", type=Path, metavar="PAGE", help=f"where to write the page; {PAGE.name} for all"
    )
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(PARTS):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    warm_up()
    began = perf_counter()
    rows: list[Row | Between] = []
    for name in asked.names or PARTS:
        for row in PARTS[name]():
            verdict = "held" if row.is_held else "MISSED"
            print(f"{row.id:5} {row.evidence} {verdict:6} {row.figure:<12.6g} {row.what}", flush=True)
            rows.append(row)
    rows.sort(key=_number)
    out = asked.out or (None if asked.names else PAGE)
    if out is not None:
        out.write_text(page(rows), encoding="utf-8")
    missed = sum(not row.is_held for row in rows)
    print(
        f"\n{len(rows)} rows, {missed} missed, {perf_counter() - began:.0f} s" + (f"; {out}" if out else "")
    )
    return 1 if missed else 0


def _number(row: Row | Between) -> int:
    """Return the number of a row of the catalogue, so that V10d stands beside V10."""
    return int("".join(letter for letter in row.id if letter.isdigit()))


if __name__ == "__main__":
    sys.exit(main())
