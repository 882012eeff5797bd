"""From parsed JSON to documents: every error at once, each with pointer and help; digests."""

import json

import pytest

from simcore.document.digest import canonical_json, digest
from simcore.document.parse import json_pointer, parse_fabric, parse_scenario, parse_workload
from simcore.templates import TEMPLATES

SWITCH = {"id": "sw", "kind": "switch", "ports": [{"name": "p", "count": 4, "gbps": 400}]}


def fabric(**parts: object) -> dict[str, object]:
    return {"format": 1, "kind": "fabric", "device_types": [SWITCH], **parts}


def test_a_right_document_is_parsed_without_findings():
    document, findings = parse_fabric(fabric(devices=[{"id": "s", "type": "sw"}]))
    assert document is not None
    assert findings == []


def test_a_price_band_upside_down_is_refused_at_its_place():
    dear = {**SWITCH, "price_usd": {"low": 50_000, "high": 36_000}}
    document, (finding,) = parse_fabric({**fabric(), "device_types": [dear]})
    assert document is None
    assert finding.at == "/device_types/0/price_usd"


def test_all_errors_come_at_once_with_their_pointers():
    document, findings = parse_fabric(
        fabric(
            devices=[{"id": "a b", "type": "sw"}, {"type": "sw"}, {"id": "s", "type": "sw", "colour": "red"}],
            cables=[{"id": "c", "a": "s/p1", "b": "nowhere", "gbps": -4}],
        )
    )
    assert document is None
    assert {finding.at for finding in findings} == {
        "/devices/0/id",
        "/devices/1/id",
        "/devices/2/colour",
        "/cables/0/b",
        "/cables/0/gbps",
    }


def test_an_unknown_key_proposes_the_field_that_was_meant():
    _, (finding,) = parse_fabric(fabric(cables=[{"id": "c", "a": "s/p1", "b": "t/p1", "gpbs": 400}]))
    assert finding.rule == "shape.unknown-key"
    assert finding.says.endswith("did you mean gbps?")


def test_an_unknown_key_like_none_is_answered_with_the_fields_there_are():
    _, (finding,) = parse_fabric(fabric(devices=[{"id": "s", "type": "sw", "zzz": 1}]))
    assert "aggregation, group, id, name, tags, type, x, y" in finding.says


def test_a_value_out_of_bounds_says_bound_and_value():
    _, (finding,) = parse_workload({"jobs": [{"id": "j", "size_bytes": -1}]})
    assert (finding.at, finding.says) == ("/jobs/0/size_bytes", "must be at least 1, got -1")


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("iterations", 1.5, "must be a whole number, got 1.5"),
        ("iterations", "x", "must be a whole number, got 'x'"),
        ("iterations", [], "must be a whole number, got a list of 0"),
        ("compute_ms", "x", "must be a number, got 'x'"),
        ("compute_ms", {}, "must be a number, got an object of 0"),
        ("ranks", 3, "must be an object, got 3"),
    ],
)
def test_a_value_of_another_kind_is_answered_in_our_words(field, value, says):
    _, (finding,) = parse_workload({"jobs": [{"id": "j", "size_bytes": 1, field: value}]})
    assert (finding.at, finding.says) == (f"/jobs/0/{field}", says)


def test_a_period_so_short_that_no_run_would_end_is_refused():
    _, (finding,) = parse_scenario({"routing": {"mode": "flowlets", "period_us": 1e-6}})
    assert (finding.at, finding.rule) == ("/routing/period_us", "shape.value")


def test_an_exponential_jitter_leaves_no_time_below_zero():
    _, (finding,) = parse_workload(
        {"jobs": [{"id": "j", "size_bytes": 1, "jitter": "exponential", "jitter_cv": 1.5}]}
    )
    assert (finding.at, finding.says) == (
        "/jobs/0",
        "jitter_cv of an exponential jitter is at most 1, got 1.5",
    )


def test_a_rule_between_two_fields_is_said_in_its_own_words():
    _, (finding,) = parse_scenario(
        {"faults": [{"cable": "c", "at_ms": 5, "until_ms": 5, "rate_share": 0.25}]}
    )
    assert finding.at == "/faults/0/until_ms"
    assert finding.says == "until_ms 5.0 is not after at_ms 5.0"


@pytest.mark.parametrize(
    ("fault", "at", "says"),
    [
        ({"cable": "c", "switch": "s"}, "/faults/0/switch", "name one of them"),
        ({}, "/faults/0/switch", "name one of them"),
        ({"switch": "s", "rate_share": 0.5}, "/faults/0/rate_share", "is down or not"),
        ({"cable": "c", "rate_share": -0.1}, "/faults/0/rate_share", "must be at least 0"),
        ({"cable": "a b"}, "/faults/0/cable", "no white space"),
    ],
)
def test_a_fault_is_of_one_cable_or_of_one_switch(fault: dict[str, object], at: str, says: str):
    _, (finding,) = parse_scenario({"faults": [{"at_ms": 5, **fault}]})
    assert finding.at == at
    assert says in finding.says


@pytest.mark.parametrize("data", [None, [], "text", 3, {"format": 2}, {"kind": "workload"}])
def test_what_is_no_fabric_gives_findings_and_no_exception(data: object):
    document, findings = parse_fabric(data)
    assert document is None
    assert findings


def test_numbers_that_are_no_numbers_are_refused():
    document, findings = parse_fabric(
        fabric(cables=[{"id": "c", "a": "s/p1", "b": "t/p1", "gbps": float("nan")}])
    )
    assert document is None
    assert [finding.at for finding in findings] == ["/cables/0/gbps"]


def test_half_a_surrogate_pair_is_refused_and_not_an_error_of_the_digest():
    document, findings = parse_fabric(json.loads('{"name": "\\ud800"}'))
    assert document is None
    assert [finding.at for finding in findings] == ["/name"]


def test_findings_end_after_a_thousand_with_the_number_of_the_rest():
    _, findings = parse_fabric(fabric(devices=[{"id": ""}] * 2_000))  # two errors each
    assert len(findings) == 1_001
    assert "3,000 more" in findings[-1].says


def test_a_pointer_escapes_as_rfc_6901_says():
    assert json_pointer(("a/b", 0, "m~n")) == "/a~1b/0/m~0n"


def test_the_digest_does_not_depend_on_how_the_document_was_written():
    one, _ = parse_fabric({"name": "x", "devices": []})
    two, _ = parse_fabric({"kind": "fabric", "format": 1, "name": "x"})
    assert one is not None
    assert two is not None
    assert digest(one) == digest(two)


def test_an_integer_and_a_float_of_one_value_have_one_digest():
    one, _ = parse_fabric(fabric())
    two, _ = parse_fabric(json.loads(json.dumps(fabric()).replace("400", "400.0")))
    assert one is not None
    assert two is not None
    assert digest(one) == digest(two)


def test_the_digest_changes_with_the_content():
    one, _ = TEMPLATES["fat-tree"].make({"k": 4})
    two, _ = TEMPLATES["fat-tree"].make({"k": 4, "gbps": 200})
    assert one is not None
    assert two is not None
    assert digest(one) != digest(two)


def test_canonical_json_is_parsed_to_the_same_document():
    document, _ = TEMPLATES["leaf-spine"].make({"leaves": 4, "rails": 2})
    assert document is not None
    again, findings = parse_fabric(json.loads(canonical_json(document)))
    assert findings == []
    assert again == document
