"""Template: rail-optimised units in pods, with a third tier over them.

NVIDIA, "DGX SuperPOD Reference Architecture", compute fabric, component counts from 16 scalable units on:
64 units of 32 servers have 512 leaves, 512 spines and 256 cores. In a pod every rail has spines of its own;
spines of one place, over all rails and pods, meet in a group of cores.
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


class RailPods(Parameters):
    """The parameters; a unit has as many leaves as a server has adapters."""

    pods: int = parameter("Pods", "They meet in the cores.", 2, minimum=1, maximum=64)
    units_per_pod: int = parameter(
        "Units per pod", "Each with a leaf for every rail.", 2, minimum=1, maximum=64
    )
    hosts_per_unit: int = parameter(
        "Servers per unit", "One cable to each leaf of the unit.", 4, minimum=1, maximum=256
    )
    rails: int = parameter("Rails", "Adapters per server, leaves per unit.", 4, minimum=1, maximum=16)
    spines_per_rail: int = parameter(
        "Spines per rail", "Of each pod, over its leaves of that rail.", 2, minimum=1, maximum=64
    )
    leaf_cables: int = parameter("Cables per leaf-spine pair", "Parallel cables.", 2, minimum=1, maximum=64)
    cores_per_group: int = parameter(
        "Cores per group", "There are as many groups as spines per rail.", 2, minimum=1, maximum=64
    )
    core_cables: int = parameter("Cables per spine-core pair", "Parallel cables.", 2, minimum=1, maximum=64)
    gpus_per_host: int = gpus_parameter(4, "server")
    gbps: float = speed_parameter()
    aggregation: AggregationProfile = aggregation_parameter()
    host_names: str = names("Server names", "host-{n}", "pod", "unit", "place")
    leaf_names: str = names("Leaf names", "pod-{pod}-unit-{unit}-leaf-{rail}", "pod", "unit", "rail")
    spine_names: str = names("Spine names", "pod-{pod}-rail-{rail}-spine-{place}", "pod", "rail", "place")
    core_names: str = names("Core names", "core-{group}-{place}", "group", "place")

    @model_validator(mode="after")
    def _is_within_the_measured_size(self) -> "RailPods":
        check_size(sum(rail_pods_cables(self)))
        return self


def rail_pods_cables(parameters: RailPods) -> tuple[int, int, int]:
    """Return how many cables there are to servers, from leaves to spines and from spines to cores."""
    p = parameters
    leaves, spines = p.pods * p.units_per_pod * p.rails, p.pods * p.rails * p.spines_per_rail
    return (
        leaves * p.hosts_per_unit,
        leaves * p.spines_per_rail * p.leaf_cables,
        spines * p.cores_per_group * p.core_cables,
    )


def rail_pods(parameters: RailPods) -> FabricDocument:
    """Return the fabric: pod by pod its servers, leaves and spines, then the cores; cables listed upwards."""
    p = parameters
    core_type, core_ports = switch_type(
        "core-switch", ((p.pods * p.rails * p.core_cables, p.gbps),), p.aggregation
    )
    sheet = Drawing()
    spines: list[list[str]] = [[] for _ in range(p.spines_per_rail)]
    for pod in range(p.pods):
        units = [_unit(sheet, p, pod=pod, unit=unit) for unit in range(p.units_per_pod)]
        for rail, leaves in enumerate(zip(*units, strict=True)):
            for place, spine in enumerate(_spines(sheet, p, pod=pod, rail=rail, leaves=leaves)):
                spines[place].append(spine)
    for place, below in enumerate(spines):
        for core in range(p.cores_per_group):
            n = place * p.cores_per_group + core + 1
            name = named(p.core_names, n=n, group=place + 1, place=core + 1)
            top = sheet.add(name, core_type, down=core_ports)
            for spine in below:
                for _ in range(p.core_cables):
                    sheet.join((spine, "up"), (top, "down"), p.gbps)
    servers = p.pods * p.units_per_pod * p.hosts_per_unit
    return sheet.document(f"Rail-optimised, {servers:,} servers in {p.pods} pods")


def _unit(sheet: Drawing, p: RailPods, *, pod: int, unit: int) -> list[str]:
    """Draw the servers and leaves of a unit, and return the leaves rail by rail."""
    ports = p.hosts_per_unit + p.spines_per_rail * p.leaf_cables
    leaf_type, leaf_ports = switch_type("leaf-switch", ((ports, p.gbps),), p.aggregation)
    server = server_type(p.rails, p.gbps, p.gpus_per_host)
    before = pod * p.units_per_pod + unit
    at = {"pod": pod + 1, "unit": unit + 1}
    hosts = []
    for place in range(p.hosts_per_unit):
        name = named(p.host_names, n=before * p.hosts_per_unit + place + 1, place=place + 1, **at)
        hosts.append(sheet.add_server(name, server, group=f"pod-{pod + 1}"))
    leaves = []
    for rail in range(p.rails):
        leaf = sheet.add(
            named(p.leaf_names, n=before * p.rails + rail + 1, rail=rail + 1, **at),
            leaf_type,
            group=f"pod-{pod + 1}",
            down=leaf_ports[: p.hosts_per_unit],
            up=leaf_ports[p.hosts_per_unit :],
        )
        leaves.append(leaf)
        for host in hosts:
            sheet.join((host, f"nic{rail + 1}"), (leaf, "down"), p.gbps)
    return leaves


def _spines(sheet: Drawing, p: RailPods, *, pod: int, rail: int, leaves: tuple[str, ...]) -> list[str]:
    """Draw the spines of a rail of a pod over its leaves, and return them."""
    down = p.units_per_pod * p.leaf_cables
    ports = down + p.cores_per_group * p.core_cables
    spine_type, spine_ports = switch_type("spine-switch", ((ports, p.gbps),), p.aggregation)
    spines = []
    for place in range(p.spines_per_rail):
        n = (pod * p.rails + rail) * p.spines_per_rail + place + 1
        spine = sheet.add(
            named(p.spine_names, n=n, pod=pod + 1, rail=rail + 1, place=place + 1),
            spine_type,
            group=f"pod-{pod + 1}",
            down=spine_ports[:down],
            up=spine_ports[down:],
        )
        spines.append(spine)
        for leaf in leaves:
            for _ in range(p.leaf_cables):
                sheet.join((leaf, "up"), (spine, "down"), p.gbps)
    return spines


def _facts(parameters: RailPods) -> list[Fact]:
    p = parameters
    facts = [
        Fact(
            name="Reach of a rail",
            value=p.units_per_pod * p.hosts_per_unit,
            unit="servers",
            says="adapters of one rail that meet below the cores",
        )
    ]
    if p.pods % 2 == 0:
        facts.append(
            bisection(
                min(rail_pods_cables(p)) / 2 * p.gbps,
                "between two halves of the pods: the least that a tier of one can send up",
            )
        )
    return facts


RAIL_PODS: Final = Template(
    name="rail-optimised-pods",
    title="Rail-optimised, three tiers",
    says="Pods of rail-optimised units whose rails have spines of their own, and cores over all pods.",
    model=RailPods,
    build=rail_pods,
    facts=_facts,
)
