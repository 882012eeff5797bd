"""Exports by REST: one file or an archive, refusals as problems, and only of one's own fabrics."""

import io
import zipfile

import pytest

from simcore.formats.writing import EXPORTS, Written, write_files
from studio.api.exports import attached
from tests.api_client import ApiClient, body, pointers, problem
from tests.records import broken_fabric, leaf_spine, person, saved

pytestmark = pytest.mark.django_db


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


def test_every_format_is_listed_with_what_it_says(api):
    listed = body(api.get("/exports"))
    assert [each["name"] for each in listed] == list(EXPORTS)
    assert all(each["title"] and each["says"] for each in listed)


def test_several_files_come_as_an_archive_named_after_the_fabric(api):
    document = leaf_spine().model_copy(update={"name": "Hall 7/east"})
    fabric = saved(person(), "fabric", document)
    answer = api.get(f"/fabrics/{fabric.id}/export?format=netbox", Accept="application/zip")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Hall-7-east-netbox.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    assert found == {each.name: each.content for each in write_files(EXPORTS["netbox"], document)}


def test_one_file_comes_as_it_is_under_its_own_name():
    answer = attached((Written("hall “7”.csv", b"a,b\n"),), archive="hall.zip")
    assert answer.content == b"a,b\n"
    assert answer.headers["Content-Disposition"].startswith("attachment; filename")


def test_a_fabric_that_cannot_be_said_is_refused_with_the_reason(api):
    fabric = saved(person(), "fabric", broken_fabric())
    said = problem(api.get(f"/fabrics/{fabric.id}/export?format=netbox"), 409).detail
    assert "cable loose" in said


def test_an_unknown_format_is_said_with_the_known_ones(api):
    fabric = saved(person(), "fabric", leaf_spine())
    assert pointers(api.get(f"/fabrics/{fabric.id}/export?format=visio")) == {"?format"}
    assert pointers(api.get(f"/fabrics/{fabric.id}/export")) == {"?format"}


def test_another_persons_fabric_is_not_exported(api):
    fabric = saved(person("eve"), "fabric", leaf_spine())
    problem(api.get(f"/fabrics/{fabric.id}/export?format=netbox"), 404)
