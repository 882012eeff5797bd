"""Revisions: what a save keeps, refuses and leaves alone."""

import pytest

from simcore.document.digest import digest
from tests.records import KINDS, broken_fabric, leaf_spine, person, queued_run, saved
from twin.errors import ConflictError, NotFoundError, StaleRevisionError
from twin.models import FabricRevision
from twin.selectors.documents import newest_revision, newest_revisions
from twin.services import documents
from twin.services.sample import load_sample

pytestmark = pytest.mark.django_db
FABRIC = KINDS["fabric"]


def test_a_change_is_a_new_revision_and_the_old_one_stays():
    ada = person()
    fabric = saved(ada, "fabric", leaf_spine())
    first = newest_revision(FABRIC.record, ada, fabric.id)
    second = documents.save(FABRIC, owner=ada, object_id=fabric.id, expected=1, document=leaf_spine(spines=3))
    assert (second.number, second.digest != first.digest) == (2, True)
    kept = FabricRevision.objects.get(record=fabric, number=1)
    assert (kept.digest, kept.document) == (first.digest, first.document)


def test_the_same_document_makes_no_new_revision():
    ada = person()
    fabric = saved(ada, "fabric", leaf_spine())
    again = documents.save(FABRIC, owner=ada, object_id=fabric.id, expected=1, document=leaf_spine())
    assert again.number == 1
    assert FabricRevision.objects.filter(record=fabric).count() == 1


@pytest.mark.parametrize("noun", KINDS)
def test_record_and_document_have_one_name_however_it_is_given(noun):
    ada, kind = person(), KINDS[noun]
    nameless = _any_document(noun).model_copy(update={"name": ""})
    called = nameless.model_copy(update={"name": "its own"})

    def names(revision):
        parsed = kind.document.model_validate(revision.document)
        assert revision.digest == digest(parsed)
        return revision.record.name, parsed.name

    made = documents.create(kind, owner=ada, document=nameless)
    assert names(made) == (f"Unnamed {noun}",) * 2
    assert names(documents.create(kind, owner=ada, document=called)) == ("its own",) * 2
    assert names(documents.create(kind, owner=ada, document=called, name="given")) == ("given",) * 2

    def save(expected, document, **given):
        return documents.save(
            kind, owner=ada, object_id=made.record.id, expected=expected, document=document, **given
        )

    assert names(save(1, called)) == ("its own",) * 2
    assert names(save(2, nameless)) == ("its own",) * 2
    assert names(save(2, called, name="given")) == ("given",) * 2


def test_a_new_name_is_a_change_of_the_document():
    ada = person()
    fabric = saved(ada, "fabric", leaf_spine())
    renamed = documents.save(
        FABRIC, owner=ada, object_id=fabric.id, expected=1, document=leaf_spine(), name="other name"
    )
    assert (renamed.number, renamed.record.revision) == (2, 2)


def test_the_sample_is_called_the_same_everywhere():
    ada = person()
    load_sample(ada)
    (fabric,) = FabricRevision.objects.filter(record__owner=ada)
    assert (fabric.record.name, fabric.document["name"]) == ("Four rails, 24 servers",) * 2


def test_a_change_of_an_old_revision_changes_nothing_and_names_the_current_one():
    ada = person()
    fabric = saved(ada, "fabric", leaf_spine())
    documents.save(FABRIC, owner=ada, object_id=fabric.id, expected=1, document=leaf_spine(spines=3))
    with pytest.raises(StaleRevisionError, match="revision 2") as error:
        documents.save(FABRIC, owner=ada, object_id=fabric.id, expected=1, document=leaf_spine(spines=4))
    assert error.value.current == 2
    assert FabricRevision.objects.filter(record=fabric).count() == 2


def test_a_draft_with_errors_is_saved_with_its_findings():
    revision = documents.create(FABRIC, owner=person(), document=broken_fabric())
    assert {"cable.dangling"} <= {finding["rule"] for finding in revision.findings}


def test_the_counts_of_a_leaf_spine_are_those_of_its_parameters():
    revision = documents.create(FABRIC, owner=person(), document=leaf_spine(leaves=3, hosts_per_leaf=4))
    counts = {"switches": 3 + 2, "hosts": 12, "adapters": 12, "cables": 12 + 3 * 2, "gpus": 12 * 8}
    assert (revision.facts["counts"], revision.facts["tiers"]) == (counts, [3, 2])


def test_a_document_that_runs_show_cannot_be_deleted():
    ada = person()
    run = queued_run(ada)
    with pytest.raises(ConflictError, match="1 run shows this fabric"):
        documents.delete(FABRIC, owner=ada, object_id=run.fabric.record_id)
    unused = saved(ada, "fabric", leaf_spine())
    documents.delete(FABRIC, owner=ada, object_id=unused.id)
    with pytest.raises(NotFoundError):
        newest_revision(FABRIC.record, ada, unused.id)


@pytest.mark.parametrize("noun", KINDS)
def test_the_documents_of_somebody_else_do_not_exist(noun):
    kind, record = KINDS[noun], saved(person("ada"), noun, _any_document(noun))
    eve = person("eve")
    with pytest.raises(NotFoundError):
        newest_revision(kind.record, eve, record.id)
    with pytest.raises(NotFoundError):
        documents.save(kind, owner=eve, object_id=record.id, expected=1, document=_any_document(noun))
    with pytest.raises(NotFoundError):
        documents.delete(kind, owner=eve, object_id=record.id)
    assert not newest_revisions(kind.record, eve).exists()


def _any_document(noun):
    return leaf_spine() if noun == "fabric" else KINDS[noun].document()
