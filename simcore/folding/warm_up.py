"""Compiles the kernels of folding."""

import numpy as np

from simcore.folding.incidence import NO_PARTNER, Entries, Incidence, Waits
from simcore.folding.quotient import quotient
from simcore.folding.refinement import refine


def warm_up() -> None:
    """Compile the kernels, or load them from the cache, on two streams that wait for each other."""
    rows = np.arange(2, dtype=np.int64)
    incidence = Incidence(
        Entries(rows, rows + 1, np.zeros(2, dtype=np.int32), np.ones(2)),
        Waits(0 * rows, rows, np.zeros(1, dtype=np.int32), np.zeros(1)),
        stream_kind=np.zeros(2, dtype=np.int64),
        resource_kind=np.zeros(1, dtype=np.int64),
        partner=np.full(1, NO_PARTNER, dtype=np.int32),
    )
    classes = refine(incidence, most_classes=2)
    if classes is not None:
        quotient(incidence, *classes)
