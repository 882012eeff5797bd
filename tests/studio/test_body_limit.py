"""The limit of a request's body: told before a byte of it is read, kept where it was not told."""

import asyncio
import json

import pytest

from simcore.formats import MOST_BYTES
from studio.web.limits import SPARE, BodyLimit

KINDS = {"json": b"application/json", "files": b"multipart/form-data; boundary=x"}


def asked(kind: str, *, said: int | None, sent: int = 0) -> tuple[int, str, int]:
    """Return status and words of the answer, and how many bytes the application was given."""
    given = 0
    answers: list[dict] = []

    async def application(scope, receive, send):
        nonlocal given
        while (message := await receive())["type"] == "http.request":
            given += len(message["body"])
            if not message["more_body"]:
                await send({"type": "http.response.start", "status": 200, "headers": []})
                await send({"type": "http.response.body", "body": b"{}"})
                return

    async def run():
        left = sent

        async def receive():
            nonlocal left
            part = min(left, 2**16)
            left -= part
            return {"type": "http.request", "body": b"x" * part, "more_body": left > 0}

        async def send(message):
            answers.append(message)

        headers = [(b"content-type", KINDS[kind])]
        headers += [] if said is None else [(b"content-length", str(said).encode())]
        await BodyLimit(application)({"type": "http", "headers": headers}, receive, send)

    asyncio.run(run())
    content = json.loads(answers[1]["body"])
    return answers[0]["status"], content.get("detail", ""), given


def test_files_have_the_limit_of_what_is_read(settings):
    assert settings.FILES_LIMIT == MOST_BYTES


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_that_says_too_much_is_refused_before_anything_is_read(settings, kind):
    limit = settings.FILES_LIMIT if kind == "files" else settings.BODY_LIMIT
    status, says, given = asked(kind, said=limit + SPARE + 1)
    assert (status, given) == (413, 0)
    assert f"{limit / 1e6:.0f} MB" in says


def test_files_may_be_larger_than_other_bodies(settings):
    assert asked("files", said=settings.BODY_LIMIT + SPARE + 1)[0] == 200
    assert asked("json", said=settings.BODY_LIMIT + SPARE + 1)[0] == 413


def test_a_body_that_says_nothing_is_cut_at_the_limit(settings):
    settings.BODY_LIMIT = 100_000
    status, _, given = asked("json", said=None, sent=2 * SPARE)
    assert status == 413
    assert given <= 100_000 + SPARE
    assert asked("json", said=None, sent=50_000)[0] == 200
