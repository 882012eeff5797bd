"""The page of the validation: a table of every row with its target, its tolerance and its verdict."""

from collections.abc import Sequence
from typing import Final

from validation.rows import Between, Row

HEAD: Final = """\
# Validation

Rows of the catalogue, computed anew by `make validation`, which writes this page. A miss stands here as one.

The rows stand apart by class of evidence. Only those of class P say that the model is right; what each is
worth stands in [the overview](README.md).

*Target* is what the twin should give. A *closed form* is worked out on the spot; a *second method* is other
code for the same question, which shares neither routing nor solver with the twin, and draws its own samples.
*Apart* is the relative difference, *noise* the standard error of what was drawn on either side: a row whose
noise is near its tolerance says little. Seeds are fixed and were not chosen.

"""

CLASSES: Final = {
    "I": "identities, which say that the program does what the model says",
    "P": "predictions of published measurements without a free parameter",
    "F": "fitted, so that agreement is no evidence",
    "D": "directions: no value is right, the figure has to lie where the published ones do",
}

BEHIND: Final = (
    (
        "V01 to V09, V38, 2.6",
        "the closed forms of `simcore/bounds` ([bounds](bounds.md)), not a run where the row does not say so",
        "what was published, in the text of the row; sources in `simcore/bounds/figures.py`",
    ),
    (
        "V05, V07, 2.6: rows of a run",
        "whole runs from documents of the catalogue, a leaf a rail; insides of hosts, trees and servers "
        "share like links ([scale_up](scale_up.md), [edge](edge.md))",
        "the closed forms of `simcore/bounds`, which share nothing with the engine",
    ),
    ("V10, V10d", "rates of the engine a moment after the start", "by hand"),
    (
        "V11, V12",
        "a template's document, built to arrays; hashed paths, one seed a permutation; the solver",
        "(a) 1 − (1 − 1/m)^m, and for the worst the exact law of the fullest of m bins; else links numbered "
        "by arithmetic, paths drawn by NumPy, progressive filling in plain NumPy (`tests/oracle.py`)",
    ),
    (
        "V15",
        "flows that arrive at one link of the engine, with the sizes of the background",
        "processor sharing: 1/(1 − ρ) for every size, ρ^k, 1 + ⌊ln 0.01 / ln ρ⌋; the p99 by a queue in "
        "virtual time in plain Python",
    ),
    (
        "V16",
        "`active` of the engine at 20,000 moments; `carried` of the engine",
        "Little's law; sizes times links",
    ),
    ("V17", "hashed paths on a leaf-spine, the engine", "k s / B"),
    (
        "V18",
        "a whole run from its documents, sprayed, the latency of the path included",
        "max(S (n − 1)/n / B, S (n − H)/n · o / B), without latency",
    ),
    ("V22", "as V11", "none: sign and rough size of what Meta published"),
    (
        "V35",
        "a whole run from its documents; then hosts drawn one by one, since jobs of the twin wait for all",
        "1 + θ (H_n − H_(n−k))",
    ),
)

FOOT: Final = """
V04 and V05 are held against the middle of what was published; at its edges V04 is 15.1 % apart, V05 2.6 %.
V09 without the headers would be 5.3 % apart and missed; they were put in after the row without them had been
seen to miss, so it is weak evidence. A tree of a run takes the 0.95 that was published. V38 compares
published figures with the bound and simulates nothing; what SwitchML's paper gains above it is put down to a
baseline slowed by its software. 2.6 is the law of hierarchical all-reduce in [bounds](bounds.md). Of its
times at 16 MiB the catalogue prints 0.41 and 0.11 ms, without the sums: the second is 0.10 by the law of V02.

That processor sharing slows flows of all sizes alike is what *smaller half* and *larger half* of V15 test.
The literature says of V12 that one hashed path in three tiers gives about 0.4 of the ideal.
"""


def page(rows: Sequence[Row | Between]) -> str:
    """Return the page as Markdown."""
    missed = [row for row in rows if not row.is_held]
    lines = [f"{len(rows)} rows, {len(rows) - len(missed)} held, {len(missed)} missed."]
    for evidence, says in CLASSES.items():
        lines += _of_class([row for row in rows if row.evidence == evidence], f"## {evidence}: {says}")
    lines += [
        "",
        "## What stands behind the rows",
        "",
        "| row | the twin's way | the target |",
        "|---|---|---|",
    ]
    lines += [f"| {' | '.join(cells)} |" for cells in BEHIND]
    return HEAD + "\n".join(lines) + "\n" + FOOT


def _of_class(rows: Sequence[Row | Between], title: str) -> list[str]:
    """Return the tables of one class of evidence: rows with a target, and rows between two bounds."""
    lines = ["", title] if rows else []
    if exact := [row for row in rows if isinstance(row, Row)]:
        lines += [
            "",
            "| row | what | target | from | twin | apart | noise | tolerance | verdict |",
            "|---|---|---|---|---|---|---|---|---|",
            *(_line(row) for row in exact),
        ]
    if directions := [row for row in rows if isinstance(row, Between)]:
        lines += [
            "",
            "| row | what | between | published | figure | verdict |",
            "|---|---|---|---|---|---|",
            *(_direction(row) for row in directions),
        ]
    return lines


def _line(row: Row) -> str:
    noise = f"{row.noise:.1%}" if row.noise else "–"
    cells = (
        row.id,
        row.what,
        f"{row.target:.6g}",
        row.source,
        f"{row.figure:.6g}",
        _share(row.apart),
        noise,
        _share(row.tolerance),
        _verdict(row.is_held),
    )
    return f"| {' | '.join(cells)} |"


def _direction(row: Between) -> str:
    cells = (
        row.id,
        row.what,
        f"{row.least:g} to {row.most:g}",
        row.published,
        f"{row.figure:.3g}",
        _verdict(row.is_held),
    )
    return f"| {' | '.join(cells)} |"


def _verdict(is_held: bool) -> str:
    return "held" if is_held else "**MISSED**"


def _share(value: float) -> str:
    """Return a relative difference: in per cent, or as a power of ten where it is rounding."""
    if value == 0.0:
        return "0"
    return f"{value:.2%}" if value >= 1e-4 else f"{value:.0e}"
