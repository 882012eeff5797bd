"""Template: rails that never meet.

Wang, Ghobadi, Shakeri, Zhang and Hasani, "Rail-only: A Low-Cost High-Performance Network for Training LLMs
with Trillion Parameters", arXiv 2307.12169: no spine joins the rails; between rails the scale-up network of
the servers forwards.
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
    speed_parameter,
)


class RailOnly(Parameters):
    """The parameters; a rail is one switch, or leaves under spines of its own."""

    rails: int = parameter("Rails", "Adapters per server.", 8, minimum=1, maximum=16)
    leaves_per_rail: int = parameter("Leaves per rail", "One needs no spine.", 1, minimum=1, maximum=128)
    hosts_per_leaf: int = parameter("Servers per leaf", "One adapter each.", 16, minimum=1, maximum=1024)
    spines_per_rail: int = parameter(
        "Spines per rail", "Over the leaves of one rail; none with one leaf.", 0, minimum=0, maximum=128
    )
    cables_per_pair: int = parameter(
        "Cables per leaf-spine pair", "Parallel cables.", 1, minimum=1, maximum=64
    )
    gpus_per_host: int = gpus_parameter(8, "server")
    gbps: float = speed_parameter()
    aggregation: AggregationProfile = aggregation_parameter()
    host_names: str = names("Server names", "host-{n}", "unit", "place")
    leaf_names: str = names("Leaf names", "rail-{rail}-leaf-{unit}", "rail", "unit")
    spine_names: str = names("Spine names", "rail-{rail}-spine-{place}", "rail", "place")

    @model_validator(mode="after")
    def _each_rail_is_one(self) -> "RailOnly":
        if (self.leaves_per_rail > 1) != (self.spines_per_rail > 0):
            raise ValueError(
                "several leaves of a rail need spines over them: take 1 leaf and 0 spines, or more of both"
            )
        check_size(self.rails * self.leaves_per_rail * (self.hosts_per_leaf + self._uplinks()))
        return self

    def _uplinks(self) -> int:
        return self.spines_per_rail * self.cables_per_pair


def rail_only(parameters: RailOnly) -> FabricDocument:
    """Return the fabric: servers, then rail by rail its leaves and spines; cables listed upwards."""
    p = parameters
    uplinks = p.spines_per_rail * p.cables_per_pair
    leaf_type, leaf_ports = switch_type("leaf-switch", ((p.hosts_per_leaf + uplinks, p.gbps),), p.aggregation)
    server = server_type(p.rails, p.gbps, p.gpus_per_host)
    sheet = Drawing()
    hosts = [
        sheet.add_server(
            named(p.host_names, n=unit * p.hosts_per_leaf + place + 1, unit=unit + 1, place=place + 1),
            server,
        )
        for unit in range(p.leaves_per_rail)
        for place in range(p.hosts_per_leaf)
    ]
    for rail in range(p.rails):
        group = f"rail-{rail + 1}"
        leaves = [
            sheet.add(
                named(p.leaf_names, n=rail * p.leaves_per_rail + unit + 1, rail=rail + 1, unit=unit + 1),
                leaf_type,
                group=group,
                down=leaf_ports[: p.hosts_per_leaf],
                up=leaf_ports[p.hosts_per_leaf :],
            )
            for unit in range(p.leaves_per_rail)
        ]
        for row, host in enumerate(hosts):
            sheet.join((host, f"nic{rail + 1}"), (leaves[row // p.hosts_per_leaf], "down"), p.gbps)
        for place in range(p.spines_per_rail):
            spine_type, ports = switch_type(
                "spine-switch", ((p.leaves_per_rail * p.cables_per_pair, p.gbps),), p.aggregation
            )
            n = rail * p.spines_per_rail + place + 1
            name = named(p.spine_names, n=n, rail=rail + 1, place=place + 1)
            spine = sheet.add(name, spine_type, group=group, down=ports)
            for leaf in leaves:
                for _ in range(p.cables_per_pair):
                    sheet.join((leaf, "up"), (spine, "down"), p.gbps)
    return sheet.document(f"Rail-only, {len(hosts)} servers on {p.rails} rails")


def _facts(parameters: RailOnly) -> list[Fact]:
    p = parameters
    facts = [
        Fact(
            name="Separate planes",
            value=p.rails,
            unit="",
            says="a path between two rails goes through a server",
        )
    ]
    if p.leaves_per_rail == 1 or p.leaves_per_rail % 2 == 0:
        hosts = p.leaves_per_rail * p.hosts_per_leaf
        up = p.leaves_per_rail * p.spines_per_rail * p.cables_per_pair or hosts
        facts.append(
            bisection(
                p.rails * min(hosts, up) / 2 * p.gbps, "between two halves of the servers, all rails together"
            )
        )
    return facts


RAIL_ONLY: Final = Template(
    name="rail-only",
    title="Rail-only",
    says="Every adapter position has a network of its own; rails meet only inside the servers.",
    model=RailOnly,
    build=rail_only,
    facts=_facts,
)
