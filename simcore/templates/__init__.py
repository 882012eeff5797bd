"""Fabrics by a few parameters. ``TEMPLATES`` is the table; each template stands in a module of its own."""

from typing import Final

from simcore.templates.dragonfly import DRAGONFLY
from simcore.templates.dragonfly_plus import DRAGONFLY_PLUS
from simcore.templates.dual_plane import DUAL_PLANE
from simcore.templates.fat_tree import FAT_TREE
from simcore.templates.leaf_spine import LEAF_SPINE
from simcore.templates.rail_only import RAIL_ONLY
from simcore.templates.rail_optimised import RAIL_OPTIMISED
from simcore.templates.rail_pods import RAIL_PODS
from simcore.templates.template import Fact, Parameter, Template
from simcore.templates.torus import TORUS_2D, TORUS_3D

TEMPLATES: Final[dict[str, Template]] = {
    each.name: each
    for each in (
        LEAF_SPINE,
        FAT_TREE,
        RAIL_OPTIMISED,
        RAIL_PODS,
        RAIL_ONLY,
        DUAL_PLANE,
        DRAGONFLY,
        DRAGONFLY_PLUS,
        TORUS_2D,
        TORUS_3D,
    )
}

__all__ = ["TEMPLATES", "Fact", "Parameter", "Template"]
