"""Findings that the person has accepted, with a note: marked, still listed, not open any more."""

from collections.abc import Iterable, Sequence

from simcore.document.fabric import Accepted
from simcore.document.findings import Finding, Severity


def marked(findings: Iterable[Finding], accepted: Sequence[Accepted]) -> list[Finding]:
    """Return the findings in their order, those that were accepted with their note.

    A finding is accepted where an entry names its rule and all of its objects; one without objects by an
    entry without objects. The first such entry gives the note. Errors stay open, for they stop a run.
    """
    of_rule: dict[str, list[tuple[frozenset[str], str]]] = {}
    for each in accepted:
        of_rule.setdefault(each.rule, []).append((frozenset(each.objects), each.note))
    return [_with_note(finding, of_rule.get(finding.rule, [])) for finding in findings]


def is_open(finding: Finding) -> bool:
    """Tell whether the finding still waits for somebody."""
    return finding.accepted is None


def _with_note(finding: Finding, entries: list[tuple[frozenset[str], str]]) -> Finding:
    if finding.severity is Severity.ERROR:
        return finding
    objects = frozenset(finding.objects)
    for named, note in entries:
        if objects <= named and bool(objects) == bool(named):
            return finding.model_copy(update={"accepted": note})
    return finding
