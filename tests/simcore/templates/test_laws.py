"""Laws of all templates on random parameters: right documents, counts that add up, names as asked for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.document.checks import check
from simcore.document.findings import Severity
from simcore.document.structure import counts
from simcore.document.tally import tally
from simcore.templates import TEMPLATES

# So small that a fabric is made in milliseconds; the bounds themselves are tested beside.
SMALL = 5


def small(name: str) -> st.SearchStrategy[dict[str, object]]:
    """Return a strategy for small values of a template's whole numbers."""
    return st.fixed_dictionaries(
        {
            each["name"]: st.integers(
                int(each["minimum"]), min(int(each["maximum"]), max(int(each["minimum"]), SMALL))
            )
            for each in TEMPLATES[name].parameters()
            if each["type"] == "integer"
        }
    )


@pytest.mark.parametrize("name", list(TEMPLATES))
@given(values=st.data())
@settings(max_examples=15, deadline=None)
def test_a_template_makes_a_fabric_without_errors_or_says_why_not(name: str, values: st.DataObject):
    document, findings = TEMPLATES[name].make(values.draw(small(name)))
    if document is None:
        assert findings
        assert all(finding.says for finding in findings)
        return
    assert not [finding for finding in check(document) if finding.severity is Severity.ERROR]
    tiers = tally(document)
    assert sum(tier.devices for tier in tiers) == len(document.devices)
    # Every cable takes two ports, and is one of a tier's cables up or across.
    assert sum(tier.ports - tier.free_ports for tier in tiers) == 2 * len(document.cables)
    assert sum(tier.up.cables + tier.across.cables for tier in tiers) == len(document.cables)
    assert sum(tier.down.cables for tier in tiers) == sum(tier.up.cables for tier in tiers)
    assert counts(document)["hosts"] == next(tier.devices for tier in tiers if tier.tier == 0)
    assert len({device.id for device in document.devices}) == len(document.devices)
    for told in TEMPLATES[name].facts_of({}):
        assert told["says"]


@pytest.mark.parametrize("name", list(TEMPLATES))
def test_every_pattern_of_a_template_takes_a_running_number_filled_with_zeros(name: str):
    patterns = [each["name"] for each in TEMPLATES[name].parameters() if each["section"] == "names"]
    assert patterns
    for row, pattern in enumerate(patterns):
        spines = {"leaves_per_rail": 2, "spines_per_rail": 1} if name == "rail-only" else {}
        document, findings = TEMPLATES[name].make({pattern: f"node{row}x{{n:03}}", **spines})
        assert document is not None, findings
        assert any(device.id == f"node{row}x001" for device in document.devices)
        assert not [finding for finding in check(document) if finding.severity is Severity.ERROR]


def test_the_rail_can_stand_first_in_a_name():
    document, _ = TEMPLATES["rail-optimised"].make(
        {"units": 2, "rails": 2, "leaf_names": "r{rail}-leaf{unit:02}"}
    )
    assert document is not None
    assert [device.id for device in document.devices if device.id.startswith("r")] == [
        "r1-leaf01",
        "r2-leaf01",
        "r1-leaf02",
        "r2-leaf02",
    ]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("leaf", "all would be called alike"),
        ("leaf-{rack}", "there is no {rack}"),
        ("leaf {n}", "no white space"),
        ("leaf/{n}", "no /"),
        ("leaf-{n", "stands without its }"),
        ("leaf-{n:x}", "is no numbering"),
        ("leaf-{n:099999999}", "is no numbering"),
        ("leaf-{n!r}", "is no numbering"),
        ("leaf-{n.__class__}", "there is no"),
        ("leaf-{}", "there is no {}"),
        ("leaf-{n}" + 80 * "x", "at most 80"),
    ],
)
def test_a_pattern_that_cannot_name_is_refused_at_its_field(pattern: str, words: str):
    document, (finding,) = TEMPLATES["leaf-spine"].make({"leaf_names": pattern})
    assert document is None
    assert finding.at == "/leaf_names"
    assert words in finding.says


def test_patterns_that_call_two_devices_alike_are_refused():
    document, (finding,) = TEMPLATES["leaf-spine"].make({"leaf_names": "x{n}", "spine_names": "x{n}"})
    assert document is None
    assert "two devices x1" in finding.says
    document, (finding,) = TEMPLATES["leaf-spine"].make({"leaf_names": "leaf-{unit}", "rails": 2})
    assert document is None


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("leaf-spine", {"leaves": 1, "hosts_per_leaf": 1024, "spines": 64, "cables_per_pair": 64}),
        ("rail-optimised", {"units": 128, "rails": 2, "hosts_per_unit": 1, "uplinks": 256, "spines": 1}),
        (
            "rail-only",
            {
                "rails": 1,
                "leaves_per_rail": 2,
                "hosts_per_leaf": 1,
                "spines_per_rail": 128,
                "cables_per_pair": 64,
            },
        ),
    ],
)
def test_a_switch_with_more_ports_than_a_document_can_say_is_refused(name: str, values: dict[str, int]):
    document, (finding,) = TEMPLATES[name].make(values)
    assert document is None
    assert "4,096" in finding.says
