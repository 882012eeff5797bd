"""Lines that a reader could not use: one finding a reason, with their numbers."""

from typing import Final

from simcore.document.findings import Severity
from simcore.formats.survey import Survey

# So many different reasons are said one by one.
REASONS: Final = 20


class Rejected:
    """Collects lines with the reason why each was left out."""

    def __init__(self) -> None:
        self._lines: dict[str, list[int]] = {}
        self._first: dict[str, str] = {}

    def add(self, line: int, reason: str, text: str = "") -> None:
        """Add a line; ``text`` is what stood there, of which the first of each reason is quoted."""
        self._lines.setdefault(reason, []).append(line)
        self._first.setdefault(reason, text.strip()[:60])

    def tell(self, survey: Survey) -> None:
        """Tell the survey of all of them, under the rule line.unread."""
        reasons = list(self._lines)
        for reason in reasons[:REASONS]:
            lines, text = self._lines[reason], self._first[reason]
            quoted = f" (“{text}”)" if text else ""
            self._say(survey, lines, f"{survey.book.listed(lines)} not read: {reason}{quoted}")
        rest = [line for reason in reasons[REASONS:] for line in self._lines[reason]]
        if rest:
            self._say(survey, rest, f"{survey.book.listed(rest)} not read, for other reasons")

    @staticmethod
    def _say(survey: Survey, lines: list[int], says: str) -> None:
        survey.tell("line.unread", Severity.WARNING, says, lines=lines)
