"""Which tiers of switches may add in a run."""

from dataclasses import replace
from typing import Final

from simcore.document.aggregating import Tiers
from simcore.topology import Topology

# The highest tier that adds; without an entry all do.
HIGHEST: Final = {Tiers.LEAF: 1, Tiers.LEAF_SPINE: 2}


def within(topology: Topology, tiers: Tiers) -> Topology:
    """Return the topology with only the switches of ``tiers`` adding; others pass copies on.

    A switch's tier is its hops to the nearest adapter: 1 for a leaf, 2 for what leaves hang on.
    """
    if tiers not in HIGHEST:
        return topology
    heights = topology.vertex_tier.tolist()
    kept = tuple(
        limits if 1 <= height <= HIGHEST[tiers] else None
        for limits, height in zip(topology.aggregation, heights, strict=True)
    )
    return replace(topology, aggregation=kept)
