"""Which tiers of switches may add in a run."""

from dataclasses import replace
from typing import Final

from simcore.document.aggregating import Tiers
from simcore.document.scenario import ScenarioDocument
from simcore.topology import Topology

HIGHEST: Final = {Tiers.LEAF: 1, Tiers.LEAF_SPINE: 2}


def within_tiers(topology: Topology, scenario: ScenarioDocument) -> Topology:
    """Return a topology in which switches above the scenario's tiers pass copies on.

    A switch's tier is its hops to the nearest adapter: 1 for a leaf, 2 for what leaves hang on.
    """
    highest = HIGHEST.get(scenario.aggregation.tiers)
    if highest is None:
        return topology
    limits = (
        each if tier <= highest else None
        for each, tier in zip(topology.aggregation, topology.vertex_tier.tolist(), strict=True)
    )
    return replace(topology, aggregation=tuple(limits))
