"""ASTRA-sim's network files: dimensions of NPUs (ring, full mesh or switch), and the fabric they make."""

from simcore.formats.astra.fabric import ASTRA_NETWORK

__all__ = ["ASTRA_NETWORK"]
