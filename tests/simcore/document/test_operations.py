"""Operations on a fabric document: what each does, what it refuses, and that it can be taken back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from simcore.document.fabric import FabricDocument
from simcore.document.operations import Operation, applied, as_json, explicit
from simcore.errors import OperationError

OPERATION: TypeAdapter[Any] = TypeAdapter(Operation)


def device(identity: str, **more: Any) -> dict[str, Any]:
    return {"id": identity, "type": "sw", **more}


def cable(name: str, a: str, b: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "a": a, "b": b, **more}


def document(**fields: Any) -> dict[str, Any]:
    return FabricDocument.model_validate(fields).model_dump(mode="json")


def done(before: dict[str, Any], *operations: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    return applied(before, [as_json(OPERATION.validate_python(each)) for each in operations])


THREE = document(
    devices=[device("a"), device("b", name="B"), device("c")], cables=[cable("k", "a/p1", "b/p1", gbps=100)]
)


def names(whole: dict[str, Any], of: str = "devices") -> list[str]:
    return [each["id"] for each in whole[of]]


def test_things_are_added_at_their_places_in_the_finished_list() -> None:
    placed = [{"at": 4, "item": device("z")}, {"at": 0, "item": device("y")}]
    after, back = done(THREE, {"kind": "add", "devices": placed})
    assert names(after) == ["y", "a", "b", "c", "z"]
    assert applied(after, back)[0] == THREE


def test_removed_things_come_back_where_they_were() -> None:
    after, back = done(THREE, {"kind": "remove", "devices": ["a", "c"], "cables": ["k"]})
    assert (names(after), after["cables"]) == (["b"], [])
    assert applied(after, back)[0] == THREE


def test_only_the_fields_that_are_given_are_set() -> None:
    change = {"kind": "set", "devices": [{"id": "b", "fields": {"x": 3, "y": None}}]}
    after, back = done(THREE, change)
    assert after["devices"][1] == {**THREE["devices"][1], "x": 3.0}
    assert back[0]["devices"] == [{"id": "b", "fields": {"x": None, "y": None}}]


def test_a_field_within_a_field_is_written_out_whole() -> None:
    change = {"kind": "set", "devices": [{"id": "b", "fields": {"aggregation": {"profile": "quantum"}}}]}
    after, _ = done(THREE, change)
    assert after["devices"][1]["aggregation"] == {"profile": "quantum", "reducer_gbps": None, "limits": None}
    assert FabricDocument.model_validate(after).model_dump(mode="json") == after


def test_the_document_says_another_thing_of_itself() -> None:
    after, back = done(THREE, {"kind": "entitle", "fields": {"name": "Hall 4"}})
    assert (after["name"], after["latency"]) == ("Hall 4", THREE["latency"])
    assert back == [{"kind": "entitle", "fields": {"name": ""}}]


@pytest.mark.parametrize(
    ("operation", "at", "says"),
    [
        ({"kind": "remove", "devices": ["a", "x"]}, "/operations/0/devices/1", "no device x"),
        ({"kind": "set", "cables": [{"id": "x", "fields": {}}]}, "/operations/0/cables/0/id", "no cable x"),
        (
            {"kind": "add", "devices": [{"at": 9, "item": device("z")}]},
            "/operations/0/devices/0/at",
            "beyond the end of the list: the next free is 3",
        ),
        (
            {"kind": "add", "devices": [{"at": 3, "item": device("a")}]},
            "/operations/0/devices/0/item/id",
            "a device a already",
        ),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(operation: dict[str, Any], at: str, says: str) -> None:
    with pytest.raises(OperationError, match=says) as error:
        done(THREE, operation)
    assert error.value.at == at


def test_a_document_of_an_earlier_day_says_what_it_left_out() -> None:
    earlier = {key: value for key, value in THREE.items() if key not in {"accepted", "tier_names"}}
    assert explicit(earlier) == THREE


@st.composite
def histories(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Operations that fit a document of the devices 0 to 5, one after the other."""
    there = [f"d{number}" for number in range(6)]
    made: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, 6))):
        kind = draw(st.sampled_from(["add", "remove", "set", "entitle"]))
        some = draw(st.lists(st.sampled_from(there), unique=True, max_size=4)) if there else []
        if kind == "add":
            places = sorted(draw(st.sets(st.integers(0, len(there)), min_size=1, max_size=3)))
            placed = [(place, f"n{number}-{place}") for place in places]
            made.append({"kind": "add", "devices": [{"at": at, "item": device(name)} for at, name in placed]})
            for at, name in placed:
                there.insert(at, name)
        elif kind == "remove":
            made.append({"kind": "remove", "devices": some})
            there = [each for each in there if each not in some]
        elif kind == "set":
            fields = draw(st.fixed_dictionaries({}, optional={"x": st.integers(0, 9), "name": st.just("N")}))
            made.append({"kind": "set", "devices": [{"id": each, "fields": fields} for each in some]})
        else:
            made.append({"kind": "entitle", "fields": {"name": f"name {number}"}})
    return made


@given(histories())
def test_any_history_can_be_taken_back_and_done_again(operations: list[dict[str, Any]]) -> None:
    before = document(devices=[device(f"d{number}") for number in range(6)])
    kept = document(devices=[device(f"d{number}") for number in range(6)])
    after, back = done(before, *operations)
    returned, again = applied(after, back)
    assert returned == before == kept  # neither was the document that was given altered
    assert applied(returned, again)[0] == after
