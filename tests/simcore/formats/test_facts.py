"""The facts of a reading: devices, speeds, tiers and rails, by fabrics counted by hand and the real dump."""

from pathlib import Path

import pytest
from dumps import small
from surveys import survey, wired

from simcore.formats import read_files
from simcore.formats.facts import facts_of
from simcore.formats.rejected import Rejected
from simcore.formats.survey import Survey, fabric_of

SHARED = Path(__file__).parents[4] / "shared" / "data"


def railed(hosts: int = 8, rails: int = 4) -> Survey:
    """Return hosts with an adapter on each rail's leaf, each leaf with a cable to each of two spines."""
    found = survey()
    for host in range(hosts):
        found.node(f"h{host}", kind="server", line=1)
        for rail in range(rails):
            found.link((f"h{host}", f"nic{rail}"), (f"leaf{rail}", f"p{host + 1}"), line=2, gbps=400.0)
    for rail in range(rails):
        for spine in range(2):
            found.link((f"leaf{rail}", f"up{spine}"), (f"spine{spine}", f"p{rail + 1}"), line=3)
    return found


def test_tiers_say_why():
    """8 hosts × 4 = 32 cables below the leaves, 4 × 2 = 8 above."""
    facts = facts_of("test", fabric_of(railed()))
    assert [
        (tier["name"], tier["why"], tier["cables_down"], tier["cables_up"]) for tier in facts["tier_facts"]
    ] == [
        ("leaf", "4 switches with a host", 32, 8),
        ("spine", "2 switches cabled to a leaf, none with a host", 8, 0),
    ]


def test_switches_that_reach_no_host_are_a_tier_of_their_own():
    found = railed()
    found.node("alone", kind="switch", line=4)
    facts = facts_of("test", fabric_of(found))
    assert facts["tiers"] == [4, 2]
    assert facts["tier_facts"][-1]["why"] == "1 switch without a path to any host"


def test_speeds_of_ports_and_cables_are_counted_the_unknown_last():
    """32 cables of 400 and 8 of unknown speed; two ports each."""
    found = railed()
    for host in range(8):
        for rail in range(4):
            found.port(f"h{host}", f"nic{rail}", gbps=400.0, line=5)
    facts = facts_of("test", fabric_of(found))
    assert list(facts["links_by_gbps"].items()) == [("400", 32), ("unknown", 8)]
    assert facts["ports_by_gbps"]["400"] == 32


def test_devices_are_counted_by_kind_and_model():
    found = railed()
    for spine in range(2):
        found.node(f"spine{spine}", model="X-1", line=4)
    facts = facts_of("test", fabric_of(found))
    assert {(each["kind"], each["type"], each["count"]) for each in facts["devices"]} == {
        ("switch", "leaf", 4),
        ("switch", "X-1", 2),
        ("server", "server-4x", 8),
    }


def test_rails_come_from_structure():
    facts = facts_of("test", fabric_of(railed()))
    assert [(rail["adapters"], rail["leaves"], rail["hosts"]) for rail in facts["rails"]] == [
        ([1], ["leaf0"], 8),
        ([2], ["leaf1"], 8),
        ([3], ["leaf2"], 8),
        ([4], ["leaf3"], 8),
    ]


def test_a_host_with_another_number_of_adapters_is_left_out_of_the_rails():
    found = railed()
    found.link(("login", "eth0"), ("leaf0", "p99"), line=9)
    found.node("login", kind="server", line=9)
    facts = facts_of("test", fabric_of(found))
    assert (len(facts["rails"]), facts["hosts_off_rails"]) == (4, ["login"])
    assert facts["hosts_by_adapters"] == {"4": 8, "1": 1}


def test_a_host_with_two_adapters_swapped_is_astray():
    found = railed(hosts=7)
    found.node("h7", kind="server", line=9)
    for position, leaf in ((0, 1), (1, 0), (2, 2), (3, 3)):
        found.link(("h7", f"nic{position}"), (f"leaf{leaf}", "p8"), line=9)
    facts = facts_of("test", fabric_of(found))
    assert (len(facts["rails"]), facts["hosts_astray"]) == (4, ["h7"])


def test_two_adapters_on_one_leaf_are_one_rail():
    found = survey()
    for host in range(4):
        found.node(f"h{host}", kind="server", line=1)
        for position in range(4):
            found.link((f"h{host}", f"n{position}"), (f"leaf{position // 2}", f"{host}.{position}"), line=2)
    facts = facts_of("test", fabric_of(found))
    assert [rail["adapters"] for rail in facts["rails"]] == [[1, 2], [3, 4]]


def test_adapters_spread_over_all_leaves_make_no_rails():
    found = survey()
    for host in range(8):
        found.node(f"h{host}", kind="server", line=1)
        for position in range(2):
            found.link((f"h{host}", f"n{position}"), (f"leaf{(host + position) % 2}", f"{host}"), line=2)
    assert facts_of("test", fabric_of(found))["rails"] == []


def test_single_homed_hosts_have_no_rails():
    facts = facts_of("test", fabric_of(wired(("a", "x"), ("b", "x"))))
    assert (facts["rails"], facts["hosts_off_rails"]) == ([], [])


def test_lines_that_were_not_understood_are_counted():
    found = railed()
    rejected = Rejected()
    for line in range(1, 31):
        rejected.add(line, "it has no second end")
    rejected.tell(found)
    assert facts_of("test", fabric_of(found))["lines_unread"] == 30


def test_an_ibnetdiscover_dump_counts_its_unread_lines_too():
    text = small().text() + "\nthis is no line of a dump\n"
    assert read_files([("a", text.encode())]).facts["lines_unread"] == 1


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/data is not here")
def test_the_rails_of_a_real_fabric():
    """FORMATS.md section 2.1: 109 of 122 hosts have 4 adapters, 11 have 3; 31 leaves, 9 spines."""
    path = SHARED / "ibnetdiscover" / "dgx_h100_ndr_example.out"
    facts = read_files([(path.name, path.read_bytes())]).facts
    assert facts["hosts_by_adapters"]["4"] == 109
    assert facts["hosts_by_adapters"]["3"] == 11
    assert [tier["switches"] for tier in facts["tier_facts"]] == [31, 9]
