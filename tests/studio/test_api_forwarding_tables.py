"""Forwarding tables by REST: read for a fabric of one's own, nothing saved."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from simcore.document.scenario import ScenarioDocument
from tests.api_client import ApiClient, body, pointers, problem
from tests.records import leaf_spine, person, saved

pytestmark = pytest.mark.django_db


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


def _dump(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("lfts.txt", text.encode())


def test_tables_are_read_in_the_form_that_a_scenario_takes(api):
    document = leaf_spine()
    fabric = saved(person(), "fabric", document)
    server = next(cable.a for cable in document.cables if cable.b.startswith("leaf-1/"))
    host, adapter = server.split("/")
    port = next(cable.b for cable in document.cables if cable.a == server)
    number = port.rpartition("p")[2]
    text = (
        "Unicast lids [0x0-0x5] of switch Lid 1 guid 0x0000000000000001 (leaf-1):\n"
        f"0x0005 {int(number):03d} : (Channel Adapter portguid 0x0000000000000002: '{host} {adapter}')\n"
    )
    answer = body(api.upload("/forwarding-tables", file=_dump(text), fabric=str(fabric.id)))
    assert answer["tables"] == [
        {"switch": "leaf-1", "routes": [{"destination": f"{host}/{adapter}", "port": port}]}
    ]
    assert {each["rule"] for each in answer["findings"]} == {"tables.missing"}
    ScenarioDocument.model_validate({"routing": {"mode": "static", "tables": answer["tables"]}})


def test_what_cannot_be_read_is_said(api):
    fabric = str(saved(person(), "fabric", leaf_spine()).id)
    assert pointers(api.upload("/forwarding-tables", fabric=fabric)) == {"/file"}
    assert pointers(api.upload("/forwarding-tables", file=_dump("x"))) == {"/fabric"}
    assert pointers(api.upload("/forwarding-tables", file=_dump("x"), fabric="mine")) == {"/fabric"}
    said = problem(api.upload("/forwarding-tables", file=_dump("x"), fabric=fabric), 400).detail
    assert "holds no forwarding table" in said


def test_the_fabric_has_to_be_ones_own(api):
    other = saved(person("else"), "fabric", leaf_spine())
    for unknown in (other.id, uuid4()):
        problem(api.upload("/forwarding-tables", file=_dump("x"), fabric=str(unknown)), 404)
