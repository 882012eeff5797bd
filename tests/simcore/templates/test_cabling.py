"""Cables of a template: unknown until set, as stated, or by the rule of racks, which is counted by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.document.bill import bill_of
from simcore.document.catalogue import CABLE_TYPES
from simcore.document.checks import check
from simcore.templates import TEMPLATES

RACKS = {"lengths": "estimated by racks"}
SMALL = {"leaves": 2, "spines": 2, "hosts_per_leaf": 2, "servers_per_rack": 2, "racks_per_row": 1}


def made(name: str, **values: object):
    document, findings = TEMPLATES[name].make(values)
    assert document is not None, findings
    return document, findings


@pytest.mark.parametrize("name", TEMPLATES)
def test_nothing_is_said_of_a_cable_until_somebody_does(name: str):
    document, findings = made(name)
    assert {(each.length_m, each.medium) for each in document.cables} == {(None, None)}
    assert findings == []


def test_a_switch_stands_amid_its_hosts_and_cables_go_over_the_tray():
    # Hosts 1, 2 and leaf 1 in the rack of row 0, hosts 3, 4 and leaf 2 in that of row 1; the spines at row
    # 0.5, which is row 0. Within a rack 2 m; a row apart 2.4 m and twice 2 m, 6.4 m: 7 m are sold.
    document, _ = made("leaf-spine", **SMALL, **RACKS)
    assert [each.length_m for each in document.cables] == [2, 2, 2, 2, 2, 2, 7, 7]


def test_the_rule_of_racks_is_told_with_its_numbers():
    _, findings = made("leaf-spine", **SMALL, **RACKS)
    (told,) = findings
    assert told.rule == "template.lengths"
    assert "an assumption: servers fill racks of 2 and rows of 1 rack," in told.says


def test_a_stated_length_goes_before_the_rule_and_each_boundary_has_its_own():
    document, _ = made(
        "fat-tree", k=2, host_cable_m=1.5, first_cable_m=25, upper_cable_m=80, lengths="estimated by racks"
    )
    told = {
        frozenset(end.partition("-")[0] for end in (each.a, each.b)): each.length_m
        for each in document.cables
    }
    assert told == {
        frozenset({"host", "edge"}): 1.5,
        frozenset({"edge", "agg"}): 25,
        frozenset({"agg", "core"}): 80,
    }


def test_cables_within_a_tier_are_those_between_the_lowest_switches():
    document, _ = made("torus-2d", first_cable_m=12)
    lengths = {("host" in each.a, each.length_m) for each in document.cables}
    assert lengths == {(True, None), (False, 12)}


@pytest.mark.parametrize(
    ("metres", "to_hosts", "between"),
    [  # the reach of each type as its data sheet has it
        (2, "MCP7Y00", "MCP4Y10"),
        (3, "MCP7Y00", "ACC-2x400"),
        (50, "SR4-2x400-adapters", "SR4-2x400"),
        (51, "DR4-2x400-adapters", "DR4-2x400-100m"),
        (501, None, "FR4-2x400"),
        (2001, None, None),
    ],
)
def test_by_length_the_shortest_type_that_reaches_is_taken(metres: float, to_hosts: str, between: str):
    document, _ = made("leaf-spine", host_cable_m=metres, first_cable_m=metres, media="by length")
    assert {each.medium for each in document.cables if "host" in each.a} == {to_hosts}
    assert {each.medium for each in document.cables if "host" not in each.a} == {between}


def test_glass_that_does_not_reach_is_found_by_the_checks():
    document, _ = made("leaf-spine", first_cable_m=80, media="multimode")
    found = [each for each in check(document) if each.rule == "cable.too-long"]
    (told,) = found
    assert len(told.objects) == 16
    assert "80 m long (and 15 others up to 80 m), and SR4-2x400 reaches 50 m" in told.says
    assert "take DR4-2x400" in told.says  # two cables a piece, as before


def test_by_length_nothing_is_taken_without_a_length():
    document, _ = made("leaf-spine", media="by length")
    assert {each.medium for each in document.cables} == {None}


def test_the_bill_of_a_cabled_fabric_prices_every_cable():
    document, _ = made("leaf-spine", **RACKS, media="by length")
    cables = [line for line in bill_of(document).lines if line.kind == "cable"]
    assert sum(line.links for line in cables) == len(document.cables)
    assert all(line.price_low and not line.without_length for line in cables)
    bare, _ = made("leaf-spine")
    bare_total, total = bill_of(bare).total, bill_of(document).total
    assert bare_total.without_price - total.without_price == len(bare.cables)


@given(
    name=st.sampled_from(sorted(TEMPLATES)),
    servers=st.integers(1, 10),
    racks=st.integers(1, 20),
    media=st.sampled_from(["by length", "unknown"]),
)
def test_what_is_taken_by_length_reaches_and_carries(name: str, servers: int, racks: int, media: str):
    document, _ = made(name, servers_per_rack=servers, racks_per_row=racks, media=media, **RACKS)
    for cable in document.cables:
        assert cable.length_m is not None
        assert cable.length_m >= 2
        if media == "by length":
            found = CABLE_TYPES[cable.medium]
            assert cable.length_m <= found.max_length_m
            assert cable.gbps == found.gbps
