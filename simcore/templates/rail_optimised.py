"""Template: the rail-optimised fabric of scalable units.

NVIDIA, "DGX SuperPOD Reference Architecture", compute fabric: the n-th adapter of every server of a unit
ends at the n-th leaf of the unit; every leaf reaches every spine. Four units of 32 servers have 32 leaves
and 16 spines.
"""

from typing import Final

from pydantic import model_validator

from simcore.document.capabilities import AggregationProfile
from simcore.document.fabric import FabricDocument
from simcore.templates.leaf_spine import LeafSpine, leaf_spine
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
    speed_parameter,
)


class RailOptimised(Parameters):
    """The parameters; a unit has as many leaves as a server has adapters."""

    units: int = parameter("Units", "Each with a leaf for every rail.", 2, minimum=1, maximum=128)
    hosts_per_unit: int = parameter(
        "Servers per unit", "One cable to each leaf of the unit.", 8, minimum=1, maximum=256
    )
    rails: int = parameter("Rails", "Adapters per server, leaves per unit.", 8, minimum=1, maximum=16)
    uplinks: int = parameter(
        "Uplinks per leaf", "As many as servers per unit: no oversubscription.", 8, minimum=1, maximum=256
    )
    spines: int = parameter("Spines", "They share out the uplinks of every leaf.", 4, minimum=1, maximum=256)
    gpus_per_host: int = gpus_parameter(8, "server")
    gbps: float = speed_parameter()
    aggregation: AggregationProfile = aggregation_parameter()
    host_names: str = names("Server names", "host-{n}", "unit", "place")
    leaf_names: str = names("Leaf names", "unit-{unit}-leaf-{rail}", "unit", "rail")
    spine_names: str = names("Spine names", "spine-{n}")

    @model_validator(mode="after")
    def _uplinks_are_shared_out(self) -> "RailOptimised":
        if self.uplinks % self.spines:
            lower = self.uplinks // self.spines * self.spines
            raise ValueError(
                f"{self.uplinks} uplinks cannot be shared out to {self.spines} spines: "
                f"take {f'{lower} or ' if lower else ''}{lower + self.spines} uplinks"
            )
        check_size(self.units * self.rails * (self.hosts_per_unit + self.uplinks))
        return self


def rail_optimised(parameters: RailOptimised) -> FabricDocument:
    """Return the fabric: servers unit by unit, leaves, spines; cables listed upwards."""
    p = parameters
    document = leaf_spine(
        LeafSpine.model_construct(  # its bounds are for a form of its own
            leaves=p.units * p.rails,
            spines=p.spines,
            hosts_per_leaf=p.hosts_per_unit,
            rails=p.rails,
            gpus_per_host=p.gpus_per_host,
            host_gbps=p.gbps,
            uplink_gbps=p.gbps,
            cables_per_pair=p.uplinks // p.spines,
            aggregation=p.aggregation,
            host_names=p.host_names,
            leaf_names=p.leaf_names,
            spine_names=p.spine_names,
        )
    )
    return document.model_copy(update={"name": f"Rail-optimised, {p.units} × {p.hosts_per_unit} servers"})


def _facts(parameters: RailOptimised) -> list[Fact]:
    p = parameters
    facts = [
        Fact(
            name="Reach of a rail",
            value=p.hosts_per_unit,
            unit="servers",
            says="adapters of one rail that are one switch apart",
        )
    ]
    if p.units % 2 == 0:
        up = p.units * p.rails * min(p.uplinks, p.hosts_per_unit)
        facts.append(
            bisection(up / 2 * p.gbps, "between two halves of the units: what the leaves of one can send up")
        )
    return facts


RAIL_OPTIMISED: Final = Template(
    name="rail-optimised",
    title="Rail-optimised",
    says="Units of servers with a leaf for each of their adapters, and spines over all leaves.",
    model=RailOptimised,
    build=rail_optimised,
    facts=_facts,
)
