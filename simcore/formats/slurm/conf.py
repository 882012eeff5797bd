"""Lines of a ``topology.conf``: one switch or block a line, keys in any case, comments from ``#``."""

import re
from collections.abc import Iterator
from typing import Final

from simcore.formats.reading import Source
from simcore.formats.slurm.plan import Declared, Plan, Set, names_of

# key=value as slurm.conf(5) writes it; a value in quotes may hold white space.
_PAIR: Final = re.compile(r'(?<!\w)([A-Za-z_]\w*+)\s*=\s*(?:"([^"]*)"|(\S*))')
_TITLE: Final = re.compile(r"\s*+([^\s=]++)\s*+=\s*+(\S.*)")
_MARK: Final = re.compile(r"^[ \t]*(?:SwitchName|BlockName|BlockSizes)[ \t]*=", re.IGNORECASE | re.MULTILINE)


def looks_like_conf(text: str) -> bool:
    """Tell whether some line begins with one of the keys that only a topology.conf has."""
    return _MARK.search(text) is not None


def read_conf(source: Source, row: int, plan: Plan) -> None:
    """Add what file ``row`` of the survey's book declares to the plan."""
    for number, line in _lines(source.text):
        running = plan.survey.book.first_of(row) + number
        text, _, comment = line.partition("#")
        titled = _TITLE.match(comment) if comment else None
        if titled is not None:
            plan.titles.setdefault(titled[1], titled[2].strip()[:200])
        if text.strip():
            _read_line(plan, text, running)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines with their numbers; one that ends in a backslash goes on in the next."""
    begun: list[str] = []
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        start = start or number
        if line.rstrip().endswith("\\") and "#" not in line:
            begun.append(line.rstrip()[:-1])
            continue
        yield start, " ".join((*begun, line))
        begun, start = [], 0
    if begun:
        yield start, " ".join(begun)


def _read_line(plan: Plan, text: str, line: int) -> None:
    found: dict[str, str] = {}
    for match in _PAIR.finditer(text):
        found.setdefault(match[1].lower(), match[2] if match[2] is not None else match[3])
    rest = _PAIR.sub("", text).strip()
    if "switchname" in found:
        _switch(plan, found, line)
    elif "blockname" in found:
        _block(plan, found, line)
    elif "blocksizes" in found:
        plan.sizes.append((line, found["blocksizes"]))
    else:
        plan.rejected.add(line, "no SwitchName, BlockName or BlockSizes", text)
        return
    if rest:
        plan.rejected.add(line, "a part is no key=value; a list of hosts holds no blanks", rest)


def _switch(plan: Plan, found: dict[str, str], line: int) -> None:
    name = found["switchname"]
    if not _is_name(plan, name, line):
        return
    declared = Declared(
        name=name,
        children=names_of(plan, found.get("switches", ""), line),
        nodes=names_of(plan, found.get("nodes", ""), line),
        line=line,
    )
    plan.switches.append(declared)
    if "linkspeed" in found:
        plan.speeds.append((line, found["linkspeed"]))


def _block(plan: Plan, found: dict[str, str], line: int) -> None:
    name = found["blockname"]
    if _is_name(plan, name, line):
        plan.sets.append(Set("block", name, names_of(plan, found.get("nodes", ""), line), line))
    if "blocksizes" in found:
        plan.sizes.append((line, found["blocksizes"]))


def _is_name(plan: Plan, name: str, line: int) -> bool:
    if name and not set(name) & set("[],"):
        return True
    plan.rejected.add(line, "not the name of one switch or block", name)
    return False
