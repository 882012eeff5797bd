"""The README and the pages below docs: every link leads somewhere, and every format has its place."""

import re
from collections import Counter
from pathlib import Path

import pytest

from simcore.formats import FORMATS
from simcore.formats.writing import EXPORTS

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text())


def sections(page: Path) -> dict[str, str]:
    """Return the text of each section, with those below it, by the anchor that GitHub gives its heading."""
    found: dict[str, str] = {}
    seen: Counter[str] = Counter()
    heads = list(re.finditer(r"^(#+) +(.*)$", prose(page), re.MULTILINE))
    for row, head in enumerate(heads):
        anchor = re.sub(r"[^\w\- ]", "", head[2].lower()).replace(" ", "-")
        number, seen[anchor] = seen[anchor], seen[anchor] + 1
        below = (each.start() for each in heads[row + 1 :] if len(each[1]) <= len(head[1]))
        end = next(below, len(head.string))
        found[f"{anchor}-{number}" if number else anchor] = head.string[head.end() : end]
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(page: Path):
    for target in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        assert path.exists(), f"{target} of {page.name} is not there"
        if anchor and path.suffix == ".md":
            assert anchor in sections(path), f"{path.name} has no heading for {target}"


def linked(text: str) -> dict[str, str]:
    """Return the target of the last link of each row of a table, by each name in its first cell."""
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| `")]
    return {name: LINK.findall(row[2])[-1] for row in rows for name in re.findall(r"`([^`]+)`", row[1])}


def test_every_format_has_a_section_that_says_what_is_lost():
    page = ROOT / "docs" / "formats.md"
    head = prose(page).partition("\n## ")[0]
    read, written = head.split("| written |")
    anchors = sections(page)
    for names, formats in ((linked(read), FORMATS), (linked(written), EXPORTS)):
        assert names.keys() == formats.keys()
        for name, target in names.items():
            assert re.search(r"\b(Lost|Refused|lost)\b", anchors[target.removeprefix("#")]), name


def test_each_row_of_the_readmes_table_of_formats_links_to_a_file_of_tests():
    rows = [line for line in sections(ROOT / "README.md")["formats"].splitlines() if line.startswith("| ")]
    assert len(rows) > 15
    for row in rows[1:]:
        targets = LINK.findall(row)
        assert targets, f"no test for {row}"
        assert all("def test_" in (ROOT / target).read_text() for target in targets), row
