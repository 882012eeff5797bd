"""What a topology file of Slurm declares: switches with what is below them, and blocks of nodes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from simcore.document.findings import Severity
from simcore.formats.rejected import Rejected
from simcore.formats.slurm.hostlists import HostlistError, expand
from simcore.formats.survey import Survey

# The ports of a switch in a fabric document; no list of what hangs on one switch is longer.
MOST_BELOW: Final = 4096
NAMED: Final = 8


@dataclass(frozen=True, slots=True)
class Declared:
    """A switch with the names of the switches and nodes below it."""

    name: str
    children: tuple[str, ...]
    nodes: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Set:
    """Nodes that belong together: a ``kind`` of "block", "ring" or "torus", by name."""

    kind: str
    name: str
    nodes: tuple[str, ...]
    line: int


@dataclass(slots=True)
class Plan:
    """Everything declared, in the order of the files, and what there is to say about their lines.

    ``titles`` are the names that a comment "# switch=title" gives to what stands below it; ``sizes`` are the
    block sizes, with their lines.
    """

    survey: Survey
    rejected: Rejected
    switches: list[Declared] = field(default_factory=list)
    sets: list[Set] = field(default_factory=list)
    sizes: list[tuple[int, str]] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    speeds: list[tuple[int, str]] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing was declared."""
        return not self.switches and not self.sets

    def declared(self) -> dict[str, list[Declared]]:
        """Return the declarations of each switch."""
        found: dict[str, list[Declared]] = {}
        for each in self.switches:
            found.setdefault(each.name, []).append(each)
        return found

    def parents(self) -> dict[str, dict[str, int]]:
        """Return for each child the switches that it is below of, with the first line that says so."""
        found: dict[str, dict[str, int]] = {}
        for each in self.switches:
            for child in each.children:
                found.setdefault(child, {}).setdefault(each.name, each.line)
        return found

    def tell(self, rule: str, line: int, says: str, severity: Severity = Severity.WARNING) -> None:
        """Add a finding on a line of the files."""
        self.survey.tell(rule, severity, f"{self.survey.book.listed([line])}: {says}", lines=[line])


def names_of(plan: Plan, text: str, line: int) -> tuple[str, ...]:
    """Return the names of a list of hosts; one that cannot be expanded is told and gives none."""
    try:
        return tuple(expand(text, MOST_BELOW))
    except HostlistError as error:
        plan.rejected.add(line, f"a list of hosts was left out, {error}")
        return ()


def named(names: Iterable[str]) -> str:
    """Return the first names in words, and how many more there are."""
    every = list(dict.fromkeys(names))
    more = len(every) - NAMED
    return ", ".join(name[:60] for name in every[:NAMED]) + (f" and {more:,} more" if more > 0 else "")
