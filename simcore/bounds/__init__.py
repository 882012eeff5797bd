"""Closed forms: how long collectives take, and how much aggregation in the network can gain at most.

Floats and arrays in, floats out, everything in SI (bytes, seconds, bytes/s); no documents and no simulation.
The equations, their sources and their known errors stand in ``docs/model/bounds.md``.
"""
