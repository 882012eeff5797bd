"""Fabrics by a few parameters. ``TEMPLATES`` is the table; each template stands in a module of its own."""

from typing import Final

from simcore.templates.fat_tree import FAT_TREE
from simcore.templates.leaf_spine import LEAF_SPINE
from simcore.templates.template import Parameter, Template

TEMPLATES: Final[dict[str, Template]] = {each.name: each for each in (LEAF_SPINE, FAT_TREE)}

__all__ = ["TEMPLATES", "Parameter", "Template"]
