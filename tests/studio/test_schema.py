"""The schema is whole, current and what the answers look like."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.api_client import ApiClient

PUBLISHED = Path(settings.BASE_DIR) / "frontend" / "openapi.json"


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> dict:
    path = tmp_path_factory.mktemp("schema") / "openapi.json"
    call_command(
        "spectacular", "--fail-on-warn", "--validate", "--format", "openapi-json", "--file", str(path)
    )
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_published_schema_is_the_current_one(schema):
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == schema


def test_it_is_openapi_3_1_and_every_operation_says_how_it_fails(schema):
    assert schema["openapi"].startswith("3.1")
    for methods in schema["paths"].values():
        for operation in methods.values():
            assert "application/problem+json" in operation["responses"]["4XX"]["content"]


def test_an_answer_has_all_of_its_fields_and_a_request_only_those_it_needs(schema):
    shapes = schema["components"]["schemas"]
    assert set(shapes["Device"]["required"]) == set(shapes["Device"]["properties"])
    assert shapes["DeviceRequest"]["required"] == ["id", "type"]


@pytest.mark.django_db
def test_the_schema_is_served_to_who_is_not_signed_in(schema):
    answer = ApiClient().get("/schema", Accept="application/vnd.oai.openapi+json")
    assert answer.status_code == 200
    assert set(json.loads(answer.content)["paths"]) == set(schema["paths"])
