"""Template: the dragonfly+ (Megafly), whose groups are leaves and spines.

Shpiner, Haramaty, Eliad, Zdornov, Gafni and Zahavi, "Dragonfly+: Low Cost Topology for Scaling Datacenters",
HiPINEB 2017: in a group every leaf is cabled to every spine; leaves hold the hosts, spines the cables to
other groups.
"""

from typing import Final

from pydantic import model_validator

from simcore.document.capabilities import AggregationProfile
from simcore.document.fabric import FabricDocument
from simcore.templates.drawing import Drawing
from simcore.templates.groups import check_groups, group_facts, group_pairs, ring_of_groups, slots_per_pair
from simcore.templates.hardware import server_type, switch_type
from simcore.templates.naming import named
from simcore.templates.template import (
    Fact,
    Parameters,
    Template,
    aggregation_parameter,
    check_size,
    gpus_parameter,
    names,
    parameter,
    speed_parameter,
)


class DragonflyPlus(Parameters):
    """The parameters; all cables run at one speed."""

    groups: int = parameter("Groups", "Each reaches every other one.", 5, minimum=2, maximum=1024)
    leaves: int = parameter("Leaves per group", "They hold the hosts.", 4, minimum=1, maximum=64)
    spines: int = parameter("Spines per group", "Each reaches every leaf.", 4, minimum=1, maximum=64)
    hosts_per_leaf: int = parameter("Hosts per leaf", "One adapter each.", 4, minimum=1, maximum=64)
    global_cables: int = parameter(
        "Global cables per spine",
        "To other groups; shared out evenly, what does not divide stays free.",
        4,
        minimum=1,
        maximum=64,
    )
    gbps: float = speed_parameter()
    gpus_per_host: int = gpus_parameter(1, "host")
    aggregation: AggregationProfile = aggregation_parameter(AggregationProfile.NONE)
    leaf_names: str = names("Leaf names", "group-{group}-leaf-{place}", "group", "place")
    spine_names: str = names("Spine names", "group-{group}-spine-{place}", "group", "place")
    host_names: str = names("Host names", "host-{n}", "group", "leaf", "place")

    @model_validator(mode="after")
    def _groups_reach_each_other(self) -> "DragonflyPlus":
        check_groups(self.groups, self.spines, self.global_cables, noun="spines")
        check_size(sum(dragonfly_plus_cables(self)))
        return self


def dragonfly_plus_cables(parameters: DragonflyPlus) -> tuple[int, int, int]:
    """Return how many cables there are to hosts, within groups and between groups."""
    p, g = parameters, parameters.groups
    per_pair = slots_per_pair(g, p.spines * p.global_cables)
    return g * p.leaves * p.hosts_per_leaf, g * p.leaves * p.spines, g * (g - 1) // 2 * per_pair


def dragonfly_plus(parameters: DragonflyPlus) -> FabricDocument:
    """Return the fabric: group by group its leaves with their hosts and its spines; global cables last."""
    p = parameters
    leaf_type, leaf_ports = switch_type(
        "leaf-switch", ((p.hosts_per_leaf + p.spines, p.gbps),), p.aggregation
    )
    spine_type, spine_ports = switch_type(
        "spine-switch", ((p.leaves + p.global_cables, p.gbps),), p.aggregation
    )
    server = server_type(1, p.gbps, p.gpus_per_host)
    across = max(p.leaves, p.spines)
    places = ring_of_groups(p.groups, across, p.hosts_per_leaf, rows=2)
    sheet = Drawing()
    spines: list[list[str]] = []
    for group in range(p.groups):
        label = f"group-{group + 1}"
        leaves: list[str] = []
        for place in range(p.leaves):
            row = group * p.leaves + place
            leaf = sheet.add(
                named(p.leaf_names, n=row + 1, group=group + 1, place=place + 1),
                leaf_type,
                group=label,
                at=places(group, place),
                down=leaf_ports[: p.hosts_per_leaf],
                up=leaf_ports[p.hosts_per_leaf :],
            )
            leaves.append(leaf)
            for host in range(p.hosts_per_leaf):
                n = row * p.hosts_per_leaf + host + 1
                name = named(p.host_names, n=n, group=group + 1, leaf=place + 1, place=host + 1)
                sheet.add_server(name, server, group=label, at=places(group, place, host))
                sheet.join((name, "nic1"), (leaf, "down"), p.gbps)
        spines.append([])
        for place in range(p.spines):
            spine = sheet.add(
                named(p.spine_names, n=group * p.spines + place + 1, group=group + 1, place=place + 1),
                spine_type,
                group=label,
                at=places(group, across + place),
                down=spine_ports[: p.leaves],
                far=spine_ports[p.leaves :],
            )
            spines[-1].append(spine)
            for leaf in leaves:
                sheet.join((leaf, "up"), (spine, "down"), p.gbps)
    h = p.global_cables
    for (one, slot), (other, back) in group_pairs(p.groups, p.spines * h):
        sheet.join((spines[one][slot // h], "far"), (spines[other][back // h], "far"), p.gbps)
    return sheet.document(f"Dragonfly+, {p.groups} groups of {p.leaves} + {p.spines} switches")


def _facts(parameters: DragonflyPlus) -> list[Fact]:
    p = parameters
    return [
        Fact(
            name="Diameter",
            value=3,
            unit="hops",
            says="between leaves, at most: to a spine, to the other group, to the leaf",
        ),
        *group_facts(p.groups, p.spines * p.global_cables, p.leaves * p.hosts_per_leaf, p.gbps),
    ]


DRAGONFLY_PLUS: Final = Template(
    name="dragonfly-plus",
    title="Dragonfly+",
    says="Groups of leaves and spines, and every group cabled to every other group from its spines.",
    model=DragonflyPlus,
    build=dragonfly_plus,
    facts=_facts,
)
