"""Fabrics changed by operations: numbered, refused where they do not fit, folded when they are read."""

import pytest

from simcore.document.digest import digest
from simcore.document.fabric import FabricDocument
from studio.api.operations import ChangePage, GroupedFabric, Operated
from tests.api_client import ApiClient, as_json, body, problem
from tests.records import leaf_spine, person, saved
from twin.models import FabricRevision
from twin.services import documents, operations

pytestmark = pytest.mark.django_db


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


@pytest.fixture
def path() -> str:
    return f"/fabrics/{saved(person(), 'fabric', leaf_spine()).id}"


def operate(api, path, revision, *these):
    return api.send("POST", f"{path}/operations", {"operations": these}, If_Match=f'"{revision}"')


def rename(device, name):
    return {"kind": "set", "devices": [{"id": device, "fields": {"name": name}}]}


def names(api, path):
    return {device["id"]: device["name"] for device in body(api.get(path))["document"]["devices"]}


def test_a_batch_is_one_revision_and_its_inverse_takes_it_back(api, path):
    before = body(api.get(path))
    first, second = (device["id"] for device in before["document"]["devices"][:2])
    answer = operate(api, path, 1, rename(first, "one"), {"kind": "remove", "devices": [second]})
    done = Operated.model_validate(body(answer))
    assert (done.revision, answer.headers["ETag"]) == (2, '"2"')
    assert second not in names(api, path)
    assert names(api, path)[first] == "one"
    back = body(answer)["inverse"]
    assert body(operate(api, path, 2, *back))["revision"] == 3
    after = body(api.get(path))
    assert (after["document"], after["digest"]) == (before["document"], before["digest"])


def test_the_state_is_that_of_the_same_document_saved_whole(api, path):
    whole = body(api.get(path))["document"]
    gone = [cable["id"] for cable in whole["cables"][:1]]
    operate(api, path, 1, {"kind": "remove", "cables": gone})
    state = body(api.get(f"{path}/state"))
    without = {**whole, "cables": whole["cables"][1:]}
    other = body(api.send("POST", "/fabrics", {"document": without}), 201)
    for field in ("digest", "findings", "counts", "tiers"):
        assert state[field] == other[field]
    assert state["digest"] == digest(FabricDocument.model_validate(without))


def test_a_change_on_an_older_revision_is_refused_and_changes_nothing(api, path):
    device = body(api.get(path))["document"]["devices"][0]["id"]
    operate(api, path, 1, rename(device, "mine"))
    assert "revision 2" in problem(operate(api, path, 1, rename(device, "yours")), 412).detail
    assert names(api, path)[device] == "mine"
    problem(api.send("POST", f"{path}/operations", {"operations": [rename(device, "x")]}), 428)


def test_an_operation_that_does_not_fit_is_refused_with_its_place_and_changes_nothing(api, path):
    device = body(api.get(path))["document"]["devices"][0]["id"]
    told = problem(operate(api, path, 1, rename(device, "new"), {"kind": "remove", "cables": ["none"]}), 422)
    assert [error.pointer for error in told.errors] == ["/operations/1/cables/0"]
    assert body(api.get(f"{path}/state"))["revision"] == 1


@pytest.mark.parametrize(
    ("given", "at", "says"),
    [
        ([], "/operations", "at least 1"),
        ([{"kind": "paint"}], "/operations/0", "'kind' must be one of 'add', 'remove', 'set', 'entitle'"),
        ([{}], "/operations/0", "must say 'kind'"),
        (
            [{"kind": "set", "devices": [{"id": "a", "fields": {"colour": 1}}]}],
            "/operations/0/devices/0/fields/colour",
            "the fields here are aggregation, group, name, tags, type, x, y",
        ),
        (
            [{"kind": "add", "devices": [{"at": -1, "item": {"id": "a", "type": "b"}}]}],
            "/operations/0/devices/0/at",
            "at least 0",
        ),
        (
            [{"kind": "set", "devices": [{"id": "a", "fields": {"type": None}}]}],
            "/operations/0/devices/0/fields/type",
            "must be text",
        ),
    ],
)
def test_what_is_no_operation_is_refused_with_its_place(api, path, given, at, says):
    (error,) = problem(operate(api, path, 1, *given), 400).errors
    assert error.pointer == at
    assert says in error.detail


def test_nobody_else_changes_or_sees_it(path):
    other = ApiClient(person("somebody-else"))
    problem(operate(other, path, 1, rename("a", "b")), 404)
    problem(other.get(f"{path}/state"), 404)
    problem(other.get(f"{path}/grouped"), 404)
    problem(other.get(f"{path}/operations"), 404)


def test_changes_are_listed_as_operations_and_whole_saves_as_none(api, path):
    document = body(api.get(path))["document"]
    device = document["devices"][0]["id"]
    operate(api, path, 1, rename(device, "one"))
    api.send("PUT", path, {"document": as_json(leaf_spine(spines=3))}, If_Match='"2"')
    page = ChangePage.model_validate(body(api.get(f"{path}/operations")))
    assert [(each.revision, each.operations is None) for each in page.results] == [
        (3, True),
        (2, False),
        (1, True),
    ]
    revisions = body(api.get(f"{path}/revisions"))["results"]
    assert [each["digest"] is None for each in revisions] == [False, False, False]


def test_old_revisions_are_folded_each_to_what_it_was(api, path):
    device = body(api.get(path))["document"]["devices"][0]["id"]
    for number in range(1, 5):
        operate(api, path, number, rename(device, f"name {number}"))
    for number in range(2, 6):
        old = body(api.get(f"{path}/revisions/{number}"))["document"]["devices"][0]
        assert old["name"] == f"name {number - 1}"


def test_a_long_chain_is_kept_whole_when_it_is_looked_at(api, path, monkeypatch):
    monkeypatch.setattr(documents, "LONG_CHAIN", 3)
    device = body(api.get(path))["document"]["devices"][0]["id"]
    for number in range(1, 5):
        operate(api, path, number, rename(device, f"name {number}"))
    api.get(f"{path}/state")
    assert list(FabricRevision.objects.filter(stored__isnull=True).values_list("number", flat=True)) == [
        4,
        3,
        2,
    ]
    operate(api, path, 5, rename(device, "last"))
    assert names(api, path)[device] == "last"


def test_a_chain_that_nobody_looks_at_is_bounded(api, path, monkeypatch):
    monkeypatch.setattr(operations, "LONGEST_CHAIN", 3)
    device = body(api.get(path))["document"]["devices"][0]["id"]
    for number in range(1, 9):
        operate(api, path, number, rename(device, f"name {number}"))
    kept = FabricRevision.objects.exclude(stored__isnull=True).values_list("number", flat=True)
    assert list(kept) == [9, 5, 1]
    assert names(api, path)[device] == "name 8"


def test_what_is_kept_in_memory_and_what_is_read_again_are_the_same(api, path, monkeypatch):
    monkeypatch.setattr(operations, "MOST_KEPT", 0)  # nothing is kept
    document = body(api.get(path))["document"]
    device = document["devices"][0]["id"]
    operate(api, path, 1, rename(device, "one"))
    operate(api, path, 2, {"kind": "set", "devices": [{"id": device, "fields": {"x": 1, "y": 2}}]})
    found = body(api.get(path))["document"]["devices"][0]
    assert (found["name"], found["x"], found["y"]) == ("one", 1.0, 2.0)


def test_a_new_name_of_the_document_is_that_of_the_record(api, path):
    operate(api, path, 1, {"kind": "entitle", "fields": {"name": "Hall 4"}})
    assert body(api.get(f"{path}/state"))["name"] == "Hall 4"


def test_a_save_of_the_whole_after_operations_sees_what_is_the_same(api, path):
    device = body(api.get(path))["document"]["devices"][0]["id"]
    operate(api, path, 1, rename(device, "one"))
    same = body(api.get(path))["document"]
    answer = api.send("PUT", path, {"document": same}, If_Match='"2"')
    assert body(answer)["revision"] == 2


def test_the_document_comes_in_groups_and_is_taken_in_groups(api, path):
    whole = body(api.get(path))["document"]
    given = body(api.get(f"{path}/grouped"))
    GroupedFabric.model_validate(given)
    assert any("each" in device for device in given["document"]["devices"])
    made = body(api.send("POST", "/fabrics", {"document": given["document"]}), 201)
    assert made["document"] == whole
    assert made["digest"] == given["digest"]
