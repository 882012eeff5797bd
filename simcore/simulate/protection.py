"""What protecting traffic takes from links: bytes of every packet, and time at every hop.

Equations and sources: docs/model/security.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from simcore.document.aggregating import Encryption, Security
from simcore.document.findings import Finding, error, note
from simcore.document.scenario import Algorithm, ScenarioDocument
from simcore.document.workload import Job
from simcore.simulate.aggregation_findings import asks_switches
from simcore.topology import Topology
from simcore.units import seconds_of_micro

# Bytes that a packet has more. MACsec: SecTAG with its SCI 16, ICV 16 (IEEE 802.1AE-2018). From end to end:
# UDP 8, header 16, ICV 16 of PSP (Google, PSP Architecture Specification); that it is PSP is an assumption.
PACKET_BYTES: Final = {Encryption.NONE: 0, Encryption.MACSEC: 32, Encryption.END_TO_END: 40}

WAYS_OUT: Final = (
    "take macsec, on each cable, where the switches are trusted: they add in the clear; or the algorithm "
    "edge-servers, with the keys in servers that are trusted; or leave out encryption here and let the ranks "
    "mask their values by numbers that add up to nothing: with integer types alone, and with a round more "
    "whenever a rank is lost. Encryption under which sums can be formed takes ten times the bytes and more"
)


def payload_share(share: float, security: Security) -> float:
    """Return the part of a link that carries payload, where ``share`` of it does without protection.

    A packet of ``mtu_bytes`` of payload takes ``mtu_bytes / share`` bytes of the link, and those of the
    protection besides.
    """
    return share / (1 + share * PACKET_BYTES[security.encryption] / security.mtu_bytes)


def hop_delay(security: Security) -> float:
    """Return what coding and decoding add to the latency of each link, s."""
    is_by_hop = security.encryption is Encryption.MACSEC
    return seconds_of_micro(security.macsec_hop_us) if is_by_hop else 0.0


def protected(topology: Topology, scenario: ScenarioDocument) -> Topology:
    """Return a topology, built with the scenario's share of payload, as protection leaves it."""
    security, share = scenario.security, scenario.transport.payload_share
    if security.encryption is Encryption.NONE:
        return topology
    return replace(
        topology,
        link_rate=topology.link_rate * (payload_share(share, security) / share),
        link_delay=topology.link_delay + hop_delay(security),
    )


def find_protection(
    jobs: Sequence[Job], algorithms: Sequence[Algorithm], scenario: ScenarioDocument
) -> Iterator[Finding]:
    """Yield what protection costs, who sees values in the clear, and an error where nobody can add them."""
    security, at = scenario.security, "/security/encryption"
    if security.encryption is Encryption.NONE:
        return
    in_switches = [
        job for job, algorithm in zip(jobs, algorithms, strict=True) if asks_switches(job, algorithm)
    ]
    costs = _costs(scenario)
    if security.encryption is Encryption.MACSEC:
        hop = f"each hop takes {security.macsec_hop_us:g} µs more"
        trusted = "; the switches that add see all values in the clear" if in_switches else ""
        yield note("security.macsec", at, f"MACsec {costs}, and {hop}{trusted}")
    elif in_switches:
        called = " and ".join(f"job {job.id}" for job in in_switches[:2])
        more = f" and {len(in_switches) - 2} more" if in_switches[2:] else ""
        asked = f"what is encrypted from end to end no switch can add, as {called}{more} would have it"
        says = f"{asked}: {WAYS_OUT}"
        yield error("aggregation.encryption", at, says)
    else:
        keys = {
            Algorithm.EDGE_SERVERS: ": the edge servers hold the keys, and add in the clear",
            Algorithm.SMART_NIC: ": the adapters hold the keys, and add in the clear",
        }
        held = "".join(says for algorithm, says in keys.items() if algorithm in algorithms)
        yield note("security.end-to-end", at, f"encryption from end to end {costs}{held}")


def _costs(scenario: ScenarioDocument) -> str:
    """Return in words what protection takes from the payload of a cable."""
    security, share = scenario.security, scenario.transport.payload_share
    left = payload_share(share, security)
    return (
        f"adds {PACKET_BYTES[security.encryption]} bytes to each packet of {security.mtu_bytes:,}: "
        f"{100 * left:.4g} % of a cable carry payload instead of {100 * share:.4g} %"
    )
