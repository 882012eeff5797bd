"""Groups with counts: one entry for many devices or cables, and what is wrong with one that is none."""

from typing import Any

import pytest

from simcore.document.digest import digest
from simcore.document.grouping import grouped
from simcore.document.parse import parse_fabric
from simcore.templates import TEMPLATES


def document(**lists: Any) -> dict[str, Any]:
    return {"format": 1, "kind": "fabric", "device_types": [], "devices": [], "cables": [], **lists}


def ids(devices: list[dict[str, Any]]) -> list[str]:
    parsed, findings = parse_fabric(document(devices=devices))
    assert findings == [] and parsed is not None
    return [device.id for device in parsed.devices]


def test_a_group_stands_for_its_members_the_first_letter_slowest() -> None:
    group = {"each": {"p": 2, "l": 3}, "id": "leaf-{p+1}-{l}", "type": "sw"}
    assert ids([group]) == [f"leaf-{pod}-{leaf}" for pod in (1, 2) for leaf in (0, 1, 2)]


def test_sums_have_factors_signs_offsets_and_zeros_before_them() -> None:
    group = {"each": {"p": 2, "l": 2}, "id": "h{10p-3l+5:03}", "type": "sw"}
    assert ids([group]) == ["h005", "h002", "h015", "h012"]


def test_doubled_braces_are_braces() -> None:
    assert ids([{"each": {"n": 2}, "id": "{{x}}{n}", "type": "sw"}]) == ["{x}0", "{x}1"]


def test_outside_of_a_group_braces_mean_nothing() -> None:
    assert ids([{"id": "{n}", "type": "sw"}]) == ["{n}"]


def test_all_texts_of_a_group_are_patterns_but_for_its_type() -> None:
    group = {
        **{"each": {"n": 2}, "id": "d{n}", "type": "sw-{n}", "name": "N{n+1}"},
        **{"group": "pod-{n}", "tags": ["t{n}", "x"]},
    }
    parsed, _ = parse_fabric(document(devices=[group]))
    assert parsed is not None
    second = parsed.devices[1]
    assert (second.type, second.name, second.group, second.tags) == ("sw-{n}", "N2", "pod-1", ("t1", "x"))


def test_cables_pair_up_across_two_counts() -> None:
    group = {"each": {"l": 2, "s": 2}, "id": "c{2l+s}", "a": "leaf-{l}/p{s+5}", "b": "spine-{s}/p{l+1}"}
    parsed, _ = parse_fabric(document(cables=[group]))
    assert parsed is not None
    assert [(cable.a, cable.b) for cable in parsed.cables] == [
        ("leaf-0/p5", "spine-0/p1"),
        ("leaf-0/p6", "spine-1/p1"),
        ("leaf-1/p5", "spine-0/p2"),
        ("leaf-1/p6", "spine-1/p2"),
    ]


def test_the_digest_is_the_same_in_either_form() -> None:
    each = [{"id": f"d{n}", "type": "sw"} for n in range(6)]
    one, _ = parse_fabric(document(devices=each))
    other, _ = parse_fabric(document(devices=[{"each": {"n": 6}, "id": "d{n}", "type": "sw"}]))
    assert one is not None and other is not None
    assert digest(one) == digest(other)


def test_an_error_after_a_group_has_the_place_that_was_given() -> None:
    given = [{"each": {"n": 5}, "id": "d{n}", "type": "sw"}, {"id": "a b", "type": "sw"}]
    _, findings = parse_fabric(document(devices=given))
    assert [finding.at for finding in findings] == ["/devices/1/id"]


@pytest.mark.parametrize(
    ("group", "at", "says"),
    [
        ({"each": {"n": 3}, "id": "d{m}"}, "/devices/0", "letter m"),
        ({"each": {"n": 3}, "id": "d{n"}, "/devices/0", "a brace stands alone"),
        ({"each": {"n": 3}, "id": "d{n*2}"}, "/devices/0", "is no sum"),
        ({"each": {"n": 3}, "id": "d{1-n}"}, "/devices/0", "below 0"),
        ({"each": {"n": 3}, "id": "d{9999999999999n}"}, "/devices/0", "is no sum"),
        ({"each": {"a": 1000, "b": 1000}, "id": "d{a}"}, "/devices/0", "1,000,000 members; 200,000"),
        ({"each": {"n": 0}, "id": "d{n}"}, "/devices/0/each/n", "at least 1"),
        ({"each": {}, "id": "d"}, "/devices/0/each", "at least 1"),
        ({"each": {"n": 3}, "id": "d{n}", "colour": 1}, "/devices/0/colour", "no field"),
        ({"each": {"n": 3}, "id": "d" * 199 + "{999n}"}, "/devices/0", "characters"),
    ],
)
def test_a_group_that_is_none_is_refused_at_its_place(group: dict[str, Any], at: str, says: str) -> None:
    parsed, findings = parse_fabric(document(devices=[{"type": "sw", **group}]))
    assert parsed is None
    assert findings[0].at == at or findings[0].at.startswith(at)
    assert says in findings[0].says


def test_an_even_run_becomes_one_group_and_a_changed_member_leaves_it() -> None:
    devices = [
        {"id": f"leaf-{n:02}", "type": "sw", "name": "", "group": None, "tags": [], "x": None, "y": None}
        for n in range(1, 13)
    ]
    (one,) = grouped(document(devices=devices))["devices"]
    assert (one["each"], one["id"]) == ({"a": 12}, "leaf-{a+1:02}")
    devices[6] = {**devices[6], "type": "other"}
    before, changed, after = grouped(document(devices=devices))["devices"]
    assert (before["each"], changed["id"], after["each"], after["id"]) == (
        *({"a": 6}, "leaf-07", {"a": 5}),
        "leaf-{a+8:02}",
    )


def test_a_fat_tree_is_written_in_a_group_for_each_kind_of_device_and_cable() -> None:
    made, _ = TEMPLATES["fat-tree"].make({"k": 16})
    assert made is not None
    short = grouped(made.model_dump(mode="json"))
    assert (len(made.devices), len(made.cables)) == (1024 + 320, 3072)
    assert (len(short["devices"]), len(short["cables"])) == (4, 3)
