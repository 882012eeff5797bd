"""A row of the catalogue: what the twin gives, beside what it should give and how far it may be off."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

# What a target comes from, in the words of the table.
CLOSED_FORM: Final = "closed form"
SECOND_METHOD: Final = "second method"


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of the twin against its target.

    Attributes
    ----------
    id, evidence
        Row of the catalogue, and its class: I, P, F or D.
    what
        The set-up and the figure, in words.
    target, source
        What it should be, and what that comes from.
    figure
        What the twin gives.
    tolerance
        Largest relative difference that is held.
    noise
        Standard error of target and figure together, relative; 0 where nothing is drawn.
    """

    id: str
    evidence: str
    what: str
    target: float
    source: str
    figure: float
    tolerance: float
    noise: float = 0.0

    @property
    def apart(self) -> float:
        """How far the twin is from the target, relative."""
        return abs(self.figure / self.target - 1.0) if self.target else abs(self.figure)

    @property
    def is_held(self) -> bool:
        """Whether the twin is as near as it should be."""
        return bool(self.apart <= self.tolerance)


@dataclass(frozen=True, slots=True)
class Between:
    """A figure of class D: right where it lies between two bounds, whatever the value.

    ``published`` is what was measured elsewhere, in words; it is no target.
    """

    id: str
    what: str
    least: float
    most: float
    published: str
    figure: float
    evidence: str = "D"

    @property
    def is_held(self) -> bool:
        """Whether the figure lies between its bounds."""
        return self.least <= self.figure <= self.most


@dataclass(frozen=True, slots=True)
class Sample:
    """A mean of independent draws, and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float] | NDArray[np.float64]) -> "Sample":
        """Return mean and standard error of ``values`` (N,), N at least 2."""
        drawn = np.asarray(values, dtype=float)
        return cls(float(drawn.mean()), float(drawn.std(ddof=1) / np.sqrt(drawn.size)))

    def noise_beside(self, other: "Sample | None" = None) -> float:
        """Return the standard error of the ratio of this mean to another, or to an exact value."""
        own = self.error / self.mean
        return float(np.hypot(own, other.error / other.mean)) if other else own
