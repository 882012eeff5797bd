"""Template: the fat tree of k-port switches, of two or three tiers.

Al-Fares, Loukissas and Vahdat, "A Scalable, Commodity Data Center Network Architecture", SIGCOMM 2008,
section 3: k pods of k/2 edge and k/2 aggregation switches, (k/2)² cores, k³/4 hosts. With two tiers, k edges
and k/2 spines for k²/2 hosts.
"""

from typing import Final

from pydantic import model_validator

from simcore.document.capabilities import AggregationProfile
from simcore.document.fabric import DeviceType, FabricDocument
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


class FatTree(Parameters):
    """The parameters; all cables run at one speed, so no tier is oversubscribed."""

    k: int = parameter(
        "Ports per switch, k",
        "Even. There are k³/4 hosts, or k²/2 with two tiers.",
        8,
        minimum=2,
        maximum=128,
    )
    tiers: int = parameter(
        "Tiers", "Two: edges and spines. Three: edges, aggregation and cores.", 3, minimum=2, maximum=3
    )
    gbps: float = speed_parameter()
    gpus_per_host: int = gpus_parameter(1, "host")
    aggregation: AggregationProfile = aggregation_parameter()
    host_names: str = names("Host names", "host-{n}", "pod", "edge", "place")
    edge_names: str = names("Edge names", "edge-{pod}-{place}", "pod", "place")
    agg_names: str = names("Aggregation names", "agg-{pod}-{place}", "pod", "place")
    core_names: str = names("Core names", "core-{n}")

    @model_validator(mode="after")
    def _k_is_even(self) -> "FatTree":
        if self.k % 2:
            raise ValueError(f"k must be even, half of the ports go up and half down: take {self.k + 1}")
        check_size(fat_tree_cables(self))
        return self


def fat_tree_cables(parameters: FatTree) -> int:
    """Return the number of cables: as many above each tier as there are hosts."""
    k, tiers = parameters.k, parameters.tiers
    return tiers * (k**3 // 4 if tiers == 3 else k**2 // 2)


def fat_tree(parameters: FatTree) -> FabricDocument:
    """Return the fabric: hosts, edges, aggregation switches, cores; cables tier by tier, listed upwards.

    Ports p1 … p(k/2) of an edge or aggregation switch go down, the others up; uplink j of the
    aggregation switch a of any pod ends at core a * k/2 + j. With two tiers every edge is a pod of its own
    and the cores are its spines.
    """
    p = parameters
    k, half = p.k, p.k // 2
    per_pod = half if p.tiers == 3 else 1
    switch, ports = switch_type("switch", ((k, p.gbps),), p.aggregation)
    server = server_type(1, p.gbps, p.gpus_per_host)
    sheet = Drawing()
    edges = [(pod, place) for pod in range(k) for place in range(per_pod)]
    hosts = [
        [
            sheet.add_server(
                named(p.host_names, n=row * half + place + 1, pod=pod + 1, edge=edge + 1, place=place + 1),
                server,
                group=f"pod-{pod + 1}" if p.tiers == 3 else None,
            )
            for place in range(half)
        ]
        for row, (pod, edge) in enumerate(edges)
    ]
    tiers = [_pod_switches(sheet, p, switch_ports=ports, pattern=p.edge_names, switch=switch)]
    if p.tiers == 3:
        tiers.append(_pod_switches(sheet, p, switch_ports=ports, pattern=p.agg_names, switch=switch))
    cores = [
        sheet.add(named(p.core_names, n=n + 1), switch, down=ports)
        for n in range(half * half if p.tiers == 3 else half)
    ]
    for edge, below in zip(tiers[0], hosts, strict=True):
        for host in below:
            sheet.join((host, "nic1"), (edge, "down"), p.gbps)
    if p.tiers == 3:
        for row, edge in enumerate(tiers[0]):
            first = row // half * half
            for agg in tiers[1][first : first + half]:
                sheet.join((edge, "up"), (agg, "down"), p.gbps)
    for row, top in enumerate(tiers[-1]):
        first = row % half * half if p.tiers == 3 else 0
        for core in cores[first : first + half]:
            sheet.join((top, "up"), (core, "down"), p.gbps)
    return sheet.document(f"Fat tree, k = {k}" + ("" if p.tiers == 3 else ", two tiers"))


def _pod_switches(
    sheet: Drawing, p: FatTree, *, pattern: str, switch: DeviceType, switch_ports: tuple[str, ...]
) -> list[str]:
    """Draw the edges or the aggregation switches of all pods, half of the ports down and half up."""
    half = p.k // 2
    per_pod = half if p.tiers == 3 else 1
    return [
        sheet.add(
            named(pattern, n=pod * per_pod + place + 1, pod=pod + 1, place=place + 1),
            switch,
            group=f"pod-{pod + 1}" if p.tiers == 3 else None,
            down=switch_ports[:half],
            up=switch_ports[half:],
        )
        for pod in range(p.k)
        for place in range(per_pod)
    ]


def _facts(parameters: FatTree) -> list[Fact]:
    p = parameters
    hosts = fat_tree_cables(p) // p.tiers
    return [
        Fact(
            name="Diameter",
            value=2 * (p.tiers - 1),
            unit="hops",
            says="between edges: up to the top and down again",
        ),
        bisection(hosts / 2 * p.gbps, "half of the hosts can send to the other half at their full speed"),
    ]


FAT_TREE: Final = Template(
    name="fat-tree",
    title="Fat tree",
    says="Switches of k ports in two or three tiers, each as wide as the one below; one adapter a host.",
    model=FatTree,
    build=fat_tree,
    facts=_facts,
)
