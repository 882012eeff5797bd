"""The page of the validation: a table of every row with its target, its tolerance and its verdict."""

from collections.abc import Sequence
from typing import Final

from validation.rows import Between, Row

HEAD: Final = """\
# Validation

Rows of the catalogue, computed anew by `make validation`, which writes this page. A miss stands here as one.

Classes of evidence: **I** an identity, **P** a prediction of a published measurement without a free
parameter, **F** fitted, **D** a direction. What each is worth stands in [the overview](README.md): an I row
says that the program does what the model says, not that the model is right.

*Target* is what the twin should give. A *closed form* is worked out on the spot; a *second method* is other
code for the same question, which shares neither routing nor solver with the twin, and draws its own samples.
*Apart* is the relative difference, *noise* the standard error of what was drawn on either side: a row whose
noise is near its tolerance says little. Seeds are fixed and were not chosen.

"""

BEHIND: Final = (
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
That processor sharing slows flows of all sizes alike is what *smaller half* and *larger half* of V15 test.
The literature says of V12 that one hashed path in three tiers gives about 0.4 of the ideal.
"""


def page(rows: Sequence[Row | Between]) -> str:
    """Return the page as Markdown."""
    missed = [row for row in rows if not row.is_held]
    count = f"{len(rows)} rows, {len(rows) - len(missed)} held, {len(missed)} missed."
    identities = [row for row in rows if isinstance(row, Row)]
    directions = [row for row in rows if isinstance(row, Between)]
    lines = [
        count,
        "",
        "| row | class | what | target | from | twin | apart | noise | tolerance | verdict |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *(_line(row) for row in identities),
        "",
        "Directions: no value is right, the figure has to lie where the published ones do.",
        "",
        "| row | class | what | between | published | twin | verdict |",
        "|---|---|---|---|---|---|---|",
        *(_direction(row) for row in directions),
    ]
    lines += [
        "",
        "## What stands behind the rows",
        "",
        "| row | the twin's way | the target |",
        "|---|---|---|",
    ]
    lines += [f"| {' | '.join(cells)} |" for cells in BEHIND]
    return HEAD + "\n".join(lines) + "\n" + FOOT


def _line(row: Row) -> str:
    noise = f"{row.noise:.1%}" if row.noise else "–"
    cells = (
        row.id,
        row.evidence,
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
        row.evidence,
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
