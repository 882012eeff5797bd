"""Tokens and links: only hashes are kept, and a link works once."""

import pytest

from tests.records import person
from twin.models import ApiToken, EntryToken
from twin.selectors.access import owner_of_token
from twin.services.access import local_owner, make_api_token, make_entry, use_entry

pytestmark = pytest.mark.django_db


def test_a_token_finds_its_owner_and_is_not_kept_itself():
    token = make_api_token(person())
    assert owner_of_token(token) == person()
    assert owner_of_token(token + "x") is None
    kept = ApiToken.objects.get()
    assert token not in (kept.digest, kept.hint)


def test_the_token_of_a_person_who_was_barred_is_worth_nothing():
    token = make_api_token(person())
    type(person()).objects.update(is_active=False)
    assert owner_of_token(token) is None


def test_a_link_works_once():
    secret = make_entry(person())
    assert use_entry(secret) == person()
    assert use_entry(secret) is None


def test_a_new_link_ends_the_unused_one():
    first, second = make_entry(person()), make_entry(person())
    assert use_entry(first) is None
    assert use_entry(second) == person()
    assert EntryToken.objects.count() == 1


def test_the_local_owner_has_no_password():
    assert local_owner() == local_owner()
    assert not local_owner().has_usable_password()
