"""Template: the three-tier fat tree of k-port switches.

Al-Fares, Loukissas and Vahdat, "A Scalable, Commodity Data Center Network Architecture", SIGCOMM 2008,
section 3: k pods of k/2 edge and k/2 aggregation switches, (k/2)² cores, k³/4 hosts.
"""

from typing import Final

from pydantic import model_validator

from simcore.document.fabric import (
    AggregationProfile,
    Cable,
    Device,
    FabricDocument,
)
from simcore.templates.hardware import server_type, switch_type
from simcore.templates.template import Parameters, Template, parameter


class FatTree(Parameters):
    """The parameters; all cables run at one speed, so no tier is oversubscribed."""

    k: int = parameter("Ports per switch, k", "Even. There are k³/4 hosts.", 8, minimum=2, maximum=48)
    gbps: float = parameter("Speed", "Of every cable.", 400.0, minimum=1, maximum=3200, unit="Gb/s")
    gpus_per_host: int = parameter("GPUs per host", "For counts and cost.", 1, minimum=0, maximum=72)
    aggregation: AggregationProfile = parameter(
        "In-network aggregation", "What every switch can add.", AggregationProfile.QUANTUM_2
    )

    @model_validator(mode="after")
    def _k_is_even(self) -> "FatTree":
        if self.k % 2:
            raise ValueError(f"k must be even, half of the ports go up and half down: take {self.k + 1}")
        return self


def fat_tree(parameters: FatTree) -> FabricDocument:
    """Return the fabric: hosts, edges, aggregation switches, cores; cables tier by tier, listed upwards.

    Ports p1 … p(k/2) of an edge or aggregation switch go down, the others up; uplink j of the
    aggregation switch a of any pod ends at core a * k/2 + j.
    """
    k, half = parameters.k, parameters.k // 2
    switch, ports = switch_type("switch", ((k, parameters.gbps),), parameters.aggregation)
    server = server_type(1, parameters.gbps, parameters.gpus_per_host)
    pods, places = range(k), range(half)
    hosts = [
        Device(id=f"host-{(pod * half + edge) * half + place + 1}", type=server.id, group=f"pod-{pod + 1}")
        for pod in pods
        for edge in places
        for place in places
    ]
    edges = [
        Device(id=f"edge-{pod + 1}-{edge + 1}", type=switch.id, group=f"pod-{pod + 1}")
        for pod in pods
        for edge in places
    ]
    aggregations = [
        Device(id=f"agg-{pod + 1}-{agg + 1}", type=switch.id, group=f"pod-{pod + 1}")
        for pod in pods
        for agg in places
    ]
    cores = [Device(id=f"core-{core + 1}", type=switch.id) for core in range(half * half)]
    return FabricDocument(
        name=f"Fat tree, k = {k}",
        device_types=(switch, server),
        devices=(*hosts, *edges, *aggregations, *cores),
        cables=tuple(
            Cable(id=f"c{number}", a=a, b=b, gbps=parameters.gbps)
            for number, (a, b) in enumerate(_ends(k, ports), start=1)
        ),
    )


def _ends(k: int, ports: tuple[str, ...]) -> list[tuple[str, str]]:
    half = k // 2
    pods, places = range(k), range(half)
    to_edges = [
        (f"host-{(pod * half + edge) * half + place + 1}/nic1", f"edge-{pod + 1}-{edge + 1}/{ports[place]}")
        for pod in pods
        for edge in places
        for place in places
    ]
    to_aggregations = [
        (f"edge-{pod + 1}-{edge + 1}/{ports[half + agg]}", f"agg-{pod + 1}-{agg + 1}/{ports[edge]}")
        for pod in pods
        for edge in places
        for agg in places
    ]
    to_cores = [
        (f"agg-{pod + 1}-{agg + 1}/{ports[half + up]}", f"core-{agg * half + up + 1}/{ports[pod]}")
        for pod in pods
        for agg in places
        for up in places
    ]
    return to_edges + to_aggregations + to_cores


FAT_TREE: Final = Template(
    name="fat-tree",
    title="Three-tier fat tree",
    says="k pods of k-port switches, every tier as wide as the one below; each host has one adapter.",
    model=FatTree,
    build=fat_tree,
)
