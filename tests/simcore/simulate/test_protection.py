"""What encryption takes: bytes of packets, time of hops, and sums in switches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.document.aggregating import Encryption, Security
from simcore.document.findings import Finding
from simcore.errors import DocumentError
from simcore.simulate import run_findings, simulate
from simcore.simulate.protection import payload_share, protected
from tests.simcore.fabrics import (
    LINE,
    QUANTUM_2,
    fabric,
    leaf_spine,
    one_switch,
    scenario,
    workload,
)
from tests.simcore.simulate.runs import SIZE, play

MACSEC = Security(encryption=Encryption.MACSEC)
BY_CABLE = {"encryption": "macsec", "macsec_hop_us": 2.0}
END_TO_END = {"encryption": "end-to-end"}
# RoCE: 82 bytes around each packet.
ROCE = 4096 / (4096 + 82)
TREE = {"algorithm": "in-network", "aggregation": {"chunk_bytes": 0}}


def _found(found: tuple[Finding, ...], rule: str) -> Finding:
    (one,) = (each for each in found if each.rule == rule)
    return one


@pytest.mark.parametrize(
    ("mtu", "without", "share", "lost"),
    [  # RoCE by hand: 4,096 of 4,178 and then of 4,210 bytes, 1,024 of 1,106 and of 1,138
        (4096, 0.9804, 0.9729, 0.0076),
        (1024, 0.9259, 0.8998, 0.0281),
    ],
)
def test_macsec_takes_32_bytes_of_each_packet(mtu: int, without: float, share: float, lost: float) -> None:
    roce = mtu / (mtu + 82)
    found = payload_share(roce, MACSEC.model_copy(update={"mtu_bytes": mtu}))
    assert (roce, found, 1 - found / roce) == pytest.approx((without, share, lost), abs=5e-5)


@given(st.integers(256, 65_536), st.integers(0, 200), st.sampled_from(Encryption))
def test_shares_are_those_of_packets_counted_one_by_one(
    mtu: int, header: int, encryption: Encryption
) -> None:
    # The second method sends a thousand packets and adds up what is on the wire.
    more = {"none": 0, "macsec": 16 + 16, "end-to-end": 8 + 16 + 16}[encryption]
    wire = sum(mtu + header + more for _ in range(1000))
    security = Security(encryption=encryption, mtu_bytes=mtu)
    assert payload_share(mtu / (mtu + header), security) == pytest.approx(1000 * mtu / wire, rel=1e-12)


def test_without_encryption_a_fabric_stays_the_same() -> None:
    topology = one_switch(2)
    assert protected(topology, scenario()) is topology


@pytest.mark.parametrize("encryption", ["macsec", "end-to-end"])
def test_a_flow_over_two_switches_waits_for_coding_at_three_hops(encryption: str) -> None:
    # h0 - a - b - h1: three cables of 1 us; MACsec codes on each of them, ends only at the ends.
    topology = fabric([("h0/n0", "a"), ("a", "b"), ("b", "h1/n0")], delay=1e-6)
    work = workload(flows=[{"id": "f", "src": "h0", "dst": "h1", "size_bytes": 10**6}])
    security = {"encryption": encryption, "macsec_hop_us": 2.0}
    done = play(topology, work, security=security, transport={"payload_share": ROCE})
    hops, more = {"macsec": (3 * 3e-6, 32), "end-to-end": (3 * 1e-6, 40)}[encryption]
    # The topology of this test carries payload alone: what was 4,178 bytes on the wire is now 4,178 + more.
    expected = hops + 10**6 / LINE * (4178 + more) / 4178
    assert done.series.flow_completion[0] == pytest.approx(expected, rel=1e-9)


def test_a_ring_codes_at_each_of_its_hops() -> None:
    # 2(n - 1) steps over two cables each, of 1 us and 2 us of coding; 4,128 bytes for 4,096.
    done = play(one_switch(8, delay=1e-6), workload({}), security=BY_CABLE)
    expected = 14 * (2 * 3e-6 + SIZE / 8 / LINE * 4128 / 4096)
    assert done.series.iteration_seconds[0] == pytest.approx(expected, rel=1e-9)


def test_a_tree_codes_on_its_way_up_and_down() -> None:
    # Host, leaf, spine and back: four cables.
    topology = leaf_spine(2, 1, 4, delay=1e-6, adding=dict.fromkeys(["leaf0", "leaf1", "spine0"], QUANTUM_2))
    done = play(topology, workload({}), security=BY_CABLE, **TREE)
    assert done.summary.jobs[0].rails[0].granted == 1
    expected = 4 * 3e-6 + SIZE / LINE * 4128 / 4096
    assert done.series.iteration_seconds[0] == pytest.approx(expected, rel=1e-9)


def test_the_notes_say_what_macsec_costs_and_that_switches_see_the_values() -> None:
    topology = one_switch(4, adding={"s": QUANTUM_2})
    how = {"security": {"encryption": "macsec"}, "transport": {"payload_share": ROCE}}
    notes = play(topology, workload({}), **how, **TREE).summary.notes
    assert notes[0] == (
        "MACsec adds 32 bytes to each packet of 4,096: 97.29 % of a cable carry payload instead of 98.04 %, "
        "and each hop takes 0.3 µs more; the switches that add see all values in the clear."
    )
    assert "in the clear" not in play(topology, workload({}), **how).summary.notes[0]


def test_switches_cannot_add_what_is_encrypted_from_end_to_end() -> None:
    topology = one_switch(4, adding={"s": QUANTUM_2})
    how = scenario(algorithm="in-network", security=END_TO_END)
    found = _found(run_findings(topology, workload({}), how), "aggregation.encryption")
    assert (found.severity, found.at) == ("error", "/security/encryption")
    for way in ("macsec", "edge-servers", "mask their values", "integer types alone", "ten times the bytes"):
        assert way in found.says
    with pytest.raises(DocumentError):
        simulate(topology, workload({}), how)


@pytest.mark.parametrize("algorithm", ["ring", "edge-servers", "smart-nic"])
def test_who_adds_at_an_end_holds_the_keys(algorithm: str) -> None:
    how = scenario(algorithm=algorithm, security=END_TO_END)
    found = _found(run_findings(one_switch(4), workload({}), how), "security.end-to-end")
    assert found.severity == "note"
    assert ("hold the keys" in found.says) == (algorithm != "ring")


def test_an_all_to_all_is_no_sum_and_may_be_encrypted() -> None:
    how = scenario(algorithm="in-network", security=END_TO_END)
    rules = {each.rule for each in run_findings(one_switch(4), workload({"collective": "all-to-all"}), how)}
    assert "aggregation.encryption" not in rules
