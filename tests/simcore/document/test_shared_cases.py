"""Cases of groups and operations that server and page must both meet: ``tests/cases/fabric_edits``.

The page's half is ``frontend/src/fabric/shared_cases.test.ts``.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from simcore.document.fabric import FabricDocument
from simcore.document.operations import Operation, applied, as_json
from simcore.document.parse import parse_fabric

CASES = Path(__file__).parents[2] / "cases" / "fabric_edits"
OPERATION: TypeAdapter[Any] = TypeAdapter(Operation)


def cases(name: str) -> Any:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", cases("groups"), ids=lambda case: case["says"])
def test_groups(case: dict[str, Any]) -> None:
    parsed, _ = parse_fabric({"devices": [{"type": "sw", **case["group"]}]})
    assert (parsed and [device.id for device in parsed.devices]) == case["ids"]


@pytest.mark.parametrize("case", cases("operations"), ids=lambda case: case["says"])
def test_operations(case: dict[str, Any]) -> None:
    devices = [{"id": each, "type": "sw"} for each in case["devices"]]
    before = FabricDocument.model_validate({"devices": devices}).model_dump(mode="json")
    given = case["operation"]
    if given["kind"] == "add":
        placed = [{"at": each["at"], "item": {"id": each["id"], "type": "sw"}} for each in given["devices"]]
        given = {**given, "devices": placed}
    after, back = applied(before, [as_json(OPERATION.validate_python(given))])
    assert [device["id"] for device in after["devices"]] == case["after"]
    if "name_of_b" in case:
        assert after["devices"][1]["name"] == case["name_of_b"]
    assert after["name"] == case.get("name", "")
    assert applied(after, back)[0] == before
