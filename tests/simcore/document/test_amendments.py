"""Amendments: speeds by rule, exclusions, oversubscription, neutral names, on fabrics counted by hand."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.document.amendments import Amendments, SpeedRule, TrunkRule, amended
from simcore.document.build import build_topology
from simcore.document.checks import check
from simcore.document.fabric import (
    Accepted,
    Cable,
    Device,
    DeviceKind,
    DeviceType,
    FabricDocument,
    PortBlock,
)
from simcore.document.findings import Severity
from simcore.document.structure import counts


def leaf_spine(*, host_gbps: float | None = 100.0) -> FabricDocument:
    """Return 2 leaves with 4 hosts of 2 adapters each, and a trunk of unknown speed to each of 2 spines."""
    hosts = [f"acme-h{row}" for row in range(8)]
    cables = [
        Cable(
            id=f"{host}-{side}",
            a=f"{host}/eth{side}",
            b=f"lf{row // 4}/d{row % 4 * 2 + side + 1}",
            gbps=host_gbps,
        )
        for row, host in enumerate(hosts)
        for side in range(2)
    ]
    cables += [
        Cable(id=f"t{leaf}{spine}", a=f"lf{leaf}/up{spine + 1}", b=f"sp{spine}/p{leaf + 1}")
        for leaf in range(2)
        for spine in range(2)
    ]
    return FabricDocument(
        name="acme hall 1",
        device_types=(
            DeviceType(
                id="acme-leaf",
                kind=DeviceKind.SWITCH,
                ports=(PortBlock(name="d", count=8), PortBlock(name="up", count=2)),
            ),
            DeviceType(id="acme-spine", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=2),)),
            DeviceType(
                id="acme-box", kind=DeviceKind.SERVER, ports=(PortBlock(name="eth0"), PortBlock(name="eth1"))
            ),
        ),
        devices=(
            *(Device(id=f"lf{row}", type="acme-leaf", name=f"acme leaf {row}") for row in range(2)),
            *(Device(id=f"sp{row}", type="acme-spine", group="acme row") for row in range(2)),
            *(Device(id=host, type="acme-box", tags=("acme", "management")) for host in hosts),
        ),
        cables=tuple(cables),
        tier_names=("acme-low",),
        accepted=(Accepted(rule="device.uncabled", note="acme said so"),),
    )


def speeds(document: FabricDocument) -> dict[str, float | None]:
    return {cable.id: cable.gbps for cable in document.cables}


def test_no_amendment_changes_nothing():
    assert amended(leaf_spine(), Amendments()).document == leaf_spine()


def test_all_unknown_speeds_are_set_and_no_known_one():
    found = speeds(amended(leaf_spine(), Amendments(speeds=(SpeedRule(gbps=400.0),))).document)
    assert {gbps for name, gbps in found.items() if name.startswith("t")} == {400.0}
    assert {gbps for name, gbps in found.items() if name.startswith("acme")} == {100.0}


def test_a_rule_for_two_tiers_holds_between_them_alone():
    rule = SpeedRule(gbps=25.0, tiers=(1, 0))
    found = speeds(amended(leaf_spine(host_gbps=None), Amendments(speeds=(rule,))).document)
    assert sum(gbps == 25.0 for gbps in found.values()) == 16
    assert sum(gbps is None for gbps in found.values()) == 4


def test_a_rule_by_model_and_port_holds_where_both_do():
    """Of the spines' 4 trunks those at a port p1: 2."""
    rule = SpeedRule(gbps=800.0, model="*spine", port="sp?/p1")
    found = speeds(amended(leaf_spine(), Amendments(speeds=(rule,))).document)
    assert {name for name, gbps in found.items() if gbps == 800.0} == {"t00", "t01"}


def test_a_known_speed_is_changed_where_the_rule_says_so():
    rule = SpeedRule(gbps=50.0, port="acme-h0/*", unknown_only=False)
    found = speeds(amended(leaf_spine(), Amendments(speeds=(rule,))).document)
    assert (found["acme-h0-0"], found["acme-h1-0"]) == (50.0, 100.0)


def test_the_oversubscription_of_a_leaf_sets_its_trunks():
    """8 cables of 100 down, 2 to 1: 400 up in two trunks of 200."""
    rules = Amendments(oversubscription=(TrunkRule(tier=1, ratio=2.0),))
    document = amended(leaf_spine(), rules).document
    assert {document.cables[row].gbps for row in range(16, 20)} == {200.0}
    [said] = [each for each in check(document) if each.rule == "tier.oversubscription"]
    assert "2.00 to 1" in said.says


def test_an_uplink_of_known_speed_counts_towards_the_oversubscription():
    """Of 400 up one trunk has 150: the other gets 250."""
    document = leaf_spine()
    cables = tuple(
        cable.model_copy(update={"gbps": 150.0}) if cable.id == "t00" else cable for cable in document.cables
    )
    rules = Amendments(oversubscription=(TrunkRule(tier=1, ratio=2.0),))
    found = speeds(amended(document.model_copy(update={"cables": cables}), rules).document)
    assert (found["t00"], found["t01"], found["t10"]) == (150.0, 250.0, 200.0)


def test_no_trunk_is_guessed_where_the_speed_below_is_unknown():
    done = amended(leaf_spine(host_gbps=None), Amendments(oversubscription=(TrunkRule(tier=1, ratio=1.0),)))
    assert set(speeds(done.document).values()) == {None}
    assert [finding.rule for finding in done.findings] == ["amendment.unused"]


def test_an_excluded_device_goes_with_its_cables():
    done = amended(leaf_spine(), Amendments(exclude=("acme-h[0-3]",)))
    assert counts(done.document)["hosts"] == 4
    assert counts(done.document)["cables"] == 12


def test_a_device_is_excluded_by_its_name_too():
    done = amended(leaf_spine(), Amendments(exclude=("acme leaf 0",)))
    assert "lf0" not in {device.id for device in done.document.devices}


def test_an_excluded_adapter_goes_from_the_hosts_that_are_meant():
    done = amended(leaf_spine(), Amendments(exclude=("acme-h[01]/eth1",)))
    topology_hosts = counts(done.document)
    assert (topology_hosts["hosts"], topology_hosts["adapters"], topology_hosts["cables"]) == (8, 14, 18)
    assert not [each for each in check(done.document) if each.rule in ("cable.dangling", "id.duplicate")]


def test_cables_at_an_excluded_port_of_a_switch_go():
    done = amended(leaf_spine(), Amendments(exclude=("lf0/up*",)))
    assert counts(done.document)["cables"] == 18


def test_a_rule_that_met_nothing_is_said():
    rules = Amendments(exclude=("nobody",), speeds=(SpeedRule(gbps=1.0, tiers=(7, 8)),))
    done = amended(leaf_spine(), rules)
    assert [finding.at for finding in done.findings] == ["amendments/exclude/0", "amendments/speeds/0"]


def test_tiers_are_called_as_the_person_says():
    done = amended(leaf_spine(), Amendments(tier_names=("ToR", "fabric")))
    assert done.document.tier_names == ("ToR", "fabric")


def test_neutral_names_say_what_a_device_is_and_nothing_else():
    done = amended(leaf_spine(), Amendments(neutral_names=True))
    ids = [device.id for device in done.document.devices]
    assert ids == ["leaf-01", "leaf-02", "spine-01", "spine-02", *(f"host-{row:04}" for row in range(1, 9))]
    assert done.id_of["acme-h3"] == "host-0004"
    assert "acme" not in done.document.model_dump_json()


def test_a_fabric_under_neutral_names_is_built_alike():
    """The same links by row, rates and delays: names play no role in them."""
    rules = (SpeedRule(gbps=400.0),)
    plain = build_topology(amended(leaf_spine(), Amendments(speeds=rules)).document)
    neutral = build_topology(amended(leaf_spine(), Amendments(speeds=rules, neutral_names=True)).document)
    assert (plain.link_source == neutral.link_source).all()
    assert (plain.link_rate == neutral.link_rate).all()
    assert (plain.link_delay == neutral.link_delay).all()


def test_the_names_of_tiers_that_the_person_gives_stay():
    done = amended(leaf_spine(), Amendments(neutral_names=True, tier_names=("ToR",)))
    assert done.document.tier_names == ("ToR",)


def test_a_type_of_the_catalogue_keeps_its_name_without_the_client_s():
    document = leaf_spine()
    types = (document.device_types[0].model_copy(update={"id": "QM9700-secret"}), *document.device_types[1:])
    devices = tuple(
        device.model_copy(update={"type": "QM9700-secret"}) if device.type == "acme-leaf" else device
        for device in document.devices
    )
    done = amended(
        document.model_copy(update={"device_types": types, "devices": devices}),
        Amendments(neutral_names=True),
    )
    assert done.document.device_types[0].id == "QM9700"
    assert "secret" not in done.document.model_dump_json()


@st.composite
def fabrics(draw: st.DrawFn) -> tuple[FabricDocument, set[str]]:
    """Draw a fabric in which every text is a secret, and the secrets."""
    # No neutral name, no key of the document and no text of the catalogue holds such a word.
    words = [f"Zq{number}Q" for number in range(60)]
    left = iter(words)
    types = []
    for kind in (DeviceKind.SWITCH, DeviceKind.SERVER):
        blocks = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
        types.append(
            DeviceType(
                id=next(left),
                kind=kind,
                name=next(left),
                source=next(left),
                ports=tuple(PortBlock(name=next(left), count=count, gbps=1.0) for count in blocks),
            )
        )
    devices = [
        Device(
            id=next(left),
            type=draw(st.sampled_from(types)).id,
            name=next(left),
            group=draw(st.sampled_from([None, words[0]])),
            tags=(words[1],),
        )
        for _ in range(draw(st.integers(1, 6)))
    ]
    type_of = {each.id: each for each in types}
    addresses = [
        f"{device.id}/{port}"
        for device in devices
        for block in type_of[device.type].ports
        for port in block.port_names()
    ]
    free = draw(st.permutations(addresses))
    pairs = list(zip(free[: len(free) // 2], free[len(free) // 2 :], strict=False))
    cables = [Cable(id=next(left), a=a, b=b, medium=words[2]) for a, b in pairs[: draw(st.integers(0, 8))]]
    document = FabricDocument(
        name=words[3], device_types=tuple(types), devices=tuple(devices), cables=tuple(cables)
    )
    return document, set(words)


@settings(max_examples=40, deadline=None)
@given(fabrics())
def test_no_word_of_the_original_survives_neutral_names(drawn):
    document, secrets = drawn
    text = amended(document, Amendments(neutral_names=True)).document.model_dump_json()
    assert not [word for word in secrets if word in text]
    assert not re.search(r"Zq", text)


@settings(max_examples=15, deadline=None)
@given(fabrics())
def test_neutral_names_change_no_count_and_break_nothing(drawn):
    document, _ = drawn
    done = amended(document, Amendments(neutral_names=True)).document
    assert counts(done) == counts(document)
    # A kind of cable outside the catalogue is a word of the client's: it goes, and so does its finding.
    before = sorted(each.rule for each in check(document) if each.rule != "cable.medium")
    assert sorted(each.rule for each in check(done)) == before
    assert not {"cable.dangling", "port.twice", "id.duplicate", "type.unknown"} & {
        each.rule for each in check(done) if each.severity is Severity.ERROR
    }


@pytest.mark.parametrize("rule", [{"gbps": 0}, {"gbps": 1, "tiers": [0]}, {"gbps": 1, "port": ""}])
def test_a_rule_without_sense_is_refused(rule):
    with pytest.raises(ValueError, match="speeds"):
        Amendments.model_validate({"speeds": [rule]})
