"""Template: dual-plane with dual-ToR.

Qian et al., "Alibaba HPN: A Data Center Network for Large Language Model Training", SIGCOMM 2024, sections 5
and 6: each adapter has two ports, which end at the two ToR switches of its rail; the first ToRs of all
segments and rails form one plane with aggregation switches of its own, the second ones the other.
"""

from typing import Final

from pydantic import model_validator

from simcore.document.capabilities import AggregationProfile
from simcore.document.fabric import FabricDocument
from simcore.templates.drawing import Drawing
from simcore.templates.hardware import server_type, switch_type
from simcore.templates.naming import named
from simcore.templates.template import (
    Fact,
    Parameters,
    Template,
    aggregation_parameter,
    bisection,
    check_size,
    gpus_parameter,
    names,
    parameter,
)

PLANES: Final = 2


class DualPlane(Parameters):
    """The parameters. The paper has 15 segments, 128 servers, 8 rails, 60 aggregation switches a plane."""

    segments: int = parameter("Segments", "Servers under the same ToRs.", 2, minimum=1, maximum=64)
    hosts_per_segment: int = parameter(
        "Servers per segment", "On all of its ToRs.", 8, minimum=1, maximum=256
    )
    rails: int = parameter(
        "Rails", "Adapters per server; two ToRs for each in a segment.", 8, minimum=1, maximum=16
    )
    aggs_per_plane: int = parameter(
        "Aggregation switches per plane", "Each reaches all ToRs of its plane.", 4, minimum=1, maximum=128
    )
    port_gbps: float = parameter(
        "Port speed", "Of each of the two ports of an adapter.", 200.0, minimum=1, maximum=1600, unit="Gb/s"
    )
    uplink_gbps: float = parameter(
        "Uplink speed", "Of each cable from a ToR up.", 400.0, minimum=1, maximum=3200, unit="Gb/s"
    )
    gpus_per_host: int = gpus_parameter(8, "server")
    aggregation: AggregationProfile = aggregation_parameter(AggregationProfile.NONE)
    host_names: str = names("Server names", "host-{n}", "segment", "place")
    tor_names: str = names(
        "ToR names", "segment-{segment}-rail-{rail}-tor-{plane}", "segment", "rail", "plane"
    )
    agg_names: str = names("Aggregation names", "plane-{plane}-agg-{place}", "plane", "place")

    @model_validator(mode="after")
    def _is_within_the_measured_size(self) -> "DualPlane":
        tors = self.segments * self.rails * PLANES
        check_size(tors * (self.hosts_per_segment + self.aggs_per_plane))
        return self


def dual_plane(parameters: DualPlane) -> FabricDocument:
    """Return the fabric: servers, ToRs segment by segment, aggregation by plane; cables listed upwards."""
    p = parameters
    tor_type, tor_ports = switch_type(
        "tor-switch", ((p.hosts_per_segment, p.port_gbps), (p.aggs_per_plane, p.uplink_gbps)), p.aggregation
    )
    agg_type, agg_ports = switch_type("agg-switch", ((p.segments * p.rails, p.uplink_gbps),), p.aggregation)
    server = server_type(p.rails, p.port_gbps, p.gpus_per_host, ports_per_adapter=PLANES)
    sheet = Drawing()
    hosts = [
        sheet.add_server(
            named(
                p.host_names,
                n=row + 1,
                segment=row // p.hosts_per_segment + 1,
                place=row % p.hosts_per_segment + 1,
            ),
            server,
            group=f"segment-{row // p.hosts_per_segment + 1}",
        )
        for row in range(p.segments * p.hosts_per_segment)
    ]
    planes: list[list[str]] = [[] for _ in range(PLANES)]
    for segment in range(p.segments):
        first = segment * p.hosts_per_segment
        for rail in range(p.rails):
            for plane in range(PLANES):
                n = (segment * p.rails + rail) * PLANES + plane + 1
                tor = sheet.add(
                    named(p.tor_names, n=n, segment=segment + 1, rail=rail + 1, plane=plane + 1),
                    tor_type,
                    group=f"segment-{segment + 1}",
                    down=tor_ports[: p.hosts_per_segment],
                    up=tor_ports[p.hosts_per_segment :],
                )
                planes[plane].append(tor)
                for host in hosts[first : first + p.hosts_per_segment]:
                    sheet.join((host, f"nic{rail + 1}p{plane + 1}"), (tor, "down"), p.port_gbps)
    for plane, tors in enumerate(planes):
        for place in range(p.aggs_per_plane):
            name = named(
                p.agg_names, n=plane * p.aggs_per_plane + place + 1, plane=plane + 1, place=place + 1
            )
            agg = sheet.add(name, agg_type, group=f"plane-{plane + 1}", down=agg_ports)
            for tor in tors:
                sheet.join((tor, "up"), (agg, "down"), p.uplink_gbps)
    return sheet.document(
        f"Dual-plane, {p.segments} × {p.hosts_per_segment} servers", tier_names=("ToR", "aggregation")
    )


def _facts(parameters: DualPlane) -> list[Fact]:
    p = parameters
    facts = [
        Fact(
            name="Separate planes",
            value=PLANES,
            unit="",
            says="switches of one plane never meet the other; both end at every adapter",
        ),
        Fact(
            name="Left with one ToR lost",
            value=1 - 1 / (PLANES * p.rails),
            unit="of a server's bandwidth",
            says="one of its ports is dark, no adapter is cut off",
        ),
    ]
    if p.segments % 2 == 0:
        tors = p.segments * p.rails * PLANES
        each = min(p.hosts_per_segment * p.port_gbps, p.aggs_per_plane * p.uplink_gbps)
        facts.append(
            bisection(tors * each / 2, "between two halves of the segments: what the ToRs of one can send up")
        )
    return facts


DUAL_PLANE: Final = Template(
    name="dual-plane",
    title="Dual-plane, dual-ToR",
    says="Two ports per adapter at two ToRs, in two planes that never meet: no ToR cuts an adapter off.",
    model=DualPlane,
    build=dual_plane,
    facts=_facts,
)
