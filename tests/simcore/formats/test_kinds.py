"""Servers and switches are told apart by structure: usual shapes of fabrics under names that say nothing."""

from itertools import count

import pytest
from surveys import servers, servers_of, survey, wired

from simcore.document.fabric import DeviceKind
from simcore.formats.survey import Survey, fabric_of


def bare(
    hosts: int, leaves: int, spines: int, *, homes: int = 1, uplinks: int = 1
) -> tuple[Survey, set[str]]:
    """Return a leaf-spine fabric whose hosts have ``homes`` neighbouring leaves each, and its hosts."""
    pairs = []
    for host in range(hosts):
        first = host * homes % leaves
        pairs += [(f"x{host}", f"y{(first + home) % leaves}") for home in range(homes)]
    pairs += [
        (f"y{leaf}", f"z{spine}") for leaf in range(leaves) for spine in range(spines) for _ in range(uplinks)
    ]
    return wired(*pairs), {f"x{host}" for host in range(hosts)}


def test_single_homed_hosts_of_a_leaf_spine():
    found, hosts = bare(64, 8, 4)
    assert servers_of(found) == hosts


def test_dual_homed_hosts_of_a_leaf_spine():
    found, hosts = bare(64, 8, 4, homes=2)
    assert servers_of(found) == hosts


def test_rail_optimised_hosts_with_eight_adapters():
    """32 hosts on 8 rails, each leaf with 32 links down and 32 up to 4 spines."""
    found, hosts = bare(32, 8, 4, homes=8, uplinks=8)
    assert servers_of(found) == hosts


def test_rail_optimised_hosts_with_oversubscribed_leaves():
    """A spine holds 8 × 4 = 32 links, fewer than the 48 of a leaf, and still is none of the hosts."""
    found, hosts = bare(32, 8, 4, homes=8, uplinks=4)
    assert servers_of(found) == hosts


def test_more_leaves_than_hosts():
    """4 hosts on 8 rails: 8 links a host, 4 + 2 × 4 a leaf, 16 a spine."""
    found, hosts = bare(4, 8, 4, homes=8, uplinks=2)
    assert servers_of(found) == hosts


def test_leaves_without_hosts_are_switches():
    """Hosts on the first 3 leaves only; the other 29 hold two uplinks each, as few as a dual-homed host."""
    found, hosts = bare(3, 32, 2)
    assert servers_of(found) == hosts


def test_rails_without_spines():
    """Rail-only: 16 hosts with 8 adapters on 8 switches that nothing joins."""
    found, hosts = bare(16, 8, 0, homes=8)
    assert servers_of(found) == hosts


def test_a_login_node_with_one_adapter_makes_no_switches_of_the_others():
    pairs = [(f"x{host}", f"y{rail}") for host in range(32) for rail in range(8)]
    pairs += [(f"y{rail}", f"z{spine}") for rail in range(8) for spine in range(4) for _ in range(8)]
    pairs += [("login", "y0")]
    assert servers_of(wired(*pairs)) == {f"x{host}" for host in range(32)} | {"login"}


def test_single_and_dual_homed_hosts_side_by_side():
    """A pair of leaves with a peer link each rack; the second rack has dual-homed hosts alone."""
    pairs = [(f"one{host}", "y0") for host in range(8)]
    pairs += [(f"two{host}", leaf) for host in range(8) for leaf in ("y0", "y1")]
    pairs += [(f"more{host}", leaf) for host in range(8) for leaf in ("y2", "y3")]
    pairs += [("y0", "y1"), ("y2", "y3")]
    pairs += [(f"y{leaf}", f"z{spine}") for leaf in range(4) for spine in range(2)]
    hosts = {f"{kind}{host}" for kind in ("one", "two", "more") for host in range(8)}
    assert servers_of(wired(*pairs)) == hosts


def test_hosts_that_lack_an_adapter():
    """16 hosts of 4 adapters, of which 3 lack one: 3 and 4 links are alike."""
    pairs = [(f"x{host}", f"y{rail}") for host in range(16) for rail in range(4) if rail or host > 2]
    pairs += [(f"y{rail}", f"z{spine}") for rail in range(4) for spine in range(2) for _ in range(8)]
    assert servers_of(wired(*pairs)) == {f"x{host}" for host in range(16)}


def test_a_three_tier_fat_tree_of_four_ports():
    """k = 4: 16 hosts, 8 edge and 8 aggregation switches, 4 cores (Al-Fares et al., SIGCOMM 2008)."""
    pairs = [(f"h{host}", f"e{host // 2}") for host in range(16)]
    pairs += [
        (f"e{pod * 2 + edge}", f"a{pod * 2 + up}") for pod in range(4) for edge in (0, 1) for up in (0, 1)
    ]
    pairs += [
        (f"a{pod * 2 + up}", f"c{up * 2 + core}") for pod in range(4) for up in (0, 1) for core in (0, 1)
    ]
    assert servers_of(wired(*pairs)) == {f"h{host}" for host in range(16)}


def test_a_torus_has_no_server_and_says_so():
    pairs = [(f"n{x}{y}", f"n{(x + 1) % 4}{y}") for x in range(4) for y in range(4)]
    pairs += [(f"n{x}{y}", f"n{x}{(y + 1) % 4}") for x in range(4) for y in range(4)]
    understood = fabric_of(wired(*pairs))
    assert servers(understood.document) == set()
    assert any("say which ones are" in finding.says for finding in understood.findings)


def test_what_a_stated_server_is_cabled_to_is_a_switch():
    found = wired(("a", "b"))
    found.node("a", line=1, kind="server")
    assert servers_of(found) == {"a"}


def test_what_the_file_says_wins():
    found = wired(("a", "b"), ("a", "c"))
    found.node("b", line=1, kind="switch")
    assert servers_of(found) == {"c"}


def test_a_model_of_the_catalogue_tells_the_kind():
    """Two DGX and two switches in a ring: nothing but the model tells them apart."""
    found = wired(("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"))
    found.node("a", line=1, model="DGX H100")
    found.node("c", line=1, model="DGX H100")
    assert servers_of(found) == {"a", "c"}


@pytest.mark.parametrize(("gpus", "is_known"), [(0, True), (8, True), (4, False)])
def test_a_model_of_the_catalogue_tells_how_its_gpus_are_joined(gpus: int, is_known: bool):
    found = wired(("a", "b"), ("c", "b"))
    found.node("b", line=1, kind="switch")
    for key in ("a", "c"):
        found.node(key, line=1, kind="server", model="DGX H100", gpus=gpus)
    types = fabric_of(found).document.device_types
    assert {each.scale_up is not None for each in types if each.kind is DeviceKind.SERVER} == {is_known}


def test_another_device_of_the_same_model_tells_the_kind():
    found = wired(("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"))
    for key in ("a", "c"):
        found.node(key, line=1, model="something")
    found.node("a", line=2, kind="server")
    assert servers_of(found) == {"a", "c"}


def test_it_is_said_what_was_taken_for_what_and_why():
    found, _ = bare(4, 2, 1)
    said = [each.says for each in fabric_of(found).findings if each.rule == "kind.by-place"]
    assert any("4 servers (x0, x1, x2, x3), each has one neighbour" in says for says in said)
    assert any("3 switches (y0, y1, z0)" in says for says in said)


def test_many_devices_are_told_apart_in_no_time():
    """The work grows with the links: 10,000 of them."""
    lines = count(1)
    found = survey()
    for host in range(2_500):
        for home in range(2):
            found.link(
                (f"x{host}", f"{home}"), (f"y{(host // 25 + home) % 100}", f"{host}"), line=next(lines)
            )
    for leaf in range(100):
        for up in range(50):
            found.link((f"y{leaf}", f"up{up}"), (f"z{up % 10}", f"{leaf}-{up}"), line=next(lines))
    assert servers_of(found) == {f"x{host}" for host in range(2_500)}
