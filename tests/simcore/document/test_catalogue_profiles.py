"""Aggregation profiles: every limit has a clause that names its document, or is called an assumption."""

import re
from dataclasses import fields

import pytest

from simcore.document.capabilities import AggregationProfile
from simcore.document.catalogue import AGGREGATION_PROFILES, AggregationRule

ADDING = [each for each in AGGREGATION_PROFILES if each is not AggregationProfile.NONE]
# The clause of each limit.
CLAUSE = {
    "scope": "streams",
    "active": "streams",
    "streams": "streams",
    "trees": "trees",
    "wire_share": "share of the wire",
    "start_us": "start of a stream",
    "slots": "slots",
    "slot_bytes": "slots",
    "most_bytes": "largest call",
    "segment_bytes": "segments",
    "segment_start_us": "first segment",
    "segment_step_us": "step",
    "reducer_gbps": "reducer",
    "types": "types",
}
# Limits that are told in words.
IN_WORDS = {"scope", "active", "streams", "types"}
# What says what it is, and no limit.
WORDS = {"title", "family", "sources"}
DOCUMENT = re.compile(r"SHARP \d|SHARP Rev|Graham et al\.|p4lang/|NVIDIA/nccl|NCCL issue \d+|IEEE 802\.3")


def clauses(rule: AggregationRule) -> dict[str, str]:
    """What the sources of a profile say, by the names of the limits."""
    found = {}
    for source in rule.sources:
        names, _, says = source.partition(": ")
        found.update({name: says for name in names.split(", ")})
    return found


def limits(rule: AggregationRule) -> dict[str, object]:
    """The limits that a profile has: those that differ from what the shape takes for none."""
    without = {each.name: each.default for each in fields(AggregationRule)}
    return {
        name: getattr(rule, name)
        for name in CLAUSE
        if name in {"scope", "active"} or getattr(rule, name) != without[name]
    }


def numbers(text: str) -> set[float]:
    """The numbers of a text, and what its divisions, "a of b" and units make of them."""
    bare = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    found = {float(each) for each in re.findall(r"\d*\.?\d+", bare)}
    found |= {float(a) / float(b) for a, b in re.findall(r"(\d+) of (\d+)", bare)}
    return found | {8000 * float(each) for each in re.findall(r"([\d.]+) TB/s", bare)}


def test_every_field_of_a_rule_is_a_limit_with_a_clause_or_says_what_it_is() -> None:
    assert {each.name for each in fields(AggregationRule)} == set(CLAUSE) | WORDS


@pytest.mark.parametrize("profile", ADDING)
def test_every_limit_has_a_clause_with_a_document_or_is_called_an_assumption(
    profile: AggregationProfile,
) -> None:
    rule = AGGREGATION_PROFILES[profile]
    told = clauses(rule)
    assert set(told) <= set(CLAUSE.values())
    assert {CLAUSE[name] for name in limits(rule)} <= set(told)
    for name, says in told.items():
        assert DOCUMENT.search(says) or "assumption" in says, name


@pytest.mark.parametrize("profile", ADDING)
def test_the_figure_of_a_limit_stands_in_its_clause(profile: AggregationProfile) -> None:
    rule = AGGREGATION_PROFILES[profile]
    told = clauses(rule)
    for name, value in limits(rule).items():
        if name not in IN_WORDS:
            assert any(each == pytest.approx(value, rel=1e-12) for each in numbers(told[CLAUSE[name]])), name


def test_streams_of_a_switch_are_slots_by_slots_of_a_stream() -> None:
    # 16,384 registers in two copies, 256 for each stream.
    rule = AGGREGATION_PROFILES[AggregationProfile.TOFINO]
    assert rule.slots is not None
    assert rule.active * rule.slots == 16_384 // 2


def test_a_limit_without_a_clause_is_found_out() -> None:
    bare = AggregationRule(
        title="", family="", scope="port", active=1, sources=("streams: assumption",), trees=9
    )
    assert {CLAUSE[name] for name in limits(bare)} - set(clauses(bare)) == {"trees"}
    assert 9 not in numbers("63 trees")
