"""The page and the way in: the one-time link, the policy, the built files."""

import json

import pytest
from django.test import Client

from tests.records import person
from twin.services.access import local_owner, make_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def built(settings, tmp_path):
    """Let the page's build be one script and one style."""
    manifest = {
        "src/main.tsx": {"file": "assets/main-abc.js", "isEntry": True, "css": ["assets/main-abc.css"]}
    }
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(manifest))
    environment = settings.ENVIRONMENT
    settings.ENVIRONMENT = type(
        "Environment", (), {"page_build": tmp_path, "is_local": True, "host": environment.host}
    )
    return settings.ENVIRONMENT


def test_the_link_signs_in_once(built):
    link = f"/enter/{make_entry(local_owner())}/"
    first, second = Client(), Client()
    assert (first.get(link).status_code, first.get(link).headers["Location"]) == (302, "/")
    assert first.get("/api/v1/me").json()["username"] == "local"
    used = second.get(link)
    assert used.status_code == 403
    assert b"manage.py link" in used.content
    assert second.get("/api/v1/me").status_code == 401


def test_there_is_no_link_where_others_can_reach_the_studio(built):
    built.is_local = False
    assert Client().get(f"/enter/{make_entry(local_owner())}/").status_code == 403


@pytest.mark.parametrize("path", ["/", "/import", "/f/1b4e", "/runs/1b4e", "/compare?runs=a,b"])
def test_every_path_of_the_browser_is_the_one_page(built, path):
    browser = Client()
    browser.force_login(person())
    page = browser.get(path)
    assert page.status_code == 200
    assert b'<script type="module" src="/static/assets/main-abc.js"></script>' in page.content
    assert b'href="/static/assets/main-abc.css"' in page.content
    assert "csrftoken" in page.cookies


def test_the_policy_allows_our_scripts_and_sockets_only(built):
    browser = Client()
    browser.force_login(person())
    answer = browser.get("/", headers={"Host": "127.0.0.1:8123"})
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["script-src"] == "'self'"
    assert policy["connect-src"] == "'self' ws://127.0.0.1:8123 wss://127.0.0.1:8123"
    assert policy["frame-ancestors"] == "'none'"
    assert b"<script>" not in answer.content
    refused = browser.get("/", headers={"Host": "x; script-src *"})
    assert (refused.status_code, "script-src *" in refused.headers["Content-Security-Policy"]) == (400, False)


def test_who_is_signed_out_is_told_how_to_get_in(built):
    assert b"manage.py link" in Client().get("/").content
    built.is_local = False
    assert Client().get("/runs/1").headers["Location"] == "/login/?next=/runs/1"
    assert Client().get("/login/").status_code == 200


def test_a_page_that_is_not_built_says_what_to_run(built, tmp_path):
    (tmp_path / ".vite" / "manifest.json").unlink()
    browser = Client()
    browser.force_login(person())
    answer = browser.get("/")
    assert answer.status_code == 503
    assert b"make setup" in answer.content
