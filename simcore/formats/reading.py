"""What reading files gives: a fabric document, facts about it, and findings with the place in the file."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Final, TypedDict

from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding

# So many line numbers are written out in a finding.
LISTED_LINES: Final = 12


@dataclass(frozen=True, slots=True)
class Source:
    """The text of one file: decoded, without byte order mark; lines end with a line feed."""

    name: str
    text: str


class SaidFinding(TypedDict):
    """A finding as the command line prints it."""

    severity: str
    rule: str
    at: str
    says: str


class DeviceFact(TypedDict):
    """How many devices are of one type; ``kind`` is "switch" or "server"."""

    kind: str
    type: str
    name: str
    count: int


class TierFact(TypedDict):
    """A tier of switches: 1 holds a host, -1 reaches none; why, and its cables to the next ones."""

    tier: int
    name: str
    switches: int
    why: str
    cables_down: int
    cables_up: int


class RailFact(TypedDict):
    """A rail: the positions of adapters that structure puts on the same leaves."""

    adapters: list[int]
    leaves: list[str]
    hosts: int


class Facts(TypedDict):
    """What was understood, in numbers.

    ``links_by_gbps`` and ``ports_by_gbps`` have a speed ("400", "unknown") as key, ``hosts_by_adapters`` a
    number of adapters. ``tiers`` counts the switches by their distance from the hosts, nearest first;
    ``tier_facts`` says why. ``hosts_off_rails`` are hosts with another number of adapters than most, and
    ``hosts_astray`` those with an adapter on a leaf of another rail. ``lines_unread`` counts the lines of the
    files that were not understood; the findings say which.
    """

    format: str
    switches: int
    hosts: int
    adapters: int
    links: int
    links_by_gbps: dict[str, int]
    ports_by_gbps: dict[str, int]
    tiers: list[int]
    tier_facts: list[TierFact]
    devices: list[DeviceFact]
    hosts_by_adapters: dict[str, int]
    rails: list[RailFact]
    hosts_off_rails: list[str]
    hosts_astray: list[str]
    lines_unread: int
    findings: list[SaidFinding]


@dataclass(frozen=True, slots=True)
class Reading:
    """A file understood as far as it could be; ``before`` has its facts without amendments, if any."""

    format: str
    document: FabricDocument
    facts: Facts
    findings: tuple[Finding, ...]
    before: Facts | None = None


@dataclass(frozen=True, slots=True)
class Understood:
    """What a format's reader makes of its sources; findings on the files, not yet on the fabric.

    ``lines_unread`` counts the lines that were not understood; the findings say which.
    """

    document: FabricDocument
    findings: tuple[Finding, ...]
    lines_unread: int = 0


@dataclass(frozen=True, slots=True)
class Format:
    """A format that is read. ``recognise`` looks at the text, never at the file's name."""

    name: str
    title: str
    recognise: Callable[[str], bool]
    read: Callable[[Sequence[Source]], Understood]


class LineBook:
    """Line numbers over several files: a running number inside, "line 12" or "b.out line 12" in words."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._names = [source.name for source in sources]
        self._first: list[int] = []
        total = 0
        for source in sources:
            self._first.append(total)
            total += source.text.count("\n") + 1

    def first_of(self, row: int) -> int:
        """Return the running number of the line before the first line of file ``row``."""
        return self._first[row]

    def at(self, line: int) -> str:
        """Return where a line is, for a finding."""
        if len(self._names) == 1:
            return f"line {line}"
        row = self._file(line)
        return f"{self._names[row]} line {line - self._first[row]}"

    def listed(self, lines: Iterable[int], count: int | None = None) -> str:
        """Return "lines 3, 7 to 9 and 66 more"; ``count`` is how many there are, where not all are given."""
        ordered = sorted(set(lines))
        runs = list(islice(self._runs(ordered), LISTED_LINES))
        more = (count or len(ordered)) - sum(last - first + 1 for _, first, last in runs)
        files = []
        for row, those in groupby(runs, key=lambda run: run[0]):
            words = [_run(first, last) for _, first, last in those]
            start = "line " if len(words) == 1 and words[0].isdigit() else "lines "
            files.append((f"{self._names[row]} " if len(self._names) > 1 else "") + start + ", ".join(words))
        return ", ".join(files) + (f" and {more:,} more" if more > 0 else "")

    def _runs(self, ordered: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Yield lines that follow each other as file, first and last; two in a row are told one by one."""
        placed = [(row, line - self._first[row]) for line in ordered for row in (self._file(line),)]
        start = 0
        for after in range(1, len(placed) + 1):
            row, line = placed[after - 1]
            if after < len(placed) and placed[after] == (row, line + 1):
                continue
            if after - start == 2:
                yield row, line - 1, line - 1
                yield row, line, line
            else:
                yield row, placed[start][1], line
            start = after

    def _file(self, line: int) -> int:
        return bisect_right(self._first, line - 1) - 1


def _run(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"
