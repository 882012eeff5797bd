"""Rule on accepted findings that are not found any more."""

from collections.abc import Iterator, Sequence

from simcore.document.acceptance import marked
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding, note


def still_stand(document: FabricDocument, found: Sequence[Finding]) -> Iterator[Finding]:
    """accepted.idle: a note under which nothing is accepted: the finding is gone, grown or an error."""
    by_rule: dict[str, list[Finding]] = {}
    for finding in found:
        by_rule.setdefault(finding.rule, []).append(finding)
    for row, entry in enumerate(document.accepted):
        if not any(each.accepted is not None for each in marked(by_rule.get(entry.rule, []), [entry])):
            yield note(
                "accepted.idle",
                f"/accepted/{row}",
                f"a finding {entry.rule} was accepted ({entry.note or 'without a note'}), but no such "
                "warning or note is found now: remove the entry, or look at what has taken its place",
                *entry.objects,
            )
