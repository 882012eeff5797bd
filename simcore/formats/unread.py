"""Lines that were left out: each with its number and reason, many of them in one finding."""

from typing import Final

from simcore.document.findings import Finding, Severity
from simcore.formats.reading import LISTED_LINES, LineBook

# So many lines are said one by one.
SAID_LINES: Final = 20


class Unread:
    """Counts the lines left out, and keeps the first of them with the reason."""

    def __init__(self, book: LineBook) -> None:
        self._book = book
        self._first: list[tuple[int, str]] = []
        self.count = 0

    def add(self, line: int, reason: str) -> None:
        """Add a line, by its running number, and why it was left out."""
        self.count += 1
        if self.count <= SAID_LINES + LISTED_LINES:
            self._first.append((line, reason))

    def findings(self) -> list[Finding]:
        """Return a finding for each of the first lines, and one for the rest."""
        found = [
            self._finding(line, f"{self._book.at(line)} was left out: {reason}")
            for line, reason in self._first[:SAID_LINES]
        ]
        rest = self._first[SAID_LINES:]
        if rest:
            more = self.count - SAID_LINES
            lines = self._book.listed((line for line, _ in rest), more)
            says = f"{more:,} more lines were left out: {lines}; the first, because {rest[0][1]}"
            found.append(self._finding(rest[0][0], says))
        return found

    def _finding(self, line: int, says: str) -> Finding:
        return Finding(rule="line.unread", severity=Severity.WARNING, at=self._book.at(line), says=says)
