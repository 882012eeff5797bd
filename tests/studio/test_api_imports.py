"""Imports by REST: amendments beside the files, facts before and after them."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.api_client import ApiClient, body, problem
from tests.records import person

DUMP = """Switch 4 "acme-leaf"
[1] "acme-one"[1]
[2] "acme-two"[1]

Hca 1 "acme-one"
[1] "acme-leaf"[1]

Hca 1 "acme-two"
[1] "acme-leaf"[2]
"""


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


def dump() -> SimpleUploadedFile:
    return SimpleUploadedFile("acme_hall.out", DUMP.encode())


@pytest.mark.django_db
def test_a_preview_without_amendments_has_nothing_before(api):
    read = body(api.upload("/imports", file=dump()))
    assert (read["before"], read["hosts"], read["links_by_gbps"]) == (None, 2, {"unknown": 2})


@pytest.mark.django_db
def test_a_preview_shows_the_facts_before_and_after_the_amendments(api):
    rules = {"speeds": [{"gbps": 100}], "exclude": ["*two"]}
    read = body(api.upload("/imports", file=dump(), amendments=json.dumps(rules)))
    assert (read["hosts"], read["links_by_gbps"]) == (1, {"100": 1})
    assert (read["before"]["hosts"], read["before"]["links_by_gbps"]) == (2, {"unknown": 2})
    assert read["amendments"]["exclude"] == ["*two"]


@pytest.mark.django_db
def test_a_name_longer_than_a_fabric_takes_is_refused(api):
    told = problem(api.upload("/fabrics/import", file=dump(), name="x" * 201), 400)
    assert [error.pointer for error in told.errors] == ["/name"]
    assert len(body(api.upload("/fabrics/import", file=dump(), name="x" * 200), 201)["name"]) == 200


@pytest.mark.django_db
def test_a_fabric_saved_under_neutral_names_holds_no_name_of_the_file(api):
    made = body(api.upload("/fabrics/import", file=dump(), amendments='{"neutral_names": true}'), 201)
    assert made["name"] == "Imported fabric"
    assert "acme" not in json.dumps(made)


@pytest.mark.django_db
@pytest.mark.parametrize("rules", ['{"speeds": [{"gbps": -1}]}', '{"colour": 1}', "{", "[]", "7"])
def test_amendments_without_sense_are_a_400_that_points_at_them(api, rules):
    found = problem(api.upload("/imports", file=dump(), amendments=rules), 400)
    assert all(each.pointer.startswith("/amendments") for each in found.errors)


@pytest.mark.django_db
def test_a_list_is_read_by_the_column_map_beside_it(api):
    plan = SimpleUploadedFile("plan.csv", b"von,nach,kbel\na,b,1\na,c,2\n")
    columns = {"a_device": "von", "b_device": "nach"}
    read = body(api.upload("/imports", file=plan, columns=json.dumps(columns)))
    assert (read["format"], read["links"], read["hosts"]) == ("cable-list", 2, 2)
