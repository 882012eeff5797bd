"""Template: leaf and spine, with one adapter a host, or several on the leaves of a unit (rails)."""

from typing import Final

from pydantic import model_validator

from simcore.document.capabilities import AggregationProfile
from simcore.document.fabric import Cable, Device, FabricDocument
from simcore.templates.hardware import server_type, switch_type
from simcore.templates.naming import named
from simcore.templates.template import (
    Parameters,
    Template,
    aggregation_parameter,
    check_size,
    gpus_parameter,
    names,
    parameter,
)


class LeafSpine(Parameters):
    """The parameters; every leaf is cabled to every spine."""

    leaves: int = parameter("Leaf switches", "A multiple of the rails.", 4, minimum=1, maximum=1024)
    spines: int = parameter("Spine switches", "Each reaches every leaf.", 4, minimum=1, maximum=512)
    hosts_per_leaf: int = parameter(
        "Hosts per leaf", "Adapters cabled to each leaf, one a host.", 8, minimum=1, maximum=1024
    )
    rails: int = parameter(
        "Rails",
        "Adapters per host. With r rails, r leaves form a unit and a host of it has one adapter on each.",
        1,
        minimum=1,
        maximum=16,
    )
    gpus_per_host: int = gpus_parameter(8, "host")
    host_gbps: float = parameter(
        "Host speed", "Of each adapter.", 400.0, minimum=1, maximum=3200, unit="Gb/s"
    )
    uplink_gbps: float = parameter(
        "Uplink speed", "Of each leaf-spine cable.", 400.0, minimum=1, maximum=3200, unit="Gb/s"
    )
    cables_per_pair: int = parameter(
        "Cables per leaf-spine pair", "Parallel cables.", 1, minimum=1, maximum=64
    )
    aggregation: AggregationProfile = aggregation_parameter()
    host_names: str = names("Host names", "host-{n}", "unit", "place")
    leaf_names: str = names("Leaf names", "leaf-{n}", "unit", "rail")
    spine_names: str = names("Spine names", "spine-{n}")

    @model_validator(mode="after")
    def _fits_together(self) -> "LeafSpine":
        if self.leaves % self.rails:
            raise ValueError(
                f"{self.leaves} leaves cannot be shared out to {self.rails} rails: "
                f"take a multiple of {self.rails}"
            )
        check_size(self.leaves * (self.hosts_per_leaf + self.spines * self.cables_per_pair))
        return self


def leaf_spine(parameters: LeafSpine) -> FabricDocument:
    """Return the fabric: hosts, then leaves, then spines; cables of the hosts first, all listed upwards.

    A unit is ``rails`` neighbouring leaves with ``hosts_per_leaf`` hosts; adapter ``nic<r>`` of each
    host ends at the unit's r-th leaf.
    """
    p = parameters
    uplinks = p.spines * p.cables_per_pair
    leaf_type, leaf_ports = switch_type(
        "leaf-switch", ((p.hosts_per_leaf, p.host_gbps), (uplinks, p.uplink_gbps)), p.aggregation
    )
    spine_type, spine_ports = switch_type(
        "spine-switch", ((p.leaves * p.cables_per_pair, p.uplink_gbps),), p.aggregation
    )
    server = server_type(p.rails, p.host_gbps, p.gpus_per_host)
    units, per_unit = p.leaves // p.rails, p.hosts_per_leaf
    hosts = [
        Device(
            id=named(p.host_names, n=unit * per_unit + place + 1, unit=unit + 1, place=place + 1),
            type=server.id,
            group=f"unit-{unit + 1}",
        )
        for unit in range(units)
        for place in range(per_unit)
    ]
    leaves = [
        Device(
            id=named(p.leaf_names, n=leaf + 1, unit=leaf // p.rails + 1, rail=leaf % p.rails + 1),
            type=leaf_type.id,
            group=f"unit-{leaf // p.rails + 1}",
        )
        for leaf in range(p.leaves)
    ]
    spines = [Device(id=named(p.spine_names, n=spine + 1), type=spine_type.id) for spine in range(p.spines)]
    ends = [
        (
            f"{hosts[unit * per_unit + place].id}/nic{rail + 1}",
            f"{leaves[unit * p.rails + rail].id}/{leaf_ports[place]}",
            p.host_gbps,
        )
        for unit in range(units)
        for place in range(per_unit)
        for rail in range(p.rails)
    ]
    ends += [
        (
            f"{leaves[leaf].id}/{leaf_ports[per_unit + spine * p.cables_per_pair + parallel]}",
            f"{spines[spine].id}/{spine_ports[leaf * p.cables_per_pair + parallel]}",
            p.uplink_gbps,
        )
        for leaf in range(p.leaves)
        for spine in range(p.spines)
        for parallel in range(p.cables_per_pair)
    ]
    return FabricDocument(
        name=f"Leaf-spine, {p.leaves} × {p.spines}",
        device_types=tuple({each.id: each for each in (leaf_type, spine_type, server)}.values()),
        devices=(*hosts, *leaves, *spines),
        cables=tuple(
            Cable(id=f"c{number}", a=a, b=b, gbps=gbps) for number, (a, b, gbps) in enumerate(ends, start=1)
        ),
    )


LEAF_SPINE: Final = Template(
    name="leaf-spine",
    title="Leaf-spine",
    says="Two tiers: every leaf is cabled to every spine. With rails, each host spreads its adapters over "
    "the leaves of its unit.",
    model=LeafSpine,
    build=leaf_spine,
)
