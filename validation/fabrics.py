"""Fabrics as the product makes them: a template's document, built to arrays."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from simcore.document.build import build_topology
from simcore.engine.loop import Engine
from simcore.templates import TEMPLATES
from simcore.topology import Topology, VertexKind


@cache
def fabric(template: str, **values: int | float) -> Topology:
    """Return the fabric of a template with ``values`` for its parameters.

    Raises
    ------
    ValueError
        If the template refuses them.
    """
    document, findings = TEMPLATES[template].make(values)
    if document is None:
        raise ValueError(f"{template}: {findings[0].says}")
    return build_topology(document)


def endpoints(topology: Topology) -> NDArray[np.int32]:
    """Return the rows of the adapters, in document order."""
    return np.flatnonzero(topology.vertex_kind == VertexKind.ENDPOINT).astype(np.int32)


def run_until(engine: Engine, until: float = np.inf) -> Engine:
    """Advance to ``until``, or until nothing is left to happen, however many calls it takes."""
    while not engine.advance(until):
        pass
    return engine
