"""Template: the dragonfly.

Kim, Dally, Scott and Abts, "Technology-Driven, Highly-Scalable Dragonfly Topology", ISCA 2008, section 3:
groups of a routers, each with p hosts, a − 1 cables to the others of its group and h cables to other groups;
at most a · h + 1 groups. Balanced where a = 2p = 2h.
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


class Dragonfly(Parameters):
    """The parameters: Kim et al. call them g, a, p and h."""

    groups: int = parameter("Groups, g", "Each reaches every other one.", 9, minimum=2, maximum=1024)
    routers: int = parameter(
        "Switches per group, a", "Each is cabled to all others of its group.", 4, minimum=1, maximum=64
    )
    hosts_per_router: int = parameter("Hosts per switch, p", "One adapter each.", 2, minimum=1, maximum=64)
    global_cables: int = parameter(
        "Global cables per switch, h",
        "To other groups; shared out evenly, what does not divide stays free.",
        2,
        minimum=1,
        maximum=64,
    )
    gbps: float = speed_parameter()
    gpus_per_host: int = gpus_parameter(1, "host")
    aggregation: AggregationProfile = aggregation_parameter(AggregationProfile.NONE)
    router_names: str = names("Switch names", "group-{group}-switch-{place}", "group", "place")
    host_names: str = names("Host names", "host-{n}", "group", "switch", "place")

    @model_validator(mode="after")
    def _groups_reach_each_other(self) -> "Dragonfly":
        check_groups(self.groups, self.routers, self.global_cables, noun="switches")
        check_size(sum(dragonfly_cables(self)))
        return self


def dragonfly_cables(parameters: Dragonfly) -> tuple[int, int, int]:
    """Return how many cables there are to hosts, within groups and between groups."""
    g, a = parameters.groups, parameters.routers
    per_pair = slots_per_pair(g, a * parameters.global_cables)
    return g * a * parameters.hosts_per_router, g * a * (a - 1) // 2, g * (g - 1) // 2 * per_pair


def dragonfly(parameters: Dragonfly) -> FabricDocument:
    """Return the fabric: group by group its switches and their hosts; cables to hosts, local, then global.

    The global ports of a group are counted through its switches and go to the other groups in turn, so that
    every pair of groups has equally many cables.
    """
    p = parameters
    a, h = p.routers, p.global_cables
    switch, ports = switch_type(
        "dragonfly-switch", ((p.hosts_per_router + a - 1 + h, p.gbps),), p.aggregation
    )
    server = server_type(1, p.gbps, p.gpus_per_host)
    cut = (p.hosts_per_router, p.hosts_per_router + a - 1)
    places = ring_of_groups(p.groups, a, p.hosts_per_router)
    sheet = Drawing()
    routers: list[list[str]] = []
    to_hosts: list[tuple[str, str]] = []
    for group in range(p.groups):
        label = f"group-{group + 1}"
        routers.append([])
        for place in range(a):
            row = group * a + place
            x, y = places(group, place)
            id_ = sheet.add(
                named(p.router_names, n=row + 1, group=group + 1, place=place + 1),
                switch,
                group=label,
                at=(x, y),
                down=ports[: cut[0]],
                local=ports[cut[0] : cut[1]],
                far=ports[cut[1] :],
            )
            routers[-1].append(id_)
            for host in range(p.hosts_per_router):
                n = row * p.hosts_per_router + host + 1
                name = named(p.host_names, n=n, group=group + 1, switch=place + 1, place=host + 1)
                at = places(group, place, host)
                sheet.add_server(name, server, group=label, at=at)
                to_hosts.append((name, id_))
    for host_id, router in to_hosts:
        sheet.join((host_id, "nic1"), (router, "down"), p.gbps)
    for group_routers in routers:
        for one in range(a):
            for other in range(one + 1, a):
                sheet.join((group_routers[one], "local"), (group_routers[other], "local"), p.gbps)
    for (one, slot), (other, back) in group_pairs(p.groups, a * h):
        sheet.join((routers[one][slot // h], "far"), (routers[other][back // h], "far"), p.gbps)
    return sheet.document(f"Dragonfly, {p.groups} groups of {a} switches", tier_names=("switch",))


def _facts(parameters: Dragonfly) -> list[Fact]:
    p = parameters
    _, _, between = dragonfly_cables(p)
    free = p.groups * p.routers * p.global_cables - 2 * between
    return [
        Fact(
            name="Diameter",
            value=(2 if p.routers > 1 else 0) + 1,
            unit="hops",
            says="between switches, at most: local, global, local",
        ),
        *group_facts(p.groups, p.routers * p.global_cables, p.routers * p.hosts_per_router, p.gbps),
        Fact(
            name="Free global ports",
            value=free,
            unit="",
            says="what does not divide among the other groups",
        ),
    ]


DRAGONFLY: Final = Template(
    name="dragonfly",
    title="Dragonfly",
    says="Groups of switches that are all cabled to each other, and every group to every other group.",
    model=Dragonfly,
    build=dragonfly,
    facts=_facts,
)
