"""A client of the API for tests: JSON both ways, one person, by token."""

import json
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.test import Client

from studio.api.problems import Problem
from twin.services.access import make_api_token


class ApiClient:
    """Sends requests as one person; ``token`` None sends none."""

    def __init__(self, owner: Any = None) -> None:
        self._client = Client(raise_request_exception=False)
        self.headers = {} if owner is None else {"Authorization": f"Bearer {make_api_token(owner)}"}

    def send(
        self, method: str, path: str, body: Any = None, *, content: bytes | None = None, **headers: str
    ) -> HttpResponse:
        """Send a body as JSON, or ``content`` as it is."""
        if content is None:
            content = b"" if body is None else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._client.generic(
            method,
            f"/api/v1{path}",
            content,
            content_type=named.pop("Content-Type", "application/json"),
            headers={**self.headers, **named},
        )

    def get(self, path: str, **headers: str) -> HttpResponse:
        """Read."""
        return self.send("GET", path, **headers)

    def upload(self, path: str, **fields: Any) -> HttpResponse:
        """Send files and fields as a form."""
        return self._client.post(f"/api/v1{path}", fields, headers=self.headers)


def problem(response: HttpResponse, status: int) -> Problem:
    """Return the problem of an answer, after checking its status and type."""
    assert response.status_code == status, (response.status_code, response.content)
    assert response.headers["Content-Type"] == "application/problem+json"
    found = Problem.model_validate_json(response.content)
    assert found.status == status
    assert found.detail
    return found


def pointers(response: HttpResponse, status: int = 400) -> set[str]:
    """Return the pointers of a problem."""
    return {each.pointer for each in problem(response, status).errors}


def body(response: HttpResponse, status: int = 200) -> Any:
    """Return the parsed answer, after checking its status."""
    assert response.status_code == status, (response.status_code, response.content[:2000])
    return json.loads(response.content) if response.content else None


def as_json(value: Any) -> Any:
    """Return a document model or an id as JSON takes it."""
    return str(value) if isinstance(value, UUID) else value.model_dump(mode="json")
