"""Bad files by REST: a problem with the reason and nothing saved, or a partial result that is saved whole."""

import gzip

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.api_client import ApiClient, body, problem
from tests.bad_files import READ_IN_PART, REFUSED, ReadInPart, Refused
from tests.fuzz.seeds import SLURM_CONF
from tests.records import person


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


def files(case: Refused) -> list[SimpleUploadedFile]:
    return [SimpleUploadedFile(name, content) for name, content in case.files]


@pytest.mark.django_db
@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_a_400_with_the_reason_and_nothing_is_saved(api, case: Refused):
    for path in ("/imports", "/fabrics/import"):
        detail = problem(api.upload(path, file=files(case)), 400).detail
        assert case.says in detail
        assert detail.isprintable()
    assert body(api.get("/fabrics"))["count"] == 0


@pytest.mark.django_db
@pytest.mark.parametrize("case", READ_IN_PART.values(), ids=READ_IN_PART)
def test_what_can_be_read_in_part_is_shown_and_saved_with_what_is_missing(api, case: ReadInPart):
    read = body(api.upload("/imports", file=SimpleUploadedFile("drop.txt", case.content)))
    assert (read["switches"], read["hosts"], read["links"]) == case.counts
    told = {(each["rule"], each["at"]) for each in read["findings"]}
    assert not case.rule or any(rule == case.rule and case.at in at for rule, at in told), told
    made = body(api.upload("/fabrics/import", file=SimpleUploadedFile("drop.txt", case.content)), 201)
    assert made["document"]["cables"] == read["document"]["cables"]
    assert made["document"]["devices"] == read["document"]["devices"]


@pytest.mark.django_db
def test_packed_files_are_to_be_unpacked_first(api):
    """The command line unpacks them, within its limit; an upload is never unpacked."""
    packed = SimpleUploadedFile("a.gz", gzip.compress(SLURM_CONF.encode()))
    assert "gzip data (unpack it first)" in problem(api.upload("/imports", file=packed), 400).detail
