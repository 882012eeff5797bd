"""Accepted findings: what a note covers, and what it does not."""

from simcore.document.acceptance import is_open, marked
from simcore.document.checks import check
from simcore.document.fabric import Accepted, FabricDocument
from simcore.document.findings import Finding, Severity
from simcore.templates import TEMPLATES


def finding(*objects: str, rule: str = "speed.below", severity: Severity = Severity.NOTE) -> Finding:
    return Finding(rule=rule, severity=severity, at="/cables/1", says="slow", objects=objects)


def notes(found: Finding, *accepted: Accepted) -> str | None:
    return marked([found], accepted)[0].accepted


def test_a_finding_is_accepted_by_its_rule_and_objects_in_any_order():
    entry = Accepted(rule="speed.below", objects=("c2", "c1"), note="split cables")
    assert notes(finding("c1", "c2"), entry) == "split cables"


def test_a_finding_stays_accepted_while_it_shrinks_and_opens_when_it_grows():
    entry = Accepted(rule="speed.below", objects=("c1", "c2"), note="known")
    assert notes(finding("c1"), entry) == "known"
    assert notes(finding("c1", "c2", "c3"), entry) is None


def test_another_rule_on_the_same_objects_stays_open():
    assert notes(finding("c1"), Accepted(rule="speed.range", objects=("c1",), note="n")) is None


def test_a_finding_without_objects_wants_an_entry_without_objects():
    assert notes(finding(), Accepted(rule="speed.below", objects=("c1",), note="n")) is None
    assert notes(finding(), Accepted(rule="speed.below", note="n")) == "n"
    assert notes(finding("c1"), Accepted(rule="speed.below", note="n")) is None


def test_what_stops_a_run_stays_open():
    entry = Accepted(rule="speed.below", objects=("c1",), note="n")
    assert notes(finding("c1", severity=Severity.ERROR), entry) is None


def test_an_empty_note_accepts_too():
    (found,) = marked([finding("c1")], [Accepted(rule="speed.below", objects=("c1",))])
    assert found.accepted == ""
    assert not is_open(found)


def test_check_lists_an_accepted_finding_with_its_note():
    document, _ = TEMPLATES["leaf-spine"].make({"leaves": 4, "spines": 4, "hosts_per_leaf": 8})
    assert document is not None
    (before,) = [each for each in check(document) if each.rule == "tier.oversubscription"]
    entry = Accepted(rule=before.rule, objects=before.objects, note="two to one is planned")
    after = check(document.model_copy(update={"accepted": (entry,)}))
    assert before.model_copy(update={"accepted": "two to one is planned"}) in after
    assert len(after) == len(check(document))


def test_a_document_of_before_has_nothing_accepted():
    assert FabricDocument.model_validate({"format": 1, "kind": "fabric"}).accepted == ()
