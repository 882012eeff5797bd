"""htsim's ``.topo`` files: the parameters of a fat tree of two or three tiers, and the fabric they build."""

from simcore.formats.htsim.fabric import HTSIM

__all__ = ["HTSIM"]
